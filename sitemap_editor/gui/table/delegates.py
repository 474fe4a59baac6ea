"""How cells are drawn and edited.

Painting asks the model's own methods instead of its roles: a repaint draws two hundred cells, and
each role is another call through Qt.
"""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.inspector.field_editors import too_long_text
from sitemap_editor.protocol.fields import FIELD_BY_NAME

from .columns import MARK
from .editors import ChoiceEditor, DateEditor, NumberEditor, make_editor, set_text, text_of
from .header import MAX_DATE_LENGTH
from .model import EntryModel, Index
from .painting import (
    LEFT,
    RIGHT,
    fitting_date,
    paint_address,
    paint_edited_bar,
    paint_focus,
    paint_mark,
)

# Flags as numbers: making one of Python's enums anew at each cell costs more than drawing it.
SELECTED = QStyle.StateFlag.State_Selected.value
ACTIVE = QStyle.StateFlag.State_Active.value
FOCUSED = QStyle.StateFlag.State_HasFocus.value

MARGIN = 8
MAX_DRAWN = 4_000
"""More characters than fit any cell are not measured."""

MIN_EDITOR_WIDTHS = {DateEditor: 150, ChoiceEditor: 150, NumberEditor: 80}
ICON_ROOM = 44
"""Pixels of an editor that its icon and its edges take."""
IN_A_ROW = "padding: 0 4px; min-height: 0; border-radius: 0;"


class CellDelegate(QStyledItemDelegate):
    """Draws values and opens the editor of a field; ``refused`` carries why it does not."""

    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor: QWidget | None = None
        self._shown = ""
        self._filled: QWidget | None = None
        self.row_height = 26
        self.current_row = -1

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, EntryModel)
        row, column = index.row(), index.column()
        rect, state = option.rect, option.state.value
        painter.save()
        if state & SELECTED:
            is_active = state & ACTIVE
            role = "selection" if is_active else "selection_inactive"
            painter.fillRect(rect, theme.color(role))
        elif row == self.current_row:
            painter.fillRect(rect, theme.color("current_line"))
        if model.columns[column].key == MARK:
            if model.is_edited(row):
                paint_edited_bar(painter, rect)
            severity = model.marks(row).severity
            if severity:
                paint_mark(painter, rect, severity)
        else:
            self._paint_text(painter, option, model, row, column)
        if state & FOCUSED:
            paint_focus(painter, rect)
        painter.restore()

    def _paint_text(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        model: EntryModel,
        row: int,
        column: int,
    ) -> None:
        text = model.texts(row)[column][:MAX_DRAWN]
        severity = model.marks(row).by_column[column]
        if severity:
            tinted = option.rect.adjusted(1, 2, -1, -2)
            painter.fillRect(tinted, theme.color(f"{severity}_soft"))
        if not text:
            return
        shown = model.columns[column]
        rect = option.rect.adjusted(MARGIN, 0, -MARGIN, 0)
        color = theme.color(severity or ("text" if shown.is_field else "dim_text"))
        painter.setFont(option.font)
        if shown.editor == "url":
            paint_address(painter, rect, option.fontMetrics, text, color)
            return
        if shown.editor == "date":
            text = fitting_date(text, option.fontMetrics, rect.width())
        text = option.fontMetrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        painter.setPen(color)
        painter.drawText(rect, RIGHT if shown.align_right else LEFT, text)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        model = index.model()
        assert isinstance(model, EntryModel)
        text = model.texts(index.row())[index.column()][:MAX_DRAWN]
        return QSize(option.fontMetrics.horizontalAdvance(text) + 2 * MARGIN, self.row_height)

    # Editing

    def createEditor(  # type: ignore[override]  # None is Qt's way to refuse
        self, parent: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> QWidget | None:
        model = index.model()
        assert isinstance(model, EntryModel)
        column = model.columns[index.column()]
        if not column.is_field or self.refuses(index):
            return None
        self.editor = editor = make_editor(FIELD_BY_NAME[column.key], parent)
        editor.setFont(option.font)
        # The style sheet's padding and height belong to forms; a row is lower. The names keep this
        # from the calendar, which is a child too.
        name = editor.objectName()
        editor.setStyleSheet(f"#{name}, #{name} > QLineEdit {{ {IN_A_ROW} }}")
        return editor

    def refuses(self, index: Index) -> bool:
        """Whether a value is too long to be edited in its cell, which is said."""
        hint = too_long_text(str(index.data(Qt.ItemDataRole.EditRole) or ""))
        if hint:
            self.refused.emit(hint)
        return bool(hint)

    def destroyEditor(self, editor: QWidget, index: Index) -> None:
        if editor is self.editor:
            self.editor = self._filled = None
        super().destroyEditor(editor, index)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        # The view asks again when a check has ended meanwhile; what is typed must stay.
        if self._filled is not editor:
            self._filled = editor
            set_text(editor, str(index.data(Qt.ItemDataRole.EditRole) or ""))
            self._shown = text_of(editor)

    def setModelData(self, editor: QWidget, model: object, index: Index) -> None:
        assert isinstance(model, EntryModel)
        # Not every value comes back from a line as it was put there.
        if text_of(editor) != self._shown:
            model.setData(model.index(index.row(), index.column()), text_of(editor))

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        rect = option.rect
        width = max(rect.width(), MIN_EDITOR_WIDTHS.get(type(editor), 0))
        if isinstance(editor, DateEditor):
            text = str(index.data(Qt.ItemDataRole.EditRole) or "")[:MAX_DATE_LENGTH]
            width = max(width, option.fontMetrics.horizontalAdvance(text) + ICON_ROOM)
        viewport = editor.parentWidget()
        assert viewport is not None
        # What sticks out at the end, such as the arrows, could not be clicked.
        left = max(0, min(rect.left(), viewport.width() - width))
        editor.setGeometry(QRect(left, rect.top(), width, rect.height()))

    def commit(self) -> None:
        """Put what stands in the open editor, if any, into the model and close it."""
        if self.editor is not None:
            editor = self.editor
            self.commitData.emit(editor)
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)

    def cancel(self) -> None:
        """Close the open editor, if any, and leave the value as it was."""
        if self.editor is not None:
            self.closeEditor.emit(self.editor, QStyledItemDelegate.EndEditHint.RevertModelCache)
