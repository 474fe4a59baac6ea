"""Commands about what was mended: show it, read again without some of it, accept it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from sitemap_editor.gui.dialogs import questions
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.jobs import EXPECTED_ERRORS
from sitemap_editor.gui.session import Session
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.support.i18n import _, format_number, ngettext

from . import rules, texts
from .context import Context

if TYPE_CHECKING:
    from sitemap_editor.gui.repairs.window import RepairWindow
    from sitemap_editor.markup.repair import Repair


def has_repairs(context: Context) -> bool:
    """Possible while a mended document is not saved."""
    return context.session is not None and context.doc.mending is not None


def show(context: Context) -> None:
    """Show the list of repairs of the document shown."""
    from sitemap_editor.gui.repairs.window import RepairWindow

    session = context.active
    if session.doc.mending is None:
        return
    window = window_of(context, session)
    if window is None:
        window = RepairWindow(session, context.window)
        _connect(context, window)
    window.show()
    window.raise_()
    window.activateWindow()
    window.list.setFocus()


def show_code(context: Context, code: str) -> None:
    """Show the list of repairs at the first one that mended a kind of breakage."""
    if not has_repairs(context):
        context.notify(_("The repairs are written to disk: there is nothing to refuse any more."))
        return
    show(context)
    window = window_of(context, context.active)
    if window is not None:
        window.show_code(code)


def window_of(context: Context, session: Session) -> RepairWindow | None:
    """The window that lists the repairs of a document, if it is open."""
    from sitemap_editor.gui.repairs.window import RepairWindow

    found = context.window.findChildren(RepairWindow)
    return next((one for one in found if one.session is session), None)


def _connect(context: Context, window: RepairWindow) -> None:
    workspace = context.workspace
    workspace.session_closed.connect(window.on_session_closed)
    workspace.session_replaced.connect(window.on_session_replaced)
    window.reread_requested.connect(partial(_reread, context, window))
    window.place_activated.connect(partial(_reveal, context, window))
    window.accepted.connect(lambda: _accept(context, window.session))
    window.text_requested.connect(lambda error: texts.open_session(context, window.session, error))
    window.help_requested.connect(partial(rules.show_rule, context))


def _accept(context: Context, session: Session) -> None:
    """Say no more about repairs that people agree with."""
    session.repair_state.is_banner_closed = True
    context.pane.banner.refresh()
    context.notify(_("The repairs stay. They are written to disk when you save."))


def _reveal(context: Context, window: RepairWindow, repair: Repair) -> None:
    """Make the entry in which a repair was made the current one."""
    session = window.session
    entry = entry_at(session, repair)
    if entry is not None and session in context.workspace.sessions:
        context.workspace.activate(session)
        context.pane.reveal(entry)


def entry_at(session: Session, repair: Repair) -> EntryId | None:
    """The entry in which a repair was made; None outside of them, or when it is gone."""
    from sitemap_editor.gui.repairs.spans import spans_of

    doc, mending = session.doc, session.doc.mending
    if mending is None or not doc.store.count:
        return None
    spans = spans_of(mending.original, mending.text, mending.repairs)
    place = spans.after_of(repair.start)
    cells = doc.store.cells
    own = np.flatnonzero(cells.blob[: doc.store.count] == 0)
    number = int(np.searchsorted(cells.start[own], place, "right")) - 1
    if number < 0 or place >= int(cells.end[own[number]]):
        return None
    entry = int(own[number])
    return EntryId(entry) if doc.has(entry) else None


# Refuse


def _reread(context: Context, window: RepairWindow, refused: Sequence[Repair]) -> None:
    """Read a document again without some of its repairs; changes made since are asked about."""
    session = window.session
    mending = session.doc.mending
    if mending is None or context.is_busy(session) or not context.commit():
        return
    if session.doc.history.can_undo and not questions.ask_reread(context.interaction, session.name):
        return
    known = list(window.model.repairs)

    def done(new: Session) -> None:
        made = new.doc.mending.repairs if new.doc.mending is not None else []
        window.note.say(consequences(known, refused, made))

    def failed(error: BaseException) -> None:
        if isinstance(error, SitemapError):
            window.say_unreadable(error, len(refused))
        elif isinstance(error, EXPECTED_ERRORS):
            window.note.say(describe(error), "error")

    window.note.say("")
    context.workspace.reread(session, refused, done, failed)


def consequences(known: Sequence[Repair], refused: Sequence[Repair], made: Sequence[Repair]) -> str:
    """What else is other now that some repairs were refused; empty when nothing is."""
    unwanted, keys = {one.key for one in refused}, {one.key for one in made}
    lost = sum(one.key not in unwanted and one.key not in keys for one in known)
    before = {one.key for one in known}
    new = sum(key not in before for key in keys)
    said = []
    if lost:
        text = ngettext(
            "{n} other repair depended on what you refused, and is not made either.",
            "{n} other repairs depended on what you refused, and are not made either.",
            lost,
        )
        said.append(text.format(n=format_number(lost)))
    if new:
        text = ngettext(
            "{n} other repair is needed instead.", "{n} other repairs are needed instead.", new
        )
        said.append(text.format(n=format_number(new)))
    return " ".join(said)
