"""Group J, last part: values of elements that only old files have."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitemap_editor.markup.elements import Element
from sitemap_editor.rules.base import URLSET_ONLY, Context, Hit, rule
from sitemap_editor.rules.priority import number_of
from sitemap_editor.support.i18n import N_

from .part_hits import is_readable, joined, value_hit
from .parts import Part

MAX_CATEGORY = 256
VIDEO_TYPES = ("full", "preview", "clip", "interview", "news", "other")
_TYPES = ("rent", "RENT", "purchase", "PURCHASE")
_RESOLUTIONS = ("HD", "SD", "hd", "sd")
_COUNT = re.compile(r"\+?0*[1-9]\d*", re.ASCII)
_LEGACY = frozenset(("category", "price", "tvshow"))

_NUMBER = N_(
    "“{value}” in <{name}> is not what Google's schema allows: a whole number from 1. "
    "Google no longer reads it."
)
_VIDEO_TYPE = N_(
    "“{value}” in <{name}> is not what Google's schema allows: full, preview, clip, interview, "
    "news or other. Google no longer reads it."
)
_CATEGORY = N_(
    "The category is longer than the 256 characters that Google's schema allows. "
    "Google no longer reads it."
)
_RESOLUTION = N_(
    "“{value}” is no resolution of a price in Google's schema, which has HD and SD. "
    "Google no longer reads it."
)


@rule(
    "video-legacy-value",
    title=N_("Value the old video schema does not allow"),
    message=N_(
        "“{value}” is no price in Google's schema: a number with a currency of three capital "
        "letters, or nothing with the type rent or purchase. Google no longer reads it."
    ),
    kinds=URLSET_ONLY,
)
def video_legacy_value(part: Part, _context: Context) -> Hit | None:
    """A category, price or TV show breaks the schema of 2010.

    This matters to schema validators alone.
    """
    if _LEGACY.isdisjoint(part.named):
        return None
    return joined(_wrong(part))


def _wrong(part: Part) -> Iterator[Hit]:
    for child in part.children("category"):
        if len(child.text) > MAX_CATEGORY and is_readable(child):
            yield value_hit(part, child)._replace(message=_CATEGORY)
    for child in part.children("price"):
        if is_readable(child):
            yield from _prices(part, child)
    for show in part.children("tvshow"):
        for child in show.own:
            if is_readable(child):
                yield from _shows(part, child)


def _prices(part: Part, child: Element) -> Iterator[Hit]:
    attributes = child.attributes
    if child.text:
        number = number_of(child.text)
        currency = re.fullmatch("[A-Z]{3}", attributes.get("currency", ""))
        is_right = number is not None and number >= 0 and currency is not None
    else:
        is_right = attributes.get("type") in _TYPES
    if not is_right:
        yield value_hit(part, child)
    resolution = child.places.get("resolution")
    if resolution is not None and resolution.value not in _RESOLUTIONS:
        hit = value_hit(part, child)._replace(value=resolution.value, at=resolution.value_start)
        yield hit._replace(message=_RESOLUTION)


def _shows(part: Part, child: Element) -> Iterator[Hit]:
    if child.local == "video_type" and child.text not in VIDEO_TYPES:
        yield value_hit(part, child)._replace(message=_VIDEO_TYPE)
    elif child.local in ("season_number", "episode_number") and not _COUNT.fullmatch(child.text):
        yield value_hit(part, child)._replace(message=_NUMBER)


RULES = (video_legacy_value,)
