"""Where duplicates are looked for: in one document, or in all files of a set together."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from sitemap_editor.operations.deduplicating import Group, Merger, find_groups
from sitemap_editor.operations.merging.combining import combine, survivor_of
from sitemap_editor.operations.merging.wishes import MergeWish
from sitemap_editor.operations.sets.deduplicating import SetDuplicates
from sitemap_editor.operations.sets.duplicates import Chosen, Groups, decide, views_of_each
from sitemap_editor.operations.sets.gathering import Given, gather
from sitemap_editor.operations.sets.survey import survey
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _, format_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitemap_editor.document.document import Document
    from sitemap_editor.gui.over_set.files import FilesInHand, SetFile
    from sitemap_editor.gui.workspace import Workspace
    from sitemap_editor.operations.sets.reading import Documents
    from sitemap_editor.support.jobs import Progress

    Sizes = NDArray[np.int64]


class Place(ABC):
    """Finds groups of entries about one page; what is said of entries takes their numbers."""

    title: str

    @abstractmethod
    def find(self, match: str, progress: Progress) -> Found:
        """The groups; called in a job. Raises SitemapError."""


class Found(ABC):
    """Groups that were found; ``close`` lets go of what is kept for them."""

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def group(self, number: int) -> Group:
        """A group with its addresses."""

    def __iter__(self) -> Iterator[Group]:
        return map(self.group, range(len(self)))

    @abstractmethod
    def sizes(self) -> Sizes:
        """How many entries each group has."""

    @abstractmethod
    def survivor(self, number: int, keep: str) -> int:
        """The entry of a group that stays by a rule."""

    @abstractmethod
    def merged(self, number: int, kept: int, keep: str) -> tuple[bytes, bytes]:
        """White space before it, and what stays of a group."""

    @abstractmethod
    def said_of(self, entry: int) -> tuple[str, str]:
        """Where an entry stands and its date, and its address."""

    def close(self) -> None:
        """Let go of what is kept."""
        return


# One document


class InDocument(Place):
    """Looks for duplicates in one document."""

    def __init__(self, doc: Document) -> None:
        self.title = _("This file")
        self._doc = doc

    def find(self, match: str, progress: Progress) -> Found:
        return FoundInDocument(self._doc, find_groups(self._doc, match, progress))


class FoundInDocument(Found):
    """The groups of one document."""

    def __init__(self, doc: Document, groups: list[Group]) -> None:
        self.groups = groups
        self._doc = doc
        self._merger = Merger(doc)

    def __len__(self) -> int:
        return len(self.groups)

    def group(self, number: int) -> Group:
        return self.groups[number]

    def sizes(self) -> Sizes:
        return np.array([len(group.ids) for group in self.groups], np.int64)

    def survivor(self, number: int, keep: str) -> int:
        return self._merger.survivor(self.groups[number], keep)

    def merged(self, number: int, kept: int, keep: str) -> tuple[bytes, bytes]:
        return self._doc.style.indent, self._merger.merged(self.groups[number], kept)

    def said_of(self, entry: int) -> tuple[str, str]:
        position = format_number(int(self._doc.position_of(entry)) + 1)
        said = _("Entry {position}").format(position=position)
        date = self._doc.value_of(entry, "lastmod") if self._doc.kind.is_xml else None
        return (f"{said} · {date}" if date else said), self._doc.value_of(entry, "loc") or ""


# All files of a set


class InSet(Place):
    """Looks for duplicates in several files together: open ones as they are, others on disk."""

    def __init__(self, hand: FilesInHand, workspace: Workspace) -> None:
        self.title = hand.title
        self.files = [file for file in hand.files if not _is_listing(file, workspace)]
        self._sources = [_given(file, workspace) for file in self.files]
        self._opened: Documents = {}

    def find(self, match: str, progress: Progress) -> Found:
        gathered = gather(self._sources, self._opened, progress)
        found = survey(gathered.set, match, open_documents=gathered.documents, progress=progress)
        groups = Groups(found, views_of_each(found))
        groups.find(progress)
        return FoundInSet(groups, self._owners(gathered.borders))

    def _owners(self, borders: Sequence[int]) -> list[SetFile]:
        """The file of each number in the set that was gathered."""
        spans = pairwise(borders)
        return [file for file, (a, b) in zip(self.files, spans, strict=True) for _n in range(a, b)]


def _is_listing(file: SetFile, workspace: Workspace) -> bool:
    """Whether a file names others and no pages."""
    session = file.session(workspace)
    kind = session.doc.kind if session is not None else file.member and file.member.kind
    return kind in (Kind.SITEMAPINDEX, Kind.ROBOTS)


def _given(file: SetFile, workspace: Workspace) -> Given:
    session = file.session(workspace)
    return Given(file.name, file.path, session.doc if session is not None else None)


class FoundInSet(Found):
    """The groups of a set; ``files`` are those of its numbers."""

    def __init__(self, groups: Groups, files: list[SetFile]) -> None:
        self.groups = groups
        self.files = files

    def __len__(self) -> int:
        return len(self.groups)

    def group(self, number: int) -> Group:
        return self.groups.group(number)

    def sizes(self) -> Sizes:
        return self.groups.sizes()

    def survivor(self, number: int, keep: str) -> int:
        copies = self.groups.copies(number)
        return self.groups.entries(number)[survivor_of(copies, keep)]

    def merged(self, number: int, kept: int, keep: str) -> tuple[bytes, bytes]:
        copies, entries = self.groups.copies(number), self.groups.entries(number)
        stays = entries.index(kept)
        made = combine(copies, MergeWish(keep), stays)
        return copies[stays].at.style.indent, made.xml

    def said_of(self, entry: int) -> tuple[str, str]:
        copy = self.groups.copy(entry)
        name = self.groups.survey.set.files[copy.file].name
        place = format_number(copy.position + 1)
        said = _("{name}, entry {n}").format(name=name, n=place)
        date = copy.values.get("lastmod")
        return (f"{said} · {date}" if date else said), self.groups.address(entry)

    def decided(self, keep: str, chosen: Chosen, progress: Progress) -> SetDuplicates:
        """What becomes of the files."""
        match = self.groups.survey.match
        decision = decide(self.groups, MergeWish(keep, match), chosen, progress)
        return SetDuplicates(self.groups.survey, self.groups, decision)

    def close(self) -> None:
        self.groups.close()
