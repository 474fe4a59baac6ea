"""The line above the findings: what to look for, how bad, asked by whom, and mending it all."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from sitemap_editor.gui import icons, theme
from sitemap_editor.gui.naming import name_buttons_of
from sitemap_editor.support.i18n import _

from .chips import SeverityChips
from .filters import ALL_SEVERITIES, Filter
from .profile_filter import ProfileFilter

PAUSE_MS = 120
"""Letters that follow each other faster are looked for together."""

ICON_ROOM = 56
"""Pixels of the search that its icon and its edges take."""


class SearchField(QLineEdit):
    """What to look for; Escape empties it, Down goes to the list."""

    left_downwards = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setPlaceholderText(_("Search findings"))
        self.setAccessibleName(_("Search findings"))
        self.setToolTip(
            _("Looks for a title, a code, words of a message, or what Search Console calls it.")
        )
        self.setClearButtonEnabled(True)
        self.addAction(icons.icon("find"), QLineEdit.ActionPosition.LeadingPosition)
        name_buttons_of(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        elif event.key() == Qt.Key.Key_Down:
            self.left_downwards.emit()
        else:
            super().keyPressEvent(event)


class TopBar(QWidget):
    """``changed`` carries the Filter that is asked for."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("What to list"))
        self.search = SearchField()
        self.chips = SeverityChips()
        self.profiles = ProfileFilter()
        self.note = QLabel()
        self.fix_all = QPushButton(_("Fix all safe"))
        self._said = Filter()
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._assemble()
        self.search.textChanged.connect(self._on_search_changed)
        self.search.returnPressed.connect(self.flush)
        self._pause.timeout.connect(self.flush)
        self.chips.changed.connect(lambda _severities: self.flush())
        self.profiles.changed.connect(lambda _names: self.flush())

    def _assemble(self) -> None:
        theme.set_role(self.note, "dim")
        theme.set_role(self.fix_all, "link")
        self.fix_all.setAccessibleName(self.fix_all.text())
        rest = QWidget()
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(theme.GRID, 0, theme.GRID, 0)
        self._layout.setSpacing(theme.GRID // 2)
        row = QHBoxLayout(rest)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GRID // 2)
        row.addWidget(self.chips)
        row.addWidget(self.profiles)
        row.addWidget(self.note)
        row.addStretch(1)
        row.addWidget(self.fix_all)
        self._layout.addWidget(self.search, 1)
        self._layout.addWidget(rest)

    # What is asked for

    @property
    def filter(self) -> Filter:
        """What is asked for now, what was just typed included."""
        return Filter(self.chips.shown, self.profiles.chosen, self.search.text())

    def flush(self) -> None:
        """Look for what was typed at once."""
        self._pause.stop()
        wanted = self.filter
        if wanted != self._said:
            self._said = wanted
            self.changed.emit(wanted)

    def clear(self) -> None:
        """Ask for everything."""
        self.search.clear()
        self.profiles.choose(frozenset())
        self.chips.choose(ALL_SEVERITIES)
        self.flush()

    def _on_search_changed(self, _text: str) -> None:
        # The first letter is looked for at once, those that follow at the next pause.
        if self._pause.isActive():
            self._pause.start()
        else:
            self.flush()
            self._pause.start()

    # Its shape

    def fit(self, width: int, *, has_safe_fixes: bool) -> None:
        """Where there is no room first the link goes, then the search gets a row of its own."""
        search = self.fontMetrics().horizontalAdvance(self.search.placeholderText()) + ICON_ROOM
        rest = width - 4 * theme.GRID
        rest -= sum(p.sizeHint().width() for p in (self.chips, self.profiles, self.note))
        is_beside = rest >= search
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._layout.setDirection(right if is_beside else down)
        # The toolbar has it too.
        room = rest - search if is_beside else rest
        has_room = room >= self.fix_all.sizeHint().width() + theme.GRID
        self.fix_all.setVisible(has_safe_fixes and has_room)

    def minimumSizeHint(self) -> QSize:
        # What hides where there is no room must not keep the panel from getting narrow.
        width = self.chips.sizeHint().width() + self.profiles.sizeHint().width() + 4 * theme.GRID
        return QSize(width, super().minimumSizeHint().height())
