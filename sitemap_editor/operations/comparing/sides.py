"""What is compared: a set of files, a document as it stands in memory, or a list."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Lock
from typing import NamedTuple, Protocol

from sitemap_editor.document.document import Document
from sitemap_editor.operations.applying.listed import Listed
from sitemap_editor.operations.importing.proposing import Proposal
from sitemap_editor.operations.sets.members import Member, SitemapSet
from sitemap_editor.operations.sets.reading import Documents, read_member
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .contents import Content, DocumentContent, ListContent

KEPT_BYTES = 1 << 24
"""Bytes of documents that a side keeps for further details; one at least."""


class Problem(NamedTuple):
    """A file that could not be read."""

    file: str
    error: SitemapError


class Side(Protocol):
    """One of the two things compared.

    ``name`` is what people call it, ``files`` the names of its members. ``is_set`` when entries
    can move between its files.
    """

    name: str
    files: tuple[str, ...]
    is_set: bool
    problems: list[Problem]

    def walk(self, progress: Progress) -> Iterator[Content | None]:
        """The members one after another; None for one that cannot be read, noted as a problem."""

    def content(self, member: int, progress: Progress = NO_PROGRESS) -> Content:
        """One member again; raises SitemapError."""


class SetSide:
    """The files of a set; read when they are needed, and only a few of them kept.

    Those that are open are compared as they stand when the comparison begins.
    """

    def __init__(
        self,
        one: SitemapSet,
        *,
        name: str = "",
        open_documents: Documents | None = None,
        max_inflated: int | None = None,
    ) -> None:
        self.set = one
        self.members: tuple[Member, ...] = one.files
        self.name = name or _name_of(one)
        self.files = tuple(member.name for member in self.members)
        self.is_set = one.kind != "files" or len(self.members) > 1
        self.problems: list[Problem] = []
        self.mended: list[str] = []
        """Files that had to be mended to be read."""
        self._open = open_documents or {}
        self._max_inflated = max_inflated
        self._states: dict[int, object] = {}
        self._edited: dict[int, DocumentContent] = {}
        self._kept: OrderedDict[int, DocumentContent] = OrderedDict()
        self._lock = Lock()

    def walk(self, progress: Progress) -> Iterator[Content | None]:
        for number, member in enumerate(self.members):
            progress.tick(number, len(self.members))
            try:
                content = self._read(number, progress)
            except SitemapError as error:
                self.problems.append(Problem(member.name, error))
                yield None
                continue
            self._states[number] = _state(content)
            if member.path in self._open and not member.inner:
                self._edited[number] = content
            if content.doc.mending is not None:
                self.mended.append(member.name)
            yield content
            del content

    def content(self, member: int, progress: Progress = NO_PROGRESS) -> Content:
        if member in self._edited:
            return self._edited[member]  # an open document, as it stood then
        with self._lock:
            found = self._kept.get(member)
            if found is not None:
                self._kept.move_to_end(member)
                return found
        found = self._read(member, progress)
        if _state(found) != self._states.get(member, _state(found)):
            said = _("The file has changed since it was compared; compare again.")
            raise SitemapError(said, path=self.files[member])
        with self._lock:
            self._kept[member] = found
            self._forget()
        return found

    def _read(self, number: int, progress: Progress) -> DocumentContent:
        return DocumentContent(
            read_member(
                self.members[number],
                open_documents=self._open,
                max_inflated=self._max_inflated,
                progress=progress,
            )
        )

    def _forget(self) -> None:
        total = sum(one.doc.store.nbytes for one in self._kept.values())
        while total > KEPT_BYTES and len(self._kept) > 1:
            _number, gone = self._kept.popitem(last=False)
            total -= gone.doc.store.nbytes


def _state(content: DocumentContent) -> object:
    """What tells that a file is still the one that was compared."""
    doc = content.doc
    return (doc.stamp, doc.revision, len(content))


def _name_of(one: SitemapSet) -> str:
    if one.source is not None:
        return str(one.source)
    return one.members[0].name if len(one.members) == 1 else _("several files")


class DocumentSide:
    """A document in memory, as it stands when the comparison begins.

    ``is_alone``: it is an index, compared itself since none of the sitemaps it names is here.
    """

    is_set = False

    def __init__(self, doc: Document, name: str = "") -> None:
        self.is_alone = False
        self.doc = doc
        self.name = name or _name_of_path(doc.path)
        self.files: tuple[str, ...] = (self.name,)
        self.problems: list[Problem] = []
        self._content = DocumentContent(doc)

    def walk(self, progress: Progress) -> Iterator[Content | None]:
        yield self._content

    def content(self, member: int, progress: Progress = NO_PROGRESS) -> DocumentContent:
        return self._content


def _name_of_path(path: Path | None) -> str:
    return path.name if path is not None else _("unsaved file")


class ListSide:
    """A list: addresses, and what it says about each page.

    ``unfit`` marks the rows about pages that cannot be indexed, or that a filter leaves out; they
    say nothing but that.
    """

    is_set = False

    def __init__(
        self,
        listed: Listed,
        name: str,
        unfit: Sequence[bool] | None = None,
        proposal: Proposal | None = None,
    ) -> None:
        """``proposal``: how the columns of the list were understood."""
        self.listed = listed
        self.proposal = proposal
        self.name = name
        self.files: tuple[str, ...] = (name,)
        self.problems: list[Problem] = []
        self.unfit = unfit
        self._content = ListContent(listed)

    def walk(self, progress: Progress) -> Iterator[Content | None]:
        yield self._content

    def content(self, member: int, progress: Progress = NO_PROGRESS) -> ListContent:
        return self._content

    def only_fit(self) -> ListSide:
        """The same without the rows that are unfit."""
        if self.unfit is None or not any(self.unfit):
            return self
        rows = [row for row, is_unfit in enumerate(self.unfit) if not is_unfit]
        return ListSide(self.listed.chosen(rows), self.name, None, self.proposal)
