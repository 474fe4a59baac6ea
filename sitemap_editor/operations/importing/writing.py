"""Entries written some thousand at a time, with the places of their values known from the start.

Everything but the values is the same in all entries, so lengths tell where each value stands and
nothing that was written is read again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sitemap_editor.document.rows import ROW_BYTES, count_units
from sitemap_editor.document.store import Cells, empty_cells
from sitemap_editor.markup.places import line_ends
from sitemap_editor.markup.spans import ABSENT, UNUSUAL
from sitemap_editor.markup.style import SCHEMA_ORDER
from sitemap_editor.markup.values import escape_text, percent_encode
from sitemap_editor.protocol.fields import FIELD_BY_NAME, FIELDS, fields_of
from sitemap_editor.protocol.kinds import Kind

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

Ints = npt.NDArray[np.int64]
Columns = dict[str, list[str]]


class EntryWriter:
    """Writes entries that look like those of a document."""

    def __init__(self, doc: Document) -> None:
        style, names = doc.style, doc.names
        self._codec = doc.codec
        self._is_xml = doc.kind is not Kind.TEXT
        prefix = names.prefix
        if style.prefix is not None and names.is_core_prefix(style.prefix):
            prefix = style.prefix
        tag = prefix + names.entry_name
        allowed = {field.name for field in fields_of(doc.kind)}
        self._order = [name for name in sorted(FIELD_BY_NAME, key=style.rank) if name in allowed]
        self._flags = UNUSUAL if style.order[: len(FIELDS)] != SCHEMA_ORDER[:-1] else 0
        self._gap = style.gap
        self._child_gap = style.child_gap
        self._start = b"<%b>" % tag if self._is_xml else b""
        self._end = b"%b</%b>" % (style.close_gap, tag) if self._is_xml else b""
        self._open = {name: b"<%b%b>" % (prefix, name.encode()) for name in self._order}
        self._close = {name: b"</%b%b>" % (prefix, name.encode()) for name in self._order}
        if not self._is_xml:
            self._child_gap = b""
            self._open, self._close = {"loc": b""}, {"loc": b""}

    @property
    def child_gap(self) -> str:
        """What stands before each element of an entry."""
        return self._child_gap.decode()

    def write(self, values: Columns, extras: Sequence[str] | None = None) -> tuple[bytes, Cells]:
        """The bytes of entries with the gaps before them, and where they stand (blob 0).

        ``values`` has texts by field, "" for none; ``extras`` is markup behind the fields.
        """
        chosen = {
            name: self._encodable(name, values[name]) for name in self._order if name in values
        }
        block = _Block(len(next(iter(values.values()))))
        block.constant(self._gap, is_gap=True)
        block.constant(self._start)
        for name, texts in chosen.items():
            before = self._child_gap + self._open[name]
            block.field(FIELD_BY_NAME[name].index, before, texts, self._close[name], self._is_xml)
        if extras is not None and any(extras):
            block.texts(list(extras))
        block.constant(self._end)
        return block.finish(self._flags)

    def _encodable(self, name: str, texts: list[str]) -> list[str]:
        """Texts that the document's encoding has."""
        if self._codec is None or name != "loc" or all(map(str.isascii, texts)):
            return texts
        return [percent_encode(text, self._codec) for text in texts]


class _Block:
    """Slots of n entries side by side: a constant, or a text of each."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._slots: list[str | list[str]] = []
        self._sizes: int | Ints = 0
        self._gap = 0
        self._lines: Any = 0
        self._first = b""
        self._cells = empty_cells(count)

    def constant(self, text: bytes, *, is_gap: bool = False) -> None:
        self._first = self._first or text
        self._slots.append(text.decode())
        self._sizes = self._sizes + len(text)
        self._lines = self._lines + line_ends(text)
        if is_gap:
            self._gap = len(text)

    def texts(self, texts: list[str]) -> None:
        """Markup of each entry, already escaped."""
        self._slots.append(texts)
        self._sizes = self._sizes + _lengths(texts, "".join(texts))
        self._lines = self._lines + np.fromiter(
            (t.count("\n") for t in texts), np.int64, len(texts)
        )

    def field(
        self, index: int, before: bytes, texts: list[str], after: bytes, is_xml: bool
    ) -> None:
        """A field: its value between its tags, nothing at all where it is empty."""
        joined = "".join(texts)
        if is_xml and (escaped := _escaped(texts, joined)) is not texts:
            texts, joined = escaped, "".join(escaped)
        lengths = _lengths(texts, joined)
        present = lengths > 0
        if not present.any():
            return
        if present.all():
            self._whole_field(index, before, texts, after, lengths)
            return
        opened, closed = before.decode(), after.decode()
        self._slots.append([f"{opened}{text}{closed}" if text else "" for text in texts])
        start = self._sizes + len(before) - self._gap
        self._cells.value_start[index] = np.where(present, start, 0)
        self._cells.value_length[index] = np.where(present, lengths, ABSENT)
        self._sizes = self._sizes + lengths + present * (len(before) + len(after))
        self._lines = self._lines + present * line_ends(before)

    def _whole_field(
        self, index: int, before: bytes, texts: list[str], after: bytes, lengths: Ints
    ) -> None:
        self.constant(before)
        self._cells.value_start[index] = self._sizes - self._gap
        self._cells.value_length[index] = lengths
        self._slots.append(texts)
        self._sizes = self._sizes + lengths
        self.constant(after)

    def finish(self, flags: int) -> tuple[bytes, Cells]:
        count, slots = self._count, _merged(self._slots)
        pieces: list[str] = [""] * (len(slots) * count)
        for number, slot in enumerate(slots):
            pieces[number :: len(slots)] = slot if isinstance(slot, list) else [slot] * count
        text = "".join(pieces).encode()
        cells = self._cells
        sizes = np.broadcast_to(np.asarray(self._sizes, np.int64), (count,))
        cells.end[:] = np.cumsum(sizes)
        cells.gap_start[:] = cells.end - sizes
        cells.start[:] = cells.gap_start + self._gap
        cells.flags[:] = flags
        if int(sizes.max()) > ROW_BYTES:
            view = np.frombuffer(text, np.uint8)
            cells.counts[:] = count_units(view, cells.gap_start, cells.end)
        else:
            cells.counts[0] = self._lines
            cells.counts[1] = cells.counts[0] + (self._first[:1] not in (b"\n", b"\r"))
        return text, cells


def _merged(slots: Sequence[str | list[str]]) -> list[str | list[str]]:
    """Slots with constants that follow each other made one."""
    merged: list[str | list[str]] = []
    for slot in slots:
        last = merged[-1] if merged else None
        if isinstance(slot, str) and isinstance(last, str):
            merged[-1] = last + slot
        else:
            merged.append(slot)
    return merged


def _lengths(texts: list[str], joined: str) -> Ints:
    """Bytes of texts in UTF-8."""
    if joined.isascii():
        return np.fromiter(map(len, texts), np.int64, len(texts))
    return np.fromiter((len(text.encode()) for text in texts), np.int64, len(texts))


def _escaped(texts: list[str], joined: str) -> list[str]:
    """Texts as markup; the same list where nothing needs to be escaped."""
    if "<" in joined or ">" in joined or "\r" in joined:
        return [escape_text(text).decode() for text in texts]
    if "&" in joined:
        return [text.replace("&", "&amp;") if "&" in text else text for text in texts]
    return texts
