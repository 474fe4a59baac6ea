"""Group I: images of a page, as Google reads them."""

from __future__ import annotations

from sitemap_editor.markup.elements import Element, Splice
from sitemap_editor.markup.style import white_before
from sitemap_editor.protocol.urls import norm_eq
from sitemap_editor.rules.base import URLSET_ONLY, Context, Fix, Hit, rule
from sitemap_editor.rules.engine.entry import Entry
from sitemap_editor.support.i18n import N_, format_number

from .addresses import flaw_of
from .part_hits import (
    element_hit,
    flaw_fix,
    host_of,
    is_page,
    is_readable,
    is_same_host,
    joined,
    meant,
    misnamed,
    missing,
    out_of_order,
    removal,
    value_hit,
)
from .parts import Part, splice, splices

MAX_IMAGES = 1_000
ORDER = ("loc", "caption", "geo_location", "title", "license")
_RANKS = {name: place for place, name in enumerate(ORDER)}
_DEPRECATED = frozenset(ORDER[1:])


def _locs(part: Part) -> list[Element]:
    """The addresses of an image that are known."""
    found = part.named.get("loc", [])
    return found if _is_plain(found) else [one for one in found if one.text and is_readable(one)]


def _is_plain(found: list[Element]) -> bool:
    """Whether it is one with text alone, as nearly always."""
    return len(found) == 1 and bool(found[0].text) and "&" not in found[0].text


@rule(
    "image-loc-missing",
    title=N_("Image without an address"),
    message=N_(
        "This <image:image> has no <image:loc> with an address; it must say where the image is. "
        "Google reports “Missing XML tag” and does not see the image."
    ),
    kinds=URLSET_ONLY,
)
def image_loc_missing(part: Part, _context: Context) -> Hit | None:
    """An image has no ``image:loc``, or an empty one.

    Good: ``<image:image><image:loc>https://www.example.com/a.jpg</image:loc></image:image>``.
    """
    if part.element.local != "image":
        return None
    hit = missing(part, "loc")
    if hit is None or "loc" in part.named:
        return hit
    other = next((one for one in part.element.children if one.local == "loc"), None)
    if other is None:
        return hit
    return hit._replace(at=other.start, value=other.text, message=_OTHER_NAMESPACE)


_OTHER_NAMESPACE = N_(
    "The loc in this <image:image> is not in the namespace of images; it must be <image:loc>. "
    "Google reports “Missing XML tag” and does not see the image."
)


@rule(
    "image-loc-multiple",
    title=N_("Several addresses in one image"),
    message=N_(
        "This <image:image> has {count} <image:loc>; each image needs an <image:image> of its own. "
        "Google reports “Invalid XML: too many tags”."
    ),
    kinds=URLSET_ONLY,
)
def image_loc_multiple(part: Part, _context: Context) -> Hit | None:
    """An image has more than one ``image:loc``."""
    found = part.named.get("loc")
    if found is None or len(found) < 2 or part.element.local != "image":
        return None
    hit = value_hit(part, found[1], None, {"count": len(found)})
    return hit._replace(fix=splice(_one_each(part, found)))


def _one_each(part: Part, found: list[Element]) -> tuple[Splice, ...]:
    """Give each further address an image of its own, behind this one."""
    first = next((one for one in found if one.text), found[0])
    others = [one for one in found if one is not first]
    said = {first.text, ""}
    added = []
    for one in others:
        if one.text not in said or one.children:
            said.add(one.text)
            added.append(_image_with(part.element, one))
    end = part.element.end
    insertion = (Splice(end, end, b"".join(added)),) if added else ()
    return splices(*(one.removed() for one in others), insertion)


def _image_with(image: Element, loc: Element) -> bytes:
    """An image like this one with this address alone, and the white space around it."""
    xml = image.xml
    return b"".join(
        (
            white_before(xml, image.start),
            xml[image.start : image.tag_end],
            white_before(xml, loc.start),
            xml[loc.start : loc.end],
            white_before(xml, image.content_end),
            xml[image.content_end : image.end],
        )
    )


@rule(
    "image-loc-invalid",
    title=N_("Address of an image cannot be used"),
    message=N_(
        "The address of this image cannot be used. {reason} Search Console says “Invalid URL”."
    ),
    kinds=URLSET_ONLY,
)
def image_loc_invalid(part: Part, context: Context) -> Hit | None:
    """The address of an image is none, or has characters that addresses may not have.

    Good: ``https://www.example.com/a.jpg``. Bad: ``/a.jpg``, ``data:image/png;base64,…``.
    """
    hits = []
    for loc in _locs(part):
        flaw = flaw_of(loc.text, context)
        if flaw is not None:
            shown = {"reason": flaw.said}
            hits.append(value_hit(part, loc, flaw_fix(flaw, loc.with_text), shown))
    return joined(hits) if hits else None


@rule(
    "image-loc-other-domain",
    title=N_("Image on another host than its page"),
    message=N_(
        "The image is on {host}, its page on {example}. That is allowed, as for a content network; "
        "Google asks that both be verified in Search Console."
    ),
    kinds=URLSET_ONLY,
)
def image_loc_other_domain(part: Part, _context: Context) -> Hit | None:
    """The host of an image differs from that of its page.

    Images may come from elsewhere, such as a content delivery network.
    """
    page = part.page
    if page is None or not page.is_web:
        return None
    for loc in _locs(part):
        if not is_same_host(page.address, loc.text):
            host, home = host_of(loc.text), host_of(page.address)
            if host and home:
                return value_hit(part, loc, None, {"host": host, "example": home})
    return None


