"""The switches for kinds of differences, each with its count."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QStyle, QStyleOption, QWidget

from sitemap_editor.formats.comparisons.words import SIGNS
from sitemap_editor.gui import theme
from sitemap_editor.support.i18n import _, format_number

from .words import COLOURS, kind_title

CHIP_HEIGHT = 26
PADDING = 11
GAP = 7
SIGN_ROOM = 16


class KindChips(QWidget):
    """Which kinds of differences are shown; ``changed`` carries a frozenset of their names.

    Kinds without a difference cannot be chosen; only those that were told of are seen.
    """

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Kinds of differences shown"))
        self.chips: dict[str, KindChip] = {}
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(theme.GRID // 2)

    def show_counts(self, counts: Mapping[str, int], titles: Mapping[str, str]) -> None:
        """Show a chip for each kind, those that were switched off stay so."""
        off = {kind for kind, chip in self.chips.items() if not chip.isChecked()}
        if list(counts) != list(self.chips):
            self._make_chips(counts)
        for kind, chip in self.chips.items():
            chip.show_count(counts[kind], titles.get(kind) or kind_title(kind))
            chip.setChecked(kind not in off)

    def _make_chips(self, kinds: Collection[str]) -> None:
        for chip in self.chips.values():
            self._layout.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = {kind: KindChip(kind, self) for kind in kinds}
        for chip in self.chips.values():
            chip.toggled.connect(self._on_chip_toggled)
            self._layout.addWidget(chip)

    @property
    def shown(self) -> frozenset[str]:
        """The kinds that are switched on."""
        return frozenset(kind for kind, chip in self.chips.items() if chip.isChecked())

    def choose(self, kinds: Collection[str]) -> None:
        """Switch these on and all others off."""
        for kind, chip in self.chips.items():
            chip.setChecked(kind in kinds)

    def _on_chip_toggled(self, _is_on: bool) -> None:
        self.changed.emit(self.shown)


class KindChip(QAbstractButton):
    """A pill: sign, count and word, in colour while switched on."""

    def __init__(self, kind: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._kind = kind
        self._title = ""
        self.count = 0
        self.setCheckable(True)
        self.setChecked(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_count(self, count: int, title: str) -> None:
        """Show how many there are, and what they are called."""
        self.count, self._title = count, title
        self.setEnabled(count > 0)
        self.setText(f"{format_number(count)} {title}")
        self.setAccessibleName(self.text())
        self.setToolTip(_("Show or hide: {what}").format(what=title))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(width + 2 * PADDING + SIGN_ROOM, CHIP_HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        option = QStyleOption()
        option.initFrom(self)
        self._paint_pill(painter, bool(option.state & QStyle.StateFlag.State_MouseOver))
        is_on = self.isChecked() and self.isEnabled()
        place = QRect(self.rect()).adjusted(PADDING, 0, -PADDING, 0)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setPen(theme.color(COLOURS[self._kind] if is_on else "disabled_text"))
        font = self.font()
        font.setBold(True)
        painter.setFont(font)
        sign = QRect(place.left(), place.top(), SIGN_ROOM - GAP + 2, place.height())
        painter.drawText(sign, Qt.AlignmentFlag.AlignCenter, SIGNS[self._kind])
        painter.setFont(self.font())
        rest = "dim_text" if self.isEnabled() else "disabled_text"
        painter.setPen(theme.color("text" if is_on else rest))
        painter.drawText(place, middle | Qt.AlignmentFlag.AlignRight, self.text())
        painter.end()

    def _paint_pill(self, painter: QPainter, is_hovered: bool) -> None:
        is_hovered = is_hovered and self.isEnabled()
        border = "accent" if self.hasFocus() else "border_strong" if is_hovered else "border"
        painter.setPen(theme.color(border))
        is_on = self.isChecked() and self.isEnabled()
        painter.setBrush(theme.color("hover" if is_on else "surface"))
        area = self.rect().toRectF().adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(area, area.height() / 2, area.height() / 2)
