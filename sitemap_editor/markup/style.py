"""How a file writes its entries, so that new ones look as if its author had written them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sitemap_editor.markup.lexer import EntryParts, Names, end_of_content, lex_entry
from sitemap_editor.protocol.fields import FIELDS

WHITE = b" \t\r\n"

OTHER = "*"
"""Stands in an order of fields for all elements that are none of them."""

SCHEMA_ORDER = (*(field.name for field in FIELDS), OTHER)

Sample = Sequence[tuple[bytes, bytes]]
"""Some entries of a file, each with the gap before it."""


@dataclass(frozen=True, slots=True)
class Style:
    """White space, quotes, prefix and order that new markup takes.

    ``gap`` stands before an entry, ``child_gap`` before an element in it, ``close_gap`` before its
    end tag, ``tail_gap`` before the root's; ``indent`` and ``child_indent`` are what follows the
    line end in the first two. ``prefix`` is that of the entries; None means the root's. ``order``
    holds the fields and ``OTHER``.
    """

    newline: bytes = b"\n"
    indent: bytes = b"  "
    child_indent: bytes = b"    "
    gap: bytes = b"\n  "
    child_gap: bytes = b"\n    "
    close_gap: bytes = b"\n  "
    tail_gap: bytes = b"\n"
    quote: bytes = b'"'
    prefix: bytes | None = None
    order: tuple[str, ...] = SCHEMA_ORDER
    self_close_space: bool = False

    @classmethod
    def plain(cls, newline: bytes = b"\n", indent: bytes = b"  ") -> Style:
        """The style of a new file: each element on a line of its own."""
        gap, child_indent = newline + indent, indent * 2
        return cls(newline, indent, child_indent, gap, newline + child_indent, gap, newline)

    @property
    def is_minified(self) -> bool:
        """Whether entries and their elements stand without line ends between them."""
        return not has_line_end(self.gap) and not has_line_end(self.child_gap)

    def rank(self, name: str) -> int:
        """The place of a field in the file's order; what it does not know counts as ``OTHER``."""
        return self.order.index(name if name in self.order else OTHER)


def detect_style(head: bytes, sample: Sample, tail: bytes, names: Names) -> Style:
    """Return the style of a file from its start up to the root tag, some entries, and what follows.

    ``tail`` is what stands after the last entry, empty for a self-closed root. Without entries it
    is the plain style with the file's line ends and quotes.
    """
    newline = _newline([head, tail, *(part for pair in sample for part in pair)])
    quote = _quote(head)
    if not sample:
        return replace(Style.plain(newline), quote=quote)
    entries = [(xml, lex_entry(xml, names)) for _gap, xml in sample]
    gap, child_gap = _gap(sample), _child_gap(entries, newline)
    return Style(
        newline=newline,
        indent=_after_line_end(gap),
        child_indent=_after_line_end(child_gap),
        gap=gap,
        child_gap=child_gap,
        close_gap=_close_gap(entries, newline),
        tail_gap=_tail_gap(tail, newline),
        quote=quote,
        prefix=_most_common(parts.prefix for _, parts in entries),
        order=_order([_field_names(parts) for _, parts in entries]),
        self_close_space=_self_close_space(xml for xml, _ in entries),
    )


def has_line_end(white: bytes) -> bool:
    """Whether a line ends in this."""
    return b"\n" in white or b"\r" in white


def start_of_white(xml: bytes, position: int) -> int:
    """Where the white space begins that ends at this place."""
    first = position
    while first and xml[first - 1] in WHITE:
        first -= 1
    return first


def white_before(xml: bytes, position: int) -> bytes:
    """The white space that ends at this place."""
    return xml[start_of_white(xml, position) : position]


def _most_common(found: Iterable[bytes]) -> bytes:
    """The one seen most often, of equals the first; never called with nothing."""
    return Counter(found).most_common(1)[0][0]


def _after_line_end(white: bytes) -> bytes:
    return white[max(white.rfind(b"\n"), white.rfind(b"\r")) + 1 :]


def _newline(texts: Iterable[bytes]) -> bytes:
    counts = {b"\n": 0, b"\r\n": 0, b"\r": 0}
    for text in texts:
        pairs = text.count(b"\r\n")
        counts[b"\r\n"] += pairs
        counts[b"\n"] += text.count(b"\n") - pairs
        counts[b"\r"] += text.count(b"\r") - pairs
    return max(counts, key=counts.__getitem__)


def _quote(head: bytes) -> bytes:
    """The quote of the root's attributes, or of what stands before it when it has none."""
    for text in (head[head.rfind(b"<") :], head):
        single, double = text.count(b"'"), text.count(b'"')
        if single or double:
            return b"'" if single > double else b'"'
    return b'"'


def _gap(sample: Sample) -> bytes:
    """The usual white space before an entry; the first gap has the file's header in it."""
    gaps = [gap for gap, _ in sample]
    return _most_common(white_before(gap, len(gap)) for gap in gaps[1:] or gaps)


def _child_gap(entries: list[tuple[bytes, EntryParts]], newline: bytes) -> bytes:
    found = [white_before(xml, c.start) for xml, parts in entries for c in parts.children]
    return _most_common(found) if found else Style.plain(newline).child_gap


def _close_gap(entries: list[tuple[bytes, EntryParts]], newline: bytes) -> bytes:
    found = [white_before(xml, parts.end_tag[0]) for xml, parts in entries if parts.end_tag]
    return _most_common(found) if found else Style.plain(newline).close_gap


def _tail_gap(tail: bytes, newline: bytes) -> bytes:
    return white_before(tail, end_of_content(tail)) if tail else newline


def _self_close_space(texts: Iterable[bytes]) -> bool:
    spaced = closed = 0
    for text in texts:
        closed += text.count(b"/>")
        spaced += text.count(b" />")
    return spaced * 2 > closed


def _field_names(parts: EntryParts) -> list[str]:
    """The fields of an entry in its order; of each the first, everything else as ``OTHER``."""
    names = (c.local.decode() if c.is_core else OTHER for c in parts.children)
    return list(dict.fromkeys(name if name in SCHEMA_ORDER else OTHER for name in names))


def _order(entries: list[list[str]]) -> tuple[str, ...]:
    """The order that most entries keep; fields none of them has follow those of the schema."""
    before = Counter(
        (first, second)
        for names in entries
        for place, first in enumerate(names)
        for second in names[place + 1 :]
    )
    seen = [name for name in SCHEMA_ORDER if any(name in names for names in entries)]
    wins = {a: sum(_wins(before, a, b) for b in seen if b != a) for a in seen}
    order = sorted(seen, key=lambda name: -wins[name])
    for place, name in enumerate(SCHEMA_ORDER):
        if name not in order:
            earlier = [order.index(other) for other in SCHEMA_ORDER[:place]]
            order.insert(len(order) if name == OTHER else max(earlier, default=-1) + 1, name)
    return tuple(order)


def _wins(before: Counter[tuple[str, str]], one: str, other: str) -> bool:
    """Whether one mostly stands before the other; the schema decides where no entry has both."""
    difference = before[one, other] - before[other, one]
    if difference == 0:
        return SCHEMA_ORDER.index(one) < SCHEMA_ORDER.index(other)
    return difference > 0
