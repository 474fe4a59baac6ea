"""Entries about one page become one: which of them stays, and what it takes from the others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sitemap_editor.markup.lexer import Child, lex_entry
from sitemap_editor.markup.values import decode_value
from sitemap_editor.operations.entry_fixes import Surroundings, change_entry
from sitemap_editor.protocol.dates import moment_of
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.protocol.namespaces import EXTENSION_BY_URI, XML
from sitemap_editor.rules.engine.entry import Entry

_PREFIX = re.compile(rb"</?([\w.-]+):[\w.-]+|\s(?!xmlns:)([\w.-]+):[\w.-]+\s*=")
_INNER_LOC = re.compile(rb"<(?:[\w.-]+:)?(?:loc|content_loc|player_loc)\b[^>]*>([^<]*)<")


@dataclass(frozen=True, slots=True)
class Twin:
    """One of several entries about a page: its id and its bytes."""

    entry: int
    xml: bytes


def survivor(twins: Sequence[Twin], keep: str, at: Surroundings) -> int:
    """Which of the entries stays, by the answer to the question ``keep``: first of equals."""
    numbers = range(len(twins))
    if keep == "last":
        return len(twins) - 1
    if keep == "newest":
        return max(numbers, key=lambda n: (instant_of(twins[n].xml, at), -n))
    if keep == "richest":
        return max(numbers, key=lambda n: (*_richness(twins[n].xml, at), -n))
    return 0


def _richness(xml: bytes, at: Surroundings) -> tuple[int, int]:
    if not at.kind.is_xml:
        return 0, len(xml)
    return len(lex_entry(xml, at.names).children), len(xml)


def instant_of(xml: bytes, at: Surroundings) -> float:
    """The moment an entry says it changed last; before all others when it says none."""
    return moment_of(_value(xml, "lastmod", at))


def _value(xml: bytes, field: str, at: Surroundings) -> str | None:
    if not at.kind.is_xml:
        return None
    child = lex_entry(xml, at.names).first_of(field)
    return None if child is None else decode_value(xml[child.content_start : child.content_end])


def merged(kept: bytes, others: Iterable[bytes], at: Surroundings) -> bytes:
    """The entry that stays with the newest date, and with what only the others say."""
    if not at.kind.is_xml:
        return kept
    for other in others:
        if other == kept:
            continue
        if instant_of(other, at) > instant_of(kept, at):
            date = _value(other, "lastmod", at)
            kept = change_entry(kept, at, "set_field", {"field": "lastmod", "value": date})
        kept = _with_missing_fields(kept, other, at)
        kept = _with_missing_extensions(kept, other, at)
    return kept


def _with_missing_fields(kept: bytes, other: bytes, at: Surroundings) -> bytes:
    for field in fields_of(at.kind):
        value = _value(other, field.name, at)
        if value and _value(kept, field.name, at) is None:
            change = {"field": field.name, "value": value}
            kept = change_entry(kept, at, "set_field", change)
    return kept


def _with_missing_extensions(kept: bytes, other: bytes, at: Surroundings) -> bytes:
    """The entry with the extensions of another that it has not: pictures, videos, languages."""
    if lex_entry(kept, at.names).end_tag is None:
        return kept
    ours, theirs = Entry(kept, at.names, at.kind), Entry(other, at.names, at.kind)
    present = {identity(ours, child) for child in ours.parts.children if not child.is_core}
    for child in theirs.parts.children:
        if not child.is_core and identity(theirs, child) not in present:
            kept = appended(kept, carried(theirs, child, ours.scope), at)
    return kept


def appended(xml: bytes, element: bytes, at: Surroundings) -> bytes:
    """An entry with one more element at its end; the same when it has no end."""
    parts = lex_entry(xml, at.names)
    if parts.end_tag is None:
        return xml
    place = parts.children[-1].end if parts.children else parts.start_tag[1]
    return xml[:place] + at.style.child_gap + element + xml[place:]


def identity(entry: Entry, child: Child) -> tuple[str, ...]:
    """What two elements have in common when they say the same."""
    known = EXTENSION_BY_URI.get(entry.namespace(child))
    raw = entry.xml[child.start : child.end]
    # By the namespace: one prefix can mean two things in two files.
    name = f"{known.prefix if known else entry.namespace(child)}:{child.local.decode()}"
    if name == "xhtml:link":
        attributes = entry.attributes_of(child)
        return name, attributes.get("hreflang", "").lower(), attributes.get("media", "")
    if name == "news:news":
        return (name,)
    places = [decode_value(found) for found in _INNER_LOC.findall(raw)]
    return (name, *places) if places else (name, " ".join(raw.decode().split()))


def carried(entry: Entry, child: Child, there: Mapping[str, str]) -> bytes:
    """The bytes of an element, with declarations of the prefixes that mean something else there.

    ``there`` are the namespaces in scope inside the entry it goes to.
    """
    raw = entry.xml[child.start : child.end]
    missing = _missing(raw, entry.scope, there)
    if not missing:
        return raw
    end = len(child.name) + 1
    declared = "".join(f' xmlns:{prefix}="{uri}"' for prefix, uri in sorted(missing.items()))
    return raw[:end] + declared.encode() + raw[end:]


def prefixes_of(raw: bytes) -> set[bytes]:
    """The prefixes that names in some markup have."""
    return {first or second for first, second in _PREFIX.findall(raw)}


def _missing(raw: bytes, scope: Mapping[str, str], there: Mapping[str, str]) -> dict[str, str]:
    return {
        prefix: scope[prefix]
        for prefix in map(bytes.decode, prefixes_of(raw))
        if prefix in scope
        and scope[prefix] != XML
        and there.get(prefix) != scope[prefix]
        and f"xmlns:{prefix}".encode() not in raw
    }
