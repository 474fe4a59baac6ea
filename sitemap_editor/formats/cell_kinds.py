"""What a cell looks like, for telling headers, delimiters and addresses from each other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

_ADDRESS = re.compile(r"[a-z][a-z0-9+.\-]*://[^\s/]", re.IGNORECASE)
_NUMBER = re.compile(r"[+\-]?[\d\s.,'\u2019\u00a0\u202f]*\d[\d.,eE+\-]*\s?%?")
_DATE = re.compile(
    r"\d{4}-\d\d?-\d\d?([T ].*)?"
    r"|\d{1,4}([./\-])\d{1,2}\2\d{2,4}( .*)?"
    r"|[A-Za-z]{3}, \d{1,2} [A-Za-z]{3} \d{4}.*"
)
_WORDS = frozenset(
    {
        *("true", "false", "yes", "no"),
        *("always", "hourly", "daily", "weekly", "monthly", "yearly", "never"),
    }
)
EMPTY = frozenset({"", "-", "--", "n/a", "#n/a", "null", "none", "nan"})

NAMES = frozenset(
    {
        *("url", "urls", "loc", "address", "addresses", "link", "links", "page", "pages"),
        *("permalink", "handle", "slug", "uri", "href", "sitemap", "adresse", "adresses"),
        *("seite", "seiten", "página", "páginas", "адрес", "адреса", "ссылка", "ссылки"),
    }
)
"""Names of a column that stands alone."""

MOST = 0.8


def is_address(cell: str) -> bool:
    """Whether a cell begins as an absolute address does."""
    return _ADDRESS.match(cell.lstrip(" <\"'")) is not None


def kind_of(cell: str) -> str:
    """``address``, ``number``, ``date``, ``word`` (of few), ``path``, ``text``, or "" for none."""
    text = cell.strip()
    if text.lower() in EMPTY:
        return ""
    if is_address(text):
        return "address"
    if _DATE.fullmatch(text):
        return "date"
    if _NUMBER.fullmatch(text):
        return "number"
    if text.lower() in _WORDS:
        return "word"
    return "path" if text.startswith("/") else "text"


def column_kind(cells: Iterable[str]) -> str:
    """The kind nearly all filled cells of a column share; "" when there is none."""
    counts = Counter(kind for cell in cells if (kind := kind_of(cell)))
    if not counts:
        return ""
    kind, most = counts.most_common(1)[0]
    return kind if most >= MOST * counts.total() else ""


def address_share(rows: Sequence[Sequence[str]]) -> float:
    """The highest share of addresses among the filled cells of a column."""
    width = max(map(len, rows), default=0)
    return max((_share(rows, column) for column in range(width)), default=0.0)


def _share(rows: Sequence[Sequence[str]], column: int) -> float:
    filled = [row[column] for row in rows if len(row) > column and kind_of(row[column])]
    return sum(map(is_address, filled)) / len(filled) if filled else 0.0
