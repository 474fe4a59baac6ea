"""A set too large for memory: an index and its sitemaps, made from a seed and streamed to disk.

One entry of a thousand repeats one of an earlier sitemap, so that looking for those is not idle. A
set can be made as it may be later too: some entries gone, some with another date, some new.
"""

from __future__ import annotations

import gzip
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .files import FOLDER, HEAD, HOST, PLAIN_ROOT, SEED, TAIL, plain_entry

VERSION = 1
"""Part of the names of the folders; raise it when what is made changes."""

INDEX = "sitemap_index.xml"
REPEATED = 1_000
"""One entry of so many is one of an earlier sitemap."""
REMEMBERED = 512
CHANGED, GONE, NEW = 100, 500, 700
"""One entry of so many has another date, is missing, or is followed by a new one, later on."""
PIECE = 5_000
"""Entries written at a time."""

_DATE = re.compile("<lastmod>[^<]*<")

INDEX_ROOT = b'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'


class LargeSet(NamedTuple):
    """Where a set lies: its index, its sitemaps, and how many entries they have in all."""

    index: Path
    files: tuple[Path, ...]
    entries: int

    @property
    def folder(self) -> Path:
        return self.index.parent


class _Entries:
    """Entries with running numbers, now and then one that was made long before."""

    def __init__(self, *, is_later: bool) -> None:
        self._is_later = is_later
        self._choose = random.Random(f"{SEED} large")
        self._number = 0
        self._kept: list[str] = []
        self._fresh: list[str] = []

    def text(self, count: int) -> str:
        """Make the next entries."""
        return "".join(self._next() for _ in range(count))

    def end_of_file(self) -> None:
        """Let entries of the file that is done be repeated in later ones."""
        self._kept = (self._kept + self._fresh)[-REMEMBERED:]
        self._fresh = []

    def _next(self) -> str:
        self._number += 1
        if self._kept and self._number % REPEATED == 0:
            return self._choose.choice(self._kept)
        entry = plain_entry(self._choose, self._number)
        if self._number % REPEATED == REPEATED // 2:
            self._fresh.append(entry)
        return self._later(entry) if self._is_later else entry

    def _later(self, entry: str) -> str:
        if self._number % GONE == 7:
            return ""
        if self._number % CHANGED == 1:
            return _DATE.sub("<lastmod>2025-02-03<", entry)
        if self._number % NEW == 9:
            return entry + entry.replace("</loc>", "-new</loc>")
        return entry


def large_set(
    files: int, entries: int, *, packed: bool = False, is_later: bool = False
) -> LargeSet:
    """Give the set of so many files of so many entries each, made when it is not there yet."""
    kind = f"{'-later' if is_later else ''}{'-gz' if packed else ''}"
    folder = FOLDER / f"large-{files}x{entries}{kind}-v{VERSION}"
    suffix = ".xml.gz" if packed else ".xml"
    names = [f"sitemap-{number:04d}{suffix}" for number in range(1, files + 1)]
    if not (folder / INDEX).is_file():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        source = _Entries(is_later=is_later)
        for each in names:
            _write(folder / each, _pieces(source, entries), packed=packed)
        # Last, since it says that all of the others are there.
        (folder / INDEX).write_bytes(b"".join(_index(names)))
    paths = tuple(folder / each for each in names)
    return LargeSet(folder / INDEX, paths, files * entries)


def _pieces(source: _Entries, count: int) -> Iterator[bytes]:
    yield HEAD + PLAIN_ROOT
    for first in range(0, count, PIECE):
        yield source.text(min(PIECE, count - first)).encode()
    yield TAIL
    source.end_of_file()


def _write(path: Path, pieces: Iterator[bytes], *, packed: bool) -> None:
    with path.open("wb") as file:
        if not packed:
            file.writelines(pieces)
            return
        # No name and no time inside: the same bytes each time.
        with gzip.GzipFile("", "wb", 6, file, mtime=0) as packer:
            for piece in pieces:
                packer.write(piece)


def _index(names: list[str]) -> Iterator[bytes]:
    yield HEAD + INDEX_ROOT
    for name in names:
        yield f"  <sitemap>\n    <loc>{HOST}/{name}</loc>\n  </sitemap>\n".encode()
    yield b"</sitemapindex>\n"
