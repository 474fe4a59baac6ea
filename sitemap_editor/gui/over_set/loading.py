"""Opens the files of a set that are not open yet, one after another, before they are changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from sitemap_editor.gui.over_set.files import SetFile
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _
from sitemap_editor.support.memory import free_memory

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session
    from sitemap_editor.gui.workspace import Workspace

TIMES_SIZE = 3
"""How much memory an open, checked and changed document takes of its bytes."""

Ready = Callable[[list["Session"]], object]


class Loading(QObject):
    """Opens files one by one; what was shown stays shown."""

    def __init__(
        self, workspace: Workspace, files: Sequence[SetFile], on_ready: Ready, parent: QObject
    ) -> None:
        """``on_ready`` gets the sessions in the order of the files, once all are open.

        When one cannot be opened, the window says why, and nothing more is done.
        """
        super().__init__(parent)
        self._workspace = workspace
        self._files = list(files)
        self._on_ready = on_ready
        self._awaited: Path | None = None
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._on_timer_timeout)
        workspace.jobs.ended.connect(self._on_job_ended)
        workspace.opening_failed.connect(self._on_opening_failed)

    def start(self) -> None:
        """Open the next file that is not open, or go on when all are."""
        sessions = [file.session(self._workspace) for file in self._files]
        waiting = [f for f, one in zip(self._files, sessions, strict=True) if one is None]
        if not waiting:
            self._end()
            opened = [one for one in sessions if one is not None]
            if self._workspace.active is None:
                self._workspace.activate(opened[0])
            self._on_ready(opened)
            return
        self._awaited = waiting[0].path
        if self._awaited is not None:
            self._workspace.open_paths([self._awaited], is_shown=False)

    def _on_job_ended(self, _job: object) -> None:
        self._timer.start()

    def _on_timer_timeout(self) -> None:
        """Go on once the file that was asked for is open; give up when nobody opens it."""
        awaited = self._awaited
        if awaited is None or self._workspace.session_of(awaited) is not None:
            self.start()
        elif not self._workspace.is_opening:
            self._end()

    def _on_opening_failed(self, _failures: object) -> None:
        self._end()

    def _end(self) -> None:
        self._timer.stop()
        self._workspace.jobs.ended.disconnect(self._on_job_ended)
        self._workspace.opening_failed.disconnect(self._on_opening_failed)
        self.deleteLater()


def require_room(workspace: Workspace, files: Sequence[SetFile], size: int) -> None:
    """Raise SitemapError when files of ``size`` bytes are too much to be open together."""
    closed = [file for file in files if file.session(workspace) is None]
    packed = [file for file in closed if file.path is None]
    if packed:
        raise SitemapError(
            _("{name} is in an archive, which is not changed here.").format(name=packed[0].name),
            advice=_("Unpack the archive and open the folder."),
        )
    if closed and size * TIMES_SIZE > free_memory():
        raise SitemapError(
            _("These files are too large to be open at the same time."),
            advice=_(
                "Choose fewer files, or use the command line: {command} needs room for one at a "
                "time."
            ).format(command="sitemap-editor replace|address … --out-dir DIR"),
        )
