"""A short list of names with a bar each: how much of the whole is what."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.support.i18n import format_number

ROW_HEIGHT = 24
BAR_HEIGHT = 6
GAP = 12
NAME_PERCENT = 36


class Bars(QWidget):
    """Draws names, bars and numbers; all of it is in its tooltip and its description too."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.rows: list[tuple[str, int]] = []
        self.rest: tuple[str, int] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.signals.theme_changed.connect(self.update)

    def show_rows(
        self, rows: Sequence[tuple[str, int]], rest: tuple[str, int] | None = None
    ) -> None:
        """Show other rows; ``rest`` is what is left out, which has no bar."""
        self.rows, self.rest = list(rows), rest
        said = "\n".join(f"{name}: {format_number(count)}" for name, count in self._all)
        self.setToolTip(plain_tooltip(said))
        self.setAccessibleDescription(said)
        self.updateGeometry()
        self.update()

    @property
    def _all(self) -> list[tuple[str, int]]:
        return [*self.rows, *([self.rest] if self.rest is not None else [])]

    def sizeHint(self) -> QSize:
        return QSize(280, max(1, len(self._all)) * ROW_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = self.fontMetrics()
        most = max((count for _name, count in self.rows), default=1) or 1
        numbers = max(
            (metrics.horizontalAdvance(format_number(n)) for _m, n in self.rows), default=0
        )
        for row, (name, count) in enumerate(self.rows):
            line = QRect(0, row * ROW_HEIGHT, self.width(), ROW_HEIGHT)
            _paint_row(painter, line, name, count, count / most, numbers)
        painter.end()


def _paint_row(
    painter: QPainter, line: QRect, name: str, count: int, share: float | None, numbers: int
) -> None:
    middle, metrics = Qt.AlignmentFlag.AlignVCenter, painter.fontMetrics()
    width = line.width() * NAME_PERCENT // 100
    painter.setPen(theme.color("text" if share is not None else "dim_text"))
    shown = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, width)
    painter.drawText(QRect(line.left(), line.top(), width, line.height()), middle, shown)
    painter.setPen(theme.color("dim_text"))
    painter.drawText(line, middle | Qt.AlignmentFlag.AlignRight, format_number(count))
    track = QRect(line.left() + width + GAP, 0, 0, BAR_HEIGHT)
    track.setRight(line.right() - numbers - GAP)
    track.moveTop(line.center().y() - BAR_HEIGHT // 2 + 1)
    if share is None or track.width() < BAR_HEIGHT:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    radius = BAR_HEIGHT / 2
    painter.setBrush(theme.color("track"))
    painter.drawRoundedRect(track, radius, radius)
    if count:
        track.setWidth(max(BAR_HEIGHT, round(track.width() * share)))
        painter.setBrush(theme.color("accent"))
        painter.drawRoundedRect(track, radius, radius)
