"""The rows in view, with their colours: asked of the document again only when they may differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemap_editor.protocol.ids import EntryId

from .highlight import State, Token, state_at_end, tokenize
from .places import row_text

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.lines import RowText

LOOK_BACK = 1_000_000
"""Bytes before the first row that are read to learn whether a comment or a tag is open."""

# What would break the line, reverse it or stay invisible is shown by a sign of its own.
SIGNS = {code: 0x2400 + code for code in range(0x20) if code != 0x09}
SIGNS |= {0x7F: 0x2421, 0x2028: 0x2424, 0x2029: 0x2424, 0xFEFF: 0xFFFD}
SIGNS |= dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)], 0xFFFD)


@dataclass(frozen=True, slots=True)
class ShownRow:
    """One row as it is drawn; ``text`` has as many characters as the row of the document."""

    number: int
    text: str
    tokens: tuple[Token, ...]
    line: int | None
    entry: EntryId | None
    is_changed: bool


class VisibleRows:
    """A window on the rows of a document."""

    def __init__(self, doc: Document) -> None:
        self._doc = doc
        self._rows: list[ShownRow] = []
        self._first = 0
        self._states: dict[int, State] = {}

    def forget(self) -> None:
        """Ask for everything again: the document, or what counts as changed, is another."""
        self._rows = []
        self._states.clear()

    def fetch(self, first: int, count: int) -> list[ShownRow]:
        """Up to ``count`` rows from row ``first`` on."""
        start = first - self._first
        if self._rows and start >= 0 and start + count <= len(self._rows):
            return self._rows[start : start + count]
        raw = self._doc.lines.rows(first, count)
        has_tags = self._doc.kind.is_xml or self._doc.kind.is_feed
        rows = self._xml(raw, first) if has_tags else self._plain(raw, first)
        if count > 1:  # a single row is asked for beside the window
            self._first, self._rows = first, rows
        return rows

    def _plain(self, raw: list[RowText], first: int) -> list[ShownRow]:
        return [_shown(row, number, ()) for number, row in enumerate(raw, first)]

    def _xml(self, raw: list[RowText], first: int) -> list[ShownRow]:
        if len(self._states) > 20_000:
            self._states.clear()
        state = self._state_before(raw, first)
        entry = raw[0].id if raw else None
        shown = []
        for number, row in enumerate(raw, first):
            if row.id != entry:
                state, entry = State.TEXT, row.id
            tokens, state = tokenize(row_text(row), state)
            self._states[number + 1] = state
            shown.append(_shown(row, number, tuple(tokens)))
        return shown

    def _state_before(self, raw: list[RowText], first: int) -> State:
        if not raw or _begins_unit(raw[0]):
            return State.TEXT
        if first in self._states:
            return self._states[first]
        return state_at_end(self._unit_of(raw[0], first)[: raw[0].unit_offset][-LOOK_BACK:])

    def _unit_of(self, row: RowText, number: int) -> bytes:
        """The bytes a row is cut from."""
        if row.id is not None:
            return self._doc.store.gap(row.id) + self._doc.raw(row.id)
        doc = self._doc
        is_tail = len(doc) > 0 and number > doc.lines.row_of(doc.id_at(0))
        return doc.tail if is_tail else doc.head


def _begins_unit(row: RowText) -> bool:
    """Whether nothing can be open before it: at most the line end of the row above."""
    return row.unit_offset <= 2


def _shown(row: RowText, number: int, tokens: tuple[Token, ...]) -> ShownRow:
    text = row_text(row)
    if not text.isprintable():
        text = text.translate(SIGNS)
    return ShownRow(number, text, tokens, row.line, row.id, row.changed)
