"""Repairing is linear in the places that are damaged, whatever their kinds."""

from __future__ import annotations

import time

from sitemap_editor.document.opening import open_bytes
from tests.benchmarks.damage import KINDS, damaged, with_bare_ampersands
from tests.benchmarks.files import chunks_of


def seconds_for(text: bytes) -> float:
    before = time.process_time()
    open_bytes(text)
    return time.process_time() - before


def test_thirty_kinds_are_mended() -> None:
    text = b"".join(chunks_of("plain", 2_000))
    assert len(KINDS) == 30
    doc = open_bytes(damaged(text, 1_000))
    assert doc.mending is not None
    locs = {doc.value(n, "loc") for n in range(len(doc))}
    assert len(locs) >= 1_995  # two neighbours that are broken at once may become one
    assert all(locs)
    assert len({one.code for one in doc.repairs}) > 12


def test_eight_times_the_damage_takes_less_than_eight_times_as_long() -> None:
    text = b"".join(chunks_of("plain", 8_000))
    few, many = damaged(text, 500), damaged(text, 4_000)
    assert min(seconds_for(many) for _ in range(2)) < 5 * min(seconds_for(few) for _ in range(2))


def test_as_many_ampersands_as_entries() -> None:
    text = b"".join(chunks_of("plain", 5_000))
    doc = open_bytes(with_bare_ampersands(text, 5_000))
    assert [one.code for one in doc.repairs] == ["ampersand-unescaped"] * 5_000
