"""The first look at the files of a set: what each entry takes and where it belongs, no bytes kept.

Some bytes an entry are remembered, so that sets larger than memory can be split. What is measured
holds for all names, limits and dates; only another way of putting entries together asks anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.inflate import deflate
from sitemap_editor.operations.sets.members import State
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.jobs import NO_PROGRESS, Progress, Share

from .dates import Dates
from .filling import hashes_of
from .grouping import Grouper
from .languages import LanguageCheck
from .reading import Read, SetReader, Stored
from .telling import names_text
from .uniting import Uniting
from .wishes import Wish

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.store import Ids
    from sitemap_editor.operations.sets import Member, SitemapSet
    from sitemap_editor.operations.sets.reading import Documents
    from sitemap_editor.operations.sets.selection import Selection

SAMPLE = 1 << 16
MOST_SAMPLES = 48
MOST_SITES = 10_000
_BLOCK = 4_000

Numbers = npt.NDArray[Any]


@dataclass(eq=False)
class Measured:
    """What is known of all entries of a set, by their place in it.

    ``sizes``: bytes of each with its gap; ``dropped``: those it has not at the head of a file.
    ``sites``: entries by scheme and host. ``skipped``: files that could not be read; ``mended``:
    those that had to be mended to be read.
    """

    reader: SetReader
    grouper: Grouper
    reads: list[Read] = field(default_factory=list)
    sizes: Numbers = field(default_factory=lambda: np.zeros(0, np.int32))
    dropped: Numbers = field(default_factory=lambda: np.zeros(0, np.int32))
    codes: Numbers = field(default_factory=lambda: np.zeros(0, np.int64))
    hashes: Numbers | None = None
    dates: Dates = field(default_factory=Dates)
    sites: Counter[str] = field(default_factory=Counter)
    shares: list[float] = field(default_factory=list)
    left_out: int = 0
    skipped: list[Member] = field(default_factory=list)
    mended: list[Member] = field(default_factory=list)

    @cached_property
    def languages(self) -> LanguageCheck | None:
        """How links between languages fare over all files; None when they are not split by that."""
        return self.grouper.languages()

    @property
    def count(self) -> int:
        """How many entries there are."""
        return len(self.sizes)

    def stored(self, read: Read, progress: Progress = NO_PROGRESS) -> Stored:
        """The bytes of a file's entries once more. Raises SitemapError when it has changed."""
        return self.reader.stored(read, self.sizes[read.first : read.stop], progress)

    def member_at(self, place: int) -> tuple[Member, int]:
        """The file of an entry, and its place among those of the file that are split."""
        read = next(one for one in self.reads if one.first <= place < one.stop)
        return self.reader.set.files[read.number], place - read.first


def key_of(wish: Wish) -> tuple[object, ...]:
    """What has to stay the same for what is measured to hold."""
    return wish.by, wish.depth, wish.patterns, wish.assign, wish.profiles


def measure(
    one: SitemapSet,
    wish: Wish,
    *,
    selections: Mapping[int, Selection] | None = None,
    open_documents: Documents | None = None,
    max_inflated: int | None = None,
    skip_unreadable: bool = False,
    progress: Progress = NO_PROGRESS,
) -> Measured:
    """Look at all files of a set, one in memory at a time.

    Raises SitemapError for a file that is named and cannot be read, unless those are skipped.
    """
    absent = [member for member in one.absent if member.state is not State.ITSELF]
    if absent and not skip_unreadable:
        raise _not_here(absent, one.source)
    if not one.files:
        raise SitemapError(_("There is no sitemap to split in this set."), path=one.source)
    is_lines = all(member.kind is None for member in one.files)
    reader = SetReader(one, Uniting(is_lines=is_lines), selections, open_documents, max_inflated)
    work = _Measuring(reader, wish, skip_unreadable)
    work.result.skipped += absent
    count = len(one.files)
    for number in range(count):
        work.look_at(number, Share(progress, number, count))
    return work.finished()


class Incomplete(SitemapError):
    """Files of a set are named and not there; they can be left out on purpose."""


def _not_here(absent: Sequence[Member], source: Path | None) -> Incomplete:
    said = ngettext(
        "{n} sitemap that is named is not here, and its entries would be lost: {names}.",
        "{n} sitemaps that are named are not here, and their entries would be lost: {names}.",
        len(absent),
    )
    names = names_text([member.name for member in absent])
    return Incomplete(
        said.format(n=format_number(len(absent)), names=names),
        path=source,
        advice=_("Put the files there, or leave them out on purpose."),
    )


