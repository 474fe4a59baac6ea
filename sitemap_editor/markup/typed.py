"""XML that somebody typed: an entry, or a file's start; taken only when it fits where it goes.

Expat judges the typed text together with what will stand around it. Every refusal names line and
column in the typed text.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

from sitemap_editor.markup.lexer import START_TAG, Names
from sitemap_editor.markup.style import WHITE
from sitemap_editor.markup.values import SPECIAL, check_characters, is_encodable
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.namespaces import is_sitemap_namespace
from sitemap_editor.support.i18n import N_, _

_SEPARATOR = "\x01"
_LINE_END = re.compile(r"\r\n|[\r\n]")
_XML_VERSION = re.compile(r"1\.[0-9]+")

_ERRORS = expat.errors.codes
_TAG_MISMATCH = _ERRORS[expat.errors.XML_ERROR_TAG_MISMATCH]
_UNCLOSED_CDATA = _ERRORS[expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION]
_REASONS = {
    _TAG_MISMATCH: N_("This end tag closes no open element."),
    _ERRORS[expat.errors.XML_ERROR_UNCLOSED_TOKEN]: N_("What begins here is never closed."),
    _UNCLOSED_CDATA: N_("What begins here is never closed."),
    _ERRORS[expat.errors.XML_ERROR_UNDEFINED_ENTITY]: N_(
        "This reference has no meaning; write & as &amp;."
    ),
    _ERRORS[expat.errors.XML_ERROR_UNBOUND_PREFIX]: N_(
        "The prefix of this name is not declared at the file's root element."
    ),
    _ERRORS[expat.errors.XML_ERROR_DUPLICATE_ATTRIBUTE]: N_("This attribute is given twice."),
    _ERRORS[expat.errors.XML_ERROR_NO_ELEMENTS]: N_("An element is missing or not closed."),
    _ERRORS[expat.errors.XML_ERROR_MISPLACED_XML_PI]: N_(
        "An XML declaration can stand only at the very start of a file."
    ),
    _ERRORS[expat.errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]: N_(
        "Nothing can stand here: the root element ends before."
    ),
}
"""Expat's errors in words for people; what is not here is simply no XML at this place."""


def check_entry_xml(
    text: str,
    names: Names,
    namespaces: Mapping[str, str] | None = None,
    kind: Kind | None = None,
    *,
    newline: bytes = b"\n",
    codec: str | None = None,
) -> bytes:
    """Return the typed text as the bytes of one entry, without white space around it.

    ``namespaces`` are those the root declares, ``names.namespaces`` when None; ``kind`` decides
    the entry's name, else ``names`` does. Line ends become ``newline``; characters that ``codec``
    lacks become numeric references. Raises SitemapError for anything but exactly one well-formed
    entry.
    """
    typed = _Typed(text)
    scope = names.namespaces if namespaces is None else namespaces
    wanted = kind.entry_name if kind is not None else names.entry_name.decode()
    _EntryReader(typed, _wrapper(scope), names, wanted).read()
    if codec is not None and not is_encodable(text, codec):
        typed = _Typed(_with_references(typed, codec))
        _EntryReader(typed, _wrapper(scope), names, wanted).read()
    return _with_newline(typed.data, newline).strip(WHITE)


def check_head(
    text: str,
    tail: bytes,
    kind: Kind,
    *,
    is_variant: Callable[[str], bool] = is_sitemap_namespace,
    encoding: str | None = None,
    newline: bytes = b"\n",
    codec: str | None = None,
) -> bytes:
    """Return the typed start of a file, up to the root's start tag, as bytes.

    ``tail`` is what follows the last entry, empty for a self-closed root. ``encoding`` is the
    file's own, which the declaration must not contradict. Raises SitemapError when it is not
    well-formed with the tail, when the root is not that of the kind in a namespace ``is_variant``
    accepts, and when anything stands behind the root's start tag. Whether the entries use prefixes
    that are no longer declared is for the caller to see.
    """
    typed = _Typed(text.rstrip(" \t\r\n"))
    reader = _HeadReader(typed, tail, kind, is_variant, encoding)
    reader.read()
    if codec is not None and not is_encodable(text, codec):
        place = next(i for i, c in enumerate(typed.text) if not is_encodable(c, codec))
        typed.refuse_character(place, codec)
    return _with_newline(typed.data, newline)


