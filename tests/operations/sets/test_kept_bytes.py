"""Bytes kept by number, in memory or on disk."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.operations.sets.kept_bytes import KeptBytes, Numbered


@given(st.lists(st.lists(st.binary(max_size=9), max_size=4)), st.integers(0, 40))
def test_what_is_kept_comes_back_wherever_it_is(batches: list[list[bytes]], most: int) -> None:
    kept = KeptBytes(most)
    for batch in batches:
        kept.add(batch)
    pieces = [piece for batch in batches for piece in batch]
    assert [kept[number] for number in range(len(kept))] == pieces
    kept.close()


@given(st.dictionaries(st.integers(0, 99), st.binary(max_size=5)))
def test_numbers_may_come_in_any_order(pieces: dict[int, bytes]) -> None:
    numbered = Numbered(KeptBytes(8))
    for key, piece in pieces.items():
        numbered.add(key, piece)
    assert dict(numbered) == pieces and list(numbered) == sorted(pieces)
    assert -1 not in numbered and "a" not in numbered
    with pytest.raises(KeyError):
        numbered[100]
    numbered._kept.close()
