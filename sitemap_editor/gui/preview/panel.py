"""The XML panel: the view, its find bar and menu, and the copying of what is big."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QFrame, QMenu, QStackedWidget, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.empty_state import EmptyState
from sitemap_editor.gui.icons import icon
from sitemap_editor.gui.naming import name_menu
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _, format_megabytes

from . import places
from .find_bar import FindBar
from .notice import Notice
from .places import Found, Place, Selection
from .view import PreviewView

if TYPE_CHECKING:
    from sitemap_editor.gui.jobs import Job
    from sitemap_editor.gui.session import Session

FIND_AT_ONCE_BYTES = 1_000_000
"""Up to this size a document is searched without a job, and while the text is typed."""

COPY_AT_ONCE_BYTES = 1_000_000
ASK_BEFORE_COPY_BYTES = 50 * 1_048_576


class PreviewPanel(QFrame):
    """The document's XML as it would be saved."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("xmlPreview")
        self.setAccessibleName(_("XML"))
        theme.set_role(self, "card")
        self._session: Session | None = None
        self._job: Job | None = None
        self.view = PreviewView()
        self.notice = Notice()
        self.find_bar = FindBar()
        self.find_bar.hide()
        self._stack = QStackedWidget()
        self._stack.setAccessibleName(_("XML"))
        self.empty = EmptyState()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._content())
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, theme.GRID // 2, 1, theme.GRID // 2)
        outer.addWidget(self._stack)
        self._say_why_empty(is_robots=False)
        self.view.copy_requested.connect(self.copy)
        self.view.find_requested.connect(self.open_find)
        self.view.menu_requested.connect(self._on_view_menu_requested)
        self.find_bar.find_requested.connect(self.find_text)
        self.find_bar.typed.connect(self._on_find_bar_typed)
        self.find_bar.closed.connect(self._on_find_bar_closed)
        self.setFocusProxy(self.view)

    def _content(self) -> QWidget:
        content = QWidget()
        layout = QVBoxLayout(content)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.notice)
        layout.addWidget(self.find_bar)
        return content

    def set_session(self, session: Session | None) -> None:
        """Show the document of a session, or an empty page."""
        if session is not None and session is self._session:
            return
        self._stop_job()
        self.notice.dismiss()
        self.find_bar.say("")
        is_robots = session is not None and session.doc.kind is Kind.ROBOTS
        shown = None if is_robots else session  # the text itself is in the middle
        self._session = shown
        self.view.set_session(shown)
        self._say_why_empty(is_robots=is_robots)
        self._stack.setCurrentIndex(0 if shown is None else 1)

    def _say_why_empty(self, *, is_robots: bool) -> None:
        usual = _("The XML of the open sitemap appears here.")
        robots = _("A robots.txt has no XML: its text will be saved as it stands above.")
        self.empty.show_text(robots if is_robots else usual)

    def _stop_job(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None

    # Finding

    def open_find(self) -> None:
        """Show the find bar with the selected text, when that is of one row."""
        selection = self.view.selection
        text = ""
        if self.view.lines is not None and selection.row_count == 1:
            text = places.read(self.view.lines, selection)
        self.find_bar.begin(text)

    def find_text(self, text: str, is_backwards: bool = False) -> None:
        """Select the next or the previous place of ``text``; begins again at the other end."""
        selection = self.view.selection
        self._find(text, selection.first if is_backwards else selection.last, is_backwards)

    def _on_find_bar_typed(self, text: str) -> None:
        self.find_bar.say("")
        session = self._session
        if text and session is not None and session.doc.size_bytes <= FIND_AT_ONCE_BYTES:
            self._find(text, self.view.selection.first, False)

    def _find(self, text: str, start: Place, is_backwards: bool) -> None:
        session = self._session
        if session is None:
            return
        self._stop_job()
        lines = session.doc.lines
        if session.doc.size_bytes <= FIND_AT_ONCE_BYTES:
            with session.jobs.parked():
                self._show_found(places.find(lines, text, start, is_backwards))
            return
        self.find_bar.say(_("Searching…"))
        self._job = job = session.read(
            lambda progress: places.find(lines, text, start, is_backwards, progress),
            self._show_found,
            label=_("Searching the XML"),
            on_cancelled=lambda: self._on_find_cancelled(job),
        )

    def _on_find_cancelled(self, job: Job) -> None:
        if job is self._job:
            self._job = None
            self.find_bar.say("")

    def _show_found(self, found: Found | None) -> None:
        self._job = None
        if found is None:
            self.find_bar.say(_("Not found"), is_failure=True)
            return
        self.find_bar.say(_("Search went on from the other end") if found.is_wrapped else "")
        self.view.show_selection(found.selection)

    def _on_find_bar_closed(self) -> None:
        self._stop_job()
        self.find_bar.hide()
        self.view.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.find_bar.isVisible():
            self._on_find_bar_closed()
        else:
            super().keyPressEvent(event)

    # Copying

    def copy(self) -> None:
        """Copy the selected text; what is big is read in a job, what is huge after asking."""
        selection = self.view.selection
        if self._session is None or selection.is_empty:
            return
        size = self._size_of(self._session, selection)
        if size <= COPY_AT_ONCE_BYTES:
            self.notice.dismiss()
            put_on_clipboard(places.read(self._session.doc.lines, selection))
        elif size <= ASK_BEFORE_COPY_BYTES:
            self._copy_in_job(selection)
        else:
            question = _("The selection holds about {size} MB of text.")
            self.notice.say(
                question.format(size=format_megabytes(size)),
                [
                    (_("Copy all of it"), lambda: self._copy_in_job(selection)),
                    (_("Cancel"), self.notice.dismiss),
                ],
            )

    def _size_of(self, session: Session, selection: Selection) -> int:
        """About how many bytes are selected."""
        rows = session.doc.lines.row_count
        return session.doc.size_bytes * selection.row_count // max(1, rows)

    def _copy_in_job(self, selection: Selection) -> None:
        session = self._session
        if session is None:
            return
        self._stop_job()
        doc = session.doc
        is_all = (selection.first, selection.last) == (places.START, places.end_of(doc.lines))
        self.notice.say(_("Copying…"), [(_("Stop copying"), self._on_stop_clicked)])
        self._job = job = session.read(
            lambda progress: (
                places.read_all(doc, progress)
                if is_all
                else places.read(doc.lines, selection, progress)
            ),
            self._on_text_read,
            label=_("Copying XML"),
            on_cancelled=lambda: self._on_copy_cancelled(job),
        )

    def _on_text_read(self, text: str) -> None:
        self._job = None
        self.notice.dismiss()
        put_on_clipboard(text)

    def _on_stop_clicked(self) -> None:
        self._stop_job()
        self.notice.dismiss()

    def _on_copy_cancelled(self, job: Job) -> None:
        if job is self._job:  # not stopped by us: the document changed meanwhile
            self._job = None
            self.notice.say(
                _("The document changed while it was being copied, so nothing was copied."),
                [(_("Close"), self.notice.dismiss)],
            )

    def copy_entry(self) -> None:
        """Copy the XML of the current entry."""
        session = self._session
        if session is not None and session.current is not None:
            put_on_clipboard(session.doc.raw(session.current).decode("utf-8", "replace"))

    # Menu

    def _on_view_menu_requested(self, point: QPoint) -> None:
        self.menu().exec(point)

    def menu(self) -> QMenu:
        """The context menu as it is now."""
        menu = QMenu(self)
        name_menu(menu, _("XML"))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        has_entry = self._session is not None and self._session.current is not None
        items: tuple[tuple[str, str, Any, bool], ...] = (
            (_("Copy"), "copy", self.copy, not self.view.selection.is_empty),
            (_("Copy the entry's XML"), "xml", self.copy_entry, has_entry),
            (_("Select all"), "", self.view.select_all, True),
            (_("Find…"), "find", self.open_find, True),
        )
        for text, name, handler, is_possible in items:
            action = menu.addAction(text)
            if name:
                action.setIcon(icon(name))
            action.setEnabled(is_possible)
            action.triggered.connect(handler)
        return menu


def put_on_clipboard(text: str) -> None:
    """Make a text the content of the clipboard."""
    QApplication.clipboard().setText(text)
