"""Unexpected faults of the program: logged, shown once at a time, and the documents kept."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, QtMsgType, Signal, qInstallMessageHandler

from sitemap_editor.support.i18n import _
from sitemap_editor.support.interaction import Interaction

from .session import Session
from .workspace import Workspace

_logger = logging.getLogger(__name__)

Details = tuple[type[BaseException], BaseException, TracebackType | None]


class FaultReporter(QObject):
    """Takes over what nobody caught, in the main thread or another."""

    _arrived = Signal(object)

    def __init__(
        self, workspace: Workspace, interaction: Interaction, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._interaction = interaction
        self._is_showing = False
        self._arrived.connect(self._show)

    def install(self) -> None:
        """Hear of every fault from now on."""
        sys.excepthook = self._on_uncaught
        threading.excepthook = self._on_thread_uncaught
        qInstallMessageHandler(_on_qt_message)

    def _on_uncaught(
        self,
        kind: type[BaseException],
        error: BaseException,
        trace: TracebackType | None,
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        _logger.error("Unexpected fault", exc_info=(kind, error, trace))
        # Shown from the event loop: the fault may have come in the middle of painting.
        self._arrived.emit((kind, error, trace))

    def _on_thread_uncaught(self, args: threading.ExceptHookArgs) -> None:
        error = args.exc_value if args.exc_value is not None else args.exc_type()
        self._on_uncaught(args.exc_type, error, args.exc_traceback)

    def _show(self, details: Details) -> None:
        # A second fault while the first is on screen is in the log; two dialogs help nobody.
        if self._is_showing:
            return
        self._is_showing = True
        try:
            self._ask(details)
        finally:
            self._is_showing = False

    def _ask(self, details: Details) -> None:
        kind, error, trace = details
        changed = [session for session in self._workspace.sessions if session.is_modified]
        answer = self._interaction.ask_form(
            "fault",
            text=_("{kind}: {text}").format(kind=kind.__name__, text=error),
            details="".join(traceback.format_exception(kind, error, trace)),
            can_save=bool(changed),
        )
        if answer == "save_copies":
            for session in changed:
                self._save_copy(session)
        elif answer == "quit":
            window = self.parent()
            if window is not None:
                window.close()  # type: ignore[attr-defined]

    def _save_copy(self, session: Session) -> None:
        from sitemap_editor.document.saving import file_bytes
        from sitemap_editor.support.files import write_atomically

        folder = session.path.parent if session.path is not None else Path.home()
        title = _("Save a copy of {name}").format(name=session.name)
        path = self._interaction.ask_save_path(title, folder / f"copy-of-{session.name}")
        if path is None:
            return
        try:
            write_atomically(path, file_bytes(session.doc))
        except OSError as error:
            self._interaction.report_error(str(error), title=title)


def _on_qt_message(kind: QtMsgType, _context: object, message: str) -> None:
    level = logging.WARNING if kind is QtMsgType.QtWarningMsg else logging.ERROR
    if kind in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg):
        level = logging.DEBUG
    _logger.log(level, "Qt: %s", message)
