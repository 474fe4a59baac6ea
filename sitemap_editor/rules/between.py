"""Groups B and C: what stands between the entries instead of in them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sitemap_editor.markup.lexer import Child
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.kinds import XML_KINDS, Kind
from sitemap_editor.protocol.namespaces import EXTENSION_BY_URI
from sitemap_editor.protocol.urls import split_url
from sitemap_editor.support.i18n import N_

from . import content, root, structure
from .base import INDEX_ONLY, Context, Hit, ask, rule, safe
from .engine.entry import Entry
from .engine.frame import STYLESHEET
from .index import index_child_is_page, is_page

_OTHER = {Kind.URLSET: b"sitemap", Kind.SITEMAPINDEX: b"url"}
WRAP = b"<x>"


@dataclass(frozen=True)
class Gap:
    """What stands between two entries, wrapped in an element to take it apart."""

    entry: Entry
    is_all: bool = False
    """Whether it is all that the root holds."""

    @cached_property
    def strangers(self) -> list[Child]:
        """Elements of the sitemap's own namespace."""
        return self.entry.core


@rule(
    "root-children-mixed",
    title=N_("Pages and sitemaps in one file"),
    message=N_(
        "There is a <{value}> in this file, which lists <{wanted}>; put the two into files of "
        "their own. Search engines read one kind only."
    ),
    kinds=XML_KINDS,
    hides=("urlset-empty", "index-empty"),
)
def root_children_mixed(gap: Gap, _context: Context) -> Hit | None:
    """A urlset holds a ``sitemap``, or a sitemapindex a ``url``."""
    kind = gap.entry.kind
    found = next((child for child in gap.strangers if child.local == _OTHER[kind]), None)
    if found is None:
        return None
    is_other = gap.is_all and all(child.local == found.local for child in gap.strangers)
    fix = ask("convert") if is_other else None
    return Hit({"wanted": kind.entry_name}, fix, value=found.name.decode(), at=found.start)


def _page_in_index(gap: Gap, _context: Context) -> Hit | None:
    """A page stands in an index as a ``url``."""
    for child in gap.strangers:
        if child.local != b"url":
            continue
        inner = Entry(gap.entry.xml[child.start : child.end], gap.entry.names, Kind.URLSET)
        loc = inner.value("loc")
        url = split_url(loc.text) if loc is not None else None
        if loc is not None and url is not None and is_page(url.path or "/", url.query):
            return Hit(value=loc.text, at=child.start)
    return None


page_in_index = rule(
    "index-child-is-page",
    title=index_child_is_page.title,
    message=index_child_is_page.message,
    kinds=INDEX_ONLY,
)(_page_in_index)


@rule(
    "extension-outside-url",
    title=N_("Extension outside of an entry"),
    message=N_(
        "<{value}> stands between the entries; it belongs inside the <{wanted}> of its page. "
        "Google does not know which page it is about."
    ),
    kinds=XML_KINDS,
)
def extension_outside_url(gap: Gap, _context: Context) -> Hit | None:
    """An image, video, news or language element is no child of an entry."""
    for child in gap.entry.parts.children:
        if not child.is_core and gap.entry.namespace(child) in EXTENSION_BY_URI:
            wanted = gap.entry.kind.entry_name
            fix = ask("adopt_extensions")
            return Hit({"wanted": wanted}, fix, value=child.name.decode(), at=child.start)
    return None


def _wrong_case(gap: Gap, _context: Context) -> Hit | None:
    """An entry's name is right but for capital letters."""
    right = gap.entry.kind.entry_name
    for child in gap.strangers:
        name = child.local.decode()
        if name != right and name.lower() == right:
            shown = {"name": name, "example": right}
            fix = safe("to_entries")
            return Hit(shown, fix, severity=Severity.ERROR, value=name, at=child.start)
    return None


wrong_case_entry = rule(
    "element-wrong-case",
    title=structure.element_wrong_case.title,
    message=structure.element_wrong_case.message,
    kinds=XML_KINDS,
)(_wrong_case)


def _text_between(gap: Gap, context: Context) -> Hit | None:
    """Text stands between the entries."""
    return content.text_outside_elements.check(gap.entry, context)


text_between = rule(
    "text-outside-elements",
    title=content.text_outside_elements.title,
    message=content.text_outside_elements.message,
    kinds=XML_KINDS,
)(_text_between)


def _stylesheet_between(gap: Gap, _context: Context) -> Hit | None:
    """A style sheet is named inside the root, where no browser looks."""
    found = STYLESHEET.search(gap.entry.xml)
    if found is None:
        return None
    return Hit(fix=safe("move_stylesheets"), value="xml-stylesheet", at=found.start())


stylesheet_between = rule(
    "stylesheet-pi-misplaced",
    title=root.stylesheet_pi_misplaced.title,
    message=root.stylesheet_pi_misplaced.message,
    kinds=XML_KINDS,
)(_stylesheet_between)

RULES = (
    stylesheet_between,
    root_children_mixed,
    page_in_index,
    extension_outside_url,
    wrong_case_entry,
    text_between,
)
