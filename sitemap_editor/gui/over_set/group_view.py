"""The tree that shows groups and their lines, and how a row of it is drawn."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from sitemap_editor.gui import icons, theme
from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.gui.over_set.groups import Group, GroupModel, Line
from sitemap_editor.support.i18n import format_number

ROW_HEIGHT = 26
GAP = 8
MARK_SIDE = 16
LEAD_DIGITS = 7
MORE_SHARE = 40
"""Percent of a row that what stands behind a text may take."""

KEPT_BEFORE = 24
"""Letters kept before what was found, when the row has no room for all."""

_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_END = Qt.TextElideMode.ElideRight
_CENTER = Qt.TextElideMode.ElideMiddle


class GroupDelegate(QStyledItemDelegate):
    """Draws groups with mark and count, and lines with what was found in them marked."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(120, ROW_HEIGHT)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        model = index.model()
        assert isinstance(model, GroupModel)
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, theme.color("selection"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, theme.color("hover"))
        room = option.rect.adjusted(2, 0, -GAP, 0)
        line, group = model.line_of(index), model.group_of(index)
        if line is not None:
            _paint_line(painter, room, option.fontMetrics, line)
        elif group is not None:
            _paint_group(painter, room, option.fontMetrics, group)
        painter.restore()


def _paint_group(painter: QPainter, room: QRect, metrics: QFontMetrics, group: Group) -> None:
    if group.mark in theme.SEVERITY_MARKS:
        painter.setPen(theme.color(group.mark))
        painter.drawText(room, _MIDDLE, theme.SEVERITY_MARKS[group.mark])
        room.setLeft(room.left() + MARK_SIDE + 2)
    elif group.mark:
        place = QRect(room.left(), room.center().y() - MARK_SIDE // 2 + 1, MARK_SIDE, MARK_SIDE)
        icons.coloured_icon(group.mark, "dim_text").paint(painter, place)
        room.setLeft(room.left() + MARK_SIDE + 6)
    if group.count is not None:
        count = format_number(group.count)
        painter.setPen(theme.color("dim_text"))
        painter.drawText(room, _RIGHT, count)
        room.setRight(room.right() - metrics.horizontalAdvance(count) - GAP)
    title = _elided(metrics, group.title, _CENTER, room.width())
    painter.setPen(theme.color("text" if group.count != 0 else "dim_text"))
    painter.drawText(room, _MIDDLE, title)
    room.setLeft(room.left() + metrics.horizontalAdvance(title) + GAP)
    if group.note and room.width() > 0:
        painter.setPen(theme.color(group.role))
        painter.drawText(room, _MIDDLE, _elided(metrics, group.note, _END, room.width()))


def _paint_line(painter: QPainter, room: QRect, metrics: QFontMetrics, line: Line) -> None:
    if line.lead:
        width = metrics.horizontalAdvance("0" * LEAD_DIGITS)
        painter.setPen(theme.color("dim_text"))
        lead = QRect(room.left(), room.top(), width, room.height())
        painter.drawText(lead, _RIGHT, line.lead)
        room.setLeft(room.left() + width + GAP)
    if line.more:
        most = room.width() * MORE_SHARE // 100
        more = _elided(metrics, line.more, _CENTER, most)
        painter.setPen(theme.color("dim_text"))
        painter.drawText(room, _RIGHT, more)
        room.setRight(room.right() - metrics.horizontalAdvance(more) - GAP)
    _paint_found(painter, room, metrics, line)


def _paint_found(painter: QPainter, room: QRect, metrics: QFontMetrics, line: Line) -> None:
    """Draw a text so that what was found in it is seen, however long it is."""
    before, found, after = pieces_of(line)
    painter.setPen(theme.color("text"))
    if not found:
        painter.drawText(room, _MIDDLE, _elided(metrics, before + after, _CENTER, room.width()))
        return
    if metrics.horizontalAdvance(before + found + after) > room.width():
        before = before if len(before) <= KEPT_BEFORE else f"…{before[-KEPT_BEFORE:]}"
    for text, is_found in ((before, False), (found, True), (after, False)):
        shown = _elided(metrics, text, _END, room.width())
        width = metrics.horizontalAdvance(shown)
        if is_found:
            mark = QRect(room.left(), room.top() + 4, width, room.height() - 8)
            painter.fillRect(mark, theme.color("found"))
        painter.drawText(room, _MIDDLE, shown)
        room.setLeft(room.left() + width)


def pieces_of(line: Line) -> tuple[str, str, str]:
    """The text before what was found, that itself, and the rest; on one line."""
    text = line.text.replace("\n", " ").replace("\r", " ")
    return text[: line.start], text[line.start : line.end], text[line.end :]


def _elided(metrics: QFontMetrics, text: str, mode: Qt.TextElideMode, width: int) -> str:
    return metrics.elidedText(text, mode, max(width, 0))


class GroupView(QTreeView):
    """The tree; Enter or a click on a row asks for what it is about.

    ``chosen`` carries the target of a line, or of a group that has one.
    """

    chosen = Signal(object)

    def __init__(self, name: str, jobs: JobRunner, parent: QWidget | None = None) -> None:
        """``name`` is what a screen reader calls it."""
        super().__init__(parent)
        self._jobs = jobs
        self.groups = GroupModel(self)
        self.setModel(self.groups)
        self.setItemDelegate(GroupDelegate(self))
        self.setAccessibleName(name)
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self.setMouseTracking(True)
        self.setIndentation(theme.GRID * 2 + 2)
        self.setExpandsOnDoubleClick(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._on_clicked)
        theme.signals.theme_changed.connect(self.viewport().update)

    def _on_clicked(self, index: QModelIndex) -> None:
        """One click on a line goes there; on a group it unfolds it."""
        if self.groups.line_of(index) is not None:
            self._choose(index)
        elif self.groups.rowCount(index):
            self.setExpanded(index, not self.isExpanded(index))
        else:
            self._choose(index)

    def _choose(self, index: QModelIndex) -> None:
        target: Any = self.groups.target_of(index)
        if target is not None:
            self.chosen.emit(target)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.currentIndex())
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        # A worker would win the interpreter lock from each of the calls that paint a row.
        with self._jobs.parked():
            super().paintEvent(event)
