"""What all dialogs of the window share: heading, room, and buttons that name what they do."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.support.i18n import _

MARGIN = theme.GRID * 2
AROUND = theme.GRID * 4
"""Pixels of the window that stay in view around a big dialog."""

ONE_LINE = 28
"""Height of a field of one line, on whose middle its label stands."""


class SheetDialog(QDialog):
    """A heading and a sentence on top, the body below, buttons at the lower right.

    A picture may stand left in ``banner``. Subclasses fill ``body`` and name the button that does
    it with ``set_verb``.
    """

    is_as_high_as_needed = True
    """Whether the dialog takes the height of its content; else it has a size of its own."""

    def __init__(self, title: str, lead: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setModal(True)
        self.heading = QLabel(title)
        self.heading.setWordWrap(True)
        theme.set_role(self.heading, "title")
        self.lead = QLabel()
        self.lead.setWordWrap(True)
        self.lead.setTextFormat(Qt.TextFormat.PlainText)
        for label in (self.heading, self.lead):
            label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        theme.set_role(self.lead, "dim")
        self.body = QVBoxLayout()
        self.body.setSpacing(theme.GRID)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(theme.GRID)
        self.buttons.addStretch(1)
        self.cancel = self.add_button(_("Cancel"), self.reject)
        self.verb = self.add_button("", self.accept)
        self.verb.setDefault(True)
        theme.set_role(self.verb, "primary")
        outer = QVBoxLayout(self)
        outer.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        outer.setSpacing(theme.GRID)
        self.banner = QHBoxLayout()
        self.banner.setSpacing(MARGIN)
        said = QVBoxLayout()
        said.setSpacing(theme.GRID)
        said.addWidget(self.heading)
        said.addWidget(self.lead)
        self.banner.addLayout(said, 1)
        outer.addLayout(self.banner)
        outer.addSpacing(theme.GRID // 2)
        outer.addLayout(self.body, 1)
        outer.addSpacing(theme.GRID // 2)
        outer.addLayout(self.buttons)
        self.set_lead(lead)

    def showEvent(self, event: QShowEvent) -> None:
        # Lines that wrap ask for more height than they take, until their width is known.
        layout = self.layout()
        if self.is_as_high_as_needed and layout is not None and layout.hasHeightForWidth():
            layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
            # Qt takes two thirds of a screen at most, though a row may need more.
            width = max(self.width(), layout.minimumSize().width())
            height = layout.totalHeightForWidth(width)
            self.setMinimumHeight(height)
            self.resize(width, height)
        if not event.spontaneous():
            self._focus_first_field()
        super().showEvent(event)

    def _focus_first_field(self) -> None:
        """Begin where there is something to fill in or to choose; else Qt takes the verb."""
        # Not along the chain of the focus: PySide takes what comes next for a child of a widget.
        for field in self.findChildren(QWidget):
            if self.focusWidget() is not None:
                return
            if _is_to_fill_in(field) and field.isVisibleTo(self) and field.isEnabledTo(self):
                field.setFocus(Qt.FocusReason.TabFocusReason)

    def resize_within(self, width: int, height: int) -> None:
        """Take this size, or what a small window has room for."""
        parent = self.parentWidget()
        room = parent.window().size() if parent is not None else self.screen().availableSize()
        self.resize(min(width, room.width() - AROUND), min(height, room.height() - AROUND))

    def set_lead(self, text: str) -> None:
        """Say what will happen."""
        self.lead.setText(text)
        self.lead.setVisible(bool(text))

    def set_verb(self, text: str) -> None:
        """Name the button that does it; empty takes it away."""
        name_button(self.verb, text)
        self.verb.setVisible(bool(text))

    def add_button(self, text: str, pressed: Callable[[], object], at: int = -1) -> QPushButton:
        """Put another button into the row."""
        button = QPushButton()
        name_button(button, text)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: pressed())
        self.buttons.insertWidget(at, button)
        return button

    def only_close(self, text: str = "") -> None:
        """Make it a dialog that only shows something."""
        self.set_verb(text or _("Close"))
        self.cancel.setVisible(False)


def _is_to_fill_in(widget: QWidget) -> bool:
    if isinstance(widget, QRadioButton):
        return widget.isChecked()
    if isinstance(widget, QLineEdit | QPlainTextEdit):
        return not widget.isReadOnly()
    return isinstance(widget, QAbstractSpinBox | QCheckBox | QComboBox)


def name_button(button: QPushButton, text: str) -> None:
    """Write ``text`` on a button, for eyes and for screen readers."""
    button.setText(text)
    button.setAccessibleName(text.replace("&", ""))


class FormGrid(QGridLayout):
    """Labels left and fields right, aligned, each label naming its field for screen readers."""

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalSpacing(theme.GRID * 3 // 2)
        self.setVerticalSpacing(theme.GRID)
        self.setColumnStretch(1, 1)

    def add(self, label: str, field: QWidget) -> QLabel:
        """Add a row."""
        row = self.rowCount()
        text = QLabel(label)
        theme.set_role(text, "dim")
        text.setBuddy(field)
        text.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        field.setAccessibleName(field.accessibleName() or label)
        self.addWidget(text, row, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        if not isinstance(field, QLabel):
            text.setMinimumHeight(min(field.sizeHint().height(), ONE_LINE))
        self.addWidget(field, row, 1)
        return text

    def add_wide(self, widget: QWidget) -> None:
        """Add a row without label, below the fields."""
        # The frame of the focus belongs around the words, not around the row.
        is_button = isinstance(widget, QAbstractButton)
        side = Qt.AlignmentFlag.AlignLeft if is_button else Qt.AlignmentFlag(0)
        self.addWidget(widget, self.rowCount(), 1, side)


def heading(text: str) -> QLabel:
    """A small heading above a part of a dialog."""
    label = QLabel(text)
    theme.set_role(label, "heading")
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
    return label


def fact(text: str) -> QLabel:
    """A value that can be read and copied, not changed."""
    label = QLabel(text)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse
        | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label
