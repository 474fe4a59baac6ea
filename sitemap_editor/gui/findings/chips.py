"""The switches for errors, warnings and notes, each with its count."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QStyle, QStyleOption, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.severities import count_text
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.support.i18n import _, format_number

CHIP_HEIGHT = 24


class SeverityChips(QWidget):
    """Which severities are shown; ``changed`` carries a frozenset of Severity."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Severities shown"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID // 2)
        self.chips = {severity: _Chip(severity) for severity in Severity}
        for chip in self.chips.values():
            chip.toggled.connect(self._on_chip_toggled)
            layout.addWidget(chip)

    def show_counts(self, counts: Mapping[Severity, int]) -> None:
        """Write the number of findings on each chip."""
        for severity, chip in self.chips.items():
            chip.show_count(counts.get(severity, 0))

    @property
    def shown(self) -> frozenset[Severity]:
        """The severities that are switched on."""
        return frozenset(s for s, chip in self.chips.items() if chip.isChecked())

    def choose(self, severities: Collection[Severity]) -> None:
        """Switch these on and all others off."""
        for severity, chip in self.chips.items():
            chip.setChecked(severity in severities)

    def _on_chip_toggled(self, _is_on: bool) -> None:
        self.changed.emit(self.shown)


class _Chip(QAbstractButton):
    """A pill: mark and count, the mark in its colour while switched on."""

    def __init__(self, severity: Severity) -> None:
        super().__init__()
        self._severity = severity
        self.setCheckable(True)
        self.setChecked(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.show_count(0)

    def show_count(self, count: int) -> None:
        self.setText(format_number(count))
        self.setAccessibleName(count_text(self._severity, count))
        self.setToolTip(_("Show or hide: {what}").format(what=count_text(self._severity, count)))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(f"● {self.text()}") + 20, CHIP_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        option = QStyleOption()
        option.initFrom(self)
        is_hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        self._paint_pill(painter, is_hovered)
        is_on = self.isChecked()
        mark = theme.SEVERITY_MARKS[self._severity]
        place = QRect(self.rect()).adjusted(10, 0, -10, 0)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(theme.color(self._severity if is_on else "disabled_text"))
        painter.drawText(place, middle, mark)
        painter.setPen(theme.color("text" if is_on else "dim_text"))
        painter.drawText(place, middle | Qt.AlignmentFlag.AlignRight, self.text())
        painter.end()

    def _paint_pill(self, painter: QPainter, is_hovered: bool) -> None:
        border = "accent" if self.hasFocus() else "border_strong" if is_hovered else "border"
        painter.setPen(theme.color(border))
        painter.setBrush(theme.color("hover" if self.isChecked() else "surface"))
        area = self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(area, area.height() / 2, area.height() / 2)
