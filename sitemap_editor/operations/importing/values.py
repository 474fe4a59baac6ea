"""Priorities and change frequencies of a column; few differ, so each is looked at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from sitemap_editor.protocol.fields import CHANGE_FREQUENCIES
from sitemap_editor.support.i18n import N_

from .rejects import Reason

DECIMAL_COMMA = "csv-decimal-comma"
_PRIORITY = re.compile(r"(?:0?\.\d+|0(?:\.\d*)?|1(?:\.0*)?)", re.ASCII)
_NO_PRIORITY = N_("“{value}” is no priority; one is a number from 0.0 to 1.0.")
_NO_FREQUENCY = N_("“{value}” is no change frequency; there are: {choices}.")
_MOST_KNOWN = 65_536

Read = Callable[[str], "str | Reason"]


class ValueReader:
    """Reads the cells of a column with a function, once for each text that is met.

    ``mended`` counts by code what was put right.
    """

    def __init__(self, field: str, is_empty: Callable[[str], bool]) -> None:
        self._is_empty = is_empty
        self._read: Read = self._priority if field == "priority" else self._frequency
        self._known: dict[str, str | Reason] = {}
        self.mended: Counter[str] = Counter()

    def read(self, cells: list[str]) -> tuple[list[str], list[tuple[int, Reason]]]:
        """The values of some cells, "" for none, and which cells were no use."""
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        known = self._known
        has_flaws = False
        for cell in set(cells):
            if cell not in known:
                known[cell] = self._one(cell)
            has_flaws |= isinstance(known[cell], Reason)
            if "," in cell and not isinstance(known[cell], Reason) and known[cell]:
                self.mended[DECIMAL_COMMA] += cells.count(cell)
        values = [known[cell] for cell in cells]
        if not has_flaws:
            return values, []  # type: ignore[return-value]  # no reason is among them
        flaws = [(n, value) for n, value in enumerate(values) if isinstance(value, Reason)]
        return ["" if isinstance(value, Reason) else value for value in values], flaws

    def _one(self, cell: str) -> str | Reason:
        text = cell.strip().removeprefix("'")
        return "" if self._is_empty(text) else self._read(text)

    def _priority(self, text: str) -> str | Reason:
        number = text.replace(",", ".")
        if not _PRIORITY.fullmatch(number):
            return Reason("priority-invalid", _NO_PRIORITY, (("value", text[:60]),))
        return f"0{number}" if number.startswith(".") else number.removesuffix(".")

    def _frequency(self, text: str) -> str | Reason:
        word = text.lower()
        if word in CHANGE_FREQUENCIES:
            return word
        shown = (("value", text[:60]), ("choices", ", ".join(CHANGE_FREQUENCIES)))
        return Reason("changefreq-invalid", _NO_FREQUENCY, shown)
