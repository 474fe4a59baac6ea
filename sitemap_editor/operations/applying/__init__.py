"""Applies a list to a sitemap: take out, keep only, set dates, replace addresses, or compare."""

from .actions import Applied, apply_list
from .listed import Listed, read_list
from .matching import Comparison, Matches, compare, match

__all__ = [
    "Applied",
    "Comparison",
    "Listed",
    "Matches",
    "apply_list",
    "compare",
    "match",
    "read_list",
]
