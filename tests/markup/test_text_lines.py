"""Lines of a text list."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.markup import text_lines
from sitemap_editor.markup.text_lines import scan_lines
from sitemap_editor.support.jobs import Progress

CASES = [
    (b"", []),
    (b" \t\r\n\n", []),
    (b"http://a/", [b"http://a/"]),
    (b"a\nb\n", [b"a", b"b"]),
    (b"a\r\nb\r\n", [b"a", b"b"]),
    (b"a\rb\r", [b"a", b"b"]),
    (b"\n\n  a  \n \n\tb\t", [b"a", b"b"]),
    (b"two words \n", [b"two words"]),
    ("é\x0b\x0c\x1c\x85\u2028\nb".encode(), ["é\x0b\x0c\x1c\x85\u2028".encode(), b"b"]),
    (b"\0\n\x1f", [b"\0", b"\x1f"]),
]


def _lines(text: bytes) -> list[bytes]:
    spans = scan_lines(text)
    assert list(spans.gap_start) == [0, *spans.end[:-1]][: len(spans.end)]
    assert {array.dtype.name for array in spans} == {"int64"}
    return [text[start:end] for start, end in zip(spans.start, spans.end, strict=True)]


@pytest.mark.parametrize(("text", "lines"), CASES)
def test_each_line_that_is_not_blank_is_an_entry(text: bytes, lines: list[bytes]) -> None:
    assert _lines(text) == lines


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1 << 20])
@given(text=st.text(st.sampled_from("ab \t\r\n\0é")).map(str.encode))
def test_slices_make_no_difference(size: int, text: bytes) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_lines, "_SLICE", size)
        trimmed = [line.strip(b" \t") for line in re.split(rb"[\r\n]", text)]
        assert _lines(text) == [line for line in trimmed if line]


def test_progress_ticks_to_the_end() -> None:
    seen: list[int] = []

    class Ticks(Progress):
        def tick(self, done: int = 0, total: int = 0) -> None:
            seen.append(done)

    text = b"https://www.example.com/\r\n" * 200_000
    assert len(scan_lines(text, Ticks()).start) == 200_000
    assert seen[-1] == len(text)
    assert len(seen) > 4
