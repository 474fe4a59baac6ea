"""The list of severities that opens in a row of the table of rules."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from sitemap_editor.support.i18n import _

from .model import WORDS, Index, RuleModel, marked, word_text

IN_A_ROW = "QComboBox { padding: 0 6px; min-height: 0; border-radius: 0; }"


class SeverityDelegate(QStyledItemDelegate):
    """Edits what a rule counts as; ``codes_for`` tells which rules are meant with a row."""

    opened = Signal()

    def __init__(self, codes_for: Callable[[int], list[str]], parent: QWidget) -> None:
        super().__init__(parent)
        self._codes_for = codes_for

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        model = _model_of(index)
        code = model.codes[index.row()]
        editor = QComboBox(parent)
        editor.setAccessibleName(_("Counts as"))
        editor.setStyleSheet(IN_A_ROW)
        usual = _("Usual ({severity})").format(severity=word_text(model.usual(code)))
        editor.addItem(usual, None)
        for word in WORDS:
            editor.addItem(marked(word), word)
        editor.activated.connect(lambda _at: self._take(editor))
        # The list opens at once: nobody clicks twice for one choice.
        QTimer.singleShot(0, editor, editor.showPopup)
        return editor

    def _take(self, editor: QComboBox) -> None:
        self.commitData.emit(editor)
        self.closeEditor.emit(editor)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        assert isinstance(editor, QComboBox)
        model = _model_of(index)
        code = model.codes[index.row()]
        word = model.word(code) if model.is_changed(code) else None
        editor.setCurrentIndex(0 if word is None else 1 + WORDS.index(word))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        assert isinstance(editor, QComboBox)
        assert isinstance(model, RuleModel)
        model.set_words(self._codes_for(index.row()), editor.currentData())

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        editor.setGeometry(option.rect)


def _model_of(index: Index) -> RuleModel:
    model = index.model()
    assert isinstance(model, RuleModel)
    return model
