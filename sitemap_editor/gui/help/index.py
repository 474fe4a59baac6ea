"""The list of all rules by group, with a search that knows the names of other tools too."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from sitemap_editor.gui import icons, theme
from sitemap_editor.gui.naming import name_buttons_of
from sitemap_editor.gui.severities import severity_word
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.help.pages import group_title, title_of
from sitemap_editor.rules.help.search import find_rules
from sitemap_editor.support.i18n import _

CODE = Qt.ItemDataRole.UserRole


class RuleIndex(QWidget):
    """All rules; ``chosen`` carries the code of the one that became current."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = QLineEdit()
        self.search.setPlaceholderText(_("Search rules"))
        self.search.setAccessibleName(_("Search rules"))
        self.search.setClearButtonEnabled(True)
        self.search.addAction(icons.icon("find"), QLineEdit.ActionPosition.LeadingPosition)
        name_buttons_of(self.search)
        self.list = QTreeWidget()
        self.list.setObjectName("ruleIndex")
        self.list.setAccessibleName(_("All rules"))
        self.list.setHeaderHidden(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setUniformRowHeights(True)
        self.list.setIndentation(theme.GRID * 2)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self._items: dict[str, QTreeWidgetItem] = {}
        self._groups: dict[str, QTreeWidgetItem] = {}
        self._fill()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID)
        layout.addWidget(self.search)
        layout.addWidget(_card(self.list), 1)
        self.search.textChanged.connect(self._on_search_changed)
        self.list.currentItemChanged.connect(self._on_current_changed)

    def _fill(self) -> None:
        for code, info in CATALOGUE.items():
            group = self._groups.get(info.group)
            if group is None:
                group = self._groups[info.group] = QTreeWidgetItem([group_title(info.group)])
                group.setFlags(Qt.ItemFlag.ItemIsEnabled)
                self.list.addTopLevelItem(group)
            item = QTreeWidgetItem([title_of(code)])
            item.setData(0, CODE, code)
            item.setIcon(0, icons.icon(str(info.severity)))
            item.setToolTip(0, f"{title_of(code)}\n{code}")
            word = severity_word(info.severity)
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{word}: {title_of(code)}")
            group.addChild(item)
            self._items[code] = item

    @property
    def shown(self) -> list[str]:
        """The codes that match the search."""
        return [code for code, item in self._items.items() if not item.isHidden()]

    def show_code(self, code: str) -> None:
        """Make a rule the current one without announcing it."""
        item = self._items[code]
        blocked = self.list.blockSignals(True)
        self.list.setCurrentItem(item)
        self.list.blockSignals(blocked)
        self.list.scrollToItem(item)

    def _on_search_changed(self, text: str) -> None:
        found = find_rules(text)
        for code, item in self._items.items():
            item.setHidden(code not in found)
        shown = {CATALOGUE[code].group for code in found}
        for name, group in self._groups.items():
            is_empty = name not in shown
            group.setHidden(is_empty)
            group.setExpanded(bool(text.strip()) and not is_empty)
        if text.strip() and len(self.shown) == 1:
            self.list.setCurrentItem(self._items[self.shown[0]])

    def _on_current_changed(self, item: QTreeWidgetItem | None) -> None:
        code = item.data(0, CODE) if item is not None else None
        if code:
            self.chosen.emit(code)


def _card(widget: QWidget) -> QFrame:
    card = QFrame()
    card.setAccessibleName(widget.accessibleName())
    theme.set_role(card, "card")
    inside = QVBoxLayout(card)
    inside.setContentsMargins(*[theme.GRID // 2] * 4)
    inside.addWidget(widget)
    return card
