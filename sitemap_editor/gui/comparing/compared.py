"""A comparison as the window shows it: what is counted, which differences are listed, and sides."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sitemap_editor.operations.comparing import (
    Comparison,
    DocumentSide,
    ListSide,
    SetSide,
    compare,
    site_of_side,
)
from sitemap_editor.operations.comparing.reporting import notes_of
from sitemap_editor.operations.sets import open_set
from sitemap_editor.protocol.differences import Difference, DiffKind, FieldChange
from sitemap_editor.support.i18n import _, format_number
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .reading import read_path
from .words import Teller

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from sitemap_editor.document.document import Document
    from sitemap_editor.operations.comparing import Side as Compares

    from .sides import Side

    Numbers = NDArray[np.int64]
    Documents = dict[Path, Document]

KINDS = tuple(DiffKind)
MOST_PROBLEMS = 2
"""Files that cannot be read which are named; others are counted."""


class Compared:
    """What two sides differ in. Numbers are those of the comparison's differences."""

    def __init__(self, comparison: Comparison, before: Side, after: Side) -> None:
        self.comparison = comparison
        self.before, self.after = before, after
        self._kinds = np.zeros(len(comparison), np.uint8)
        for code, kind in enumerate(KINDS):
            self._kinds[comparison.rows([kind])] = code

    # What is counted

    @property
    def total(self) -> int:
        """How many differences there are."""
        return len(self.comparison)

    @property
    def counts(self) -> dict[str, int]:
        """Differences by kind; only kinds that there can be."""
        counts = self.comparison.counts
        kinds = [DiffKind.ADDED, DiffKind.REMOVED]
        if not self.has_list:
            kinds.append(DiffKind.CHANGED)
        if self.is_set:
            kinds.append(DiffKind.MOVED)
        if self.has_list:
            kinds.append(DiffKind.UNFIT)
        return {kind: counts[kind] for kind in KINDS if kind in kinds or counts[kind]}

    def counts_of(self, numbers: Numbers) -> dict[str, int]:
        """Some differences by kind."""
        counted = np.bincount(self._kinds[numbers], minlength=len(KINDS)).tolist()
        return {kind: count for kind, count in zip(KINDS, counted, strict=True) if count}

    def kind(self, number: int) -> DiffKind:
        """The kind of a difference."""
        return KINDS[self._kinds[number]]

    @property
    def old_count(self) -> int:
        """Entries before."""
        return self.comparison.old_count

    @property
    def new_count(self) -> int:
        """Entries after."""
        return self.comparison.new_count

    @property
    def same(self) -> int:
        """Entries in which nothing differs."""
        return self.comparison.same

    @property
    def reordered(self) -> int:
        """Entries that stand elsewhere in their file."""
        return self.comparison.reordered

    @property
    def left_out(self) -> int:
        """Rows of a list that do not count: they come again, or cannot be indexed."""
        return self.comparison.totals.left_out

    @property
    def fields(self) -> Mapping[str, int]:
        """In how many entries each field differs; only those that do."""
        return self.comparison.field_counts

    @property
    def has_list(self) -> bool:
        """Whether one side is a list."""
        return self.comparison.is_with_list

    @cached_property
    def teller(self) -> Teller:
        """How its differences read."""
        sides = (self.comparison.old, self.comparison.new)
        found = [side.listed if isinstance(side, ListSide) else None for side in sides]
        return Teller(self.is_set, found[0] or found[1], is_list_new=found[1] is not None)

    @property
    def is_set(self) -> bool:
        """Whether it matters which file an entry is in."""
        return self.comparison.old.is_set or self.comparison.new.is_set

    @property
    def problems(self) -> str:
        """Which files could not be compared, and why; empty when all could."""
        found = list(notes_of(self.comparison))
        texts = found[:MOST_PROBLEMS]
        if len(found) > MOST_PROBLEMS:
            more = _("{n} more files could not be read.")
            texts.append(more.format(n=format_number(len(found) - MOST_PROBLEMS)))
        return "\n".join(texts)

    # Which are listed

    def numbers(
        self, kinds: Collection[str], text: str, field: str, progress: Progress = NO_PROGRESS
    ) -> Numbers:
        """The numbers of differences of these kinds, with a text in the address, in this field."""
        if not kinds:
            return np.zeros(0, np.int64)
        wanted = [kind for kind in KINDS if kind in kinds]
        fields = [field] if field else []
        return self.comparison.rows(wanted, text, fields, progress=progress)

    def differences(
        self, numbers: Sequence[int] | Numbers, progress: Progress = NO_PROGRESS
    ) -> dict[int, Difference]:
        """Some differences by number. Raises SitemapError when a file has changed meanwhile."""
        chosen = np.asarray(numbers, np.int64)
        found = self.comparison.differences(chosen, progress)
        return dict(zip(chosen.tolist(), found, strict=True))

    def addresses(self, numbers: Numbers, progress: Progress = NO_PROGRESS) -> list[str]:
        """The addresses of some differences. Raises like ``differences``."""
        return self.comparison.addresses(numbers, progress)

    def fields_of(
        self, number: int, one: Difference, progress: Progress = NO_PROGRESS
    ) -> Sequence[FieldChange]:
        """What differs in an entry; all it says, where only one side has it."""
        if one.kind not in (DiffKind.ADDED, DiffKind.REMOVED):
            return one.fields
        before, after = self.comparison.places(number)
        side = self.comparison.new if before is None else self.comparison.old
        place = before or after
        assert place is not None  # one of the sides has it
        facts = side.content(place.member, progress).facts([place.position])[0]
        said = [(name, value) for name, value in facts.fields.items() if value]
        said += [(part.name, part.text) for part in facts.parts or ()]
        is_new = before is None
        return [
            FieldChange(name, None if is_new else text, text if is_new else None)
            for name, text in said
        ]


def compare_sides(
    before: Side,
    after: Side,
    match: str,
    only_indexable: bool,
    documents: Documents,
    progress: Progress = NO_PROGRESS,
) -> Compared:
    """Read and compare two sides. Raises SitemapError.

    ``only_indexable``: rows of a list about other pages do not count.
    """
    sides: dict[bool, Compares] = {}
    # A list may have addresses that lack their site, which is then that of the other side.
    for is_new in sorted(
        (False, True), key=lambda new: (after if new else before).path is not None
    ):
        one, other = (after, before) if is_new else (before, after)
        site = site_of_side(sides[not is_new], progress) if (not is_new) in sides else ""
        sides[is_new] = _read(one, other, only_indexable, site, documents, progress)
    found = compare(sides[False], sides[True], match=match, progress=progress)
    return Compared(found, before, after)


def _read(
    side: Side,
    other: Side,
    only_indexable: bool,
    site: str,
    documents: Documents,
    progress: Progress,
) -> Compares:
    if side.session is not None:
        return DocumentSide(side.session.doc, side.session.name)
    if side.open_set is not None:
        known = side.open_set.set or open_set(
            side.open_set.source, open_documents=documents, progress=progress
        )
        return SetSide(known, name=side.open_set.name, open_documents=documents)
    assert side.path is not None  # it is one of the three
    # What is compared with an index by itself is an index by itself.
    is_one_file = side.is_one_file or (other.is_index and not side.path.is_dir())
    return read_path(
        side.path,
        is_one_file=is_one_file,
        only_indexable=only_indexable,
        site=site,
        progress=progress,
    )
