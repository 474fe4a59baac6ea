"""A layout that breaks its row where there is no more room, so that nothing is cut off."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

SPACING = 8


class FlowLayout(QLayout):
    """Items from left to right, and on the next line where they do not fit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), is_applied=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, is_applied=True)

    def sizeHint(self) -> QSize:
        width = sum(self._wanted(item).width() for item in self._items)
        height = max((self._wanted(item).height() for item in self._items), default=0)
        return self._padded(QSize(width + SPACING * max(0, len(self._items) - 1), height))

    def minimumSize(self) -> QSize:
        result = QSize()
        for item in self._items:
            result = result.expandedTo(item.minimumSize())
        return self._padded(result)

    def _padded(self, size: QSize) -> QSize:
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _wanted(self, item: QLayoutItem) -> QSize:
        return item.sizeHint().expandedTo(item.minimumSize())

    def _arrange(self, rect: QRect, *, is_applied: bool) -> int:
        """Place the items (or only measure them) and return the height they take."""
        margins = self.contentsMargins()
        inner = rect.marginsRemoved(margins)
        line: list[tuple[QLayoutItem, QRect]] = []
        x, y, height = inner.x(), inner.y(), 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = self._fitted(item, inner.width())
            if line and x + size.width() > inner.right() + 1:
                self._place(line, y, height, is_applied)
                x, y, line, height = inner.x(), y + height + SPACING // 2, [], 0
            line.append((item, QRect(QPoint(x, y), size)))
            x += size.width() + SPACING
            height = max(height, size.height())
        self._place(line, y, height, is_applied)
        return y + height - rect.y() + margins.bottom()

    def _fitted(self, item: QLayoutItem, width: int) -> QSize:
        size = self._wanted(item)
        if size.width() <= width:
            return size
        height = item.heightForWidth(width) if item.hasHeightForWidth() else size.height()
        return QSize(width, height)

    def _place(
        self, line: list[tuple[QLayoutItem, QRect]], y: int, height: int, is_applied: bool
    ) -> None:
        if is_applied:
            for item, box in line:
                box.moveTop(y + (height - box.height()) // 2)
                item.setGeometry(box)
