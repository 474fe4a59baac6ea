"""Merge open documents, files and whole sets into one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sitemap_editor.gui.over_set.files import SetFile
from sitemap_editor.gui.over_set.loading import Loading
from sitemap_editor.gui.together import build_together
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _

from .context import Context
from .splitting import split

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.edits import Edit
    from sitemap_editor.gui.merging.work import MergeRequest, Outlook
    from sitemap_editor.gui.session import Session
    from sitemap_editor.gui.sets.open_set import OpenSet
    from sitemap_editor.operations.merging.joining import Joined
    from sitemap_editor.operations.sets.gathering import Given
    from sitemap_editor.operations.sets.reading import Documents
    from sitemap_editor.support.jobs import Progress


MOST_ALONE = 50
"""Up to so many sitemaps of an index are listed one by one."""

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
        folder=context.last_folder,
        listed=list(listed_files(context)),
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
        if one is not None and one.root is active:
            return _of_set(one, active.name)
        if active.path is not None:
            return [Given(active.name, active.path)]
    pages = [one for one in workspace.sessions if one.doc.kind not in _LISTING]
    if not pages and workspace.sets:
        return _of_set(workspace.sets[0], workspace.sets[0].name)
    return [Given(one.name, one.path, one.doc) for one in pages]


def _of_set(one: OpenSet, name: str) -> list[Given]:
    """The files of a set one by one, so that they can be left out; very many as a whole."""
    from sitemap_editor.operations.sets.gathering import Given

    rows = [row for row in one.rows if row.counts and row.path is not None]
    if not 0 < len(rows) <= MOST_ALONE:
        return [Given(name, one.source, mapping=one.mapping)]
    return [
        Given(row.member.name, row.path, row.session.doc if row.session is not None else None)
        for row in rows
    ]


def listed_files(context: Context) -> dict[Path, tuple[Session, str]]:
    """Files that open indexes name, each with the index and the address it has there."""
    found: dict[Path, tuple[Session, str]] = {}
    for one in context.workspace.sets:
        for row in one.rows:
            index = one.session_of_index(row) if row.belongs and row.member.address else None
            if index is None or row.path is None or index.doc.kind is not Kind.SITEMAPINDEX:
                continue
            found[Path(os.path.realpath(row.path))] = index, row.member.address
    return found


def _joined(request: MergeRequest, progress: Progress) -> Joined:
    """What was made while people chose; made now where that would have been too much."""
    from sitemap_editor.operations.merging.joining import join

    outlook = request.outlook
    if outlook.joined is not None:
        return outlook.joined
    plan = outlook.plan
    return join(plan.survey, plan.decision, plan.target, progress=progress)


def _into_new(context: Context, request: MergeRequest) -> None:
    """Make a new document, and offer to split it where it is too large for a file.

    The documents it is made of take no edit meanwhile.
    """
    held = [] if request.outlook.joined is not None else list(context.workspace.sessions)

    def hold(is_held: bool) -> None:
        for session in held:
            session.is_changing = is_held

    def work(progress: Progress) -> Document:
        return _joined(request, progress).document(progress)

    def done(doc: Document) -> None:
        hold(False)
        context.workspace.add(doc)
        _tell(context, request)

    def failed(error: BaseException | None = None) -> None:
        hold(False)
        _failed(context, request, error)

    hold(True)
    context.workspace.jobs.run(work, done, failed, _("Merging"), on_cancelled=failed)


def _into_first(context: Context, request: MergeRequest) -> None:
    """Change the first document, as one step."""
    first = request.outlook.asked.sources[0].doc
    session = next((one for one in context.workspace.sessions if one.doc is first), None)
    if session is None:
        _open_first(context, request)
        return
    gone = _unlisted(context, request) if request.unlists else {}
    sessions = [session, *(one for one in gone if one is not session)]
    if context.is_busy(*sessions):
        request.outlook.plan.close()
        return

    def build(progress: Progress) -> list[tuple[Document, Edit | None]]:
        edits = [(one.doc, without_addresses(one.doc, gone[one])) for one in sessions[1:]]
        return [(session.doc, _joined(request, progress).edit()), *edits]

    def done(is_applied: bool) -> None:
        if is_applied:
            _tell(context, request)
        else:
            context.notify(_("Nothing was changed."))
            request.outlook.plan.close()

    context.workspace.activate(session)
    build_together(
        sessions,
        build,
        _label(request),
        request.outlook.plan.entries_in,
        done,
        lambda error: _failed(context, request, error),
    )


def _open_first(context: Context, request: MergeRequest) -> None:
    """Open the first file, and work the merge out for the document it is then."""
    from sitemap_editor.gui.merging.work import Asked, Lookout, MergeRequest

    member = request.outlook.gathered.set.files[0]
    asked = request.outlook.asked
    request.outlook.plan.close()

    def look(sessions: list[Session]) -> None:
        first, *others = asked.sources
        sources = (replace(first, doc=sessions[0].doc), *others)
        lookout = Lookout(open_documents(context))
        work = partial(lookout.look, Asked(sources, asked.wish))
        context.workspace.jobs.run(work, again, context.report, _("Merging"))

    def again(outlook: Outlook) -> None:
        made = MergeRequest(outlook, True, request.unlists, request.splits)
        is_open = any(one.doc is outlook.asked.sources[0].doc for one in context.workspace.sessions)
        if is_open:
            _into_first(context, made)
        else:
            outlook.plan.close()

    Loading(context.workspace, [SetFile(member.name, member)], look, context.workspace).start()


def _unlisted(context: Context, request: MergeRequest) -> dict[Session, list[str]]:
    """The addresses that leave each index: those of the files that went into the first."""
    listed = listed_files(context)
    found: dict[Session, list[str]] = {}
    first, *others = request.outlook.gathered.set.files
    for member in others:
        if member.path in listed and member.path != first.path and not member.inner:
            index, address = listed[member.path]
            found.setdefault(index, []).append(address)
    return found


def without_addresses(doc: Document, addresses: Sequence[str]) -> Edit | None:
    """An index that names these sitemaps no more."""
    from sitemap_editor.document import editing

    gone = {address.strip() for address in addresses}
    values = doc.values_of(doc.ids, "loc")
    leaves = np.array([(value or "").strip() in gone for value in values], np.bool_)
    return editing.delete(doc, doc.ids[leaves]) if len(leaves) else None


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
