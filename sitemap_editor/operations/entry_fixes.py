"""The changes that fixes make to the bytes of one entry, by name.

Each is surgical and does nothing the second time. What a change cannot be made to stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from sitemap_editor.document.document import Document
from sitemap_editor.markup.build import element
from sitemap_editor.markup.elements import Splice, splice
from sitemap_editor.markup.lexer import Child, Names, lex_entry
from sitemap_editor.markup.patch import set_field as patch_field
from sitemap_editor.markup.style import Style, start_of_white
from sitemap_editor.markup.text_lines import line_of
from sitemap_editor.markup.values import (
    cdata_text,
    decode_untrimmed,
    escape_text,
    is_editable,
    is_encodable,
)
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import FIELD_BY_NAME, fields_of
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.namespaces import is_sitemap_namespace
from sitemap_editor.protocol.urls import WHITE_SPACE
from sitemap_editor.rules.engine.entry import Entry

_ATTRIBUTE = re.compile(rb"\s+([^\s\"'<>/=]+)\s*=\s*(?:\"[^\"]*\"|'[^']*')")
_DEFAULT_NAMESPACE = re.compile(rb"\s+xmlns\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an entry stands in: names, style, kind and encoding of its document."""

    names: Names
    style: Style
    kind: Kind
    codec: str | None = None

    @classmethod
    def of(cls, doc: Document) -> Self:
        """What an entry of a document stands in now."""
        return cls(doc.names, doc.style, doc.kind, doc.codec)

    def children(self, xml: bytes, local: str) -> list[Child]:
        """The core children of this name, fields or not."""
        name = local.encode()
        parts = lex_entry(xml, self.names)
        return [child for child in parts.children if child.is_core and child.local == name]


def _set_field(xml: bytes, at: Surroundings, field: str, value: str) -> bytes:
    try:
        return patch_field(xml, field, value, at.names, at.style, at.kind, codec=at.codec)
    except SitemapError:
        return xml


def _remove_field(xml: bytes, at: Surroundings, field: str) -> bytes:
    try:
        return patch_field(xml, field, None, at.names, at.style, at.kind, codec=at.codec)
    except SitemapError:
        return xml


def _trim(xml: bytes, at: Surroundings, field: str) -> bytes:
    """Let nothing but the value stand between the tags."""
    for child in at.children(xml, field)[:1]:
        raw = xml[child.content_start : child.content_end]
        text = decode_untrimmed(raw).strip(WHITE_SPACE)
        if child.self_closed or child.has_elements or not is_editable(raw):
            continue
        is_section = raw.strip().startswith(b"<![CDATA[") and b"<!--" not in raw
        if b"<" not in raw and decode_untrimmed(raw.strip()) == text:
            new = raw.strip()
        elif is_section and "\r" not in text and is_encodable(text, at.codec or "utf-8"):
            new = b"<![CDATA[%b]]>" % cdata_text(text)
        else:
            new = escape_text(text, at.codec)
        return xml[: child.content_start] + new + xml[child.content_end :]
    return xml


def _plain_text(xml: bytes, at: Surroundings, field: str) -> bytes:
    """Write a value as escaped text, without CDATA and comments."""
    for child in at.children(xml, field):
        raw = xml[child.content_start : child.content_end]
        if child.has_markup and not child.has_elements and is_editable(raw):
            new = escape_text(decode_untrimmed(raw), at.codec)
            return xml[: child.content_start] + new + xml[child.content_end :]
    return xml


def _set_content(xml: bytes, at: Surroundings, field: str, value: str) -> bytes:
    """Put text in the place of the elements in a field."""
    for child in at.children(xml, field):
        if child.has_elements:
            new = escape_text(value, at.codec)
            return xml[: child.content_start] + new + xml[child.content_end :]
    return xml


def without(xml: bytes, children: Iterable[Child]) -> bytes:
    """The entry without these children and the white space before them."""
    for child in sorted(children, key=lambda child: -child.start):
        xml = xml[: start_of_white(xml, child.start)] + xml[child.end :]
    return xml


def _keep_one(xml: bytes, at: Surroundings, field: str, keep: int) -> bytes:
    found = at.children(xml, field)
    return without(xml, found[:keep] + found[keep + 1 :]) if keep < len(found) else xml


def _remove_child(xml: bytes, at: Surroundings, local: str) -> bytes:
    return without(xml, at.children(xml, local))


def _rename_child(xml: bytes, at: Surroundings, old: str, new: str) -> bytes:
    for child in reversed(at.children(xml, old)):
        xml = renamed(xml, child, new.encode())
    return xml


def renamed(xml: bytes, child: Child, local: bytes, shift: int = 0) -> bytes:
    """The bytes with another local name in a child's tags; ``shift`` is added to its places."""
    name = child.name[: len(child.name) - len(child.local)] + local
    first = child.start + 1 + shift
    if not child.self_closed:
        last = xml.index(child.name, child.content_end + shift)
        xml = xml[:last] + name + xml[last + len(child.name) :]
    return xml[:first] + name + xml[first + len(child.name) :]


