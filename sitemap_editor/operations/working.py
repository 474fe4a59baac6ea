"""One step of mending: runs the rules again and makes the changes that they name, in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sitemap_editor.document.document import Document
from sitemap_editor.document.forking import Fork
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.protocol.urls import norm_probable
from sitemap_editor.rules.base import Fix, Note
from sitemap_editor.rules.check import Report
from sitemap_editor.rules.engine.explain import SOURCES, Explainer, Reason, Subject
from sitemap_editor.rules.engine.state import FileHit
from sitemap_editor.rules.questions import answer_to
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .cross_fixes import change_listing
from .entry_fixes import Surroundings
from .entry_shapes import change_shape, split_entry
from .gap_fixes import CHANGES as GAP_CHANGES
from .gap_fixes import Gap
from .head_fixes import Frame, change_frame
from .link_fixes import LinkMender
from .merging import Twin, appended, merged, survivor
from .plans import Plan
from .quick_values import QuickValues
from .replacing import TAIL, Step
from .wide_fixes import change_all, converted

MOST_STEPS = 20
"""Changes made to one entry in a row; a rule that is never satisfied must not go on for ever."""
TICK = 16

ON_ENTRIES = ("remove_field", "set_slash", "name_publication")
"""Fixes of findings about the file that are made to each entry it is about."""

Allowed = Callable[[str, FixKind], bool]


class Work:
    """Mends entries and frame in memory, as far as it is allowed."""

    def __init__(
        self, doc: Document, report: Report, allowed: Allowed, progress: Progress = NO_PROGRESS
    ) -> None:
        self.report = report
        self.step = Step()
        self.notes: dict[int, Note] = {}
        self.questions: dict[str, None] = {}
        self._doc = doc
        self._allowed = allowed
        self._progress = progress
        self._at = Surroundings.of(doc)
        self._frame = Frame(doc)
        self._target: Fork | None = None
        self._links = LinkMender(doc, self.step, self._at)
        self._pairs: list[tuple[int, int]] = []
        self._done = 0
        self._total = 0

    def plan(self) -> Plan:
        """What has been done, to be looked at."""
        questions = tuple(self.questions)
        return Plan(self._doc, self.step, self._target, self.notes, questions)

    @property
    def has_more(self) -> bool:
        """Whether there may be more to do once this step is taken."""
        step = self.step
        return bool(step.has_moves or step.gone or step.touches_frame)

    # The file

    def mend_file(self, codes: Iterable[str]) -> bool:
        """Make the changes to the file that are allowed; True when entries have to wait for them.

        They have to when all of them are changed at once: what they need is not known before.
        """
        hits = self.report.file_hits()
        is_wide = False
        for code in codes:
            for one in hits.get(code, ()):
                fix = one.hit.fix
                if fix is not None and self._is_allowed(code, fix):
                    is_wide |= self._mend_by(fix, code, one)
        self._take_frame()
        return is_wide

    def _mend_by(self, fix: Fix, code: str, one: FileHit) -> bool:
        if fix.name == "convert":
            self._target = converted(self._doc)
            return True
        if fix.name in ON_ENTRIES:
            self._mend_fields(code, fix)
        elif one.tail_at is not None:
            self._mend_tail()
        elif change_listing(self._doc, self.step, fix.name, fix.parameters):
            return False
        elif change_all(
            self._frame, self._doc, self.step, fix.name, fix.parameters, self._progress
        ):
            return True
        else:
            change_frame(self._frame, fix.name, fix.parameters)
        return False

    def _take_frame(self) -> None:
        doc, frame, step = self._doc, self._frame, self.step
        step.head = frame.head if frame.head != doc.head else None
        step.tail = frame.tail if frame.tail != doc.tail else None
        step.source = frame.source if frame.source != doc.source else None

    def _mend_fields(self, code: str, fix: Fix) -> None:
        """Change a field in all entries that a finding about the file is about."""
        # Which way addresses should end is for people to say: it may concern the others.
        is_named = fix.name == "remove_field"
        ids = self.report.ids_with(code) if is_named else self._doc.ids
        for entry in ids.tolist():
            self._change(entry, fix)
            self._tick()

    def _change(self, entry: int, fix: Fix) -> None:
        raw = self._raw(entry)
        new = change_shape(raw, self._at, fix.name, dict(fix.parameters))
        if new != raw:
            self.step.raws[entry] = new

    def _raw(self, entry: int) -> bytes:
        return self.step.raws.get(entry) or self._doc.raw(entry)

    # Entries

    def mend(self, entries: Iterable[int], codes: Iterable[str]) -> None:
        """Mend entries until the rules of these codes have nothing more to say."""
        sources = list(dict.fromkeys(s for code in codes for s in SOURCES.get(code, ())))
        own = [source for source in sources if source not in ("pair", "link", "gap")]
        entries = list(entries)
        explainer = self.report.explainer.only(codes)
        for entry in self._mend_values(explainer, entries, own) if own else ():
            self._mend_entry(explainer, entry, own)
            self._tick()
        for entry in entries if len(own) < len(sources) else ():
            if "pair" in sources:
                self._note_pair(entry)
            if "link" in sources:
                self._mend_links(entry)
            if "gap" in sources:
                self._mend_gap(entry)
            self._tick()

    def _mend_values(
        self, explainer: Explainer, entries: Iterable[int], sources: list[str]
    ) -> Iterable[int]:
        """Mend plain values; returns the entries that have to be taken apart."""
        quick = QuickValues(self._doc, explainer.judge, sources, self._is_allowed)
        if not quick.is_possible:
            return entries
        raws = self.step.raws
        rest = [entry for entry in entries if entry in raws]
        for entry, xml, note in quick.mend([entry for entry in entries if entry not in raws]):
            if xml is None:
                rest.append(entry)
            elif xml != self._doc.raw(entry):
                raws[entry] = xml
                if note is not None:
                    self.notes[entry] = note
            self._tick()
        return rest

    def finish(self) -> None:
        """Do what concerns several entries at once, when all have been looked at."""
        self._merge_pairs()
        self._take_frame()
        if self.step.has_moves:
            self.step.gone.clear()

    def expect(self, count: int) -> None:
        """Say how many entries will be mended, so that progress can be told."""
        self._total = count

    def _tick(self) -> None:
        self._done += 1
        if self._done % TICK == 0:
            self._progress.tick(min(self._done, self._total), self._total)

    def _mend_entry(self, explainer: Explainer, entry: int, sources: list[str]) -> None:
        xml = before = self._raw(entry)
        for _ in range(MOST_STEPS):
            subject = Subject(xml, self._doc.names, self._doc.kind)
            fixes = self._fixes(explainer.own_reasons(subject, sources, entry))
            if not fixes:
                break
            if any(fix.name == "convert" for fix in fixes):
                self._target = self._target or converted(self._doc)
                return
            if any(fix.name == "delete_entry" for fix in fixes):
                self.step.gone.add(entry)
                return
            changed = self._changed(entry, xml, fixes)
            if changed == xml:
                break
            xml = changed
        if xml != before:
            self.step.raws[entry] = xml

    def _is_allowed(self, code: str, fix: Fix) -> bool:
        if not self._allowed(code, fix.kind):
            return False
        if fix.question:
            self.questions.update(dict.fromkeys(fix.question.split()))
        return True

    def _fixes(self, reasons: Iterable[Reason]) -> list[Fix]:
        return [
            fix
            for reason in reasons
            if (fix := reason.hit.fix) is not None
            and not reason.key.is_ignored
            and self._is_allowed(reason.rule.code, fix)
        ]

    def _changed(self, entry: int, xml: bytes, fixes: Iterable[Fix]) -> bytes:
        """The entry after the first of these fixes that does something.

        The others may no longer be right then: they were worked out from the value before.
        """
        for fix in fixes:
            if fix.name == "default_root":
                self._frame.default_root()
            pieces = split_entry(xml, self._at, fix.name, dict(fix.parameters))
            if pieces is not None:
                changed = self._with_siblings(entry, pieces)
            else:
                changed = change_shape(xml, self._at, fix.name, dict(fix.parameters))
            if changed != xml:
                self._frame.declare(fix.parameters.get("namespaces", {}))
                if fix.note is not None:
                    self.notes[entry] = fix.note
                return changed
        return xml

    def _with_siblings(self, entry: int, pieces: list[bytes]) -> bytes:
        """Put further entries behind one; returns what is left of it."""
        place = self._doc.position_of(entry) + 1
        follower = int(self._doc.ids[place]) if place < len(self._doc) else TAIL
        gap = self._doc.style.gap
        added = [(gap, piece) for piece in pieces[1:]]
        if added:
            self.step.added[follower] = [*added, *self.step.added.get(follower, ())]
        return pieces[0]

    # Between entries

    def _mend_gap(self, entry: int) -> None:
        text = self._doc.store.gap(entry)
        gap, previous = self._mended(text), self._doc.position_of(entry) - 1
        if gap.entries:
            before = self.step.added.get(entry, [])
            self.step.added[entry] = [*before, *gap.entries]
        if self._adopt(gap, int(self._doc.ids[previous]) if previous >= 0 else TAIL) != text:
            self.step.gaps[entry] = gap.text

    def _mend_tail(self) -> None:
        """The same for what stands behind the last entry."""
        doc, frame = self._doc, self._frame
        if doc.root is None:
            return
        end = frame.tail.rfind(b"</" + doc.root.prefix + doc.root.name.encode())
        gap = self._mended(frame.tail[: max(end, 0)])
        if gap.entries:
            self.step.added[TAIL] = [*self.step.added.get(TAIL, []), *gap.entries]
        last = int(doc.ids[-1]) if len(doc) else TAIL
        frame.tail = self._adopt(gap, last) + frame.tail[max(end, 0) :]

    def _adopt(self, gap: Gap, previous: int) -> bytes:
        """Give what a gap had to other places; returns what is left of it."""
        if gap.sheets:
            self._frame.add_stylesheets(gap.sheets)
        if gap.adopted and previous != TAIL:
            xml = self._raw(previous)
            for element in gap.adopted:
                xml = appended(xml, element, self._at)
            self.step.raws[previous] = xml
        return gap.text

    def _mended(self, text: bytes) -> Gap:
        gap = Gap(text, self._at)
        for _ in range(MOST_STEPS):
            fixes = self._fixes(self.report.explainer.reasons_in_gap(gap.text))
            before = gap.text
            for fix in fixes:
                GAP_CHANGES[fix.name](gap)
            if gap.text == before:
                break
        return gap

    # Links to other languages

    def _mend_links(self, entry: int) -> None:
        subject = Subject(self._doc.raw(entry), self._doc.names, self._doc.kind)
        for fix in self._fixes(self.report.explainer.own_reasons(subject, ["link"], entry)):
            self._links.mend(entry, fix)

    # Entries that repeat others

    def _note_pair(self, entry: int) -> None:
        subject = Subject(self._doc.raw(entry), self._doc.names, self._doc.kind)
        reasons = self.report.explainer.own_reasons(subject, ["pair"], entry)
        for fix in self._fixes(reasons):
            first = int(fix.parameters["first"])
            if self._is_same_page(entry, first):
                self._pairs.append((first, entry))
                return

    def _is_same_page(self, entry: int, first: int) -> bool:
        """Compare once more: what is deleted must really stand there twice."""
        if entry == first or not self._doc.has(first):
            return False
        one, other = (self._doc.value_of(number, "loc") or "" for number in (entry, first))
        return norm_probable(one) == norm_probable(other)

    def _merge_pairs(self) -> None:
        keep = answer_to("keep", self.report.context.answers)
        # In document order, so that the one an entry repeats has been put into its group before.
        pairs = sorted(self._pairs, key=lambda pair: self._doc.position_of(pair[1]))
        for group in _groups(pairs):
            twins = [Twin(entry, self._raw(entry)) for entry in group]
            chosen = survivor(twins, keep, self._at)
            kept = twins.pop(chosen)
            xml = merged(kept.xml, [twin.xml for twin in twins], self._at)
            if xml != self._doc.raw(kept.entry):
                self.step.raws[kept.entry] = xml
            for twin in twins:
                self.step.raws.pop(twin.entry, None)
                self.step.gone.add(twin.entry)
            self._tick()
        self._pairs.clear()


def _groups(pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Pairs of an entry and an earlier one, joined to groups, the earliest first in each."""
    leaders: dict[int, int] = {}
    groups: dict[int, list[int]] = {}
    for first, entry in pairs:
        leader = leaders.get(first, first)
        leaders[entry] = leader
        groups.setdefault(leader, [leader]).append(entry)
    return list(groups.values())
