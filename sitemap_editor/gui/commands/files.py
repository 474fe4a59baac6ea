"""Commands on files: new, open, save, reload, close. What they ask goes through the seam."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from sitemap_editor.gui.dialogs import questions
from sitemap_editor.gui.lists.dropped import is_table
from sitemap_editor.gui.session import Session
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support import settings as declared
from sitemap_editor.support.files import FileStamp, backup_of, write_atomically
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.interaction import FileFilter
from sitemap_editor.support.jobs import Progress
from sitemap_editor.support.resources import resource_path

from .before_saving import accepts_errors, errors_left, errors_to_save
from .context import Context
from .export_scopes import scopes_of
from .imports import import_text, open_any

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.gui.dialogs.properties import PropertiesRequest
    from sitemap_editor.gui.dialogs.save_as import SaveRequest
    from sitemap_editor.gui.pasted import PastedText

After = Callable[[], None]
SAMPLE = "sitemap.xml"


def open_filters() -> tuple[FileFilter, ...]:
    """The kinds of file that can be opened."""
    return (
        FileFilter(_("Sitemaps"), (".xml", ".xml.gz", ".gz", ".txt", ".rss", ".atom")),
        FileFilter(_("All files"), ("",)),
    )


# Open and new


def new(context: Context) -> None:
    """Open an empty document of the kind asked for."""
    kind = context.interaction.ask_form("new_document")
    if isinstance(kind, Kind):
        context.workspace.new(kind)


def paste_anew(context: Context) -> None:
    """Make a document of what the clipboard holds: cells of a spreadsheet are a list."""
    text = QGuiApplication.clipboard().text()
    if is_table(text):
        import_text(context, text)
    else:
        new_pasted(context)


def new_pasted(context: Context) -> None:
    """Open a document made of text: what the clipboard holds, or what is pasted then."""
    text = QGuiApplication.clipboard().text()
    jobs = context.workspace.jobs
    ask = context.interaction.ask_form
    request: PastedText | None = ask("pasted_text", jobs=jobs, text=text)
    if request is None:
        return

    def work(progress: Progress) -> Document:
        from sitemap_editor.gui.pasted import document_from

        return document_from(request, progress)

    def done(doc: Document) -> None:
        from sitemap_editor.gui.pasted import state_of

        context.workspace.add(doc, state_of(request))

    jobs.run(work, done, context.report, _("Reading the pasted text"))


def open_files(context: Context) -> None:
    """Let the user choose files and open them."""
    paths = context.interaction.ask_open_paths(
        _("Open sitemaps"), context.last_folder, open_filters()
    )
    open_any(context, paths)


def open_sample(context: Context) -> None:
    """Open the sitemap that comes with the program."""
    paths = sorted(resource_path("samples").glob("*.xml"))
    named = [path for path in paths if path.name == SAMPLE]
    context.workspace.open_paths((named or paths)[:1])


# Save


def save(context: Context) -> None:
    """Write the document to its file."""
    save_session(context, context.active)


def save_session(context: Context, session: Session, after: After | None = None) -> None:
    """Write a document to its file, asking what must be asked; ``after`` when it is written."""
    if not context.commit():
        return
    if session.path is None:
        save_session_as(context, session, after)
        return
    if not _may_write(context, session) or not accepts_errors(
        context, session, errors_to_save(session)
    ):
        return
    answer = _ask_about_disk(context, session)
    if answer == "reload":
        context.workspace.reload(session)
    elif answer == "save_as":
        save_session_as(context, session, after)
    elif answer == "keep":
        _write(context, session, None, after, force=True)


def _may_write(context: Context, session: Session) -> bool:
    if context.is_busy(session):
        return False
    return bool(len(session.doc)) or questions.ask_save_empty(context.interaction, session.name)


def _ask_about_disk(context: Context, session: Session) -> str:
    """What to do with the file on disk: "keep" (mine), "reload", "save_as", "cancel"."""
    path, stamp = session.path, session.doc.stamp
    if path is None or stamp is None:
        return "keep"
    try:
        is_same = FileStamp.of(path) == stamp
    except FileNotFoundError:
        return questions.ask_gone_from_disk(context.interaction, session.name)
    except OSError:
        return "keep"  # the write will say what is wrong
    return "keep" if is_same else _ask_changed_on_disk(context, session)


def _ask_changed_on_disk(context: Context, session: Session) -> str:
    """Ask until something is done about it; comparing comes before."""
    can_compare = session.doc.kind is not Kind.ROBOTS
    while True:
        answer = questions.ask_changed_on_disk(
            context.interaction, session.name, can_compare=can_compare
        )
        if answer != "compare":
            return answer
        from .comparing import compare_with_disk

        compare_with_disk(context, session)


def _write(
    context: Context, session: Session, path: Path | None, after: After | None, **options: Any
) -> None:
    from sitemap_editor.document.saving import save as write

    options.setdefault("backup", context.settings.get(declared.BACKUP_ON_SAVE))
    kept = kept_original(session, path)
    options["backup"] |= kept is not None

    def work(progress: Progress) -> None:
        write(session.doc, path, progress=progress, **options)

    def done(_result: object) -> None:
        session.repair_state.keeps_original = False
        context.notify(_saved_text(session, kept))
        if session.path is not None:
            context.workspace.path_opened.emit(session.path)
        if after:
            after()

    session.save(work, done, context.report, _("Saving {name}").format(name=session.name))


def kept_original(session: Session, path: Path | None = None) -> Path | None:
    """Where the broken file goes whose place a mended document takes; None: there is none."""
    is_mended = session.doc.mending is not None or session.repair_state.keeps_original
    own = session.path
    if not is_mended or own is None or not own.exists():
        return None
    is_own = path is None or os.path.realpath(path) == os.path.realpath(own)
    return backup_of(own) if is_own else None


def _saved_text(session: Session, kept: Path | None = None) -> str:
    errors = session.error_count
    if kept is not None:
        text = _("Saved {name}. The file as it was is kept as {backup}.")
        return text.format(name=session.name, backup=kept.name)
    if not errors:
        return _("Saved {name}.").format(name=session.name)
    text = ngettext(
        "Saved {name}. It still has {n} error.", "Saved {name}. It still has {n} errors.", errors
    )
    return text.format(name=session.name, n=format_number(errors))


def save_as(context: Context) -> None:
    """Write the document to another file, which it belongs to afterwards."""
    save_session_as(context, context.active)


def export(context: Context) -> None:
    """Write a copy in another format; the document stays where it is."""
    save_session_as(context, context.active, is_export=True)


def save_session_as(
    context: Context, session: Session, after: After | None = None, *, is_export: bool = False
) -> None:
    """Ask where and how to write a document, and write it."""
    if not context.commit() or not _may_write(context, session):
        return
    request: SaveRequest | None = context.interaction.ask_form(
        "save_as",
        doc=session.doc,
        suggestion=_suggestion(context, session),
        is_export=is_export,
        backup=context.settings.get(declared.BACKUP_ON_SAVE),
        scopes=scopes_of(context, session) if is_export else (),
        address=session.effective_base_url or "",
    )
    if request is None or _is_open_here(context, session, request):
        return
    if request.is_copy:
        _write_copy(context, session, request)
    elif accepts_errors(context, session, errors_left(session, request)):
        # The dialog has said that an existing file is replaced.
        _write(context, session, request.path, after, force=True, **request.save_options)


def _is_open_here(context: Context, session: Session, request: SaveRequest) -> bool:
    """Whether the file belongs to another document in the window, or is not to be a copy."""
    owner = context.workspace.session_of(request.path)
    if owner is None or (owner is session and not request.is_copy):
        return False
    text = _("{name} is open in this window. Close it first, or choose another name.")
    context.interaction.report_error(text.format(name=owner.name))
    return True


_LINE_NAMES = {Kind.ROBOTS: "robots.txt", Kind.RSS: "feed.rss", Kind.ATOM: "feed.atom"}


def _suggestion(context: Context, session: Session) -> Path:
    if session.path is not None:
        return session.path
    name = "sitemap_index.xml" if session.doc.kind is Kind.SITEMAPINDEX else "sitemap.xml"
    if not session.doc.kind.is_xml:
        name = _LINE_NAMES.get(session.doc.kind, "sitemap.txt")
    return (context.last_folder or Path.home()) / name


def _write_copy(context: Context, session: Session, request: SaveRequest) -> None:
    from sitemap_editor.formats import write

    def work(progress: Progress) -> None:
        chunks = write(session.doc, request.target, request.options, request.ids)
        write_atomically(request.path, _ticking(chunks, progress), backup=request.backup)

    def done(_result: object) -> None:
        context.notify(_("Wrote {name}.").format(name=request.path.name))

    session.save(work, done, context.report, _("Writing {name}").format(name=request.path.name))


def _ticking(
    chunks: Iterable[bytes | memoryview], progress: Progress
) -> Iterator[bytes | memoryview]:
    for chunk in chunks:
        progress.tick()
        yield chunk


# Reload, close, show


def reload(context: Context) -> None:
    """Read the file again; unsaved changes are lost when the user says so."""
    session = context.active
    if context.is_busy(session) or not context.commit():
        return
    if session.is_modified and not questions.ask_reload(context.interaction, session.name):
        return
    context.workspace.reload(session)


def show_in_folder(context: Context) -> None:
    """Open the folder of the file."""
    path = context.active.path
    if path is not None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))


def properties(context: Context) -> None:
    """Show kind, encoding, newline, namespaces and the text around the entries."""
    session = context.active
    if context.is_busy(session) or not context.commit():
        return
    answer: PropertiesRequest | None = context.interaction.ask_form(
        "properties",
        doc=session.doc,
        base_url=session.effective_base_url,
        profiles=context.profiles,
    )
    if answer is None:
        return
    _change_properties(context, session, answer)
    if answer.profiles is not None:
        context.settings.set(declared.PROFILES, answer.profiles)
        context.workspace.set_profiles(answer.profiles)
    if answer.base_url != session.effective_base_url:
        session.set_base_url(answer.base_url)


def _change_properties(context: Context, session: Session, answer: PropertiesRequest) -> None:
    """Change the head and how the file is written, as one step."""
    from sitemap_editor.document import editing
    from sitemap_editor.document.edits import ReplaceFrame

    doc = session.doc
    try:
        new = None if answer.head is None else editing.replace_head(doc, answer.head)
        if answer.is_recoding:
            new = editing.recode(
                doc,
                encoding=answer.encoding,
                bom=answer.bom,
                gzip=answer.gzip,
                head=new.head if isinstance(new, ReplaceFrame) else None,
            )
    except SitemapError as error:
        context.report(error)
        return
    label = _("Change how the file is written")
    session.edit(new, label if answer.is_recoding else _("Change prolog and root"))


def quit_program(context: Context) -> None:
    """Close the window."""
    context.window.close()
