"""The line under the list: how much of it is shown, what is ignored, and what was just decided."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.elided_label import ElidedLabel
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.support.i18n import _, format_number, ngettext, pgettext


class StatusLine(QWidget):
    """Statements, each with its link, each there only while it has something to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("What is listed"))
        self.shown = Statement(pgettext("filter", "Clear"))
        self.ignored = Statement(_("Show"))
        self.decided = Statement(_("Undo"), ElidedLabel())
        self.problem = Statement("", ElidedLabel(), _("Nothing wrong with the decisions"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(theme.GRID, 0, theme.GRID, theme.GRID // 2)
        layout.setSpacing(theme.GRID * 2)
        for statement in self._statements:
            layout.addWidget(statement)
        layout.addStretch(1)
        self.hide()

    @property
    def _statements(self) -> tuple[Statement, ...]:
        return self.shown, self.ignored, self.decided, self.problem

    def say(self, *, listed: tuple[int, int] | None, ignored: int, shows_ignored: bool) -> None:
        """Say how many of how many rules are listed, and how many findings are ignored.

        ``listed`` is None when none is left out.
        """
        text = ""
        if listed is not None:
            text = ngettext("{n} of {total} rule", "{n} of {total} rules", listed[1]).format(
                n=format_number(listed[0]), total=format_number(listed[1])
            )
        self.shown.say(text)
        text = ngettext("{n} ignored", "{n} ignored", ignored).format(n=format_number(ignored))
        self.ignored.say(text if ignored else "", _("Hide") if shows_ignored else _("Show"))
        self._fit()

    def say_decided(self, text: str) -> None:
        """Say what was decided about the rules, with a link to take it back; nothing is none."""
        self.decided.say(text)
        self._fit()

    def say_problems(self, problems: Sequence[str]) -> None:
        """Say what is wrong in the file with decisions about rules."""
        first = problems[0] if problems else ""
        self.problem.say(first)
        self.problem.setToolTip("\n".join(map(plain_tooltip, problems)))
        self._fit()

    def _fit(self) -> None:
        self.setVisible(any(statement.text for statement in self._statements))
        self.updateGeometry()


class Statement(QWidget):
    """A dim text and a link; ``clicked`` when the link is."""

    clicked = Signal()

    def __init__(self, link: str, label: QLabel | None = None, silent: str = "") -> None:
        super().__init__()
        self._silent = silent or link
        self._label = label or QLabel()
        theme.set_role(self._label, "dim" if link else "warning")
        self.link = QToolButton()
        theme.set_role(self.link, "link")
        self.link.setText(link)
        self.link.setCursor(Qt.CursorShape.PointingHandCursor)
        self.link.clicked.connect(lambda: self.clicked.emit())
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID * 3 // 4)
        layout.addWidget(self._label)
        layout.addWidget(self.link)
        self.say("")

    @property
    def text(self) -> str:
        """What it says."""
        return self._label.text()

    def say(self, text: str, link: str = "") -> None:
        """Say another thing; nothing hides it."""
        self._label.setText(text)
        self.link.setText(link or self.link.text())
        self.link.setVisible(bool(self.link.text()))
        # It is found while hidden too.
        self.setAccessibleName(text or self._silent)
        name = f"{self.link.text()}: {text}" if text else self.link.text()
        self.link.setAccessibleName(name or self._silent)
        self.setVisible(bool(text))
