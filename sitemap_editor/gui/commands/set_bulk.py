"""Changes of all files of a set as one step: replace, change address."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sitemap_editor.gui.over_set.files import SetFile, files_in_hand
from sitemap_editor.gui.over_set.loading import Loading, require_room
from sitemap_editor.gui.together import build_together
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.support.i18n import _, format_number, ngettext

from .bulk import short_text
from .context import Context

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.edits import Edit
    from sitemap_editor.document.views import Filter
    from sitemap_editor.gui.dialogs.address_in_set import SetAddressRequest
    from sitemap_editor.gui.dialogs.replace_in_set import SetReplaceRequest
    from sitemap_editor.gui.session import Session
    from sitemap_editor.support.jobs import Progress

Make = Callable[["Document", "Progress"], "Edit | None"]


def can_change_set(context: Context) -> bool:
    """Possible while a set, or several documents, are open."""
    return bool(context.workspace.sets) or len(context.workspace.sessions) > 1


def replace_in_set(context: Context, wanted: Filter | None = None) -> None:
    """Find and replace in all files; ``wanted`` is what was looked for before."""
    found: dict[str, Any] = {}
    if wanted is not None:
        found = {"text": wanted.text, "is_regex": wanted.regex, "field": wanted.field}
    request: SetReplaceRequest | None = _ask(context, "replace_in_set", **found)
    if request is None or not request.count:
        return
    search = request.search

    def make(doc: Document, progress: Progress) -> Edit | None:
        from sitemap_editor.operations.find_replace import find

        if search.field not in (None, *(one.name for one in fields_of(doc.kind))):
            return None
        return find(doc, search, progress=progress).edit(progress=progress)

    label = ngettext(
        "Replace {old} by {new} in {n} entry",
        "Replace {old} by {new} in {n} entries",
        request.count,
    ).format(
        old=short_text(search.find),
        new=short_text(search.replacement),
        n=format_number(request.count),
    )
    said = ngettext(
        "Replaced in {n} entry of {files}.", "Replaced in {n} entries of {files}.", request.count
    )
    _change(context, request.files, request.size, make, label, said, request.count)


def address_in_set(context: Context) -> None:
    """Give addresses another scheme, host, port or folder, in an index and its sitemaps at once."""
    from sitemap_editor.rules.beside.digests import site_of_most

    site = site_of_most(context.doc) if context.session is not None else ""
    request: SetAddressRequest | None = _ask(context, "address_in_set", site=site)
    if request is None or not request.count:
        return

    def make(doc: Document, progress: Progress) -> Edit | None:
        from sitemap_editor.operations.moving import change_addresses

        return change_addresses(doc, request.move, request.places, progress)

    count = request.count
    label = ngettext("Change {n} address", "Change {n} addresses", count)
    said = ngettext("Changed {n} address in {files}.", "Changed {n} addresses in {files}.", count)
    name = label.format(n=format_number(count))
    _change(context, request.files, request.size, make, name, said, count)


def _ask(context: Context, form: str, **more: object) -> Any:
    hands = files_in_hand(context.workspace)
    if not hands:
        context.notify(_("The files of the set are still being looked for."))
        return None
    return context.interaction.ask_form(form, workspace=context.workspace, hands=hands, **more)


def _change(
    context: Context,
    files: Sequence[SetFile],
    size: int,
    make: Make,
    label: str,
    said: str,
    count: int,
) -> None:
    """Open the files that are closed, then change all of them as one step."""
    workspace = context.workspace
    try:
        require_room(workspace, files, size)
    except SitemapError as error:
        context.report(error)
        return

    def build(sessions: list[Session], progress: Progress) -> list[tuple[Document, Edit | None]]:
        return [(one.doc, make(one.doc, progress)) for one in sessions]

    def done(is_changed: bool) -> None:
        if is_changed:
            number = ngettext("{n} file", "{n} files", len(files))
            of_files = number.format(n=format_number(len(files)))
            context.notify(said.format(n=format_number(count), files=of_files))
        else:
            context.notify(_("The files were changed meanwhile; nothing was done."))

    def ready(sessions: list[Session]) -> None:
        if not context.is_busy(*sessions):
            build_together(
                sessions,
                lambda progress: build(sessions, progress),
                label,
                sum(len(one.doc) for one in sessions),
                done,
                context.report,
            )

    Loading(workspace, files, ready, workspace).start()
