"""A sitemap that is too large, or too mixed, becomes several under an index.

``plan`` works out which entries of a document go to which file, to the byte and without touching
anything; ``measure`` and ``plan_set`` do so for a set of files, which may be larger than memory.
``write_plan`` writes the files, all or none.
"""

from __future__ import annotations

from .naming import base_of
from .planning import GroupPlan, Part, SplitPlan, plan
from .wishes import BY, Limits, Wish, limits_of

__all__ = [
    "BY",
    "GroupPlan",
    "Limits",
    "Part",
    "SplitPlan",
    "Wish",
    "base_of",
    "limits_of",
    "plan",
]