@dataclass(frozen=True, slots=True)
class _Typed:
    """What was typed, and its UTF-8 bytes, which the parser counts in."""

    text: str
    data: bytes = field(init=False)

    def __post_init__(self) -> None:
        for found in re.finditer("[\ud800-\udfff]", self.text):
            self._refuse_at(found.start(), _character_reason(self.text[found.start()]))
        object.__setattr__(self, "data", self.text.encode())

    def refuse(self, offset: int, reason: str, code: str | None = None) -> NoReturn:
        """Raise a SitemapError for the place this many bytes from the start."""
        before = self.data[: max(0, min(offset, len(self.data)))].decode(errors="ignore")
        self._refuse_at(len(before), reason, code)

    def refuse_character(self, place: int, codec: str) -> NoReturn:
        """Raise a SitemapError for a character that the file's encoding lacks."""
        character = f"{self.text[place]} (U+{ord(self.text[place]):04X})"
        self._refuse_at(
            place,
            _("The file's encoding, {encoding}, has no character {character}.").format(
                encoding=codec, character=character
            ),
        )

    def _refuse_at(self, place: int, reason: str, code: str | None = None) -> NoReturn:
        line, start = 1, 0
        for end in _LINE_END.finditer(self.text, 0, place):
            line, start = line + 1, end.end()
        end_of_line = _LINE_END.search(self.text, start)
        shown = self.text[start : end_of_line.start() if end_of_line else None]
        raise SitemapError(reason, line=line, column=place - start + 1, text=shown, code=code)


def _character_reason(character: str) -> str:
    try:
        check_characters(character)
    except SitemapError as error:
        return error.reason
    return _("This is no XML.")


