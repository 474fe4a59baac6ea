"""The three numbers a table editor must never mix up."""

from typing import NewType

EntryId = NewType("EntryId", int)
"""Stable number of an entry within its document; never reused."""

Position = NewType("Position", int)
"""Place of an entry in the document, 0-based; people are shown it plus one."""

Row = NewType("Row", int)
"""Place of an entry on screen, after sort and filter, 0-based."""
