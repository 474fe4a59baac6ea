"""Carries out the fixes that rules name: one finding, all of a rule, or all that are safe.

Entries are mended in memory until the rules have nothing more to say, and become one edit. A plan
can be looked at before it is applied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Edit
from sitemap_editor.protocol.dates import read_date
from sitemap_editor.protocol.fields import FIELDS
from sitemap_editor.protocol.findings import Finding, FixKind
from sitemap_editor.protocol.urls import norm_probable
from sitemap_editor.rules.base import Fix
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.check import Checker, Report
from sitemap_editor.rules.explain import SOURCES, Reason, Subject
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .entry_fixes import Surroundings, change_entry
from .head_fixes import Frame, change_frame
from .replacing import replace_all

MOST_STEPS = 20
"""Changes made to one entry in a row; a rule that is never satisfied must not go on for ever."""
TICK = 16

Allowed = Callable[[str, FixKind], bool]


@dataclass(frozen=True, slots=True)
class Sample:
    """One value that a plan changes.

    ``position`` is 1-based, None for what stands outside of entries; ``field`` is empty for the
    whole entry. ``before`` None means that the field is added, ``after`` None that it goes.
    """

    position: int | None
    field: str
    before: str | None
    after: str | None


@dataclass(slots=True)
class Plan:
    """What fixes will do: new bytes by entry, entries that go, and a new frame."""

    doc: Document
    raws: dict[int, bytes] = field(default_factory=dict)
    gone: list[int] = field(default_factory=list)
    frame: Frame | None = None

    @property
    def count(self) -> int:
        """Entries that change or go, and one for the frame."""
        return len(self.raws) + len(self.gone) + (self.frame is not None)

    def edit(self) -> Edit | None:
        """The plan as one edit; None when it changes nothing."""
        head, tail = self.doc.head, self.doc.tail
        if self.frame is not None:
            head, tail = self.frame.head, self.frame.tail
        gone = np.array(sorted(set(self.gone)), np.int64)
        return replace_all(self.doc, self.raws, gone, head, tail)

    def samples(self, limit: int = 200) -> list[Sample]:
        """The first values that change, in document order."""
        found: list[Sample] = []
        for sample in self._samples():
            found.append(sample)
            if len(found) >= limit:
                break
        return found

    def _samples(self) -> Iterator[Sample]:
        doc = self.doc
        if self.frame is not None:
            yield Sample(None, "", doc.head.decode(), self.frame.head.decode())
        gone = set(self.gone)
        for entry in sorted({*self.raws, *gone}, key=doc.position_of):
            position = doc.position_of(entry) + 1
            if entry in gone:
                yield Sample(position, "loc", doc.value_of(entry, "loc") or "", None)
            else:
                yield from _differences(doc, position, doc.raw(entry), self.raws[entry])


def _differences(doc: Document, position: int, before: bytes, after: bytes) -> Iterator[Sample]:
    if not doc.kind.is_xml:
        yield Sample(position, "loc", before.decode("utf-8", "replace"), after.decode())
        return
    is_told = False
    for one in FIELDS:
        old, new = doc.lexed_value(before, one.name), doc.lexed_value(after, one.name)
        if old != new:
            is_told = True
            yield Sample(position, one.name, old, new)
    if not is_told:
        yield Sample(position, "", before.decode(), after.decode())


# What is asked for


def fix_entry(doc: Document, finding: Finding, report: Report | None = None) -> Edit | None:
    """Mend one finding, be its fix safe or one to be asked for; None when it has none."""
    return plan_entry(doc, finding, report).edit()


def fix_rule(
    doc: Document,
    report: Report,
    code: str,
    accept_ask: bool = False,
    progress: Progress = NO_PROGRESS,
) -> Edit | None:
    """Mend all findings of a rule; ``accept_ask`` takes those too that need a decision."""
    return plan_rule(doc, report, code, accept_ask, progress).edit()


def fix_all_safe(doc: Document, report: Report, progress: Progress = NO_PROGRESS) -> Edit | None:
    """Mend everything that can be mended without asking."""
    return plan_all_safe(doc, report, progress).edit()


def plan_entry(doc: Document, finding: Finding, report: Report | None = None) -> Plan:
    """What mending one finding will do."""
    report = report or Checker(doc).run()
    work = _Work(doc, report, lambda code, _kind: code == finding.code)
    if finding.entry_id is None:
        work.mend_frame()
        work.mend_fields([finding.code])
    else:
        work.mend([int(finding.entry_id)], [finding.code])
    return work.plan


def plan_rule(
    doc: Document,
    report: Report,
    code: str,
    accept_ask: bool = False,
    progress: Progress = NO_PROGRESS,
) -> Plan:
    """What mending all findings of a rule will do."""

    def allowed(one: str, kind: FixKind) -> bool:
        return one == code and (kind is FixKind.SAFE or accept_ask)

    work = _Work(doc, report, allowed, progress)
    work.mend_frame()
    work.mend_fields([code])
    if CATALOGUE[code].fix is not FixKind.NONE:
        work.mend(report.entries_with(code).tolist(), [code])
    return work.plan


def plan_all_safe(doc: Document, report: Report, progress: Progress = NO_PROGRESS) -> Plan:
    """What mending everything safe will do."""
    work = _Work(doc, report, lambda _code, kind: kind is FixKind.SAFE, progress)
    work.mend_frame()
    codes = [group.code for group in report.groups if CATALOGUE[group.code].fix is FixKind.SAFE]
    by_entry: dict[int, list[str]] = {}
    for code in codes:
        for entry in report.entries_with(code).tolist():
            by_entry.setdefault(entry, []).append(code)
    by_codes: dict[tuple[str, ...], list[int]] = {}
    for entry, own in by_entry.items():
        by_codes.setdefault(tuple(own), []).append(entry)
    for own_codes, entries in by_codes.items():
        work.mend(entries, own_codes)
    return work.plan


class _Work:
    """Mends entries and frame in memory, as far as it is allowed."""

    def __init__(
        self, doc: Document, report: Report, allowed: Allowed, progress: Progress = NO_PROGRESS
    ) -> None:
        self.plan = Plan(doc)
        self._doc = doc
        self._report = report
        self._allowed = allowed
        self._progress = progress
        self._at = Surroundings(doc.names, doc.style, doc.kind, doc.codec)
        self._done = 0

    def mend_frame(self) -> None:
        """Make the changes to the file's start that are allowed."""
        frame = Frame(self._doc)
        for code, hits in self._report.file_hits().items():
            for one in hits:
                fix = one.hit.fix
                if fix is not None and self._allowed(code, fix.kind):
                    change_frame(frame, fix.name, fix.parameters)
        self._take(frame)

    def _take(self, frame: Frame) -> None:
        if (frame.head, frame.tail) != (self._doc.head, self._doc.tail):
            self.plan.frame = frame

    def mend_fields(self, codes: Iterable[str]) -> None:
        """Take a field out of all entries, where a finding about the file asks for that."""
        for code in codes:
            for one in self._report.file_hits().get(code, ()):
                fix = one.hit.fix
                if fix is None or fix.name != "remove_field" or not self._allowed(code, fix.kind):
                    continue
                for entry in self._report.ids_with(code).tolist():
                    self._change(entry, fix)
                    self._tick()

    def _change(self, entry: int, fix: Fix) -> None:
        raw = self.plan.raws.get(entry, self._doc.raw(entry))
        new = change_entry(raw, self._at, fix.name, dict(fix.parameters))
        if new != raw:
            self.plan.raws[entry] = new

    def mend(self, entries: Iterable[int], codes: Iterable[str]) -> None:
        """Mend entries until the rules of these codes have nothing more to say."""
        sources = list(dict.fromkeys(s for code in codes for s in SOURCES.get(code, ())))
        pairs = [source for source in sources if source == "pair"]
        own = [source for source in sources if source not in ("pair", "gap")]
        for entry in entries:
            if own:
                self._mend_entry(entry, own)
            if pairs:
                self._mend_pair(entry)
            self._tick()

    def _tick(self) -> None:
        self._done += 1
        if self._done % TICK == 0:
            self._progress.tick()

    def _mend_entry(self, entry: int, sources: list[str]) -> None:
        xml = before = self.plan.raws.get(entry, self._doc.raw(entry))
        for _ in range(MOST_STEPS):
            subject = Subject(xml, self._doc.names, self._doc.kind)
            fixes = self._fixes(self._report.explainer.own_reasons(subject, sources))
            if any(fix.name == "delete_entry" for fix in fixes):
                self.plan.gone.append(entry)
                return
            changed = self._changed(xml, fixes)
            if changed == xml:
                break
            xml = changed
        if xml != before:
            self.plan.raws[entry] = xml

    def _fixes(self, reasons: Iterable[Reason]) -> list[Fix]:
        return [
            reason.hit.fix
            for reason in reasons
            if reason.hit.fix is not None and self._allowed(reason.rule.code, reason.hit.fix.kind)
        ]

    def _changed(self, xml: bytes, fixes: Iterable[Fix]) -> bytes:
        """The entry after the first of these fixes that does something.

        The others may no longer be right then: they were worked out from the value before.
        """
        for fix in fixes:
            if fix.name == "default_root":
                self._default_root()
            changed = change_entry(xml, self._at, fix.name, dict(fix.parameters))
            if changed != xml:
                return changed
        return xml

    def _default_root(self) -> None:
        frame = self.plan.frame or Frame(self._doc)
        frame.default_root()
        self._take(frame)

    # Entries that repeat others

    def _mend_pair(self, entry: int) -> None:
        subject = Subject(self._doc.raw(entry), self._doc.names, self._doc.kind)
        reasons = self._report.explainer.own_reasons(subject, ["pair"], entry)
        for fix in self._fixes(reasons):
            first = int(fix.parameters["first"])
            if self._is_same_page(entry, first):
                self._keep_newest_date(first, entry)
                self.plan.raws.pop(entry, None)
                self.plan.gone.append(entry)
                return

    def _is_same_page(self, entry: int, first: int) -> bool:
        """Compare once more: what is deleted must really stand there twice."""
        if entry == first or not self._doc.has(first):
            return False
        one, other = (self._doc.value_of(number, "loc") or "" for number in (entry, first))
        return norm_probable(one) == norm_probable(other)

    def _keep_newest_date(self, first: int, entry: int) -> None:
        """Give the entry that stays the newer of the two dates."""
        if not self._doc.kind.is_xml:
            return
        kept = self.plan.raws.get(first, self._doc.raw(first))
        gone = self.plan.raws.get(entry, self._doc.raw(entry))
        old, new = (self._doc.lexed_value(xml, "lastmod") for xml in (kept, gone))
        if new and _instant(new) > _instant(old):
            fix = Fix("set_field", FixKind.ASK, {"field": "lastmod", "value": new})
            self._change(first, fix)


def _instant(date: str | None) -> float:
    instant = read_date(date).instant if date else None
    return float("-inf") if instant is None else instant
