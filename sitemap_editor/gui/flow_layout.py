"""A layout that puts its widgets in rows like words, for buttons in narrow panels."""

from __future__ import annotations

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Widgets one after another, breaking into a new row where the room ends.

    Those in a row stand on one middle.
    """

    def __init__(self, parent: QWidget | None = None, spacing: int = 8) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        if parent is not None:
            parent.setLayout(self)
        self.setSpacing(spacing)
        self.setContentsMargins(QMargins(0, 0, 0, 0))

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
        return self._place(QRect(0, 0, width, 0), is_real=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, is_real=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        margins = self.contentsMargins()
        return size + QSize(margins.left() + margins.right(), margins.top() + margins.bottom())

    def _place(self, rect: QRect, *, is_real: bool) -> int:
        """Place the items within ``rect``, only counting unless ``is_real``; return the height."""
        area = rect.marginsRemoved(self.contentsMargins())
        y = area.y()
        for row in self._rows(area.width()):
            x, height = area.x(), max(item.sizeHint().height() for item in row)
            for item in row:
                size = item.sizeHint()
                if is_real:
                    lower = (height - size.height()) // 2
                    item.setGeometry(QRect(QPoint(x, y + lower), size))
                x += size.width() + self.spacing()
            y += height + self.spacing()
        bottom = y - self.spacing() if y > area.y() else y
        return bottom - rect.y() + self.contentsMargins().bottom()

    def _rows(self, width: int) -> list[list[QLayoutItem]]:
        """The items that are shown, as many to a row as fit."""
        rows: list[list[QLayoutItem]] = []
        left = 0
        for item in self._items:
            if item.isEmpty():
                continue
            wanted = item.sizeHint().width()
            if not rows or wanted > left:
                rows.append([])
                left = width
            rows[-1].append(item)
            left -= wanted + self.spacing()
        return rows
