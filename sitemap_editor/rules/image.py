"""Group I: images of a page, as Google reads them."""

from __future__ import annotations

from .base import Rule
from .entry import Entry
from .parts import Part

RULES: tuple[Rule[Part], ...] = ()
ENTRY_RULES: tuple[Rule[Entry], ...] = ()
