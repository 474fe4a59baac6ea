"""Text in which some bytes mean nothing: it is read all the same, and what was lost is kept."""

from __future__ import annotations

import io
import re
from typing import NamedTuple

from sitemap_editor.support.jobs import Progress

LOST = "\ufffd".encode()
"""Stands in a text for what meant nothing."""

_SLICE = 1 << 14
_BEFORE_LETTERS = re.compile(rb"(?:\xef\xbb\xbf|\xc2\xa0|[ \t\r\n]){0,64}")
_ASCII = frozenset((9, 10, 13, *range(0x20, 0x7F)))


class Damage(NamedTuple):
    """U+FFFD at byte ``at`` of the text stands for the bytes ``raw`` of the file."""

    at: int
    raw: bytes


def read_damaged(
    content: bytes, start: int, codec: str, progress: Progress
) -> tuple[bytes, tuple[Damage, ...]]:
    """Decode with U+FFFD for each run of bytes that means nothing; returns UTF-8 text."""
    view, out = memoryview(content), io.BytesIO()
    damage: list[Damage] = []
    position, total = start, len(content)
    while position < total:
        end = min(position + _SLICE, total)
        try:
            out.write(str(view[position:end], codec).encode())
            position = end
        except UnicodeDecodeError as error:
            out.write(error.object[: error.start].decode(codec).encode())
            is_cut = position + error.end == end < total and error.start > 0
            if not is_cut:  # else the character goes on in the next slice
                raw = bytes(error.object[error.start : error.end])
                damage.append(Damage(out.tell(), raw))
                out.write(LOST)
            position += error.start if is_cut else error.end
        progress.tick(position, total)
    return out.getvalue(), tuple(damage)


def is_eight_bit(content: bytes, start: int) -> bool:
    """Whether what follows a mark of UTF-16 is no UTF-16: it begins with plain ASCII letters.

    In UTF-16 every other byte of them would be zero; Chinese begins no sitemap and no list.
    """
    found = _BEFORE_LETTERS.match(content, start)
    at = found.end() if found is not None else start
    head = content[at : at + 8]
    return len(head) == 8 and _ASCII.issuperset(head)
