"""Rows of repair: many places of one kind, and places of thirty kinds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from .damage import damaged, with_bare_ampersands
from .files import file_of
from .measure import Result, Sizes, medians
from .peers import bare_expat


def repair(sizes: Sizes) -> Iterator[Result]:
    """Open broken files mended: 50,000 bare ampersands, 1,000 places of thirty kinds."""
    from sitemap_editor.document.opening import open_bytes

    count = max(sizes.big // 4, 100)
    text = with_bare_ampersands(file_of("plain", count).read_bytes(), min(50_000, count))
    mended = open_bytes(text).text()
    ours, bare = medians(sizes.repeats, partial(open_bytes, text), partial(bare_expat, mended))
    said = f"open {count:,}, {text.count(b'&'):,} bare &"
    yield Result(said, ours, "s", bare, "bare expat, mended", 12.0)
    plain = file_of("plain", sizes.usual).read_bytes()
    few, many = (damaged(plain, min(places, sizes.usual)) for places in (1_000, 8_000))
    ours, less = medians(sizes.repeats, partial(open_bytes, many), partial(open_bytes, few))
    yield Result("open with 8,000 places of 30 kinds", ours, "s", less, "with 1,000", 4.0)
