"""The report of a check, written to a file in a job."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.gui.findings.panel import FindingsPanel
from sitemap_editor.gui.session import Session
from sitemap_editor.protocol.findings import Finding, Severity
from sitemap_editor.support import settings as declared
from sitemap_editor.support.files import write_atomically
from sitemap_editor.support.i18n import _, spoken

from .context import Context

if TYPE_CHECKING:
    from sitemap_editor.formats.reports import CheckedFile
    from sitemap_editor.gui.dialogs.export_report import ReportRequest
    from sitemap_editor.support.jobs import Progress


def export_report(context: Context) -> None:
    """Ask where and how to write what was found, and write it."""
    from sitemap_editor.formats.reports import ReportOptions
    from sitemap_editor.operations.reporting import checked_file

    session, checker = context.active, context.active.checker
    if checker is None or not context.commit():
        return
    file = checked_file(session.doc, checker, session.name)
    request: ReportRequest | None = context.interaction.ask_form(
        "export_report",
        file=file,
        suggestion=_suggestion(context, session),
        options=ReportOptions(date=time.strftime("%Y-%m-%d %H:%M")),
        severities=_shown_severities(context),
    )
    if request is not None and not is_open_here(context, request.path):
        _write(context, session, file, request)


def _suggestion(context: Context, session: Session) -> Path:
    if session.path is not None:
        name = session.path.name.removesuffix(".gz")
        return session.path.with_name(f"{Path(name).stem}-report.html")
    last = context.settings.get(declared.LAST_FOLDER)
    return (Path(last) if last else Path.home()) / "sitemap-report.html"


def _shown_severities(context: Context) -> frozenset[Severity]:
    """Those that the panel lists now."""
    panel = context.panels.get("findingsPanel")
    return panel.chips.shown if isinstance(panel, FindingsPanel) else frozenset(Severity)


def is_open_here(context: Context, path: Path) -> bool:
    """Whether a file that would be written is open in this window, which is said."""
    owner = context.workspace.session_of(path)
    if owner is None:
        return False
    text = _("{name} is open in this window. Close it first, or choose another name.")
    context.interaction.report_error(text.format(name=owner.name))
    return True


def _write(context: Context, session: Session, file: CheckedFile, request: ReportRequest) -> None:
    """Write in a job that reads the document; an edit meanwhile ends it, and leaves no file."""
    name = request.path.name

    def work(progress: Progress) -> None:
        from sitemap_editor.formats.reports import FOR_PROGRAMS

        pieces = request.pieces(_ticking(file, progress))
        with spoken("en") if request.form in FOR_PROGRAMS else nullcontext():
            write_atomically(request.path, encoded(pieces, progress))

    session.read(
        work,
        lambda _result: context.notify(_("Wrote {name}.").format(name=name)),
        context.report,
        _("Writing {name}").format(name=name),
        on_cancelled=lambda: context.notify(_("{name} was not written.").format(name=name)),
    )


def _ticking(file: CheckedFile, progress: Progress) -> CheckedFile:
    """The file, which reports each finding that is built."""
    total = sum(group.count for group in file.groups)
    done = 0

    def findings(code: str | None) -> Iterator[Finding]:
        nonlocal done
        for finding in file.findings(code):
            done += 1
            progress.tick(done, total)
            yield finding

    return replace(file, findings=findings)


def encoded(pieces: Iterator[str], progress: Progress) -> Iterator[bytes]:
    """Pieces of text as bytes; a tick for each."""
    for piece in pieces:
        progress.tick()
        # A file's name may hold what no text can say.
        yield piece.encode("utf-8", "backslashreplace")
