"""XML that somebody typed: an entry, or a file's start; taken only when it fits where it goes.

Expat judges the typed text together with what will stand around it. Every refusal names line and
column in the typed text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NoReturn
from xml.parsers import expat
from xml.parsers.expat import errors

from sitemap_editor.markup.charsets import canonical, is_wide, with_supersets
from sitemap_editor.markup.diagnosis import explain
from sitemap_editor.markup.lexer import START_TAG, Names
from sitemap_editor.markup.places import place_in
from sitemap_editor.markup.style import WHITE
from sitemap_editor.markup.values import SPECIAL, is_encodable
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.namespaces import is_sitemap_namespace
from sitemap_editor.support.i18n import _

_SEPARATOR = "\x01"
_XML_VERSION = re.compile(r"1\.[0-9]+")
_UNCLOSED_CDATA = errors.codes[errors.XML_ERROR_UNCLOSED_CDATA_SECTION]
_ADVISED = frozenset(
    (
        "ampersand-unescaped",
        "cdata-end-in-text",
        "entity-html-undefined",
        "lt-unescaped",
        "ns-duplicate-declaration",
        "ns-prefix-undeclared",
        "tag-quote-missing",
        "tag-space-after-lt",
    )
)
"""Causes whose advice also fits a text that is being typed; others speak of the whole file."""


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


class _Typed:
    """What was typed, as text and as the UTF-8 bytes the parser counts in."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.data = text.encode(errors="replace")
        lone = re.search("[\ud800-\udfff]", text)
        if lone is not None:
            code = f"U+{ord(lone[0]):04X}"
            self.refuse(
                self.offset_of(lone.start()),
                _("{code} is half a character; XML has only whole ones.").format(code=code),
            )

    def offset_of(self, place: int) -> int:
        """Number of bytes before a character."""
        return len(self.text[:place].encode(errors="replace"))

    def refuse(
        self, offset: int, reason: str, code: str | None = None, advice: str | None = None
    ) -> NoReturn:
        """Raise a SitemapError for the place this many bytes from the start."""
        place = place_in(self.data, max(0, min(offset, len(self.data))))
        raise SitemapError(
            reason,
            line=place.line,
            column=place.column,
            text=place.text,
            code=code,
            advice=advice,
        )

    def refuse_character(self, place: int, codec: str) -> NoReturn:
        """Raise a SitemapError for a character that the file's encoding lacks."""
        character = f"{self.text[place]} (U+{ord(self.text[place]):04X})"
        reason = _("The file's encoding, {encoding}, has no character {character}.")
        self.refuse(self.offset_of(place), reason.format(encoding=codec, character=character))


class _Reader:
    """Parses typed text between what stands before and behind it, and follows the depth."""

    def __init__(self, typed: _Typed, before: bytes, after: bytes) -> None:
        self.typed, self.before, self.after = typed, before, after
        self.open: list[str] = []
        self.parser = expat.ParserCreate("utf-8", _SEPARATOR)
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.CommentHandler = self._aside
        self.parser.ProcessingInstructionHandler = self._aside
        self.parser.StartCdataSectionHandler = self._aside

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
            if offset >= len(self.typed.data) and error.code != _UNCLOSED_CDATA:
                self.typed.refuse(offset, self._unfinished())
            cause = explain(error.code, self.typed.data, offset)
            advice = cause.advice if cause.code in _ADVISED else None
            self.typed.refuse(cause.at, cause.reason, cause.code, advice)

    def _unfinished(self) -> str:
        """The reason when the typed text as such is well-formed but does not end as it must."""
        raise NotImplementedError

    def _start(self, name: str, _attributes: dict[str, str]) -> None:
        self.open.append(name)

    def _end(self, _name: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        if text.strip(" \t\r\n"):
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
            self._refuse(0, _("There is no element here."))

    def _refuse(self, offset: int, reason: str) -> NoReturn:
        tag = f"<{self.names.prefix.decode()}{self.wanted}>"
        self.typed.refuse(offset, reason, advice=_("One {tag} is expected.").format(tag=tag))

    def _start(self, name: str, _attributes: dict[str, str]) -> None:
        super()._start(name, _attributes)
        if len(self.open) != 2:
            return
        uri, _separator, local = name.rpartition(_SEPARATOR)
        if self.is_found:
            self._refuse(self.offset, _("A second element begins here."))
        if local != self.wanted or not self.names.is_core_namespace(uri):
            self._refuse(self.offset, _("This is another element."))
        self.is_found = True

    def _end(self, name: str) -> None:
        super()._end(name)
        if not self.open and self.is_in_typed:
            self.typed.refuse(self.offset, _("This end tag closes nothing."), "tag-mismatched")

    def _aside(self, *_event: str) -> None:
        if len(self.open) == 1:
            self._refuse(self.offset, _("Nothing can stand before or after the entry here."))

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


def _is_same_encoding(declared: str, encoding: str) -> bool:
    """Whether a label is right for an encoding; UTF-16 is declared without its byte order."""
    name, encoding = canonical(declared), canonical(encoding) or encoding
    if name is None or name == encoding:
        return name is not None
    return encoding in with_supersets(name) or (is_wide(name) and encoding.startswith(name))
