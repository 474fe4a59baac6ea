"""Links between languages over the files of a set: who names whom, and who is listed anywhere.

First each file notes what it cannot answer by itself; when all have, the book is closed and tells
which files have something to be said of. All is told by numbers, most of them on disk.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.rules.engine.hashing import paired

Hashes = npt.NDArray[np.uint64]
Bools = npt.NDArray[np.bool_]

MOST_LINKS = 20_000_000
"""Links to pages of other files that are compared; eight bytes each."""

_NOTHING: Hashes = np.zeros(0, np.uint64)


class Outward(NamedTuple):
    """Links whose pages have no entry in their own file, as arrays of one length.

    ``own``: pages of the entries, ``targets``: pages named, ``sums``: one number for all links of
    the entry, ``are_ours``: whether the page named is on a host of the file.
    """

    own: Hashes
    targets: Hashes
    sums: Hashes
    are_ours: Bools


class LinkBook:
    """What the entries of all files say about each other as other languages."""

    def __init__(self) -> None:
        self._pages: list[Hashes] = []
        self._sums: list[Hashes] = []
        self._pairs: list[Hashes] = []
        self._places: dict[Path, tuple[int, int]] = {}
        self._file: IO[bytes] | None = None
        self._path: Path | None = None
        self._count = 0
        self._is_closed = False

    def begin(self, path: Path) -> None:
        """Say which file is next to note something."""
        self._path = path

    @property
    def is_open(self) -> bool:
        """Whether files still note what they hold: until then nobody knows what others hold."""
        return not self._is_closed

    @property
    def is_complete(self) -> bool:
        """Whether there were few enough links to compare."""
        return self._count <= MOST_LINKS

    @property
    def has_questions(self) -> bool:
        """Whether some file names pages that it does not list itself."""
        return self._count > 0

    def has_pages_of(self, path: Path) -> bool:
        """Whether a file has noted its pages."""
        return path in self._places

    def asks(self, path: Path) -> bool:
        """Whether something about a file hangs on what others will have noted."""
        return self.is_open and self._places.get(path, (0, 0))[1] > 0

    # Noting

    def note(self, pages: Hashes, sums: Hashes, outward: Outward) -> None:
        """Take in the file that has begun.

        ``pages`` of its entries, one number for all links of each, and what it cannot answer.
        """
        self.note_pages(pages, sums)
        self._count += len(outward.own)
        if not self.is_complete or self._path is None:
            self._pairs.clear()
            return
        self._pairs.append(np.unique(paired(outward.own, outward.targets)))
        if self._file is None:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by ``close``
        start = self._file.seek(0, 2)
        for one in outward:
            self._file.write(one.tobytes())
        self._places[self._path] = (start, len(outward.own))

    def note_pages(self, pages: Hashes, sums: Hashes | None = None) -> None:
        """Take in pages of a file; without ``sums`` it has no links."""
        self._pages.append(pages)
        self._sums.append(np.zeros(len(pages), np.uint64) if sums is None else sums)

    def finish(self) -> None:
        """Put in order what was noted, to be asked from now on."""
        self._is_closed = True
        pages = np.concatenate((_NOTHING, *self._pages))
        sums = np.concatenate((_NOTHING, *self._sums))
        order = np.argsort(pages, kind="stable")
        self._pages, self._sums = [pages[order]], [sums[order]]
        self._pairs = [np.unique(np.concatenate((_NOTHING, *self._pairs)))]

    def close(self) -> None:
        """Let go of what is on disk."""
        if self._file is not None:
            self._file.close()

    # Asking

    def flawed(self) -> list[Path]:
        """The files of which there is something to say, now that all are known."""
        if not self.is_complete:
            return []
        return [path for path in self._places if self._is_flawed(self._outward(path))]

    def _outward(self, path: Path) -> Outward:
        start, count = self._places[path]
        assert self._file is not None  # something was noted
        self._file.seek(start)
        own, targets, sums = (np.frombuffer(self._file.read(8 * count), "<u8") for _ in range(3))
        return Outward(own, targets, sums, np.frombuffer(self._file.read(count), np.bool_))

    def _is_flawed(self, links: Outward) -> bool:
        if bool((links.are_ours & ~self.lists(links.targets)).any()):
            return True
        one_way = self.are_one_way(links.own, links.targets)
        return bool((one_way | self.have_other_links(links.own, links.targets, links.sums)).any())

    def lists(self, targets: Hashes) -> Bools:
        """Which pages have an entry in some file; all of them as long as nobody knows."""
        if self.is_open or not self.is_complete:
            return np.ones(len(targets), np.bool_)
        return self._look(targets)[1]

    def are_one_way(self, own: Hashes, targets: Hashes) -> Bools:
        """Which links lead to a page that is listed and does not link back."""
        if self.is_open or not self.is_complete:
            return np.zeros(len(targets), np.bool_)
        return self._look(targets)[1] & ~_are_in(self._pairs[0], paired(targets, own))

    def have_other_links(self, own: Hashes, targets: Hashes, sums: Hashes) -> Bools:
        """Which links lead to a page that links back and has another set of links."""
        if self.is_open or not self.is_complete or not len(self._pages[0]):
            return np.zeros(len(targets), np.bool_)
        places, listed = self._look(targets)
        is_mutual = _are_in(self._pairs[0], paired(targets, own))
        found: Bools = listed & is_mutual & (self._sums[0][places] != sums)
        return found

    def _look(self, targets: Hashes) -> tuple[npt.NDArray[np.int64], Bools]:
        pages = self._pages[0]
        if not len(pages):
            return np.zeros(len(targets), np.int64), np.zeros(len(targets), np.bool_)
        places = np.minimum(np.searchsorted(pages, targets), len(pages) - 1)
        return places, (pages[places] == targets) & (targets != 0)


def _are_in(numbers: Hashes, wanted: Hashes) -> Bools:
    if not len(numbers):
        return np.zeros(len(wanted), np.bool_)
    places = np.minimum(np.searchsorted(numbers, wanted), len(numbers) - 1)
    found: Bools = numbers[places] == wanted
    return found
