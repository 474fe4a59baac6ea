"""Commands on what people decide about rules: ignore, hear of again, count differently, undo."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from sitemap_editor.gui.findings.copying import text_of_rule
from sitemap_editor.gui.findings.panel import FindingsPanel
from sitemap_editor.gui.findings.texts import title_of
from sitemap_editor.gui.jobs import EXPECTED_ERRORS
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.rules.decisions.policy import Scope
from sitemap_editor.support.i18n import N_, _, format_number, ngettext, pgettext

from . import rules
from .context import Context

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session


def connect(context: Context, panel: FindingsPanel) -> None:
    """Carry out what the panel asks for."""
    panel.ignore_requested.connect(partial(ignore, context))
    panel.unignore_requested.connect(partial(unignore, context))
    panel.severity_requested.connect(partial(treat, context))
    panel.policy_undo_requested.connect(partial(undo, context))
    panel.copy_requested.connect(partial(copy_rule, context))
    panel.help_requested.connect(partial(rules.show_rule, context))


_IGNORED = {
    Scope.FINDING: N_("“{title}” is ignored at this entry."),
    Scope.FILE: N_("“{title}” is ignored in this file."),
    Scope.FOLDER: N_("“{title}” is ignored in this folder."),
    Scope.USER: N_("“{title}” is ignored in all your files."),
}

_TREATED = {
    "error": N_("“{title}” counts as an error."),
    "warning": N_("“{title}” counts as a warning."),
    "info": N_("“{title}” counts as a note."),
    "off": N_("“{title}” is switched off."),
    None: N_("“{title}” counts as usual."),
}


def ignore(context: Context, scope: Scope, code: str, entry: EntryId | None) -> None:
    """Hear no more of a rule, or of its finding at one entry."""
    text = _(_IGNORED[scope]).format(title=title_of(code))
    _decide(context, lambda session: session.ignore(scope, code, entry), text)


def unignore(context: Context, code: str, entry: EntryId | None) -> None:
    """Hear of it again."""
    text = _("“{title}” is ignored no more.").format(title=title_of(code))
    _decide(context, lambda session: session.unignore(code, entry), text)


def treat(context: Context, code: str, severity: str | None, scope: Scope) -> None:
    """Let a rule count as bad as this from now on, in this folder or for oneself."""
    text = _(_TREATED[severity]).format(title=title_of(code))
    _decide(context, lambda session: session.set_severity(code, severity, scope), text)


def undo(context: Context) -> None:
    """Take back what was decided last."""
    if not context.active.undo_policy():
        context.notify(_("This cannot be taken back: the file was changed since."))
    _say(context, "")


def _decide(context: Context, write: Callable[[Session], None], text: str) -> None:
    try:
        write(context.active)
    except Exception as error:
        if not isinstance(error, EXPECTED_ERRORS):
            raise
        context.report(error)
    else:
        _say(context, text)


def _say(context: Context, text: str) -> None:
    panel = context.panels.get("findingsPanel")
    if isinstance(panel, FindingsPanel):
        panel.say_decided(text)


def copy_rule(context: Context, code: str) -> None:
    """Copy all findings of a rule as text, worked out in a job."""
    session, report = context.active, context.active.report
    group = next((one for one in report.groups if one.code == code), None) if report else None
    if report is None or group is None:
        return
    count = group.count

    def done(text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        said = ngettext("Copied {n} finding.", "Copied {n} findings.", count)
        context.notify(said.format(n=format_number(count)))

    session.read(
        lambda progress: text_of_rule(report, code, count, progress),
        done,
        context.report,
        pgettext("job", "Copying the findings"),
    )
