"""Gzip found by content, read past its end, and stopped where it grows without measure."""

from __future__ import annotations

import gzip
import tracemalloc
import zlib
from collections.abc import Iterator

import pytest

from sitemap_editor.markup import inflate as module
from sitemap_editor.markup.inflate import deflate, inflate
from sitemap_editor.protocol import limits
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.jobs import Cancelled, Progress

TEXT = b"<urlset>" + bytes(range(256)) * 40 + b"</urlset>"
PACKED = gzip.compress(TEXT)
MEGABYTE = limits.MEGABYTE


def _zeros(megabytes: int) -> bytes:
    return b"".join(deflate(b"\0" * MEGABYTE for _ in range(megabytes)))


@pytest.mark.parametrize(
    ("data", "content", "layers"),
    [
        (TEXT, TEXT, 0),
        (b"", b"", 0),
        (PACKED, TEXT, 1),
        (gzip.compress(b""), b"", 1),
        (gzip.compress(PACKED), TEXT, 2),
        (gzip.compress(gzip.compress(PACKED)), TEXT, 3),
        (PACKED + PACKED, TEXT + TEXT, 1),
        (PACKED + b"\0" * 100_000, TEXT, 1),
        (PACKED + b"\0\0" + PACKED + b"\0", TEXT + TEXT, 1),
        (PACKED + b"garbage", TEXT, 1),
        (PACKED + b"\x1f\x8b", TEXT, 1),
        (PACKED + b"\x1f\x8b\x08\x00\0\0\0\0\0\0\xff\xff\xff", TEXT, 1),
        (PACKED + b"x" + PACKED, TEXT, 1),
    ],
)
def test_layers_members_and_what_follows(data: bytes, content: bytes, layers: int) -> None:
    found = inflate(data)
    assert (found.data, found.layers) == (content, layers)
    assert layers or found.data is data


@pytest.mark.parametrize(
    ("data", "code", "word"),
    [
        (PACKED[:-1], "file-truncated", "10,257 bytes"),
        (PACKED[: len(PACKED) // 2], "file-truncated", "bytes"),
        (PACKED[:2], "file-truncated", "anything"),
        (PACKED + PACKED[:-4], "file-truncated", "20,514 bytes"),
        (gzip.compress(PACKED[:-1]), "file-truncated", "10,257 bytes"),
        (PACKED[:-8] + b"\0" * 8, "gzip-corrupt", "10,240 bytes"),
        (PACKED[:60] + b"\xff" * 60 + PACKED[120:], "gzip-corrupt", "damaged"),
        (b"\x1f\x8b\x08\0\xff\xff\xff\xff\xde\xad\xbe\xef\0\0\0\0", "gzip-corrupt", "nothing"),
        (b"\x1f\x8b\x09" + PACKED[3:], "gzip-corrupt", "nothing"),
        (gzip.compress(gzip.compress(gzip.compress(PACKED))), "gzip-double", "3 times"),
    ],
)
def test_what_cannot_be_read_is_said(data: bytes, code: str, word: str) -> None:
    with pytest.raises(SitemapError) as caught:
        inflate(data)
    assert caught.value.code == code
    assert word in caught.value.reason
    assert caught.value.advice


@pytest.fixture
def small_caps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_INFLATED", 6 * MEGABYTE)
    monkeypatch.setattr(limits, "SUSPECT_INFLATED", 2 * MEGABYTE)


def _dense(size: int) -> bytes:
    """Text that shrinks to about a third: no bomb by its ratio."""
    numbers = b"".join(
        zlib.crc32(i.to_bytes(4, "big")).to_bytes(4, "big") for i in range(size // 8)
    )
    return numbers.hex().encode()


@pytest.mark.usefixtures("small_caps")
@pytest.mark.parametrize(
    ("data", "allowed", "is_bomb"),
    [
        (_zeros(2), None, False),  # not over the size that is suspect
        (_zeros(3), None, True),  # over it, and 1,000 : 1
        (gzip.compress(_zeros(3)), None, True),  # by the size on disk, whatever the layers
        (gzip.compress(_dense(4 * MEGABYTE)), None, False),  # over it, but honest
        (gzip.compress(_dense(7 * MEGABYTE)), None, True),  # over the size nothing may have
        (_zeros(7), 7 * MEGABYTE, False),
        (_zeros(3), 3 * MEGABYTE - 1, True),
        (PACKED, 100, True),
        (PACKED, len(TEXT), False),
    ],
)
def test_a_bomb_is_told_by_size_and_ratio(data: bytes, allowed: int | None, is_bomb: bool) -> None:
    if not is_bomb:
        assert inflate(data, max_inflated=allowed).layers
        return
    with pytest.raises(SitemapError, match="suspiciously") as caught:
        inflate(data, max_inflated=allowed)
    assert caught.value.code == "gzip-bomb"


def test_never_more_than_the_cap_is_held() -> None:
    bomb = _zeros(64)
    tracemalloc.start()
    with pytest.raises(SitemapError):
        inflate(bomb, max_inflated=8 * MEGABYTE)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 13 * MEGABYTE  # the buffer grows by an eighth at a time


def test_the_rule_gives_the_caps() -> None:
    honest = 14 * MEGABYTE
    assert module.inflated_cap(honest) == limits.MAX_INFLATED
    assert module.inflated_cap(1) == 100 * MEGABYTE
    assert module.inflated_cap(MEGABYTE) == 200 * MEGABYTE


def test_inflating_can_be_stopped() -> None:
    class Impatient(Progress):
        def tick(self, done: int = 0, total: int = 0) -> None:
            assert 0 < done <= total
            raise Cancelled

    with pytest.raises(Cancelled):
        inflate(PACKED, progress=Impatient())


def test_deflated_bytes_depend_on_nothing_but_the_text() -> None:
    def chunks() -> Iterator[bytes | memoryview]:
        yield b""
        yield TEXT[:100]
        yield memoryview(TEXT)[100:]

    packed = b"".join(deflate(chunks()))
    assert gzip.decompress(packed) == TEXT
    assert packed == b"".join(deflate([TEXT]))
    assert packed[4:8] == b"\0\0\0\0"  # mtime
