"""Runs the rules again on an entry that is shown: what they found there, and how to mend it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from sitemap_editor.document.document import Document
from sitemap_editor.markup.feeds import feed_of_head, item_of
from sitemap_editor.markup.lexer import Names
from sitemap_editor.protocol.findings import Finding, FixKind
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.rules import registry
from sitemap_editor.rules.base import Fix, Hit
from sitemap_editor.rules.duplicates import Pair
from sitemap_editor.rules.feed import FeedItem
from sitemap_editor.rules.robots_txt.robots_text import RobotsText
from sitemap_editor.rules.values import Loc, Value

from .across import linked_of
from .entry import Entry, are_alike
from .flawed_links import link_flaws
from .found import Key
from .judge import FIELDS, AnyRule, Hits, Judge
from .messages import finding_about_entry, finding_in_gap
from .state import State


class Reason(NamedTuple):
    """One finding about an entry: the rule, what it found, and the key it is counted under."""

    rule: AnyRule
    hit: Hit
    key: Key
    is_in_gap: bool = False


class Subject(NamedTuple):
    """The bytes of an entry, as they are or as they would be, and what they are read with."""

    xml: bytes
    names: Names
    kind: Kind

    @property
    def entry(self) -> Entry:
        """The entry taken apart."""
        return Entry(self.xml, self.names, self.kind)

    def value(self, field: str) -> Value | None:
        """A field's value; a line of a text list is nothing but its loc."""
        if self.kind.is_xml:
            return self.entry.value(field)
        is_link = field == "loc" and (bool(self.xml) or not self.kind.is_feed)
        return Loc(self.xml.decode("utf-8", "replace")) if is_link else None


def _source_of_code() -> dict[str, list[str]]:
    """Which runs of rules each code can come from."""
    sources: dict[str, list[str]] = {}
    parts = dict.fromkeys(rule for rules in registry.PART_RULES.values() for rule in rules)
    lists = {
        "entry": (*registry.ENTRY_RULES, *parts),
        "gap": registry.GAP_RULES,
        "site": registry.SITE_RULES,
        "house": registry.HOUSE_RULES,
        "rhythm": registry.RHYTHM_RULES,
        "pair": registry.PAIR_RULES,
        "link": registry.LINK_RULES,
        "across": registry.CROSS_RULES,
        "line": registry.LINE_RULES,
        "item": registry.ITEM_RULES,
        **registry.VALUE_RULES,
    }
    for name, rules in lists.items():
        for rule in rules:
            sources.setdefault(rule.code, []).append(name)
    return sources


SOURCES = _source_of_code()
OF_LINES = ("site", "house", "pair", "across", "line", "item")
"""Runs of rules that need no elements of a sitemap."""

OWN_SOURCES = ("entry", *FIELDS, "rhythm")
"""Runs of rules that look at nothing but the entry's own bytes."""


