"""The glyphs of one row: where each character stands, laid out only as far as it is in view."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetricsF,
    QPainter,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)

from sitemap_editor.gui import theme

from .highlight import Token

SEGMENT = 256
"""Characters laid out at once where each is equally wide."""

REMEMBERED_ROWS = 400
TAB_COLUMNS = 4


class Face:
    """The font of the preview, its measures, and the format of each colour role."""

    def __init__(self, font: QFont) -> None:
        metrics = QFontMetricsF(font)
        self.font = font
        self.is_fixed = QFontInfo(font).fixedPitch()
        self.row_height = round(metrics.height()) + 4
        self.advance = self._advance()
        self._formats: dict[str, QTextCharFormat] = {}

    def _advance(self) -> float:
        # Measured as it is drawn: hinting may round each glyph.
        layout = self.laid_out("0" * 100, ())
        return layout.lineAt(0).naturalTextWidth() / 100

    def laid_out(self, text: str, tokens: Sequence[Token]) -> QTextLayout:
        """Lay out one unbroken line of text."""
        layout = QTextLayout(text, self.font)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.NoWrap)
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        if "\t" in text:
            width = QFontMetricsF(self.font).horizontalAdvance("0") * TAB_COLUMNS
            option.setTabStopDistance(width)
        layout.setTextOption(option)
        layout.setFormats([self._range(token) for token in tokens])
        layout.setCacheEnabled(True)
        layout.beginLayout()
        layout.createLine()
        layout.endLayout()
        return layout

    def _range(self, token: Token) -> QTextLayout.FormatRange:
        result = QTextLayout.FormatRange()
        result.start = token.start
        result.length = token.end - token.start
        result.format = self._format(token.role)
        return result

    def _format(self, role: str) -> QTextCharFormat:
        found = self._formats.get(role)
        if found is None:
            found = self._formats[role] = QTextCharFormat()
            found.setForeground(theme.color(role))
        return found


class DrawnRow:
    """One row that can be drawn and asked which character stands where."""

    def __init__(self, text: str, tokens: Sequence[Token], face: Face) -> None:
        self._face = face
        self._text = text
        self._tokens = tokens
        self._is_uniform = face.is_fixed and text.isascii() and "\t" not in text
        self._is_narrow = text.isascii() or max(text) <= "\uffff"
        self._segments: dict[int, QTextLayout] = {}
        self._step = SEGMENT if self._is_uniform else max(1, len(text))

    @property
    def width(self) -> float:
        """The width of all of it in pixels."""
        if self._is_uniform:
            return len(self._text) * self._face.advance
        return self._segment(0).lineAt(0).naturalTextWidth()

    def x_of(self, column: int) -> float:
        """Where a column begins, in pixels from the row's left end."""
        if self._is_uniform or column > len(self._text):
            beyond = 0 if self._is_uniform else self.width - len(self._text) * self._face.advance
            return column * self._face.advance + beyond
        # The stubs know only the form that returns a pair.
        return _first(self._segment(0).lineAt(0).cursorToX(self._units(column)))

    def column_at(self, x: float) -> int:
        """The column whose left edge is nearest to ``x``."""
        if self._is_uniform:
            return min(max(0, round(x / self._face.advance)), len(self._text))
        units = self._segment(0).lineAt(0).xToCursor(x)
        return units if self._is_narrow else self._columns(units)

    def draw(self, painter: QPainter, origin: QPointF, left: float, right: float) -> None:
        """Draw what lies between ``left`` and ``right``, both in pixels from the row's left end."""
        if not self._is_uniform:
            self._segment(0).draw(painter, origin)
            return
        width = SEGMENT * self._face.advance
        last = (len(self._text) - 1) // SEGMENT
        for index in range(max(0, int(left / width)), min(last, int(right / width)) + 1):
            at = QPointF(origin.x() + index * width, origin.y())
            self._segment(index).draw(painter, at)

    def _segment(self, index: int) -> QTextLayout:
        found = self._segments.get(index)
        if found is None:
            start = index * self._step
            text = self._text[start : start + self._step]
            found = self._face.laid_out(text, list(self._tokens_in(start, start + len(text))))
            self._segments[index] = found
        return found

    def _tokens_in(self, start: int, end: int) -> list[Token]:
        cut = [
            Token(max(token.start, start) - start, min(token.end, end) - start, token.role)
            for token in self._tokens
            if token.start < end and token.end > start
        ]
        if self._is_narrow:
            return cut
        return [Token(self._units(t.start), self._units(t.end), t.role) for t in cut]

    # Qt counts UTF-16 units, we count characters.

    def _units(self, column: int) -> int:
        if self._is_narrow:
            return column
        return len(self._text[:column].encode("utf-16-le", "surrogatepass")) // 2

    def _columns(self, units: int) -> int:
        raw = self._text.encode("utf-16-le", "surrogatepass")[: units * 2]
        return len(raw.decode("utf-16-le", "ignore"))


def _first(result: object) -> float:
    return float(result[0] if isinstance(result, tuple) else result)  # type: ignore[arg-type]


class DrawnRows:
    """Rows laid out lately; the same text in the same colours is laid out once."""

    def __init__(self, font: QFont) -> None:
        self.face = Face(font)
        self._rows: OrderedDict[tuple[str, tuple[Token, ...]], DrawnRow] = OrderedDict()

    def row(self, text: str, tokens: tuple[Token, ...]) -> DrawnRow:
        """The drawn form of a text in its colours."""
        key = (text, tokens)
        found = self._rows.get(key)
        if found is None:
            found = self._rows[key] = DrawnRow(text, tokens, self.face)
            if len(self._rows) > REMEMBERED_ROWS:
                self._rows.popitem(last=False)
        else:
            self._rows.move_to_end(key)
        return found


def tinted(color: QColor, alpha: int) -> QColor:
    """The colour, to be laid over what is there."""
    result = QColor(color)
    result.setAlpha(alpha)
    return result
