"""What a repair is: a change of a text, and how places in later texts lead back to the first.

Steps change one text after the other. People see every change at its place in the file as it is
on disk, so each step's changes are kept to lead back.
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.support.i18n import _


class Change(NamedTuple):
    """One change that a step proposes: ``new`` for the bytes from ``start`` to ``end``.

    ``reason`` is marked for translation and told with ``values``. ``also`` are further codes of
    rules that the same place breaks.
    """

    start: int
    end: int
    new: bytes
    code: str
    reason: str
    kind: FixKind = FixKind.SAFE
    values: Mapping[str, str] = {}
    also: tuple[str, ...] = ()


def quoted(raw: bytes) -> dict[str, str]:
    """The values of a reason that speaks of these bytes."""
    return {"value": raw.decode("utf-8", "replace")}


class Key(NamedTuple):
    """What tells a repair from others, whichever of them are refused."""

    code: str
    start: int
    before: bytes


@dataclass(frozen=True, slots=True)
class Repair:
    """One change that was made so that a text can be read.

    ``start`` and ``end`` are bytes of the text as it was; ``before`` and ``after`` what stood and
    stands there. ``kind`` says whether it is sure or a guess to be looked at.
    """

    code: str
    kind: FixKind
    start: int
    end: int
    before: bytes
    after: bytes
    also: tuple[str, ...] = ()
    _reason: str = ""
    _values: Mapping[str, str] = field(default_factory=dict)

    @property
    def key(self) -> Key:
        """What tells it from others."""
        return Key(self.code, self.start, self.before)

    @property
    def reason(self) -> str:
        """What was wrong and what was done, in plain words."""
        return _(self._reason).format(**self._values)


class Stage:
    """The text after some changes, with the way back to the text before."""

    def __init__(self, text: bytes, changes: Sequence[Change]) -> None:
        """``changes`` are ascending and do not overlap."""
        pieces: list[bytes] = []
        self._new_starts: list[int] = []
        self._new_ends: list[int] = []
        self._changes = changes
        position = size = 0
        for one in changes:
            pieces += (text[position : one.start], one.new)
            size += one.start - position
            self._new_starts.append(size)
            size += len(one.new)
            self._new_ends.append(size)
            position = one.end
        self.text = b"".join((*pieces, text[position:]))

    def back(self, at: int, *, is_end: bool = False) -> int:
        """Where a byte of this text, or the end of a run of them, stood before."""
        number = bisect.bisect_right(self._new_starts, at) - 1
        if is_end and number >= 0 and self._new_starts[number] == at != self._new_ends[number]:
            number -= 1
        if number < 0:
            return at
        one = self._changes[number]
        if at < self._new_ends[number]:
            return one.end if is_end else one.start
        return one.end + at - self._new_ends[number]


class History:
    """The stages of one text, the latest last."""

    def __init__(self, text: bytes) -> None:
        self.original = text
        self._stages: list[Stage] = []

    @property
    def text(self) -> bytes:
        """The text as it is now."""
        return self._stages[-1].text if self._stages else self.original

    def original_place(self, start: int, end: int) -> tuple[int, int]:
        """Where bytes of the text as it is now stood in the first."""
        for stage in reversed(self._stages):
            start, end = stage.back(start), stage.back(end, is_end=True)
        return start, max(start, end)

    def take(self, changes: Iterable[Change], refused: frozenset[Key]) -> list[Repair]:
        """Make the changes that were not refused; returns what they are to people."""
        made: list[Change] = []
        repairs: list[Repair] = []
        text, position = self.text, 0
        for one in sorted(changes, key=lambda one: (one.start, one.end)):
            if one.start < position or (one.start == one.end and not one.new):
                continue
            repair = self._repair(text, one)
            if repair.key in refused:
                continue
            made.append(one)
            repairs.append(repair)
            position = max(one.end, one.start)
        if made:
            self._stages.append(Stage(text, made))
        return repairs

    def _repair(self, text: bytes, one: Change) -> Repair:
        start, end = self.original_place(one.start, one.end)
        before = text[one.start : one.end]
        values = dict(one.values)
        return Repair(one.code, one.kind, start, end, before, one.new, one.also, one.reason, values)
