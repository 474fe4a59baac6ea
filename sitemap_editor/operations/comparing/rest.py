"""What an entry says beside its fields: extensions, unknown elements, fields given again.

Two entries say the same when this is equal, however they are written: prefixes, quotes, white
space, comments, CDATA, and the order of pictures or of languages tell nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import NamedTuple

from sitemap_editor.markup.lexer import Names
from sitemap_editor.markup.values import SPECIAL, decode_attribute, decode_value
from sitemap_editor.protocol.differences import FieldChange
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.namespaces import EXTENSION_BY_URI

_TOKEN = re.compile(
    rb"<(/?)([^\s/>]+)((?:[^>\"'/]|\"[^\"]*\"|'[^']*'|/(?!>))*)(/?)>([^<]*)",
)
_ATTRIBUTE = re.compile(rb"([^\s=\"'/<>]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_LINK = {"rel", "hreflang", "href"}

Scope = Mapping[str, str]


class Part(NamedTuple):
    """One element of an entry: its name, and what is said in it, by name; sorted."""

    name: str
    said: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """All of it on one line."""
        return "; ".join(f"{name}: {value}" for name, value in self.said)


class RestReader:
    """Takes the entries of one document apart."""

    def __init__(self, names: Names, kind: Kind) -> None:
        self._names = names
        self._fields = {one.name.encode() for one in fields_of(kind)}
        self._known: dict[bytes, str] = {}

    def parts(self, xml: bytes) -> tuple[Part, ...]:
        """What the bytes of an entry hold beside the fields, in one order."""
        if b"<!" in xml or b"<?" in xml:
            xml = SPECIAL.sub(_as_text, xml)
        return tuple(sorted(_Walk(self, xml).run()))

    def name_of(self, name: bytes, scope: Scope | None) -> str:
        """An element's name with the usual prefix of its namespace, or with the namespace itself.

        ``scope``: not the root's.
        """
        if scope is not None:
            return self._named(name, scope)
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = self._named(name, self._names.namespaces)
        return known

    def _named(self, name: bytes, scope: Scope) -> str:
        prefix, _colon, local = name.decode().rpartition(":")
        uri = scope.get(prefix, "")
        if self._names.is_core_namespace(uri) and (uri or not prefix):
            return local
        known = EXTENSION_BY_URI.get(uri)
        return f"{known.prefix if known else uri or prefix}:{local}"

    def is_field(self, name: str) -> bool:
        """Whether a name, as ``name_of`` has it, is that of a field."""
        return name.encode() in self._fields

    @property
    def namespaces(self) -> Scope:
        """What is declared on the root."""
        return self._names.namespaces


def _as_text(found: re.Match[bytes]) -> bytes:
    """A CDATA section as text, anything else as nothing."""
    return escape(found[1].decode()).encode() if found[1] is not None else b""


class _Walk:
    """One entry on its way; ``_open`` are the scopes of the elements that are open."""

    def __init__(self, reader: RestReader, xml: bytes) -> None:
        self._reader = reader
        self._tokens = _TOKEN.findall(xml)
        self._scopes: list[Scope | None] = [None]
        self._has_scopes = b"xmlns" in xml
        self._seen: set[str] = set()

    def run(self) -> Iterator[Part]:
        """The parts in the order of the entry."""
        name = ""
        said: list[tuple[str, str]] | None = None
        depth = 0
        for closing, tag, attributes, closed, after in self._tokens:
            if not closing:
                depth += 1
                found = self._opened(tag, attributes)
                if depth == 2:
                    name = found
                    said = None if self._is_counted(found) else []
                if said is not None and depth > 1:
                    _add(said, found, attributes, b"" if closed else after)
            elif said is not None and depth > 2 and after.strip():
                said.append(("", decode_value(after)))  # text behind an element
            if closing or closed:
                if depth == 2 and said is not None:
                    yield Part(name, tuple(sorted(said)) or ((name, ""),))
                depth -= 1
                self._close()

    def _opened(self, tag: bytes, attributes: bytes) -> str:
        scope = self._scopes[-1]
        if self._has_scopes:
            scope = _inner(attributes, scope, self._reader.namespaces)
            self._scopes.append(scope)
        return self._reader.name_of(tag, scope)

    def _close(self) -> None:
        if self._has_scopes:
            self._scopes.pop()

    def _is_counted(self, name: str) -> bool:
        """Whether an element of the entry is a field, the first of its name."""
        if not self._reader.is_field(name) or name in self._seen:
            return False
        self._seen.add(name)
        return True


def _inner(attributes: bytes, scope: Scope | None, root: Scope) -> Scope | None:
    if b"xmlns" not in attributes:
        return scope
    inner = dict(root if scope is None else scope)
    for name, double, single in _ATTRIBUTE.findall(attributes):
        if name == b"xmlns" or name.startswith(b"xmlns:"):
            inner[name[6:].decode()] = decode_attribute(double or single)
    return inner


def _add(said: list[tuple[str, str]], name: str, attributes: bytes, text: bytes) -> None:
    """Note what an element says itself: its text and attributes."""
    value = decode_value(text) if text.strip() else ""
    if b"=" in attributes:
        value = _with_attributes(value, attributes)
    if value:
        said.append((name, value))


def _with_attributes(value: str, attributes: bytes) -> str:
    found = {
        name.decode(): decode_attribute(double or single)
        for name, double, single in _ATTRIBUTE.findall(attributes)
        if name != b"xmlns" and not name.startswith(b"xmlns:")
    }
    if found.keys() == _LINK and found["rel"] == "alternate" and not value:
        return f"{found['hreflang']} {found['href']}"
    listed = " ".join(f'{name}="{text}"' for name, text in sorted(found.items()))
    return f"{value} {listed}".strip()


# What differs


def changes_of(old: Sequence[Part], new: Sequence[Part]) -> Iterator[FieldChange]:
    """In what two entries differ beside their fields, by name."""
    gone, come = Counter(old), Counter(new)
    common = gone & come
    gone, come = gone - common, come - common
    names = dict.fromkeys(part.name for part in (*gone, *come))
    for name in names:
        before = [part for part in gone.elements() if part.name == name]
        after = [part for part in come.elements() if part.name == name]
        yield from _changes_of_parts(name, before, after)


def _changes_of_parts(name: str, old: Sequence[Part], new: Sequence[Part]) -> Iterator[FieldChange]:
    before, after = _by_name(old), _by_name(new)
    found = False
    for inner in dict.fromkeys((*before, *after)):
        gone, come = Counter(before.get(inner, ())), Counter(after.get(inner, ()))
        if gone != come:
            found = True
            yield FieldChange(inner or name, _lines(gone - come), _lines(come - gone))
    if not found:  # the same values, put together otherwise
        texts = [Counter(part.text for part in parts) for parts in (old, new)]
        yield FieldChange(name, _lines(texts[0]), _lines(texts[1]))


def _by_name(parts: Iterable[Part]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for part in parts:
        for name, value in part.said:
            found.setdefault(name, []).append(value)
    return found


def _lines(values: Counter[str]) -> str | None:
    return "\n".join(values.elements()) if values else None
