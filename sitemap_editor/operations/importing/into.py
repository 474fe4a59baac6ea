"""Where entries of a list go: a new document, the end of one, or among those it has.

Each is one edit, so one step takes it all back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from sitemap_editor.document import editing
from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Edit, InsertIds, ReplaceFrame, compound
from sitemap_editor.document.forking import Fork, fork
from sitemap_editor.document.opening import new_document
from sitemap_editor.markup.build import open_root
from sitemap_editor.markup.lexer import Names, lex_entry
from sitemap_editor.markup.values import decode_value
from sitemap_editor.operations.entry_fixes import Surroundings
from sitemap_editor.operations.head_fixes import Frame
from sitemap_editor.operations.merging import merged
from sitemap_editor.protocol.dates import moment_of
from sitemap_editor.protocol.fields import FIELD_BY_NAME, fields_of
from sitemap_editor.protocol.urls import norm_eq
from sitemap_editor.support.i18n import N_, _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .build import Imported
from .matching import AT_ONCE, Ints, hashes_of, hashes_of_document, places_in

MINE, THEIRS, NEWEST, FILL = "mine", "theirs", "newest", "fill"
WINNERS: MappingOf[str, str] = {
    FILL: N_("Fill what is empty"),
    MINE: N_("Keep what the sitemap says"),
    THEIRS: N_("Take what the list says"),
    NEWEST: N_("The later date"),
}
"""Whose value counts where both have one, with its name for people, marked for translation."""

UPDATE, SKIP, ADD = "update", "skip", "add"
EXISTING: MappingOf[str, str] = {
    UPDATE: N_("Update the entry"),
    SKIP: N_("Leave the entry as it is"),
    ADD: N_("Add another entry"),
}
"""What becomes of a row whose page is in the sitemap, marked for translation."""

_LOC = FIELD_BY_NAME["loc"].index


@dataclass(frozen=True, slots=True)
class Policy:
    """How rows and entries about one page become one.

    ``winners``: by field, one of WINNERS; ``others`` for fields that are not named (the later date
    for lastmod). ``exact``: only an address written the same is the same page. ``adds``: whether
    pages come in that the sitemap does not have.
    """

    existing: str = UPDATE
    winners: MappingOf[str, str] = field(default_factory=lambda: {"lastmod": NEWEST})
    others: str = FILL
    exact: bool = False
    adds: bool = True

    def winner(self, name: str) -> str:
        """Whose value of a field counts."""
        return self.winners.get(name, self.others)


@dataclass(slots=True)
class Merged:
    """What a merge does: the edit (None when nothing changes) and how many entries are which.

    ``fields`` counts the values set, by field; ``conflicts`` those where both had another value.
    ``present`` are the lines of rows whose page was there already; ``left_out`` counts pages that
    are not in the sitemap and were not to be added.
    """

    edit: Edit | None
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    skipped: int = 0
    left_out: int = 0
    fields: Counter[str] = field(default_factory=Counter)
    conflicts: Counter[str] = field(default_factory=Counter)
    present: Ints = field(default_factory=lambda: np.zeros(0, np.int64))


def as_document(found: Imported) -> Document:
    """A new document of the entries; undoing its one step leaves it empty."""
    doc = new_document(found.kind)
    doc.edit(append(doc, found), label())
    return doc


def label() -> str:
    """What the step is called."""
    return _("Import a list")


def append(doc: Document, found: Imported) -> Edit | None:
    """Add the entries behind those of the document they were built for; None when there are none.

    The document takes over the bytes: ``found`` must not be used for another one.
    """
    if found.cells is None or not len(found):
        return None
    cells = found.cells
    found.hashes = found.hashes[:0]
    _ = doc.baseline  # noted while there is little to note
    cells.blob[:] = doc.store.add_blob(found.text)
    if not doc.kind.is_xml and not len(doc):
        cells.counts[0, 0] -= doc.style.gap.count(b"\n") or doc.style.gap.count(b"\r")
        cells.counts[1, 0] = max(1, int(cells.counts[0, 0]) + 1)
        cells.gap_start[0] = cells.start[0]
    ids = doc.store.append(cells)
    places = np.arange(len(doc), len(doc) + len(ids), dtype=np.int64)
    return compound([frame_for(doc, found.namespaces), InsertIds(ids, places)])


def frame_for(doc: Document, namespaces: MappingOf[str, str]) -> Edit | None:
    """Declare what entries need, and make room for them."""
    head, tail = doc.head, doc.tail
    if namespaces:
        frame = Frame(doc)
        frame.declare(namespaces)
        head = frame.head
    if not len(doc):
        if head.endswith(b"/>"):
            head, end = open_root(head, doc.style)
            tail = end + tail
        elif doc.kind.is_xml and tail.startswith(b"</") and not doc.style.is_minified:
            tail = doc.style.tail_gap + tail
        elif not doc.kind.is_xml and not tail.endswith((b"\n", b"\r")):
            tail += doc.style.newline
    return None if (head, tail) == (doc.head, doc.tail) else ReplaceFrame(head, tail)


# Merging


def merge(
    doc: Document, found: Imported, policy: Policy | None = None, progress: Progress = NO_PROGRESS
) -> Merged:
    """Work out how the entries come among those of the document they were built for."""
    if not len(found):
        return Merged(None)
    return _Merge(doc, found, policy or Policy(), progress).run()


def places_of(
    doc: Document, found: Imported, *, exact: bool = False, progress: Progress = NO_PROGRESS
) -> Ints:
    """Where the page of each row stands in a document; -1 where it does not."""
    wanted = _spelled_hashes(found) if exact else found.hashes
    present = hashes_of_document(doc, equivalent=not exact, progress=progress)
    places = places_in(wanted, present)
    same = norm_eq if not exact else str
    hits = np.flatnonzero(places >= 0)
    for first in range(0, len(hits), AT_ONCE):
        progress.tick(first, len(hits))
        part = hits[first : first + AT_ONCE]
        ours = doc.values_of(doc.ids[places[part]], "loc")
        theirs = found.raw_values(part.tolist(), _LOC)
        for n, mine, other in zip(part.tolist(), ours, theirs, strict=True):
            if same(mine or "") != same(decode_value(other or b"")):
                places[n] = -1
    return places


def _spelled_hashes(found: Imported) -> Ints:
    """A number for the address of each row as it is written."""
    numbers = [np.zeros(0, np.int64)]
    for first in range(0, len(found), AT_ONCE):
        raws = found.raw_values(range(len(found))[first : first + AT_ONCE], _LOC)
        numbers.append(hashes_of([decode_value(raw or b"") for raw in raws], equivalent=False))
    return np.concatenate(numbers)


class Differing(NamedTuple):
    """A value in which a row and its entry differ, by number among those compared.

    ``mine`` is "" where the sitemap says nothing. ``takes_theirs`` when that of the list comes in.
    """

    number: int
    mine: str
    theirs: str
    takes_theirs: bool


def differing(
    doc: Document, found: Imported, policy: Policy, name: str, rows: Sequence[int], ids: Ints
) -> Iterator[Differing]:
    """What rows say about a field that their entries do not; where rows are silent, nothing."""
    wins = WINS[policy.winner(name)]
    ours = doc.values_of(ids, name)
    theirs = found.raw_values(rows, FIELD_BY_NAME[name].index)
    for number, (mine, raw) in enumerate(zip(ours, theirs, strict=True)):
        other = decode_value(raw) if raw else ""
        if other and other != mine:
            yield Differing(number, mine or "", other, not mine or wins(mine, other))


class _Merge:
    def __init__(self, doc: Document, found: Imported, policy: Policy, progress: Progress) -> None:
        self._doc = doc
        self._found = found
        self._policy = policy
        self._progress = progress
        self._result = Merged(None)

    def run(self) -> Merged:
        doc, found, result = self._doc, self._found, self._result
        places = places_of(doc, found, exact=self._policy.exact, progress=self._progress)
        both = np.flatnonzero(places >= 0)
        result.present = found.lines[both]
        if self._policy.existing == ADD:
            both = both[:0]
        split = fork(doc)
        if self._policy.existing == UPDATE and doc.kind.is_xml:
            self._update(split, both.tolist(), doc.ids[places[both]])
        else:
            result.skipped = len(both)
        mask = np.ones(len(found), np.bool_)
        mask[both] = False
        if not self._policy.adds:
            result.left_out = int(mask.sum())
            mask[:] = False
        found.keep(mask)
        result.added = len(found)
        added = append(split.copy, found)
        if added is not None:
            split.copy.edit(added, label())
        result.edit = split.edit()
        return result

    def _update(self, split: Fork, rows: list[int], ids: Ints) -> None:
        """Set the fields of entries, one field after the other, and add what only rows have."""
        copy = split.copy
        before = copy.store.take(ids) if len(ids) else None
        for one in fields_of(copy.kind)[1:]:
            self._update_field(copy, one.name, rows, ids)
        if self._found.namespaces or self._found.mapping.is_grouped:
            self._update_extensions(copy, rows, ids)
        if before is None:
            return
        after = copy.store.take(ids)
        changed = (before.blob != after.blob) | (before.start != after.start)
        self._result.updated = len(np.unique(ids[changed]))
        self._result.unchanged = len(np.unique(ids)) - self._result.updated

    def _update_field(self, copy: Document, name: str, rows: list[int], ids: Ints) -> None:
        values: dict[int, str] = {}
        for first in range(0, len(rows), AT_ONCE):
            self._progress.tick(first, len(rows))
            part, own = ids[first : first + AT_ONCE], rows[first : first + AT_ONCE]
            for one in differing(copy, self._found, self._policy, name, own, part):
                self._result.conflicts[name] += bool(one.mine)
                if one.takes_theirs:
                    values[int(part[one.number])] = one.theirs
        if values:
            chosen = np.array(list(values), np.int64)
            edit = editing.set_values(copy, chosen, name, list(values.values()), self._progress)
            copy.edit(edit, name)
            self._result.fields[name] += len(values)

    def _update_extensions(self, copy: Document, rows: list[int], ids: Ints) -> None:
        frame = frame_for(copy, self._found.namespaces)
        if frame is not None:
            copy.edit(frame, "")
        at = Surroundings.of(copy)
        raws = dict(zip(ids.tolist(), copy.store.raws(ids), strict=True))
        old = list(raws.values())
        pairs = zip(ids.tolist(), self._found.raws(rows), strict=True)
        for number, (entry, other) in enumerate(pairs):
            raws[entry] = merged(raws[entry], [_without_fields(other, at.names)], at)
            if number % 256 == 0:
                self._progress.tick(number, len(rows))
        new = list(raws.values())
        self._result.fields["extensions"] += sum(a != b for a, b in zip(old, new, strict=True))
        copy.edit(editing.replace_raws(copy, np.array(list(raws), np.int64), old, new), "")


def _without_fields(xml: bytes, names: Names) -> bytes:
    """An entry with its extensions alone; its fields have been seen to."""
    parts = lex_entry(xml, names)
    for child in reversed(parts.children):
        if child.is_core:
            xml = xml[: child.start] + xml[child.end :]
    return xml


def _is_later(mine: str, other: str) -> bool:
    return moment_of(other) > moment_of(mine)


WINS: MappingOf[str, Callable[[str, str], bool]] = {
    MINE: lambda _mine, _other: False,
    FILL: lambda _mine, _other: False,
    THEIRS: lambda _mine, _other: True,
    NEWEST: _is_later,
}
"""Whether the value of the list comes in where the sitemap has another one (mine, theirs)."""
