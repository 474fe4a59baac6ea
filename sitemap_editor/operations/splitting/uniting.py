"""Entries of several files in one: one beginning and end for all, namespaces that do not clash.

Beginning and end are those of the first file with entries; its root declares the namespaces of the
others too. Where a prefix means something else there, each entry that uses it declares it itself.
Everything is written in UTF-8, since files may be in different encodings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from sitemap_editor.document import editing
from sitemap_editor.document.forking import fork
from sitemap_editor.document.opening import open_bytes_as
from sitemap_editor.formats import xml
from sitemap_editor.markup.charsets import UTF_8, relabel
from sitemap_editor.markup.lexer import START_TAG
from sitemap_editor.markup.values import escape_text
from sitemap_editor.operations.sets.selection import Selection
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.namespaces import is_sitemap_namespace
from sitemap_editor.support.i18n import _

from .filling import Frame

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.edits import Edit
    from sitemap_editor.document.store import Ids

    Taken = tuple[Document, Ids]

_BLANK = b" \t\r\n"
_LABEL = "label"


class Uniting:
    """Makes documents fit together, one at a time; the same ones, in the same order, twice.

    ``is_lines``: what comes of them are lists of addresses.
    """

    def __init__(self, *, is_lines: bool) -> None:
        self.is_lines = is_lines
        self._namespaces: dict[str, str] = {}
        self._begin: tuple[bytes, bytes, bytes] | None = None
        self._empty: tuple[bytes, bytes, bytes] | None = None
        self._own: frozenset[str] = frozenset()

    @property
    def kind(self) -> Kind:
        """The kind of the files that come of it."""
        return Kind.TEXT if self.is_lines else Kind.URLSET

    # What the files have in common

    @property
    def head(self) -> bytes:
        """The beginning of each file, with the namespaces of all."""
        begin = self._begin or self._empty
        head = begin[0] if begin is not None else b""
        more = {p: uri for p, uri in self._namespaces.items() if p not in self._own and uri}
        at = len(head) - (2 if head.endswith(b"/>") else 1)
        return head[:at] + _declared(more) + head[at:] if more else head

    @property
    def tail(self) -> bytes:
        """The end of each file."""
        begin = self._begin or self._empty
        return begin[2] if begin is not None else b""

    @property
    def frame(self) -> Frame:
        """What each file has around its entries."""
        opening = self._begin[1] if self._begin is not None else b""
        size = len(self.head) + len(opening) + len(self.tail)
        return Frame(opening, UTF_8, size, -1, self.is_lines)

    def _note(self, doc: Document) -> None:
        """Take beginning and end from the first document that has entries."""
        if self._begin is not None:
            return
        head, tail = bytes(doc.head), bytes(doc.tail)
        if doc.source.encoding != UTF_8:
            head = relabel(head)
        if not len(doc):
            self._empty = self._empty or (head, b"", tail)
            return
        opening = b"" if self.is_lines else _opening_of(doc)
        self._begin = head, opening, tail
        if doc.root is not None:
            self._own = frozenset(doc.root.namespaces)
            self._namespaces = dict(doc.root.namespaces)

    # One document

    def take(self, doc: Document, selection: Selection | None, *, is_open: bool) -> Taken:
        """The document as it goes with the others, and which of its entries; one of its own.

        ``is_open``: it belongs to somebody, and stays as it is. Raises SitemapError for what has
        no entries of pages.
        """
        if doc.kind in (Kind.SITEMAPINDEX, Kind.ROBOTS):
            raise SitemapError(
                _("This is no sitemap with pages."), path=doc.path, advice=_("Leave it out.")
            )
        if is_open and not doc.kind.is_feed:
            doc = fork(doc).copy
        ids = doc.ids
        if selection is not None and not selection.is_everything:
            ids = _selected(doc, selection)
        if doc.kind is not self.kind:
            doc = self._converted(doc, ids)
            ids = doc.ids
        self._note(doc)
        if len(ids):
            self._fit(doc, ids)
        return doc, ids

    def _converted(self, doc: Document, ids: Ids) -> Document:
        if self.is_lines:
            lines = "".join(f"{one}\n" for one in doc.values_of(ids, "loc") if one)
            return open_bytes_as(Kind.TEXT, lines.encode())
        return open_bytes_as(Kind.URLSET, b"".join(xml.write(doc, {}, ids)))

    def _fit(self, doc: Document, ids: Ids) -> None:
        """Let prefixes mean the same, and leave out the header that all files have anyway."""
        first = int(ids[0])
        if self.is_lines:
            gap = doc.store.gap(first).lstrip(_BLANK)
            self._edit(doc, editing.with_gaps(doc, {first: b"\n" + gap}))
            return
        clashing = self._clashing(doc)
        if clashing:
            raws = doc.store.raws(ids)
            new = [_with_declarations(raw, clashing) for raw in raws]
            self._edit(doc, editing.replace_raws(doc, ids, raws, new))
        opening = self._begin[1] if self._begin is not None else b""
        if opening and first == int(doc.ids[0]) and _opening_of(doc) == opening:
            rest = doc.store.gap(first)[len(opening) :]
            self._edit(doc, editing.with_gaps(doc, {first: rest}))

    @staticmethod
    def _edit(doc: Document, edit: Edit | None) -> None:
        if edit is not None:
            doc.edit(edit, _LABEL)

    def _clashing(self, doc: Document) -> dict[str, str]:
        """The prefixes that mean something else on the common root; others are added to it."""
        if doc.root is None:
            return {}
        found = {}
        for prefix, uri in doc.root.namespaces.items():
            known = self._namespaces.setdefault(prefix, uri)
            if known != uri and not (is_sitemap_namespace(known) and is_sitemap_namespace(uri)):
                found[prefix] = uri
        return found


def _opening_of(doc: Document) -> bytes:
    """The comments before the first entry, which are the header of the file."""
    return doc.store.gap(int(doc.ids[0])).rstrip(_BLANK)


def _selected(doc: Document, selection: Selection) -> Ids:
    """The entries that are kept, some of them with other bytes."""
    if selection.replaced:
        places = sorted(selection.replaced)
        ids = doc.ids[places]
        new = [selection.replaced[place] for place in places]
        edit = editing.replace_raws(doc, ids, doc.store.raws(ids), new)
        if edit is not None:
            doc.edit(edit, _LABEL)
    return doc.ids if selection.keep is None else doc.ids[selection.keep]


def _declared(namespaces: Mapping[str, str]) -> bytes:
    """Declarations of namespaces, as they stand in a start tag."""
    return b"".join(
        b' xmlns%b="%b"'
        % (b":" + prefix.encode() if prefix else b"", escape_text(uri).replace(b'"', b"&quot;"))
        for prefix, uri in namespaces.items()
    )


def _with_declarations(raw: bytes, clashing: Mapping[str, str]) -> bytes:
    """An entry that says itself what the clashing prefixes it uses mean."""
    tag = START_TAG.match(raw)
    if tag is None:
        return raw
    needed = {
        prefix: uri
        for prefix, uri in clashing.items()
        if _is_used(raw, prefix) and not _is_declared(tag[2], prefix)
    }
    return raw[: tag.end(1)] + _declared(needed) + raw[tag.end(1) :]


def _is_used(raw: bytes, prefix: str) -> bool:
    return not prefix or re.search(rb"[<\s/]%b:" % re.escape(prefix.encode()), raw) is not None


def _is_declared(attributes: bytes, prefix: str) -> bool:
    name = b"xmlns:" + prefix.encode() if prefix else b"xmlns"
    return re.search(rb"\s%b\s*=" % re.escape(name), attributes) is not None
