"""Let a document say what another one says: of single entries, whole and as one step.

An entry that both have gets the bytes of the other, one that only the other has comes in where it
stands there, one that the other has not goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

import numpy as np

from sitemap_editor.document.blobs import cells_of
from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Edit, InsertIds, compound
from sitemap_editor.document.store import Ids
from sitemap_editor.markup.build import build_entry
from sitemap_editor.markup.patch import set_field
from sitemap_editor.markup.style import WHITE
from sitemap_editor.markup.text_lines import line_of
from sitemap_editor.operations.entry_fixes import Surroundings
from sitemap_editor.operations.head_fixes import Frame
from sitemap_editor.operations.importing.into import frame_for
from sitemap_editor.operations.merging.carrying import Carrier, united
from sitemap_editor.operations.replacing import Step, replace_all
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

Values = Mapping[str, str | None]
AT_ONCE = 512


@dataclass(slots=True)
class Wish:
    """What is wanted of one document, by positions in it and in others; each list may be empty.

    ``gone``: own entries that go. ``replaced``: own entries, by id, that become one of ``source``.
    ``added``: entries of ``source`` that come in, by id, in its order. A list has no document:
    ``values`` are those of an own entry by id, ``rows`` those of new entries, for the end.
    """

    source: Document | None = None
    gone: list[int] = field(default_factory=list)
    replaced: dict[int, int] = field(default_factory=dict)
    added: list[int] = field(default_factory=list)
    values: dict[int, Values] = field(default_factory=dict)
    rows: list[Values] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many entries change, come or go."""
        parts = (self.gone, self.replaced, self.added, self.values, self.rows)
        return sum(len(part) for part in parts)


def take_over(
    doc: Document, wishes: Sequence[Wish], progress: Progress = NO_PROGRESS
) -> Edit | None:
    """One edit that does all of it; None when nothing changes. Raises SitemapError.

    The sources must be as they were when the wishes were made.
    """
    taking = _Taking(doc, wishes)
    for number, wish in enumerate(wishes):
        taking.take(wish, progress)
        progress.tick(number, len(wishes))
    return taking.edit()


@dataclass(slots=True)
class _New:
    """A new entry: where it is to stand in the end, the gap before it, and its bytes."""

    place: int
    gap: bytes
    raw: bytes


class _Taking:
    """Gathers what changes in one document."""

    def __init__(self, doc: Document, wishes: Sequence[Wish]) -> None:
        self._doc = doc
        self._step = Step()
        self._new: list[_New] = []
        sources = [wish.source.names for wish in wishes if wish.source is not None]
        is_named = doc.kind.is_xml
        self._missing = united(doc.names, sources) if is_named else {}
        at = Surroundings.of(doc)
        namespaces = {**at.names.namespaces, **self._missing}
        self._at = replace(at, names=replace(at.names, namespaces=namespaces))

    def take(self, wish: Wish, progress: Progress) -> None:
        """Add what is wanted from one source."""
        self._step.gone.update(wish.gone)
        self._set_values(wish.values)
        if wish.source is not None:
            carrier = Carrier(wish.source, self._at)
            own = list(wish.replaced)
            theirs = np.array([wish.replaced[entry] for entry in own], np.int64)
            carried = carrier.entries(theirs)
            for entry, (_gap, raw) in zip(own, _ticking(carried, progress), strict=True):
                self._step.raws[entry] = raw
            self._add(wish.source, carrier, np.array(wish.added, np.int64), progress)
        end = len(self._doc)
        for values in wish.rows:
            self._new.append(_New(end, self._doc.style.gap, self._built(values)))

    def _add(self, source: Document, carrier: Carrier, ids: Ids, progress: Progress) -> None:
        places = np.sort(source.positions_of(ids)) if len(ids) else ids
        carried = carrier.entries(source.ids[places])
        for place, (_gap, raw) in zip(places.tolist(), _ticking(carried, progress), strict=True):
            self._new.append(_New(place, self._doc.style.gap, raw))

    def _set_values(self, values: Mapping[int, Values]) -> None:
        doc, at = self._doc, self._at
        for entry, fields in values.items():
            raw = self._step.raws.get(entry) or doc.raw(entry)
            for name, value in fields.items():
                if at.kind.is_xml:
                    raw = set_field(raw, name, value, at.names, at.style, at.kind, codec=at.codec)
                elif name == "loc":
                    raw = line_of(value, at.codec)
            self._step.raws[entry] = raw

    def _built(self, values: Values) -> bytes:
        at = self._at
        if not at.kind.is_xml:
            return line_of(values.get("loc"), at.codec)
        known = {one.name for one in fields_of(at.kind)}
        given = {name: value for name, value in values.items() if name in known and value}
        return build_entry(given, at.names, at.style, at.kind, codec=at.codec)

    # The edit

    def edit(self) -> Edit | None:
        """All of it as one edit."""
        doc, step = self._doc, self._step
        if not len(doc):
            return self._filled() if self._new else None
        if self._missing and self._uses_missing():
            frame = Frame(doc)
            frame.declare(self._missing)
            step.head = frame.head
        if not self._new:
            return replace_all(doc, step)
        return compound([replace_all(doc, step), self._inserted()])

    def _uses_missing(self) -> bool:
        raws = [*self._step.raws.values(), *(new.raw for new in self._new)]
        marks = [f"{prefix}:".encode() for prefix in self._missing]
        return any(mark in raw for mark in marks for raw in raws)

    def _filled(self) -> Edit | None:
        """The edit for a document without entries, whose root may have to be opened."""
        doc = self._doc
        needed = self._missing if self._uses_missing() else {}
        return compound([frame_for(doc, needed), self._inserted()])

    def _inserted(self) -> Edit:
        """New entries where they stand on the other side, as far as there are so many."""
        doc = self._doc
        left = len(doc) - len(self._step.gone)
        new = sorted(self._new, key=lambda one: one.place)
        first = self._first_free()
        places, last = [], first - 1
        for number, one in enumerate(new):
            last = max(last + 1, min(one.place, left + number))
            places.append(last)
        gaps = [one.gap for one in new]
        if not doc.kind.is_xml and places[0] == 0:
            gaps[0] = b""
        ids = doc.store.append(cells_of(doc, [one.raw for one in new], gaps))
        return InsertIds(ids, np.array(places, np.int64))

    def _first_free(self) -> int:
        """0, or 1 where a comment of the whole file stands before the first entry, to stay there.

        Lines have no gap before the first of them.
        """
        doc = self._doc
        is_xml = doc.kind.is_xml
        left = len(doc) - len(self._step.gone)
        if not left:
            return 0
        return int(not is_xml or bool(doc.store.gap(doc.id_at(0)).strip(WHITE)))


def _ticking(
    carried: Iterator[tuple[bytes, bytes]], progress: Progress
) -> Iterator[tuple[bytes, bytes]]:
    while some := list(islice(carried, AT_ONCE)):
        yield from some
        progress.tick()
