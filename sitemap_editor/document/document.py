"""One sitemap in memory.

Entries are known by id; the methods that take a position are the public Python interface. Every
change goes through ``edit``, which tells the observers, and can be undone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from sitemap_editor.markup import charsets
from sitemap_editor.markup.encoding import encode_text
from sitemap_editor.markup.lexer import Names, lex_entry
from sitemap_editor.markup.scan import root_of_head
from sitemap_editor.markup.spans import NEEDS_LEXER
from sitemap_editor.markup.style import Style, detect_style
from sitemap_editor.markup.values import decode_value
from sitemap_editor.protocol.fields import FIELD_BY_NAME
from sitemap_editor.protocol.findings import Finding
from sitemap_editor.protocol.ids import EntryId, Position
from sitemap_editor.protocol.kinds import require_editable
from sitemap_editor.support.files import FileStamp
from sitemap_editor.support.i18n import _

from . import editing, together
from .baseline import Baseline, Coding
from .columns import Columns
from .edits import Change, Edit
from .history import History
from .lines import KnownLines, Lines
from .parts import Parts
from .store import Ids

if TYPE_CHECKING:
    import os

    from .together import Together

STYLE_SAMPLE = 40
"""Entries looked at to learn how a file is written."""


class Observer(Protocol):
    """Hears of every change of a document, before and after it."""

    def about_to_change(self, change: Change) -> None:
        """Called before the change is applied; the document is still as it was."""

    def changed(self, change: Change) -> None:
        """Called after the change was applied."""


class Document:
    """A urlset, an index, a list of URLs, a robots.txt or a feed, entry by entry.

    ``revision`` counts the changes. ``source`` tells how the file on disk is coded, ``stamp`` what
    file was read. ``mending`` is what had to be done to read a broken file, until it is saved.
    """

    def __init__(self, parts: Parts, path: Path | None = None) -> None:
        self.kind = parts.kind
        self.path = path
        self.stamp: FileStamp | None = None
        self.source = parts.source
        self.store = parts.store
        self.head = parts.head
        self.tail = parts.tail
        self.root = parts.root
        self.has_doctype = parts.has_doctype
        self.mending = parts.mending
        self._is_mended = parts.mending is not None
        self.observers: list[Observer] = []
        self.history = History()
        self.revision = 0
        self._ids: Ids = np.arange(self.store.count, dtype=np.int64)
        self._places: Ids | None = None
        self._size = self.store.size_of(self._ids)
        self._accounted = self.store.nbytes
        self.is_new_to_disk = False
        self._baseline: Baseline | None = None
        self.columns = Columns(self)
        self._known_lines = KnownLines()

    def prepare(self) -> None:
        """Work out what the first look at a document would have to wait for otherwise."""
        self._place_of_ids()
        self.lines.prepare()
        _ = self.style

    @property
    def lines(self) -> Lines:
        """Lines of the text as it would be saved."""
        return Lines(self, self._known_lines)

    # Entries by id

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def ids(self) -> Ids:
        """Ids of the entries in document order; never to be written to."""
        return self._ids

    def id_at(self, position: int) -> EntryId:
        """The entry at a position, counted from 0; raises IndexError beyond the last."""
        if not 0 <= position < len(self._ids):
            raise IndexError(f"there is no entry {position}: the document has {len(self)}")
        return EntryId(int(self._ids[position]))

    def position_of(self, entry: int) -> Position:
        """Where an entry stands; raises KeyError when it is not in the document."""
        places = self._place_of_ids()
        place = int(places[entry]) if 0 <= entry < len(places) else -1
        if place < 0:
            raise KeyError(entry)
        return Position(place)

    def positions_of(self, ids: Ids) -> Ids:
        """Where entries stand, all of which must be in the document."""
        return self._place_of_ids()[ids]

    def has(self, entry: int) -> bool:
        """Whether an entry is in the document now."""
        places = self._place_of_ids()
        return 0 <= entry < len(places) and bool(places[entry] >= 0)

    def _place_of_ids(self) -> Ids:
        if self._places is None or len(self._places) < self.store.count:
            places = np.full(self.store.count, -1, np.int64)
            places[self._ids] = np.arange(len(self._ids))
            self._places = places
        return self._places

    def raw(self, entry: int) -> bytes:
        """The bytes of an entry, without the gap before it."""
        return self.store.raw(entry)

    def value_of(self, entry: int, field: str) -> str | None:
        """The decoded and trimmed value of a field; None when the entry has no such field."""
        cells = self.store.cells
        index = FIELD_BY_NAME[field].index
        length = int(cells.value_length[index, entry])
        if length >= 0:
            start = int(cells.start[entry]) + int(cells.value_start[index, entry])
            raw = self.store.blobs[cells.blob[entry]][start : start + length]
            return self.decoded(raw)
        return None if length != NEEDS_LEXER else self.lexed_value(self.raw(entry), field)

    def values_of(self, ids: Ids, field: str) -> list[str | None]:
        """The values of a field in many entries."""
        return self.columns.values(ids, field)

    def decoded(self, raw: bytes) -> str:
        """The value that a field's raw bytes stand for."""
        return decode_value(raw) if self.kind.is_xml else raw.decode("utf-8", "replace")

    def lexed_value(self, raw: bytes, field: str) -> str | None:
        """The value of a field that only the lexer can find in an entry's bytes."""
        child = lex_entry(raw, self.names).first_of(field)
        return None if child is None else decode_value(raw[child.content_start : child.content_end])

    # What is around them

    @cached_property
    def names(self) -> Names:
        """How this file names the sitemap's own elements."""
        if self.root is None:
            return Names()
        return Names(
            self.root.prefix, self.root.kind.entry_name.encode(), dict(self.root.namespaces)
        )

    @property
    def root_tag(self) -> bytes:
        """The root's start tag, opened; empty for a text list."""
        if self.root is None:
            return b""
        tag = self.head[self.root.start : self.root.end]
        return tag[:-2] + b">" if tag.endswith(b"/>") else tag

    @cached_property
    def style(self) -> Style:
        """How the file is written, so that new entries look like the others."""
        step = max(1, len(self._ids) // STYLE_SAMPLE)
        sample = self._ids[: step * STYLE_SAMPLE : step]
        pairs = list(zip(self.store.gaps(sample), self.store.raws(sample), strict=True))
        if self.kind.is_xml:
            return detect_style(self.head, pairs, self.tail, self.names)
        newline = self.lines.newline
        return replace(Style.plain(newline), gap=newline, indent=b"")

    @property
    def codec(self) -> str | None:
        """Python's codec that new characters must be written in; None when it has them all."""
        name = self.source.encoding_as_saved
        return None if name.startswith("utf") else charsets.codec_of(name)

    def set_frame(self, head: bytes, tail: bytes) -> None:
        """Replace what is around the entries; only edits call this."""
        if head != self.head:
            self._read_head(head)
        self.head, self.tail = head, tail

    def _read_head(self, head: bytes) -> None:
        self.head = head
        self.root = root_of_head(head) if self.kind.is_xml else None
        self.__dict__.pop("names", None)
        self.__dict__.pop("style", None)

    def set_order(self, ids: Ids) -> None:
        """Replace the order; only edits call this."""
        self._ids = ids
        self._places = None

    def add_size(self, difference: int) -> None:
        """Note that entries take more or fewer bytes; only edits call this."""
        self._size += difference

    # Change

    def edit(
        self, edit: Edit | None, label: str, together: Together | None = None
    ) -> Change | None:
        """Apply an edit as one named step; None does nothing and returns None.

        Raises SitemapError when the document is a feed. ``together`` is for ``edit_together``.
        """
        if edit is None:
            return None
        require_editable(self.kind)
        change, inverse = self._apply(edit, label)
        added = self.store.nbytes - self._accounted
        self._accounted = self.store.nbytes
        self.history.push(label, inverse, inverse.nbytes + added, together)
        self._tell(change)
        return change

    def undo(self) -> Change | None:
        """Take the last step back; see ``document.together.undo`` for one of several documents."""
        return together.undo(self)

    def redo(self) -> Change | None:
        """Take an undone step again; see ``document.together.redo``."""
        return together.redo(self)

    def step(self, *, back: bool) -> Change:
        """Take one step back or again in this document alone; ``document.together`` calls this."""
        step = self.history.next_undo() if back else self.history.next_redo()
        change, inverse = self._apply(step.edit, step.label)
        (self.history.undone if back else self.history.redone)(inverse)
        self._tell(change)
        return change

    def _apply(self, edit: Edit, label: str) -> tuple[Change, Edit]:
        change = replace(edit.change(self), label=label)
        for observer in tuple(self.observers):
            observer.about_to_change(change)
        _ = self.baseline
        counts = self.store.cells.counts[:, change.changed]
        inverse = edit.apply(self)
        self.revision += 1
        self.lines.note(change, counts)
        return change, inverse

    def _tell(self, change: Change) -> None:
        for observer in tuple(self.observers):
            observer.changed(change)

    # What differs from the file

    @property
    def modified(self) -> bool:
        """Whether the document differs from the file it was read from or last saved to."""
        saved = self._baseline.state if self._baseline is not None else 0
        is_other = self.is_new_to_disk or self.mending is not None
        return self.history.state != saved or is_other

    @property
    def is_untouched(self) -> bool:
        """Whether it stands exactly as it was read, so that the file's own bytes can be written."""
        return self.history.state == 0 and not self._is_mended

    @property
    def repairs(self) -> list[Finding]:
        """What had to be mended to read the file, as findings; none once it is saved."""
        return [] if self.mending is None else list(self.mending.findings)

    def is_edited(self, entry: int) -> bool:
        """Whether an entry is new or its bytes differ from those last read or saved."""
        return self._baseline is not None and bool(
            self._baseline.edited(self.store, np.array([entry], np.int64))[0]
        )

    def edited_ids(self) -> Ids:
        """The entries that are new or differ from those last read or saved, in document order."""
        if self._baseline is None:
            return self._ids[:0]
        return self._ids[self._baseline.edited(self.store, self._ids)]

    @property
    def is_frame_edited(self) -> bool:
        """Whether what is around the entries differs from what was last read or saved."""
        saved = self._baseline
        return saved is not None and (saved.head, saved.tail) != (self.head, self.tail)

    @property
    def saved_frame(self) -> tuple[bytes, bytes]:
        """Head and tail as last read or saved."""
        saved = self.baseline
        return saved.head, saved.tail

    def saved_raw(self, entry: int) -> bytes | None:
        """The bytes an entry had when last read or saved; None for a new one."""
        return self.baseline.raw(self.store, entry)

    @property
    def baseline(self) -> Baseline:
        """What is on disk; noted before the first change, not sooner, since few files change."""
        if self._baseline is None:
            self._baseline = self._now()
        return self._baseline

    def _now(self) -> Baseline:
        coding = Coding.of(self.source, self.is_untouched)
        return Baseline.of(self.store, self._ids, self.history.state, self.head, self.tail, coding)

    def note_saved(self, path: Path, stamp: FileStamp) -> None:
        """Take what the document is now for what is on disk at ``path``."""
        self._baseline = self._now()
        self.is_new_to_disk, self.mending = False, None
        self.path, self.stamp = path, stamp

    def note_not_saved(self) -> None:
        """Let the document count as modified until it is saved: there is no such file."""
        self.is_new_to_disk = True

    # As bytes

    @property
    def size_bytes(self) -> int:
        """Bytes the document takes as it would be saved, before compression."""
        bom = len(self.source.bom)
        if self.source.encoding_as_saved == "utf-8":
            return bom + len(self.head) + self._size + len(self.tail)
        return sum(len(chunk) for chunk in encode_text(self.chunks(), self.source, gzip=False))

    def chunks(self) -> Iterator[memoryview]:
        """The whole text as UTF-8 without mark; runs of untouched entries in one piece."""
        yield memoryview(self.head)
        yield from self.store.runs(self._ids)
        yield memoryview(self.tail)

    def text(self) -> bytes:
        """The whole text as UTF-8 without mark."""
        return b"".join(self.chunks())

    # By position: the public Python interface

    def value(self, position: int, field: str) -> str | None:
        """The decoded value of a field of the entry at a position; None when it is absent."""
        return self.value_of(self.id_at(position), field)

    def set_value(self, position: int, field: str, value: str | None) -> None:
        """Set a field of the entry at a position, or remove it with None."""
        ids = np.array([self.id_at(position)], np.int64)
        label = _("Edit {field}").format(field=field)
        self.edit(editing.set_field(self, ids, field, value), label)

    def add(self, values: Mapping[str, str | None], at: int | None = None) -> Position:
        """Add an entry with these values, at the end or at a position; returns its position."""
        position = len(self) if at is None else min(max(at, 0), len(self))
        self.edit(editing.insert(self, position, [values]), _("Add an entry"))
        return Position(position)

    def delete(self, position: int) -> None:
        """Delete the entry at a position."""
        ids = np.array([self.id_at(position)], np.int64)
        self.edit(editing.delete(self, ids), _("Delete an entry"))

    def move(self, position: int, to: int) -> None:
        """Move an entry from one position to another."""
        ids = np.array([self.id_at(position)], np.int64)
        self.edit(editing.move(self, ids, to), _("Move an entry"))

    def save(self, path: str | os.PathLike[str] | None = None, **options: Any) -> None:
        """Write the document to its file, or to another, which it then belongs to.

        See ``document.saving.save`` for the options. Raises SitemapError; the old file is whole.
        """
        from .saving import save

        save(self, path, **options)
