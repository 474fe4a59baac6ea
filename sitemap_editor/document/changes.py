"""What saving will change in the file: the differing lines, from the bytes last read or saved.

How many entries differ is worked out at once for all of them; their lines only for those asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.places import line_ends
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .baseline import Coding
from .rows import common_ends
from .store import Ids, Ints, mask_of

if TYPE_CHECKING:
    from .document import Document

MAX_DIFFERENCES = 500
MAX_LINES = 200
"""Lines of one difference that are told; the others are counted."""

MAX_MATCHED = 400
"""Above this many differing lines they are told as a whole, not matched with each other."""

LINE_CHARACTERS = 1000
"""Longer lines are cut: what a screen can show."""


class What(StrEnum):
    """What differs, and how."""

    HEAD = "head"
    TAIL = "tail"
    EDITED = "edited"
    NEW = "new"
    GONE = "gone"


class Line(NamedTuple):
    """A line that goes (``sign`` "-") or comes ("+"), with its number in the file it is in."""

    sign: str
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Difference:
    """The lines of one entry, or of what is around the entries, that differ.

    ``position`` is the entry's, from 1, in the document as it is; for a deleted one as it was.
    """

    what: What
    lines: tuple[Line, ...]
    position: int | None = None
    address: str = ""
    left_out: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Changes:
    """Which entries saving changes, adds and takes away, in the order of the document.

    ``edited``, ``new`` and ``gone`` are masks over ``ids``; ``kept`` counts the entries written
    byte for byte as they are. ``before`` is None when there is no file yet.
    """

    ids: Ids
    edited: npt.NDArray[np.bool_]
    new: npt.NDArray[np.bool_]
    gone: npt.NDArray[np.bool_]
    kept: int
    is_reordered: bool
    frame: tuple[What, ...]
    before: Coding | None
    after: Coding

    @property
    def count(self) -> int:
        """How many differences there are."""
        return len(self.ids) + len(self.frame)


def changes_of(doc: Document, progress: Progress = NO_PROGRESS) -> Changes:
    """Compare the document with what was last read or saved."""
    after = Coding.of(doc.source, doc.is_untouched)
    if doc.is_new_to_disk:
        return _all_new(doc, after)
    saved = doc.baseline
    progress.tick()
    differing = doc.edited_ids()
    progress.tick()
    is_known = differing < len(saved.blob)
    is_known[is_known] = saved.blob[differing[is_known]] >= 0
    gone = saved.order[~mask_of(doc.ids, doc.store.count)[saved.order]]
    progress.tick()
    ids, order = _in_order(doc, differing, gone)
    edited = np.concatenate([is_known, np.zeros(len(gone), np.bool_)])[order]
    new = np.concatenate([~is_known, np.zeros(len(gone), np.bool_)])[order]
    return Changes(
        ids=ids,
        edited=edited,
        new=new,
        gone=~(edited | new),
        kept=len(doc) - len(differing),
        is_reordered=_is_reordered(doc, gone),
        frame=_differing_frame(doc),
        before=saved.coding,
        after=after,
    )


def _all_new(doc: Document, after: Coding) -> Changes:
    none, every = np.zeros(len(doc), np.bool_), np.ones(len(doc), np.bool_)
    frame = tuple(w for w, text in ((What.HEAD, doc.head), (What.TAIL, doc.tail)) if text)
    return Changes(doc.ids, none, every, none, 0, False, frame, None, after)


def _in_order(doc: Document, differing: Ids, gone: Ids) -> tuple[Ids, Ints]:
    """All ids in one order, deleted entries behind those they stood behind, and that order."""
    order = doc.baseline.order
    places = np.full(doc.store.count, -1, np.int64)
    places[doc.ids] = np.arange(len(doc))
    stood = places[order]
    survivor = np.maximum.accumulate(np.where(stood >= 0, np.arange(len(order)), -1))
    behind = np.where(survivor >= 0, stood[np.maximum(survivor, 0)], -1)
    rank = np.empty(doc.store.count, np.int64)
    rank[order] = behind
    keys = np.concatenate([places[differing] * 2, rank[gone] * 2 + 1])
    chosen = np.argsort(keys, kind="stable")
    return np.concatenate([differing, gone])[chosen], chosen


def _is_reordered(doc: Document, gone: Ids) -> bool:
    """Whether entries that stay changed places with each other."""
    order, ids = doc.baseline.order, doc.ids
    if ids is order:
        return False
    was_there = mask_of(order, doc.store.count)
    stayed = was_there.copy()
    stayed[gone] = False
    return not np.array_equal(order[stayed[order]], ids[was_there[ids]])


def _differing_frame(doc: Document) -> tuple[What, ...]:
    head, tail = doc.saved_frame
    pairs = ((What.HEAD, head, doc.head), (What.TAIL, tail, doc.tail))
    return tuple(what for what, old, new in pairs if old != new)


# Lines


def differences(
    doc: Document, changes: Changes, limit: int = MAX_DIFFERENCES
) -> Iterator[Difference]:
    """The first differences in the order of the file, with their lines.

    The document must not have changed since ``changes`` was made of it.
    """
    head = [_frame_difference(doc, What.HEAD, changes)] if What.HEAD in changes.frame else []
    tail = [_frame_difference(doc, What.TAIL, changes)] if What.TAIL in changes.frame else []
    yield from head
    shown = changes.ids[: max(limit - len(head) - len(tail), 0)].tolist()
    old = _OldLines(doc) if changes.before is not None else None
    for place, entry in enumerate(shown):
        if changes.gone[place]:
            assert old is not None
            yield _gone(doc, entry, old)
        else:
            yield _present(doc, entry, old if changes.edited[place] else None)
    yield from tail


class _OldLines:
    """On which line of the file on disk an entry begins."""

    def __init__(self, doc: Document) -> None:
        saved = doc.baseline
        self._saved = saved
        self._store = doc.store
        self._before = line_ends(saved.head) + np.cumsum(saved.line_ends[saved.order])
        self._rank = np.empty(len(saved.blob), np.int64)
        self._rank[saved.order] = np.arange(len(saved.order))

    def position_of(self, entry: int) -> int:
        """Where the entry stood, from 1."""
        return int(self._rank[entry]) + 1

    def raw(self, entry: int) -> bytes:
        """The bytes the entry had."""
        return self._saved.raw(self._store, entry) or b""

    def line_of(self, entry: int) -> int:
        """The line, from 1, on which the entry's start tag began."""
        return int(self._before[self._rank[entry]]) - line_ends(self.raw(entry)) + 1


