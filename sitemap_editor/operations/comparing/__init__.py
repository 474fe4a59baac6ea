"""Compares sitemaps, sets and lists by address: what came, went, changed, or moved."""

from .compare import EQUIVALENT, EXACT, MATCHES, compare, side_of
from .comparison import Comparison
from .prints import COMPARED
from .sides import DocumentSide, ListSide, Problem, SetSide, Side
from .sources import list_side, open_side, side_of_bytes, site_of_side

__all__ = [
    "COMPARED",
    "EQUIVALENT",
    "EXACT",
    "MATCHES",
    "Comparison",
    "DocumentSide",
    "ListSide",
    "Problem",
    "SetSide",
    "Side",
    "compare",
    "list_side",
    "open_side",
    "side_of",
    "side_of_bytes",
    "site_of_side",
]
