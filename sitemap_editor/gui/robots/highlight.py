"""Colours of a robots.txt: fields, values, comments."""

from __future__ import annotations

from PySide6.QtGui import QFont, QSyntaxHighlighter, QTextCharFormat

from sitemap_editor.gui import theme
from sitemap_editor.gui.preview.highlight import Token
from sitemap_editor.protocol.robots import Field, Line, read_line

FIELD, OTHER, VALUE, COMMENT = (
    "syntax_tag",
    "syntax_attribute",
    "syntax_value",
    "syntax_comment",
)

LONGEST = 20_000
"""Longer lines stay plain: colouring them would be felt at each key."""


def tokens_of(text: str) -> list[Token]:
    """The coloured stretches of a line, in characters of Qt (UTF-16 units)."""
    line = read_line(text.encode("utf-8", "replace"))
    spans: list[tuple[int, int, str]] = []
    if line.kind is not None:
        role = OTHER if line.kind is Field.OTHER else FIELD
        spans = [(*line.field_span, role), (*line.value_span, VALUE)]
    if line.comment is not None:
        spans.append((line.comment, len(line.raw), COMMENT))
    return [
        Token(_units(line, start), _units(line, end), role)
        for start, end, role in spans
        if end > start
    ]


def _units(line: Line, place: int) -> int:
    before = line.raw[:place]
    if before.isascii():
        return place
    return len(before.decode("utf-8", "replace").encode("utf-16-le", "replace")) // 2


class RobotsHighlighter(QSyntaxHighlighter):
    """Colours the lines of a text document; the fields of groups stand out."""

    def highlightBlock(self, text: str) -> None:
        if len(text) > LONGEST:
            return
        for token in tokens_of(text):
            look = QTextCharFormat()
            look.setForeground(theme.color(token.role))
            if token.role == FIELD:
                look.setFontWeight(QFont.Weight.DemiBold)
            self.setFormat(token.start, token.end - token.start, look)
