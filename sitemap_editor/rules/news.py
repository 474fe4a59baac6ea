"""Group K: Google News items."""

from __future__ import annotations

from .base import Rule
from .entry import Entry
from .frame import File
from .parts import Part

RULES: tuple[Rule[Part], ...] = ()
ENTRY_RULES: tuple[Rule[Entry], ...] = ()
FILE_RULES: tuple[Rule[File], ...] = ()
