"""The report of a comparison, written to a file: for people, for spreadsheets, for programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.support.files import write_atomically
from sitemap_editor.support.i18n import _
from sitemap_editor.support.interaction import FileFilter, Interaction
from sitemap_editor.support.jobs import Progress

if TYPE_CHECKING:
    from .compared import Compared
    from .sides import Side

FORMS = {".html": "html", ".csv": "csv", ".json": "json"}


def ask_path(interaction: Interaction, folder: Path | None) -> Path | None:
    """Ask where the report goes; its suffix tells its form. None when people change their mind."""
    filters = (
        FileFilter(_("Page for the browser (HTML)"), (".html",)),
        FileFilter(_("Table (CSV)"), (".csv",)),
        FileFilter(_("For programs (JSON)"), (".json",)),
    )
    suggestion = (folder or Path.home()) / f"{_('differences')}.html"
    path = interaction.ask_save_path(_("Export the report"), suggestion, filters)
    if path is None:
        return None
    if path.suffix.lower() not in FORMS:
        path = path.with_name(f"{path.name}.html")
    if path.exists():
        title = _("Replace {name}?").format(name=path.name)
        if not interaction.confirm(_("The file exists."), _("Replace"), title=title):
            return None
    return path


def write(path: Path, compared: Compared, progress: Progress) -> None:
    """Write the report. Raises OSError and SitemapError."""
    from sitemap_editor.formats.comparisons import COMPARISONS, ComparisonOptions
    from sitemap_editor.operations.comparing.reporting import compared_for_report

    content = compared_for_report(
        compared.comparison,
        old=_name_of(compared.before),
        new=_name_of(compared.after),
        progress=progress,
    )
    pieces = COMPARISONS[FORMS[path.suffix.lower()]](content, ComparisonOptions(bom=True))
    write_atomically(path, (piece.encode() for piece in pieces))


def _name_of(side: Side) -> str:
    return side.title if side.session is None else side.session.name