class Explainer:
    """Tells why entries have their findings."""

    def __init__(self, doc: Document, judge: Judge, state: State) -> None:
        self._doc = doc
        self._judge = judge.within(state.context)
        self._state = state
        self._last: tuple[Subject, list[Reason]] | None = None

    @property
    def judge(self) -> Judge:
        """The rules, with what is known about this file."""
        return self._judge

    def only(self, codes: Iterable[str]) -> Explainer:
        """The same for these codes alone, which is quicker for many entries."""
        return Explainer(self._doc, self._judge.only(codes), self._state)

    # Findings

    def findings_of(self, entry: int, *, is_ignored: bool = False) -> Iterator[Finding]:
        """The findings of one entry, one a code; those that are ignored apart."""
        for reason in self.reasons(entry):
            if reason.key.is_ignored is is_ignored:
                yield self._finding(entry, reason)

    def finding(self, entry: int, code: str) -> Finding | None:
        """The finding of one code about an entry; None when it has none."""
        reason = self.reason(entry, code)
        return None if reason is None else self._finding(entry, reason)

    def _finding(self, entry: int, reason: Reason) -> Finding:
        make = finding_in_gap if reason.is_in_gap else finding_about_entry
        return make(self._doc, entry, reason.rule, reason.hit, reason.key)

    def reason(self, entry: int, code: str) -> Reason | None:
        """Why an entry has a finding of this code, the worst; None when it has none."""
        subject = self._subject(entry)
        found = (
            reason
            for source in SOURCES.get(code, ())
            for reason in self._run(source, entry, subject)
            if reason.rule.code == code
        )
        return min(found, key=lambda reason: reason.key.severity.rank, default=None)

    def reasons(self, entry: int) -> list[Reason]:
        """Why an entry has its findings: the worst of each code."""
        subject = self._subject(entry)
        found = self.own_reasons(subject, entry=entry)
        for source in ("site", "house", "gap", "pair", "link", "across", "line", "item"):
            found += self._run(source, entry, subject)
        return _one_a_code(found)

    def own_reasons(
        self, subject: Subject, sources: Iterable[str] = OWN_SOURCES, entry: int = -1
    ) -> list[Reason]:
        """What is said about the bytes of an entry, or about those it would have."""
        return [reason for source in sources for reason in self._run(source, entry, subject)]

    def _marked(self, entry: int, reason: Reason) -> Reason:
        """A reason, marked when it is ignored because of the entry's address."""
        is_ignored = entry >= 0 and self._judge.ignoring.is_about(
            self._doc, entry, reason.rule.code
        )
        return reason._replace(key=reason.key._replace(is_ignored=True)) if is_ignored else reason

    def fix_kind(self, entry: int, code: str) -> FixKind:
        """Whether the finding of a code about an entry can be mended."""
        reason = self.reason(entry, code)
        fix = reason.hit.fix if reason is not None else None
        return fix.kind if fix is not None else FixKind.NONE

    def _subject(self, entry: int) -> Subject:
        doc = self._doc
        raw = doc.raw(entry)
        if doc.kind.is_feed:  # what is looked at is the link, wherever the item has it
            raw = (doc.value_of(entry, "loc") or "").encode()
        return Subject(raw, doc.names, doc.kind)

    # The runs of rules

    def _run(self, source: str, entry: int, subject: Subject) -> list[Reason]:
        return [self._marked(entry, one) for one in self._run_unmarked(source, entry, subject)]

    def _run_unmarked(self, source: str, entry: int, subject: Subject) -> list[Reason]:
        if source in FIELDS:
            return self._of_value(source, subject)
        if not subject.kind.is_xml and source not in OF_LINES:
            return []
        runs: dict[str, Callable[[int, Subject], list[Reason]]] = {
            "entry": self._of_entry,
            "site": self._of_site,
            "house": self._of_house,
            "rhythm": self._of_rhythm,
            "gap": self._of_gap,
            "pair": self._of_pair,
            "link": self._of_link,
            "across": self._of_across,
            "line": self._of_line,
            "item": self._of_item,
        }
        return runs[source](entry, subject)

    def _reasons(self, hits: Hits, field: str | None = None) -> list[Reason]:
        key = self._judge.key
        return [Reason(rule, hit, key(rule, hit, field)) for rule, hit in hits]

    def _of_value(self, field: str, subject: Subject) -> list[Reason]:
        value = subject.value(field)
        if value is None or (field not in self._judge.fields):
            return []
        return self._reasons(self._judge.value(value), field)

    def _of_entry(self, _entry: int, subject: Subject) -> list[Reason]:
        last = self._last  # one code after the other is asked for, of entries that may be huge
        if last is None or last[0] != subject:
            last = self._last = (subject, self._reasons(self._judge.entry(subject.entry)))
        return last[1]

    def _of_site(self, _entry: int, subject: Subject) -> list[Reason]:
        loc = subject.value("loc")
        if not isinstance(loc, Loc) or (name := loc.site_name) is None:
            return []
        hits = self._judge.site(name, self._state.context)
        return self._reasons([(rule, _whole(hit, name, loc)) for rule, hit in hits], "loc")

    def _of_house(self, _entry: int, subject: Subject) -> list[Reason]:
        loc = subject.value("loc")
        return self._reasons(self._judge.address(loc), "loc") if isinstance(loc, Loc) else []

    def _of_rhythm(self, _entry: int, subject: Subject) -> list[Reason]:
        if subject.kind is not Kind.URLSET:
            return []
        entry = subject.entry
        changefreq, lastmod = entry.value("changefreq"), entry.value("lastmod")
        if changefreq is None or lastmod is None:
            return []
        return self._reasons(self._judge.rhythm(changefreq.text, lastmod.text))

    def _of_across(self, _entry: int, subject: Subject) -> list[Reason]:
        loc = subject.value("loc")
        lastmod = subject.value("lastmod") if subject.kind.is_xml else None
        if self._judge.context.neighbours is None or loc is None:
            return []
        date = lastmod.text if lastmod is not None else None
        linked = linked_of(loc.text, date, self._judge.context)
        return self._reasons(self._judge.across(linked))

    def _of_gap(self, entry: int, _subject: Subject) -> list[Reason]:
        return self.reasons_in_gap(self._doc.store.gap(entry))

    def reasons_in_gap(self, gap: bytes) -> list[Reason]:
        """What is said about what stands between two entries."""
        hits = self._judge.gap(gap, self._doc.names)
        return [reason._replace(is_in_gap=True) for reason in self._reasons(hits)]

    def _of_pair(self, entry: int, subject: Subject) -> list[Reason]:
        first, kind = self._state.firsts.get(entry, (-1, ""))
        if first < 0 or not self._doc.has(first):
            return []
        doc = self._doc
        value = doc.value_of(first, "loc") or ""
        is_same = are_alike(doc.raw(first), subject.xml, subject.names, subject.kind)
        pair = Pair(kind, first, doc.position_of(first), value, is_same)
        return self._reasons(self._judge.pair(pair), "loc")

    def _of_link(self, entry: int, subject: Subject) -> list[Reason]:
        clusters = self._state.clusters
        if clusters is None or not self._doc.has(entry):
            return []
        hits = [
            one
            for flaw in link_flaws(self._doc, clusters, entry, subject.entry)
            for one in self._judge.link(flaw)
        ]
        return _one_a_code(self._reasons(hits))

    def _of_item(self, entry: int, subject: Subject) -> list[Reason]:
        if not subject.kind.is_feed or not self._doc.has(entry):
            return []
        feed = feed_of_head(bytes(self._doc.head))
        item = FeedItem(item_of(self._doc.raw(entry), feed), feed)
        return self._reasons(self._judge.item(item))

    def _of_line(self, entry: int, subject: Subject) -> list[Reason]:
        if subject.kind is not Kind.ROBOTS or not self._doc.has(entry):
            return []
        lines, position = RobotsText.of(self._doc).lines, self._doc.position_of(entry)
        if position >= len(lines):
            return []
        line = lines[position]
        return self._reasons(self._judge.line(line), line.about)


def _whole(hit: Hit, name: str, loc: Loc) -> Hit:
    """A hit about a site, told of one address of it."""
    rest = loc.address[len(name) :]
    parameters = dict(hit.parameters)
    if "example" in parameters:
        parameters["example"] += rest
    fix = hit.fix
    if fix is not None and fix.name == "set_site":
        fix = Fix("set_field", fix.kind, {"field": "loc", "value": fix.parameters["new"] + rest})
    return hit._replace(parameters=parameters, fix=fix)


def _one_a_code(reasons: list[Reason]) -> list[Reason]:
    """The worst of each code, the first of equals."""
    best: dict[str, Reason] = {}
    for reason in reasons:
        known = best.get(reason.rule.code)
        if known is None or reason.key.severity.rank < known.key.severity.rank:
            best[reason.rule.code] = reason
    return list(best.values())
