"""What a text without tags is: a list of addresses, or one of the things people take for one."""

from __future__ import annotations

import re
from collections import Counter
from enum import Enum, auto

_SAMPLE_LINES = 200
_LINE_END = re.compile(rb"[\r\n]+")


class TextFormat(Enum):
    """Formats told apart by their first lines."""

    LIST = auto()
    JSON = auto()
    JSON_LINES = auto()
    TABLE = auto()
    ROBOTS = auto()
    RICH_TEXT = auto()
    OTHER = auto()


_URL_LINE = re.compile(rb"^[ \t\"'<(*\-]*[a-z][a-z0-9+.\-]*://[^\s/]", re.IGNORECASE | re.MULTILINE)
"""Odd lines may stand among the addresses, and an odd sign before them; rules say so later."""

_JSON_START = re.compile(rb"""[\[{]\s*(?:["\[{\]}]|-?\d|true\b|false\b|null\b)""")
_ROBOTS_LINE = re.compile(
    rb"(?:user-agent|disallow|allow|sitemap|crawl-delay|host|clean-param)[ \t]*:", re.IGNORECASE
)
_CELL_VALUE = re.compile(
    rb'"?(?:|\d{4}-\d\d(?:-\d\d.*)?|[01][.]\d+|always|hourly|daily|weekly|monthly|yearly|never'
    rb'|(?:https?|ftp)://.*)"?'
)
"""What stands in the last column of a table and at the end of no address."""

_DELIMITERS = (b"\t", b";", b",", b"|")
_MOST = 0.8


def text_format(text: bytes) -> TextFormat:
    """Tell the format of a text that begins with neither blanks nor ``<``."""
    if text.startswith(b"{\\rtf"):
        return TextFormat.RICH_TEXT
    lines = _first_lines(text)
    if _JSON_START.match(text):
        return TextFormat.JSON_LINES if _are_json_lines(lines) else TextFormat.JSON
    if _is_robots(lines):
        return TextFormat.ROBOTS
    if lines and any(_is_table(lines, delimiter) for delimiter in _DELIMITERS):
        return TextFormat.TABLE
    return TextFormat.LIST if _has_address(text) else TextFormat.OTHER


def _first_lines(text: bytes) -> list[bytes]:
    lines = _LINE_END.split(text, _SAMPLE_LINES)[:_SAMPLE_LINES]
    return [line.strip(b" ") for line in lines if line.strip()]


def _has_address(text: bytes) -> bool:
    return _URL_LINE.search(text.replace(b"\r", b"\n")) is not None


def _are_json_lines(lines: list[bytes]) -> bool:
    closed = [line for line in lines if line.startswith(b"{") and line.endswith(b"}")]
    return len(lines) > 1 and len(closed) == len(lines)


def _is_robots(lines: list[bytes]) -> bool:
    return next((bool(_ROBOTS_LINE.match(line)) for line in lines if line[:1] != b"#"), False)


def _is_table(lines: list[bytes], delimiter: bytes) -> bool:
    """A table has as many delimiters in nearly every line, and says so by header or values.

    Commas and semicolons are common in addresses too, so their number alone proves nothing.
    """
    counts = Counter(line.count(delimiter) for line in lines)
    usual, how_many = counts.most_common(1)[0]
    if not usual or how_many < _MOST * len(lines):
        return False
    if delimiter == b"\t":
        return True
    header, *rows = lines
    if rows and header.count(delimiter) == usual and not _URL_LINE.match(header):
        return True
    values = sum(_CELL_VALUE.fullmatch(line.rpartition(delimiter)[2]) is not None for line in lines)
    return values >= _MOST * len(lines)
