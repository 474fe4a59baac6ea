"""Where the tags are in a slice of well-formed XML, found with numpy.

A parser must have accepted the bytes before: only then is every ``<`` outside of comments, CDATA
and processing instructions the start of a tag, which is all this module relies on.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Bytes = npt.NDArray[np.uint8]

LT, GT, SLASH, BANG, QUESTION, DASH, BRACKET = b"<>/!?-]"

_TAG_NAME = re.compile(rb"[^\s/>]+")
_WHOLE_TAG = re.compile(rb"<[^>\"']*(?:\"[^\"]*\"[^>\"']*|'[^']*'[^>\"']*)*>")


class Tags(NamedTuple):
    """Tags of a slice in order: places of ``<`` and of the closing ``>``, relative to the slice."""

    lt: Ints
    gt: Ints


def find_tags(view: Bytes) -> Tags:
    """Return the complete tags of a slice that starts outside of any markup.

    A tag, comment, CDATA section or instruction that the end of the slice cuts is left out, with
    all that follows it.
    """
    lt = np.flatnonzero(view == LT)
    gt = np.flatnonzero(view == GT)
    if not len(gt):
        return Tags(gt, gt)
    if len(lt) and lt[-1] == len(view) - 1:
        lt = lt[:-1]
    kind = view[lt + 1]
    special = (kind == BANG) | (kind == QUESTION)
    if special.any():
        lt, gt = _without_masked(view, lt, gt, special)
    return _paired(view, lt, gt)


def _without_masked(view: Bytes, lt: Ints, gt: Ints, special: Bools) -> Tags:
    """Drop what stands in comments, CDATA and instructions, and their own brackets."""
    index = np.flatnonzero(special)
    closer = _closers_of_specials(view, lt[index], gt)
    if _hold_no_brackets(lt, gt, index, closer):
        keep = np.ones(len(gt), np.bool_)
        keep[closer] = False
        return Tags(lt[~special], gt[keep])
    ends = np.where(closer >= 0, gt[np.maximum(closer, 0)], -1)
    index, ends = _outermost(lt, index, ends)
    cut = np.flatnonzero(ends < 0)
    if len(cut):
        limit = index[cut[0]]
        gt = gt[: np.searchsorted(gt, lt[limit])]
        lt, index, ends = lt[:limit], index[: cut[0]], ends[: cut[0]]
    keep_lt = _outside(len(lt), index, np.searchsorted(lt, ends))
    keep_gt = _outside(len(gt), np.searchsorted(gt, lt[index]), np.searchsorted(gt, ends, "right"))
    return Tags(lt[keep_lt], gt[keep_gt])


def _hold_no_brackets(lt: Ints, gt: Ints, index: Ints, closer: Ints) -> bool:
    """Whether all sections are closed and neither ``<`` nor ``>`` stands in any, as is usual."""
    if closer[-1] < 0 or bool((closer < 0).any()):
        return False
    starts, ends = lt[index], gt[closer]
    following = index + 1
    inner = following < len(lt)
    before = closer > 0
    return bool(
        (lt[following[inner]] > ends[inner]).all()
        and (gt[closer[before] - 1] < starts[before]).all()
    )


def _outside(size: int, first: Ints, last: Ints) -> Bools:
    """Mask of the numbers below size that lie in none of the disjoint ranges [first, last)."""
    steps = np.zeros(size + 1, np.int32)
    steps[first] += 1  # no number twice in either: the ranges are in order and not empty
    steps[last] -= 1
    outside: Bools = np.cumsum(steps[:-1]) == 0
    return outside


def _closers_of_specials(view: Bytes, at: Ints, gt: Ints) -> Ints:
    """Number of the ``>`` that closes each comment, CDATA or instruction; -1 where it is cut."""
    closer = np.full(len(at), -1, np.int64)
    before = view[gt - 1]
    opening = view[at + 1]
    comment = (opening == BANG) & (view[np.minimum(at + 2, len(view) - 1)] == DASH)
    for mask, letter, twice, skip in (
        (comment, DASH, True, 6),
        ((opening == BANG) & ~comment, BRACKET, True, 11),
        (opening == QUESTION, QUESTION, False, 3),
    ):
        where = np.flatnonzero(mask)
        if not len(where):
            continue
        closers = np.flatnonzero(before == letter)
        if twice:
            closers = closers[view[gt[closers] - 2] == letter]
        found = np.searchsorted(gt[closers], at[where] + skip)
        inside = found < len(closers)
        closer[where[inside]] = closers[found[inside]]
    return closer


def _outermost(lt: Ints, index: Ints, ends: Ints) -> tuple[Ints, Ints]:
    """Drop openers that stand within an earlier section, where they mean nothing."""
    starts = lt[index]
    known = ends >= 0
    if bool(np.all(known[:-1])) and bool(np.all(starts[1:] > ends[:-1])):
        return index, ends
    kept: list[int] = []
    position = -1
    for number, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        if start <= position:
            continue
        kept.append(number)
        if end < 0:
            break
        position = end
    return index[kept], ends[kept]


def _paired(view: Bytes, lt: Ints, gt: Ints) -> Tags:
    """Give each ``<`` its ``>``; a ``>`` in text or in an attribute's value closes nothing."""
    size = min(len(lt), len(gt))
    if (
        len(gt) <= len(lt) <= len(gt) + 1
        and bool(np.all(lt[:size] < gt[:size]))
        and bool(np.all(gt[: len(lt) - 1] < lt[1:]))
    ):
        return Tags(lt[:size], gt[:size])
    return _paired_with_strays(view, lt, gt)


def _paired_with_strays(view: Bytes, lt: Ints, gt: Ints) -> Tags:
    bounds = np.searchsorted(gt, np.append(lt, len(view)))
    closed = bounds[1:] > bounds[:-1]
    if not closed.all():  # only the last tag can be cut: the parser accepted the rest
        lt, bounds = lt[: int(np.argmin(closed))], bounds[: int(np.argmin(closed)) + 1]
    ends = gt[bounds[: len(lt)]]
    buffer = view.tobytes()  # stray brackets are rare: a copy of a slice costs little
    for number in np.flatnonzero(np.diff(bounds) > 1).tolist():
        stop = lt[number + 1] if number + 1 < len(lt) else len(view)
        whole = _WHOLE_TAG.match(buffer, int(lt[number]), int(stop))
        if whole is None:
            return Tags(lt[:number], ends[:number])
        ends[number] = whole.end() - 1
    return Tags(lt, ends)


def name_of_tag(text: bytes, start: int) -> bytes:
    """Return the name, prefix included, of the start tag at ``start``."""
    found = _TAG_NAME.match(text, start + 1)
    return found.group() if found is not None else b""


def end_of_tag(text: bytes, start: int) -> int:
    """Return the offset one past the ``>`` of the tag at ``start``."""
    whole = _WHOLE_TAG.match(text, start)
    return whole.end() if whole is not None else start
