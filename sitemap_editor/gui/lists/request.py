"""What the import dialog answers; light, for the window knows it before any list is met."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sitemap_editor.formats.table import Table
    from sitemap_editor.operations.importing.build import Imported
    from sitemap_editor.operations.importing.mapping import Mapping

    from .work import Goal

AS_IT_IS = "as it is"
"""The answer when a file is to be opened as a document of its own instead."""


@dataclass(frozen=True, eq=False)
class ImportRequest:
    """What was asked for; ``found`` are all entries where they are made already."""

    table: Table
    mapping: Mapping
    goal: Goal
    found: Imported | None = None

    @property
    def is_new(self) -> bool:
        """Whether the entries make a new document."""
        return self.goal.target == "new"
