"""The entities that a DOCTYPE declares in the file itself, and text with their values written out.

Only what stands in the file is read: nothing external, no parameter entities. Source: XML 1.0
section 4.4 and 4.5.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from .values import SPECIAL

_DECLARED = re.compile(
    rb"<!--.*?-->|<!ENTITY\s+([^\s%\"'<>]+)\s+(?:\"([^\"]*)\"|'([^']*)')\s*>", re.DOTALL
)
_REFERENCE = re.compile(rb"&(?!#|(?:amp|lt|gt|quot|apos);)([^\s;&<]+);")
_IN_TEXT = re.compile(SPECIAL.pattern + rb"|&(?!#|(?:amp|lt|gt|quot|apos);)([^\s;&<]+);", re.DOTALL)
_EARLY = {b"&#38;": b"&", b"&#x26;": b"&"}
"""References that are resolved when the entity is declared, and their result when it is used."""

MOST_BYTES = 65_536
"""A value longer than this is left alone: entities of entities grow without end."""
MOST_DEPTH = 16


def values_of_entities(doctype: bytes) -> dict[bytes, bytes]:
    """What each entity stands for, as it is to be written in the file; those that can be."""
    literals: dict[bytes, bytes] = {}
    if re.search(rb"%[^\s;%]+;", doctype) is not None:
        return literals
    for name, double, single in _DECLARED.findall(doctype):
        literals.setdefault(name, double or single)
    literals.pop(b"", None)
    found = ((name, _value(literals, name, MOST_DEPTH)) for name in literals)
    return {name: value for name, value in found if value is not None}


def _value(literals: Mapping[bytes, bytes], name: bytes, depth: int) -> bytes | None:
    literal = literals.get(name)
    if literal is None or depth == 0:
        return None
    for early, late in _EARLY.items():
        literal = literal.replace(early, late)
    pieces: list[bytes] = []
    position = size = 0
    for found in _REFERENCE.finditer(literal):
        inner = _value(literals, found[1], depth - 1)
        if inner is None or size > MOST_BYTES:
            return None
        pieces += (literal[position : found.start()], inner)
        size += len(pieces[-1]) + len(pieces[-2])
        position = found.end()
    whole = b"".join((*pieces, literal[position:]))
    if b"<" in whole or re.search(rb"&#(?:60|x3[cC]);", whole) or len(whole) > MOST_BYTES:
        return None
    return whole.replace(b'"', b"&quot;").replace(b"'", b"&apos;")


def used_entities(chunks: Iterable[bytes | memoryview]) -> Iterator[bytes]:
    """The names of entities that the text refers to, those of XML itself aside."""
    for chunk in chunks:
        for found in _REFERENCE.finditer(chunk):
            yield bytes(found[1])


def expanded(xml: bytes, values: Mapping[bytes, bytes]) -> bytes:
    """The text with the values of entities written out; comments and CDATA sections stay."""
    if b"&" not in xml:
        return xml
    return _IN_TEXT.sub(lambda found: values.get(found[2] or b"", found[0]), xml)
