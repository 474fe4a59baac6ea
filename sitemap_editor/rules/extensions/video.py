"""Group J: videos on a page, as Google reads them; which elements they have, and how often."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitemap_editor.markup.elements import Element, Splice
from sitemap_editor.markup.style import white_before
from sitemap_editor.markup.values import escape_text
from sitemap_editor.rules.base import URLSET_ONLY, Context, Fix, Hit, Rule, rule
from sitemap_editor.support.i18n import N_, format_number

from . import video_addresses, video_dates, video_legacy, video_places, video_texts, video_values
from .part_hits import (
    element_hit,
    is_readable,
    joined,
    meant,
    misnamed,
    missing,
    out_of_order,
    removal,
    value_hit,
)
from .parts import Part, splice

MAX_TAGS = 32
ORDER = (
    *("thumbnail_loc", "title", "description", "content_loc", "player_loc", "duration"),
    *("expiration_date", "rating", "content_segment_loc", "view_count", "publication_date", "tag"),
    *("category", "family_friendly", "restriction", "gallery_loc", "price"),
    *("requires_subscription", "uploader", "tvshow", "platform", "live", "id"),
)
_RANKS = {name: place for place, name in enumerate(ORDER)}
_MAY_REPEAT = frozenset(("tag", "price", "content_segment_loc", "id"))
_ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "restriction": ("relationship",),
    "platform": ("relationship",),
    "player_loc": ("allow_embed", "autoplay"),
    "uploader": ("info",),
    "price": ("currency", "type", "resolution"),
    "gallery_loc": ("title",),
    "content_segment_loc": ("duration",),
    "id": ("type",),
}


def _missing(part: Part, local: str) -> Hit | None:
    return missing(part, local) if part.element.local == "video" else None


@rule(
    "video-thumbnail-missing",
    title=N_("Video without a thumbnail"),
    message=N_(
        "This video has no <{name}> with an address; it must name a picture that stands for the "
        "video. Google reports “Missing thumbnail URL” and does not show the video."
    ),
    kinds=URLSET_ONLY,
)
def video_thumbnail_missing(part: Part, _context: Context) -> Hit | None:
    """A video has no ``video:thumbnail_loc``, or an empty one."""
    return _missing(part, "thumbnail_loc")


@rule(
    "video-title-missing",
    title=N_("Video without a title"),
    message=N_(
        "This video has no <{name}> with text in it; every video needs a title. "
        "Google reports “Missing video title” and does not show the video."
    ),
    kinds=URLSET_ONLY,
)
def video_title_missing(part: Part, _context: Context) -> Hit | None:
    """A video has no ``video:title``, or an empty one."""
    return _missing(part, "title")


@rule(
    "video-description-missing",
    title=N_("Video without a description"),
    message=N_(
        "This video has no <{name}> with text in it; every video needs a description. "
        "Google reports “Missing XML tag” and does not show the video."
    ),
    kinds=URLSET_ONLY,
)
def video_description_missing(part: Part, _context: Context) -> Hit | None:
    """A video has no ``video:description``, or an empty one."""
    return _missing(part, "description")


@rule(
    "video-location-missing",
    title=N_("Video without a place"),
    message=N_(
        "This video has neither <{name}> nor <{example}>; one of them must say where the file or "
        "its player is. Google reports “Missing XML tag” and does not find the video."
    ),
    kinds=URLSET_ONLY,
)
def video_location_missing(part: Part, _context: Context) -> Hit | None:
    """A video has neither ``video:content_loc`` nor ``video:player_loc``, or empty ones."""
    first = _missing(part, "content_loc")
    second = _missing(part, "player_loc") if first is not None else None
    if first is None or second is None:
        return None
    hit = first if first.value is not None or second.value is None else second
    shown = {"name": part.field("content_loc"), "example": part.field("player_loc")}
    return hit._replace(parameters=shown)


@rule(
    "video-tag-repeated",
    title=N_("Detail of a video more than once"),
    message=N_(
        "<{name}> stands more than once in this video; it may stand once. "
        "Google reports “Invalid XML: too many tags”, and nobody knows which one counts."
    ),
    kinds=URLSET_ONLY,
)
def video_tag_repeated(part: Part, _context: Context) -> Hit | None:
    """An element that a video may have once is there more often."""
    surplus = len(part.own) - len(part.named)
    if surplus == 0 or surplus == len(part.children("tag")) - 1:
        return None
    repeated = [
        found
        for name, found in part.named.items()
        if len(found) > 1 and name in _RANKS and name not in _MAY_REPEAT
    ]
    return joined(_repeated(part, found) for found in repeated)


def _repeated(part: Part, found: list[Element]) -> Hit:
    """Further ones that say what an earlier one says can go unasked; else the first stays."""
    seen: set[tuple[object, ...]] = set()
    equal = []
    for one in found:
        meaning = _meaning(one)
        if meaning in seen:
            equal.append(one)
        else:
            seen.add(meaning)
    kept = next((one for one in found if one.text or one.children), found[0])
    others = [one for one in found if one is not kept]
    fix = removal(equal, is_sure=True) if equal else removal(others)
    return element_hit(part, (equal or found[1:])[0], fix)


def _meaning(child: Element) -> tuple[object, ...]:
    """What two elements that say the same have in common."""
    return child.text, tuple(child.attributes.items()), child.content if child.children else None


@rule(
    "video-too-many-tags",
    title=N_("More than 32 tags of a video"),
    message=N_(
        "This video has {count} <{name}>; Google takes {limit} at most. It may reject the video or "
        "ignore the rest."
    ),
    kinds=URLSET_ONLY,
)
def video_too_many_tags(part: Part, _context: Context) -> Hit | None:
    """A video has more than 32 ``video:tag``."""
    tags = part.named.get("tag")
    if tags is None or len(tags) <= MAX_TAGS:
        return None
    shown = {"count": format_number(len(tags)), "limit": format_number(MAX_TAGS)}
    return element_hit(part, tags[MAX_TAGS], removal(tags[MAX_TAGS:]), **shown)


@rule(
    "video-tag-empty",
    title=N_("Tag of a video that is empty or a list"),
    message=N_(
        "“{value}” holds several tags; each needs a <{name}> of its own. "
        "Google would take the list for one tag."
    ),
    kinds=URLSET_ONLY,
)
def video_tag_empty(part: Part, _context: Context) -> Hit | None:
    """A ``video:tag`` holds nothing, or several tags with commas between them.

    Good: ``<video:tag>steak</video:tag>``. Bad: ``<video:tag>steak, grill</video:tag>``.
    """
    tags = part.named.get("tag")
    if tags is None:
        return None
    wrong = [tag for tag in tags if not tag.text or "," in tag.text]
    hits = (_tag(part, tag) for tag in wrong if is_readable(tag) and not tag.children)
    return joined(hits)


def _tag(part: Part, tag: Element) -> Hit:
    pieces = list(dict.fromkeys(piece for piece in re.split(r"\s*,\s*", tag.text) if piece))
    if not tag.text:
        hit = value_hit(part, tag, removal([tag], is_sure=True))
        return hit._replace(message=_BLANK_TAG)
    if not pieces:
        return value_hit(part, tag, removal([tag]))._replace(message=_BLANK_TAG)
    return value_hit(part, tag, splice(_one_each(tag, pieces), is_sure=False))


def _one_each(tag: Element, pieces: list[str]) -> tuple[Splice, ...]:
    gap = white_before(tag.xml, tag.start)
    opening = tag.xml[tag.start : tag.tag_end]
    closing = tag.xml[tag.content_end : tag.end]
    written = (opening + escape_text(one) + closing for one in pieces)
    return (Splice(tag.start, tag.end, gap.join(written)),)


_BLANK_TAG = N_(
    "This <{name}> names nothing; a tag is a word or two about the video. Google ignores it."
)


# What has no effect, and what does not exist


@rule(
    "video-deprecated",
    title=N_("Detail of a video without effect"),
    message=N_(
        "<{name}> has had no effect since 6 August 2022, when Google stopped reading it. "
        "It does no harm, but makes the file larger."
    ),
    kinds=URLSET_ONLY,
)
def video_deprecated(part: Part, _context: Context) -> Hit | None:
    """A video has a category, gallery, price or TV show, or its player says how to embed it.

    Google's own example still shows a price.
    """
    hits = [
        element_hit(part, child, removal([child]))
        for name in ("category", "gallery_loc", "price", "tvshow")
        for child in part.named.get(name, ())
    ]
    hits += [
        _attribute_hit(part, child, name)
        for child in part.named.get("player_loc", ())
        for name in _ATTRIBUTES["player_loc"]
        if name in child.places
    ]
    return joined(sorted(hits, key=lambda hit: hit.at or 0)) if hits else None


def _attribute_hit(part: Part, child: Element, name: str, fix: Fix | None = None) -> Hit:
    """A hit about an attribute; it is taken off if nothing better is known."""
    fix = fix or splice(child.without_attribute(name), is_sure=False)
    field = part.field(child.local)
    place = child.places[name]
    at = place.end - len(child.xml[place.start : place.end].lstrip())
    return Hit({"name": f"{field} {name}"}, fix, None, field, name, at)


@rule(
    "video-undocumented",
    title=N_("Detail of a video that Google does not describe"),
    message=N_(
        "<{name}> is in Google's old schema, but not on its page about videos. "
        "It most likely has no effect."
    ),
    kinds=URLSET_ONLY,
)
def video_undocumented(part: Part, _context: Context) -> Hit | None:
    """A video has ``video:content_segment_loc`` or ``video:id``."""
    if "id" not in part.named and "content_segment_loc" not in part.named:
        return None
    found = [child for child in part.own if child.local in ("id", "content_segment_loc")]
    return element_hit(part, found[0], removal(found))


@rule(
    "video-tag-unknown",
    title=N_("Unknown detail of a video"),
    message=N_(
        "<{name}> is not known in the video extension. Google ignores what it does not know."
    ),
    kinds=URLSET_ONLY,
)
def video_tag_unknown(part: Part, _context: Context) -> Hit | None:
    """An element or attribute is none that videos have, or stands outside of a video."""
    if part.element.local != "video":
        return _misplaced(part)
    hits = [_unknown(part, child) for child in part.own if child.local not in _RANKS]
    for child in (part.element, *part.own):
        if child.tag_end - child.start > len(child.name) + 3 and child.places:
            hits += _unknown_attributes(part, child)
    return joined(hits) if hits else None


def _unknown(part: Part, child: Element) -> Hit:
    right = meant(child.local, ORDER)
    if right is None or (right in part.named and right not in _MAY_REPEAT):
        return element_hit(part, child, removal([child]))
    return misnamed(part, child, right, _SLIP)


def _unknown_attributes(part: Part, child: Element) -> Iterator[Hit]:
    known = _ATTRIBUTES.get(child.local, ())
    for name in child.places:
        if name in known or not _is_of_extension(child, name):
            continue
        right = meant(name.rpartition(":")[2], known) or (name.rpartition(":")[2])
        if right == "relationship" and right in known:
            continue  # another rule says so
        if right not in known or right in child.places:
            yield _attribute_hit(part, child, name)
            continue
        fix = splice(child.with_attribute_renamed(name, right), is_sure=False)
        hit = _attribute_hit(part, child, name, fix)
        yield hit._replace(parameters={**hit.parameters, "example": right}, message=_SLIP)


def _is_of_extension(child: Element, name: str) -> bool:
    """Whether an attribute has no prefix, or that of the extension."""
    prefix, colon, _local = name.rpartition(":")
    return not colon or child.scope.get(prefix) == child.namespace


def _misplaced(part: Part) -> Hit:
    """An element of the extension directly in the entry."""
    element = part.element
    if meant(element.local, ("video",)):
        return misnamed(part, element, "video", _SLIP)
    hit = element_hit(part, element, removal([element]))
    return hit._replace(message=_OUTSIDE) if element.local in _RANKS else hit


_SLIP = N_(
    "<{name}> is not known in the video extension; {example} is probably meant. "
    "Google ignores what it does not know."
)
_OUTSIDE = N_(
    "<{name}> stands directly in the entry; it belongs in a <video:video>. Google ignores it here."
)


@rule(
    "video-child-order",
    title=N_("Details of a video in another order"),
    message=N_(
        "<{name}> stands behind <{example}>; Google's schema wants it before. "
        "Google does not mind, schema validators do."
    ),
    kinds=URLSET_ONLY,
)
def video_child_order(part: Part, _context: Context) -> Hit | None:
    """The elements of a video are not in the order of Google's schema."""
    return out_of_order(part, _RANKS) if len(part.own) > 1 else None


RULES: tuple[Rule[Part], ...] = (
    video_thumbnail_missing,
    video_title_missing,
    video_description_missing,
    video_location_missing,
    video_tag_repeated,
    video_too_many_tags,
    video_tag_empty,
    *video_addresses.RULES,
    *video_texts.RULES,
    *video_values.RULES,
    *video_dates.RULES,
    *video_places.RULES,
    video_deprecated,
    video_undocumented,
    *video_legacy.RULES,
    video_tag_unknown,
    video_child_order,
)
