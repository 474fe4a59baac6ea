"""How one open document is drawn: name, findings in their colours, edited dot or cross."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from sitemap_editor.support.i18n import format_number

from . import icons, theme

_FIRST = Qt.ItemDataRole.UserRole
SESSION_ROLE = _FIRST + 1
ICON_ROLE = _FIRST + 2
COUNTS_ROLE = _FIRST + 3
EDITED_ROLE = _FIRST + 4

ROW_HEIGHT = 26
ICON_SIDE = 16
END_WIDTH = 24
"""Room at the right end for the edited dot, or the cross under the mouse."""

COUNT_SPACING = 7
NAME_SHARE = 0.62
"""Part of the room for name and counts that a long name keeps."""

_MARKED = ("error", "warning")


class FileDelegate(QStyledItemDelegate):
    """Draws a row; the marks keep their colour when the row is selected."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(120, ROW_HEIGHT)

    @staticmethod
    def close_rect(row: QRect) -> QRect:
        """Where the cross of a row is."""
        return QRect(row.right() - END_WIDTH, row.top(), END_WIDTH, row.height())

    def is_on_close(self, row: QRect, point: QPoint) -> bool:
        """Whether ``point`` is on the cross of a row."""
        return row.isValid() and self.close_rect(row).contains(point)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, theme.color("selection"))
        elif is_hovered:
            painter.fillRect(option.rect, theme.color("hover"))
        row = option.rect.adjusted(4, 0, 0, 0)
        self._paint_icon(painter, row, index)
        self._paint_end(painter, row, index, is_hovered)
        room = self._room(row)
        room.setRight(self._paint_counts(painter, option, index) - 6)
        painter.setPen(theme.color("text"))
        name = option.fontMetrics.elidedText(
            index.data(), Qt.TextElideMode.ElideMiddle, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, name)
        painter.restore()

    def _paint_icon(
        self, painter: QPainter, row: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        top = row.top() + (row.height() - ICON_SIDE) // 2
        icon = icons.coloured_icon(index.data(ICON_ROLE), "dim_text")
        icon.paint(painter, QRect(row.left(), top, ICON_SIDE, ICON_SIDE))

    def _paint_end(
        self,
        painter: QPainter,
        row: QRect,
        index: QModelIndex | QPersistentModelIndex,
        is_hovered: bool,
    ) -> None:
        place = self.close_rect(row)
        if is_hovered:
            side = QRect(0, 0, 14, 14)
            side.moveCenter(place.center())
            icons.coloured_icon("close", "dim_text").paint(painter, side)
        elif index.data(EDITED_ROLE):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent"))
            painter.drawEllipse(place.center(), 3, 3)

    def _room(self, row: QRect) -> QRect:
        """Where name and counts of a row are."""
        left = row.left() + ICON_SIDE + 6
        return QRect(left, row.top(), self.close_rect(row).left() - left, row.height())

    def count_places(
        self, rect: QRect, index: QModelIndex | QPersistentModelIndex, metrics: QFontMetrics
    ) -> list[tuple[str, str, QRect]]:
        """Severity, text and place of the counts in the row at ``rect``, the worst ones first.

        They stand at the right end. What does not fit is left out: the tooltip has it.
        """
        room = self._room(rect.adjusted(4, 0, 0, 0))
        name = min(metrics.horizontalAdvance(index.data()), int(room.width() * NAME_SHARE))
        texts = fitting_counts(index.data(COUNTS_ROLE), metrics, room.width() - 8 - name)
        x = room.right() + 1 - sum(_width_of(text, metrics) for _severity, text in texts)
        places = []
        for severity, text in texts:
            width = _width_of(text, metrics)
            places.append((severity, text, QRect(x, rect.top(), width, rect.height())))
            x += width
        return places

    def count_at(
        self,
        rect: QRect,
        index: QModelIndex | QPersistentModelIndex,
        metrics: QFontMetrics,
        point: QPoint,
    ) -> str | None:
        """The severity whose count is at ``point`` in the row at ``rect``."""
        if not index.isValid():
            return None
        places = self.count_places(rect, index, metrics)
        return next((severity for severity, _text, at in places if at.contains(point)), None)

    def _paint_counts(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> int:
        """Draw the counts; return where they begin."""
        places = self.count_places(option.rect, index, option.fontMetrics)
        for severity, text, place in places:
            painter.setPen(theme.color(severity))
            painter.drawText(
                place.adjusted(COUNT_SPACING, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text
            )
        return places[0][2].left() if places else self.close_rect(option.rect).left()


def fitting_counts(
    counts: Sequence[int], metrics: QFontMetrics, room: int
) -> list[tuple[str, str]]:
    """Severity and text of the counts that fit; of the worst at least its mark is shown."""
    found = [(severity, count) for severity, count in zip(_MARKED, counts, strict=True) if count]
    texts = [(s, f"{theme.SEVERITY_MARKS[s]}\u2009{format_number(count)}") for s, count in found]
    while texts and sum(_width_of(text, metrics) for _severity, text in texts) > room:
        texts.pop()
    if found and not texts:
        worst = found[0][0]
        return [(worst, theme.SEVERITY_MARKS[worst])]
    return texts


def _width_of(text: str, metrics: QFontMetrics) -> int:
    return metrics.horizontalAdvance(text) + COUNT_SPACING
