"""Group C, second part: what stands inside the elements of an entry, and between them."""

from __future__ import annotations

import re

from sitemap_editor.markup.lexer import decode_value
from sitemap_editor.protocol.kinds import XML_KINDS
from sitemap_editor.support.i18n import N_

from .base import Context, Hit, ask, rule, safe
from .engine.entry import Entry

_HREF = re.compile(rb"<[^>]*\bhref\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


@rule(
    "value-has-child-elements",
    title=N_("Elements inside a value"),
    message=N_(
        "The {field} holds other elements; it must be text alone, such as “{example}”. "
        "Yandex reports “cannot contain other tags”, and others read nothing or the wrong text."
    ),
    reads=("loc", "lastmod", "changefreq", "priority"),
    kinds=XML_KINDS,
    hides=("urlset-empty", "index-empty"),
)
def value_has_child_elements(entry: Entry, _context: Context) -> Hit | None:
    """A field holds elements instead of text.

    Good: ``<loc>https://www.example.com/a</loc>``. Bad: ``<loc><a href="…">A</a></loc>``.
    """
    child = next((child for child in entry.leaves if child.has_elements), None)
    if child is None:
        return None
    field, raw = child.local.decode(), entry.content(child)
    plain = _plain_text(raw)
    fix = ask("set_content", field=field, value=plain) if plain else None
    shown = {"field": field, "example": plain or "…"}
    return Hit(shown, fix, field=field, value=raw.decode(), at=child.content_start)


def _plain_text(raw: bytes) -> str:
    """The absolute address some element links to, else the text without the elements."""
    for double, single in _HREF.findall(raw):
        address = decode_value(double or single)
        if re.match(r"https?://", address):
            return address
    return decode_value(re.sub(rb"<[^!?][^>]*>", b"", raw))


@rule(
    "attribute-unexpected",
    title=N_("Attribute that does not belong here"),
    message=N_(
        "<{name}> has the attribute {attribute}; the elements of a sitemap have none. "
        "The schema rejects it, search engines ignore it."
    ),
    kinds=XML_KINDS,
)
def attribute_unexpected(entry: Entry, _context: Context) -> Hit | None:
    """The entry or one of its fields has an attribute."""
    if b"=" not in entry.xml:
        return None
    found = _first_plain(entry.attributes)
    if found is not None:
        shown = {"name": entry.parts.name.decode(), "attribute": found}
        return Hit(shown, ask("remove_attributes"), value=found, at=0)
    for child in entry.leaves:
        found = _first_plain(entry.attributes_of(child))
        if found is not None:
            shown = {"name": child.name.decode(), "attribute": found}
            return Hit(shown, ask("remove_attributes"), value=found, at=child.start)
    return None


def _first_plain(attributes: dict[str, str]) -> str | None:
    return next((n for n in attributes if ":" not in n and n != "xmlns"), None)


@rule(
    "cdata-used",
    title=N_("CDATA section in a value"),
    message=N_(
        "The {field} is written as a CDATA section; “{example}” as plain text says the same. "
        "It is legal, but simple tools do not read it."
    ),
    kinds=XML_KINDS,
)
def cdata_used(entry: Entry, _context: Context) -> Hit | None:
    """A field's text stands in ``<![CDATA[ ]]>``."""
    return _marked_up(entry, b"<![CDATA[")


@rule(
    "comment-in-value",
    title=N_("Comment in a value"),
    message=N_(
        "There is a comment or instruction inside the {field}; its value is “{example}”. "
        "It is legal, but simple tools stumble over it."
    ),
    kinds=XML_KINDS,
)
def comment_in_value(entry: Entry, _context: Context) -> Hit | None:
    """A comment or processing instruction stands within a field's text."""
    return _marked_up(entry, b"<!--") or _marked_up(entry, b"<?")


def _marked_up(entry: Entry, opening: bytes) -> Hit | None:
    if opening not in entry.xml:
        return None
    for child in entry.leaves:
        if child.has_markup and not child.has_elements and opening in entry.content(child):
            field, value = child.local.decode(), entry.text_of(child)
            fix = safe("plain_text", field=field)
            at = child.content_start
            return Hit({"field": field, "example": value}, fix, field=field, value=value, at=at)
    return None


@rule(
    "text-outside-elements",
    title=N_("Text between the elements"),
    message=N_(
        "There is text where only elements belong: “{value}”. "
        "Search engines ignore it or reject the file."
    ),
    kinds=XML_KINDS,
)
def text_outside_elements(entry: Entry, _context: Context) -> Hit | None:
    """Text stands directly inside an entry or between entries.

    Bad: ``<url>1. <loc>…</loc></url>``.
    """
    if entry.text is None:
        return None
    at, text = entry.text
    return Hit(fix=ask("delete_text"), value=text.decode(errors="replace"), at=at)


RULES = (
    value_has_child_elements,
    attribute_unexpected,
    cdata_used,
    comment_in_value,
    text_outside_elements,
)
