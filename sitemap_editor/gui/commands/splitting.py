"""Split the sitemap shown; and finish what was interrupted when files were written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.gui.session import Session
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.urls import split_url
from sitemap_editor.support import settings as declared
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.interaction import Choice

from .context import Context
from .export_scopes import scopes_of
from .unfinished import forget, remember

if TYPE_CHECKING:
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


def can_split(context: Context) -> bool:
    """Possible for a sitemap or a list of addresses."""
    return context.session is not None and context.doc.kind in (Kind.URLSET, Kind.TEXT)


def why_not_split(context: Context) -> str:
    """Why a document cannot be split; empty when there is none, or it can."""
    if context.session is None or can_split(context):
        return ""
    return _("Only a sitemap or a text list can be split.")


def split_for(context: Context, code: str) -> None:
    """Split because of a finding."""
    split(context, MOST_NEWS if code == "news-too-many" else None)


def split(context: Context, most: int | None = None) -> None:
    """Let people choose how to split the sitemap shown, and write the files.

    ``most`` entries a file are proposed, None for as many as are allowed.
    """
    session = context.active
    if context.is_busy(session) or not context.commit():
        return
    request: SplitRequest | None = context.interaction.ask_form(
        "split",
        doc=session.doc,
        name=session.name,
        jobs=context.workspace.jobs,
        scopes=scopes_of(context, session),
        folder=_folder(context, session),
        base_url=_base_url(session),
        profiles=context.profiles,
        most=most,
    )
    if request is not None and not _is_open_here(context, request):
        _write(context, session, request)


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
    path = url.path[: url.path.rfind("/") + 1] if known else "/"
    return str(url.replace(path=path or "/", query=None, fragment=None))


def _is_open_here(context: Context, request: SplitRequest) -> bool:
    """Whether a file that would be replaced or removed is open, which is said."""
    outlook = request.outlook
    touched = [*outlook.existing, *(outlook.leftovers if request.remove_leftovers else ())]
    owner = next(filter(None, map(context.workspace.session_of, touched)), None)
    if owner is None:
        return False
    text = _("{name} is open in this window. Close it first, or choose another name.")
    context.interaction.report_error(text.format(name=owner.name))
    return True


def _write(context: Context, session: Session, request: SplitRequest) -> None:
    """Write in a job that reads the document; an edit meanwhile ends it, and leaves no file."""
    outlook = request.outlook
    folder = outlook.asked.folder
    written: list[Outcome] = []

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
            _tell(context, written[0], outlook.plan.count)
        else:
            context.notify(_("Nothing was written."))

    def failed(error: BaseException) -> None:
        forget(context, folder)
        context.report(error)

    remember(context, folder)
    label = _("Splitting {name}").format(name=session.name)
    session.read(work, lambda _result: ended(), failed, label, on_cancelled=ended)


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
