"""Errors the user should know of before a file is written with them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sitemap_editor.gui.dialogs import questions
from sitemap_editor.gui.session import Session
from sitemap_editor.protocol.findings import Severity

from .context import Context
from .views import show_panel

if TYPE_CHECKING:
    from sitemap_editor.gui.dialogs.save_as import SaveRequest

ENCODING_CODES = ("encoding-", "text-encoding")
"""How the codes of the rules about the encoding begin."""


def accepts_errors(context: Context, session: Session, count: int) -> bool:
    """Whether the user knows of the errors; asked again only when there are more of them."""
    if not len(session.doc):
        return True  # asked already
    if count > session.accepted_errors:
        answer = questions.ask_save_with_errors(context.interaction, session.name, count)
        if answer == "show":
            context.workspace.activate(session)
            show_panel("findingsPanel")(context)
        if answer != "save":
            return False
    session.accepted_errors = count
    return True


def errors_to_save(session: Session) -> int:
    """How many errors the file will have: those that were mended to read it are gone then."""
    report, mending = session.report, session.doc.mending
    if report is None or mending is None:
        return session.error_count
    mended = Counter(code for one in mending.repairs for code in (one.code, *one.also))
    errors = (group for group in report.groups if group.severity is Severity.ERROR)
    return session.error_count - sum(min(group.count, mended[group.code]) for group in errors)


def errors_left(session: Session, request: SaveRequest) -> int:
    """How many errors the new file will have: those of the encoding go when it is converted."""
    report = session.report
    if request.encoding is None or report is None:
        return errors_to_save(session)
    gone = [group for group in report.groups if group.code.startswith(ENCODING_CODES)]
    return errors_to_save(session) - sum(g.count for g in gone if g.severity is Severity.ERROR)
