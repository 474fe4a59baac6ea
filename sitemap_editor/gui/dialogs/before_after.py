"""How a value before and after a change is drawn: what differs stands out."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from sitemap_editor.document.rows import common_ends
from sitemap_editor.gui import theme
from sitemap_editor.support.i18n import _

BEFORE, AFTER = 2, 3
OTHER_ROLE = Qt.ItemDataRole.UserRole
ABSENT_ROLE = Qt.ItemDataRole.UserRole + 1
PADDING = 8
MOST_BEFORE = 60
"""Percent of a cell that what stands before the first difference may take."""

KEPT = 12
"""Characters kept before the first difference when a long value has to be cut."""


class BeforeAfterDelegate(QStyledItemDelegate):
    """Marks the part of a value that is not in its other version."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return super().sizeHint(option, index) + QSize(2 * PADDING, 0)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, theme.color("selection"))
        room = option.rect.adjusted(PADDING, 0, -PADDING, 0)
        if index.column() not in (BEFORE, AFTER):
            painter.setPen(theme.color("dim_text"))
            whole, width = str(index.data() or ""), room.width()
            text = option.fontMetrics.elidedText(whole, Qt.TextElideMode.ElideRight, width)
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)
        elif index.data(ABSENT_ROLE):
            painter.setPen(theme.color("dim_text"))
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, _("(none)"))
        else:
            self._paint_value(painter, option, index, room)
        painter.restore()

    def _paint_value(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
        room: QRect,
    ) -> None:
        is_after = index.column() == AFTER
        soft, ink = ("changed_line", "text") if is_after else ("error_soft", "error")
        x, metrics = room.left(), option.fontMetrics
        value, other = visible(index.data()), visible(index.data(OTHER_ROLE) or "")
        for text, differs in fitting_pieces(value, other, metrics, room.width()):
            width = metrics.horizontalAdvance(text)
            place = QRect(x, room.top(), min(width, room.right() - x + 1), room.height())
            if differs:
                painter.fillRect(place.adjusted(-1, 4, 1, -4), theme.color(soft))
            painter.setPen(theme.color(ink if differs else "text"))
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width() + 1)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, shown)
            x += width
            if x > room.right():
                break


def fitting_pieces(
    text: str, other: str, metrics: QFontMetrics, width: int
) -> list[tuple[str, bool]]:
    """The pieces of ``text``; where they have no room, less of what is before the difference."""
    cut = pieces(text, other)
    if len(cut) > 1 and not cut[0][1] and metrics.horizontalAdvance(text) > width:
        # What differs must be seen, however long what stands before it is.
        most = width * MOST_BEFORE // 100
        cut[0] = _end_of(_shortened(cut[0][0]), metrics, most), False
    return cut


def _shortened(head: str) -> str:
    """What stands before the first difference, without its middle when it is long."""
    return head if len(head) <= 2 * KEPT else f"{head[:KEPT]}…{head[-KEPT:]}"


def _end_of(head: str, metrics: QFontMetrics, most: int) -> str:
    """``head``, or as much of its end as has room."""
    if metrics.horizontalAdvance(head) <= most:
        return head
    end = head.rpartition("…")[2]
    return metrics.elidedText(f"…{end}", Qt.TextElideMode.ElideLeft, most).replace("……", "…")


def visible(text: str) -> str:
    """``text`` on one line, with white space at its ends and line ends made visible."""
    core = text.strip(" ")
    lead = "·" * (len(text) - len(text.lstrip(" ")))
    trail = "·" * (len(text) - len(text.rstrip(" "))) if core else ""
    marks = {"\n": "↵", "\r": "↵", "\t": "→"}
    return "".join(marks.get(char, char) for char in f"{lead}{core}{trail}")


def pieces(text: str, other: str) -> list[tuple[str, bool]]:
    """``text`` cut where it differs from ``other``: what is before, what differs, what follows."""
    start, end = common_ends(text, other)
    middle = text[start : len(text) - end]
    cut = [(text[:start], False), (middle, True), (text[len(text) - end :], False)]
    return [(piece, differs) for piece, differs in cut if piece]
