"""The rows that an import leaves out, written to a table that can be brought in again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.support.files import write_atomically
from sitemap_editor.support.i18n import _
from sitemap_editor.support.interaction import FileFilter, Interaction

if TYPE_CHECKING:
    from sitemap_editor.operations.importing.build import Imported
    from sitemap_editor.support.jobs import Progress


@dataclass(frozen=True, eq=False)
class RejectsFile:
    """Rows left out of a list of this name; ``folder`` is where the list is, None for nowhere."""

    found: Imported
    name: str
    folder: Path | None = None

    @property
    def suggestion(self) -> Path:
        """Where to write them when nobody says otherwise."""
        return (self.folder or Path.home()) / f"{self.name or 'list'}-left-out.csv"

    def ask_and_write(
        self,
        interaction: Interaction,
        jobs: JobRunner,
        tell: Callable[[str], None],
        on_error: Callable[[BaseException], None],
    ) -> None:
        """Ask where to write the rows, and write them in a job."""
        path = interaction.ask_save_path(
            _("Save the rows left out"), self.suggestion, [FileFilter(_("Tables"), (".csv",))]
        )
        if path is None:
            return
        question = _("{name} exists and will be replaced.").format(name=path.name)
        if path.exists() and not interaction.confirm(question, _("Replace")):
            return

        def work(progress: Progress) -> None:
            write_atomically(path, self.found.rejects.as_csv(progress))

        said = _("Wrote {name}.").format(name=path.name)
        label = _("Writing {name}").format(name=path.name)
        jobs.run(work, lambda _result: tell(said), on_error, label)
