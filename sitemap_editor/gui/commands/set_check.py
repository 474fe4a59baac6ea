"""Check all files: one window, its report, and its table of files."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.protocol.findings import Finding
from sitemap_editor.support import settings as declared
from sitemap_editor.support.files import write_atomically
from sitemap_editor.support.i18n import _, spoken
from sitemap_editor.support.interaction import FileFilter

from .context import Context
from .reports import encoded, is_open_here
from .set_search import visits_of

if TYPE_CHECKING:
    from sitemap_editor.formats.reports import CheckedFile
    from sitemap_editor.gui.dialogs.export_report import ReportRequest
    from sitemap_editor.gui.over_set.check_window import CheckWindow
    from sitemap_editor.support.jobs import Progress


def check_set(context: Context) -> None:
    """Show the window that checks all files, and check them."""
    from sitemap_editor.gui.over_set.check_window import CheckWindow

    if not context.commit():
        return
    window = window_of(context)
    if window is None:
        window = CheckWindow(
            context.workspace,
            visits_of(context),
            lambda window: _export_report(context, window),
            lambda window: _export_table(context, window),
            context.window,
        )
    window.show()
    window.raise_()
    window.activateWindow()
    if not window.check.is_running:
        window.start()


def window_of(context: Context) -> CheckWindow | None:
    """The window that checks all files, if it is open."""
    from sitemap_editor.gui.over_set.check_window import CheckWindow

    found = context.window.findChildren(CheckWindow)
    return found[0] if found else None


# Reports


def _export_report(context: Context, window: CheckWindow) -> None:
    """Ask where and how to write what was found in all files, and write it."""
    from sitemap_editor.formats.reports import ReportOptions
    from sitemap_editor.operations.sets.kept_findings import KeptFindings

    done = window.done
    if done is None or not done.files:
        return
    name = window.hand.name if window.hand is not None else ""
    request: ReportRequest | None = context.interaction.ask_form(
        "export_report",
        file=done.files[0],
        more=done.files[1:],
        name=name,
        suggestion=_suggestion(context, window, "report.html"),
        options=ReportOptions(date=time.strftime("%Y-%m-%d %H:%M")),
    )
    if request is None or is_open_here(context, request.path):
        return

    most = request.options.max_findings if request.form == "html" else None
    assert window.hand is not None  # what was checked
    kept = KeptFindings(most, with_addresses=True)
    check = window.check.work(window.hand, kept)

    def pieces(progress: Progress) -> Iterator[bytes]:
        with kept:
            ticking = [_ticking(file, progress) for file in check(progress).files]
            yield from encoded(request.pieces(*ticking), progress)

    _write(context, request.path, pieces, request.form)


def _ticking(file: CheckedFile, progress: Progress) -> CheckedFile:
    def findings(code: str | None) -> Iterator[Finding]:
        for finding in file.findings(code):
            progress.tick()
            yield finding

    return replace(file, findings=findings)


def _suggestion(context: Context, window: CheckWindow, ending: str) -> Path:
    hand = window.hand
    source = hand.open_set.source if hand is not None and hand.open_set is not None else None
    if source is None:
        last = context.settings.get(declared.LAST_FOLDER)
        return (Path(last) if last else Path.home()) / f"sitemap-{ending}"
    folder = source if source.is_dir() else source.parent
    return folder / f"{Path(source.name.removesuffix('.gz')).stem}-{ending}"


def _export_table(context: Context, window: CheckWindow) -> None:
    """Ask where to write the table of files, and write it as CSV."""
    from sitemap_editor.gui.over_set.tally import table_of

    rows = [(row.file, row.newest) for row in window.files.files.rows]
    filters = [FileFilter(_("Table (CSV)"), (".csv",))]
    path = context.interaction.ask_save_path(
        _("Export the table of files"), _suggestion(context, window, "files.csv"), filters
    )
    if path is None or is_open_here(context, path) or not _may_replace(context, path):
        return
    _write(context, path, lambda progress: encoded(table_of(rows), progress), "csv")


def _may_replace(context: Context, path: Path) -> bool:
    if not path.exists():
        return True
    question = _("{name} exists already. Replace it?").format(name=path.name)
    return context.interaction.confirm(question, _("Replace"))


def _write(
    context: Context,
    path: Path,
    pieces: Callable[[Progress], Iterator[bytes]],
    form: str,
) -> None:
    from sitemap_editor.formats.reports import FOR_PROGRAMS

    name = path.name

    def work(progress: Progress) -> None:
        with spoken("en") if form in FOR_PROGRAMS else nullcontext():
            write_atomically(path, pieces(progress))

    context.workspace.jobs.run(
        work,
        lambda _result: context.notify(_("Wrote {name}.").format(name=name)),
        context.report,
        _("Writing {name}").format(name=name),
        on_cancelled=lambda: context.notify(_("{name} was not written.").format(name=name)),
    )