@rule(
    "image-is-page",
    title=N_("Page given as its own image"),
    message=N_(
        "“{value}” is the address of the page, not of an image on it; <image:loc> should name a "
        "picture file. Google finds no image there."
    ),
    kinds=URLSET_ONLY,
)
def image_is_page(part: Part, _context: Context) -> Hit | None:
    """The address of an image is the same as that of the page."""
    page = part.page
    if page is None:
        return None
    for loc in _locs(part):
        if is_page(loc.text, page.address):
            return value_hit(part, loc)
    return None


@rule(
    "image-tag-deprecated",
    title=N_("Detail of an image without effect"),
    message=N_(
        "<{name}> has had no effect since 6 August 2022, when Google stopped reading it. "
        "It does no harm, but makes the file larger."
    ),
    kinds=URLSET_ONLY,
)
def image_tag_deprecated(part: Part, _context: Context) -> Hit | None:
    """An image has a caption, place, title or licence.

    Google reads the address alone.
    """
    if _DEPRECATED.isdisjoint(part.named):
        return None
    found = [child for child in part.own if child.local in _DEPRECATED]
    return element_hit(part, found[0], removal(found))


@rule(
    "image-tag-unknown",
    title=N_("Unknown element of an image"),
    message=N_(
        "<{name}> is not known at this place in the image extension, which has an <image:loc> in "
        "an <image:image>. Google ignores it."
    ),
    kinds=URLSET_ONLY,
)
def image_tag_unknown(part: Part, _context: Context) -> Hit | None:
    """Something in the image namespace is none of its elements, or stands outside of an image."""
    if part.element.local != "image":
        return _misplaced(part)
    if part.named.keys() <= _RANKS.keys():
        return None
    return joined(_unknown(part, child) for child in part.own if child.local not in _RANKS)


def _unknown(part: Part, child: Element) -> Hit:
    right = meant(child.local, ORDER)
    if right is None or right in part.named:
        return element_hit(part, child, removal([child]))
    return misnamed(part, child, right, _SLIP)


def _misplaced(part: Part) -> Hit:
    """An element of the extension directly in the entry."""
    element = part.element
    name = element.local
    if meant(name, ("image",)):
        return misnamed(part, element, "image", _SLIP)
    if name not in _RANKS:
        return element_hit(part, element, removal([element]))
    fix = _wrapped(part) if name == "loc" else removal([element])
    return element_hit(part, element, fix)._replace(message=_OUTSIDE)


def _wrapped(part: Part) -> Fix | None:
    element = part.element
    if b"xmlns" in element.xml[element.start : element.tag_end]:
        return removal([element])
    name = part.name("image")
    opening = Splice(element.start, element.start, b"<%b>" % name)
    return splice((opening, Splice(element.end, element.end, b"</%b>" % name)), is_sure=False)


_SLIP = N_(
    "<{name}> is no element of the image extension; <{example}> is probably meant. "
    "Google ignores what it does not know."
)
_OUTSIDE = N_(
    "<{name}> stands directly in the entry; it belongs in an <image:image>. Google ignores it here."
)


@rule(
    "image-child-order",
    title=N_("Details of an image in another order"),
    message=N_(
        "<{name}> stands behind <{example}>; the schema wants loc, caption, geo_location, title, "
        "license. Google does not mind, schema validators do."
    ),
    kinds=URLSET_ONLY,
)
def image_child_order(part: Part, _context: Context) -> Hit | None:
    """The elements of an image are not in the order of Google's schema."""
    return out_of_order(part, _RANKS) if len(part.own) > 1 else None


# The whole entry


@rule(
    "image-too-many",
    title=N_("More than 1,000 images of one page"),
    message=N_(
        "This entry has {count} images; Google reads {limit} of a page at most. "
        "It leaves out the rest."
    ),
    kinds=URLSET_ONLY,
)
def image_too_many(entry: Entry, _context: Context) -> Hit | None:
    """An entry has more than 1,000 ``image:image``."""
    if len(entry.extensions.get("image", ())) <= MAX_IMAGES:
        return None
    images = [part.element for part in entry.all_of("image", "image")]
    rest = images[MAX_IMAGES:]
    if not rest:
        return None
    shown = {"count": format_number(len(images)), "limit": format_number(MAX_IMAGES)}
    at = rest[0].start
    return Hit(shown, removal(rest), None, "image:image", str(len(images)), at)


@rule(
    "image-duplicate",
    title=N_("Image listed twice for one page"),
    message=N_(
        "“{value}” is listed more than once for this page; once is enough. "
        "The repetition only makes the file larger."
    ),
    kinds=URLSET_ONLY,
)
def image_duplicate(entry: Entry, _context: Context) -> Hit | None:
    """Two images of one entry have the same address."""
    if len(entry.extensions.get("image", ())) < 2:
        return None
    groups: dict[str, list[Part]] = {}
    for part in entry.all_of("image", "image"):
        found = _locs(part)
        if len(found) == 1 and not found[0].children:
            groups.setdefault(norm_eq(found[0].text), []).append(part)
    twice = [parts for parts in groups.values() if len(parts) > 1]
    if not twice:
        return None
    surplus = [one for parts in twice for one in _surplus(parts)]
    loc = _locs(twice[0][1])[0]
    hit = value_hit(twice[0][1], loc, removal(surplus, is_sure=True))
    return hit._replace(more=len(surplus) - 1)


def _surplus(parts: list[Part]) -> list[Element]:
    """All but the one that says most, the first of equals."""
    richest = max(parts, key=lambda part: len(part.element.children))
    return [part.element for part in parts if part is not richest]


RULES = (
    image_loc_missing,
    image_loc_multiple,
    image_loc_invalid,
    image_loc_other_domain,
    image_is_page,
    image_tag_deprecated,
    image_tag_unknown,
    image_child_order,
)
ENTRY_RULES = (image_too_many, image_duplicate)
