"""One entry's bytes to the places of its parts; rebuilt on demand, never stored.

The bytes are one well-formed entry as it stands in the file. Nothing here recurses: nesting is
counted, so depth costs no stack.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from sitemap_editor.markup.values import decode_attribute, decode_value, escape_text, is_editable
from sitemap_editor.protocol.namespaces import XML, is_sitemap_namespace

__all__ = [
    "Child",
    "EntryParts",
    "Names",
    "decode_value",
    "end_of_content",
    "escape_text",
    "is_editable",
    "lex_entry",
    "value_of",
]

_PLAIN = rb"[^\"'>/]*+"
_ATTRIBUTES = rb"%b(?:(?:\"[^\"]*\"|'[^']*'|/(?!>))%b)*" % (_PLAIN, _PLAIN)
# No possessive quantifier on a group: re in Python before 3.11.5 gets them wrong (gh-106052).
_NAME = rb"[^\s\"'<>/=!?]++"

START_TAG = re.compile(rb"<(%b)(%b)(/?)>" % (_NAME, _ATTRIBUTES))
_LEAF = re.compile(rb"[^<]*+<(%b)(%b)(?:/>|>([^<]*+)</[^>]*+>)" % (_NAME, _ATTRIBUTES))
_MARKUP = re.compile(
    rb"(?s:<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>)|(</)[^>]*+>|<[^!?/]%b(/?)>" % _ATTRIBUTES
)
_CLOSING, _SELF_CLOSING = 1, 2

_ATTRIBUTE = re.compile(rb"\s(%b)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')" % _NAME)
_REMEMBERED_NAMES = 1_000

Scope = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Names:
    """What the names in an entry mean, as the root's start tag has it.

    ``prefix`` is what the root's own name carries (``b""`` or ``b"sm:"``), ``entry_name`` the local
    name of an entry, ``namespaces`` maps each prefix declared on the root to its address, the
    default one under ``""``. ``is_variant`` tells which addresses mean the sitemap namespace
    although the root's is another.
    """

    prefix: bytes = b""
    entry_name: bytes = b"url"
    namespaces: Scope = field(default_factory=dict, hash=False)
    is_variant: Callable[[str], bool] = is_sitemap_namespace
    _known: dict[bytes, tuple[bytes, bool]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def root_namespace(self) -> str:
        """The address of the root's own namespace; empty when it is in none."""
        return self.namespaces.get(self.prefix.rstrip(b":").decode(), "")

    def is_core_namespace(self, uri: str) -> bool:
        """Whether elements of this namespace are the sitemap's own.

        None at all counts as one, as crawlers read it: ``xmlns=""`` is a finding, not an absence.
        """
        return uri == self.root_namespace or self.is_variant(uri)

    def is_core_prefix(self, prefix: bytes) -> bool:
        """Whether a prefix as written (``b""`` or ``b"sm:"``) means the sitemap in root scope."""
        return self._resolve(prefix + b"x", self.namespaces)[1]

    def resolve(self, name: bytes) -> tuple[bytes, bool]:
        """Return local name, and whether it is the sitemap's own, of a name in root scope."""
        known = self._known.get(name)
        if known is None:
            if len(self._known) >= _REMEMBERED_NAMES:
                self._known.clear()
            known = self._known[name] = self._resolve(name, self.namespaces)
        return known

    def resolve_in(self, name: bytes, scope: Scope) -> tuple[bytes, bool]:
        """Do the same where start tags inside the entry declare namespaces of their own."""
        return self._resolve(name, scope)

    def _resolve(self, name: bytes, scope: Scope) -> tuple[bytes, bool]:
        prefix, colon, local = name.rpartition(b":")
        if not colon:
            return name, self.is_core_namespace(scope.get("", ""))
        uri = XML if prefix == b"xml" else scope.get(prefix.decode(), "")
        return local, bool(uri) and self.is_core_namespace(uri)


class Child(NamedTuple):
    """One element directly in an entry; places are offsets into the entry's bytes.

    ``start`` to ``end`` is all of it, ``content_start`` to ``content_end`` what stands between its
    tags; both are ``end`` when it is self-closed.
    """

    name: bytes
    local: bytes
    is_core: bool
    start: int
    end: int
    content_start: int
    content_end: int
    self_closed: bool
    has_elements: bool = False
    has_markup: bool = False
    """Whether comments, CDATA sections or instructions are in it."""


class EntryParts(NamedTuple):
    """The tags and children of an entry; ``end_tag`` is None when it is self-closed."""

    name: bytes
    start_tag: tuple[int, int]
    end_tag: tuple[int, int] | None
    children: list[Child]

    @property
    def prefix(self) -> bytes:
        """What the entry's own name carries: ``b""`` or ``b"sm:"``."""
        prefix, colon, _ = self.name.rpartition(b":")
        return prefix + colon

    def all_of(self, field: str) -> list[Child]:
        """The children that are this field, in the order of the file."""
        local = field.encode()
        return [child for child in self.children if child.is_core and child.local == local]

    def first_of(self, field: str) -> Child | None:
        """The first child that is this field, the one whose value counts."""
        local = field.encode()
        return next((c for c in self.children if c.is_core and c.local == local), None)


