"""The question above the findings: where the file will be published."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from sitemap_editor.gui import icons, theme
from sitemap_editor.gui.wrapped_label import Wrapped
from sitemap_editor.support.i18n import _

EXAMPLE = "https://www.example.com/sitemap.xml"


class AddressLine(QFrame):
    """Asks for the file's public address; ``answered`` carries it, ``dismissed`` asks no more.

    With a guess it asks whether that is right; only who says no has to write.
    """

    answered = Signal(str)
    dismissed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Public address of this file"))
        theme.set_role(self, "info_card")
        self._guess = ""
        self._example = EXAMPLE
        self._is_narrow = False
        self._is_writing = False
        why = _("Some rules compare addresses with the place where the file is published.")
        self._question = Wrapped()
        self._question.setToolTip(why)
        self.field = _AddressField()
        self.field.setAccessibleName(_("Public address of this file"))
        self.field.setToolTip(why)
        self.yes = QPushButton(_("Yes"))
        self.other = QPushButton(_("Other…"))
        self.use = QPushButton(_("Use it"))
        self._close = QToolButton()
        self._assemble()
        self._connect()
        self._show()

    def _assemble(self) -> None:
        self._close.setIcon(icons.icon("close"))
        self._close.setAccessibleName(_("Do not ask"))
        self._close.setToolTip(_("Do not ask"))
        answers = QHBoxLayout()
        answers.setSpacing(theme.GRID // 2)
        for button in (self.yes, self.other, self.use):
            answers.addWidget(button)
        answers.addStretch(1)
        answers.addWidget(self._close)
        self._layout = QHBoxLayout(self)
        self._layout.setSpacing(theme.GRID // 2)
        self._layout.addWidget(self._question)
        self._layout.addWidget(self.field, 1)
        self._layout.addLayout(answers)

    def _connect(self) -> None:
        self.field.returnPressed.connect(self._on_answered)
        self.field.textChanged.connect(self._on_text_changed)
        self.field.left.connect(self._on_field_left)
        self.use.clicked.connect(self._on_answered)
        self.yes.clicked.connect(lambda: self.answered.emit(self._guess))
        self.other.clicked.connect(self._on_other_clicked)
        self._close.clicked.connect(lambda: self.dismissed.emit())
        self.use.setEnabled(False)

    # What it asks

    def set_example(self, name: str) -> None:
        """Show what the address of a file of this name looks like."""
        self._example = f"https://www.example.com/{name}"
        self._show()

    def ask(self, guess: str = "") -> None:
        """Ask about another file, with what its neighbours suggest."""
        if guess != self._guess:
            self._guess = guess
            self._is_writing = False
            self._show()

    def start(self) -> None:
        """Forget what was written about another file."""
        self._is_writing = False
        self.field.clear()
        self._show()

    def set_narrow(self, is_narrow: bool) -> None:
        """Ask within the field where there is no room beside it."""
        self._is_narrow = is_narrow
        self._show()

    def _show(self) -> None:
        is_guess = bool(self._guess) and not self._is_writing
        asked = _("Public address of this file?")
        guessed = _("Is this file published at {address}?").format(address=self._guess)
        self._question.set_text(guessed if is_guess else asked)
        self._question.setWordWrap(is_guess)
        self._question.setVisible(is_guess or not self._is_narrow)
        wide = QSizePolicy.Policy.Expanding if is_guess else QSizePolicy.Policy.Fixed
        policy = QSizePolicy(wide, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(is_guess)
        self._question.setSizePolicy(policy)
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        is_high = is_guess and self._is_narrow
        self._layout.setDirection(down if is_high else right)
        self._layout.setStretch(0, int(is_guess and not is_high))
        edge = theme.GRID // 2 if is_high else 2
        self._layout.setContentsMargins(theme.GRID, edge, 2, edge)
        self.field.setPlaceholderText(asked if self._is_narrow else self._example)
        self.field.setVisible(not is_guess)
        self.use.setVisible(not is_guess)
        self.yes.setVisible(is_guess)
        self.other.setVisible(is_guess)
        self.yes.setToolTip(self._guess)
        self.yes.setAccessibleName(guessed)
        for button in (self.other, self.use):
            button.setAccessibleName(button.text())

    # What is answered

    def _on_other_clicked(self) -> None:
        self._is_writing = True
        self.field.setText(self._guess)
        self._show()
        self.field.setFocus()
        self.field.selectAll()

    def _on_field_left(self) -> None:
        """Take back "Other", or do nothing where nothing was guessed."""
        self._is_writing = False
        self._show()

    def _on_text_changed(self, text: str) -> None:
        self.use.setEnabled(is_web_address(text.strip()))

    def _on_answered(self) -> None:
        text = self.field.text().strip()
        if is_web_address(text):
            self.answered.emit(text)


class _AddressField(QLineEdit):
    """A line that Escape leaves."""

    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def is_web_address(text: str) -> bool:
    """Whether ``text`` looks like an absolute web address."""
    scheme, colon, rest = text.partition("://")
    return bool(colon and rest.strip("/")) and scheme.lower() in ("http", "https")