def _present(doc: Document, entry: int, old: _OldLines | None) -> Difference:
    indent = _indent_of(doc.store.gap(entry))
    now = _Text(indent + doc.raw(entry), doc.lines.line_of(entry))
    was = None if old is None else _Text(indent + old.raw(entry), old.line_of(entry))
    return _difference(
        What.NEW if was is None else What.EDITED,
        was,
        now,
        doc.position_of(entry) + 1,
        doc.value_of(entry, "loc") or "",
    )


def _gone(doc: Document, entry: int, old: _OldLines) -> Difference:
    raw = old.raw(entry)
    address = doc.lexed_value(raw, "loc") if doc.kind.is_xml else doc.decoded(raw)
    was = _Text(doc.style.indent + raw, old.line_of(entry))
    return _difference(What.GONE, was, None, old.position_of(entry), address or "")


def _frame_difference(doc: Document, what: What, changes: Changes) -> Difference:
    is_tail = what is What.TAIL
    now = doc.tail if is_tail else doc.head
    first = doc.lines.line_count - line_ends(now) if is_tail else 1
    if changes.before is None:
        return _difference(what, None, _Text(now, first))
    saved = doc.baseline
    was = saved.tail if is_tail else saved.head
    old_first = (
        line_ends(saved.head) + int(saved.line_ends[saved.order].sum()) + 1 if is_tail else 1
    )
    return _difference(what, _Text(was, old_first), _Text(now, first))


def _indent_of(gap: bytes) -> bytes:
    """What stands before an entry on its line, when that is white space only."""
    indent = gap[max(gap.rfind(b"\n"), gap.rfind(b"\r")) + 1 :]
    return indent if not indent.strip() else b""


class _Text(NamedTuple):
    """Bytes of a file and the line they begin on."""

    raw: bytes
    first: int


def _difference(
    what: What,
    was: _Text | None,
    now: _Text | None,
    position: int | None = None,
    address: str = "",
) -> Difference:
    lines = _lines(was, now)
    shown = tuple(lines[:MAX_LINES])
    return Difference(what, shown, position, address, len(lines) - len(shown))


def _lines(was: _Text | None, now: _Text | None) -> list[Line]:
    """The lines that go and those that come, in the order of a diff."""
    old = was.raw.splitlines(keepends=True) if was else []
    new = now.raw.splitlines(keepends=True) if now else []
    lines: list[Line] = []
    for i, j, k, m in _blocks(old, new):
        lines += _signed("-", old[i:j], was.first + i if was else 0)
        lines += _signed("+", new[k:m], now.first + k if now else 0)
    return lines


def _blocks(old: Sequence[bytes], new: Sequence[bytes]) -> list[tuple[int, int, int, int]]:
    """Where lines differ: from, to in the old ones, from, to in the new ones."""
    start, end = common_ends(old, new)
    a, b = old[start : len(old) - end], new[start : len(new) - end]
    if not a or not b or max(len(a), len(b)) > MAX_MATCHED:
        return [(start, start + len(a), start, start + len(b))]
    codes = SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
    return [
        (start + i, start + j, start + k, start + m) for tag, i, j, k, m in codes if tag != "equal"
    ]


def _signed(sign: str, lines: Sequence[bytes], first: int) -> list[Line]:
    return [Line(sign, first + number, _shown(line)) for number, line in enumerate(lines)]


def _shown(line: bytes) -> str:
    text = line[: 4 * LINE_CHARACTERS].rstrip(b"\r\n").decode("utf-8", "replace")
    return text if len(text) <= LINE_CHARACTERS else text[:LINE_CHARACTERS] + "…"
