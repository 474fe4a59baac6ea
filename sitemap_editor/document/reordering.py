"""All entries in another order as one edit; the bytes of the entries stay as they are.

A comment belongs to the entry it stands before, or behind on the same line, and goes with it. What
stands before the first entry is the file's header and stays first, unless other entries have
comments too: then the last comment there is about the first entry.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from sitemap_editor.markup.style import WHITE
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .editing import TAIL, gaps_with_markup, with_gaps
from .edits import Edit, Reorder, compound
from .store import Ids

if TYPE_CHECKING:
    from .document import Document

_ON_LINE = re.compile(rb"(?:[ \t]*<!--(?:[^-]|-(?!->))*-->)+(?=[ \t]*[\r\n])")
_LAST_COMMENT = re.compile(rb"[ \t\r\n]*<!--(?:[^-]|-(?!->))*-->[ \t\r\n]*\Z")
TICK = 1024


def reorder(doc: Document, ids: Ids, progress: Progress = NO_PROGRESS) -> Edit | None:
    """Let the entries stand in the order of ``ids``, which are those of the document."""
    if np.array_equal(ids, doc.ids):
        return None
    gaps = _Gaps(doc, ids, progress).changed() if doc.kind.is_xml else _swapped(doc, ids)
    return compound([with_gaps(doc, gaps), Reorder(ids)])


def _swapped(doc: Document, ids: Ids) -> dict[int, bytes]:
    """Of lines only the first has nothing, or something else, before it."""
    old, new = doc.id_at(0), int(ids[0])
    return {new: doc.store.gap(old), old: doc.store.gap(new)}


class _Gaps:
    """What stands before entries, taken apart by what it belongs to."""

    def __init__(self, doc: Document, ids: Ids, progress: Progress) -> None:
        self._doc = doc
        self._ids = ids
        self._progress = progress
        self._first = doc.id_at(0)
        self._own: dict[int, bytes] = {}
        self._behind: dict[int, bytes] = {}
        self._header = b""
        self._tail = doc.tail

    def changed(self) -> dict[int, bytes]:
        """The new gap of each entry that gets another one; TAIL for what follows the last."""
        self._take_apart()
        self._change_white()
        return self._put_together()

    def _take_apart(self) -> None:
        doc = self._doc
        places = np.flatnonzero(gaps_with_markup(doc, doc.ids))
        for number, place in enumerate(places.tolist()):
            entry = doc.id_at(place)
            gap = doc.store.gap(entry)
            behind = _ON_LINE.match(gap) if place else None
            if behind is not None:
                self._behind[doc.id_at(place - 1)] = behind[0]
                gap = gap[behind.end() :]
            self._own[entry] = gap
            if number % TICK == 0:
                self._progress.tick(number, len(places))
        behind = _ON_LINE.match(doc.tail)
        if behind is not None:
            self._behind[doc.id_at(len(doc) - 1)] = behind[0]
            self._tail = doc.tail[behind.end() :]
        self._take_header()

    def _take_header(self) -> None:
        first = self._first
        gap = self._own.get(first)
        if gap is None:
            self._own[first] = self._doc.store.gap(first)
            return
        others_have = any(b"<" in own for entry, own in self._own.items() if entry != first)
        last = _LAST_COMMENT.search(gap) if others_have else None
        cut = last.start() if last is not None else len(gap.rstrip(WHITE))
        self._header, self._own[first] = gap[:cut], gap[cut:]

    def _change_white(self) -> None:
        """Let the new first entry begin as the old one did where that is white space only."""
        first, new = self._first, int(self._ids[0])
        if new == first or self._own[first].strip(WHITE):
            return
        own = self._own.get(new, self._doc.store.gap(new))
        if own.strip(WHITE):
            self._own[first] = self._doc.style.gap
        else:
            self._own[new], self._own[first] = self._own[first], own

    def _put_together(self) -> dict[int, bytes]:
        new, ids = int(self._ids[0]), self._ids
        places = np.full(self._doc.store.count, -1, np.int64)
        places[ids] = np.arange(len(ids))
        gaps = {new: self._header + self._own.get(new, self._doc.store.gap(new))}
        for entry, own in self._own.items():
            if entry != new:
                gaps[entry] = self._behind.get(int(ids[places[entry] - 1]), b"") + own
        for entry, behind in self._behind.items():
            place = int(places[entry]) + 1
            follower = int(ids[place]) if place < len(ids) else TAIL
            if follower not in gaps:
                own = self._tail if follower == TAIL else self._doc.store.gap(follower)
                gaps[follower] = behind + own
        gaps.setdefault(TAIL, self._tail)
        if gaps[TAIL] == self._doc.tail:
            del gaps[TAIL]
        return gaps
