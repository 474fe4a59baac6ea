"""The log, with buttons to copy it and to open its folder."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QTextCursor
from PySide6.QtWidgets import QWidget

from sitemap_editor.gui import theme
from sitemap_editor.support.i18n import _
from sitemap_editor.support.log import log_path

from .base import SheetDialog
from .preview_pane import PreviewPane

SHOWN_BYTES = 64 * 1024


class LogDialog(SheetDialog):
    """Shows the end of the log."""

    is_as_high_as_needed = False

    def __init__(self, path: Path | None = None, parent: QWidget | None = None) -> None:
        super().__init__(
            _("Log"), _("What the program noted. It holds no addresses of your site."), parent
        )
        self._path = path or log_path()
        self.resize(760, 480)
        self.only_close()
        text = end_of_log(self._path)
        self.pane = PreviewPane(str(self._path))
        self.pane.show_text(text or _("Nothing has been noted."))
        self.pane.area.moveCursor(QTextCursor.MoveOperation.End)
        self.body.addWidget(self.pane, 1)
        copying = self.add_button(
            _("Copy"), lambda: QGuiApplication.clipboard().setText(text), at=0
        )
        folder = self.add_button(_("Open the folder"), self._open_folder, at=1)
        for button in (copying, folder):
            theme.set_role(button, "link")

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._path.parent)))


def end_of_log(path: Path) -> str:
    """The last lines of a log; empty when there is none."""
    try:
        data = path.read_bytes()
    except OSError:
        return ""
    text = data[-SHOWN_BYTES:].decode("utf-8", "replace")
    return text if len(data) <= SHOWN_BYTES else text.partition("\n")[2]
