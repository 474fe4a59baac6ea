"""What is done when the file ends too early, and when something was never opened."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sitemap_editor.markup.style import start_of_white
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.protocol.namespaces import SITEMAP
from sitemap_editor.support.i18n import N_

from .asides import ASIDE
from .changes import Change
from .grammar import ENTRIES, ROOT_OF, ROOTS, is_leaf, local_of, prefix_of
from .tag_stream import Tag

if TYPE_CHECKING:
    from .structure import Walk

_LOOK_AHEAD = 64
"""Tags in which the end of an entry is looked for; few entries have more."""


def finish(walk: Walk) -> None:
    """Close what is open, make a root where there is none, and let what is behind it go."""
    if walk.root is None:
        _wrap(walk)
    elif walk.stack:
        _cut(walk, is_whole=walk.made_root and len(walk.stack) == 1)
    if walk.root is not None and walk.root_end is not None:
        _after_root(walk, walk.root_end.end)


def make_root(walk: Walk, entry: Tag) -> None:
    """Open a root before the first entry, which stands in nothing."""
    prefix = prefix_of(entry.name)
    name = (prefix + b":" if prefix else b"") + ROOT_OF[local_of(entry.name)]
    attribute = b"xmlns:" + prefix if prefix else b"xmlns"
    reason = N_("The entries stood in no <{value}>.")
    opened = b'<%b %b="%b">' % (name, attribute, SITEMAP.encode())
    walk.add(entry.start, entry.start, opened, reason, name, "root-missing", FixKind.ASK)
    walk.root = Tag(name, entry.start, entry.start, False, False, b"")
    walk.stack.append(walk.root)
    walk.made_root = True


def open_lost_entry(walk: Walk, loc: Tag) -> None:
    """Open an entry before an address that stands in none, when the end of one follows."""
    ahead = walk.tags[walk.number + 1 : walk.number + 1 + _LOOK_AHEAD]
    following = next((tag for tag in ahead if local_of(tag.name) in ENTRIES), None)
    if following is None or not following.is_end:
        return
    reason = N_("<{value}> was never opened.")
    kind = FixKind.ASK
    walk.add(loc.start, loc.start, b"<%b>" % following.name, reason, following.name, kind=kind)
    walk.stack.append(Tag(following.name, loc.start, loc.start, False, False, b""))


def _wrap(walk: Walk) -> None:
    """Put entries that stand alone into a root."""
    first = walk.first_entry
    if first is None:
        return
    name = ROOT_OF[local_of(first.name)]
    reason = N_("The entries stood in no <{value}>.")
    opened = b'<%b xmlns="%b">' % (name, SITEMAP.encode())
    walk.add(first.start, first.start, opened, reason, name, "root-missing", FixKind.ASK)
    walk.stack.insert(0, Tag(name, 0, 0, False, False, b""))
    last = walk.tags[-1]
    if last.is_end and local_of(last.name) in ROOTS and len(walk.stack) == 1:
        if last.name != name:
            walk.rename(last, name, reason, ())
        walk.root_end = last
        return
    _cut(walk, is_whole=len(walk.stack) == 1)


def _cut(walk: Walk, *, is_whole: bool = False) -> None:
    """Close what is open at the end; what is not whole there goes."""
    place = walk.opened(ENTRIES)
    end = len(walk.text)
    reason = N_("The file broke off before <{value}> was closed.")
    keep = walk.last_end
    if place >= 0 and not walk.has_whole_loc(walk.stack[place]):
        keep = start_of_white(walk.text, walk.stack[place].start)
        del walk.stack[place:]
    elif place >= 0:
        inner = walk.stack[place + 1 :]
        if inner:
            keep = start_of_white(walk.text, inner[0].start)
            del walk.stack[place + 1 :]
    elif walk.stack and is_leaf(walk.stack[-1].name):
        keep = start_of_white(walk.text, walk.stack[-1].start)
        walk.stack.pop()
    name = walk.stack[0].name if walk.stack else b""
    closing = b"".join(b"</%b>" % one.name for one in reversed(walk.stack))
    rest = walk.text[keep:end]
    if not re.sub(ASIDE, b"", rest).strip():
        keep += len(rest.rstrip())  # comments stay
        rest = walk.text[keep:end]
    newline = b"\n" if not rest.strip() and rest.endswith(b"\n") else b""
    if is_whole and not rest.strip():
        reason = N_("The entries stood in no <{value}>.")
    code = "root-missing" if is_whole else "file-truncated"
    walk.changes = [one for one in walk.changes if one.end <= keep]
    walk.add(keep, end, closing + newline, reason, name, code, FixKind.ASK)
    walk.stack.clear()


def _after_root(walk: Walk, at: int) -> None:
    rest = walk.text[at:]
    plain = re.sub(ASIDE, b"", rest)
    if not plain.strip():
        return
    reason = N_("Something stood behind the end of <{value}>.")
    assert walk.root is not None
    spans = [(at + start, at + end) for start, end in _outside(rest)]
    walk.changes = [one for one in walk.changes if not _is_within(spans, one)]
    for start, end in spans:
        walk.add(start, end, b"", reason, walk.root.name, "content-after-root", FixKind.ASK)


def _is_within(spans: list[tuple[int, int]], one: Change) -> bool:
    place = bisect.bisect(spans, one.start, key=lambda span: span[0]) - 1
    return place >= 0 and one.end <= spans[place][1]


def _outside(rest: bytes) -> Iterator[tuple[int, int]]:
    """What is neither white space nor a comment or instruction."""
    position = 0
    for one in (*re.finditer(ASIDE, rest), None):
        stop = one.start() if one is not None else len(rest)
        piece = rest[position:stop]
        inner = piece.strip()
        if inner:
            start = position + piece.index(inner)
            yield start, start + len(inner)
        position = one.end() if one is not None else stop
