"""The files of a set, read one after the other, and again: nothing may have changed by then."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.document.store import Ids, Store, empty_cells
from sitemap_editor.markup.encoding import decode_source
from sitemap_editor.operations.sets.reading import Documents, read_member
from sitemap_editor.protocol.errors import describe_os_error
from sitemap_editor.support.files import FileStamp, read_file
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .planning import changed
from .uniting import Uniting

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.operations.sets import Member, SitemapSet
    from sitemap_editor.operations.sets.selection import Selection

    from .uniting import Taken

Sizes = npt.NDArray[Any]


class Stored(NamedTuple):
    """The bytes of entries, and which of them count."""

    store: Store
    ids: Ids


@dataclass(frozen=True, slots=True)
class Read:
    """A file that was read: its number in the set, its first place, how many entries and bytes.

    ``state`` is what it was then: the revision of an open document, or the stamp of a file.
    ``head``: where the first entry begins in a text whose entries are taken as they stand, -1 for
    others.
    """

    number: int
    first: int
    count: int
    size: int
    state: int | FileStamp | None
    head: int = -1

    @property
    def stop(self) -> int:
        """The place behind its last entry."""
        return self.first + self.count


class SetReader:
    """Reads the files of a set as they go together."""

    def __init__(
        self,
        one: SitemapSet,
        uniting: Uniting,
        selections: Mapping[int, Selection] | None = None,
        open_documents: Documents | None = None,
        max_inflated: int | None = None,
    ) -> None:
        """``selections`` by number of the file in ``one.files``, all entries of the others."""
        self.set = one
        self.uniting = uniting
        self._selections = selections or {}
        self._open_documents = open_documents or {}
        self._max_inflated = max_inflated

    def state_of(self, member: Member) -> int | FileStamp | None:
        """What a file is now: by this it is known later whether it has changed."""
        doc = self._open_of(member)
        if doc is not None:
            return doc.revision
        with suppress(OSError):
            return FileStamp.of(member.path or Path())
        return None

    def _open_of(self, member: Member) -> Document | None:
        return self._open_documents.get(member.path) if member.path and not member.inner else None

    def document(self, member: Member, progress: Progress = NO_PROGRESS) -> Document:
        """The document of a file as it is. Raises SitemapError."""
        return read_member(
            member,
            open_documents=self._open_documents,
            max_inflated=self._max_inflated,
            progress=progress,
        )

    def take(self, number: int, doc: Document) -> Taken:
        """A document as it goes with the others, and which of its entries. Raises SitemapError."""
        member = self.set.files[number]
        is_open = self._open_of(member) is not None
        return self.uniting.take(doc, self._selections.get(number), is_open=is_open)

    def again(self, read: Read, progress: Progress = NO_PROGRESS) -> Taken:
        """The same once more; raises SitemapError when the file has changed since."""
        member = self.set.files[read.number]
        self.require_same(read)
        doc, ids = self.take(read.number, self.document(member, progress))
        if len(ids) != read.count or doc.store.size_of(ids) != read.size:
            raise changed().at(member.path)
        return doc, ids

    def head_of(self, number: int, taken: Taken) -> int:
        """Where the entries begin in a file whose text is taken as it stands; -1 for others."""
        doc, ids = taken
        member = self.set.files[number]
        is_file = not member.inner and self._open_of(member) is None
        is_plain = doc.kind.is_xml and doc.is_untouched and len(ids) == len(doc)
        return len(doc.head) if is_file and is_plain and doc.path is not None else -1

    def stored(self, read: Read, sizes: Sizes, progress: Progress = NO_PROGRESS) -> Stored:
        """The bytes of the entries once more; where they stand is known by their ``sizes``.

        Raises SitemapError when the file has changed since.
        """
        if read.head < 0:
            doc, ids = self.again(read, progress)
            return Stored(doc.store, ids)
        path = self.set.files[read.number].path
        assert path is not None  # else there would be no head
        self.require_same(read)
        try:
            data = read_file(path, progress)
            text = decode_source(data, max_inflated=self._max_inflated, progress=progress).text
        except OSError as error:
            raise describe_os_error(error, path) from error
        self.require_same(read)
        ends = read.head + np.cumsum(sizes, dtype=np.int64)
        if len(ends) and ends[-1] > len(text):
            raise changed().at(path)
        cells = empty_cells(len(ends))
        cells.gap_start[:] = ends - sizes
        cells.start[:], cells.end[:] = cells.gap_start, ends
        return Stored(Store(text, cells), np.arange(len(ends)))

    def require_same(self, read: Read) -> None:
        """Raise SitemapError when a file or document is not what it was."""
        member = self.set.files[read.number]
        if self.state_of(member) != read.state:
            raise changed().at(member.path)
