"""Group M: extensions that Google once had."""

from __future__ import annotations

from collections.abc import Iterator

from sitemap_editor.markup.elements import Element
from sitemap_editor.rules.base import URLSET_ONLY, Context, Hit, Rule, rule
from sitemap_editor.support.i18n import N_

from .part_hits import removal
from .parts import Part, splice, splices


def _whole(part: Part) -> Hit:
    """A hit about the part itself, which can go."""
    element = part.element
    name = element.name.decode()
    fix = removal([element])
    return Hit({"name": name}, fix, None, part.field(element.local), name, element.start)


@rule(
    "mobile-not-empty",
    title=N_("Mobile mark that is not empty"),
    message=N_(
        "<{name}> must be empty, without attributes, and stand in an entry once. "
        "Readers that hold to the schema reject the entry."
    ),
    kinds=URLSET_ONLY,
)
def mobile_not_empty(part: Part, _context: Context) -> Hit | None:
    """A ``mobile:mobile`` holds something, has attributes, or stands in an entry twice.

    Good: ``<mobile:mobile/>``.
    """
    if part.extension != "mobile" or part.element.local != "mobile":
        return None
    element = part.element
    if part.entry.all_of("mobile", "mobile")[0] is not part:
        return _whole(part)._replace(fix=splice(element.removed()))
    if not (element.attributes or element.children or element.text):
        return None
    content = element.without_content() if element.content else ()
    attributes = (element.without_attribute(name) for name in element.attributes)
    return _whole(part)._replace(fix=splice(splices(content, *attributes)))


@rule(
    "mobile-legacy",
    title=N_("Mark for old mobile phones"),
    message=N_(
        "<{name}> marked pages for mobile phones from before smartphones; Google advises against "
        "it for other pages. It can go."
    ),
    kinds=URLSET_ONLY,
)
def mobile_legacy(part: Part, _context: Context) -> Hit | None:
    """An element of Google's mobile extension, which is for pages of feature phones only."""
    return _whole(part) if part.extension == "mobile" else None


@rule(
    "codesearch-legacy",
    title=N_("Mark for Google Code Search"),
    message=N_(
        "<{name}> belongs to Google Code Search, which is closed. Nobody reads it; it can go."
    ),
    kinds=URLSET_ONLY,
)
def codesearch_legacy(part: Part, _context: Context) -> Hit | None:
    """An element of the extension for Google Code Search."""
    return _whole(part) if part.extension == "codesearch" else None


@rule(
    "geo-legacy",
    title=N_("Mark for geographic files"),
    message=N_(
        "<{name}> marked geographic files such as KML; Google documents it no longer. It can go."
    ),
    kinds=URLSET_ONLY,
)
def geo_legacy(part: Part, _context: Context) -> Hit | None:
    """An element of Google's extension for geographic files."""
    return _whole(part) if part.extension == "geo" else None


@rule(
    "pagemap-structure",
    title=N_("PageMap that is not put together right"),
    message=N_(
        "In the PageMap: <{name}> has no {found}, which it must have. Readers skip such data."
    ),
    kinds=URLSET_ONLY,
)
def pagemap_structure(part: Part, _context: Context) -> Hit | None:
    """A PageMap holds at most one ``Template`` and then ``DataObject`` elements.

    A Template has ``src``, a DataObject ``type``, an Attribute ``name`` and either ``value`` or
    text.
    """
    if part.extension != "pagemap" or part.element.local != "PageMap":
        return None
    return next(_faults(part), None)


_NOT_HERE = N_(
    "In the PageMap: <{name}> has no place there. It holds at most one Template, and then "
    "DataObjects. Readers skip what they do not know."
)
_BOTH = N_(
    "In the PageMap: an <{name}> has a value and a text. It takes one of them; readers cannot know "
    "which is right."
)
_NEITHER = N_(
    "In the PageMap: an <{name}> has neither a value nor a text. It takes one of them, else it "
    "says nothing."
)


def _faults(part: Part) -> Iterator[Hit]:
    for number, child in enumerate(part.element.children):
        is_own = child.namespace == part.element.namespace
        if is_own and child.local == "Template" and number == 0:
            yield from _lacks(part, child, "src")
        elif is_own and child.local == "DataObject":
            yield from _lacks(part, child, "type")
            for attribute in child.named("Attribute"):
                yield from _attribute(part, attribute)
        else:
            yield _about(part, child, _NOT_HERE)


def _about(part: Part, child: Element, message: str | None = None, found: str = "") -> Hit:
    name = child.name.decode()
    shown = {"name": name, "found": found}
    return Hit(shown, None, None, part.field(child.local), name, child.start, message)


def _lacks(part: Part, child: Element, attribute: str) -> Iterator[Hit]:
    if not child.attributes.get(attribute, "").strip():
        yield _about(part, child, found=attribute)


def _attribute(part: Part, child: Element) -> Iterator[Hit]:
    yield from _lacks(part, child, "name")
    has_value, has_text = "value" in child.attributes, bool(child.text)
    if has_value == has_text:
        yield _about(part, child, _BOTH if has_value else _NEITHER)


RULES: tuple[Rule[Part], ...] = (
    mobile_not_empty,
    mobile_legacy,
    codesearch_legacy,
    geo_legacy,
    pagemap_structure,
)
