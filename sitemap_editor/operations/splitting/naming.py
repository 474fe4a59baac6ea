"""Names of the files, from a template; a name is never a path, and none comes twice."""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import unquote

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _

from .wishes import OTHER, USUAL_INDEX, Wish

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

LONGEST_SECTION = 60
LONGEST_NAME = 200
GZIP = ".gz"
_SUFFIXES = (".xml", ".txt")
_FIELD = re.compile(r"\{([^{}]*)\}")
_NUMBER = re.compile(r"n(?::(0?\d))?")
_NOT_A_NAME = re.compile(r'[\x00-\x1f\x7f/\\:*?"<>|]')
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


class Template:
    """How files are called: text with ``{base}``, ``{section}``, ``{n}`` or ``{n:03}`` in it."""

    def __init__(self, text: str, suffix: str) -> None:
        """``suffix`` is what names end with, such as ``.xml.gz``. Raises SitemapError."""
        self._text = without_suffix(text.strip())
        self._suffix = suffix
        for said in _FIELD.findall(self._text):
            self._require_known(said)
        if "{" in _FIELD.sub("", self._text) or "}" in _FIELD.sub("", self._text):
            raise SitemapError(_("A bracket in the names is not closed: {name}").format(name=text))
        self.has_section = "{section}" in self._text
        self.has_number = any(_NUMBER.fullmatch(said) for said in _FIELD.findall(self._text))

    def _require_known(self, said: str) -> None:
        if said not in ("base", "section") and not _NUMBER.fullmatch(said):
            known = "{base}, {section}, {n}, {n:03}"
            raise SitemapError(
                _("Names cannot have {field} in them.").format(field=f"{{{said}}}"),
                advice=_("They can have {fields}.").format(fields=known),
            )

    def name(self, base: str, section: str, number: int) -> str:
        """The name of a file; raises SitemapError for what is none."""

        def value(found: re.Match[str]) -> str:
            if found[1] in ("base", "section"):
                return base if found[1] == "base" else section
            spec = _NUMBER.fullmatch(found[1])
            return format(number, (spec[1] if spec else "") or "")

        return require_name(_FIELD.sub(value, self._text) + self._suffix)


def usual_template(wish: Wish) -> str:
    """What files are called when nothing else is asked for."""
    return "{base}-{n}" if wish.by == "size" else "{base}-{section}-{n}"


def suffix_of(wish: Wish, *, is_text: bool) -> str:
    """What the names of parts end with."""
    is_packed = wish.gzip or wish.name.strip().lower().endswith(GZIP)
    return (".txt" if is_text else ".xml") + (GZIP if is_packed else "")


def index_name_of(wish: Wish) -> str:
    """The name of the index; raises SitemapError for what is none."""
    name = require_name(wish.index_name.strip() or USUAL_INDEX)
    if not name.lower().removesuffix(GZIP).endswith(".xml"):
        raise SitemapError(
            _("The index is an XML file: its name ends in .xml or .xml.gz."),
            advice=_("Call it {example}.").format(example=USUAL_INDEX),
        )
    return name


def base_of(doc: Document) -> str:
    """What ``{base}`` stands for: the name of the document's file without its endings."""
    return (without_suffix(doc.path.name) if doc.path is not None else "") or "sitemap"


def without_suffix(name: str) -> str:
    """A name without the endings of sitemaps."""
    if name.lower().endswith(GZIP):
        name = name[: -len(GZIP)]
    return name[:-4] if name.lower().endswith(_SUFFIXES) else name


def require_name(name: str) -> str:
    """Return a name that a file can have everywhere; raises SitemapError for others."""
    if _NOT_A_NAME.search(name):
        said = _("{name} is no name of a file: it is a path, or has signs that names cannot have.")
    elif name.startswith(".") or name.endswith((".", " ")) or _DEVICES.fullmatch(name):
        said = _("{name} cannot be the name of a file everywhere.")
    elif len(name.encode()) > LONGEST_NAME:
        said = _("{name} is too long for the name of a file.")
    else:
        return name
    raise SitemapError(said.format(name=name), advice=_("Choose other names."))


def sections_for(groups: Iterable[str]) -> dict[str, str]:
    """What stands for ``{section}`` in each group: the same in every run, and no two alike.

    A name that had to be changed, and would be that of another group, gets a checksum.
    """
    names = {name: _readable(name) for name in groups}
    taken: dict[str, str] = {}
    for name in sorted(names, key=lambda one: (bool(one), names[one] != one, one)):
        section = names[name]
        if section.casefold() in taken:
            section = f"{section}-{zlib.crc32(name.encode()):08x}"
        taken[section.casefold()] = name
        names[name] = section
    return names


def _readable(name: str) -> str:
    """Letters, digits, dots, hyphens and lines of a name, percent-encoding undone."""
    if not name:
        return OTHER
    text = unicodedata.normalize("NFC", unquote(name, errors="replace"))
    text = "".join(sign if sign.isalnum() or sign in "._-" else "-" for sign in text)
    text = re.sub(r"-{2,}", "-", text).strip("-.")[:LONGEST_SECTION]
    return text or f"{zlib.crc32(name.encode()):08x}"


def require_distinct(names: Iterable[str], index_name: str, *, has_number: bool) -> None:
    """Raise SitemapError when two files would have one name, letter case aside."""
    seen = {index_name.casefold()}
    for name in names:
        if name.casefold() in seen:
            missing = _("Put {field} into the names.").format(field="{n}")
            raise SitemapError(
                _("Two files would be called {name}.").format(name=name),
                advice=_("Choose other names.") if has_number else missing,
            )
        seen.add(name.casefold())
