"""Groups F and H: rules about two fields of one entry together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from sitemap_editor.protocol.dates import read_date
from sitemap_editor.support.i18n import N_

from .base import URLSET_ONLY, Context, Hit, rule
from .lastmod import DAY

RECENT = 30 * DAY
LONG_AGO = 365 * DAY
OFTEN = ("always", "hourly")


@dataclass(frozen=True, slots=True)
class Rhythm:
    """How often an entry says that it changes, and when it last did."""

    changefreq: str | None
    lastmod: str | None


@rule(
    "changefreq-contradiction",
    reads=("changefreq", "lastmod"),
    title=N_("changefreq and lastmod contradict each other"),
    message=N_(
        "The entry says “{value}” and was last changed on {date}; one of the two is wrong. "
        "Search engines trust neither when they disagree."
    ),
    kinds=URLSET_ONLY,
)
def changefreq_contradiction(rhythm: Rhythm, context: Context) -> Hit | None:
    """A page that never changes has just changed, or one that always does has not for a year."""
    if rhythm.changefreq is None or not rhythm.lastmod:
        return None
    instant = read_date(rhythm.lastmod).instant
    if instant is None or not contradicts(rhythm.changefreq, context.now - instant):
        return None
    return Hit({"date": rhythm.lastmod}, field="changefreq", value=rhythm.changefreq)


Age = TypeVar("Age", int, npt.NDArray[np.int64])


def contradicts(changefreq: str, age: Age) -> Any:
    """Whether a frequency and an age in seconds, or an array of them, do not go together."""
    if changefreq == "never":
        return age < RECENT
    return age > LONG_AGO if changefreq in OFTEN else age != age


RULES = (changefreq_contradiction,)
