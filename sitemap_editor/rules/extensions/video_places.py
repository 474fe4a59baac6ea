"""Group J, sixth part: in which countries and on which devices a video may be seen."""

from __future__ import annotations

import re

from sitemap_editor.markup.elements import Element, Splice
from sitemap_editor.protocol.codes import COUNTRIES
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.rules.base import URLSET_ONLY, Context, Fix, Hit, rule
from sitemap_editor.support.i18n import N_

from .part_hits import each, joined, removal, text_fix, value_hit
from .parts import Part, splice, splices

_LISTED = ("restriction", "platform")
_BREAKS = re.compile(r"[\s,;|]+")


@rule(
    "video-relationship-missing",
    title=N_("Neither allow nor deny"),
    message=N_(
        '<{name}> does not say whether its list is allowed or not; it needs relationship="allow" '
        'or relationship="deny". Google reports “Missing XML attribute”.'
    ),
    kinds=URLSET_ONLY,
)
def video_relationship_missing(part: Part, context: Context) -> Hit | None:
    """``restriction`` or ``platform`` lacks ``relationship="allow"`` or ``"deny"``.

    There is no default: without it nobody knows what the list means.
    """
    hits = [
        hit
        for name in _LISTED
        for child in part.named.get(name, ())
        if (hit := _relationship(part, child, context)) is not None
    ]
    return joined(hits) if hits else None


def _relationship(part: Part, child: Element, context: Context) -> Hit | None:
    right = child.places.get("relationship")
    if right is not None and right.value in ("allow", "deny"):
        return None
    names = [name for name in child.places if _is_relationship(name)]
    written = "relationship" if "relationship" in names else names[0] if names else None
    place = child.places[written] if written is not None else None
    said = place.value.strip().lower() if place is not None else ""
    if said in ("allow", "deny"):
        fix = splice(_said_rightly(child, written or "", said))
    else:
        fix = _decided(child, written, context.answers.get("relationship", ""))
    shown = {"name": part.field(child.local), "value": place.value if place else ""}
    at = child.start if place is None else place.value_start
    hit = Hit(shown, fix, None, part.field(child.local), place.value if place else None, at)
    return hit if place is None else hit._replace(message=_WRONG_VALUE)


def _is_relationship(name: str) -> bool:
    return name.rpartition(":")[2].lower() == "relationship"


def _said_rightly(child: Element, written: str, value: str) -> tuple[Splice, ...]:
    """Attribute and value in small letters, without a prefix."""
    changes = child.with_attribute(written, value)
    if written != "relationship":
        return splices(changes, child.with_attribute_renamed(written, "relationship"))
    return changes


def _decided(child: Element, written: str | None, answer: str) -> Fix:
    """What people decide; nothing as long as they have not."""
    changes: tuple[Splice, ...] = ()
    if answer in ("allow", "deny"):
        changes = _said_rightly(child, written or "relationship", answer)
    return Fix("splice", FixKind.ASK, {"splices": changes}, "relationship")


_WRONG_VALUE = N_(
    "“{value}” is no relationship that <{name}> knows; it must be allow or deny, in small letters, "
    "in an attribute named relationship. Google reports “Invalid attribute value”."
)


@rule(
    "video-restriction-country",
    title=N_("Not a list of countries"),
    message=N_(
        "“{found}” is no country code; <{name}> takes codes of two capital letters with spaces "
        "between them, such as “{example}”. Google reports “Invalid tag value”."
    ),
    kinds=URLSET_ONLY,
)
def video_restriction_country(part: Part, _context: Context) -> Hit | None:
    """The list holds something else than country codes of ISO 3166 with spaces between them.

    Good: ``DE FR GB``. Bad: ``DE,FR``, ``de``, ``UK``, ``USA``.
    """
    return each(part, "restriction", _countries)


def _countries(part: Part, child: Element) -> Hit | None:
    words = [word for word in child.text.split(" ") if word]
    wrong = next((word for word in words if word not in COUNTRIES), None)
    if wrong is None:
        return None
    pieces = [piece for piece in _BREAKS.split(child.text) if piece]
    mended = " ".join(_country(piece) for piece in pieces)
    is_right = all(_country(piece) in COUNTRIES for piece in pieces)
    fix = text_fix(child, mended) if mended not in ("", child.text) else None
    shown = {"found": wrong, "example": mended if mended and is_right else "DE FR GB"}
    return value_hit(part, child, fix, shown)


def _country(word: str) -> str:
    upper = "GB" if word.upper() == "UK" else word.upper()
    return upper if upper in COUNTRIES else word


@rule(
    "video-restriction-empty",
    title=N_("Empty list of countries"),
    message=N_(
        "<{name}> names no country. With allow that may hide the video everywhere, with deny it "
        "does nothing; name countries or remove it."
    ),
    kinds=URLSET_ONLY,
)
def video_restriction_empty(part: Part, _context: Context) -> Hit | None:
    """The list of countries is empty.

    The schema permits it; how Google reads it is not known.
    """
    found = part.named.get("restriction")
    if found is None:
        return None
    blank = [child for child in found if not child.text and not child.children]
    return value_hit(part, blank[0], removal(blank)) if blank else None


PLATFORMS = ("web", "mobile", "tv")
_PLATFORM_LIST = re.compile(r"(?:(?:web|mobile|tv)(?: (?:web|mobile|tv))*)?")


@rule(
    "video-platform-invalid",
    title=N_("Not a list of devices"),
    message=N_(
        "“{value}” is not what <{name}> takes: web, mobile and tv, with single spaces between "
        "them, such as “{example}”. Google reports “Invalid tag value”."
    ),
    kinds=URLSET_ONLY,
)
def video_platform_invalid(part: Part, _context: Context) -> Hit | None:
    """The list holds something else than ``web``, ``mobile`` and ``tv``.

    Good: ``web mobile``. Bad: ``web,mobile``, ``desktop``.
    """
    return each(part, "platform", _platforms)


def _platforms(part: Part, child: Element) -> Hit | None:
    if _PLATFORM_LIST.fullmatch(child.text):
        return None
    pieces = [_platform(piece) for piece in _BREAKS.split(child.text) if piece]
    mended = " ".join(dict.fromkeys(pieces))
    fix = text_fix(child, mended) if mended not in ("", child.text) else None
    is_right = _PLATFORM_LIST.fullmatch(mended) and mended
    return value_hit(part, child, fix, {"example": mended if is_right else "web mobile"})


def _platform(word: str) -> str:
    return word.lower() if word.lower() in PLATFORMS else word


RULES = (
    video_relationship_missing,
    video_restriction_country,
    video_restriction_empty,
    video_platform_invalid,
)
