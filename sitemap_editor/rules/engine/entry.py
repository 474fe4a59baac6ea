"""What rules about a whole entry are given: its bytes taken apart, and names made out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from sitemap_editor.markup.elements import read_element
from sitemap_editor.markup.lexer import Child, EntryParts, Names, decode_value, lex_entry
from sitemap_editor.markup.values import SPECIAL, decode_attribute, decode_untrimmed, is_editable
from sitemap_editor.protocol.fields import FIELD_BY_NAME, fields_of
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.namespaces import XML, is_sitemap_namespace
from sitemap_editor.rules.extensions.parts import Part, extension_of
from sitemap_editor.rules.values import Loc, Value

_ATTRIBUTE = re.compile(rb"\s([^\s\"'<>/=]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
Scope = Mapping[str, str]


def attributes_of(tag: bytes) -> dict[str, str]:
    """Names and values of a start tag's attributes, as written and decoded."""
    return {
        name.decode(): decode_attribute(double or single)
        for name, double, single in _ATTRIBUTE.findall(tag)
    }


def scope_with(attributes: Mapping[str, str], scope: Scope) -> Scope:
    """The namespaces in scope where a tag has these attributes."""
    declared = {
        name.partition(":")[2]: uri
        for name, uri in attributes.items()
        if name == "xmlns" or name.startswith("xmlns:")
    }
    return {**scope, **declared} if declared else scope


def namespace_of(name: bytes, scope: Scope) -> str:
    """The namespace of an element name as written."""
    prefix = name.decode().rpartition(":")[0]
    return XML if prefix == "xml" else scope.get(prefix, "")


def text_outside(xml: bytes, spans: Iterator[tuple[int, int]]) -> tuple[int, bytes] | None:
    """The first text in these spans that is no white space, comment or instruction."""
    for first, last in spans:
        piece = xml[first:last]
        if not piece.strip():
            continue
        text = SPECIAL.sub(lambda found: found[1] or b"", piece).strip()
        if text:
            return first + max(piece.find(text.split()[0]), 0), text
    return None


def are_alike(one: bytes, other: bytes, names: Names, kind: Kind) -> bool:
    """Whether two entries are equal but for the text of their address."""
    if one == other or not kind.is_xml:
        return True
    return _without_address(one, names) == _without_address(other, names)


def _without_address(xml: bytes, names: Names) -> bytes:
    child = lex_entry(xml, names).first_of("loc")
    return xml if child is None else xml[: child.content_start] + xml[child.content_end :]


class Entry:
    """One entry of an XML sitemap; everything about it is found out when it is asked for."""

    def __init__(self, xml: bytes, names: Names, kind: Kind) -> None:
        """``xml``: the entry's own bytes, without the gap before it."""
        self.xml = xml
        self.names = names
        self.kind = kind

    @cached_property
    def parts(self) -> EntryParts:
        """Its tags and children."""
        return lex_entry(self.xml, self.names)

    @cached_property
    def core(self) -> list[Child]:
        """The children that are the sitemap's own elements."""
        return [child for child in self.parts.children if child.is_core]

    @cached_property
    def leaves(self) -> list[Child]:
        """The children that are fields of this kind."""
        allowed = {field.name.encode() for field in fields_of(self.kind)}
        return [child for child in self.core if child.local in allowed]

    def content(self, child: Child) -> bytes:
        """The raw bytes between a child's tags."""
        return self.xml[child.content_start : child.content_end]

    def value(self, field: str) -> Value | None:
        """The first such field; None when there is none, or what it says cannot be known.

        That is so with elements in it, and with references that only a DOCTYPE explains.
        """
        child = self.parts.first_of(field)
        if child is None or child.has_elements or not is_editable(self.content(child)):
            return None
        text = decode_untrimmed(self.content(child))
        return Loc(text) if field == "loc" else Value(field, text)

    def text_of(self, child: Child) -> str:
        """The trimmed value of a child."""
        return decode_value(self.content(child))

    @cached_property
    def attributes(self) -> dict[str, str]:
        """The attributes of the entry's own start tag."""
        first, last = self.parts.start_tag
        return attributes_of(self.xml[first:last])

    @cached_property
    def scope(self) -> Scope:
        """The namespaces in scope inside the entry."""
        return scope_with(self.attributes, self.names.namespaces)

    def namespace(self, child: Child | None = None) -> str:
        """The namespace of the entry itself or of a child."""
        if child is None:
            return namespace_of(self.parts.name, self.scope)
        return namespace_of(child.name, scope_with(self.attributes_of(child), self.scope))

    def attributes_of(self, child: Child) -> dict[str, str]:
        """The attributes of a child."""
        tag = self.xml[child.start : child.end if child.self_closed else child.content_start]
        return attributes_of(tag) if b"=" in tag else {}

    @cached_property
    def stray(self) -> list[bytes]:
        """Names of fields, as written, that are in no or another sitemap namespace."""
        root = self.names.root_namespace
        return [
            child.name
            for child in self.parts.children
            if child.local.decode() in FIELD_BY_NAME and self._is_stray(self.namespace(child), root)
        ]

    @property
    def is_stray(self) -> bool:
        """Whether the entry itself is in no or another sitemap namespace than the root."""
        return self._is_stray(self.namespace(), self.names.root_namespace)

    @staticmethod
    def _is_stray(uri: str, root: str) -> bool:
        return uri != root and is_sitemap_namespace(uri)

    @cached_property
    def page(self) -> Loc | None:
        """The address of the page; None when there is none, or none that can be known."""
        loc = self.value("loc")
        return loc if isinstance(loc, Loc) and loc.address else None

    @cached_property
    def extensions(self) -> dict[str, list[Part]]:
        """The extension elements directly in the entry, by the usual prefix of their namespace."""
        found: dict[str, list[Part]] = {}
        for child in self.parts.children:
            if not child.is_core:
                element = read_element(self.xml, child.start, self.scope)
                extension = extension_of(element.namespace)
                if extension is not None:
                    found.setdefault(extension, []).append(Part(extension, element, self))
        return found

    def all_of(self, extension: str, local: str | None = None) -> list[Part]:
        """The parts of one extension, of one name only when that is given."""
        parts = self.extensions.get(extension, [])
        return parts if local is None else [part for part in parts if part.element.local == local]

    @cached_property
    def text(self) -> tuple[int, bytes] | None:
        """Place and bytes of text directly in the entry."""
        if self.parts.end_tag is None:
            return None
        starts = [self.parts.start_tag[1], *(child.end for child in self.parts.children)]
        ends = [*(child.start for child in self.parts.children), self.parts.end_tag[0]]
        return text_outside(self.xml, zip(starts, ends, strict=True))
