"""Group K: Google News items, their elements; what they lack and what is in them elsewhere.

Source: https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitemap_editor.markup.elements import Element, Splice
from sitemap_editor.protocol.namespaces import EXTENSION_BY_PREFIX
from sitemap_editor.rules.base import URLSET_ONLY, Context, Hit, Rule, rule, safe
from sitemap_editor.rules.engine.entry import Entry
from sitemap_editor.rules.engine.frame import Attribute, File
from sitemap_editor.rules.file_bytes import splitting
from sitemap_editor.rules.root import wrong_extensions
from sitemap_editor.support.i18n import N_, format_number

from . import news_missing, news_values
from .news_missing import IN_PUBLICATION
from .news_values import is_item
from .part_hits import element_hit, joined, meant, misnamed, out_of_order, place_of, removal
from .parts import Part, splice

MAX_ITEMS = 1_000
NEWS = EXTENSION_BY_PREFIX["news"].uri
DEPRECATED = ("access", "genres", "keywords", "stock_tickers", "geo_locations")
ORDER = (
    "publication",
    "access",
    "genres",
    "publication_date",
    "title",
    "keywords",
    "stock_tickers",
)
IN_ITEM = (*ORDER, "geo_locations")
_RANKS = {name: place for place, name in enumerate(ORDER)}
_PUBLICATION_RANKS = {name: place for place, name in enumerate(IN_PUBLICATION)}


# What is there too often


@rule(
    "news-multiple",
    title=N_("News element given twice"),
    message=N_(
        "There are {count} <{name}> where one belongs; the first would be kept. "
        "An article has one news item, and each of its elements once."
    ),
    kinds=URLSET_ONLY,
)
def news_multiple(entry: Entry, _context: Context) -> Hit | None:
    """An entry has more than one ``news:news``, or one of these an element more than once."""
    items = entry.all_of("news", "news")
    if not items:
        return None
    hits = [_twice(items[0], [item.element for item in items])] if len(items) > 1 else []
    for item in items:
        for scope in (item.own, *(one.own for one in item.children("publication"))):
            hits += [_twice(item, found) for found in _repeated(scope)]
    return joined(hits)


def _repeated(elements: list[Element]) -> Iterator[list[Element]]:
    """Elements of one name of which there are several."""
    names = [one.local for one in elements]
    if len(set(names)) == len(names):
        return
    known = {*IN_ITEM, *IN_PUBLICATION}
    for name in dict.fromkeys(names):
        if name in known and names.count(name) > 1:
            yield [one for one in elements if one.local == name]


def _twice(item: Part, found: list[Element]) -> Hit:
    kept = next((one for one in found if one.text or one.children), found[0])
    fix = removal(one for one in found if one is not kept)
    return element_hit(item, found[1], fix, count=len(found))


@rule(
    "news-too-many",
    title=N_("Too many news items"),
    message=N_(
        "The file has {count} news items; {limit} are allowed. "
        "Google reports “Too many News URLs”: split the file into several."
    ),
    kinds=URLSET_ONLY,
)
def news_too_many(file: File, _context: Context) -> Hit | None:
    """A file has more than 1,000 ``news:news``."""
    count = file.stats.news_items
    if count <= MAX_ITEMS:
        return None
    said = {"count": format_number(count), "limit": format_number(MAX_ITEMS)}
    return Hit(said, splitting(file))


# What does not belong there


@rule(
    "news-tag-unknown",
    title=N_("Unknown element in a news item"),
    message=N_(
        "<{name}> is no element of a news item. Google ignores it; the elements are publication "
        "with name and language, publication_date and title."
    ),
    kinds=URLSET_ONLY,
)
def news_tag_unknown(part: Part, _context: Context) -> Hit | None:
    """An element in the namespace of news is none that Google knows, or in the wrong case.

    Good: ``<news:title>``. Bad: ``<news:Title>``, ``<news:author>``.
    """
    if not is_item(part):
        return _outside(part)
    hits = [_strange(part, one, IN_ITEM) for one in part.own if one.local not in IN_ITEM]
    for publication in part.children("publication"):
        strange = (one for one in publication.own if one.local not in IN_PUBLICATION)
        hits += [_strange(part, one, IN_PUBLICATION) for one in strange]
    return joined(hits)


_SLIP = N_("<{name}> should be <{example}>. Google does not know the element as it is written.")
_ELSEWHERE = N_(
    "<{name}> stands in the wrong place; it belongs into <{example}>. Google does not see it there."
)


def _outside(part: Part) -> Hit:
    """An element directly in the entry that is no news item."""
    element = part.element
    is_slip = element.local.lower() == "news"
    return _slip(part, element, "news") if is_slip else _lost(part, element)


def _lost(part: Part, element: Element) -> Hit:
    """An element that belongs elsewhere, or nowhere."""
    is_inner = element.local in IN_PUBLICATION
    if not is_inner and element.local not in IN_ITEM:
        return element_hit(part, element, removal([element]))
    home = part.field("publication" if is_inner else "news")
    return element_hit(part, element, None, example=home)._replace(message=_ELSEWHERE)


def _strange(part: Part, element: Element, known: tuple[str, ...]) -> Hit:
    right = meant(element.local, known)
    return _slip(part, element, right) if right is not None else _lost(part, element)


def _slip(part: Part, element: Element, right: str) -> Hit:
    is_sure = element.local.lower() == right
    return misnamed(part, element, right, _SLIP, is_sure=is_sure)


@rule(
    "news-deprecated",
    title=N_("News element without effect"),
    message=N_(
        "<{name}> is no longer described by Google. It does no harm, but tells Google News nothing."
    ),
    kinds=URLSET_ONLY,
)
def news_deprecated(part: Part, _context: Context) -> Hit | None:
    """A news item has ``access``, ``genres``, ``keywords``, ``stock_tickers`` or ``geo_locations``.

    Google's page names them no longer; old readers still know their values.
    """
    if not is_item(part):
        return None
    found = [one for one in part.own if one.local in DEPRECATED]
    return joined(_old(part, one) for one in found)


_WRONG_VALUE = N_(
    "<{name}> is no longer described by Google, and “{value}” is none of its values: {example}. "
    "It can go."
)
_GENRES = ("PressRelease", "Satire", "Blog", "OpEd", "Opinion", "UserGenerated")
_VALUES = {"access": ("Subscription", "Registration"), "genres": _GENRES}
_MAX_TICKERS = 5
_TICKER = re.compile(r"[A-Za-z0-9.]+:[A-Za-z0-9.\-]+")


def _old(part: Part, element: Element) -> Hit:
    hit = element_hit(part, element, removal([element]))
    pieces = [piece.strip() for piece in element.text.split(",")] if element.text else []
    allowed = _VALUES.get(element.local)
    if allowed is not None:
        is_wrong = any(piece not in allowed for piece in pieces)
        example = ", ".join(allowed)
    else:
        is_wrong = element.local == "stock_tickers" and not _are_tickers(pieces)
        example = "NASDAQ:A, BOM:500"
    if not is_wrong:
        return hit
    shown = {**hit.parameters, "example": example}
    at = place_of(element)
    return hit._replace(parameters=shown, message=_WRONG_VALUE, value=element.text, at=at)


def _are_tickers(pieces: list[str]) -> bool:
    return len(pieces) <= _MAX_TICKERS and all(_TICKER.fullmatch(piece) for piece in pieces)


@rule(
    "news-child-order",
    title=N_("News elements in another order"),
    message=N_(
        "<{name}> stands behind <{example}>; the schema wants publication, access, genres, "
        "publication_date, title, keywords, stock_tickers. Google does not mind."
    ),
    kinds=URLSET_ONLY,
)
def news_child_order(part: Part, _context: Context) -> Hit | None:
    """The elements of a news item are not in the order of its schema."""
    if not is_item(part):
        return None
    hit = out_of_order(part, _RANKS)
    if hit is not None:
        return hit
    publication = part.child("publication")
    if publication is None:
        return None
    return out_of_order(Part(part.extension, publication, part.entry), _PUBLICATION_RANKS)


# The namespace

_LEGACY = re.compile(r"https?://www\.google\.com/schemas/sitemap-news/0\.(?:84|9)/?")
_NAMESPACE = N_(
    "News are declared as “{value}”; it must be “{wanted}”. The address is compared letter by "
    "letter, and Google sees no news in the file."
)


def _is_old_address(uri: str) -> bool:
    """Whether an address ends in 0.84 or has https, and means news."""
    return uri != NEWS and _LEGACY.fullmatch(uri) is not None


@rule(
    "news-legacy-namespace",
    title=N_("Old address of the news extension"),
    message=_NAMESPACE,
    kinds=URLSET_ONLY,
)
def news_legacy_namespace(file: File, _context: Context) -> Hit | None:
    """The namespace of news ends in ``/0.84``, or begins with ``https``.

    Good: ``http://www.google.com/schemas/sitemap-news/0.9``.
    """
    found = [one for one in file.declarations if _is_old_address(one.value)]
    if not found:
        return None
    fix = safe("set_namespaces", uris={one.name: NEWS for one in found})
    hides = () if _others_are_wrong(file, found) else ("ns-extension-wrong",)
    first = found[0]
    shown = {"wanted": NEWS}
    return Hit(shown, fix, value=first.value, at=first.name_start, hides=hides)


def _others_are_wrong(file: File, found: list[Attribute]) -> bool:
    return any(declared not in found for declared, _meant in wrong_extensions(file))


@rule(
    "news-legacy-namespace",
    title=N_("Old address of the news extension"),
    message=_NAMESPACE,
    kinds=URLSET_ONLY,
)
def news_legacy_namespace_here(part: Part, _context: Context) -> Hit | None:
    """An entry declares the namespace of news with ``/0.84`` or ``https``."""
    uri = part.element.namespace
    if not _is_old_address(uri) or uri in part.entry.names.namespaces.values():
        return None
    fix = splice(_declared_right(part, uri))
    return Hit({"wanted": NEWS}, fix, None, "news:news", uri, part.element.start)


def _declared_right(part: Part, uri: str) -> tuple[Splice, ...]:
    """Write the right address where the entry or the item declares the wrong one."""
    element = part.element
    pattern = re.compile(rb"xmlns(?::[^\s=]+)?\s*=\s*[\"'](%b)[\"']" % re.escape(uri.encode()))
    spans = (part.entry.parts.start_tag, (element.start, element.tag_end))
    found = (pattern.search(element.xml, first, last) for first, last in spans)
    return tuple(Splice(*one.span(1), NEWS.encode()) for one in found if one is not None)


RULES: tuple[Rule[Part], ...] = (
    news_legacy_namespace_here,
    news_tag_unknown,
    *news_missing.RULES,
    *news_values.RULES,
    news_deprecated,
    news_child_order,
)
ENTRY_RULES: tuple[Rule[Entry], ...] = (news_multiple,)
FILE_RULES: tuple[Rule[File], ...] = (
    news_legacy_namespace,
    news_too_many,
    *news_values.FILE_RULES,
)
