"""The table that tells of each merged entry which file it is from, written as CSV."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.support.files import write_atomically
from sitemap_editor.support.i18n import _
from sitemap_editor.support.interaction import FileFilter, Interaction

if TYPE_CHECKING:
    from sitemap_editor.operations.merging.planning import MergePlan
    from sitemap_editor.support.jobs import Progress


def ask_path(interaction: Interaction, folder: Path | None) -> Path | None:
    """Ask where the table goes; None when people change their mind."""
    suggestion = (folder or Path.home()) / f"{_('provenance')}.csv"
    filters = [FileFilter(_("Tables"), (".csv",))]
    path = interaction.ask_save_path(_("Save where entries are from"), suggestion, filters)
    if path is None:
        return None
    question = _("{name} exists and will be replaced.").format(name=path.name)
    if path.exists() and not interaction.confirm(question, _("Replace")):
        return None
    return path


def writer(plan: MergePlan, path: Path) -> Callable[[Progress], None]:
    """What writes the table, to be run as a job."""

    def write(progress: Progress) -> None:
        from sitemap_editor.operations.merging.provenance import table

        write_atomically(path, table(plan, progress))

    return write
