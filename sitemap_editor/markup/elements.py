"""The elements in a piece of an entry as a tree, and the small changes that can be made to them.

A change is a splice: a run of the entry's bytes and what stands there instead. Nothing here
recurses, so that depth costs no stack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from sitemap_editor.protocol.namespaces import XML

from .lexer import START_TAG
from .style import start_of_white
from .values import decode_attribute, decode_value, escape_attribute, escape_text, is_editable

Scope = Mapping[str, str]

_MARKUP = re.compile(
    rb"(?s:<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>)|(</)[^>]*+>|(<)(?=[^!?/])",
)
_ATTRIBUTE = re.compile(rb"\s+([^\s\"'<>/=]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


class Splice(NamedTuple):
    """What stands in the place of ``start`` to ``end`` of an entry's bytes."""

    start: int
    end: int
    markup: bytes


class Place(NamedTuple):
    """An attribute: its value, and where all of it and what is between its quotes stand."""

    value: str
    start: int
    end: int
    value_start: int
    value_end: int


class Element:
    """One element: places are offsets into ``xml``, the bytes of the whole entry.

    ``start`` to ``end`` is all of it, ``content_start`` to ``content_end`` what stands between its
    tags; both are ``end`` when it is self-closed. ``name`` is as written, ``namespace`` the address
    its prefix stands for, empty for none.
    """

    def __init__(self, xml: bytes, tag: re.Match[bytes], scope: Scope) -> None:
        self.xml = xml
        self.name = tag[1]
        self.scope = _inner_scope(tag[2], scope)
        prefix, _colon, local = tag[1].decode().rpartition(":")
        self.local = local
        self.namespace = XML if prefix == "xml" else self.scope.get(prefix, "")
        self.start, self.tag_end = tag.span()
        self.self_closed = bool(tag[3])
        self.content_start = self.content_end = self.end = self.tag_end
        self.has_markup = False
        self.children: list[Element] = []
        self._text: str | None = None

    @property
    def content(self) -> bytes:
        """The raw bytes between the tags."""
        return self.xml[self.content_start : self.content_end]

    @property
    def text(self) -> str:
        """The trimmed text of the element itself, without that of elements in it."""
        if self._text is None:
            self._text = self._read_text()
        return self._text

    def _read_text(self) -> str:
        if not self.children:
            return decode_value(self.xml[self.content_start : self.content_end])
        pieces = []
        position = self.content_start
        for child in self.children:
            pieces.append(self.xml[position : child.start])
            position = child.end
        pieces.append(self.xml[position : self.content_end])
        return decode_value(b"".join(pieces))

    @property
    def is_known(self) -> bool:
        """Whether all that its text refers to is known without a DOCTYPE."""
        return is_editable(self.content)

    @cached_property
    def places(self) -> dict[str, Place]:
        """The attributes by name as written, declarations of namespaces left out."""
        xml, end = self.xml, self.tag_end
        first = self.start + 1 + len(self.name)
        if xml.find(b"=", first, end) < 0:
            return {}
        found = {}
        for one in _ATTRIBUTE.finditer(xml, first, end):
            name = one[1].decode()
            if name != "xmlns" and not name.startswith("xmlns:"):
                group = 2 if one[2] is not None else 3
                found[name] = Place(decode_attribute(one[group]), *one.span(), *one.span(group))
        return found

    @cached_property
    def attributes(self) -> dict[str, str]:
        """The values of the attributes by name as written."""
        return {name: place.value for name, place in self.places.items()}

    @cached_property
    def own(self) -> list[Element]:
        """The elements directly in it that are in its namespace."""
        return [child for child in self.children if child.namespace == self.namespace]

    def named(self, local: str) -> list[Element]:
        """Those of them that have this name."""
        return [child for child in self.own if child.local == local]

    def is_inside(self, splices: Sequence[Splice]) -> bool:
        """Whether all of it is replaced by one of these."""
        return any(one.start <= self.start and self.end <= one.end for one in splices)

    # Changes

    def with_text(self, value: str) -> tuple[Splice, ...]:
        """Let the element say something else; white space around the text stays."""
        text = escape_text(value)
        if self.self_closed:
            opened = self.xml[self.start : self.tag_end].rstrip(b">").rstrip(b"/").rstrip()
            return (Splice(self.start, self.end, b"%b>%b</%b>" % (opened, text, self.name)),)
        content = self.content
        if self.children or self.has_markup or not content.strip():
            return (Splice(self.content_start, self.content_end, text),)
        first = self.content_start + len(content) - len(content.lstrip())
        return (Splice(first, self.content_start + len(content.rstrip()), text),)

    def without_content(self) -> tuple[Splice, ...]:
        """Let nothing stand between the tags."""
        return (Splice(self.content_start, self.content_end, b""),)

    def removed(self) -> tuple[Splice, ...]:
        """Take the element out, with the white space before it."""
        return (Splice(start_of_white(self.xml, self.start), self.end, b""),)

    def renamed(self, name: bytes) -> tuple[Splice, ...]:
        """Give the element another name, prefix and all."""
        first = self.start + 1
        opening = Splice(first, first + len(self.name), name)
        if self.self_closed:
            return (opening,)
        last = self.content_end + 2
        return (opening, Splice(last, last + len(self.name), name))

    def with_attribute(self, name: str, value: str) -> tuple[Splice, ...]:
        """Give an attribute another value, or add it behind the others."""
        place = self.places.get(name)
        if place is not None:
            quote = self.xml[place.end - 1 : place.end]
            return (Splice(place.value_start, place.value_end, escape_attribute(value, quote)),)
        last = self.tag_end - (2 if self.self_closed else 1)
        at = start_of_white(self.xml, last)
        added = b' %b="%b"' % (name.encode(), escape_attribute(value))
        return (Splice(at, at, added),)

    def without_attribute(self, name: str) -> tuple[Splice, ...]:
        """Take an attribute off, with the white space before it."""
        place = self.places.get(name)
        return () if place is None else (Splice(place.start, place.end, b""),)

    def with_attribute_renamed(self, name: str, new: str) -> tuple[Splice, ...]:
        """Give an attribute another name."""
        place = self.places.get(name)
        if place is None:
            return ()
        first = start_of_name(self.xml, place)
        return (Splice(first, first + len(name.encode()), new.encode()),)


