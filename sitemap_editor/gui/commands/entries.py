"""Commands on whole entries: add, paste, delete, duplicate, move, edit a cell, open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from sitemap_editor.gui.cell_edit import NotAnAddress, write_cell
from sitemap_editor.gui.session import Session
from sitemap_editor.gui.table.clipboard import entries_in, read_block
from sitemap_editor.gui.together import BULK_ENTRIES
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.interaction import Choice
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from . import files
from .context import Context, can_edit, is_read_only
from .lookup import entry_with_address, present_addresses

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitemap_editor.document.document import Document
    from sitemap_editor.document.edits import Edit

    Ids = NDArray[np.int64]

    Values = dict[str, str]

MAX_BROWSER_PAGES = 10
LOOK_UP_AT_ONCE = 20_000


# One cell


def edit_cell(context: Context, entry: EntryId, field: str, text: str) -> None:
    """Write what was entered in a cell; an emptied field goes, an emptied address stays empty."""
    session = context.active
    if context.is_busy(session):
        return
    try:
        is_done = write_cell(session, entry, field, text)
    except NotAnAddress as error:
        if error.has_date:
            offer_xml(context, entry, text)
        else:
            context.notify(str(error))
    except SitemapError as error:
        context.interaction.report_error(str(error), title=_("This value cannot be changed"))
    else:
        if is_done and field == "loc" and text:
            warn_about_twin(context, session, entry, text)


def warn_about_twin(context: Context, session: Session, entry: EntryId, loc: str) -> None:
    """Say at which entry an address stands already."""

    def say(twin: EntryId | None) -> None:
        if twin is not None and session.doc.has(twin):
            position = format_number(int(session.doc.position_of(twin)) + 1)
            context.notify(
                _("This address is already there, at entry {position}.").format(position=position)
            )

    def look_up(progress: Progress) -> EntryId | None:
        return entry_with_address(session.doc, loc, entry, progress)

    if session.checker is not None:
        say(session.checker.twin_of(entry))
    else:
        session.read(look_up, say, is_background=True)


# Add


def add(context: Context) -> None:
    """Add an entry below the current one and begin to type its address."""
    from sitemap_editor.document import editing

    session = context.active
    if context.is_busy(session):
        return
    position = _position_below(context)
    loc = ""
    if not session.doc.kind.is_xml:
        # A line without an address is no entry of a text list, so it is asked for first.
        answer = context.interaction.ask_form("text", question=_("Address of the new entry"))
        loc = answer.strip() if isinstance(answer, str) else ""
        if not loc:
            return
    session.edit(editing.insert(session.doc, position, [{"loc": loc}]), _("Add an entry"))
    entry = session.doc.id_at(position)
    context.pane.reveal(entry, column=1)
    if loc:
        warn_about_twin(context, session, entry, loc)
    else:
        context.table.edit(context.table.currentIndex())


def _position_below(context: Context) -> int:
    entry = context.table.current_id()
    return int(context.doc.position_of(entry)) + 1 if entry is not None else len(context.doc)


def paste_new(context: Context) -> None:
    """Add an entry for each pasted line, leaving out addresses already present.

    Without a document one is made of what was pasted.
    """
    if context.session is None:
        files.paste_anew(context)
        return
    fields = [field.name for field in fields_of(context.doc.kind)]
    block = read_block(QApplication.clipboard().text())
    if not context.doc.kind.is_xml and block.width > 1 and len(block.fields or ()) != 1:
        offer_xml(context)
        return
    new = entries_in(block, fields)
    if not new:
        context.notify(_("The clipboard holds no addresses."))
        return
    session = context.active
    find_present(session, new, lambda present: _add_absent(context, session, new, fields, present))


def can_paste_new(context: Context) -> bool:
    """Possible in a table, and where there is no document yet."""
    return context.session is None or can_edit(context)


def find_present(session: Session, new: list[Values], go_on: Callable[[set[str]], None]) -> None:
    """Look which addresses of new entries the document has; a long one is read in a job."""
    wanted = {values["loc"] for values in new if "loc" in values}

    def look_up(progress: Progress) -> set[str]:
        return present_addresses(session.doc, wanted, progress)

    if len(session.doc) <= LOOK_UP_AT_ONCE or not wanted:
        go_on(look_up(NO_PROGRESS) if wanted else set())
    else:
        session.read(look_up, go_on, label=_("Looking for addresses already present"))


def absent_ones(new: list[Values], present: set[str]) -> list[Values]:
    """New entries but those whose address is present or comes a second time."""
    absent, seen = [], set(present)
    for values in new:
        loc = values.get("loc")
        if loc is None or loc not in seen:
            absent.append(values)
        if loc is not None:
            seen.add(loc)
    return absent


def _add_absent(
    context: Context, session: Session, new: list[Values], fields: list[str], present: set[str]
) -> None:
    absent = absent_ones(new, present)
    if not absent:
        context.interaction.inform(
            _("All these addresses are already present: nothing was added."),
            title=_("Paste as new entries"),
        )
        return
    left_out = len(new) - len(absent)
    # One entry, or what an empty document begins with, is no surprise: Undo takes it back.
    is_plain = not left_out and (len(new) == 1 or not len(session.doc))
    is_wanted = is_plain or context.interaction.ask_form(
        "paste_preview", entries=absent, fields=fields, left_out=left_out
    )
    if is_wanted and session is context.session:
        _insert(context, session, absent)


def _insert(context: Context, session: Session, new: list[Values]) -> None:
    position, doc = _position_below(context), session.doc

    def build(progress: Progress) -> Edit | None:
        from sitemap_editor.document import editing

        return editing.insert(doc, position, new)

    def done(is_applied: bool) -> None:
        if is_applied and session is context.session:
            context.table.select_ids(doc.ids[position : position + len(new)])
            said = ngettext(
                "Added {n} entry. Undo takes it back.",
                "Added {n} entries. Undo takes them back.",
                len(new),
            )
            context.notify(said.format(n=format_number(len(new))))

    label = ngettext("Add {n} entry", "Add {n} entries", len(new))
    context.change(build, label.format(n=format_number(len(new))), len(new), done)


# Delete, duplicate, move


def delete(context: Context) -> None:
    """Delete the selected entries."""
    from sitemap_editor.document import editing

    if context.is_busy(context.active):
        return
    ids = context.selected_ids()
    row = context.table.currentIndex().row()
    label = ngettext("Delete {n} entry", "Delete {n} entries", len(ids))
    context.active.edit(editing.delete(context.doc, ids), label.format(n=format_number(len(ids))))
    _select_near(context, row)


def _select_near(context: Context, row: int) -> None:
    model = context.table.entries
    if model is not None and len(model.rows) and not context.table.currentIndex().isValid():
        row = min(max(row, 0), len(model.rows) - 1)
        context.table.setCurrentIndex(model.index(row, 1))


def duplicate(context: Context) -> None:
    """Copy each selected entry below itself."""
    ids, doc, session = context.selected_ids(), context.doc, context.active
    before = set(doc.ids.tolist()) if len(doc) < BULK_ENTRIES else None
    label = ngettext("Duplicate {n} entry", "Duplicate {n} entries", len(ids))

    def build(progress: Progress) -> Edit | None:
        from sitemap_editor.document import editing

        return editing.duplicate(doc, ids)

    def done(is_applied: bool) -> None:
        if is_applied and before is not None and session is context.session:
            added = [entry for entry in doc.ids.tolist() if entry not in before]
            context.table.select_ids(np.array(added, np.int64))

    context.change(build, label.format(n=format_number(len(ids))), len(ids), done)


def move_up(context: Context) -> None:
    """Move the selected entries one place up."""
    _move(context, -1)


def move_down(context: Context) -> None:
    """Move the selected entries one place down."""
    _move(context, 1)


def _move(context: Context, step: int) -> None:
    from sitemap_editor.document import editing

    if context.is_busy(context.active):
        return
    ids, doc = context.selected_ids(), context.doc
    positions = [int(doc.position_of(entry)) for entry in (ids[0].item(), ids[-1].item())]
    to = positions[0] + step
    if to < 0 or positions[1] + step >= len(doc):
        return
    label = ngettext("Move {n} entry", "Move {n} entries", len(ids))
    context.active.edit(editing.move(doc, ids, to), label.format(n=format_number(len(ids))))


# Elsewhere


def open_in_browser(context: Context) -> None:
    """Open the addresses of the selected entries in the browser."""
    ids = context.selected_ids()[:MAX_BROWSER_PAGES]
    locs = [loc for loc in context.doc.values_of(ids, "loc") if loc]
    urls = [QUrl(loc) for loc in locs if QUrl(loc).scheme() in ("http", "https")]
    if not urls:
        context.notify(_("The entry has no address a browser could open."))
    for url in urls:
        QDesktopServices.openUrl(url)


# A list of addresses cannot hold more than addresses


def can_make_xml(context: Context) -> bool:
    """Possible for a document of one address a line, and for a feed."""
    if context.session is None:
        return False
    return context.doc.kind is Kind.TEXT or context.doc.kind.is_feed


def make_xml_text(context: Context) -> str:
    """What making a sitemap of the document is called."""
    return _("Make a sitemap of it") if is_read_only(context) else _("Make it &XML")


def offer_xml(
    context: Context,
    entry: EntryId | None = None,
    text: str = "",
    session: Session | None = None,
) -> None:
    """Say that a text list holds addresses only, and offer to make a sitemap of it."""
    choices = (
        Choice("make", _("Make it XML"), is_default=True),
        Choice("cancel", _("Keep the text list"), is_cancel=True),
    )
    question = _("A text list holds addresses only. An XML sitemap also holds dates.")
    if context.interaction.ask(question, choices, title=_("Text list")) == "make":
        make_xml(context, entry, text, session)


def make_xml(
    context: Context,
    entry: EntryId | None = None,
    text: str = "",
    session: Session | None = None,
) -> None:
    """Open a new XML sitemap of what a text list or feed lists, the one shown unless another."""
    doc = (session or context.active).doc
    rows = _rows_of(doc)
    if entry is not None and text:
        parts = text.split()
        row = rows[int(doc.position_of(entry))]
        row["lastmod"] = parts[-1]
        if len(parts) > 1:
            row["loc"] = " ".join(parts[:-1])
    from sitemap_editor.document import editing

    made = context.workspace.new(Kind.URLSET)
    label = ngettext("Add {n} entry", "Add {n} entries", len(rows))
    made.edit(editing.insert(made.doc, 0, rows), label.format(n=format_number(len(rows))))
    if len(made.doc):
        context.pane.reveal(made.doc.id_at(0))
    _tell_left_out(context, len(doc) - len(rows))


def _rows_of(doc: Document) -> list[Values]:
    """Address and date of the entries that have an address; those of feeds are made whole."""
    from sitemap_editor.formats.base import resolved_addresses

    locs = resolved_addresses(doc, doc.ids)
    if not doc.kind.is_feed:
        return [{"loc": loc} for loc in locs if loc]
    pairs = zip(locs, doc.values_of(doc.ids, "lastmod"), strict=True)
    return [{"loc": loc, "lastmod": date} if date else {"loc": loc} for loc, date in pairs if loc]


def _tell_left_out(context: Context, count: int) -> None:
    if count:
        said = ngettext(
            "{n} entry without an address was left out.",
            "{n} entries without an address were left out.",
            count,
        )
        context.notify(said.format(n=format_number(count)))