def lex_entry(xml: bytes, names: Names) -> EntryParts:
    """Return the places of the parts of one well-formed entry."""
    head = START_TAG.match(xml)
    if head is None:
        raise ValueError("not the bytes of an entry")
    if head[3]:
        return EntryParts(head[1], head.span(), None, [])
    if b"xmlns" in xml:
        resolve = _resolver(names, _declared(head[2], names.namespaces))
    else:
        resolve = _resolve_plainly(names)
    children, position = _children(xml, head.end(), resolve)
    end = xml.index(b">", position) + 1
    return EntryParts(head[1], head.span(), (position, end), children)


def value_of(xml: bytes, field: str, names: Names) -> str | None:
    """Return the value of the first such field, None when the entry has none."""
    child = lex_entry(xml, names).first_of(field)
    return None if child is None else decode_value(xml[child.content_start : child.content_end])


def end_of_content(xml: bytes, position: int = 0) -> int:
    """Return where the end tag starts that closes the element whose content begins here."""
    return _content(xml, position)[0]


_Resolver = Callable[[bytes, bytes], tuple[bytes, bool]]


def _resolve_plainly(names: Names) -> _Resolver:
    known, resolve = names._known, names.resolve

    def resolver(name: bytes, _attributes: bytes) -> tuple[bytes, bool]:
        return known.get(name) or resolve(name)

    return resolver


def _resolver(names: Names, scope: Scope) -> _Resolver:
    def resolver(name: bytes, attributes: bytes) -> tuple[bytes, bool]:
        return names.resolve_in(name, _declared(attributes, scope))

    return resolver


def _declared(attributes: bytes, scope: Scope) -> Scope:
    """The scope with the namespaces that these attributes declare."""
    if b"xmlns" not in attributes:
        return scope
    inner = dict(scope)
    for name, double, single in _ATTRIBUTE.findall(attributes):
        if name == b"xmlns" or name.startswith(b"xmlns:"):
            inner[name[6:].decode()] = decode_attribute(double or single)
    return inner


def _children(xml: bytes, position: int, resolve: _Resolver) -> tuple[list[Child], int]:
    """Return the children from the position on, and where the entry's end tag starts."""
    children: list[Child] = []
    add, leaf_at = children.append, _LEAF.match
    while True:
        leaf = leaf_at(xml, position)
        if leaf is not None:
            add(_leaf_child(leaf, resolve))
            position = leaf.end()
            continue
        position = xml.index(b"<", position)
        if xml.startswith(b"</", position):
            return children, position
        if xml.startswith((b"<!", b"<?"), position):
            position = _end_of_markup(xml, position)
            continue
        child = _branch_child(xml, position, resolve)
        add(child)
        position = child.end


def _leaf_child(leaf: re.Match[bytes], resolve: _Resolver) -> Child:
    """The child of a match without any markup in it."""
    name = leaf[1]
    local, is_core = resolve(name, leaf[2])
    start, end = leaf.start(1) - 1, leaf.end()
    first, last = leaf.span(3)
    if first < 0:
        return Child(name, local, is_core, start, end, end, end, True)
    return Child(name, local, is_core, start, end, first, last, False)


def _end_of_markup(xml: bytes, position: int) -> int:
    found = _MARKUP.match(xml, position)
    if found is None:
        raise ValueError("unclosed markup in an entry")
    return found.end()


def _branch_child(xml: bytes, position: int, resolve: _Resolver) -> Child:
    """The child that starts here and has elements, comments or the like in it."""
    head = START_TAG.match(xml, position)
    if head is None:
        raise ValueError("not the bytes of an entry")
    local, is_core = resolve(head[1], head[2])
    last, end, has_elements, has_markup = _content(xml, head.end())
    return Child(
        head[1], local, is_core, position, end, head.end(), last, False, has_elements, has_markup
    )


def _content(xml: bytes, position: int) -> tuple[int, int, bool, bool]:
    """Return start and end of the end tag that closes this content, and what is in it."""
    depth = 0
    has_elements = has_markup = False
    for found in _MARKUP.finditer(xml, position):
        kind = found.lastindex
        if kind is None:
            has_markup = True
        elif kind == _CLOSING:
            if depth == 0:
                return found.start(), found.end(), has_elements, has_markup
            depth -= 1
        else:
            has_elements = True
            depth += not found[_SELF_CLOSING]
    raise ValueError("unclosed element in an entry")
