"""What ``split`` tells: every file with its entries and bytes, and what else was done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sitemap_editor.operations.splitting.telling import (
    count_text,
    leftovers_text,
    notes_of,
    size_text,
    sum_text,
)
from sitemap_editor.support.i18n import _, format_number, ngettext

from .terminal import Line, Span, harmless

if TYPE_CHECKING:
    from sitemap_editor.operations.splitting.planning import Outline
    from sitemap_editor.operations.splitting.writing import Outcome

DIM = "dim"


@dataclass
class Told:
    """A split that was made, or would be; ``outcome`` once it is written."""

    file: str
    plan: Outline
    old: Sequence[Path]
    is_written: bool
    outcome: Outcome | None = None

    def as_dict(self) -> dict[str, Any]:
        """As JSON has it."""
        done, languages = self.outcome, self.plan.languages
        return {
            "file": self.file,
            "written": self.is_written,
            "index": {"name": self.plan.index_name, "bytes": self.plan.index_size},
            "parts": [
                {
                    "name": part.name,
                    "group": group.name,
                    "entries": len(part),
                    "bytes": part.size,
                    "lastmod": part.newest,
                }
                for group in self.plan.groups
                for part in group.parts
            ],
            "entries": self.plan.count,
            "left_out": self.plan.left_out,
            "skipped": list(self.plan.skipped),
            "mended": list(self.plan.mended),
            "languages": languages._asdict() if languages is not None else None,
            "robots": str(done.robots) if done is not None and done.robots else None,
            "no_longer_named": [path.name for path in self.old],
            "removed": [path.name for path in done.removed] if done is not None else [],
        }

    def lines(self) -> Iterator[Line]:
        """As people read it."""
        plan = self.plan
        rows = [(f"  {part.name}", format_number(len(part)), part.size) for part in plan.parts]
        rows.insert(0, (plan.index_name, count_text(len(plan.parts)), plan.index_size))
        first, second = max(len(row[0]) for row in rows), max(len(row[1]) for row in rows)
        for name, count, size in rows:
            text = f"{harmless(name):{first}}  {count:>{second}}  {size_text(size):>9}"
            yield (Span(text),)
        yield (Span(sum_text(plan), DIM),)
        for note in (*notes_of(plan), *self._further()):
            yield (Span(harmless(note)),)

    def _further(self) -> Iterator[str]:
        done = self.outcome
        if done is not None and done.robots is not None:
            yield _("{name} has a line for the index now.").format(name=done.robots)
        if done is not None and done.removed:
            said = ngettext(
                "{n} file of an earlier split was removed.",
                "{n} files of an earlier split were removed.",
                len(done.removed),
            )
            yield said.format(n=format_number(len(done.removed)))
        elif self.old:
            yield leftovers_text([path.name for path in self.old])
