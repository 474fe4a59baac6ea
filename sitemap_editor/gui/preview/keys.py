"""The keys that move and select in the preview, as the platform has them."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtGui import QKeyEvent, QKeySequence

_K = QKeySequence.StandardKey


class Move(NamedTuple):
    """Where a key goes: what it moves by, which way, and whether it selects on the way."""

    by: str
    step: int
    is_selecting: bool


_PLAIN = (
    (_K.MoveToNextChar, _K.SelectNextChar, "character", 1),
    (_K.MoveToPreviousChar, _K.SelectPreviousChar, "character", -1),
    (_K.MoveToNextWord, _K.SelectNextWord, "word", 1),
    (_K.MoveToPreviousWord, _K.SelectPreviousWord, "word", -1),
    (_K.MoveToNextLine, _K.SelectNextLine, "row", 1),
    (_K.MoveToPreviousLine, _K.SelectPreviousLine, "row", -1),
    (_K.MoveToNextPage, _K.SelectNextPage, "page", 1),
    (_K.MoveToPreviousPage, _K.SelectPreviousPage, "page", -1),
    (_K.MoveToStartOfLine, _K.SelectStartOfLine, "edge", -1),
    (_K.MoveToEndOfLine, _K.SelectEndOfLine, "edge", 1),
    (_K.MoveToStartOfDocument, _K.SelectStartOfDocument, "document", -1),
    (_K.MoveToEndOfDocument, _K.SelectEndOfDocument, "document", 1),
)
_MOVES = [
    (key, Move(by, step, is_selecting))
    for plain, selecting, by, step in _PLAIN
    for key, is_selecting in ((plain, False), (selecting, True))
]


def move_of(event: QKeyEvent) -> Move | None:
    """The move a key asks for, None when it asks for none."""
    return next((move for key, move in _MOVES if event.matches(key)), None)


COMMANDS = {_K.Copy: "copy", _K.SelectAll: "select_all", _K.Find: "find"}


def command_of(event: QKeyEvent) -> str | None:
    """What else a key asks for: ``copy``, ``select_all`` or ``find``."""
    return next((name for key, name in COMMANDS.items() if event.matches(key)), None)


def is_known(event: QKeyEvent) -> bool:
    """Whether a key means something here."""
    return command_of(event) is not None or move_of(event) is not None
