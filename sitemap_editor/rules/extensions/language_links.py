"""What rules about links to other languages are given: one ``xhtml:link`` taken apart."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sitemap_editor.markup.elements import Element, Splice, splice
from sitemap_editor.markup.style import start_of_white
from sitemap_editor.protocol.hreflang_codes import DEFAULT, WHITE
from sitemap_editor.rules.engine.entry import Entry

from .parts import Part, splices

FIELD = "xhtml:link"
NAMES = ("rel", "hreflang", "href")
_APPS = ("android-app://", "ios-app://")


class Link(NamedTuple):
    """A link: its element, and what its attributes say, None for those that are not there."""

    element: Element
    rel: str | None
    hreflang: str | None
    href: str | None

    @property
    def code(self) -> str:
        """The code of the language, trimmed, in small letters; empty when there is none."""
        return (self.hreflang or "").strip(WHITE).lower()

    @property
    def is_default(self) -> bool:
        """Whether it is for people of all other languages."""
        return self.code == DEFAULT

    @property
    def is_whole(self) -> bool:
        """Whether it names a language and a page."""
        return bool(self.code) and bool((self.href or "").strip(WHITE))


@lru_cache(maxsize=64)
def link_of(part: Part) -> Link | None:
    """The link that a part is; None for other elements, and for what is not about languages.

    Without ``hreflang``, a link with ``media`` tells of a page for mobile devices and one to an app
    of an app, which is legal:
    https://developers.google.com/search/docs/crawling-indexing/mobile/mobile-sites.
    """
    element = part.element
    if element.local != "link":
        return None
    attributes = element.attributes
    rel, code, href = map(attributes.get, NAMES)
    if rel is not None and code is not None and href is not None:
        return Link(element, rel, code, href)
    by_local = {name.rpartition(":")[2]: value for name, value in attributes.items()}
    rel, code, href = map(by_local.get, NAMES)
    is_other = "media" in by_local or (href or "").strip(WHITE).startswith(_APPS)
    if code is None and is_other and (rel or "").strip(WHITE).lower() == "alternate":
        return None
    return Link(element, rel, code, href)


@lru_cache(maxsize=4)
def links_of(entry: Entry) -> tuple[Link, ...]:
    """The links of an entry that name a language and a page."""
    found = (link_of(part) for part in entry.all_of("xhtml", "link"))
    return tuple(link for link in found if link is not None and link.is_whole)


def written_name(element: Element, local: str) -> str:
    """The name of an attribute as it is written, with a prefix if it has one."""
    names = element.attributes
    return next((one for one in names if one.rpartition(":")[2] == local), local)


def place_of_attribute(element: Element, local: str) -> int:
    """Where the value of an attribute begins, or the element when there is none."""
    place = element.places.get(written_name(element, local))
    if place is None:
        return element.start
    value = element.xml[place.value_start : place.value_end]
    blank = len(value) - len(value.lstrip())
    return place.value_start + (blank if blank < len(value) else 0)


def with_value(element: Element, local: str, value: str) -> tuple[Splice, ...]:
    """Give an attribute another value, under the name it is written by."""
    return element.with_attribute(written_name(element, local), value)


def another(link: Link, code: str, href: str) -> tuple[Splice, ...]:
    """Put one more link behind this one, written like it."""
    element = link.element
    changes = splices(
        with_value(element, "hreflang", code),
        with_value(element, "href", href),
        element.without_content() if element.content else (),
    )
    mended = splice(element.xml, changes)
    first = start_of_white(element.xml, element.start)
    last = element.end + len(mended) - len(element.xml)
    return (Splice(element.end, element.end, mended[first:last]),)
