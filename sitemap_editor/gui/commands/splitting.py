"""Split the sitemap shown, or all sitemaps that the index or robots.txt shown names."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.gui.scopes import Scope, all_entries
from sitemap_editor.gui.session import Session
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.urls import split_url
from sitemap_editor.support import settings as declared
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.interaction import Choice

from .context import Context
from .export_scopes import scopes_of
from .sets import chosen_set
from .unfinished import forget, remember

if TYPE_CHECKING:
    from sitemap_editor.gui.sets.open_set import OpenSet
    from sitemap_editor.gui.splitting.subjects import WholeSet
    from sitemap_editor.gui.splitting.work import SplitRequest
    from sitemap_editor.operations.splitting.writing import Outcome
    from sitemap_editor.support.jobs import Progress

OPEN, CLOSE = "open", "close"
MOST_NEWS = 1_000
"""Pages of news in a file (Google, "News sitemaps")."""

CODES = (
    "file-too-large",
    "file-near-size-limit",
    "file-over-legacy-size",
    "too-many-urls",
    "near-url-limit",
    "text-limits",
    "news-too-many",
)
"""Rules whose fix is to split."""


LISTING = (Kind.SITEMAPINDEX, Kind.ROBOTS)


def can_split(context: Context) -> bool:
    """Possible for a sitemap, a list of addresses, and what names sitemaps and is on disk."""
    session = context.session
    if session is None:
        return False
    kind = session.doc.kind
    return kind in (Kind.URLSET, Kind.TEXT) or (kind in LISTING and session.path is not None)


def why_not_split(context: Context) -> str:
    """Why a document cannot be split; empty when there is none, or it can."""
    if context.session is None or can_split(context):
        return ""
    if context.doc.kind in LISTING:
        return _("Save it first: the sitemaps that it names are looked for beside it.")
    return _("Only a sitemap or a text list can be split.")


def split_for(context: Context, code: str) -> None:
    """Split because of a finding."""
    split(context, MOST_NEWS if code == "news-too-many" else None)


def split(context: Context, most: int | None = None) -> None:
    """Let people choose how to split the sitemap shown, and write the files.

    Of an index or robots.txt the sitemaps that it names are split. ``most`` entries a file are
    proposed, None for as many as are allowed.
    """
    session = context.active
    if context.is_busy(session) or not context.commit():
        return
    whole = _whole_set(context, session)
    request: SplitRequest | None = context.interaction.ask_form(
        "split",
        doc=session.doc,
        name=session.name,
        jobs=context.workspace.jobs,
        scopes=scopes_of(context, session) if whole is None else [all_entries(session.doc)],
        folder=_folder(context, session),
        base_url=_base_url(session),
        profiles=context.profiles,
        most=most,
        whole=whole,
    )
    if request is not None and not _is_other_open(context, request):
        _write(context, session, request, session.name)


def can_split_set(context: Context) -> bool:
    """Possible for the set that is looked at, when its index is on disk or it is a folder."""
    one = chosen_set(context)
    return one is not None and (one.root is None or one.root.path is not None)


def split_set(context: Context) -> None:
    """Split the sitemaps of the set that is looked at, be it that of an index or of a folder."""
    one = chosen_set(context)
    if one is None:
        return
    if one.root is not None:
        context.workspace.activate(one.root)
        split(context)
        return
    if not context.commit():
        return
    from sitemap_editor.document.opening import new_document

    folder = one.source
    request: SplitRequest | None = context.interaction.ask_form(
        "split",
        doc=new_document(Kind.SITEMAPINDEX),
        name=one.name,
        jobs=context.workspace.jobs,
        scopes=[Scope(_("All entries"), 0)],
        folder=folder,
        base_url=one.set.mapping.prefix if one.set is not None and one.set.mapping else "",
        profiles=context.profiles,
        whole=_whole(context, folder, one),
    )
    if request is not None and not _is_other_open(context, request):
        _write(context, None, request, one.name)


def _whole_set(context: Context, session: Session) -> WholeSet | None:
    """What an index or robots.txt names; None for another document."""
    if session.doc.kind not in LISTING or session.path is None:
        return None
    return _whole(context, session.path, context.workspace.set_of(session))


def _whole(context: Context, source: Path, known: OpenSet | None) -> WholeSet:
    from sitemap_editor.gui.splitting.subjects import WholeSet

    opened = {
        Path(os.path.realpath(one.path)): one.doc
        for one in context.workspace.sessions
        if one.path is not None
    }
    return WholeSet(source, known.mapping if known is not None else None, opened)


def _folder(context: Context, session: Session) -> Path:
    if session.path is not None:
        return session.path.absolute().parent
    last = context.settings.get(declared.LAST_FOLDER)
    return Path(last) if last else Path.home()


def _base_url(session: Session) -> str:
    """The public address of the folder, as far as it is known: else the site of the first entry."""
    known = session.effective_base_url or session.guessed_base_url
    doc = session.doc
    address = known or next(filter(None, doc.values_of(doc.ids[:20], "loc")), "")
    url = split_url(address.strip())
    if not url.is_web or not url.host:
        return ""
    is_file = bool(known) or doc.kind in LISTING
    path = url.path[: url.path.rfind("/") + 1] if is_file else "/"
    return str(url.replace(path=path or "/", query=None, fragment=None))


def _touched(context: Context, request: SplitRequest) -> list[Session]:
    """The documents of files that will be replaced or removed."""
    outlook = request.outlook
    touched = [*outlook.existing, *(outlook.leftovers if request.remove_leftovers else ())]
    found = map(context.workspace.session_of, touched)
    return list(dict.fromkeys(one for one in found if one is not None))


def _is_other_open(context: Context, request: SplitRequest) -> bool:
    """Whether a file that would be replaced or removed is open, which is said.

    Those that are split do no harm: what they hold is in the new files.
    """
    split = {path.resolve() for path in request.outlook.plan.split_paths}
    owner = next(
        (
            one
            for one in _touched(context, request)
            if one.path is None or one.path.resolve() not in split
        ),
        None,
    )
    if owner is None:
        return False
    text = _("{name} is open in this window. Close it first, or choose another name.")
    context.interaction.report_error(text.format(name=owner.name))
    return True


def _show_new(context: Context, touched: Sequence[Session]) -> None:
    """Read open documents again whose files are others now, and close those that are gone."""
    for one in touched:
        if one.is_closed or one.path is None:
            continue
        if one.path.exists():
            context.workspace.reload(one)
        else:
            context.workspace.close(one)
    for each in context.workspace.sets:
        each.refresh()


def _write(context: Context, session: Session | None, request: SplitRequest, name: str) -> None:
    """Write in a job that reads the document; an edit meanwhile ends it, and leaves no file."""
    outlook = request.outlook
    folder = outlook.asked.folder
    written: list[Outcome] = []
    touched = _touched(context, request)

    def work(progress: Progress) -> None:
        from sitemap_editor.operations.splitting.writing import recover_folder, write_plan

        if folder.is_dir():
            recover_folder(folder)
        written.append(
            write_plan(
                outlook.plan,
                folder,
                robots=outlook.robots,
                force=request.force,
                remove_leftovers=request.remove_leftovers,
                progress=progress,
            )
        )

    def ended() -> None:
        forget(context, folder)
        if written:
            _show_new(context, touched)
            _tell(context, written[0], outlook.plan.count)
        else:
            context.notify(_("Nothing was written."))

    def failed(error: BaseException) -> None:
        forget(context, folder)
        context.report(error)

    remember(context, folder)
    label = _("Splitting {name}").format(name=name)
    run = session.read if session is not None else context.workspace.jobs.run
    run(work, lambda _result: ended(), failed, label, on_cancelled=ended)


def _tell(context: Context, done: Outcome, count: int) -> None:
    """Say what was written, and offer to open the index."""
    said = ngettext(
        "{entries} entries are in {n} file and an index now, each checked after writing.",
        "{entries} entries are in {n} files and an index now, each checked after writing.",
        len(done.parts),
    )
    entries, files = format_number(count), format_number(len(done.parts))
    details = [str(done.index)]
    if done.robots is not None:
        details.append(_("{name} has a line for the index now.").format(name=done.robots))
    details += [_("{name} was removed.").format(name=path) for path in done.removed]
    answer = context.interaction.ask(
        said.format(entries=entries, n=files),
        [
            Choice(CLOSE, _("Close"), is_cancel=True),
            Choice(OPEN, _("Open the index"), is_default=True),
        ],
        title=_("The sitemap is split"),
        details="\n".join(details),
    )
    if answer == OPEN:
        context.workspace.open_paths([done.index])