class _Measuring:
    """Measures one file after the other."""

    def __init__(self, reader: SetReader, wish: Wish, skip_unreadable: bool) -> None:
        self.result = Measured(reader, Grouper(wish))
        self._is_skipping = skip_unreadable
        self._is_hashing = wish.assign == "hash"
        self._sizes: list[Numbers] = []
        self._dropped: list[Numbers] = []
        self._codes: list[Numbers] = []
        self._hashes: list[Numbers] = []
        self._every = max(1, len(reader.set.files) // MOST_SAMPLES)
        self._count = 0
        self._site = "https:///"

    def look_at(self, number: int, progress: Progress) -> None:
        """Measure a file; raises SitemapError when it cannot be read and is not to be skipped."""
        result = self.result
        reader = result.reader
        member = reader.set.files[number]
        state = reader.state_of(member)
        try:
            doc = reader.document(member, progress)
            self._decide_kind(doc)
            if doc.mending is not None:
                result.mended.append(member)
            result.left_out += len(doc)
            doc, ids = reader.take(number, doc)
        except SitemapError as error:
            if not self._is_skipping:
                raise error.at(member.path) from error.__cause__
            result.skipped.append(member)
            return
        result.left_out -= len(ids)
        size = doc.store.size_of(ids)
        head = reader.head_of(number, (doc, ids))
        result.reads.append(Read(number, self._count, len(ids), size, state, head))
        self._count += len(ids)
        if len(ids):
            self._note(number, doc, ids, progress)

    def _decide_kind(self, doc: Document) -> None:
        """Lists and feeds alone: the first decides whether lists come of them."""
        uniting = self.result.reader.uniting
        if uniting.is_lines and not self.result.reads:
            uniting.is_lines = doc.kind is Kind.TEXT

    def _note(self, number: int, doc: Document, ids: Ids, progress: Progress) -> None:
        result = self.result
        cells = doc.store.cells
        self._sizes.append((cells.end[ids] - cells.gap_start[ids]).astype(np.int32))
        if result.reader.uniting.is_lines:
            gaps = (cells.start[ids] - cells.gap_start[ids]).astype(np.int32)
            self._dropped.append(gaps)
        if not result.grouper.is_one:
            self._codes.append(result.grouper.codes_of(doc, ids, progress))
        if self._is_hashing:
            self._hashes.append(hashes_of(doc, ids, progress).astype(np.int32))
        self._note_values(doc, ids, progress)
        if number % self._every == 0:
            result.shares.append(_share_of(doc, ids))

    def _note_values(self, doc: Document, ids: Ids, progress: Progress) -> None:
        for start in range(0, len(ids), _BLOCK):
            part = ids[start : start + _BLOCK]
            self._note_sites(doc.values_of(part, "loc"))
            if doc.kind is Kind.URLSET:
                self.result.dates.add(doc.values_of(part, "lastmod"))
            progress.tick(start, len(ids))

    def _note_sites(self, addresses: Sequence[str | None]) -> None:
        """Count the sites; nearly all addresses begin as the one before."""
        result = self.result
        others = [one for one in addresses if not (one and one.startswith(self._site))]
        result.sites[self._site[:-1].lower()] += len(addresses) - len(others)
        for address in others:
            site = _site_of(address)
            result.sites[site.lower()] += 1
            self._site = f"{site}/" if site else self._site
        if len(result.sites) > MOST_SITES:
            result.sites = Counter(dict(result.sites.most_common(MOST_SITES // 2)))

    def finished(self) -> Measured:
        """What was measured."""
        result = self.result
        result.sizes = _joined(self._sizes)
        zero = np.zeros(1, np.int32)
        empty = np.broadcast_to(zero, (self._count,))
        result.dropped = _joined(self._dropped) if self._dropped else empty
        result.grouper.settle(self._codes)
        result.codes = empty if result.grouper.is_one else _joined(self._codes)
        result.hashes = _joined(self._hashes) if self._is_hashing else None
        return result


def _joined(blocks: list[Numbers]) -> Numbers:
    joined = np.concatenate(blocks) if blocks else np.zeros(0, np.int32)
    blocks.clear()
    return joined


def _site_of(address: str | None) -> str:
    """Scheme and host an address begins with; empty for none."""
    if not address:
        return ""
    end = address.find("/", address.find("://") + 3)
    return address if end < 0 else address[:end]


def _share_of(doc: Document, ids: Ids) -> float:
    """What gzip leaves of the beginning of a file."""
    kept, length = [], 0
    for run in doc.store.runs(ids):
        kept.append(run[: SAMPLE - length])
        length += len(kept[-1])
        if length >= SAMPLE:
            break
    return sum(map(len, deflate(kept))) / max(1, length)
