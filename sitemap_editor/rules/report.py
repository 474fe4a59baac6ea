"""What a check found: counts and groups at once, findings with their messages when asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sitemap_editor.document.document import Document
from sitemap_editor.markup.spans import ABSENT
from sitemap_editor.protocol.fields import FIELD_BY_NAME
from sitemap_editor.protocol.findings import Finding, FixKind, Severity
from sitemap_editor.protocol.ids import EntryId

from .base import Context
from .catalogue import CATALOGUE
from .decisions.ignoring import address_of
from .decisions.policy import Ignore, Policy, Scope
from .engine.blocks import Ints
from .engine.explain import Explainer
from .engine.found import EMPTY, Found, Key
from .engine.judge import Judge
from .engine.messages import end_of_entries, finding_about_file, place_in
from .engine.repaired import on_disk
from .engine.state import LEVELS, FileHit, State
from .engine.wholefile import check_file
from .registry import PAIR_RULES, RULES

FIX_SAMPLE = 4
"""Entries looked at to tell whether findings of a code can be mended."""

_ONCE_A_FILE = {code for code, info in CATALOGUE.items() if info.scope == "file"} - {
    rule.code for rule in PAIR_RULES if rule.code != "loc-case-variants"
}
"""Codes that count once, however many entries they are about."""


@dataclass(frozen=True, eq=False)
class RuleGroup:
    """All findings of one rule: how many, how bad the worst of them, and whether they can be fixed.

    ``count`` is the number of findings: one an entry, one a file for a finding about the file,
    which may be about several entries all the same. ``counts`` is the number of each severity.
    """

    code: str
    severity: Severity
    count: int
    fix: FixKind
    counts: Mapping[Severity, int]
    _report: Report
    is_ignored: bool = False

    @property
    def scope(self) -> str:
        """What the rule is about: entry, file, index or extension."""
        return CATALOGUE[self.code].scope

    @property
    def is_repaired(self) -> bool:
        """Whether all of them are breakages, which were mended when the file was read."""
        return self._report.is_repaired(self.code, is_ignored=self.is_ignored)

    @property
    def ids(self) -> Ints | None:
        """The entries it is about in document order; None when it is about none in particular."""
        ids = self._report.ids_with(self.code, is_ignored=self.is_ignored)
        return ids if len(ids) else None


class Report:
    """What was found in a document; kept up to date by the checker that made it.

    ``explainer`` runs rules again, for those who mend what they found.
    """

    def __init__(self, doc: Document, judge: Judge, state: State) -> None:
        self._doc = doc
        self._judge = judge
        self._state = state
        self.explainer = Explainer(doc, judge, state)
        self._ids: dict[tuple[str, bool], Ints] = {}
        self._fixes: dict[str, FixKind] = {}
        self._ascending: tuple[Ints, bool] | None = None
        self._hits_known = (0, -1)
        self._hits: tuple[dict[str, list[FileHit]], dict[str, list[FileHit]]] = ({}, {})

    @property
    def context(self) -> Context:
        """What the rules know beside what they look at."""
        return self._state.context

    def answered(self, answers: Mapping[str, str]) -> Report:
        """The same findings, with fixes worked out by these answers to their questions."""
        if answers == self.context.answers:
            return self
        context = replace(self.context, answers=dict(answers))
        judge, state = self._judge.within(context), replace(self._state, context=context)
        check_file(self._doc, judge, state)
        return Report(self._doc, judge, state)

    def policy_for(self, changed: Document) -> Policy:
        """The policy for a document that this one has become.

        What was ignored because of an address stays so when a fix has changed that address.
        """
        policy = self.context.policy
        more = {
            Ignore(code, Scope.FINDING, loc)
            for code in policy.ignored_findings
            for entry in self._ids_of(code, is_ignored=True).tolist()
            if changed.has(entry) and (loc := address_of(changed.value_of(entry, "loc")))
        }
        return replace(policy, ignores=(*policy.ignores, *(more - set(policy.ignores))))

    # Counts

    def forget(self, codes: Iterable[str] | None = None) -> None:
        """Let go of what was worked out about codes, or all; the checker calls this."""
        gone = None if codes is None else set(codes)
        for key in list(self._ids):
            if gone is None or key[0] in gone:
                del self._ids[key]

    def _fix_kind(self, code: str) -> FixKind:
        """Whether findings of a code can be mended, as some of them tell."""
        kind = self._fixes.get(code)
        if kind is None:
            kinds = {
                one.hit.fix.kind
                for is_ignored in (False, True)
                for one in self.file_hits(is_ignored=is_ignored).get(code, ())
                if one.hit.fix is not None
            }
            places = [*self._keys().get(code, ()), *self._keys(is_ignored=True).get(code, ())]
            for store, key in places[:2]:
                sample = store.ids(key)[:FIX_SAMPLE].tolist()
                kinds |= {self.explainer.fix_kind(entry, code) for entry in sample}
            ordered = (FixKind.SAFE, FixKind.ASK, FixKind.NONE)
            kind = next((one for one in ordered if one in kinds), FixKind.NONE)
            self._fixes[code] = kind
        return kind

    def _shown_fix(self, code: str, *, is_ignored: bool) -> FixKind:
        """What could be done about findings of a code, or was when the file was read."""
        kind = self._fix_kind(code)
        hits = self.file_hits(is_ignored=is_ignored).get(code, ())
        done = (one.said.fix for one in hits if one.said is not None)
        return kind if kind is not FixKind.NONE else next(done, kind)

    @property
    def repaired(self) -> Counter[str]:
        """How many findings of each code were mended when the file was read."""
        hits = (one for one in self._state.file_hits if one.said is not None)
        return Counter(one.key.code for one in hits if not one.key.is_ignored)

    def is_repaired(self, code: str, *, is_ignored: bool = False) -> bool:
        """Whether all findings of a code were mended when the file was read."""
        hits = self.file_hits(is_ignored=is_ignored).get(code, ())
        if not hits or hits[0].said is None or hits[-1].said is None:
            return False
        return not self._keys(is_ignored=is_ignored).get(code)

    def _keys(self, *, is_ignored: bool = False) -> dict[str, list[tuple[Found, Key]]]:
        """Where the findings of each code are, the worst first."""
        found: dict[str, list[tuple[Found, Key]]] = {}
        for store in self._state.stores:
            for key in store.keys():  # noqa: SIM118 - it is no mapping
                if key.is_ignored is is_ignored:
                    found.setdefault(key.code, []).append((store, key))
        for places in found.values():
            places.sort(key=lambda place: place[1].severity.rank)
        return found

    def file_hits(self, *, is_ignored: bool = False) -> Mapping[str, Sequence[FileHit]]:
        """The findings about the file by code."""
        hits = self._state.file_hits
        if self._hits_known != (id(hits), len(hits)):  # there may be 50,000 repairs
            self._hits_known = (id(hits), len(hits))
            self._hits = ({}, {})
            for one in hits:
                self._hits[one.key.is_ignored].setdefault(one.key.code, []).append(one)
        return self._hits[is_ignored]

    def _severities(self, *, is_ignored: bool = False) -> dict[str, Counter[Severity]]:
        """The number of findings of each code by severity."""
        counts: dict[str, Counter[Severity]] = {}
        for code, places in self._keys(is_ignored=is_ignored).items():
            counts[code] = self._count(code, places)
        for code, hits in self.file_hits(is_ignored=is_ignored).items():
            is_known = code in counts and code in _ONCE_A_FILE
            told = [one.key.severity for one in hits if one.said is not None or not is_known]
            if told:
                counts.setdefault(code, Counter()).update(told)
        return counts

    def _count(self, code: str, places: list[tuple[Found, Key]]) -> Counter[Severity]:
        if code in _ONCE_A_FILE:
            return Counter({places[0][1].severity: 1})
        if len(places) == 1:
            store, key = places[0]
            return Counter({key.severity: store.count(key)})
        counts: Counter[Severity] = Counter()
        seen = EMPTY
        for store, key in places:
            ids = store.ids(key)
            counts[key.severity] += len(np.setdiff1d(ids, seen, assume_unique=True))
            seen = np.union1d(seen, ids)
        return counts

    @property
    def counts(self) -> Counter[Severity]:
        """The number of findings of each severity."""
        total: Counter[Severity] = Counter(dict.fromkeys(Severity, 0))
        for counts in self._severities().values():
            total.update(counts)
        return total

    @property
    def groups(self) -> list[RuleGroup]:
        """The rules that found something, the worst first, then those that found most."""
        return self._groups(is_ignored=False)

    @property
    def ignored_groups(self) -> list[RuleGroup]:
        """The same for findings that nobody wants to hear of; a rule may be in both."""
        return self._groups(is_ignored=True)

    @property
    def ignored_count(self) -> int:
        """How many findings are ignored; they are in no other count and marked nowhere."""
        return sum(counts.total() for counts in self._severities(is_ignored=True).values())

    def _groups(self, *, is_ignored: bool) -> list[RuleGroup]:
        groups = [
            RuleGroup(
                code,
                min(counts, key=lambda severity: severity.rank),
                counts.total(),
                self._shown_fix(code, is_ignored=is_ignored),
                counts,
                self,
                is_ignored,
            )
            for code, counts in self._severities(is_ignored=is_ignored).items()
        ]
        return sorted(groups, key=lambda group: (group.severity.rank, -group.count, group.code))

    @property
    def has_safe_fixes(self) -> bool:
        """Whether "fix all safe" may have something to do."""
        # What was mended when the file was read is done already.
        codes = (code for code in self._severities() if code in RULES)
        return any(self._fix_kind(code) is FixKind.SAFE for code in codes)

    # Entries

    def ids_with(self, code: str | None = None, *, is_ignored: bool = False) -> Ints:
        """The entries that a rule, or any rule about entries, is about; in document order."""
        if code is None:
            ids = self._doc.ids
            return ids[self._state.worst[ids] > 0]
        key = (code, is_ignored)
        ids = self._ids.get(key, EMPTY)
        if key not in self._ids:
            ids = self._ids[key] = self._in_order(self._ids_of(code, is_ignored=is_ignored))
        return ids

    def entries_with(self, code: str, *, is_ignored: bool = False) -> Ints:
        """The entries in which a rule found something of their own, in document order."""
        is_found = code in self._keys(is_ignored=is_ignored)
        return self.ids_with(code, is_ignored=is_ignored) if is_found else EMPTY

    def _ids_of(self, code: str, *, is_ignored: bool) -> Ints:
        ids = EMPTY
        for store, key in self._keys(is_ignored=is_ignored).get(code, ()):
            ids = np.union1d(ids, store.ids(key)) if len(ids) else store.ids(key)
        is_about_file = not len(ids) and code in self.file_hits(is_ignored=is_ignored)
        return self._concerned(code) if is_about_file else ids

    def _concerned(self, code: str) -> Ints:
        """The entries that a finding about the file is about."""
        doc, cells = self._doc, self._doc.store.cells
        if code == "loc-mixed-trailing-slash":
            stats = self._state.stats
            rarer = 1 if stats.with_slash <= stats.without_slash else 2
            chosen: Ints = doc.ids[self._state.columns.slash[doc.ids] == rarer]
            return chosen
        field = _FIELD_OF.get(code)
        if field is None:
            return EMPTY
        is_absent = cells.value_length[FIELD_BY_NAME[field].index, doc.ids] == ABSENT
        concerned: Ints = doc.ids[is_absent if code.endswith("missing") else ~is_absent]
        return concerned

    def _in_order(self, ids: Ints) -> Ints:
        """Ascending ids in document order, which is mostly the same."""
        order = self._doc.ids
        if self._ascending is None or self._ascending[0] is not order:
            self._ascending = (order, bool((order[1:] > order[:-1]).all()))
        return ids if self._ascending[1] else ids[np.argsort(self._doc.positions_of(ids))]

    def severity_of(self, entry: EntryId) -> Severity | None:
        """The worst that is said about an entry; None when nothing is."""
        worst = self._state.worst
        return LEVELS[worst[entry]] if entry < len(worst) else None

    def severity_of_field(self, entry: EntryId, field: str) -> Severity | None:
        """The worst that is said about one field of an entry; None when nothing is."""
        fields = self._state.fields
        if entry >= len(fields):
            return None
        return LEVELS[(int(fields[entry]) >> (2 * FIELD_BY_NAME[field].index)) & 3]

    # Findings, built when asked for

    def of_entry(self, entry: EntryId, *, is_ignored: bool = False) -> list[Finding]:
        """Everything said about one entry, the worst first; what is ignored only when wanted."""
        said = self.explainer.findings_of(entry, is_ignored=is_ignored)
        found = [on_disk(self._doc, finding) for finding in said]
        return sorted(found, key=lambda finding: finding.severity.rank)

    def findings(self, code: str | None = None, *, is_ignored: bool = False) -> Iterator[Finding]:
        """All findings, or those of one rule: the worst rules first, in document order each."""
        groups = self.ignored_groups if is_ignored else self.groups
        for one in [code] if code is not None else [group.code for group in groups]:
            yield from self._findings_of(one, is_ignored=is_ignored)

    def _findings_of(self, code: str, *, is_ignored: bool) -> Iterator[Finding]:
        ids = self.entries_with(code, is_ignored=is_ignored)
        is_once = code in _ONCE_A_FILE and len(ids) > 0
        for entry in ids[:1].tolist() if is_once else ids.tolist():
            finding = self.explainer.finding(entry, code)
            if finding is not None:
                yield on_disk(self._doc, finding)
        for one in self.file_hits(is_ignored=is_ignored).get(code, ()):
            if one.said is not None or not is_once:
                yield self._about_file(one)

    def _about_file(self, one: FileHit) -> Finding:
        doc = self._doc
        if one.said is not None or one.rule is None:
            assert one.said is not None  # there is a rule or something said
            return replace(one.said, severity=one.key.severity)
        at = None
        if one.tail_at is not None:
            line, column = end_of_entries(doc)
            down, across = place_in(doc.tail, one.tail_at)
            at = (line + down - 1, across + (column - 1 if down == 1 else 0))
        return on_disk(doc, finding_about_file(doc, one.rule, one.hit, one.key, at))


_FIELD_OF = {
    "lastmod-missing": "lastmod",
    "index-lastmod-missing": "lastmod",
    "lastmod-all-identical": "lastmod",
    "lastmod-equals-build-time": "lastmod",
    "lastmod-date-only": "lastmod",
    "changefreq-ignored": "changefreq",
    "priority-ignored": "priority",
    "priority-all-identical": "priority",
}
