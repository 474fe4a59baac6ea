"""How a repair is drawn: a tick, its place as a link, and what changed standing out."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from sitemap_editor.gui import icons, theme
from sitemap_editor.gui.preview.drawn_row import tinted
from sitemap_editor.protocol.findings import FixKind

from .excerpt import Excerpt, excerpts
from .model import AFTER, BEFORE, PLACE, TICK, WHAT, Index, RepairModel

PADDING = 8
BOX = 16
CHEVRON = 16
HEAD_SHARE = 45
"""Of a cell, in percent, for what stands before the place."""

TINT = 50
"""How much of its colour what changed has, of 255."""

LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
State = Qt.CheckState


class RepairDelegate(QStyledItemDelegate):
    """Draws rows of a RepairModel."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, RepairModel)
        painter.save()
        is_group = model.place(index.row()).number is None
        if option.state & QStyle.StateFlag.State_Selected:
            is_active = option.state & QStyle.StateFlag.State_Active
            painter.fillRect(
                option.rect, theme.color("selection" if is_active else "selection_inactive")
            )
        elif is_group:
            painter.fillRect(option.rect, theme.color("gutter"))
        if index.column() == TICK:
            paint_tick(painter, tick_box(option.rect), model.state_of(index.row()))
        elif is_group:
            self._paint_group(painter, option, index, model)
        else:
            self._paint_cell(painter, option, index, model)
        painter.restore()

    def _paint_group(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, model: RepairModel
    ) -> None:
        number = model.place(index.row()).group
        if index.column() != PLACE or number is None:
            return  # it reaches over all of them
        is_open = model.groups[number].is_open
        room = option.rect.adjusted(PADDING, 0, -PADDING, 0)
        chevron = QRect(room.left(), 0, CHEVRON, CHEVRON)
        chevron.moveCenter(QPoint(room.left() + CHEVRON // 2, room.center().y()))
        icons.icon("chevron-down" if is_open else "chevron-right").paint(painter, chevron)
        font = option.font
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        room.setLeft(chevron.right() + PADDING)
        metrics = QFontMetrics(font)
        text = model.text(index.row(), WHAT)
        painter.drawText(
            room, LEFT, metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        )

    def _paint_cell(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, model: RepairModel
    ) -> None:
        repair = model.repair_at(index.row())
        assert repair is not None
        is_refused = repair.key in model.refused
        room = option.rect.adjusted(PADDING, 0, -PADDING, 0)
        column = index.column()
        if column in (BEFORE, AFTER):
            painter.setFont(theme.monospace_font(option.font))
            piece = excerpts(model.mending.original, repair)[column - BEFORE]
            paint_excerpt(painter, room, piece, is_after=column == AFTER, is_faint=is_refused)
            return
        if column == WHAT and repair.kind is FixKind.ASK:
            place = QRect(room.left(), 0, BOX, BOX)
            place.moveCenter(QPoint(room.left() + BOX // 2, room.center().y()))
            icons.icon("warning").paint(painter, place)
            room.setLeft(place.right() + PADDING // 2)
        role = "accent" if column == PLACE else "text"
        painter.setPen(theme.color("dim_text" if is_refused and column != PLACE else role))
        metrics = option.fontMetrics
        text = metrics.elidedText(
            model.text(index.row(), column), Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, LEFT, text)


def tick_box(cell: QRect) -> QRect:
    """Where the tick of a row is."""
    box = QRect(0, 0, BOX, BOX)
    box.moveCenter(cell.center())
    return box


def paint_tick(painter: QPainter, box: QRect, state: Qt.CheckState) -> None:
    """Draw a tick as the boxes of the window have it."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    place = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5)
    is_empty = state is State.Unchecked
    painter.setPen(theme.color("border_strong" if is_empty else "accent"))
    painter.setBrush(theme.color("surface" if is_empty else "accent"))
    painter.drawRoundedRect(place, 4, 4)
    pen = QPen(theme.color("on_accent"), 2)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    x, y = place.left(), place.top()
    if state is State.Checked:
        corners = ((3.5, 7.5), (6.5, 10.5), (11.5, 4.5))
        painter.drawPolyline(QPolygonF([QPointF(x + a, y + b) for a, b in corners]))
    elif state is State.PartiallyChecked:
        painter.drawLine(QPointF(x + 4, y + 7.5), QPointF(x + 11, y + 7.5))


def paint_excerpt(
    painter: QPainter, room: QRect, piece: Excerpt, *, is_after: bool, is_faint: bool
) -> None:
    """Draw a piece of text; what changed has a colour, and a line where nothing stands."""
    metrics = painter.fontMetrics()
    mark_colour = theme.color("changed_mark" if is_after else "error")
    ink = theme.color("text" if is_after else "error")
    x = room.left()
    # What changed is to be seen, however narrow the column is.
    share = room.width() * HEAD_SHARE // 100
    head = metrics.elidedText(piece.head, Qt.TextElideMode.ElideLeft, share)
    for number, text in enumerate((head, piece.changed, piece.tail)):
        is_changed = number == 1
        width = metrics.horizontalAdvance(text)
        place = QRect(x, room.top(), min(width, room.right() - x + 1), room.height())
        if is_changed:
            mark = place.adjusted(-1, 3, 1, -3)
            painter.fillRect(mark, tinted(mark_colour, TINT) if text else mark_colour)
        painter.setPen(theme.color("dim_text") if is_faint or not is_changed else ink)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width() + 1)
        painter.drawText(place, LEFT | Qt.TextFlag.TextSingleLine, shown)
        x += width
        if x > room.right():
            break
