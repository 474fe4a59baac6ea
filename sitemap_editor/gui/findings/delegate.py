"""How a row of the findings list is drawn, and where its links are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from sitemap_editor.gui import icons, theme
from sitemap_editor.support.i18n import format_number

from .texts import fix_label, title_of

if TYPE_CHECKING:
    from sitemap_editor.rules.report import RuleGroup

    from .model import FindingsModel

ROW_HEIGHT = 24
CHEVRON_WIDTH = 20
MARK_WIDTH = 18
CHEVRON_SIDE = 16
LINK_ROOM = 12
TITLE_DIGITS = 24
"""With no room for a title this long beside it, the link is left to the details."""

VALUE_SHARE = 0.5

_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


class FindingsDelegate(QStyledItemDelegate):
    """Draws groups with a count and a link to mend them, entries with position and value."""

    def __init__(self, model: FindingsModel) -> None:
        super().__init__(model)
        self._model = model

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(160, ROW_HEIGHT)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        place = self._model.place(index.row())
        if place is None:
            return
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, theme.color("selection"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, theme.color("hover"))
        if place.offset is None:
            self._paint_group(painter, option, place.group)
        else:
            self._paint_entry(painter, option, index.row())
        painter.restore()

    # Groups

    def _paint_group(
        self, painter: QPainter, option: QStyleOptionViewItem, group: RuleGroup
    ) -> None:
        row, metrics = option.rect, option.fontMetrics
        name = "chevron-down" if self._model.is_unfolded(group) else "chevron-right"
        chevron = QRect(row.left() + 3, row.top(), CHEVRON_SIDE, row.height())
        _paint_icon(painter, chevron, name, "dim_text")
        mark = QRect(row.left() + CHEVRON_WIDTH, row.top(), MARK_WIDTH, row.height())
        is_grey = group.is_ignored
        painter.setPen(theme.color("disabled_text" if is_grey else group.severity))
        painter.drawText(mark, _MIDDLE, theme.SEVERITY_MARKS[group.severity])
        count, link = count_rect(row, metrics, group), link_rect(row, metrics, group)
        painter.setPen(theme.color("dim_text"))
        painter.drawText(count, _RIGHT, format_number(group.count))
        painter.setPen(theme.color("accent"))
        painter.drawText(link, _MIDDLE, fix_label(group) if link.width() else "")
        title = QRect(mark.right() + 1, row.top(), 0, row.height())
        title.setRight(count.left() - LINK_ROOM)
        painter.setPen(theme.color("dim_text" if is_grey else "text"))
        _draw_elided(painter, title, metrics, title_of(group.code), Qt.TextElideMode.ElideRight)

    # Entries

    def _paint_entry(self, painter: QPainter, option: QStyleOptionViewItem, row: int) -> None:
        area, metrics = option.rect, option.fontMetrics
        rest = area.adjusted(CHEVRON_WIDTH + MARK_WIDTH, 0, -LINK_ROOM, 0)
        position = self._model.position_at(row)
        if position is not None:
            number = format_number(position)
            painter.setPen(theme.color("dim_text"))
            painter.drawText(rest, _MIDDLE, number)
            rest.setLeft(rest.left() + metrics.horizontalAdvance("00,000") + LINK_ROOM)
        finding, loc = self._model.finding_at(row), self._model.loc_at(row)
        if position is None and finding is not None:
            painter.setPen(theme.color("text"))
            middle = Qt.TextElideMode.ElideRight
            _draw_elided(painter, rest, metrics, finding.message, middle)
            return
        value = (finding.value or "").strip() if finding is not None else ""
        if value and value != loc:
            self._paint_value(painter, rest, metrics, value)
        painter.setPen(theme.color("dim_text" if value and value != loc else "text"))
        # Where there is little room the end tells pages apart, and all begin alike.
        _draw_elided(painter, rest, metrics, loc, Qt.TextElideMode.ElideLeft)

    def _paint_value(
        self, painter: QPainter, rest: QRect, metrics: QFontMetrics, value: str
    ) -> None:
        """Draw the value found and take its room off ``rest``."""
        room = QRect(rest)
        wanted = metrics.horizontalAdvance(value[:200]) + 1
        room.setWidth(min(wanted, int(rest.width() * VALUE_SHARE)))
        painter.setPen(theme.color("text"))
        _draw_elided(painter, room, metrics, value[:200], Qt.TextElideMode.ElideMiddle)
        rest.setLeft(room.right() + LINK_ROOM)


def link_rect(row: QRect, metrics: QFontMetrics, group: RuleGroup) -> QRect:
    """Where the link to mend a group is; of no width in a narrow row."""
    width = metrics.horizontalAdvance(fix_label(group))
    room = max(width, metrics.horizontalAdvance(fix_label(None)))
    left = row.width() - CHEVRON_WIDTH - MARK_WIDTH - room - 2 * LINK_ROOM
    if left < TITLE_DIGITS * metrics.horizontalAdvance("0"):
        return QRect(row.right(), row.top(), 0, row.height())
    return QRect(row.right() - LINK_ROOM - room, row.top(), width, row.height())


def count_rect(row: QRect, metrics: QFontMetrics, group: RuleGroup) -> QRect:
    """Where the count of a group is, a link to its entries."""
    width = metrics.horizontalAdvance(format_number(group.count))
    right = link_rect(row, metrics, group).left() - LINK_ROOM
    return QRect(right - width, row.top(), width, row.height())


def hit(row: QRect, metrics: QFontMetrics, group: RuleGroup, point: QPoint) -> str:
    """What of a group's row is at ``point``: "chevron", "count", "link" or nothing."""
    if point.x() < row.left() + CHEVRON_WIDTH:
        return "chevron"
    if count_rect(row, metrics, group).contains(point):
        return "count" if group.ids is not None and not group.is_ignored else ""
    if fix_label(group) and link_rect(row, metrics, group).contains(point):
        return "link"
    return ""


def _paint_icon(painter: QPainter, place: QRect, name: str, role: str) -> None:
    side = QRect(0, 0, place.width(), place.width())
    side.moveCenter(place.center())
    icons.coloured_icon(name, role).paint(painter, side)


def _draw_elided(
    painter: QPainter, room: QRect, metrics: QFontMetrics, text: str, mode: Qt.TextElideMode
) -> None:
    # A value may hold line ends; a row has one line.
    line = " ".join(text.split("\n"))
    painter.drawText(room, _MIDDLE, metrics.elidedText(line, mode, max(room.width(), 0)))
