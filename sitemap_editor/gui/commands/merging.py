"""Merge open documents, files and whole sets into one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _

from .context import Context
from .files import last_folder
from .splitting import split

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.edits import Edit
    from sitemap_editor.gui.merging.work import MergeRequest
    from sitemap_editor.operations.merging.joining import Joined
    from sitemap_editor.operations.sets.gathering import Given
    from sitemap_editor.operations.sets.reading import Documents
    from sitemap_editor.support.jobs import Progress


_LISTING = (Kind.SITEMAPINDEX, Kind.ROBOTS)


def merge(context: Context) -> None:
    """Let people choose what to merge and how, and make one document of it."""
    if not context.commit() or context.is_busy(*context.workspace.sessions):
        return
    request: MergeRequest | None = context.interaction.ask_form(
        "merge",
        jobs=context.workspace.jobs,
        sources=sources_of(context),
        opened=open_documents(context),
        profiles=context.profiles,
        folder=last_folder(context),
    )
    if request is None:
        return
    if request.into_first:
        _into_first(context, request)
    else:
        _into_new(context, request)


def open_documents(context: Context) -> Documents:
    """The open documents by real path."""
    return {
        Path(os.path.realpath(session.path)): session.doc
        for session in context.workspace.sessions
        if session.path is not None
    }


def sources_of(context: Context) -> list[Given]:
    """What is proposed: the sitemaps of the index shown, or all open documents with pages."""
    from sitemap_editor.operations.sets.gathering import Given

    workspace, active = context.workspace, context.session
    if active is not None and active.doc.kind in _LISTING:
        one = workspace.set_of(active)
        mapping = one.mapping if one is not None else None
        if active.path is not None:
            return [Given(active.name, active.path, mapping=mapping)]
    pages = [one for one in workspace.sessions if one.doc.kind not in _LISTING]
    if not pages and workspace.sets:
        one = workspace.sets[0]
        return [Given(one.name, one.source, mapping=one.mapping)]
    return [Given(one.name, one.path, one.doc) for one in pages]


def _joined(request: MergeRequest, progress: Progress) -> Joined:
    """What was made while people chose; made now where that would have been too much."""
    from sitemap_editor.operations.merging.joining import join

    outlook = request.outlook
    if outlook.joined is not None:
        return outlook.joined
    plan = outlook.plan
    return join(plan.survey, plan.decision, plan.target, progress=progress)


def _into_new(context: Context, request: MergeRequest) -> None:
    """Make a new document, and offer to split it where it is too large for a file."""

    def work(progress: Progress) -> Document:
        return _joined(request, progress).document(progress)

    def done(doc: Document) -> None:
        context.workspace.add(doc)
        _tell(context, request)

    context.workspace.jobs.run(
        work,
        done,
        lambda error: _failed(context, request, error),
        _("Merging"),
        on_cancelled=lambda: _failed(context, request, None),
    )


def _into_first(context: Context, request: MergeRequest) -> None:
    """Change the first document, as one step."""
    first = request.outlook.asked.sources[0].doc
    session = next((one for one in context.workspace.sessions if one.doc is first), None)
    if session is None or context.is_busy(session):
        request.outlook.plan.close()
        return

    def build(progress: Progress) -> Edit | None:
        return _joined(request, progress).edit()

    def done(is_applied: bool) -> None:
        if is_applied:
            _tell(context, request)
        else:
            context.notify(_("Nothing was changed."))
            request.outlook.plan.close()

    context.workspace.activate(session)
    session.edit_many(
        build,
        _label(request),
        request.outlook.plan.entries_in,
        done,
        lambda error: _failed(context, request, error),
    )


def _label(request: MergeRequest) -> str:
    names = [one.name for one in request.outlook.asked.sources[1:]]
    if len(names) == 1:
        return _("Merge with {name}").format(name=names[0])
    return _("Merge with other files")


def _tell(context: Context, request: MergeRequest) -> None:
    from sitemap_editor.gui.merging.telling import merged_text

    context.notify(merged_text(request.outlook.plan))
    request.outlook.plan.close()
    if request.splits:
        split(context)


def _failed(context: Context, request: MergeRequest, error: BaseException | None) -> None:
    request.outlook.plan.close()
    if error is None:
        context.notify(_("Nothing was merged."))
    else:
        context.report(error)
