"""Mends plain values without taking their entries apart: the way for files with many findings.

It comes to the same as mending the entry, or leaves the entry to that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from sitemap_editor.document.document import Document
from sitemap_editor.markup.patch import replace_text
from sitemap_editor.markup.values import decode_untrimmed, is_editable, written_value
from sitemap_editor.protocol.fields import FIELD_BY_NAME
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.rules.base import Fix, Note
from sitemap_editor.rules.engine.judge import FIELDS, Judge
from sitemap_editor.rules.values import Loc, Value

MOST_STEPS = 20
MOST_KEPT = 4_096
"""Values whose outcome is remembered: many files repeat a few dates, none their addresses."""

AT_ONCE = 2_048

IsAllowed = Callable[[str, Fix], bool]


class Outcome(NamedTuple):
    """New bytes of a value, and how the old ones were understood; None leaves it to others."""

    raw: bytes | None
    note: Note | None = None


class QuickValues:
    """Mends one field of many entries by the rules about its value, and those about its site."""

    def __init__(
        self,
        doc: Document,
        judge: Judge,
        sources: Sequence[str],
        is_allowed: IsAllowed,
    ) -> None:
        """``judge`` has the rules that matter, ``sources`` are the runs of rules they are in."""
        fields = [source for source in sources if source in FIELDS]
        self._field = fields[0] if fields else "loc"
        is_one_field = set(sources) <= {self._field, "site"}
        has_sites = "site" not in sources or self._field == "loc"
        self.is_possible = doc.kind.is_xml and is_one_field and has_sites
        self._doc = doc
        self._judge = judge
        self.is_possible &= not self._judge.context.policy.ignored_findings
        self._has_values = bool(fields)
        self._has_sites = "site" in sources
        self._is_allowed = is_allowed
        self._known: dict[bytes, Outcome] = {}
        self._sites: dict[str, str | None] = {}

    def mend(self, ids: Sequence[int]) -> Iterable[tuple[int, bytes | None, Note | None]]:
        """New bytes of each entry, None where it has to be taken apart."""
        index = FIELD_BY_NAME[self._field].index
        for start in range(0, len(ids), AT_ONCE):
            part = list(ids[start : start + AT_ONCE])
            cells = self._doc.store.cells
            firsts = cells.value_start[index, part].tolist()
            sizes = cells.value_length[index, part].tolist()
            raws = [self._doc.raw(entry) for entry in part]
            for entry, raw, first, size in zip(part, raws, firsts, sizes, strict=True):
                yield self._mended(entry, raw, first, size)

    def _mended(
        self, entry: int, raw: bytes, first: int, size: int
    ) -> tuple[int, bytes | None, Note | None]:
        if size < 0:
            return entry, None, None
        value = raw[first : first + size]
        outcome = self._known.get(value)
        if outcome is None:
            outcome = self._outcome(value)
            if len(self._known) < MOST_KEPT:
                self._known[value] = outcome
        if outcome.raw is None:
            return entry, None, None
        return entry, raw[:first] + outcome.raw + raw[first + size :], outcome.note

    def _outcome(self, raw: bytes) -> Outcome:
        if b"<" in raw or not is_editable(raw):
            return Outcome(None)
        codec, note = self._doc.codec, None
        for _ in range(MOST_STEPS):
            value = self._read(decode_untrimmed(raw))
            fix = self._fix(value)
            if fix is None:
                return Outcome(raw, note)
            if fix.name != "set_field" or fix.parameters["field"] != self._field:
                return Outcome(None)
            text = written_value(self._field, fix.parameters["value"], codec)
            if text == value.text:
                return Outcome(None)  # the next of its fixes may do something
            raw, note = replace_text(raw, text, codec), fix.note or note
        return Outcome(raw, note)

    def _read(self, text: str) -> Value:
        return Loc(text) if self._field == "loc" else Value(self._field, text)

    def _fix(self, value: Value) -> Fix | None:
        """The first fix that is allowed."""
        hits = self._judge.value(value) if self._has_values else ()
        for rule, hit in hits:
            fix, is_ignored = hit.fix, rule.code in self._judge.ignoring.codes
            if fix is not None and not is_ignored and self._is_allowed(rule.code, fix):
                return fix
        if self._has_sites and isinstance(value, Loc):
            return self._fix_of_site(value)
        return None

    def _fix_of_site(self, loc: Loc) -> Fix | None:
        name = loc.site_name
        if name is None:
            return None
        if name not in self._sites:
            self._sites[name] = self._new_site(name)
        new = self._sites[name]
        if new is None:
            return None
        value = new + loc.address[len(name) :]
        return Fix("set_field", FixKind.SAFE, {"field": "loc", "value": value})

    def _new_site(self, name: str) -> str | None:
        for rule, hit in self._judge.site(name, self._judge.context):
            fix, is_ignored = hit.fix, rule.code in self._judge.ignoring.codes
            if fix is None or is_ignored or not self._is_allowed(rule.code, fix):
                continue
            return str(fix.parameters["new"]) if fix.name == "set_site" else None
        return None
