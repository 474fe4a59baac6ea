"""What was done to a broken file so that it could be opened, and where in the file on disk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from sitemap_editor.markup.line_index import LineIndex
from sitemap_editor.markup.repair import History, Repair
from sitemap_editor.markup.well_formed import check_well_formed
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.findings import Finding, Severity

MOST_SHOWN = 1_000
"""Characters of what stood at a place that a finding tells."""

SEVERITIES = {
    "text-outside-elements": Severity.WARNING,
    "element-misspelt": Severity.WARNING,
}
"""Of the codes of repairs that are no errors, as the catalogue has it."""

SCOPES = dict.fromkeys(("element-wrong-case", "element-misspelt", "loc-whitespace-inside"), "entry")
"""Of the codes of repairs that are not about the file, as the catalogue has it."""


@dataclass(frozen=True, eq=False)
class Mending:
    """The repairs of one file, in its order."""

    repairs: list[Repair]
    history: History

    @property
    def original(self) -> bytes:
        """The text before all repairs (UTF-8 without mark)."""
        return self.history.original

    @property
    def text(self) -> bytes:
        """The text after all repairs."""
        return self.history.text

    @property
    def made_root(self) -> bool:
        """Whether the file had no root."""
        return any(repair.code == "root-missing" for repair in self.repairs)

    @cached_property
    def was_well_formed(self) -> bool:
        """Whether the file was well-formed XML, if not a sitemap that could be read."""
        if any(repair.code == "encoding-not-utf8" for repair in self.repairs):
            return False
        try:
            check_well_formed(self.original)
        except SitemapError:
            return False
        return True

    def place_of(self, repair: Repair) -> tuple[int, int]:
        """Line and column of a repair in the file as it is on disk."""
        return self._before.place(repair.start)

    def place_on_disk(self, line: int, column: int) -> tuple[int, int]:
        """Where a line and column of the text after the repairs is in the file on disk."""
        at = self._after.offset(line, column)
        return self._before.place(self.history.original_place(at, at)[0])

    @cached_property
    def findings(self) -> list[Finding]:
        """Each breakage as a finding; a repair that mends two of them gives two."""
        return list(self._findings())

    def _findings(self) -> Iterator[Finding]:
        for repair in self.repairs:
            line, column = self.place_of(repair)
            value = repair.before.decode("utf-8", "replace")[:MOST_SHOWN]
            for code in (repair.code, *repair.also):
                yield Finding(
                    code=code,
                    severity=SEVERITIES.get(code, Severity.ERROR),
                    scope=SCOPES.get(code, "file"),
                    message=repair.reason,
                    line=line,
                    column=column,
                    value=value,
                    fix=repair.kind,
                )

    @cached_property
    def _before(self) -> LineIndex:
        return LineIndex(self.original)

    @cached_property
    def _after(self) -> LineIndex:
        return LineIndex(self.text)
