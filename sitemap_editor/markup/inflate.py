"""Gzip, found by its first bytes and never by a name: what is inside, or why it cannot be read.

Python's ``gzip`` module refuses bytes after the stream; servers and backup programs leave such
bytes often enough, so members are read on one by one as RFC 1952 section 2.2 allows, zero padding
is skipped, and what is no member ends the reading.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from sitemap_editor.protocol import limits
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

GZIP_MAGIC = b"\x1f\x8b"
_WBITS_GZIP = 31
_INPUT_PIECE = 1 << 16
_OUTPUT_PIECE = 1 << 20
_SMALL_STEP = 64
_DEFLATE_LEVEL = 6


@dataclass(frozen=True)
class Inflated:
    """What was inside: the bytes, and how many layers of gzip were around them."""

    data: bytes
    layers: int


def is_gzip(data: bytes) -> bool:
    """Tell whether the bytes start as gzip does."""
    return data.startswith(GZIP_MAGIC)


def inflate(
    data: bytes, *, max_inflated: int | None = None, progress: Progress = NO_PROGRESS
) -> Inflated:
    """Take off all layers of gzip (none is fine: the same object comes back).

    Not more than ``max_inflated`` bytes are ever held; without it the rule ``gzip-bomb`` decides:
    2 GiB, or 100 MiB where that is over 200 times the size on disk. Raises SitemapError with the
    code gzip-bomb, gzip-corrupt, file-truncated or gzip-double.
    """
    cap = inflated_cap(len(data)) if max_inflated is None else max_inflated
    layers = 0
    while is_gzip(data):
        if layers == limits.MAX_GZIP_LAYERS:
            raise _too_many_layers()
        data = _Layer(data, cap, progress).read()
        layers += 1
    return Inflated(data, layers)


def deflate(chunks: Iterable[bytes | memoryview]) -> Iterator[bytes]:
    """Compress a stream as one gzip member that depends on nothing but the bytes (mtime 0)."""
    packer = zlib.compressobj(_DEFLATE_LEVEL, zlib.DEFLATED, _WBITS_GZIP)
    for chunk in chunks:
        view = memoryview(chunk)
        for start in range(0, len(view), _OUTPUT_PIECE // 4):
            if piece := packer.compress(view[start : start + _OUTPUT_PIECE // 4]):
                yield piece
    yield packer.flush()


def inflated_cap(size_on_disk: int) -> int:
    """How many bytes may come out of so many, by the rule ``gzip-bomb``."""
    suspect = max(limits.SUSPECT_INFLATED, limits.SUSPECT_RATIO * size_on_disk)
    return min(limits.MAX_INFLATED, suspect)


class _Layer:
    """Reads one layer: one or more members."""

    def __init__(self, data: bytes, cap: int, progress: Progress) -> None:
        self._data = data
        self._view = memoryview(data)
        self._cap = cap
        self._progress = progress
        self._at = 0
        self._out = io.BytesIO()  # grows in place and gives its bytes without a copy

    def read(self) -> bytes:
        """Return what the layer holds."""
        while self._has_member():
            self._read_member(is_first=self._at == 0)
            self._skip_padding()
        return self._out.getvalue()

    def _has_member(self) -> bool:
        """Tell whether a member starts here (RFC 1952: magic, method 8, no reserved flag)."""
        head = self._data[self._at : self._at + 4]
        if self._at == 0:
            return True
        return len(head) == 4 and head[:3] == GZIP_MAGIC + b"\x08" and not head[3] & 0xE0

    def _read_member(self, *, is_first: bool) -> None:
        unpacker = zlib.decompressobj(_WBITS_GZIP)
        held = self._out.tell()
        try:
            while not unpacker.eof:
                self._feed(unpacker)
        except zlib.error as error:
            if is_first or self._out.tell() > held:
                raise _damaged(self._out.tell()) from error
            self._at = len(self._data)  # only looked like a member: bytes left after the stream
        except MemoryError as error:
            raise _bomb(self._out.tell(), is_memory=True) from error

    def _feed(self, unpacker: zlib._Decompress) -> None:
        """Inflate the next piece of input, in pieces of output small enough to be paused."""
        piece: bytes | memoryview = self._view[self._at : self._at + _INPUT_PIECE]
        if not piece:
            raise _cut_short(self._out.tell())
        self._at += len(piece)
        while piece and not unpacker.eof:
            room = self._cap - self._out.tell()
            before = unpacker.copy()
            try:
                self._out.write(unpacker.decompress(piece, max(1, min(_OUTPUT_PIECE, room + 1))))
            except zlib.error:
                self._salvage(before, piece)
                raise
            if self._out.tell() > self._cap:
                raise _bomb(self._cap)
            self._progress.tick(self._at, len(self._data))
            piece = unpacker.unconsumed_tail
        self._at -= len(unpacker.unused_data)

    def _salvage(self, unpacker: zlib._Decompress, piece: bytes | memoryview) -> None:
        """Read the last piece again in small steps: zlib drops what it had when it fails."""
        with suppress(zlib.error):
            while piece:
                self._out.write(unpacker.decompress(piece, _SMALL_STEP))
                piece = unpacker.unconsumed_tail

    def _skip_padding(self) -> None:
        """Step over zero bytes, which tapes and block devices leave after a stream."""
        while self._data[self._at : self._at + 1] == b"\0":
            block = self._data[self._at : self._at + _INPUT_PIECE]
            self._at += len(block) - len(block.lstrip(b"\0"))


def _cut_short(count: int) -> SitemapError:
    reason = ngettext(
        "The compressed file ends too early; only {n} byte could be read.",
        "The compressed file ends too early; only {n} bytes could be read.",
        count,
    )
    if not count:
        reason = _("The compressed file ends before anything in it could be read.")
    return SitemapError(
        reason.format(n=format_number(count)),
        code="file-truncated",
        advice=_("Copy or download it again: part of it is missing."),
    )


def _damaged(count: int) -> SitemapError:
    reason = ngettext(
        "The compressed file is damaged; only {n} byte could be read.",
        "The compressed file is damaged; only {n} bytes could be read.",
        count,
    )
    if not count:
        reason = _("The compressed file is damaged; nothing in it could be read.")
    return SitemapError(
        reason.format(n=format_number(count)),
        code="gzip-corrupt",
        advice=_("Copy or download it again, as binary data."),
    )


def _bomb(count: int, *, is_memory: bool = False) -> SitemapError:
    reason = (
        _("The compressed file does not fit in memory: it was stopped after {n} bytes.")
        if is_memory
        else _("The compressed file grows suspiciously large: it was stopped after {n} bytes.")
    )
    return SitemapError(
        reason.format(n=format_number(count)),
        code="gzip-bomb",
        advice=_("If you trust where it comes from, allow more with --max-inflated."),
    )


def _too_many_layers() -> SitemapError:
    return SitemapError(
        _("The file is compressed more than {n} times over.").format(n=limits.MAX_GZIP_LAYERS),
        code="gzip-double",
        advice=_("Unpack it with an archive program first."),
    )