def _reorder(xml: bytes, at: Surroundings) -> bytes:
    """Put the fields in the order of the schema and extensions behind them.

    The white space and comments between the elements stay where they are.
    """
    known = [field.name.encode() for field in fields_of(at.kind)]
    children = lex_entry(xml, at.names).children

    def rank(child: Child) -> int:
        if not child.is_core:
            return len(known) + 1
        return known.index(child.local) if child.local in known else len(known)

    ordered = sorted(children, key=rank)
    pieces: list[bytes] = []
    position = 0
    for slot, child in zip(children, ordered, strict=True):
        pieces += (xml[position : slot.start], xml[child.start : child.end])
        position = slot.end
    return b"".join((*pieces, xml[position:]))


def _remove_attributes(xml: bytes, at: Surroundings) -> bytes:
    """Take attributes without a namespace off the entry and its fields."""
    known = {field.name.encode() for field in fields_of(at.kind)}
    parts = lex_entry(xml, at.names)
    tags = [
        (child.start, child.end if child.self_closed else child.content_start)
        for child in parts.children
        if child.is_core and child.local in known
    ]
    for first, last in reversed([parts.start_tag, *tags]):
        xml = xml[:first] + _ATTRIBUTE.sub(_kept, xml[first:last]) + xml[last:]
    return xml


def _kept(attribute: re.Match[bytes]) -> bytes:
    name = attribute[1]
    return attribute[0] if b":" in name or name == b"xmlns" else b""


def _drop_declarations(xml: bytes, at: Surroundings) -> bytes:
    """Let entry and fields be in the namespace of the root."""
    root = at.names.root_namespace
    inherited = b"" if not at.names.prefix else b' xmlns="%b"' % root.encode()

    def mended(found: re.Match[bytes]) -> bytes:
        uri = (found[1] if found[1] is not None else found[2]).decode()
        return inherited if uri != root and is_sitemap_namespace(uri) else found[0]

    parts = lex_entry(xml, at.names)
    tags = [
        (child.start, child.end if child.self_closed else child.content_start)
        for child in parts.children
        if child.local.decode() in FIELD_BY_NAME
    ]
    for first, last in reversed([parts.start_tag, *tags]):
        xml = xml[:first] + _DEFAULT_NAMESPACE.sub(mended, xml[first:last]) + xml[last:]
    return _with_prefix_of_root(xml, at)


def _with_prefix_of_root(xml: bytes, at: Surroundings) -> bytes:
    """Give entry and fields that are still in another sitemap namespace the prefix of the root."""
    whole = Entry(xml, at.names, at.kind)
    parts, stray = whole.parts, set(whole.stray)
    for child in reversed(parts.children):
        if child.name in stray and child.local.decode() in FIELD_BY_NAME:
            name = at.names.prefix + child.local
            xml = _renamed(xml, child.start, child.content_end, child.name, name)
    if whole.is_stray:
        end = parts.end_tag[0] + len(xml) - len(whole.xml) if parts.end_tag is not None else 0
        local = parts.name.rpartition(b":")[2]
        xml = _renamed(xml, parts.start_tag[0], end, parts.name, at.names.prefix + local)
    return xml


def _renamed(xml: bytes, start: int, end: int, name: bytes, new: bytes) -> bytes:
    """An element whose start tag begins at ``start``, and its end tag at ``end``, renamed."""
    if xml[end : end + 2] == b"</":
        xml = xml[: end + 2] + new + xml[end + 2 + len(name) :]
    return xml[: start + 1] + new + xml[start + 1 + len(name) :]


def _wrap_text(xml: bytes, at: Surroundings, field: str, value: str) -> bytes:
    """Put the entry's own text, one address, into an element."""
    parts = lex_entry(xml, at.names)
    text = escape_text(value)
    first = parts.start_tag[1]
    place = xml.find(text, first, parts.children[0].start if parts.children else len(xml))
    if place < 0:
        return xml
    return xml[:place] + element(parts.prefix, field, value, at.codec) + xml[place + len(text) :]


def _splice(
    xml: bytes,
    at: Surroundings,
    splices: Iterable[Splice],
    namespaces: Mapping[str, str] | None = None,
) -> bytes:
    """Make changes that a rule worked out for these very bytes.

    ``namespaces`` are prefixes that what is written needs; the root gets to declare them.
    """
    return splice(xml, splices, at.codec)


CHANGES: dict[str, Callable[..., bytes]] = {
    "splice": _splice,
    "set_field": _set_field,
    "remove_field": _remove_field,
    "trim": _trim,
    "plain_text": _plain_text,
    "set_content": _set_content,
    "keep_one": _keep_one,
    "remove_child": _remove_child,
    "rename_child": _rename_child,
    "reorder": _reorder,
    "remove_attributes": _remove_attributes,
    "drop_declarations": _drop_declarations,
    "wrap_text": _wrap_text,
}


def change_entry(xml: bytes, at: Surroundings, name: str, parameters: dict[str, Any]) -> bytes:
    """Return the entry with a change made to it; the same bytes when there is nothing to do."""
    if not at.kind.is_xml:
        return _change_line(xml, at, name, parameters)
    change = CHANGES.get(name)
    return xml if change is None else change(xml, at, **parameters)


def _change_line(line: bytes, at: Surroundings, name: str, parameters: dict[str, Any]) -> bytes:
    if name == "trim":
        return line.decode("utf-8", "replace").strip(WHITE_SPACE).encode()
    if name != "set_field":
        return line
    try:
        return line_of(parameters["value"], at.codec)
    except SitemapError:
        return line
