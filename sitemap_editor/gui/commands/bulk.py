"""Commands that change many entries: replace, change address, remove duplicates, sort the file."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sitemap_editor.support.i18n import _, format_number, ngettext

from .context import Context, can_edit

if TYPE_CHECKING:
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
    scopes = _scopes(context)
    request: ReplaceRequest | None = _ask(
        context, "replace", scopes=scopes, scope=list(scopes)[-1], field=_current_field(context)
    )
    if request is None:
        return
    count = request.count

    def build(progress: Progress) -> Edit | None:
        return request.found.edit(request.chosen, progress)

    said = ngettext("Replaced in {n} entry.", "Replaced in {n} entries.", count)
    label = ngettext(
        "Replace {old} by {new} in {n} entry", "Replace {old} by {new} in {n} entries", count
    )
    old, new = short_text(request.search.find), short_text(request.search.replacement)
    name = label.format(old=old, new=new, n=format_number(count))
    context.change(build, name, count, _saying(context, said, count))


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


def short_text(text: str) -> str:
    """A text as it stands in the name of a step."""
    cut = text if len(text) <= TITLE_LENGTH else f"{text[:TITLE_LENGTH]}…"
    return f"“{cut}”"


def _ask(context: Context, form: str, **more: object) -> Any:
    """What people ask for in a form about the document; None when nothing is to be done."""
    session, doc = context.active, context.doc
    if context.is_busy(session):
        return None
    revision = doc.revision
    request = context.interaction.ask_form(form, doc=doc, jobs=session.jobs, **more)
    if request is None:
        return None
    is_same = context.session is not None and context.doc is doc and doc.revision == revision
    if not is_same:
        context.notify(_("The document was changed meanwhile; nothing was done."))
    return request if is_same else None


def _saying(context: Context, said: str, count: int) -> Callable[[bool], None]:
    """Tells how many were changed, once they are."""

    def done(is_applied: bool) -> None:
        if is_applied:
            context.notify(said.format(n=format_number(count)))

    return done


def change_address(context: Context) -> None:
    """Give addresses another scheme, host, port or folder."""
    from sitemap_editor.operations.moving import change_addresses
    from sitemap_editor.rules.beside.digests import site_of_most

    doc = context.doc
    request: AddressRequest | None = _ask(context, "change_address", site=site_of_most(doc))
    if request is None:
        return
    count = request.count

    def build(progress: Progress) -> Edit | None:
        return change_addresses(doc, request.move, request.places, progress)

    said = ngettext("Changed {n} address.", "Changed {n} addresses.", count)
    label = ngettext("Change {n} address", "Change {n} addresses", count)
    name = label.format(n=format_number(count))
    context.change(build, name, len(doc), _saying(context, said, count))


def dedupe(context: Context) -> None:
    """Make one entry of those about one page, in the document shown or in all files of a set."""
    from sitemap_editor.gui.merging.duplicates import FoundInDocument, FoundInSet
    from sitemap_editor.operations.deduplicating import Choice, deduplicate

    from .set_dedupe import dedupe_set, places_of

    doc = context.doc
    request: DedupeRequest | None = _ask(context, "dedupe", places=places_of(context))
    if request is None:
        return
    if isinstance(request.found, FoundInSet):
        dedupe_set(context, request, request.found)
        return
    assert isinstance(request.found, FoundInDocument)
    groups, choice = request.found.groups, Choice(request.keep, request.chosen)
    count = request.count

    def build(progress: Progress) -> Edit | None:
        return deduplicate(doc, groups, choice, progress).edit

    said = ngettext("Removed {n} duplicate.", "Removed {n} duplicates.", count)
    label = ngettext("Remove {n} duplicate", "Remove {n} duplicates", count)
    name = label.format(n=format_number(count))
    context.change(build, name, len(doc), _saying(context, said, count))


def sort_file(context: Context) -> None:
    """Bring the entries of the file into another order."""
    from sitemap_editor.operations import sorting

    doc = context.doc
    request: SortRequest | None = _ask(context, "sort_file", field=_current_field(context))
    if request is None:
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
