"""Entries of one document move or are copied to another: worked out before anything is changed.

They take the prefixes and the white space that are usual in the other file, and nothing else of
them changes. What is told of both documents is read from copies on which it was tried.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sitemap_editor.document import editing
from sitemap_editor.document.edits import ReplaceFrame
from sitemap_editor.document.forking import Fork, fork
from sitemap_editor.markup.lexer import EntryParts, lex_entry
from sitemap_editor.markup.style import WHITE, Style, has_line_end
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind, can_take
from sitemap_editor.support.i18n import N_, _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .entry_fixes import Surroundings
from .head_fixes import Frame
from .importing.matching import hashes_of, hashes_of_document, places_in
from .merging.carrying import Carrier, united

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.edits import Edit
    from sitemap_editor.document.store import Ids

STAY, REPLACE, DROP, BOTH = "stay", "replace", "drop", "both"
DUPLICATES = {
    STAY: N_("Leave them where they are"),
    REPLACE: N_("Let them replace what is there"),
    DROP: N_("Remove them here, keep what is there"),
    BOTH: N_("Move them too, so that both are there"),
}
"""What becomes of entries whose page the other file has, marked for translation."""

COPIED_DUPLICATES = {
    STAY: N_("Leave them out"),
    REPLACE: DUPLICATES[REPLACE],
    BOTH: N_("Copy them too, so that both are there"),
}
"""The same for copies, marked for translation."""

TICK = 512
_BETWEEN = re.compile(rb"(?<=>)[ \t]*(?:\r\n|\n|\r)[ \t\r\n]*(?=<)")


@dataclass(frozen=True, slots=True, eq=False)
class Transfer:
    """What moving or copying does; ``edits`` does it.

    ``arriving`` entries are new in the target, ``replaced`` take the place of others there, and
    ``leaving`` go from the source. ``duplicates`` are those whose page the target had.
    ``source_after`` and ``target_after`` are copies that stand as the documents will;
    ``only_addresses``: the target has no room for more.
    """

    source: Document
    target: Document
    going: Ids
    fork: Fork
    arriving: int
    replaced: int
    leaving: int
    duplicates: int
    source_after: Document
    target_after: Document
    only_addresses: bool
    revisions: tuple[int, int]

    @property
    def edits(self) -> tuple[Edit | None, Edit | None]:
        """An edit of the source and one of the target, None where nothing changes.

        Built anew each time, since their bytes stay with the documents.
        """
        return editing.delete(self.source, self.going), self.fork.edit()

    @property
    def is_current(self) -> bool:
        """Whether both documents are as they were when it was worked out."""
        return self.revisions == (self.source.revision, self.target.revision)


def transfer(
    source: Document,
    ids: Ids,
    target: Document,
    *,
    is_copy: bool = False,
    duplicates: str = STAY,
    progress: Progress = NO_PROGRESS,
) -> Transfer:
    """Work out how entries come to the end of another document. Raises SitemapError.

    Both documents must stay as they are until the edits are applied.
    """
    if source is target or not can_take(source.kind, target.kind):
        raise SitemapError(
            _("Entries of this file cannot go into that one."),
            path=target.path,
            advice=_("Choose another sitemap or text list."),
        )
    ids = source.ids[np.sort(source.positions_of(np.asarray(ids, np.int64)))]
    found = _found_there(source, ids, target, progress)
    is_there = found >= 0
    places = found[is_there]
    coming = ids if duplicates == BOTH else ids[~is_there]
    replacing = ids[is_there] if duplicates == REPLACE else ids[:0]
    going = ids[:0] if is_copy else _going(ids, is_there, duplicates)
    after = _Arrival(source, target, progress)
    after.arrive(coming, replacing, target.ids[places])
    trial = fork(source)
    trial.copy.edit(editing.delete(trial.copy, going), "")
    return Transfer(
        source=source,
        target=target,
        going=going,
        fork=after.fork,
        arriving=len(coming),
        replaced=len(replacing),
        leaving=len(going),
        duplicates=int(is_there.sum()),
        source_after=trial.copy,
        target_after=after.copy,
        only_addresses=target.kind is Kind.TEXT and source.kind is not Kind.TEXT,
        revisions=(source.revision, target.revision),
    )


def _found_there(source: Document, ids: Ids, target: Document, progress: Progress) -> Ids:
    """The position in the target of the first entry about the same page; -1 where there is none."""
    wanted = hashes_of([value or "" for value in source.values_of(ids, "loc")])
    found = places_in(wanted, hashes_of_document(target, progress=progress))
    found[wanted == hashes_of([""])[0]] = -1
    return found


def _going(ids: Ids, is_there: np.ndarray, duplicates: str) -> Ids:
    """The entries that leave: all, unless those that are there already stay here."""
    return ids[~is_there] if duplicates == STAY else ids


class _Arrival:
    """Tries on a copy of the target what the entries look like there."""

    def __init__(self, source: Document, target: Document, progress: Progress) -> None:
        self._source = source
        self._progress = progress
        self.fork = fork(target)
        self.copy = self.fork.copy
        at = Surroundings.of(self.copy)
        self._missing: dict[str, str] = {}
        if at.kind is source.kind and at.kind.is_xml:
            self._missing = united(self.copy.names, [source.names])
        namespaces = {**at.names.namespaces, **self._missing}
        self._at = replace(at, names=replace(at.names, namespaces=namespaces))
        self._carrier = Carrier(source, self._at)

    def arrive(self, coming: Ids, replacing: Ids, replaced: Ids) -> None:
        """Bring entries in: some at the end, some in the place of those that are there."""
        new, instead = self._carried(coming), self._carried(replacing)
        self._declare([*new, *instead])
        if instead:
            last = dict(zip(replaced.tolist(), instead, strict=True))
            ids = np.array(list(last), np.int64)
            old = self.copy.store.raws(ids)
            self.copy.edit(editing.replace_raws(self.copy, ids, old, list(last.values())), "")
        self.copy.edit(editing.insert_raws(self.copy, len(self.copy), new), "")

    def _carried(self, ids: Ids) -> list[bytes]:
        raws, at = [], self._at
        is_shaped = self._source.kind is at.kind and at.kind.is_xml
        for number, (_gap, raw) in enumerate(self._carrier.entries(ids)):
            raws.append(shaped(raw, at, self._source.style) if is_shaped else raw)
            if number % TICK == 0:
                self._progress.tick(number, len(ids))
        return raws

    def _declare(self, raws: Sequence[bytes]) -> None:
        """Declare in the root what the entries need and it has not."""
        marks = {prefix: f"{prefix}:".encode() for prefix in self._missing}
        needed = {
            prefix: self._missing[prefix]
            for prefix, mark in marks.items()
            if any(mark in raw for raw in raws)
        }
        if needed:
            frame = Frame(self.copy)
            frame.declare(needed)
            self.copy.edit(ReplaceFrame(frame.head, self.copy.tail), "")


def shaped(raw: bytes, at: Surroundings, style: Style) -> bytes:
    """An entry with the white space that is usual where it comes to; ``style`` was its own.

    Values stay as they are. So does an entry in which white space may mean something.
    """
    new = at.style
    if (style.child_gap, style.close_gap) == (new.child_gap, new.close_gap):
        return raw
    if b"<!" in raw or b"<?" in raw or b"xml:space" in raw:
        return raw
    parts = lex_entry(raw, at.names)
    if parts.end_tag is None or not parts.children or not _is_blank_between(raw, parts):
        return raw
    inside = b"".join(
        new.child_gap + _indented(raw[child.start : child.end], style, new)
        for child in parts.children
    )
    start, end = parts.start_tag, parts.end_tag
    return raw[start[0] : start[1]] + inside + new.close_gap + raw[end[0] : end[1]]


def _is_blank_between(raw: bytes, parts: EntryParts) -> bool:
    """Whether nothing but white space stands between the elements of an entry."""
    place = parts.start_tag[1]
    for child in parts.children:
        if raw[place : child.start].strip(WHITE):
            return False
        place = child.end
    return parts.end_tag is not None and not raw[place : parts.end_tag[0]].strip(WHITE)


def _indented(element: bytes, old: Style, new: Style) -> bytes:
    """An element whose own elements stand on lines of their own, further in or out."""
    if not has_line_end(new.child_gap):
        return _BETWEEN.sub(b"", element)

    def moved(found: re.Match[bytes]) -> bytes:
        indent = re.split(rb"[\r\n]", found[0])[-1]
        if not indent.startswith(old.child_indent):
            return found[0]
        return new.newline + new.child_indent + indent[len(old.child_indent) :]

    return _BETWEEN.sub(moved, element)
