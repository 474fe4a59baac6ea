"""The questions that a fix asks: choices as buttons or a list, anything else as a line of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QLabel,
    QLineEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.rules.questions import QUESTIONS, Question, answer_to
from sitemap_editor.support.i18n import _

MOST_BUTTONS = 5
"""More choices than these are a list."""

TYPING_MS = 400
WIDTH = 240
MOST_WIDTH = 336
"""As wide as the longest answer asks for, within these."""


class FixQuestions(QWidget):
    """Questions one below the other; ``answers`` are those given, by key."""

    answered = Signal()

    def __init__(
        self, keys: Sequence[str], answers: Mapping[str, str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.answers = {key: answer_to(key, answers) for key in keys}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(TYPING_MS)
        self._timer.timeout.connect(self.answered)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, theme.GRID, 0)
        layout.setSpacing(theme.GRID // 2)
        for key in keys:
            self._add(layout, key, QUESTIONS[key])
        layout.addStretch(1)
        wanted = layout.minimumSize().width()
        self.setFixedWidth(min(max(WIDTH, wanted), MOST_WIDTH))

    def _add(self, layout: QVBoxLayout, key: str, question: Question) -> None:
        label = QLabel(_(question.text))
        label.setWordWrap(True)
        theme.set_role(label, "heading")
        layout.addWidget(label)
        if not question.choices:
            layout.addWidget(self._line(key, question))
        elif len(question.choices) > MOST_BUTTONS:
            layout.addWidget(self._list(key, question))
        else:
            self._add_buttons(layout, key, question)
        layout.addSpacing(theme.GRID)

    def _add_buttons(self, layout: QVBoxLayout, key: str, question: Question) -> None:
        group = QButtonGroup(self)
        for answer, text in question.choices:
            button = QRadioButton(_(text))
            button.setObjectName(f"{key}.{answer}")
            button.setChecked(answer == self.answers[key])
            button.clicked.connect(lambda _on, given=answer: self._answer(key, given))
            group.addButton(button)
            layout.addWidget(button)

    def _list(self, key: str, question: Question) -> QComboBox:
        choice = QComboBox()
        choice.setObjectName(key)
        choice.setAccessibleName(_(question.text))
        for answer, text in question.choices:
            choice.addItem(_(text), answer)
        choice.setCurrentIndex(choice.findData(self.answers[key]))
        choice.activated.connect(lambda _index: self._answer(key, choice.currentData()))
        return choice

    def _line(self, key: str, question: Question) -> QLineEdit:
        line = QLineEdit(self.answers[key])
        line.setObjectName(key)
        line.setAccessibleName(_(question.text))
        line.setPlaceholderText(question.hint)
        line.textEdited.connect(lambda text: self._note(key, text.strip()))
        return line

    def _answer(self, key: str, answer: str) -> None:
        if self.answers[key] != answer:
            self.answers[key] = answer
            self.answered.emit()

    def _note(self, key: str, text: str) -> None:
        """Take what is typed, and wait for the end of it."""
        self.answers[key] = text
        self._timer.start()
