"""What stands in the window as long as no document is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.support.i18n import _

from . import icons, theme
from .elided_label import ElidedLabel
from .flow_layout import FlowLayout

MAX_SHOWN = 6
COLUMN_WIDTH = 640
LEAD_WIDTH = 480
"""Where the sentence breaks into two lines of about one length."""

PICTURE = 56


class WelcomePage(QWidget):
    """Open, New, Import list, Paste URLs, the sample, and the files opened last."""

    open_requested = Signal()
    new_requested = Signal()
    import_requested = Signal()
    paste_requested = Signal()
    sample_requested = Signal()
    path_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("welcomePage")
        self.setAccessibleName(_("Welcome"))
        QShortcut(QKeySequence(QKeySequence.StandardKey.Paste), self, self.paste_requested.emit)
        column = QFrame()
        column.setAccessibleName(_("Welcome"))
        column.setMaximumWidth(COLUMN_WIDTH)
        column.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._layout = QVBoxLayout(column)
        self._layout.setSpacing(theme.GRID)
        self._add_heading()
        self._add_buttons()
        self._recent = QVBoxLayout()
        self._recent.setSpacing(0)
        self._layout.addSpacing(theme.GRID * 2)
        self._layout.addLayout(self._recent)
        outer = QHBoxLayout(self)
        outer.addStretch(1)
        outer.addWidget(column, 100, Qt.AlignmentFlag.AlignVCenter)
        outer.addStretch(1)

    def _add_heading(self) -> None:
        picture = QLabel()
        picture.setPixmap(icons.app_pixmap(PICTURE, self.devicePixelRatioF()))
        self._layout.addWidget(picture)
        self._layout.addSpacing(theme.GRID)
        title = QLabel(_("Open a sitemap"))
        theme.set_role(title, "title")
        lead = QLabel(
            _(
                "See what is in it and what is wrong with it, change it, and save it without "
                "touching what you did not change."
            )
        )
        lead.setWordWrap(True)
        lead.setMaximumWidth(LEAD_WIDTH)
        theme.set_role(lead, "dim")
        self._layout.addWidget(title)
        self._layout.addWidget(lead)
        self._layout.addSpacing(theme.GRID)

    def _add_buttons(self) -> None:
        row = FlowLayout(spacing=theme.GRID)
        row.addWidget(_button(_("Open…"), "primary", self.open_requested.emit))
        row.addWidget(_button(_("New…"), "", self.new_requested.emit))
        row.addWidget(_button(_("Import list…"), "", self.import_requested.emit))
        row.addWidget(_button(_("Paste URLs…"), "", self.paste_requested.emit))
        row.addWidget(_button(_("Open the sample"), "link", self.sample_requested.emit))
        self._layout.addLayout(row)
        hint = QLabel(_("Or drop files anywhere on this window."))
        hint.setWordWrap(True)
        theme.set_role(hint, "dim")
        self._layout.addWidget(hint)

    def set_recent(self, paths: Sequence[Path]) -> None:
        """List these files, newest first; those that are gone are left out."""
        _clear(self._recent)
        present = [path for path in paths if path.is_file()][:MAX_SHOWN]
        if not present:
            return
        heading = QLabel(_("Recent files"))
        theme.set_role(heading, "heading")
        self._recent.addWidget(heading)
        self._recent.addSpacing(theme.GRID // 2)
        for path in present:
            self._recent.addWidget(_RecentFile(path, self.path_requested.emit))


class _RecentFile(QPushButton):
    """One file opened before: its name, and its folder dimmed."""

    def __init__(self, path: Path, clicked: Callable[[object], None]) -> None:
        super().__init__()
        theme.set_role(self, "quiet")
        self.setAccessibleName(_("Open {name}").format(name=str(path)))
        self.setToolTip(str(path))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setMinimumHeight(theme.GRID * 4)
        self.clicked.connect(lambda: clicked(path))
        picture = QLabel()
        # Looking at the disk might take long, such as over a network.
        kind = "file" if path.suffix else "folder"
        picture.setPixmap(icons.pixmap(kind, 16, "dim_text", self.devicePixelRatioF()))
        folder = ElidedLabel(str(path.parent), Qt.TextElideMode.ElideMiddle)
        theme.set_role(folder, "dim")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(theme.GRID, 0, theme.GRID, 0)
        layout.setSpacing(theme.GRID)
        for part in (picture, QLabel(path.name), folder):
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            layout.addWidget(part, 1 if part is folder else 0)


def _button(text: str, role: str, clicked: Callable[[], None]) -> QPushButton:
    button = QPushButton(text)
    if role:
        theme.set_role(button, role)
    button.setAccessibleName(text)
    button.clicked.connect(lambda: clicked())
    return button


def _clear(layout: QLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.deleteLater()
