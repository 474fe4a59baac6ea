"""Sitemaps in another layout: without white space between elements, or one element a line.

Only white space between tags is touched: values, attributes, comments and CDATA stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from sitemap_editor.markup.lexer import START_TAG

WHITE = b" \t\r\n"
INDENT = b"  "

_BETWEEN = re.compile(rb">[ \t\r\n]+(?=<)")
_CAREFULLY = re.compile(
    rb"(?s:<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>)|"
    rb"(?<=>)(?<!\]\]>)(?P<white>[ \t\r\n]+)(?=<(?!!\[CDATA\[))"
)
"""What may hold anything, and white space between tags; beside CDATA it is part of a text."""

_LEAVES = re.compile(rb"<[^<>\"'/]+>(?:<[^<>\"'/]+>[^<]+</[^<>]+>)+</[^<>]+>")
"""An entry with nothing but fields that have a value, as most are."""

_PRESERVE = re.compile(rb"xml:space\s*=\s*[\"']preserve")
_TOKEN = re.compile(
    rb"(?s:(?P<special><!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>)|(?P<end></[^>]*>)|"
    rb"(?P<start>%b)|(?P<text>[^<]+))" % START_TAG.pattern
)


def compact(xml: bytes) -> bytes:
    """Markup without the white space between its tags."""
    if _PRESERVE.search(xml):
        return xml
    if b"<!" not in xml and b"<?" not in xml:
        return _BETWEEN.sub(b">", xml)
    return _CAREFULLY.sub(lambda found: b"" if found["white"] else found[0], xml)


def indented(xml: bytes, newline: bytes, depth: int = 1) -> bytes:
    """An element with each element in it on a line of its own; those of text stay on theirs."""
    if _PRESERVE.search(xml):
        return xml
    short = _BETWEEN.sub(b">", xml)
    if _LEAVES.fullmatch(short):
        last = short.rindex(b"</")
        inner = newline + INDENT * (depth + 1)
        return b"%b%b%b" % (
            short[:last].replace(b"><", b">" + inner + b"<"),
            newline + INDENT * depth,
            short[last:],
        )
    tokens = list(_tokens(compact(xml)))
    if _is_mixed(tokens):
        return b"".join(token for _kind, token in tokens)
    lines: list[bytes] = []
    opened: list[bool] = []
    """Of each element that is open, whether it holds more than text."""
    for kind, token in tokens:
        if kind == "end":
            has_lines = opened.pop() if opened else True
            _put(lines, token, newline, depth + len(opened), is_new=has_lines)
            continue
        is_new = kind == "start" or (kind == "special" and token.startswith(b"<!--"))
        is_new = is_new and bool(opened)
        if is_new:
            opened[-1] = True
        _put(lines, token, newline, depth + len(opened), is_new=is_new)
        if kind == "start" and not token.endswith(b"/>"):
            opened.append(False)
    return b"".join(lines)


def head_laid_out(head: bytes, newline: bytes | None) -> bytes:
    """What stands before the entries, each piece on a line of its own, or without line ends."""
    if b"<!DOCTYPE" in head:
        return head
    return (newline or b"").join(token.strip(WHITE) for _kind, token in _tokens(compact(head)))


def _is_mixed(tokens: Sequence[tuple[str, bytes]]) -> bool:
    """Whether text stands beside elements, where a line end would become part of it."""
    for one, other in pairwise(tokens):
        kinds = {one[0], other[0]}
        has_text = "text" in kinds or any(token.startswith(b"<![") for _kind, token in (one, other))
        begins = other[0] == "start"
        ends = one[0] == "end" or one[1].endswith(b"/>")
        if has_text and (begins or ends):
            return True
    return False


def _tokens(xml: bytes) -> Iterator[tuple[str, bytes]]:
    for one in _TOKEN.finditer(xml):
        if one.lastgroup is not None:
            yield one.lastgroup, one[one.lastgroup]


def _put(lines: list[bytes], token: bytes, newline: bytes, depth: int, *, is_new: bool) -> None:
    if is_new:
        lines.append(newline + INDENT * depth)
    lines.append(token)


def laid_out(
    gaps: Sequence[bytes], raws: Sequence[bytes], newline: bytes | None
) -> Iterator[bytes]:
    """Entries with what stands before each; a ``newline`` puts every element on its own line."""
    for gap, raw in zip(gaps, raws, strict=True):
        kept = gap.strip(WHITE)
        if newline is None:
            yield kept + compact(raw)
        else:
            before = newline + INDENT
            yield (before + kept if kept else b"") + before + indented(raw, newline)
