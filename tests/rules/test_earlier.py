"""Addresses of many sitemaps in little memory: which came first with each."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.rules.beside.earlier import Earlier

NUMBERS = st.lists(st.integers(-30, 30), max_size=20)


@given(st.lists(NUMBERS, max_size=12))
def test_the_first_sitemap_with_an_address_is_found(files: list[list[int]]) -> None:
    earlier, first = Earlier(), dict[int, str]()
    for number, own in enumerate(files):
        earlier.add(Path(str(number)), np.unique(np.array(own, np.int64)))
        for one in own:
            first.setdefault(one, str(number))
    asked = np.arange(-31, 32)[::-1].copy()
    assert earlier.has(asked).tolist() == [one in first for one in asked.tolist()]
    assert [str(earlier.first_with(n) or "") for n in asked.tolist()] == [
        first.get(n, "") for n in asked.tolist()
    ]
    assert earlier.is_empty is not any(files)
