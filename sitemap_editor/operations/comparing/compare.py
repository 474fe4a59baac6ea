"""Compare two sides by address, within memory that does not depend on what their files hold."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.document.document import Document
from sitemap_editor.operations.sets.members import SitemapSet
from sitemap_editor.operations.sets.reading import Documents
from sitemap_editor.protocol.differences import DiffKind
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .comparison import KINDS, MOVED_MARK, Comparison, Found, Totals
from .pairing import NONE, Bools, Ints, Pairs, are_last, marks_of, out_of_order, pair
from .prints import COMPARED, Printer, Prints
from .sides import DocumentSide, ListSide, SetSide, Side
from .verifying import clear_what_is_the_same

EXACT, EQUIVALENT = "exact", "equivalent"
MATCHES = (EXACT, EQUIVALENT)
"""When two addresses are one page: letter by letter, or by the rules of addresses."""


def compare(
    old: SitemapSet | Document | Side,
    new: SitemapSet | Document | Side,
    *,
    match: str = EXACT,
    open_documents: Documents | None = None,
    progress: Progress = NO_PROGRESS,
) -> Comparison:
    """Compare two sitemaps or sets; files that cannot be read are told by ``problems``.

    ``open_documents``, by real path, win over their files. Of two lists only the rows count whose
    pages can be indexed.
    """
    before, after = side_of(old, open_documents), side_of(new, open_documents)
    if isinstance(before, ListSide) and isinstance(after, ListSide):
        before, after = before.only_fit(), after.only_fit()
    return _Comparing(before, after, match, progress).run()


def side_of(one: SitemapSet | Document | Side, open_documents: Documents | None = None) -> Side:
    """What can be compared."""
    if isinstance(one, SitemapSet):
        return SetSide(one, open_documents=open_documents)
    return DocumentSide(one) if isinstance(one, Document) else one


Marks = npt.NDArray[np.uint8]


class _Prepared(NamedTuple):
    """A side in numbers; of a list with the rows that count, and those that may not be indexed."""

    side: Side
    prints: Prints
    counts: Bools | None
    unfit: Bools | None


class _Comparing:
    """One comparison; ``base`` is the side whose entries are told in their order.

    That is the new one, unless it is a list: then what the sitemap has comes first.
    """

    def __init__(self, old: Side, new: Side, match: str, progress: Progress) -> None:
        self._old, self._new = old, new
        self._match = match
        self._progress = progress
        self._is_turned = isinstance(new, ListSide) and not isinstance(old, ListSide)
        self._has_list = isinstance(new, ListSide) or isinstance(old, ListSide)

    def run(self) -> Comparison:
        printer = Printer(is_exact=self._match == EXACT)
        old, new = (self._prepared(one, printer) for one in (self._old, self._new))
        base, other = (old, new) if self._is_turned else (new, old)
        counterparts = _counterparts(base.side, other.side)
        pairs = pair(
            base.prints, other.prints, counterparts, many=self._has_list, progress=self._progress
        )
        base.prints.forget_keys()
        other.prints.forget_keys()
        marks = marks_of(base.prints, other.prints, pairs, COMPARED, self._progress)
        starts = (base.prints.starts, other.prints.starts)
        clear_what_is_the_same(marks, pairs, (base.side, other.side), starts, self._progress)
        moved = self._moved(base.prints, other.prints, pairs, counterparts)
        kinds = self._kinds(base, other, pairs, marks, moved)
        marks[moved] |= MOVED_MARK
        found, beyond = self._found(other, kinds, pairs, marks)
        left_out = int(np.count_nonzero(kinds == _IGNORED)) + beyond
        reordered = 0 if self._has_list else self._reordered(base.prints, pairs, moved)
        totals = Totals(int(np.count_nonzero(kinds == _SAME)), reordered, left_out)
        borders = (old.prints.starts, new.prints.starts)
        return Comparison(self._old, self._new, found, borders, totals, self._match)

    def _prepared(self, side: Side, printer: Printer) -> _Prepared:
        prints = printer.prints(side.walk(self._progress), self._progress)
        if not isinstance(side, ListSide):
            return _Prepared(side, prints, None, None)
        unfit = np.zeros(len(prints), np.bool_) if side.unfit is None else np.array(side.unfit)
        return _Prepared(side, prints, are_last(prints.keys), unfit.astype(np.bool_))

    def _moved(self, base: Prints, other: Prints, pairs: Pairs, counterparts: Ints | None) -> Bools:
        moved = np.zeros(len(base), np.bool_)
        if counterparts is None:
            return moved
        for member in range(len(base.starts) - 1):
            part = slice(int(base.starts[member]), int(base.starts[member + 1]))
            theirs = other.members_of(pairs[part])
            moved[part] = (pairs[part] != NONE) & (theirs != counterparts[member])
        return moved

    def _kinds(
        self, base: _Prepared, other: _Prepared, pairs: Pairs, marks: Marks, moved: Bools
    ) -> Marks:
        """What becomes of each entry of the base."""
        is_paired = pairs != NONE
        kinds = np.full(len(pairs), _SAME, np.uint8)
        kinds[moved] = _code(DiffKind.MOVED)
        kinds[marks != 0] = _code(DiffKind.CHANGED)
        if other.unfit is not None and len(other.unfit):
            kinds[is_paired & other.unfit[np.maximum(pairs, 0)]] = _code(DiffKind.UNFIT)
        kinds[~is_paired] = _code(DiffKind.REMOVED if self._is_turned else DiffKind.ADDED)
        if base.counts is not None:
            kinds[~base.counts] = _IGNORED
        return kinds

    def _found(
        self, other: _Prepared, kinds: Marks, pairs: Pairs, marks: Marks
    ) -> tuple[Found, int]:
        """Entries of the base that differ, then what only the other side has.

        With them comes how many entries of the other side do not count.
        """
        mine = np.flatnonzero(kinds < len(KINDS)).astype(np.int32)
        theirs, beyond = self._only_other(other, pairs)
        single = _code(DiffKind.ADDED if self._is_turned else DiffKind.REMOVED)
        none = np.full(len(theirs), NONE, np.int32)
        sides = np.concatenate((mine, none)), np.concatenate((pairs[mine], theirs))
        all_kinds = np.concatenate((kinds[mine], np.full(len(theirs), single, np.uint8)))
        all_marks = np.concatenate((marks[mine], np.zeros(len(theirs), np.uint8)))
        old, new = sides if self._is_turned else sides[::-1]
        return Found(all_kinds, old, new, all_marks), beyond

    def _only_other(self, other: _Prepared, pairs: Pairs) -> tuple[npt.NDArray[np.int32], int]:
        """The entries that only the other side has, and how many more do not count."""
        is_free = np.ones(len(other.prints), np.bool_)
        is_free[pairs[pairs != NONE]] = False
        if other.counts is None or other.unfit is None:
            return np.flatnonzero(is_free).astype(np.int32), 0
        fit = is_free & other.counts & ~other.unfit
        return np.flatnonzero(fit).astype(np.int32), int(np.count_nonzero(is_free & ~fit))

    def _reordered(self, base: Prints, pairs: Pairs, moved: Bools) -> int:
        total = 0
        stays = (pairs != NONE) & ~moved
        borders = base.starts.tolist()
        for number, (first, last) in enumerate(pairwise(borders)):
            self._progress.tick(number, len(borders))
            own = pairs[first:last][stays[first:last]]
            total += out_of_order(own.astype(np.int64), self._progress)
        return total


_SAME, _IGNORED = 254, 255


def _code(kind: DiffKind) -> int:
    return KINDS.index(kind)


def _counterparts(base: Side, other: Side) -> Ints | None:
    """For each file of the base the same file of the other side, or NONE.

    None where files tell nothing, since one of the sides is a single one.
    """
    if not (base.is_set and other.is_set):
        return None
    mine, theirs = _bare(base.files), _bare(other.files)
    places = {name: number for number, name in enumerate(theirs)}
    return np.array([places.get(name, NONE) for name in mine], np.int64)


def _bare(files: Sequence[str]) -> list[str]:
    """Names without the folder that all are in, and what only tells how a file is packed."""
    names = [name.replace("\\", "/").removesuffix(".gz") for name in files]
    folders = [f"{name.rpartition('/')[0]}/".split("/") for name in names]
    if not folders:
        return names
    levels = zip(min(folders), max(folders), strict=False)
    depth = sum(1 for _level in takewhile(lambda level: level[0] == level[1] != "", levels))
    return ["/".join(name.split("/")[depth:]) for name in names]
