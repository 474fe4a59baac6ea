"""Help about the rules: a window that stays open beside the document."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QSplitter,
    QTextBrowser,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import icons, theme
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.help.pages import page
from sitemap_editor.support.i18n import _

from .index import RuleIndex
from .page_html import RULE, page_html

SIZE = QSize(960, 680)


class RulePage(QTextBrowser):
    """Shows one page; a link to another rule leads there, any other into the browser."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rulePage")
        self.setAccessibleName(_("About the rule"))
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.document().setDocumentMargin(theme.GRID * 2)
        theme.set_role(self, "plain")
        self.code = ""

    def show_code(self, code: str) -> None:
        """Show the page of a rule."""
        self.code = code
        self.setHtml(page_html(page(code)))


class RuleHelp(QWidget):
    """All rules left, the page of one right; back and forward go through those that were read."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("ruleHelp")
        self.setWindowTitle(_("Rules"))
        self.setAccessibleName(_("Rules"))
        self.resize(SIZE)
        self._read: list[str] = []
        self._at = -1
        self.index = RuleIndex()
        self.page = RulePage()
        self.back = _button(_("Back"), "chevron-left", QKeySequence.StandardKey.Back, self)
        self.forward = _button(
            _("Forward"), "chevron-right", QKeySequence.StandardKey.Forward, self
        )
        self._assemble()
        self.back.clicked.connect(lambda: self._step(-1))
        self.forward.clicked.connect(lambda: self._step(1))
        self.index.chosen.connect(self.show_rule)
        self.page.anchorClicked.connect(self._on_link_clicked)
        theme.signals.theme_changed.connect(self._on_theme_changed)
        QShortcut(QKeySequence.StandardKey.Find, self, self.index.search.setFocus)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.close)
        self._refresh()

    def _assemble(self) -> None:
        card = QFrame()
        theme.set_role(card, "card")
        card.setAccessibleName(_("About the rule"))
        bar = QHBoxLayout()
        bar.setContentsMargins(theme.GRID, theme.GRID // 2, theme.GRID, 0)
        bar.setSpacing(0)
        bar.addWidget(self.back)
        bar.addWidget(self.forward)
        bar.addStretch(1)
        column = QVBoxLayout(card)
        column.setContentsMargins(2, 2, 2, 2)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.page, 1)
        splitter = QSplitter()
        splitter.setAccessibleName(_("Rules"))
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(theme.GRID)
        splitter.addWidget(self.index)
        splitter.addWidget(card)
        splitter.setSizes([SIZE.width() * 2 // 5, SIZE.width() * 3 // 5])
        splitter.setStretchFactor(0, 2)
        splitter.setStretchFactor(1, 3)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(*[theme.GRID * 3 // 2] * 4)
        outer.addWidget(splitter)

    # What it shows

    @property
    def code(self) -> str:
        """The rule whose page is shown; empty before one is."""
        return self.page.code

    def show_rule(self, code: str) -> None:
        """Show the page of a rule, from which one can go back to the one before."""
        if code not in CATALOGUE or code == self.code:
            return
        del self._read[self._at + 1 :]
        self._read.append(code)
        self._at = len(self._read) - 1
        self._refresh()

    def show_index(self) -> None:
        """Show all rules, with the cursor where one searches them."""
        if not self.code:
            self.show_rule(next(iter(CATALOGUE)))
        self.index.search.setFocus()

    def _step(self, step: int) -> None:
        if 0 <= self._at + step < len(self._read):
            self._at += step
            self._refresh()

    def _refresh(self) -> None:
        self.back.setEnabled(self._at > 0)
        self.forward.setEnabled(self._at + 1 < len(self._read))
        if self._at >= 0:
            code = self._read[self._at]
            self.page.show_code(code)
            self.index.show_code(code)

    def _on_link_clicked(self, url: QUrl) -> None:
        address = url.toString()
        if address.startswith(RULE):
            self.show_rule(address.removeprefix(RULE))
        elif url.scheme() in ("https", "http"):
            QDesktopServices.openUrl(url)

    def _on_theme_changed(self) -> None:
        if self.code:
            self.page.show_code(self.code)


def _button(text: str, icon: str, key: QKeySequence.StandardKey, parent: QWidget) -> QToolButton:
    button = QToolButton(parent)
    button.setIcon(icons.icon(icon))
    button.setAccessibleName(text)
    keys = QKeySequence.keyBindings(key)
    if keys:
        button.setShortcut(keys[0])
        text = f"{text}  {keys[0].toString(QKeySequence.SequenceFormat.NativeText)}"
    button.setToolTip(text)
    return button
