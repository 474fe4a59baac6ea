"""What has to be known of all files of a set before entries about one page can be found in them.

An entry is known by its number in the set: those of the first file come first.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sitemap_editor.document.document import Document
from sitemap_editor.operations.deduplicating import keys_of
from sitemap_editor.operations.entry_fixes import Surroundings
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.urls import WHITE_SPACE
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress, Share

from .members import Member, SitemapSet
from .reading import Documents, read_member

Ints = npt.NDArray[np.int64]

AT_ONCE = 4096
LOOKED_UP = 1 << 20
"""Hashes looked up at a time, which takes as much memory again."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of one file: how many entries, how many bytes, and how it is written.

    ``repairs`` were needed to read it.
    """

    count: int
    size: int
    at: Surroundings
    repairs: int = 0


@dataclass(eq=False, slots=True)
class Survey:
    """The files of a set, and a hash of each address; ``problems`` by number of file.

    ``facts`` is None for a file that cannot be read or holds no pages.
    """

    set: SitemapSet
    match: str
    facts: list[Facts | None]
    problems: dict[int, SitemapError]
    firsts: Ints
    hashes: Ints
    open_documents: Documents | None = None
    max_inflated: int | None = None
    _borders: list[int] = field(default_factory=list, init=False, repr=False)

    def read(self, number: int, progress: Progress = NO_PROGRESS) -> Document:
        """A file once more. Raises SitemapError when it cannot be read or has changed since."""
        member, facts = self.set.files[number], self.facts[number]
        doc = read_member(
            member,
            open_documents=self.open_documents,
            max_inflated=self.max_inflated,
            progress=progress,
        )
        if facts is None or (len(doc), doc.size_bytes) != (facts.count, facts.size):
            raise SitemapError(
                _("The file has changed while the set was being read."),
                path=member.name,
                advice=_("Try again."),
            )
        return doc

    @property
    def count(self) -> int:
        """How many entries the files have together."""
        return sum(one.count for one in self.facts if one is not None)

    def file_of(self, number: int) -> int:
        """The file that an entry stands in."""
        if not self._borders:
            self._borders = self.firsts.tolist()
        return bisect_right(self._borders, number) - 1

    def place_of(self, number: int) -> tuple[int, int]:
        """File and position of an entry."""
        file = self.file_of(number)
        return file, number - int(self.firsts[file])

    def repeated(self) -> Ints:
        """The numbers of entries whose hash another one has too."""
        ordered = np.sort(self.hashes)
        twice = ordered[1:][(ordered[1:] == ordered[:-1]) & (ordered[1:] != 0)]
        del ordered
        if not len(twice):
            return np.zeros(0, np.int64)
        found = []
        for first in range(0, len(self.hashes), LOOKED_UP):
            part = self.hashes[first : first + LOOKED_UP]
            place = np.minimum(np.searchsorted(twice, part), len(twice) - 1)
            found.append(np.flatnonzero(twice[place] == part) + first)
        return np.concatenate(found)

    def forget_hashes(self) -> None:
        """Let go of the hashes once what is repeated is known."""
        self.hashes = self.hashes[:0].copy()


def survey(
    one: SitemapSet,
    match: str,
    *,
    open_documents: Documents | None = None,
    max_inflated: int | None = None,
    progress: Progress = NO_PROGRESS,
) -> Survey:
    """Read all files of a set once. One that cannot be read is among the problems."""
    facts: list[Facts | None] = []
    problems: dict[int, SitemapError] = {}
    hashes: list[Ints] = []
    files = one.files
    for number, member in enumerate(files):
        share = Share(progress, number, len(files))
        share.tick()
        try:
            doc = read_member(
                member,
                open_documents=open_documents,
                max_inflated=max_inflated,
                progress=Share(share, 0, 2),
            )
            _require_pages(doc, member)
        except SitemapError as error:
            problems[number] = error
            facts.append(None)
            continue
        facts.append(_facts_of(doc))
        hashes.append(_hashes_of(doc, match, Share(share, 1, 2)))
        del doc  # before the next one is read
    counts = [one_file.count if one_file is not None else 0 for one_file in facts]
    firsts = np.cumsum([0, *counts])[:-1] if counts else np.zeros(0, np.int64)
    joined = np.concatenate(hashes) if hashes else np.zeros(0, np.int64)
    return Survey(
        one, match, facts, problems, firsts.astype(np.int64), joined, open_documents, max_inflated
    )


def _facts_of(doc: Document) -> Facts:
    repairs = len(doc.mending.repairs) if doc.mending is not None else 0
    return Facts(len(doc), doc.size_bytes, Surroundings.of(doc), repairs)


def _require_pages(doc: Document, member: Member) -> None:
    """Raise SitemapError for a document that has no pages to compare."""
    if doc.kind in (Kind.SITEMAPINDEX, Kind.ROBOTS):
        raise SitemapError(_("This names sitemaps, and no pages."), path=member.name)


def _hashes_of(doc: Document, match: str, progress: Progress) -> Ints:
    ids = doc.ids
    hashes = np.zeros(len(ids), np.int64)
    for first in range(0, len(ids), AT_ONCE):
        keys = keys_of(addresses_of(doc, ids[first : first + AT_ONCE]), match)
        hashes[first : first + len(keys)] = [hash(key) if key else 0 for key in keys]
        progress.tick(first, len(ids))
    return hashes


def addresses_of(doc: Document, ids: Ints) -> list[str]:
    """The trimmed addresses of entries; empty where there is none."""
    return [(value or "").strip(WHITE_SPACE) for value in doc.values_of(ids, "loc")]
