"""The line above the table that says how many repairs a file needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from sitemap_editor.gui import icons, theme
from sitemap_editor.support.i18n import _

from .words import guesses_text, needed_text, refused_text

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session

MARK = 16


class RepairBanner(QFrame):
    """Shown while the document shown is mended and not saved; ``show_requested`` for the list."""

    show_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("repairBanner")
        self.setAccessibleName(_("Repairs"))
        theme.set_role(self, "warning_card")
        self._session: Session | None = None
        self._mark = QLabel()
        self._mark.setFixedSize(MARK, MARK)
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.show_button = QPushButton(_("Show"))
        self.show_button.setAccessibleName(_("Show the repairs"))
        self.close_button = QToolButton()
        self.close_button.setIcon(icons.icon("close"))
        for_close = _("Do not show this line")
        self.close_button.setAccessibleName(for_close)
        self.close_button.setToolTip(for_close)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(theme.GRID, 3, 3, 3)
        layout.setSpacing(theme.GRID)
        layout.addWidget(self._mark)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.show_button)
        layout.addWidget(self.close_button)
        self.show_button.clicked.connect(lambda: self.show_requested.emit())
        self.close_button.clicked.connect(lambda: self.put_away())
        theme.signals.theme_changed.connect(self._dress)
        self._dress()
        self.refresh()

    def _dress(self) -> None:
        ratio = self.devicePixelRatioF()
        self._mark.setPixmap(icons.pixmap("warning", MARK, "warning", ratio))

    def set_session(self, session: Session | None) -> None:
        """Tell about another document, or none."""
        if self._session is not None:
            self._session.saved.disconnect(self.refresh)
        self._session = session
        if session is not None:
            session.saved.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Say what is so now."""
        session = self._session
        mending = session.doc.mending if session is not None else None
        if session is None or mending is None or session.repair_state.is_banner_closed:
            self.hide()
            return
        refused = refused_text(len(session.repair_state.refused))
        said = (needed_text(len(mending.repairs)), guesses_text(mending), refused)
        self.label.setText(" ".join(text for text in said if text))
        self.show()

    def put_away(self) -> None:
        """Say no more about this document."""
        if self._session is not None:
            self._session.repair_state.is_banner_closed = True
        self.refresh()
