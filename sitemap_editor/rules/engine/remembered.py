"""What the rules said about a value, so that each distinct value is judged once a walk."""

from __future__ import annotations

from typing import NamedTuple

from sitemap_editor.markup.values import decode_untrimmed, is_editable
from sitemap_editor.protocol.dates import read_date
from sitemap_editor.rules.values import Value

from .found import Key
from .gate_lastmod import NO_INSTANT
from .judge import Judge

MOST = 20_000
LONGEST = 200
"""Values beyond this many bytes are judged each time: they are few and large."""


class Seen(NamedTuple):
    """A trimmed value, the findings about it, and for a date when it is."""

    text: str
    keys: tuple[Key, ...]
    instant: int = NO_INSTANT
    is_date_only: bool = False


class Remembered:
    """The distinct values of one field."""

    def __init__(self, judge: Judge, field: str) -> None:
        self._judge = judge
        self._field = field
        self._known: dict[bytes, Seen] = {}

    def of_raw(self, raw: bytes) -> Seen:
        """What is known about the bytes between the tags."""
        seen = self._known.get(raw)
        if seen is None:
            is_known = is_editable(raw)
            seen = self.of_text(decode_untrimmed(raw)) if is_known else Seen(raw.decode(), ())
            if len(raw) <= LONGEST:
                if len(self._known) >= MOST:
                    self._known.clear()
                self._known[raw] = seen
        return seen

    def of_text(self, text: str) -> Seen:
        """What is known about a decoded value."""
        value = Value(self._field, text)
        hits = self._judge.value(value)
        keys = tuple(dict.fromkeys(self._judge.key(rule, hit, self._field) for rule, hit in hits))
        instant = read_date(value.text).instant if self._field == "lastmod" else None
        if instant is None:
            return Seen(value.text, keys)
        return Seen(value.text, keys, instant, "T" not in value.text)
