"""A picture of the real window, drawn offscreen."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, Qt, QTimer, qInstallMessageHandler
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QWidget

from sitemap_editor.support.i18n import _
from sitemap_editor.support.interaction import Choice, cancel_of

from . import theme
from .docks import dock_name
from .interaction import QtInteraction
from .window import MainWindow

POLL_MS = 20
SETTLE_MS = 120
"""Time for layouts, zero timers and a dialog to come to rest before the picture is taken."""

GIVE_UP_MS = 300_000
SHADE = 70
OK, FAULTY, FAILED = 0, 1, 2
"""Exit codes; faulty: there is a picture, but something in the program went wrong."""


class PictureInteraction(QtInteraction):
    """Opens forms for their picture, and collects messages instead of showing them."""

    def __init__(self) -> None:
        super().__init__(lambda: QApplication.activeWindow())
        self.messages: list[str] = []
        self.is_opening = False
        self.pending: list[Callable[[], object]] = []

    def ask(
        self, question: str, choices: Sequence[Choice], *, title: str = "", details: str = ""
    ) -> str:
        """Show the question for its picture; while files are opened nobody is there to answer."""
        if not self.is_opening:
            return super().ask(question, choices, title=title, details=details)
        self.messages.append(" ".join(question.split()))
        return cancel_of(choices)

    def ask_form(self, name: str, /, **context: object) -> object | None:
        """Show the form for its picture once everything is open."""
        if not self.is_opening:
            return super().ask_form(name, **context)
        self.pending.append(lambda: super(PictureInteraction, self).ask_form(name, **context))
        return None

    def report_error(self, message: str, *, title: str = "", details: str = "") -> None:
        """Keep what could not be done."""
        self.messages.append(message)


def prepare_platform(scale: int) -> None:
    """Choose offscreen and the scale; before the application is made."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_SCALE_FACTOR"] = str(scale)
    # Of what the offscreen platform cannot do nothing is seen in a picture.
    qInstallMessageHandler(lambda _kind, _context, _message: None)


def take(
    window: QMainWindow,
    out: Path,
    files: Sequence[Path],
    size: tuple[int, int],
    panel: str | None,
) -> int:
    """Draw the window on these files into a PNG.

    The result is 0, 1 when something in the program went wrong meanwhile, or 2, and no picture,
    when a file cannot be opened, the panel is unknown or the picture cannot be written.
    """
    assert isinstance(window, MainWindow)
    with _faults() as faults:
        code = _take(window, out, files, size, panel)
    return code or (FAULTY if faults else OK)


@contextmanager
def _faults() -> Iterator[list[BaseException]]:
    """Collect what slots raise, which Qt only prints."""
    faults: list[BaseException] = []

    def note(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        faults.append(error)
        traceback.print_exception(kind, error, trace)

    before, sys.excepthook = sys.excepthook, note
    try:
        yield faults
    finally:
        sys.excepthook = before


def _take(
    window: MainWindow,
    out: Path,
    files: Sequence[Path],
    size: tuple[int, int],
    panel: str | None,
) -> int:
    window.resize(*size)
    window.show()
    if not _open(window, files):
        window.close_for_good()
        return FAILED
    if panel is not None and not _show(window, panel):
        complain(_("There is no panel or action {name}.").format(name=panel))
        window.close_for_good()
        return FAILED
    picture = _picture_of(window)
    window.close_for_good()
    if not picture.save(str(out), "PNG"):
        complain(_("The picture cannot be written to {path}.").format(path=out))
        return FAILED
    return OK


def _open(window: MainWindow, files: Sequence[Path]) -> bool:
    """Open files; False when one of them cannot be opened."""
    interaction = window.context.interaction
    assert isinstance(interaction, PictureInteraction)
    failures: list[object] = []
    window.workspace.opening_failed.connect(failures.extend)
    interaction.is_opening = True
    window.open_paths(files)
    _wait_until_quiet(window)
    interaction.is_opening = False
    for show in interaction.pending[:1]:
        QTimer.singleShot(0, window, show)
    return not failures and not window.workspace.is_opening


def complain(text: str) -> None:
    """Say something on standard error."""
    sys.stderr.write(f"sitemap-editor: {text}\n")


def _wait_until_quiet(window: MainWindow) -> None:
    """Let the event loop run until everything is open and checked."""
    loop = QEventLoop()
    poll = QTimer(interval=POLL_MS)
    poll.timeout.connect(lambda: loop.quit() if _is_quiet(window) else None)
    QTimer.singleShot(GIVE_UP_MS, loop, loop.quit)
    poll.start()
    loop.exec()
    poll.stop()


def _is_quiet(window: MainWindow) -> bool:
    if window.jobs.running or window.is_filling:
        return False
    if any(one.is_reading for one in window.workspace.sets):
        return False
    return not any(session.is_checking for session in window.workspace.sessions)


def _show(window: MainWindow, name: str) -> bool:
    """Show a panel, or carry out an action; False when there is none of that name."""
    action = window.action_set.by_id.get(name)
    if action is not None:
        # A dialog runs its own loop; the picture is taken while it stands.
        QTimer.singleShot(0, window, action.trigger)
        return True
    widget = window.findChild(QWidget, name)
    if widget is None:
        return False
    dock = window.findChild(QDockWidget, dock_name(name))
    if dock is not None:
        dock.show()
        dock.raise_()
    widget.setFocus(Qt.FocusReason.OtherFocusReason)
    return True


def _picture_of(window: MainWindow) -> QPixmap:
    """The window as it is once it has come to rest, with the dialog above it, if any."""
    pictures: list[QPixmap] = []
    loop = QEventLoop()

    def take_it() -> None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        if window.jobs.running:  # what a dialog works out belongs into the picture
            QTimer.singleShot(SETTLE_MS, window, take_it)
            return
        # A dialog keeps its own loop inside ours, so it is drawn and closed from in here.
        pictures.append(_drawn(window))
        over = _over(window)
        if over is not None:
            over.close()
        loop.quit()

    QTimer.singleShot(SETTLE_MS, window, take_it)
    loop.exec()
    return pictures[0]


def _over(window: MainWindow) -> QWidget | None:
    """What stands above the window: a dialog, a menu, or another window of its own."""
    over = QApplication.activeModalWidget() or QApplication.activePopupWidget()
    if over is not None:
        return over
    others = (one for one in window.findChildren(QWidget) if one.isWindow() and one.isVisible())
    return next(others, None)


def _drawn(window: MainWindow) -> QPixmap:
    picture = window.grab()
    over = _over(window)
    if over is not None:
        shade = QColor(0, 0, 0, SHADE)
        painter = QPainter(picture)
        painter.fillRect(window.rect(), shade)
        place = over.rect()
        place.moveCenter(window.rect().center())
        painter.drawPixmap(place.topLeft(), over.grab())
        painter.setPen(theme.color("border_strong"))
        painter.drawRect(place.adjusted(-1, -1, 0, 0))
        painter.end()
    return picture
