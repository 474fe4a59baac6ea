"""Commands that change many entries: replace, change address, remove duplicates, sort the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_editor.support.i18n import _, format_number, ngettext

from .context import Context, can_edit

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.edits import Edit
    from sitemap_editor.document.store import Ids
    from sitemap_editor.gui.dialogs.change_address import AddressRequest
    from sitemap_editor.gui.dialogs.dedupe import DedupeRequest
    from sitemap_editor.gui.dialogs.replace import ReplaceRequest
    from sitemap_editor.gui.dialogs.sort_file import SortRequest
    from sitemap_editor.support.jobs import Progress

TITLE_LENGTH = 24
"""Characters of a text that stand in the name of a step."""


def replace(context: Context) -> None:
    """Find and replace in the values of all entries, of those shown, or of those selected."""
    session, doc = context.active, context.doc
    if context.is_busy(session):
        return
    revision = doc.revision
    scopes = _scopes(context)
    request: ReplaceRequest | None = context.interaction.ask_form(
        "replace",
        doc=doc,
        jobs=session.jobs,
        scopes=scopes,
        scope=list(scopes)[-1],
        field=_current_field(context),
    )
    if request is None or not _is_as_before(context, doc, revision):
        return
    count = request.count

    def build(progress: Progress) -> Edit | None:
        return request.found.edit(request.chosen, progress)

    def done(is_applied: bool) -> None:
        if is_applied:
            said = ngettext("Replaced in {n} entry.", "Replaced in {n} entries.", count)
            context.notify(said.format(n=format_number(count)))

    label = ngettext(
        "Replace {old} by {new} in {n} entry", "Replace {old} by {new} in {n} entries", count
    )
    old, new = _short(request.search.find), _short(request.search.replacement)
    context.change(build, label.format(old=old, new=new, n=format_number(count)), count, done)


def _scopes(context: Context) -> dict[str, Ids]:
    """Which entries can be meant; the last is the likeliest."""
    scopes = {"all": context.doc.ids}
    arrangement, model = context.pane.arrangement, context.table.entries
    if arrangement is not None and arrangement.query.is_filtering and model is not None:
        scopes["filtered"] = model.rows
    if context.table.selected_row_count() > 1:
        scopes["selected"] = context.selected_ids()
    return scopes


def _current_field(context: Context) -> str:
    """The field of the current cell."""
    model, index = context.table.entries, context.table.currentIndex()
    if model is None or not index.isValid():
        return "loc"
    return str(model.columns[index.column()].key)


def _short(text: str) -> str:
    """A text as it stands in the name of a step."""
    cut = text if len(text) <= TITLE_LENGTH else f"{text[:TITLE_LENGTH]}…"
    return f"“{cut}”"


def _is_as_before(context: Context, doc: Document, revision: int) -> bool:
    """Whether the document is still the one that was looked at, which is said when it is not."""
    is_same = context.session is not None and context.doc is doc and doc.revision == revision
    if not is_same:
        context.notify(_("The document was changed meanwhile; nothing was done."))
    return is_same


def change_address(context: Context) -> None:
    """Give addresses another scheme, host, port or folder."""
    from sitemap_editor.operations.moving import change_addresses
    from sitemap_editor.rules.beside.digests import site_of_most

    session, doc = context.active, context.doc
    if context.is_busy(session):
        return
    revision = doc.revision
    request: AddressRequest | None = context.interaction.ask_form(
        "change_address", doc=doc, jobs=session.jobs, site=site_of_most(doc)
    )
    if request is None or not _is_as_before(context, doc, revision):
        return
    count = request.count

    def build(progress: Progress) -> Edit | None:
        return change_addresses(doc, request.move, request.places, progress)

    def done(is_applied: bool) -> None:
        if is_applied:
            said = ngettext("Changed {n} address.", "Changed {n} addresses.", count)
            context.notify(said.format(n=format_number(count)))

    label = ngettext("Change {n} address", "Change {n} addresses", count)
    context.change(build, label.format(n=format_number(count)), len(doc), done)


def dedupe(context: Context) -> None:
    """Make one entry of those about one page."""
    from sitemap_editor.operations.deduplicating import deduplicate

    session, doc = context.active, context.doc
    if context.is_busy(session):
        return
    revision = doc.revision
    request: DedupeRequest | None = context.interaction.ask_form(
        "dedupe", doc=doc, jobs=session.jobs
    )
    if request is None or not _is_as_before(context, doc, revision):
        return
    count = request.count

    def build(progress: Progress) -> Edit | None:
        return deduplicate(doc, request.groups, request.choice, progress).edit

    def done(is_applied: bool) -> None:
        if is_applied:
            said = ngettext("Removed {n} duplicate.", "Removed {n} duplicates.", count)
            context.notify(said.format(n=format_number(count)))

    label = ngettext("Remove {n} duplicate", "Remove {n} duplicates", count)
    context.change(build, label.format(n=format_number(count)), len(doc), done)


def sort_file(context: Context) -> None:
    """Bring the entries of the file into another order."""
    from sitemap_editor.operations import sorting

    session, doc = context.active, context.doc
    if context.is_busy(session):
        return
    revision = doc.revision
    request: SortRequest | None = context.interaction.ask_form(
        "sort_file", doc=doc, jobs=session.jobs, field=_current_field(context)
    )
    if request is None or not _is_as_before(context, doc, revision):
        return

    def build(progress: Progress) -> Edit | None:
        return sorting.sort_file(doc, request.by, request.descending, progress)

    def done(is_applied: bool) -> None:
        if not is_applied:
            context.notify(_("The file is in this order already."))

    label = _("Sort the file by {field}")
    names = {sorting.NATURAL: _("address"), sorting.IMPORTED: _("the order when it was opened")}
    name = names.get(request.by, request.by)
    context.change(build, label.format(field=name), len(doc), done)


def can_sort(context: Context) -> bool:
    """Possible with a table of two entries at least."""
    return can_edit(context) and len(context.doc) > 1


def has_entries(context: Context) -> bool:
    """Possible with a table of entries that can be changed."""
    return can_edit(context) and len(context.doc) > 0
