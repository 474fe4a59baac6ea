"""The toolbar, declared as a table of action ids; it gives up words before it hides a button."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QSizePolicy, QToolBar, QToolButton, QWidget

from sitemap_editor.support.i18n import _

from .action_set import ActionSet
from .submenus import ProfileButton

TOOLBAR: tuple[str | None, ...] = (
    "file.open",
    "file.save",
    None,
    "edit.undo",
    "edit.redo",
    None,
    "entry.add",
    "entry.delete",
    None,
    "edit.find",
    None,
    "tools.check",
    "tools.fix_all",
    None,
    "tools.split",
)
WITHOUT_TEXT = ("edit.undo", "edit.redo")

ICON_SIZE = QSize(20, 20)


STAGES = (
    (False, True, True),
    (True, True, True),
    (True, True, False),
    (True, False, True),
    (True, False, False),
)
"""Whether the profiles are said in short, buttons have words, and lines keep groups apart."""


class ToolBar(QToolBar):
    """Buttons with words; where there is no room the profiles' names go, lines, then words."""

    def __init__(self, actions: ActionSet, profile: ProfileButton, window: QMainWindow) -> None:
        super().__init__(_("Toolbar"), window)
        self.setObjectName("toolBar")
        self.setAccessibleName(_("Toolbar"))
        self.setMovable(False)
        self.setIconSize(ICON_SIZE)
        self._profile = profile
        for name in TOOLBAR:
            if name is None:
                self.addSeparator()
            else:
                self._add_button(actions[name], name)
        gap = QWidget(self)
        gap.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(gap)
        self.addWidget(profile)
        profile.renamed.connect(self._fit)
        self._say(True)

    def _add_button(self, action: QAction, name: str) -> None:
        if name in WITHOUT_TEXT:
            self._add_icon(action)
            return
        self.addAction(action)
        self.widgetForAction(action).setAccessibleName(action.text().replace("&", ""))

    def _add_icon(self, action: QAction) -> None:
        """Add a button of a fixed size: its text changes with each edit, and must move nothing."""
        button = QToolButton(self)
        button.setDefaultAction(action)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        button.setAutoRaise(True)
        button.setIconSize(ICON_SIZE)
        button.setAccessibleName(action.text().replace("&", ""))
        button.setFixedSize(button.sizeHint())
        self.addWidget(button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._fit()

    def _fit(self) -> None:
        for is_short, has_words, has_lines in STAGES:
            self._profile.set_short(is_short)
            self._say(has_words)
            self._separate(has_lines)
            layout = self.layout()
            if layout is not None:
                layout.invalidate()  # it does not hear of a shorter text before it is shown
            if self.sizeHint().width() <= self.width():
                return

    def _say(self, has_words: bool) -> None:
        style = Qt.ToolButtonStyle
        self.setToolButtonStyle(
            style.ToolButtonTextBesideIcon if has_words else style.ToolButtonIconOnly
        )

    def _separate(self, has_lines: bool) -> None:
        """Keep groups and buttons apart, or not."""
        layout = self.layout()
        if layout is not None:
            layout.setSpacing(-1 if has_lines else 0)  # -1: as the style has it
        for action in self.actions():
            if action.isSeparator():
                action.setVisible(has_lines)
