"""Entries move or are copied to another file, as one step of both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from sitemap_editor.gui.files.rows_drop import RowsDrop
from sitemap_editor.gui.session import Session
from sitemap_editor.gui.sets.dates import index_to_date
from sitemap_editor.gui.together import edit_together
from sitemap_editor.gui.transferring import (
    Asked,
    Target,
    TransferRequest,
    can_give,
    changed_count,
    is_too_much,
    may_take,
    targets_of,
)
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import can_take
from sitemap_editor.protocol.limits import MAX_ENTRIES
from sitemap_editor.support.i18n import _, format_number, ngettext

from .context import Context, can_edit_selection, has_selection

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.edits import Edit
    from sitemap_editor.gui.files.view import FilesView
    from sitemap_editor.gui.sets.tree import Node
    from sitemap_editor.operations.transferring import Transfer


def can_move_to(context: Context) -> bool:
    """Possible when entries are selected that can be taken out of their file."""
    return can_edit_selection(context) and can_give(context.active)


def can_copy_to(context: Context) -> bool:
    """Possible when entries are selected, those of a feed too."""
    return has_selection(context) and can_give(context.active)


def move_to(context: Context) -> None:
    """Ask where the selected entries shall go, and move them."""
    _ask(context, is_copy=False)


def copy_to(context: Context) -> None:
    """Ask where the selected entries shall be too, and copy them."""
    _ask(context, is_copy=True)


def _ask(context: Context, *, is_copy: bool) -> None:
    source, ids = context.active, context.selected_ids()
    if context.is_busy(source) or not context.commit() or not len(ids):
        return
    asked = Asked(source, ids, is_copy, context.workspace.read)
    _ask_about(context, asked, targets_of(context.workspace, source))


def _ask_about(
    context: Context, asked: Asked, targets: Sequence[Target], chosen: Target | None = None
) -> None:
    from sitemap_editor.operations.splitting import limits_of

    one = context.workspace.set_of(asked.source)
    is_named = one is not None and index_to_date(context.workspace, asked.source, anyway=True)
    request: TransferRequest | None = context.interaction.ask_form(
        "move_to",
        asked=asked,
        targets=targets,
        jobs=context.workspace.jobs,
        limits=limits_of(context.profiles),
        dates=one.follows_dates if one is not None and is_named else None,
        chosen=chosen,
    )
    if request is not None:
        carry_out(context, asked, request)


# Dropped


def connect(context: Context, view: FilesView) -> None:
    """Take rows that are dropped on a file, once the drag has ended."""
    rows = RowsDrop(
        view,
        lambda node: target_of(context, node) is not None,
        lambda node: _outlook(context, node),
    )
    later = Qt.ConnectionType.QueuedConnection
    rows.dropped.connect(lambda node, is_copy: drop(context, node, is_copy), later)


def _outlook(context: Context, node: Node) -> str:
    """How many entries a file will hold, as long as none of them is there already."""
    target = target_of(context, node)
    session = target.session if target is not None else None
    known = len(session.doc) if session is not None else target.entries if target else None
    if known is None:
        return ""
    said = _("{n} of {limit} entries then")
    count = known + context.table.selected_row_count()
    return said.format(n=format_number(count), limit=format_number(MAX_ENTRIES))


def target_of(context: Context, node: Node) -> Target | None:
    """The file a line of the Files panel stands for, when the entries shown can go there."""
    source = context.session
    if source is None or not can_give(source):
        return None
    if node.session is not None:
        is_fit = may_take(source, node.session)
        return Target(node.session.name, node.session, node.session.path) if is_fit else None
    row = node.row
    if row is None or row.path is None or not row.member.is_readable or row.is_unreadable:
        return None
    if row.kind is not None and not can_take(source.doc.kind, row.kind):
        return None
    return Target(row.member.name, None, row.path, row.entries)


def drop(context: Context, node: Node, is_copy: bool) -> None:
    """Move or copy the selected entries to the file they were dropped on.

    Asks only where there is something to decide: pages it has, or what it cannot hold.
    """
    from sitemap_editor.operations.splitting import limits_of

    target, source = target_of(context, node), context.session
    if target is None or source is None or context.is_busy(source) or not context.commit():
        return
    is_copy = is_copy or bool(source.why_read_only)
    ids = context.selected_ids()
    asked = Asked(source, ids, is_copy, context.workspace.read)
    limits = limits_of(context.profiles)

    def done(found: Transfer) -> None:
        if found.duplicates or found.only_addresses or is_too_much(found, limits):
            others = [one for one in targets_of(context.workspace, source) if not _is(one, target)]
            _ask_about(context, asked, [target, *others], target)
            return
        one = context.workspace.set_of(source)
        is_dated = one is not None and one.follows_dates
        carry_out(context, asked, TransferRequest(target, found, is_dated))

    label = _("Looking at {name}").format(name=target.name)
    source.read(asked.look(target), done, context.report, label)


def _is(one: Target, other: Target) -> bool:
    return one.path is not None and one.path == other.path


# Done


def carry_out(context: Context, asked: Asked, request: TransferRequest) -> None:
    """Apply what was worked out, the dates in the index with it, as one step."""
    source, found = asked.source, request.found
    target = _session_of(context, asked, request)
    if target is None or context.is_busy(source, target):
        return
    if not found.is_current:
        context.notify(_("The files have changed meanwhile, so nothing was moved. Try again."))
        return
    pairs: list[tuple[Session, Edit | None]] = list(zip((source, target), found.edits, strict=True))
    if request.dates:
        pairs += _dates(context, {source: found.source_after, target: found.target_after})
    try:
        is_done = edit_together(pairs, _label(asked, request, target))
    except SitemapError as error:
        context.report(error)
        return
    if is_done:
        context.notify(_told(asked, request, target))


def _session_of(context: Context, asked: Asked, request: TransferRequest) -> Session | None:
    """The session of the target; a closed file is opened behind the one that is shown."""
    target = request.target
    if target.session is not None:
        return None if target.session.is_closed else target.session
    if target.path is not None and context.workspace.session_of(target.path) is not None:
        context.notify(_("{name} was opened meanwhile. Try again.").format(name=target.name))
        return None
    return context.workspace.add(asked.opened[target], is_shown=False)


def _dates(context: Context, after: dict[Session, Document]) -> list[tuple[Session, Edit | None]]:
    """What indexes have to say of both files then: an edit for each index."""
    from sitemap_editor.operations.listing import date_children, date_of

    dates: dict[Session, dict[str, str]] = {}
    for session, doc in after.items():
        named = index_to_date(context.workspace, session, anyway=True)
        if named is not None and len(doc):
            dates.setdefault(named[0], {})[named[1]] = date_of(doc)
    return [
        (index, date_children(index.doc, found))
        for index, found in dates.items()
        if index not in after
    ]


def _label(asked: Asked, request: TransferRequest, target: Session) -> str:
    count = changed_count(request.found)
    said = (
        ngettext("Copy {n} entry to {name}", "Copy {n} entries to {name}", count)
        if asked.is_copy
        else ngettext("Move {n} entry to {name}", "Move {n} entries to {name}", count)
    )
    return said.format(n=format_number(count), name=target.name)


def _told(asked: Asked, request: TransferRequest, target: Session) -> str:
    found = request.found
    count = changed_count(found)
    said = (
        ngettext("Copied {n} entry to {name}.", "Copied {n} entries to {name}.", count)
        if asked.is_copy
        else ngettext("Moved {n} entry to {name}.", "Moved {n} entries to {name}.", count)
    )
    text = said.format(n=format_number(count), name=target.name)
    left = len(asked.ids) - count
    if left <= 0:
        return text
    more = ngettext("{n} is there already.", "{n} are there already.", left)
    return f"{text} {more.format(n=format_number(left))}"