class _Reader:
    """Parses typed text between what stands before and behind it, and follows the depth."""

    def __init__(self, typed: _Typed, before: bytes, after: bytes) -> None:
        self.typed, self.before, self.after = typed, before, after
        self.open: list[str] = []
        self.last_cdata = 0
        self.parser = expat.ParserCreate("utf-8", _SEPARATOR)
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.CommentHandler = self._aside
        self.parser.ProcessingInstructionHandler = self._aside
        self.parser.StartCdataSectionHandler = self._cdata

    @property
    def offset(self) -> int:
        """Place of the current event in the typed bytes."""
        return int(self.parser.CurrentByteIndex) - len(self.before)

    @property
    def is_in_typed(self) -> bool:
        """Whether the current event is part of what was typed."""
        return 0 <= self.offset < len(self.typed.data)

    def read(self) -> None:
        """Parse everything; raise SitemapError for what cannot stand."""
        try:
            self.parser.Parse(self.before + self.typed.data + self.after, True)
        except expat.ExpatError as error:
            offset = int(self.parser.ErrorByteIndex) - len(self.before)
            if error.code == _UNCLOSED_CDATA:  # expat names the end of the text as the place
                offset = self.last_cdata
            if offset >= len(self.typed.data):
                self.typed.refuse(offset, self._unfinished())
            self.typed.refuse(offset, self._reason(error))

    def _unfinished(self) -> str:
        """The reason when the typed text as such is well-formed but does not end as it must."""
        raise NotImplementedError

    def _reason(self, error: expat.ExpatError) -> str:
        if error.code == _TAG_MISMATCH and len(self.open) > 1:
            return _("This end tag does not fit: <{name}> is still open.").format(
                name=self.open[-1].rpartition(_SEPARATOR)[2]
            )
        return _(_REASONS.get(error.code, N_("This is no XML.")))

    def _start(self, name: str, _attributes: dict[str, str]) -> None:
        self.open.append(name)

    def _end(self, _name: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        if text.strip(" \t\r\n"):
            self._aside()

    def _cdata(self) -> None:
        self.last_cdata = self.offset
        self._aside()

    def _aside(self, *_event: str) -> None:
        """Handle text, a comment, an instruction, a CDATA section."""


class _EntryReader(_Reader):
    """Accepts exactly one entry within the element that stands for the root."""

    def __init__(self, typed: _Typed, wrapper: bytes, names: Names, wanted: str) -> None:
        super().__init__(typed, wrapper, b"</root>")
        self.names, self.wanted = names, wanted
        self.is_found = False

    def read(self) -> None:
        super().read()
        if not self.is_found:
            self.typed.refuse(0, self._expected(_("There is no element here.")))

    def _expected(self, reason: str) -> str:
        tag = f"<{self.names.prefix.decode()}{self.wanted}>"
        return reason + " " + _("One {tag} is expected.").format(tag=tag)

    def _start(self, name: str, _attributes: dict[str, str]) -> None:
        super()._start(name, _attributes)
        if len(self.open) != 2:
            return
        uri, _separator, local = name.rpartition(_SEPARATOR)
        if self.is_found:
            self.typed.refuse(self.offset, self._expected(_("A second element begins here.")))
        if local != self.wanted or not self.names.is_core_namespace(uri):
            self.typed.refuse(self.offset, self._expected(_("This is another element.")))
        self.is_found = True

    def _end(self, name: str) -> None:
        super()._end(name)
        if not self.open and self.is_in_typed:
            self.typed.refuse(self.offset, _(_REASONS[_TAG_MISMATCH]))

    def _aside(self, *_event: str) -> None:
        if len(self.open) == 1:
            reason = _("Nothing can stand before or after the entry here.")
            self.typed.refuse(self.offset, self._expected(reason))

    def _unfinished(self) -> str:
        if len(self.open) > 1:
            name = self.open[-1].rpartition(_SEPARATOR)[2]
            return _("The end tag of <{name}> is missing.").format(name=name)
        return _("This is no XML.")


class _HeadReader(_Reader):
    """Accepts what may stand before the entries and ends with the root's start tag."""

    def __init__(
        self,
        typed: _Typed,
        tail: bytes,
        kind: Kind,
        is_variant: Callable[[str], bool],
        encoding: str | None,
    ) -> None:
        super().__init__(typed, b"", tail)
        self.kind, self.is_variant, self.encoding = kind, is_variant, encoding
        self.is_found = False
        self.parser.XmlDeclHandler = self._declaration

    def _declaration(self, version: str, encoding: str | None, _standalone: int) -> None:
        if _XML_VERSION.fullmatch(version) is None:
            self.typed.refuse(0, _("XML has no version {version}.").format(version=version))
        if encoding and self.encoding and not _is_same_encoding(encoding, self.encoding):
            self.typed.refuse(
                0,
                _("The declaration says {declared}, but the file is in {encoding}.").format(
                    declared=encoding, encoding=self.encoding
                ),
            )

    def _start(self, name: str, _attributes: dict[str, str]) -> None:
        super()._start(name, _attributes)
        if not self.is_in_typed:
            return
        uri, _separator, local = name.rpartition(_SEPARATOR)
        if len(self.open) > 1:
            self._refuse_more()
        if local != self.kind.value or not self.is_variant(uri):
            self.typed.refuse(
                self.offset,
                _("The root element must stay <{name}> in the sitemap namespace.").format(
                    name=self.kind.value
                ),
            )
        tag = START_TAG.match(self.typed.data, self.offset)
        if tag is None or tag.end() != len(self.typed.data):
            self._refuse_more()
        self.is_found = True

    def _refuse_more(self) -> NoReturn:
        self.typed.refuse(
            self.offset, _("This part of the file ends with the start tag of the root element.")
        )

    def _unfinished(self) -> str:
        if not self.is_found:
            return _("The start tag of the root element is missing.")
        return _("The root element no longer fits its end tag.")


def _wrapper(namespaces: Mapping[str, str]) -> bytes:
    """A start tag with the root's declarations."""
    declared = "".join(
        f' xmlns{":" if prefix else ""}{prefix}="{_attribute(uri)}"'
        for prefix, uri in namespaces.items()
        if prefix != "xml" and (uri or not prefix)
    )
    return f"<root{declared}>".encode()


def _attribute(text: str) -> str:
    """Text to stand between double quotes; white space as references, or it would become spaces."""
    return re.sub('[&<"\t\r\n]', lambda found: f"&#{ord(found[0])};", text)


def _with_newline(data: bytes, newline: bytes) -> bytes:
    plain = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return plain if newline == b"\n" else plain.replace(b"\n", newline)


def _with_references(typed: _Typed, codec: str) -> str:
    """The typed text with references for what the codec lacks; none can stand in CDATA and such."""

    def referenced(raw: bytes) -> str:
        text = raw.decode()
        return "".join(c if is_encodable(c, codec) else f"&#{ord(c)};" for c in text)

    parts: list[str] = []
    position = 0
    for special in SPECIAL.finditer(typed.data):
        parts.append(referenced(typed.data[position : special.start()]))
        inside = special[0].decode()
        lacking = next((i for i, c in enumerate(inside) if not is_encodable(c, codec)), None)
        if lacking is not None:
            place = len(typed.data[: special.start()].decode()) + lacking
            typed.refuse_character(place, codec)
        parts.append(inside)
        position = special.end()
    return "".join([*parts, referenced(typed.data[position:])])


def _is_same_encoding(one: str, other: str) -> bool:
    return _plain_encoding(one) == _plain_encoding(other)


def _plain_encoding(name: str) -> str:
    """The codec's own name; the two byte orders of UTF-16 are declared by one name."""
    try:
        plain = codecs.lookup(name).name
    except LookupError:
        return name.lower()
    return "utf-16" if plain.startswith("utf-16") else "utf-8" if plain == "utf-8-sig" else plain
