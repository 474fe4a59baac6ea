"""Several files become one document: the frame of the first, and the entries of all in their order.

Namespaces are united on its root; comments before entries stay where they are, also those of
entries that go.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sitemap_editor.document import editing
from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Edit
from sitemap_editor.document.forking import Fork, fork
from sitemap_editor.document.opening import document_of, new_document
from sitemap_editor.markup.encoding import Source
from sitemap_editor.markup.lexer import Names
from sitemap_editor.markup.style import WHITE
from sitemap_editor.operations.entry_fixes import Surroundings
from sitemap_editor.operations.head_fixes import Frame
from sitemap_editor.operations.replacing import Step, replace_all
from sitemap_editor.operations.sets.duplicates import Decision, Views
from sitemap_editor.operations.sets.selection import Selection
from sitemap_editor.operations.sets.survey import AT_ONCE, Ints, Survey
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress, Share

from .carrying import Carrier, united

NONE = -1

Pieces = Iterator[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class Target:
    """What the merged file is: how entries stand in it, and the prefixes its root gets to declare.

    ``base`` is the number of the file whose frame it has, NONE for that of a new one.
    """

    at: Surroundings
    added: dict[str, str]
    base: int


def target_of(found: Survey) -> Target:
    """What the files make together: a list when all are lists, else a sitemap.

    Raises SitemapError when none of them can be read.
    """
    there = [(number, one) for number, one in enumerate(found.facts) if one is not None]
    if not there:
        problem = next(iter(found.problems.values()), None)
        raise problem or SitemapError(_("There is no sitemap to merge."))
    is_list = all(one.at.kind is Kind.TEXT for _number, one in there)
    kind = Kind.TEXT if is_list else Kind.URLSET
    number, first = there[0]
    if first.at.kind is kind:
        at, base = first.at, number
    else:
        at, base = Surroundings.of(new_document(kind)), NONE
    if not kind.is_xml:
        return Target(at, {}, base)
    added = united(at.names, (one.at.names for _n, one in there if one.at.kind is kind))
    return Target(replace(at, names=_with(at.names, added)), added, base)


def _with(names: Names, namespaces: dict[str, str]) -> Names:
    """Names with further prefixes, where they are free."""
    return Names(names.prefix, names.entry_name, {**namespaces, **names.namespaces})


def views_for(found: Survey, target: Target) -> Views:
    """Each file with the names of the merged one beside its own."""
    free = {prefix: uri for prefix, uri in target.at.names.namespaces.items() if prefix}
    ats: list[Surroundings | None] = []
    for one in found.facts:
        if one is None or one.at.kind is not target.at.kind:
            ats.append(None if one is None else target.at)
        else:
            ats.append(replace(one.at, names=_with(one.at.names, free)))
    return Views(ats)


@dataclass(frozen=True, eq=False, slots=True)
class Joined:
    """The merged document as a copy of the first; ``entries`` are those of the set, in its order.

    ``fork`` is None when there was no document to begin with.
    """

    copy: Document
    fork: Fork | None
    entries: Ints

    def edit(self) -> Edit | None:
        """What makes the first document the merged one, as one step."""
        return self.fork.edit() if self.fork is not None else None

    def document(self, progress: Progress = NO_PROGRESS) -> Document:
        """A new document without a file; nothing in it can be undone."""
        copy = self.copy
        source = Source(
            b"",
            copy.text(),
            copy.source.encoding_as_saved,
            copy.source.declared,
            copy.source.bom,
        )
        made = document_of(copy.kind, source, progress)
        made.note_not_saved()
        made.prepare()
        return made


class TooMany(SitemapError):
    """The files make more than one may hold."""


def join(
    found: Survey,
    decision: Decision,
    target: Target,
    *,
    most_bytes: int | None = None,
    progress: Progress = NO_PROGRESS,
) -> Joined:
    """Put the entries that stay into one document.

    Raises SitemapError when a file cannot be read, and TooMany as soon as there are more than
    ``most_bytes``.
    """
    return _Joining(found, decision, target, most_bytes).run(progress)


class _Joining:
    def __init__(
        self,
        found: Survey,
        decision: Decision,
        target: Target,
        most_bytes: int | None,
    ) -> None:
        self._found = found
        self._decision = decision
        self._target = target
        self._most = most_bytes
        self._entries: list[Ints] = []
        self._pieces: list[tuple[bytes, bytes]] = []
        self._pending = b""

    def run(self, progress: Progress) -> Joined:
        """Read file after file."""
        target, base = self._target, None
        if target.base == NONE:
            copy = new_document(target.at.kind)
            self._declare(copy)
        else:
            base = fork(self._found.read(target.base, progress))
            copy = base.copy
            # Names first: new bytes of its entries may use what the root is to declare.
            self._declare(copy)
            self._begin(copy)
        size = copy.size_bytes
        for number, facts in enumerate(self._found.facts):
            share = Share(progress, number, len(self._found.facts))
            share.tick()
            if facts is not None and number != target.base:
                size += self._add(number, share)
                if self._most is not None and size > self._most:
                    raise TooMany(_("The merged file would be too large."))
        self._append(copy, progress)
        entries = np.concatenate(self._entries) if self._entries else np.zeros(0, np.int64)
        return Joined(copy, base, entries)

    def _selected(self, doc: Document, number: int) -> Selection:
        """What stays of a file, noted as the next entries of the result."""
        chosen = self._decision.selections[number]
        keep = np.ones(len(doc), np.bool_) if chosen.keep is None else chosen.keep
        self._entries.append(np.flatnonzero(keep) + int(self._found.firsts[number]))
        return Selection(keep, chosen.replaced)

    def _declare(self, copy: Document) -> None:
        """Let the root declare what the entries of all files need."""
        if self._target.added:
            frame = Frame(copy)
            frame.declare(self._target.added)
            copy.edit(replace_all(copy, Step(head=frame.head)), "")

    def _begin(self, copy: Document) -> None:
        """Change the entries of the first document."""
        chosen = self._selected(copy, self._target.base)
        assert chosen.keep is not None
        step = Step()
        step.gone.update(copy.ids[~chosen.keep].tolist())
        for position in chosen.replaced:
            step.raws[int(copy.ids[position])] = chosen.replaced[position]
        copy.edit(replace_all(copy, step), "")

    def _add(self, number: int, progress: Progress) -> int:
        """Take over what stays of a further file; returns its bytes."""
        doc = self._found.read(number, Share(progress, 0, 2))
        progress = Share(progress, 1, 2)
        chosen = self._selected(doc, number)
        carrier = Carrier(doc, self._target.at)
        size = 0
        for gap, raw in self._kept(doc, carrier, chosen, progress):
            if self._pending:
                gap, self._pending = self._behind(self._pending, gap), b""
            self._pieces.append((gap, raw))
            size += len(gap) + len(raw)
        left = carrier.left_behind().lstrip(WHITE)
        self._pending += self._target.at.style.gap + left if left else b""
        return size

    def _kept(
        self, doc: Document, carrier: Carrier, chosen: Selection, progress: Progress
    ) -> Pieces:
        """Gap and bytes of the entries that stay; what stood before others is still to be put."""
        keep, replaced = chosen.keep, chosen.replaced
        assert keep is not None
        is_alike = doc.kind is self._target.at.kind
        for first in range(0, len(doc), AT_ONCE):
            ids = doc.ids[first : first + AT_ONCE]
            progress.tick(first, len(doc))
            for position, (gap, raw) in enumerate(carrier.entries(ids), first):
                if not keep[position]:
                    self._pending += gap.rstrip(WHITE)
                    continue
                if position in replaced:
                    new = replaced[position]
                    raw = carrier.carried(new) if is_alike else new
                yield gap, raw

    def _behind(self, before: bytes, gap: bytes) -> bytes:
        """A gap after what entries that went, or the end of a file, left behind."""
        start = before if before[:1] in WHITE else self._target.at.style.gap + before
        return start + gap

    def _append(self, copy: Document, progress: Progress) -> None:
        for first in range(0, len(self._pieces), AT_ONCE):
            progress.tick()
            self._append_some(copy, self._pieces[first : first + AT_ONCE])
        if self._pending:
            tail = self._behind(self._pending, copy.tail)
            copy.edit(replace_all(copy, Step(tail=tail)), "")

    @staticmethod
    def _append_some(copy: Document, pieces: Sequence[tuple[bytes, bytes]]) -> None:
        raws = [raw for _gap, raw in pieces]
        copy.edit(editing.insert_raws(copy, len(copy), raws), "")
        ids = copy.ids[-len(raws) :].tolist()
        gaps = {
            entry: gap for entry, (gap, _raw) in zip(ids, pieces, strict=True) if gap.strip(WHITE)
        }
        copy.edit(editing.with_gaps(copy, gaps), "")
