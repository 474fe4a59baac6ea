"""What an action of the window is; ``actions`` declares them all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence

from .commands.context import Context, has_document

Command = Callable[[Context], None]
Condition = Callable[[Context], bool]
Key = str | QKeySequence.StandardKey


@dataclass(frozen=True, slots=True)
class Action:
    """One action: what it is called, what it does, and when it is possible.

    ``text`` and ``tip`` are translatable; ``text_of`` gives a text that depends on the document,
    ``why_not`` tells why it is not possible now, where that needs telling;
    ``is_checked`` makes the action checkable. Keys of what is done to the selection work only
    ``in_table``, so that Del elsewhere does not empty cells out of sight; ``commits`` takes over
    what is being typed in a cell first; ``role`` is its place in the menu of the program, where
    the system has one.
    """

    id: str
    text: str
    command: Command
    is_possible: Condition = has_document
    icon: str = ""
    keys: tuple[Key, ...] = ()
    tip: str = ""
    text_of: Callable[[Context], str] | None = None
    why_not: Callable[[Context], str] | None = None
    is_checked: Condition | None = None
    in_table: bool = False
    commits: bool = False
    role: QAction.MenuRole = QAction.MenuRole.TextHeuristicRole
