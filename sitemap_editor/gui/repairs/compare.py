"""The two texts with their headings, and the way from one difference to the next."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from sitemap_editor.gui import icons, theme
from sitemap_editor.gui.elided_label import ElidedLabel
from sitemap_editor.support.i18n import _, format_number, ngettext

from .alignment import Alignment
from .compare_view import CompareView

NEXT, PREVIOUS = "F3", "Shift+F3"


class ComparePanel(QFrame):
    """Shows texts side by side; ``current_changed`` carries the number of a difference."""

    current_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Before and after"))
        theme.set_role(self, "card")
        self.view = CompareView()
        self.count = QLabel()
        theme.set_role(self.count, "dim")
        self.previous = self._button(_("Previous difference"), "previous", PREVIOUS, -1)
        self.next = self._button(_("Next difference"), "next", NEXT, 1)
        heads = [ElidedLabel(_("As the file was")), ElidedLabel(_("As it was read"))]
        top = QHBoxLayout()
        top.setContentsMargins(theme.GRID, theme.GRID // 2, theme.GRID // 2, theme.GRID // 2)
        top.setSpacing(theme.GRID // 2)
        for head in heads:
            theme.set_role(head, "heading")
        top.addWidget(heads[0], 1)
        right = QHBoxLayout()
        right.setSpacing(theme.GRID // 2)
        right.addWidget(heads[1], 1)
        for part in (self.count, self.previous, self.next):
            right.addWidget(part)
        top.addLayout(right, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.view, 1)
        self.view.current_changed.connect(self._on_current_changed)

    def _button(self, text: str, icon: str, key: str, step: int) -> QToolButton:
        button = QToolButton()
        button.setIcon(icons.icon(icon))
        button.setAccessibleName(text)
        shown = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
        button.setToolTip(f"{text}  {shown}")
        button.clicked.connect(lambda: self.view.step(step))
        QShortcut(QKeySequence(key), self, lambda: self.view.step(step))
        return button

    def show_texts(self, alignment: Alignment | None) -> None:
        """Show other texts; None while they are not known."""
        self.view.show_texts(alignment)
        self._say()

    def _on_current_changed(self, number: int) -> None:
        self._say()
        self.current_changed.emit(number)

    def _say(self) -> None:
        """Say how many differences there are, and at which one people look."""
        alignment, current = self.view.alignment, self.view.current
        count = len(alignment.spans) if alignment is not None else 0
        self.previous.setEnabled(count > 0 and current != 0)
        self.next.setEnabled(count > 0 and current != count - 1)
        if alignment is None:
            self.count.setText("")
        elif current is None:
            text = ngettext("{n} difference", "{n} differences", count)
            self.count.setText(text.format(n=format_number(count)))
        else:
            text = _("{number} of {n}")
            self.count.setText(
                text.format(number=format_number(current + 1), n=format_number(count))
            )
