"""The changes that make several entries of one, or give its elements another shape, by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sitemap_editor.markup.elements import Splice, splice
from sitemap_editor.markup.lexer import Child, lex_entry
from sitemap_editor.markup.text_lines import line_of
from sitemap_editor.markup.values import SPECIAL, decode_value
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.namespaces import EXTENSION_BY_PREFIX
from sitemap_editor.protocol.urls import split_url
from sitemap_editor.rules.engine.entry import Entry
from sitemap_editor.rules.engine.gate_loc import slash_style
from sitemap_editor.rules.extensions.news_values import publication_name

from .entry_fixes import Surroundings, change_entry, without
from .gap_fixes import without_text


def _split_locs(xml: bytes, at: Surroundings) -> list[bytes]:
    """One entry a loc, each with all the other children."""
    found = at.children(xml, "loc")
    return [without(xml, found[:n] + found[n + 1 :]) for n in range(len(found))] or [xml]


def _lift_entries(xml: bytes, at: Surroundings) -> list[bytes]:
    """Take the entries inside of an entry out and put them behind it."""
    inner = at.children(xml, at.kind.entry_name)
    return [without(xml, inner), *(xml[child.start : child.end] for child in inner)]


def _become_entries(xml: bytes, at: Surroundings, addresses: tuple[str, ...]) -> list[bytes]:
    """One entry an address, all of them in the shape of this one without its date."""
    bare = change_entry(xml, at, "remove_field", {"field": "lastmod"})
    return [change_entry(bare, at, "set_field", {"field": "loc", "value": a}) for a in addresses]


def _split_line(xml: bytes, at: Surroundings, values: tuple[str, ...]) -> list[bytes]:
    """One line an address."""
    try:
        return [line_of(value, at.codec) for value in values]
    except SitemapError:
        return [xml]


SPLITS: dict[str, Callable[..., list[bytes]]] = {
    "split_locs": _split_locs,
    "lift_entries": _lift_entries,
    "split_line": _split_line,
    "become_entries": _become_entries,
}


def split_entry(
    xml: bytes, at: Surroundings, name: str, parameters: dict[str, Any]
) -> list[bytes] | None:
    """The entries that a change makes of one, the first in its place; None for another change."""
    split = SPLITS.get(name)
    return None if split is None else split(xml, at, **parameters)


def _delete_text(xml: bytes, at: Surroundings) -> bytes:
    """Take text that stands directly in an entry out."""
    parts = lex_entry(xml, at.names)
    if parts.end_tag is None:
        return xml
    kept = [xml[: parts.start_tag[1]]]
    position = parts.start_tag[1]
    for child in parts.children:
        kept += [without_text(xml[position : child.start]), xml[child.start : child.end]]
        position = child.end
    kept += [without_text(xml[position : parts.end_tag[0]]), xml[parts.end_tag[0] :]]
    return b"".join(kept)


def _prefix_child(xml: bytes, at: Surroundings, local: str) -> bytes:
    """Give an extension's element, and the plain elements in it, the prefix of the extension."""
    for child in reversed(at.children(xml, local)):
        raw = xml[child.start : child.end]
        xml = xml[: child.start] + _prefixed(raw, child, at, local) + xml[child.end :]
    return xml


def _prefixed(raw: bytes, child: Child, at: Surroundings, local: str) -> bytes:
    uri = EXTENSION_BY_PREFIX[local].uri
    known = at.names.namespaces.items()
    prefix = next((name for name, bound in known if bound == uri and name), None)
    declared = b"" if prefix else f' xmlns:{local}="{uri}"'.encode()
    marked = with_prefix(raw, b"", (prefix or local).encode() + b":")
    end = len(prefix or local) + 1 + len(child.name) + 1
    return marked[:end] + declared + marked[end:]


def with_prefix(xml: bytes, old: bytes, new: bytes) -> bytes:
    """Rename the prefix (with its colon, or nothing) of all elements in these bytes.

    Comments, CDATA sections and instructions stay as they are.
    """
    name = re.escape(old) + rb"(?=[^\s/>:!?]+[\s/>])"
    pattern = re.compile(SPECIAL.pattern + rb"|(</?)" + name, re.DOTALL)
    return pattern.sub(lambda found: found[0] if not found[2] else found[2] + new, xml)


def _set_slash(xml: bytes, at: Surroundings, style: str) -> bytes:
    """Let the path of an address end with a slash or without, where it could do either."""
    text = xml.decode("utf-8", "replace")
    if at.kind.is_xml:
        child = lex_entry(xml, at.names).first_of("loc")
        text = decode_value(xml[child.content_start : child.content_end]) if child else ""
    url = split_url(text)
    if not url.is_web or slash_style(url.path, url.query) != (2 if style == "with" else 1):
        return xml
    path = f"{url.path}/" if style == "with" else url.path.rstrip("/")
    value = str(url.replace(path=path))
    return change_entry(xml, at, "set_field", {"field": "loc", "value": value})


def _name_publication(xml: bytes, at: Surroundings, publication: str) -> bytes:
    """Let the news items of an entry name this publication where they name another."""
    changes: list[Splice] = []
    for item in Entry(xml, at.names, at.kind).all_of("news", "news"):
        child = publication_name(item)
        if child is not None and child.text != publication:
            changes += child.with_text(publication)
    return splice(xml, changes, at.codec)


SHAPES: dict[str, Callable[..., bytes]] = {
    "delete_text": _delete_text,
    "prefix_child": _prefix_child,
    "set_slash": _set_slash,
    "name_publication": _name_publication,
}


def change_shape(xml: bytes, at: Surroundings, name: str, parameters: dict[str, Any]) -> bytes:
    """Return the entry with a change made to it, of this file or to a value."""
    change = SHAPES.get(name)
    if change is None:
        return change_entry(xml, at, name, parameters)
    return change(xml, at, **parameters)