def start_of_name(xml: bytes, place: Place) -> int:
    """Where an attribute's name begins."""
    piece = xml[place.start : place.end]
    return place.start + len(piece) - len(piece.lstrip())


def read_element(xml: bytes, start: int, scope: Scope) -> Element:
    """Return the element whose start tag begins at ``start``, with all that is in it.

    ``scope`` has the addresses of the prefixes that are declared around it.
    """
    tag = START_TAG.match(xml, start)
    if tag is None:
        raise ValueError("no start tag here")
    top = Element(xml, tag, scope)
    if top.self_closed:
        return top
    opened = [top]
    position = top.tag_end
    while opened:
        found = _MARKUP.search(xml, position)
        if found is None:
            raise ValueError("unclosed element in an entry")
        position = found.end()
        innermost = opened[-1]
        if found[1]:
            innermost.content_end, innermost.end = found.span()
            opened.pop()
        elif found[2]:
            position = _open(xml, found.start(), opened)
        else:
            innermost.has_markup = True
    return top


def _open(xml: bytes, start: int, opened: list[Element]) -> int:
    """Put the element that starts here into the innermost one; returns where its tag ends."""
    tag = START_TAG.match(xml, start)
    if tag is None:
        raise ValueError("no start tag here")
    child = Element(xml, tag, opened[-1].scope)
    opened[-1].children.append(child)
    if not child.self_closed:
        opened.append(child)
    return tag.end()


def _inner_scope(attributes: bytes, scope: Scope) -> Scope:
    if b"xmlns" not in attributes:
        return scope
    inner = dict(scope)
    for one in _ATTRIBUTE.finditer(attributes):
        name = one[1].decode()
        if name == "xmlns" or name.startswith("xmlns:"):
            inner[name[6:]] = decode_attribute(one[2] if one[2] is not None else one[3])
    return inner


def splice(xml: bytes, splices: Iterable[Splice], codec: str | None = None) -> bytes:
    """Make changes to an entry's bytes; what lies inside of another change is left out.

    ``codec``: the encoding of the file, where characters it lacks become numeric references.
    """
    pieces: list[bytes] = []
    position = 0
    for one in sorted(set(splices), key=lambda one: (one.start, one.end > one.start, -one.end)):
        if one.start < position:
            continue
        pieces += (xml[position : one.start], _written(one.markup, codec))
        position = one.end
    return b"".join((*pieces, xml[position:]))


def _written(markup: bytes, codec: str | None) -> bytes:
    if codec is None or markup.isascii():
        return markup
    return markup.decode().encode(codec, "xmlcharrefreplace").decode(codec).encode()
