"""Lists applied to the open sitemap: what is chosen in the dialog is done as one step."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.gui.session import Session
from sitemap_editor.gui.table.arrangement import Marked
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support import settings as declared
from sitemap_editor.support.i18n import _
from sitemap_editor.support.interaction import Choice

from .context import Context, can_edit

if TYPE_CHECKING:
    from sitemap_editor.gui.lists.apply_request import ApplyRequest
    from sitemap_editor.gui.lists.apply_work import Outcome

IMPORT, APPLY, CANCEL = "import", "apply", "cancel"


def apply_list(context: Context) -> None:
    """Let people choose a list and what is done with its entries."""
    apply_path(context, None)


def apply_path(context: Context, path: Path | None) -> None:
    """Apply a list, None lets people choose one."""
    session = context.active
    if context.is_busy(session) or not context.commit():
        return
    request: ApplyRequest | None = context.interaction.ask_form(
        "apply_list",
        doc=session.doc,
        name=session.name,
        jobs=context.workspace.jobs,
        change=context.change,
        path=path,
        folder=_folder(context, session),
    )
    if request is None:
        return
    if request.path is not None:
        context.settings.set(declared.LAST_FOLDER, str(request.path.parent))
    if request.ids is not None:
        _show(context, Marked(request.ids, request.name))
    elif request.outcome is not None:
        _carry_out(context, session, request.outcome, request.name)


def _folder(context: Context, session: Session) -> Path | None:
    if session.path is not None:
        return session.path.parent
    folder = context.settings.get(declared.LAST_FOLDER)
    return Path(folder) if folder else None


def _carry_out(context: Context, session: Session, outcome: Outcome, name: str) -> None:
    from sitemap_editor.gui.lists.apply_texts import done_text, step_text

    plan = outcome.plan
    if outcome.action == "mark":
        _show(context, Marked(plan.matches.matched, name))
    elif session.doc.revision != plan.revision:
        context.notify(_("The sitemap has changed meanwhile. Apply the list again."))
    elif session.edit(plan.applied.edit, step_text(outcome.action, name)):
        context.notify(done_text(outcome))


def _show(context: Context, marked: Marked) -> None:
    """Show entries alone in the table."""
    context.pane.filter_bar.show_marked(marked)
    context.table.setFocus()


def ask_what_to_do(context: Context, path: Path) -> str:
    """Ask what becomes of a list that was dropped: IMPORT, APPLY or CANCEL.

    Without a document that can be changed there is nothing it could be applied to.
    """
    if not can_apply(context):
        return IMPORT
    choices = (
        Choice(CANCEL, _("Cancel"), is_cancel=True),
        Choice(IMPORT, _("Import it…")),
        Choice(APPLY, _("Apply it…"), is_default=True),
    )
    text = _(
        "Import makes entries of its rows. Apply looks for its pages in {sitemap}, to remove, "
        "keep or change them, or just to compare."
    )
    title = _("What is {name} for?").format(name=path.name)
    return context.interaction.ask(text.format(sitemap=context.active.name), choices, title=title)


def can_apply(context: Context) -> bool:
    """Possible while a sitemap or text list that can be changed is shown."""
    return can_edit(context) and context.doc.kind is not Kind.ROBOTS
