"""How many entries fit into a file, to the byte: sizes as they will be written, and the borders."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.document.saving import lacking_of
from sitemap_editor.document.store import as_index
from sitemap_editor.markup.charsets import UTF_8
from sitemap_editor.markup.encoding import encode_text, encoded_size
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _, format_number
from sitemap_editor.support.jobs import Progress

from .wishes import Limits

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.store import Ids

Sizes = npt.NDArray[np.int64]

_BLOCK = 2_000
_BLANK = b" \t\r\n"
_MOST_TIMES_TOO_MANY = 64
"""When so many more files than needed are still too full, addresses are the same, not alike."""


class Frame(NamedTuple):
    """What all parts have in common: beginning, comments before the first entry, and end.

    ``size`` are the bytes they take as written, byte order mark included. ``encoding`` is the
    one written. The gap of the document's first entry, ``first``, loses the ``opening``, which is
    the header of the file, in all parts; that of a line does not count at the head of a file.
    """

    opening: bytes
    encoding: str
    size: int
    first: int
    is_lines: bool


def frame_of(doc: Document) -> Frame:
    """Read what the parts of a document will have in common."""
    opening, first = b"", -1
    is_lines = not doc.kind.is_xml
    if len(doc):
        first = int(doc.ids[0])
        opening = b"" if is_lines else doc.store.gap(first).rstrip(_BLANK)
    # What was guessed once could be guessed otherwise from a part.
    encoding = UTF_8 if doc.source.guessed else doc.source.encoding_as_saved
    frame = [memoryview(doc.head), memoryview(opening), memoryview(doc.tail)]
    lacking = lacking_of(doc.kind)
    written = encode_text(frame, doc.source, gzip=False, encoding=encoding, lacking=lacking)
    return Frame(opening, encoding, sum(map(len, written)), first, is_lines)


def sizes_of(doc: Document, ids: Ids, frame: Frame, progress: Progress) -> Sizes:
    """Bytes each entry takes, with the gap before it, as it will be written."""
    if frame.encoding == UTF_8:
        cells, index = doc.store.cells, as_index(ids)
        sizes = cells.end[index] - cells.gap_start[index]
    else:
        sizes = np.fromiter(_encoded_sizes(doc, ids, frame, progress), np.int64, len(ids))
    at = np.flatnonzero(ids == frame.first)
    if len(at) and frame.opening:
        sizes[at[0]] -= _encoded_size(doc, frame.opening, frame)
    return sizes


def _encoded_sizes(doc: Document, ids: Ids, frame: Frame, progress: Progress) -> Iterator[int]:
    for start in range(0, len(ids), _BLOCK):
        part = ids[start : start + _BLOCK]
        for gap, raw in zip(doc.store.gaps(part), doc.store.raws(part), strict=True):
            yield _encoded_size(doc, gap + raw, frame)
        progress.tick(start, len(ids))


def _encoded_size(doc: Document, text: bytes, frame: Frame) -> int:
    return encoded_size(text, frame.encoding, lacking_of(doc.kind))


class Room(NamedTuple):
    """Fills files with entries: what they take, what a file may hold, and what is in each anyway.

    ``dropped`` are the bytes that an entry does not take when it is the first of a file.
    """

    sizes: Sizes
    dropped: Sizes
    limits: Limits
    fixed: int

    def size_of(self, chosen: Sizes) -> int:
        """Bytes of a file with the entries at these places."""
        first = int(self.dropped[chosen[0]]) if len(chosen) else 0
        return self.fixed + int(self.sizes[chosen].sum()) - first

    def fits(self, chosen: Sizes) -> bool:
        """Whether the entries at these places may be one file."""
        return len(chosen) <= self.limits.entries and self.size_of(chosen) <= self.limits.bytes

    def filled(self, places: Sizes) -> list[Sizes]:
        """The places cut where a file is full, by count or by bytes, whichever comes first."""
        ends = np.cumsum(self.sizes[places])
        parts, start = [], 0
        while start < len(places):
            before = int(ends[start - 1]) if start else 0
            room = self.limits.bytes - self.fixed + int(self.dropped[places[start]])
            stop = int(np.searchsorted(ends, before + room, "right"))
            stop = min(stop, start + self.limits.entries)
            parts.append(places[start:stop])
            start = stop
        return parts

    def hashed(self, places: Sizes, hashes: npt.NDArray[np.int64]) -> dict[int, Sizes]:
        """The places by number of file, from 1, each given by the hash of its address.

        The number of files is a power of two, so that when it has to grow each of them becomes
        two, and nothing moves between the others.
        """
        needed = max(1, len(self.filled(places)))
        count = 1
        while count < needed * _MOST_TIMES_TOO_MANY:
            parts = self._hashed_into(count, places, hashes)
            if parts is not None:
                return parts
            count *= 2
        return dict(enumerate(self.filled(places), 1))

    def _hashed_into(
        self, count: int, places: Sizes, hashes: npt.NDArray[np.int64]
    ) -> dict[int, Sizes] | None:
        """So many files; None when one of them would be too full."""
        own = (hashes[places] & (count - 1)).astype(np.uint16 if count <= 1 << 16 else np.int64)
        order = np.argsort(own, kind="stable")
        ends = np.cumsum(np.bincount(own, minlength=count)).tolist()
        borders = [one for one in enumerate(pairwise([0, *ends]), 1) if one[1][0] < one[1][1]]
        if all(self.fits(places[order[first:stop]]) for _at, (first, stop) in borders):
            return {at: places[order[first:stop]] for at, (first, stop) in borders}
        return None


def room_for(doc: Document, ids: Ids, frame: Frame, limits: Limits, progress: Progress) -> Room:
    """Work out what entries take. Raises SitemapError when one alone is larger than a file."""
    sizes = sizes_of(doc, ids, frame, progress)
    dropped = np.zeros(len(ids), np.int64)
    if frame.is_lines:
        dropped[:] = [_encoded_size(doc, gap, frame) for gap in doc.store.gaps(ids)]
    room = Room(sizes, dropped, limits, frame.size)
    require_frame_fits(frame, limits)
    over = np.flatnonzero(sizes - dropped > limits.bytes - frame.size)
    if len(over):
        raise _too_large(doc, int(ids[over[0]]), int(sizes[over[0]]), frame, limits)
    return room


def require_frame_fits(frame: Frame, limits: Limits) -> None:
    """Raise SitemapError when no entry could be in a file."""
    if frame.size > limits.bytes:
        raise SitemapError(
            _("Beginning and end of the file alone take {size} bytes; {limit} are allowed.").format(
                size=format_number(frame.size), limit=format_number(limits.bytes)
            )
        )


def _too_large(doc: Document, entry: int, size: int, frame: Frame, limits: Limits) -> SitemapError:
    reason = _(
        "Entry {n} alone takes {size} bytes, and beginning and end of a file {frame}; "
        "{limit} are allowed."
    )
    return SitemapError(
        reason.format(
            n=format_number(doc.position_of(entry) + 1),
            size=format_number(size),
            frame=format_number(frame.size),
            limit=format_number(limits.bytes),
        ),
        advice=_("Take something out of that entry, or allow larger files."),
    )


def hashes_of(doc: Document, ids: Ids, progress: Progress) -> npt.NDArray[np.int64]:
    """A number for the address of each entry that is the same in every run."""
    hashes = np.empty(len(ids), np.int64)
    for start in range(0, len(ids), _BLOCK):
        values = doc.values_of(ids[start : start + _BLOCK], "loc")
        hashes[start : start + len(values)] = [_hash((one or "").encode()) for one in values]
        progress.tick(start, len(ids))
    return hashes


def _hash(address: bytes) -> int:
    """A checksum whose low bits, which decide, hang on all of it."""
    return (zlib.crc32(address) * 0x9E3779B1 & 0xFFFFFFFF) >> 8
