"""What must hold of a file, however it is broken.

It is opened or refused in words; it takes no longer than its size allows; what is opened is clean;
and no address is in it that was not in the file, but for the repairs that are told.
"""

from __future__ import annotations

import re
import time
from bisect import bisect_left

from sitemap_editor.document.document import Document
from sitemap_editor.document.mending import Mending
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.markup.encoding import decode_source
from sitemap_editor.markup.repair import Repair
from sitemap_editor.markup.values import decode_value
from sitemap_editor.protocol.errors import SitemapError

SECONDS_PER_BYTE = 2 / 100_000
SECONDS_AT_LEAST = 2.0
_REFERENCE = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));")
_NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


def fault_of(data: bytes) -> str | None:
    """What is wrong with how a file is treated; None when nothing is."""
    before = time.perf_counter()
    try:
        doc = open_bytes(data)
    except SitemapError as error:
        doc = None
        if not error.reason or "\n" in str(error):
            return f"refused without a word: {error!r}"
    except Exception as error:  # noqa: BLE001 - whatever it is, it is found
        return f"raised {type(error).__name__}: {error}"
    took = time.perf_counter() - before
    if took > max(SECONDS_AT_LEAST, SECONDS_PER_BYTE * len(data)):
        return f"took {took:.1f} s"
    if doc is None or doc.mending is None:
        return None
    return _fault_of_result(doc) or _invented(doc, doc.mending, data)


def _fault_of_result(doc: Document) -> str | None:
    """The text after the repairs must need none, and have the same entries."""
    again = open_bytes(doc.text())
    if again.mending is not None:
        return f"is not clean: {[one.code for one in again.mending.repairs]}"
    return None if len(again) == len(doc) else "has other entries when read again"


def _invented(doc: Document, mending: Mending, data: bytes) -> str | None:
    """An address that the file did not hold, told repairs aside."""
    # The values of a feed stand in no place of their own.
    raw = _plain(mending.text if doc.kind.is_feed else decode_source(data).text)
    known = _decoded(raw)
    starts = [one.start for one in mending.repairs]
    for entry in doc.ids.tolist():
        loc = doc.value_of(entry, "loc")
        if not loc or loc in known or loc in raw:
            continue
        span = doc.columns.span(entry, "loc")
        if span is None:
            continue
        at = int(doc.store.cells.start[entry]) + span[0]
        start, end = mending.history.original_place(at, at + span[1])
        first = bisect_left(starts, start)
        own = [one for one in mending.repairs[max(first - 1, 0) :] if one.start <= end]
        if not _comes_of(loc, mending.original, start, end, own):
            return f"holds {loc!r}, which was {mending.original[start:end]!r}"
    return None


def _decoded(text: str) -> str:
    def character(one: re.Match[str]) -> str:
        if one[1]:
            return _NAMED[one[1]]
        number = int(one[2]) if one[2] else int(one[3], 16)
        return chr(number) if 0 < number < 0x110000 else one[0]

    return _REFERENCE.sub(character, text)


def _comes_of(loc: str, original: bytes, start: int, end: int, repairs: list[Repair]) -> bool:
    """Whether an address is a run of the file with the repairs in it made.

    Where one repair changed what another had made, only the order of the letters can be compared:
    none stands there that is neither of the file nor of a repair.
    """
    pieces, letters, position = [], [], start
    for one in repairs:
        if one.end < start or one.start > end or _is_beside(one, start, end):
            continue
        letters += (original[position : max(one.start, position)], one.after)
        letters.append(original[max(one.start, position) : max(one.end, position)])
        if one.start >= position and one.end <= end:
            pieces += (original[position : one.start], one.after)
            position = one.end
    rest = original[position:end]
    if _text(b"".join((*pieces, rest))) == loc:
        return True
    whole = _plain(b"".join((*letters, rest)))
    return any(_stands_in(loc, text) for text in (whole, _decoded(whole)))


def _stands_in(loc: str, text: str) -> bool:
    """Whether all letters stand in a text in their order."""
    found = iter(text)
    return all(letter in found for letter in loc)


def _is_beside(one: Repair, start: int, end: int) -> bool:
    """Whether it put something in before or behind a run."""
    return one.start == one.end and one.start in (start, end)


def _text(raw: bytes) -> str:
    return decode_value(raw).replace("\r\n", "\n").replace("\r", "\n")


def _plain(raw: bytes) -> str:
    """Text as XML reads it, which knows one line end."""
    return raw.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
