"""Every action of the window, declared in tables: a module for each menu.

An action's id is its object name, which people, tests and assistive technology rely on.
"""

from __future__ import annotations

from .edit import EDIT
from .entries import ENTRIES
from .file import FILE
from .help import HELP
from .sets import SETS
from .tools import TOOLS
from .view import LANGUAGES, PANELS, THEMES, WINDOW

__all__ = ["ACTIONS", "LANGUAGES", "THEMES"]

ACTIONS = (*FILE, *SETS, *EDIT, *ENTRIES, *TOOLS, *PANELS, *THEMES, *LANGUAGES, *WINDOW, *HELP)
