"""How one file is drawn: name, findings in their colours, edited dot or cross, and its size."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from sitemap_editor.gui import icons, theme
from sitemap_editor.gui.limits_bar import level_of
from sitemap_editor.support.i18n import format_number

_FIRST = Qt.ItemDataRole.UserRole
SESSION_ROLE = _FIRST + 1
ICON_ROLE = _FIRST + 2
COUNTS_ROLE = _FIRST + 3
EDITED_ROLE = _FIRST + 4
SECOND_ROLE = _FIRST + 5
SHARE_ROLE = _FIRST + 6
DIM_ROLE = _FIRST + 7
LINK_ROLE = _FIRST + 8
CLOSABLE_ROLE = _FIRST + 9
"""What the second line says, and its colour; how full the file is; whether it is not open; the
text of a link; whether it can be closed."""

ROW_HEIGHT = 26
TALL_HEIGHT = 38
"""With a second line below the name."""
FIRST_LINE = 22
ICON_SIDE = 16
END_WIDTH = 20
"""Room at the right end for the edited dot, or the cross under the mouse."""

COUNT_SPACING = 7
NAME_SHARE = 0.62
"""Part of the room for name and counts that a long name keeps."""

METER = QSize(32, 4)
SMALL = 0.88
"""Size of the second line's letters, of that of the first."""

_MARKED = ("error", "warning")
Index = QModelIndex | QPersistentModelIndex


class FileDelegate(QStyledItemDelegate):
    """Draws a row; the marks keep their colour when the row is selected.

    With ``is_tall`` there is a second line: entries, bytes and how near they are to the limits, or
    what is wrong with a file.
    """

    is_tall = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(120, TALL_HEIGHT if self.is_tall else ROW_HEIGHT)

    def first_line(self, row: QRect) -> QRect:
        """Where name and marks of a row are."""
        return QRect(row.left(), row.top(), row.width(), FIRST_LINE) if self.is_tall else row

    def close_rect(self, row: QRect) -> QRect:
        """Where the cross of a row is."""
        line = self.first_line(row)
        return QRect(line.right() - END_WIDTH, line.top(), END_WIDTH, line.height())

    def is_on_close(self, row: QRect, point: QPoint) -> bool:
        """Whether ``point`` is on the cross of a row."""
        return row.isValid() and self.close_rect(row).contains(point)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, theme.color("selection"))
        elif is_hovered:
            painter.fillRect(option.rect, theme.color("hover"))
        row = option.rect.adjusted(4, 0, 0, 0)
        self._paint_icon(painter, self.first_line(row), index)
        self._paint_end(painter, row, index, is_hovered)
        room = self._room(row)
        room.setRight(self._paint_counts(painter, option, index) - 6)
        painter.setPen(theme.color("dim_text" if index.data(DIM_ROLE) else "text"))
        name = option.fontMetrics.elidedText(
            index.data(), Qt.TextElideMode.ElideMiddle, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, name)
        if self.is_tall:
            self._paint_second(painter, option, index)
        painter.restore()

    def _paint_icon(self, painter: QPainter, row: QRect, index: Index) -> None:
        top = row.top() + (row.height() - ICON_SIDE) // 2
        role = "disabled_text" if index.data(DIM_ROLE) else "dim_text"
        icon = icons.coloured_icon(index.data(ICON_ROLE), role)
        icon.paint(painter, QRect(row.left(), top, ICON_SIDE, ICON_SIDE))

    def _paint_end(self, painter: QPainter, row: QRect, index: Index, is_hovered: bool) -> None:
        place = self.close_rect(row)
        if is_hovered and index.data(CLOSABLE_ROLE):
            side = QRect(0, 0, 14, 14)
            side.moveCenter(place.center())
            icons.coloured_icon("close", "dim_text").paint(painter, side)
        elif index.data(EDITED_ROLE):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent"))
            painter.drawEllipse(place.center(), 3, 3)

    # The second line

    def _second_line(self, row: QRect) -> QRect:
        left = row.left() + 4 + ICON_SIDE + 6
        top = row.top() + FIRST_LINE - 2
        height = TALL_HEIGHT - FIRST_LINE - 1
        return QRect(left, top, row.right() - theme.GRID - left, height)

    def _paint_second(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        font = small(option.font)
        painter.setFont(font)
        room = self._second_line(option.rect)
        link = self.link_rect(option.rect, index, option.font)
        if link.isValid():
            painter.setPen(theme.color("accent"))
            painter.drawText(link, Qt.AlignmentFlag.AlignVCenter, index.data(LINK_ROLE))
            room.setRight(link.left() - theme.GRID)
        elif self.has_meter(option.rect, index, option.font):
            self._paint_meter(painter, room, index.data(SHARE_ROLE))
            room.setRight(room.right() - METER.width() - theme.GRID)
        text, role = index.data(SECOND_ROLE)
        painter.setPen(theme.color(role))
        metrics = QFontMetrics(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)

    def has_meter(self, row: QRect, index: Index, font: QFont) -> bool:
        """Whether a meter stands beside the figures: in a narrow panel near a limit only."""
        share = index.data(SHARE_ROLE)
        if share is None:
            return False
        width = QFontMetrics(small(font)).horizontalAdvance(index.data(SECOND_ROLE)[0])
        rest = self._second_line(row).width() - METER.width() - theme.GRID
        return width <= rest or level_of(share) != "accent"

    @staticmethod
    def _paint_meter(painter: QPainter, room: QRect, share: float) -> None:
        top = room.center().y() - METER.height() / 2 + 1
        area = QRectF(room.right() - METER.width(), top, METER.width(), METER.height())
        radius = METER.height() / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("track"))
        painter.drawRoundedRect(area, radius, radius)
        if share > 0:
            # Something is never drawn as nothing.
            area.setWidth(max(min(share, 1.0) * area.width(), area.height()))
            painter.setBrush(theme.color(level_of(share)))
            painter.drawRoundedRect(area, radius, radius)

    def link_rect(self, row: QRect, index: Index, font: QFont) -> QRect:
        """Where the link of a row is; invalid when it has none."""
        text = index.data(LINK_ROLE) if self.is_tall and index.isValid() else ""
        if not text:
            return QRect()
        room = self._second_line(row)
        width = QFontMetrics(small(font)).horizontalAdvance(text)
        return QRect(room.right() - width, room.top(), width + 1, room.height())

    # The first line

    def _room(self, row: QRect) -> QRect:
        """Where name and counts of a row are."""
        left, line = row.left() + ICON_SIDE + 6, self.first_line(row)
        return QRect(left, line.top(), self.close_rect(row).left() - left, line.height())

    def count_places(
        self, rect: QRect, index: Index, metrics: QFontMetrics
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
            places.append((severity, text, QRect(x, room.top(), width, room.height())))
            x += width
        return places

    def count_at(
        self,
        rect: QRect,
        index: Index,
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
        index: Index,
    ) -> int:
        """Draw the counts; return where they begin."""
        places = self.count_places(option.rect, index, option.fontMetrics)
        for severity, text, place in places:
            painter.setPen(theme.color(severity))
            painter.drawText(
                place.adjusted(COUNT_SPACING, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text
            )
        return places[0][2].left() if places else self.close_rect(option.rect).left()


def small(font: QFont) -> QFont:
    """The font of the second line."""
    result = QFont(font)
    if font.pixelSize() > 0:
        result.setPixelSize(round(font.pixelSize() * SMALL))
    else:
        result.setPointSizeF(font.pointSizeF() * SMALL)
    return result


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
