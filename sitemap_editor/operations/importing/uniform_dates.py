"""Whether thousands of dates of one form are right, told from their digits side by side.

Columns that a program wrote hold dates of one length; what is the least unusual here (another
length, the 29th of February, a year that is not long past) is left to others.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
import numpy.typing as npt

_ZONED = b"0000-00-00T00:00:00+00:00\n"
FORMS = {len(form): form for form in (b"0000-00-00\n", b"0000-00-00T00:00:00Z\n", _ZONED)}
_MONTH_DAYS = np.array([0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, *[0] * 87], np.uint8)
_FIRST_YEAR = 1996

Bytes = npt.NDArray[np.uint8]


def are_right(cells: Sequence[str], text: str) -> bool:
    """Whether all cells are dates of one form that are right; ``text`` is the cells, joined."""
    size = len(cells[0]) + 1 if cells else 0
    form = FORMS.get(size)
    if form is None or len(text) + len(cells) != size * len(cells):
        return False
    raw = "\n".join(cells).encode() + b"\n"
    if len(raw) != size * len(cells):
        return False
    table = np.frombuffer(raw, np.uint8).reshape(len(cells), size).T
    return _fits(table, form) and _is_possible(table, size)


def _fits(table: Bytes, form: bytes) -> bool:
    """Whether digits stand where the form has a 0 and all other characters are the same."""
    digits = [place for place, byte in enumerate(form) if byte == ord("0")]
    others = [place for place, byte in enumerate(form) if byte not in b"0+"]
    wanted = np.frombuffer(form, np.uint8)[others]
    return bool(
        ((table[digits] - ord("0")) <= 9).all() and (table[others] == wanted[:, None]).all()
    )


def _is_possible(table: Bytes, size: int) -> bool:
    year = _two(table, 0).astype(np.int64) * 100 + _two(table, 2)
    month, day = _two(table, 5), _two(table, 8)
    right = (year >= _FIRST_YEAR) & (year < datetime.now(UTC).year)
    right &= (day >= 1) & (day <= _MONTH_DAYS[np.minimum(month, 99)])
    if size > len(b"0000-00-00\n"):
        right &= (_two(table, 11) <= 23) & (_two(table, 14) <= 59) & (_two(table, 17) <= 59)
    if size == len(_ZONED):
        right &= (table[19] == ord("+")) | (table[19] == ord("-"))
        right &= (_two(table, 20) <= 13) & (_two(table, 23) <= 59)
    return bool(right.all())


def _two(table: Bytes, place: int) -> Bytes:
    number: Bytes = (table[place] - ord("0")) * 10 + (table[place + 1] - ord("0"))
    return number
