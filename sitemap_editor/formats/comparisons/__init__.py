"""Reports of what differs between two sitemaps: the explicit list, by the name asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .base import Compared, ComparisonOptions
from .csv import write as write_csv
from .html import write as write_html
from .json import write as write_json

ComparisonWriter = Callable[[Compared, ComparisonOptions], Iterator[str]]

COMPARISONS: dict[str, ComparisonWriter] = {
    "json": write_json,
    "csv": write_csv,
    "html": write_html,
}

__all__ = ["COMPARISONS", "Compared", "ComparisonOptions", "ComparisonWriter"]
