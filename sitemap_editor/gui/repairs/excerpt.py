"""What stood at the place of a repair and what stands there now, with a little of what is around.

Only what is on screen is ever asked for, and never more of a text than fits there.
"""

from __future__ import annotations

from typing import NamedTuple

from sitemap_editor.gui.preview.visible_rows import SIGNS
from sitemap_editor.markup.repair import Repair

AROUND = 60
KEPT = 14
"""Characters before the place that are shown."""

MOST = 300
"""Characters of what changed itself that are shown."""

_MARKS = str.maketrans({"\n": "↵", "\r": "", "\t": "→", "\ufeff": "\ufeff"}) | {
    code: sign for code, sign in SIGNS.items() if code not in (10, 13)
}


class Excerpt(NamedTuple):
    """A piece of text: what is before the place, the place, what follows."""

    head: str
    changed: str
    tail: str

    @property
    def text(self) -> str:
        """All of it."""
        return "".join(self)


def excerpts(original: bytes, repair: Repair) -> tuple[Excerpt, Excerpt]:
    """Before and after."""
    head = _head(original[max(0, repair.start - 4 * AROUND) : repair.start])
    tail = _tail(original[repair.end : repair.end + 4 * AROUND])
    return (
        Excerpt(head, _changed(repair.before), tail),
        Excerpt(head, _changed(repair.after), tail),
    )


def plain(raw: bytes) -> str:
    """Text as it is, cut when it is longer than anybody reads."""
    text = raw[: 4 * MOST + 4].decode("utf-8", "replace")
    return text if len(text) <= MOST else text[:MOST] + "…"


def _head(raw: bytes) -> str:
    line = raw.decode("utf-8", "ignore").replace("\r", "\n").rpartition("\n")[2].lstrip(" \t")
    cut = line if len(line) <= KEPT else "…" + line[-KEPT:]
    return cut.translate(_MARKS)


def _tail(raw: bytes) -> str:
    line = raw.decode("utf-8", "ignore").replace("\r", "\n").partition("\n")[0]
    return line[:AROUND].translate(_MARKS)


def _changed(raw: bytes) -> str:
    """What changed, white space at its ends made visible."""
    text = plain(raw).replace("\r\n", "\n").replace("\r", "\n")
    core = text.strip(" ")
    lead = "·" * (len(text) - len(text.lstrip(" ")))
    trail = "·" * (len(text) - len(text.rstrip(" "))) if core else ""
    return f"{lead}{core}{trail}".translate(_MARKS)
