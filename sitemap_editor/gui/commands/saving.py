"""Save several documents at once: what must be asked is asked once, and all are written or none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.files.panel import FilesPanel
from sitemap_editor.gui.jobs import EXPECTED_ERRORS
from sitemap_editor.gui.saving_all import Disk, FileToSave, look_at
from sitemap_editor.gui.session import Session
from sitemap_editor.gui.sets.dates import index_to_date
from sitemap_editor.gui.together import build_together, save_together
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support import settings as declared
from sitemap_editor.support.i18n import _, format_number, ngettext

from . import files
from .before_saving import errors_to_save
from .context import Context
from .unfinished import forget, remember

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.edits import Edit
    from sitemap_editor.document.saving_all import Saved
    from sitemap_editor.gui.sets.open_set import OpenSet
    from sitemap_editor.support.jobs import Progress

After = Callable[[], None]


def can_save_all(context: Context) -> bool:
    """Possible when a document has something to save."""
    return any(session.is_modified for session in context.workspace.sessions)


def save_all(context: Context) -> None:
    """Save every document of the window that has changed."""
    save_sessions(context, context.workspace.sessions)


def _chosen_set(context: Context) -> OpenSet | None:
    panel = context.panels.get("filesPanel")
    return panel.chosen_set if isinstance(panel, FilesPanel) else None


def can_save_set(context: Context) -> bool:
    """Possible when a file of the set that is looked at has something to save."""
    one = _chosen_set(context)
    return one is not None and any(session.is_modified for session in one.sessions)


def save_set(context: Context) -> None:
    """Save what has changed of the set that is looked at."""
    one = _chosen_set(context)
    if one is not None:
        save_sessions(context, one.sessions)


def save_sessions(
    context: Context, sessions: Iterable[Session], after: After | None = None
) -> None:
    """Save those of the documents that have changed; ``after`` when none is left unsaved."""
    if not context.commit():
        return
    changed = [session for session in sessions if session.is_modified]
    if not changed or context.is_busy(*changed):
        return
    chosen = _chosen(context, [look_at(one, errors_to_save(one)) for one in changed])
    if not chosen:
        return
    for one in chosen:
        one.session.accepted_errors = max(one.session.accepted_errors, one.errors)

    def ended() -> None:
        if after and not any(session.is_modified for session in changed):
            after()

    named = [one for one in chosen if one.disk is not Disk.NONE]
    unnamed = [one.session for one in chosen if one.disk is Disk.NONE]
    if not named:
        _save_unnamed(context, unnamed, ended)
        return

    def dated(indexes: list[Session]) -> None:
        more = [FileToSave(one, Disk.SAME) for one in indexes if one not in changed]
        left = [one for one in changed if one not in [file.session for file in chosen]]
        _write(context, [*named, *more], left, lambda: _save_unnamed(context, unnamed, ended))

    _date(context, [one.session for one in named], dated)


def _date(
    context: Context, sessions: Sequence[Session], then: Callable[[list[Session]], None]
) -> None:
    """Bring the dates in indexes up to date where that is wished; hand over those indexes."""
    found = {one: index_to_date(context.workspace, one) for one in sessions}
    named = {one: place for one, place in found.items() if place is not None}
    indexes = list(dict.fromkeys(index for index, _address in named.values()))
    if not named:
        then([])
        return

    def build(progress: Progress) -> list[tuple[Document, Edit | None]]:
        from sitemap_editor.operations.listing import date_children, date_of

        dates: dict[Session, dict[str, str]] = {index: {} for index in indexes}
        for session, (index, address) in named.items():
            dates[index][address] = date_of(session.doc, progress)
        return [(index.doc, date_children(index.doc, dates[index])) for index in indexes]

    def done(_is_changed: bool) -> None:
        then([index for index in indexes if index.is_modified])

    involved = list(dict.fromkeys([*named, *indexes]))
    count = sum(len(session.doc) for session in named)
    label = _("Dates of saved sitemaps")
    build_together(involved, build, label, count, done, context.report)


def _chosen(context: Context, found: list[FileToSave]) -> list[FileToSave]:
    """The files to be written, after people were asked what is to be decided."""
    if not any(one.asks for one in found):
        return found
    answer: list[FileToSave] | None = context.interaction.ask_form(
        "save_all", files=found, jobs=context.workspace.jobs
    )
    return answer or []


def _save_unnamed(context: Context, sessions: list[Session], ended: After) -> None:
    """Ask for the name of one document after the other."""
    if not sessions:
        ended()
        return
    first, *rest = sessions
    if first in context.workspace.sessions:
        files.save_session_as(context, first, lambda: _save_unnamed(context, rest, ended))


def _write(
    context: Context, chosen: Sequence[FileToSave], left: Sequence[Session], after: After
) -> None:
    from sitemap_editor.document.saving_all import folder_of, folders_of

    sessions = [one.session for one in chosen]
    docs = [session.doc for session in sessions]
    replacing = [one.session.doc for one in chosen if one.disk in (Disk.CHANGED, Disk.GONE)]
    keeping = [s.doc for s in sessions if files.kept_original(s) is not None]
    folder = folder_of(docs)
    backup = context.settings.get(declared.BACKUP_ON_SAVE)

    def work(progress: Progress) -> list[Saved]:
        from sitemap_editor.document.file_set import recover_folder
        from sitemap_editor.document.saving_all import save_all as write

        for one in folders_of(docs):
            recover_folder(one)
        return write(docs, backup=backup, keeping=keeping, replacing=replacing, progress=progress)

    def done(saved: list[Saved]) -> None:
        forget(context, folder)
        for session in sessions:
            session.repair_state.keeps_original = False
            if session.path is not None:
                context.workspace.path_opened.emit(session.path)
        kept = [one for one, doc in zip(saved, docs, strict=True) if doc in keeping]
        _tell(context, sessions, kept, left)
        after()

    def failed(error: BaseException) -> None:
        forget(context, folder)
        _report(context, error)

    def given_up() -> None:
        forget(context, folder)
        context.notify(_("None of the files was saved."))

    remember(context, folder)
    save_together(sessions, work, done, failed, _label(len(sessions)), given_up)


def _label(count: int) -> str:
    text = ngettext("Saving {n} file", "Saving {n} files", count)
    return text.format(n=format_number(count))


def _report(context: Context, error: BaseException) -> None:
    """Say which file could not be written, and that the others were not either."""
    if isinstance(error, EXPECTED_ERRORS):
        title = _("None of the files was saved")
        is_half_done = isinstance(error, SitemapError) and "recover" in (error.advice or "")
        context.interaction.report_error(describe(error), title="" if is_half_done else title)


def _tell(
    context: Context, sessions: Sequence[Session], kept: Sequence[Saved], left: Sequence[Session]
) -> None:
    """Sum up what was saved; in a message when there is more to be known than that."""
    text = ngettext("Saved {n} file.", "Saved {n} files.", len(sessions))
    text = text.format(n=format_number(len(sessions)))
    errors = sum(session.error_count for session in sessions)
    if errors:
        said = ngettext("{n} error is left in them.", "{n} errors are left in them.", errors)
        text = f"{text} {said.format(n=format_number(errors))}"
    context.notify(text)
    lines = [
        _("The file {name} as it was is kept as {backup}.").format(
            name=one.path.name, backup=one.backup.name
        )
        for one in kept
        if one.backup is not None
    ]
    lines += [_("{name} was not saved.").format(name=session.name) for session in left]
    if lines:
        context.interaction.inform(text, title=_("Save all"), details="\n".join(lines))
