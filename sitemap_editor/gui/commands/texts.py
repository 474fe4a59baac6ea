"""Commands on files that cannot be read as sitemaps: show their text, try again, save it."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.gui.dialogs import questions
from sitemap_editor.gui.repairs.reopening import document_of, encoded
from sitemap_editor.gui.repairs.state import RepairState
from sitemap_editor.gui.session import Session
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.files import FileStamp, write_atomically
from sitemap_editor.support.i18n import _
from sitemap_editor.support.interaction import FileFilter
from sitemap_editor.support.jobs import Progress

from .context import Context

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.gui.plain_text.window import BrokenText, BrokenTextWindow

NO_TEXT = frozenset(
    ("html-instead-of-xml", "format-unsupported", "file-empty", "archive-not-gzip", "gzip-bomb")
)
"""Codes of files that are something else: there is nothing to mend in them."""


def has_text(error: BaseException) -> bool:
    """Whether a file that cannot be opened can be shown as text, to be mended by hand."""
    if not isinstance(error, SitemapError) or error.code in NO_TEXT:
        return False
    return error.text_of_file is not None


def open_failed(context: Context, path: Path, error: SitemapError) -> None:
    """Show the text of a file that could not be opened."""
    from sitemap_editor.gui.plain_text.window import BrokenText

    stamp = None
    with suppress(OSError):
        stamp = FileStamp.of(path)
    text = error.text_of_file or b""
    _show(context, BrokenText(path.name, text, error, path, stamp))


def open_session(context: Context, session: Session, error: SitemapError) -> None:
    """Show the text of a mended document as it was, with what is wrong without some repairs."""
    from sitemap_editor.gui.plain_text.window import BrokenText

    doc, mending = session.doc, session.doc.mending
    if mending is not None:
        text = mending.original
        _show(context, BrokenText(session.name, text, error, doc.path, doc.stamp))


def _show(context: Context, broken: BrokenText) -> None:
    from sitemap_editor.gui.plain_text.window import BrokenTextWindow

    window = BrokenTextWindow(broken, context.window)
    window.try_requested.connect(partial(_try_again, context, window))
    window.save_requested.connect(partial(_save, context, window))
    window.close_requested.connect(partial(_close, context, window))
    window.show()
    window.raise_()
    window.activateWindow()
    window.edit.setFocus()


def _try_again(context: Context, window: BrokenTextWindow) -> None:
    """Read the text as it is now, and open it as a document when that goes."""
    broken = window.broken
    data = encoded(window.text)
    window.try_button.setEnabled(False)

    def read(progress: Progress) -> Document:
        return document_of(data, broken.path, (), progress)

    def done(doc: Document) -> None:
        doc.stamp = broken.stamp
        state = RepairState(opened_from=data, keeps_original=broken.path is not None)
        _put(context, doc, state)
        window.close_for_good()

    def failed(error: BaseException) -> None:
        window.try_button.setEnabled(True)
        if isinstance(error, SitemapError):
            window.complain(error)
            window.edit.setFocus()
        else:
            context.report(error)

    context.workspace.jobs.run(read, done, failed, _("Opening {name}").format(name=broken.name))


def _put(context: Context, doc: Document, state: RepairState) -> None:
    """Show a document in place of the one of the same file, if that is open."""
    workspace = context.workspace
    old = workspace.session_of(doc.path) if doc.path is not None else None
    if old is None:
        workspace.add(doc, state)
    else:
        workspace.activate(workspace.replace(old, doc, state))


def _save(context: Context, window: BrokenTextWindow) -> None:
    """Write the text as it is, under a name that is asked for."""
    broken = window.broken
    suggestion = broken.path or Path.home() / broken.name
    path = context.interaction.ask_save_path(
        _("Save the text"), suggestion, [FileFilter(_("Sitemaps"), (".xml", ".txt"))]
    )
    if path is None:
        return
    if path.exists() and not questions.ask_replace_text(context.interaction, path.name):
        return
    try:
        write_atomically(path, [encoded(window.text)], backup=path == broken.path)
    except OSError as error:
        context.report(error)
        return
    window.note_saved()
    context.notify(_("Wrote {name}.").format(name=path.name))


def _close(context: Context, window: BrokenTextWindow) -> None:
    """Close a text with changes when people want to lose them."""
    if questions.ask_discard_text(context.interaction, window.broken.name):
        window.close_for_good()


def close_all(context: Context) -> bool:
    """Close all windows with texts; False when one with changes is to stay."""
    from sitemap_editor.gui.plain_text.window import BrokenTextWindow

    for window in context.window.findChildren(BrokenTextWindow):
        window.close()
        if window.isVisible():
            return False
    return True
