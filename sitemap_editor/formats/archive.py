"""ZIP archives in memory: what is inside, unpacked with a cap on all of it together.

Names of members are only names: nothing is ever written to a path. What an archive says about
sizes is not believed; a bomb is found by counting what comes out.
"""

from __future__ import annotations

import io
import mmap
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import IO, cast

from sitemap_editor.markup.inflate import inflated_cap
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _, format_number
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")

MAX_MEMBERS = 10_000
_INPUT = 1 << 16
_OUTPUT = 1 << 20
_LOCAL_HEADER = 30
_ENCRYPTED = 0x1
_UTF_8_NAME = 0x800


def is_zip(data: bytes) -> bool:
    """Whether the bytes begin as a ZIP archive does."""
    return data.startswith(ZIP_MAGIC)


@dataclass(frozen=True, slots=True)
class Member:
    """One file in an archive: its last name for people, its whole name as the archive has it."""

    name: str
    path: str
    info: zipfile.ZipInfo


class Archive:
    """The members of a ZIP archive; raises SitemapError when it is none."""

    def __init__(
        self,
        data: bytes | mmap.mmap,
        max_inflated: int | None = None,
        progress: Progress = NO_PROGRESS,
    ) -> None:
        self._data = data
        self._left = self._cap = inflated_cap(len(data)) if max_inflated is None else max_inflated
        self._progress = progress
        try:
            file = io.BytesIO(data) if isinstance(data, bytes) else cast("IO[bytes]", data)
            with zipfile.ZipFile(file) as archive:
                infos = archive.infolist()
        except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError) as error:
            raise _damaged() from error
        if len(infos) > MAX_MEMBERS:
            raise _bomb(_("The ZIP archive holds over {n} files."), MAX_MEMBERS)
        self.members = [_member(info) for info in infos if not info.filename.endswith("/")]

    @property
    def paths(self) -> set[str]:
        """The names of all members, with their folders."""
        return {member.path for member in self.members}

    def find(self, path: str) -> Member | None:
        """The member of this very name, else one that differs in capitals."""
        wanted = path.lower()
        found = [each for each in self.members if each.path.lower() == wanted]
        return next((each for each in found if each.path == path), next(iter(found), None))

    def read(self, member: Member) -> bytes:
        """All bytes of a member. Raises SitemapError (gzip-bomb for a bomb)."""
        out = io.BytesIO()
        for piece in self.pieces(member):
            out.write(piece)
        return out.getvalue()

    def pieces(self, member: Member) -> Iterator[bytes]:
        """The bytes of a member in pieces of up to a megabyte."""
        info = member.info
        if info.flag_bits & _ENCRYPTED:
            raise protected()
        packed = self._packed(info)
        if info.compress_type == zipfile.ZIP_STORED:
            yield from self._stored(packed)
        elif info.compress_type == zipfile.ZIP_DEFLATED:
            yield from self._inflated(packed, info.header_offset)
        else:
            raise _unusual()

    def _packed(self, info: zipfile.ZipInfo) -> memoryview:
        at = info.header_offset
        head = self._data[at : at + _LOCAL_HEADER]
        if at < 0 or len(head) < _LOCAL_HEADER or not head.startswith(ZIP_MAGIC[0]):
            raise _damaged()
        start = at + _LOCAL_HEADER + _word(head, 26) + _word(head, 28)
        packed = memoryview(self._data)[start : start + info.compress_size]
        if len(packed) < info.compress_size:
            raise _damaged()
        return packed

    def _stored(self, packed: memoryview) -> Iterator[bytes]:
        for at in range(0, len(packed), _OUTPUT):
            yield self._counted(bytes(packed[at : at + _OUTPUT]))

    def _inflated(self, packed: memoryview, offset: int) -> Iterator[bytes]:
        unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
        at = 0
        while not unpacker.eof:
            rest: bytes | memoryview = packed[at : at + _INPUT]
            if not rest:
                raise _damaged()
            at += len(rest)
            while rest and not unpacker.eof:
                try:
                    piece = unpacker.decompress(rest, _OUTPUT)
                except zlib.error as error:
                    raise _damaged() from error
                rest = unpacker.unconsumed_tail
                self._progress.tick(offset + at, len(self._data))
                if piece:
                    yield self._counted(piece)

    def _counted(self, piece: bytes) -> bytes:
        self._left -= len(piece)
        if self._left < 0:
            raise _bomb(_("The archive grows suspiciously large: over {n} bytes."), self._cap)
        return piece


def _word(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "little")


def _member(info: zipfile.ZipInfo) -> Member:
    path = _readable(info).replace("\\", "/")
    return Member(PurePosixPath(path).name or path, path, info)


def _readable(info: zipfile.ZipInfo) -> str:
    """The name; without the mark for UTF-8 it may be UTF-8 all the same, which is tried."""
    if not info.flag_bits & _UTF_8_NAME:
        with suppress(UnicodeError):
            return info.filename.encode("cp437").decode("utf-8")
    return info.filename


def protected() -> SitemapError:
    """The error for what only a password opens."""
    return SitemapError(
        _("The file is protected by a password."),
        advice=_("Open it with the program it comes from and save it without a password."),
    )


def _damaged() -> SitemapError:
    return SitemapError(
        _("The archive is damaged or incomplete."),
        advice=_("Copy or download it again, as binary data."),
    )


def _unusual() -> SitemapError:
    return SitemapError(
        _("The archive is compressed in a way that is not supported."),
        advice=_("Unpack it with an archive program first."),
    )


def _bomb(reason: str, count: int) -> SitemapError:
    return SitemapError(
        reason.format(n=format_number(count)),
        code="gzip-bomb",
        advice=_("If you trust where it comes from, unpack it with an archive program first."),
    )
