"""What entries of one document are in another: the same elements under the names used there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from sitemap_editor.markup.build import build_entry
from sitemap_editor.markup.lexer import START_TAG, Names
from sitemap_editor.markup.style import WHITE
from sitemap_editor.markup.text_lines import line_of
from sitemap_editor.markup.values import is_editable
from sitemap_editor.operations.entry_fixes import Surroundings
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.protocol.namespaces import EXTENSION_BY_URI
from sitemap_editor.support.i18n import _, format_number

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.store import Ids

_ATTRIBUTES = rb"[^\"'>/]*(?:(?:\"[^\"]*\"|'[^']*'|/(?!>))[^\"'>/]*)*"
_MARKUP = re.compile(
    rb"(?s:<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>)|<(/?)([^\s\"'<>/=!?]+)(%b)(/?)>" % _ATTRIBUTES
)
_ATTRIBUTE = re.compile(rb"(\s)([^\s\"'<>/=:]+):([^\s\"'<>/=]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))")
_DECLARED = re.compile(rb"\sxmlns(?::([^\s=]+))?\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_ASIDE = re.compile(rb"\s*(?:(?:<!--(?s:.*?)-->|<\?(?s:.*?)\?>)\s*)*")
_LINE_ENDS = re.compile(rb"\r\n?|\n")

Renamed = Mapping[bytes, bytes]


def united(names: Names, others: Iterable[Names]) -> dict[str, str]:
    """The prefixes that a root with ``names`` has to declare further, so that all can come in.

    One that means something else there gets the usual prefix of its namespace, or a number.
    """
    have, added = dict(names.namespaces), dict[str, str]()
    for other in others:
        for prefix, uri in other.namespaces.items():
            if _is_core(prefix, other) or uri in _prefixed(have).values():
                continue
            free = _free_prefix(prefix, uri, have)
            have[free] = added[free] = uri
    return added


def _is_core(prefix: str, names: Names) -> bool:
    return prefix == names.prefix.rstrip(b":").decode() or names.is_core_prefix(
        f"{prefix}:".encode() if prefix else b""
    )


def _prefixed(namespaces: Mapping[str, str]) -> dict[str, str]:
    return {prefix: uri for prefix, uri in namespaces.items() if prefix}


def _free_prefix(prefix: str, uri: str, have: Mapping[str, str]) -> str:
    known = EXTENSION_BY_URI.get(uri)
    usual = known.prefix if known is not None else "ns"
    for wanted in (prefix, usual):
        if wanted and wanted not in have:
            return wanted
    number = 2
    while f"{prefix or usual}{number}" in have:
        number += 1
    return f"{prefix or usual}{number}"


class Carrier:
    """Makes entries of one document fit among those of another, of the same kind or not.

    ``target`` are the surroundings there, with all namespaces that its root declares.
    """

    def __init__(self, source: Document, target: Surroundings) -> None:
        self._source = source
        self._target = target
        self._is_same_kind = source.kind is target.kind
        self._newline = target.style.newline
        self._has_other_lines = source.lines.newline != self._newline
        self._prefixes: dict[bytes, bytes] = {}
        if target.kind.is_xml and self._is_same_kind:
            self._prefixes = prefixes_in(source.names, target.names)

    @property
    def is_plain(self) -> bool:
        """Whether entries can be copied byte for byte."""
        is_named_alike = all(old == new for old, new in self._prefixes.items())
        needs_care = self._has_other_lines or self._source.has_doctype
        return self._is_same_kind and is_named_alike and not needs_care

    def entries(self, ids: Ids) -> Iterator[tuple[bytes, bytes]]:
        """Gap and bytes of entries as they stand in the other document. Raises SitemapError."""
        if not self._is_same_kind:
            yield from self._built(ids)
            return
        store = self._source.store
        for entry, gap, raw in zip(ids.tolist(), store.gaps(ids), store.raws(ids), strict=True):
            yield self.gap(gap), self.carried(raw, entry)

    def gap(self, gap: bytes) -> bytes:
        """What stands before an entry: comments stay, white space is as in the other document."""
        if not self._target.kind.is_xml or not gap.strip(WHITE):
            return self._target.style.gap
        return _LINE_ENDS.sub(self._newline, gap) if self._has_other_lines else gap

    def carried(self, raw: bytes, entry: int = -1) -> bytes:
        """The bytes of an entry of the same kind."""
        if not self._target.kind.is_xml:
            codec = self._target.codec
            return raw if codec is None else line_of(raw.decode("utf-8", "replace"), codec)
        if self._source.has_doctype and not is_editable(_text_of(raw)):
            raise self._unknown_reference(entry)
        if self._has_other_lines:
            raw = _LINE_ENDS.sub(self._newline, raw)
        if all(old == new for old, new in self._prefixes.items()):
            return raw
        return renamed(raw, self._prefixes, self._source.names)

    def _unknown_reference(self, entry: int) -> SitemapError:
        said = _("Entry {n} uses a reference that only the DOCTYPE of its file explains.")
        place = self._source.position_of(entry) + 1 if self._source.has(entry) else 1
        return SitemapError(
            said.format(n=format_number(place)),
            path=self._source.path,
            advice=_("Remove the DOCTYPE from that file first; the findings have a fix for it."),
        )

    def _built(self, ids: Ids) -> Iterator[tuple[bytes, bytes]]:
        """Entries made of values: of lines and feeds, or lines of entries."""
        source, target = self._source, self._target
        names = [field.name for field in fields_of(target.kind)]
        has = {field.name for field in fields_of(source.kind)}
        columns = [source.values_of(ids, name) for name in names if name in has]
        shared = [name for name in names if name in has]
        for values in zip(*columns, strict=True):
            given = dict(zip(shared, values, strict=True))
            if not target.kind.is_xml:
                raw = line_of(given.get("loc"), target.codec)
            else:
                raw = build_entry(
                    given, target.names, target.style, target.kind, codec=target.codec
                )
            yield target.style.gap, raw

    def left_behind(self) -> bytes:
        """Comments and the like between the last entry and the end of the root."""
        if not self._is_same_kind or not self._target.kind.is_xml:
            return b""
        found = _ASIDE.match(self._source.tail)
        kept = found[0].rstrip(WHITE) if found is not None else b""
        return _LINE_ENDS.sub(self._newline, kept) if self._has_other_lines else kept


def _text_of(raw: bytes) -> bytes:
    """What stands outside of tags and sections, where references would be."""
    return _MARKUP.sub(lambda found: found[3] or b"", raw)


# Names


def prefixes_in(source: Names, target: Names) -> dict[bytes, bytes]:
    """What each prefix of one root is called under another, with its colon."""
    by_uri: dict[str, bytes] = {}
    for prefix, uri in target.namespaces.items():
        if prefix and not _is_core(prefix, target):
            by_uri.setdefault(uri, f"{prefix}:".encode())
    prefixes: dict[bytes, bytes] = {}
    for prefix, uri in {"": "", **source.namespaces}.items():
        written = f"{prefix}:".encode() if prefix else b""
        if _is_core(prefix, source):
            prefixes[written] = target.prefix
        elif target.namespaces.get(prefix) == uri and prefix:
            prefixes[written] = written
        elif uri in by_uri:
            prefixes[written] = by_uri[uri]
    return prefixes


def renamed(raw: bytes, prefixes: Renamed, names: Names) -> bytes:
    """An entry with other prefixes; those it declares itself stay.

    Where such a declaration would catch a name that gets its prefix, the entry keeps all its names
    and declares what its root declared.
    """
    own = {(found[1] or b"") for found in _DECLARED.finditer(raw)} if b"xmlns" in raw else set()
    own_written = {prefix + b":" if prefix else b"" for prefix in own}
    changed = {old: new for old, new in prefixes.items() if old != new}
    if own_written & {*changed, *changed.values()}:
        return _standing_alone(raw, names)

    def tag(found: re.Match[bytes]) -> bytes:
        name = found[2]
        if name is None:
            return found[0]
        attributes = _ATTRIBUTE.sub(attribute, found[3]) if b":" in found[3] else found[3]
        return b"<%b%b%b%b>" % (found[1], _named(name, prefixes), attributes, found[4])

    def attribute(found: re.Match[bytes]) -> bytes:
        prefix = found[2] + b":"
        return found[1] + prefixes.get(prefix, prefix) + found[3]

    return _MARKUP.sub(tag, raw)


def _named(name: bytes, prefixes: Renamed) -> bytes:
    prefix, colon, local = name.rpartition(b":")
    return prefixes.get(prefix + colon, prefix + colon) + local


def _standing_alone(raw: bytes, names: Names) -> bytes:
    """An entry that declares every namespace its root declared and it does not itself."""
    head = START_TAG.match(raw)
    if head is None:
        return raw
    own = {(found[1] or b"").decode() for found in _DECLARED.finditer(head[2])}
    declared = "".join(
        f' xmlns:{prefix}="{uri}"' if prefix else f' xmlns="{uri}"'
        for prefix, uri in sorted(names.namespaces.items())
        if prefix not in own and '"' not in uri
    )
    return raw[: head.end(1)] + declared.encode() + raw[head.end(1) :]
