"""Group M: extensions that Google once had."""

from __future__ import annotations

from .base import Rule
from .entry import Entry
from .parts import Part

RULES: tuple[Rule[Part], ...] = ()
ENTRY_RULES: tuple[Rule[Entry], ...] = ()
