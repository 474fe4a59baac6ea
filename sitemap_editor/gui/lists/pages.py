"""Pages with a button each; the buttons wrap where the room is narrow."""

from __future__ import annotations

from PySide6.QtWidgets import QButtonGroup, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.flow_layout import FlowLayout


class Pages(QWidget):
    """Shows one of several pages, by a key each."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.buttons: dict[str, QToolButton] = {}
        self._pages: dict[str, QWidget] = {}
        self._group = QButtonGroup(self)
        self._stack = QStackedWidget()
        self._stack.setAccessibleName(name)
        self._row = FlowLayout()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID // 2)
        column.addLayout(self._row)
        column.addWidget(self._stack, 1)

    @property
    def current(self) -> str:
        """The key of the page shown; empty when there is none."""
        return next((key for key, one in self.buttons.items() if one.isChecked()), "")

    @property
    def titles(self) -> list[str]:
        """What the buttons say, in order."""
        return [button.text() for button in self.buttons.values()]

    def page(self, key: str) -> QWidget | None:
        """A page; None when there is no such one."""
        return self._pages.get(key)

    def add(self, key: str, title: str, page: QWidget) -> None:
        """Add a page; the first one is shown."""
        button = QToolButton()
        button.setText(title)
        button.setAccessibleName(title)
        button.setCheckable(True)
        theme.set_role(button, "chip")
        button.clicked.connect(lambda: self.show_page(key))
        self._group.addButton(button)
        self._row.addWidget(button)
        self._stack.addWidget(page)
        self.buttons[key], self._pages[key] = button, page
        if len(self.buttons) == 1:
            self.show_page(key)

    def show_page(self, key: str) -> None:
        """Show another page, if there is such a one."""
        if key in self._pages:
            self.buttons[key].setChecked(True)
            self._stack.setCurrentWidget(self._pages[key])

    def clear(self) -> None:
        """Take all pages away."""
        for button in self.buttons.values():
            self._group.removeButton(button)
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        for page in self._pages.values():
            self._stack.removeWidget(page)
            page.deleteLater()
        self.buttons, self._pages = {}, {}
