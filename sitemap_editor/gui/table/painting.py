"""Pieces of a cell, drawn: address, severity mark, bar of an edited entry."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPolygonF

from sitemap_editor.gui import theme

MARK_SIZE = 9.0
EDITED_BAR = 3
MAX_HOST_SHARE = 0.3
"""A host wider than this share of the cell is elided itself when the path needs the room."""

DAY_LENGTH = len("2024-05-01")

_MIDDLE = Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextSingleLine.value
LEFT = Qt.AlignmentFlag.AlignLeft.value | _MIDDLE
RIGHT = Qt.AlignmentFlag.AlignRight.value | _MIDDLE
MIDDLE = Qt.TextElideMode.ElideMiddle


def host_length(address: str) -> int:
    """How many characters of an address stand before its path."""
    start = address.find("://")
    if start < 0:
        return 0
    end = address.find("/", start + 3)
    return len(address) if end < 0 else end


def paint_address(
    painter: QPainter, rect: QRect, metrics: QFontMetrics, text: str, color: QColor
) -> None:
    """Draw an address: host dimmed, path standing out and elided in the middle."""
    split = host_length(text)
    host, path = text[:split], text[split:]
    spare = rect.width() - metrics.horizontalAdvance(path)
    most = max(int(rect.width() * MAX_HOST_SHARE), spare)
    host = metrics.elidedText(host, Qt.TextElideMode.ElideLeft, most)
    painter.setPen(theme.color("dim_text") if path else color)
    painter.drawText(rect, LEFT, host)
    rest = rect.adjusted(metrics.horizontalAdvance(host), 0, 0, 0)
    painter.setPen(color)
    shown = metrics.elidedText(path, MIDDLE, rest.width())
    painter.drawText(rest, LEFT, shown)


def fitting_date(text: str, metrics: QFontMetrics, width: int) -> str:
    """A date that has no room for its time of day is cut behind the day."""
    if len(text) <= DAY_LENGTH or metrics.horizontalAdvance(text) <= width:
        return text
    return f"{text[:DAY_LENGTH]}…" if text[4:5] == text[7:8] == "-" else text


def paint_mark(painter: QPainter, rect: QRect, severity: str) -> None:
    """Draw a severity by shape and colour: ● error, ▲ warning, ■ note."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color(severity))
    center = QRectF(rect).center() + QPointF(EDITED_BAR / 2, 0)
    half = MARK_SIZE / 2
    box = QRectF(center.x() - half, center.y() - half, MARK_SIZE, MARK_SIZE)
    if severity == "error":
        painter.drawEllipse(box)
    elif severity == "warning":
        side = QPointF(0.8, 0)
        top = QPointF(center.x(), box.top() - 0.5)
        painter.drawPolygon(QPolygonF([top, box.bottomRight() + side, box.bottomLeft() - side]))
    else:
        painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))


def paint_edited_bar(painter: QPainter, rect: QRect) -> None:
    """Mark an entry that differs from the file on disk."""
    bar = QRect(rect.left(), rect.top() + 3, EDITED_BAR, rect.height() - 6)
    painter.fillRect(bar, theme.color("changed_mark"))


def paint_focus(painter: QPainter, rect: QRect) -> None:
    """Frame the current cell."""
    painter.setPen(theme.color("accent"))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(rect.adjusted(0, 0, -1, -1))
