"""What a fix will change: before and after, before anything happens, and what people can decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.support.i18n import _, format_number, ngettext

from .base import SheetDialog
from .fix_questions import FixQuestions
from .sample_table import Sample, SampleTable, left_out_text

__all__ = ["FixPreviewDialog", "Preview", "Sample"]

MAX_SAMPLES = 200


@dataclass(frozen=True, slots=True)
class Preview:
    """Some of what changes, and how much in all."""

    samples: Sequence[Sample]
    count: int
    verb: str = ""


Replan = Callable[[Mapping[str, str], Callable[[Preview], None]], None]
"""Works out again what a fix does by these answers, and hands over the preview when it has."""


class FixPreviewDialog(SheetDialog):
    """Shows samples of what changes and asks whether to go on.

    ``questions`` are keys of what people can decide, asked left of the samples; each answer has
    the preview worked out again by ``replan``.
    """

    is_as_high_as_needed = False

    def __init__(
        self,
        title: str,
        samples: Sequence[Sample],
        count: int,
        lead: str = "",
        verb: str = "",
        questions: Sequence[str] = (),
        answers: Mapping[str, str] | None = None,
        replan: Replan | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(title, lead or _("It is one step that Undo takes back."), parent)
        self.resize_within(*((1120, 560) if questions else (860, 480)))
        self._replan = replan
        self._asked = 0
        self.questions = FixQuestions(questions, answers or {})
        self.questions.answered.connect(self._on_questions_answered)
        self.table = SampleTable()
        self.left_out = QLabel()
        self.waiting = QProgressBar()
        self._assemble()
        self.show_preview(Preview(samples, count, verb))

    @property
    def answers(self) -> dict[str, str]:
        """What people decided, by the key of the question."""
        return dict(self.questions.answers)

    def _assemble(self) -> None:
        theme.set_role(self.left_out, "dim")
        self.waiting.setRange(0, 0)
        self.waiting.setTextVisible(False)
        self.waiting.setAccessibleName(_("Preparing the fix"))
        self.waiting.hide()
        shown = QVBoxLayout()
        shown.setSpacing(theme.GRID)
        shown.addWidget(_card(self.table), 1)
        for widget in (self.left_out, self.waiting):
            shown.addWidget(widget)
        asking = QScrollArea()
        asking.setWidget(self.questions)
        asking.setFrameShape(QScrollArea.Shape.NoFrame)
        asking.setWidgetResizable(True)
        asking.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        asking.setFixedWidth(self.questions.width() + asking.verticalScrollBar().sizeHint().width())
        asking.setAccessibleName(_("What has to be decided"))
        row = QHBoxLayout()
        row.setSpacing(theme.GRID)
        row.addWidget(asking)
        row.addLayout(shown, 1)
        self.body.addLayout(row, 1)
        # Not before it has a place: shown without one, it would be a window of its own.
        asking.setVisible(bool(self.questions.answers))

    def _on_questions_answered(self) -> None:
        """Work out again what happens; only the answer to the last question counts."""
        if self._replan is None:
            return
        self._asked += 1
        number = self._asked
        self.verb.setEnabled(False)
        self.waiting.show()

        def take(preview: Preview) -> None:
            if number == self._asked:
                self.waiting.hide()
                self.show_preview(preview)

        self._replan(self.answers, take)

    def show_preview(self, preview: Preview) -> None:
        """Show other samples, and how much changes in all."""
        samples = preview.samples[:MAX_SAMPLES]
        self.table.show_samples(samples)
        self.left_out.setText(left_out_text(len(samples), preview.count))
        self.left_out.setVisible(len(samples) < preview.count)
        self.set_verb(preview.verb or _fix_verb(preview.count))
        self.verb.setEnabled(preview.count > 0)


def _card(table: SampleTable) -> QFrame:
    card = QFrame()
    card.setAccessibleName(table.accessibleName())
    theme.set_role(card, "card")
    inside = QVBoxLayout(card)
    inside.setContentsMargins(1, 1, 1, 1)
    inside.addWidget(table)
    return card


def _fix_verb(count: int) -> str:
    text = ngettext("Fix {n} finding", "Fix {n} findings", count)
    return text.format(n=format_number(count))
