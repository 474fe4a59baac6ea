"""Runs the rules that are switched on over one value, entry, site or gap."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from sitemap_editor.markup.lexer import Names
from sitemap_editor.markup.values import SPECIAL
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.protocol.findings import Finding, FixKind
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.rules import registry
from sitemap_editor.rules.base import Context, Fix, Hit, Rule, run_rules
from sitemap_editor.rules.between import WRAP, Gap
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.cross_file import Beside, Linked
from sitemap_editor.rules.decisions.house import HouseSearch
from sitemap_editor.rules.decisions.ignoring import Ignoring
from sitemap_editor.rules.decisions.policy import Policy
from sitemap_editor.rules.duplicates import Pair
from sitemap_editor.rules.feed import FeedItem
from sitemap_editor.rules.pairs import Rhythm
from sitemap_editor.rules.robots_txt.robots_text import RobotsLine
from sitemap_editor.rules.site import Authority
from sitemap_editor.rules.values import Loc, Value
from sitemap_editor.support.jobs import Progress

from .clusters import LinkFlaw
from .entry import Entry
from .found import Key

AnyRule = Rule[Any]
Hits = list[tuple[AnyRule, Hit]]

FIELDS = ("loc", "lastmod", "changefreq", "priority")


class Judge:
    """The rules of some profiles for one kind of document."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self._severities = {
            code: info.severity_for(context.profiles) for code, info in CATALOGUE.items()
        }
        self._own_severities = context.policy.severities
        self.ignoring = Ignoring(context.policy)
        self.house = HouseSearch(context.policy.house)
        self._addresses = self._chosen(self.house.rules())
        self._values = {field: self._chosen(rules) for field, rules in registry.VALUE_RULES.items()}
        self._entries = self._chosen(registry.ENTRY_RULES)
        self._parts = {name: self._chosen(rules) for name, rules in registry.PART_RULES.items()}
        self._sites = self._chosen(registry.SITE_RULES)
        self._rhythms = self._chosen(registry.RHYTHM_RULES)
        self._pairs = self._chosen(registry.PAIR_RULES)
        self._links = self._chosen(registry.LINK_RULES)
        self._gaps = self._chosen(registry.GAP_RULES)
        self._across = self._chosen(registry.CROSS_RULES)
        self._beside = self._chosen(registry.CROSS_FILE_RULES)
        self._lines = self._chosen(registry.LINE_RULES)
        self._items = self._chosen(registry.ITEM_RULES)
        self.file_rules = self._chosen(registry.FILE_RULES)

    def within(self, context: Context) -> Judge:
        """The same rules with more known about the file, such as where most entries are."""
        other = copy.copy(self)
        other.context = context
        return other

    def ignoring_by(self, policy: Policy) -> Judge:
        """The same rules with other findings ignored."""
        other = self.within(replace(self.context, policy=policy))
        other.ignoring = Ignoring(policy)
        return other

    def only(self, codes: Iterable[str]) -> Judge:
        """The rules about entries that report these codes, and those that may hide them."""
        other = copy.copy(self)
        wanted = _with_hiders(codes)

        def chosen(rules: tuple[AnyRule, ...]) -> tuple[AnyRule, ...]:
            return tuple(rule for rule in rules if rule.code in wanted)

        other._values = {field: chosen(rules) for field, rules in self._values.items()}
        other._sites, other._entries = chosen(self._sites), chosen(self._entries)
        other._parts = {name: chosen(rules) for name, rules in self._parts.items()}
        return other

    def _chosen(self, rules: Iterable[AnyRule]) -> tuple[AnyRule, ...]:
        context = self.context
        return tuple(
            rule
            for rule in rules
            if _is_for(rule, context.kind)
            and context.policy.is_on(CATALOGUE[rule.code], context.profiles)
        )

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that entries of this kind have."""
        return tuple(field.name for field in fields_of(self.context.kind))

    @property
    def has_pair_rules(self) -> bool:
        """Whether duplicates count."""
        return bool(self._pairs)

    def key(self, rule: AnyRule, hit: Hit, field: str | None = None) -> Key:
        """The key under which a hit is counted."""
        own = self._own_severities.get(rule.code)
        severity = own or hit.severity or self._severities[rule.code]
        about = hit.field or field or (rule.reads[0] if rule.reads else None)
        return Key(rule.code, severity, about, rule.code in self.ignoring.codes)

    def key_of(self, finding: Finding) -> Key:
        """The key under which a finding counts that no rule made."""
        code = finding.code
        severity = self._own_severities.get(code, finding.severity)
        return Key(code, severity, finding.field, code in self.ignoring.codes)

    def value(self, value: Value) -> Hits:
        """What is wrong with one value."""
        return self._possible(run_rules(self._values[value.field], value, self.context))

    def _possible(self, hits: Hits) -> Hits:
        """Hits without the fixes that a document that cannot be changed does not allow."""
        if not self.context.kind.is_feed:
            return hits
        return [(rule, hit._replace(fix=None)) for rule, hit in hits]

    def loc(self, raw: str) -> tuple[Loc, Hits]:
        """An address taken apart, and what is wrong with it."""
        loc = Loc(raw)
        return loc, self.value(loc)

    def site(self, name: str, context: Context) -> Hits:
        """What is wrong with scheme, host and port, given what most entries have."""
        return self._possible(run_rules(self._sites, Authority(name), context))

    @property
    def has_house_rules(self) -> bool:
        """Whether people have rules of their own about whole addresses."""
        return bool(self._addresses)

    def address(self, loc: Loc) -> Hits:
        """What the house rules say about a whole address."""
        return run_rules(self._addresses, loc, self.context)

    def addresses(
        self, values: Sequence[str | None], progress: Progress
    ) -> Iterator[tuple[Key, list[int]]]:
        """What the house rules say about many addresses: the numbers of those concerned."""
        found = self.house.rows(self._addresses, values, self.context, progress)
        return ((self.key(rule, Hit(), "loc"), rows) for rule, rows in found)

    def entry(self, entry: Entry) -> Hits:
        """What is wrong with the elements of an entry, extensions included."""
        hits = run_rules(self._entries, entry, self.context)
        if not entry.extensions:
            return hits
        hidden = {code for rule, hit in hits for code in (*rule.hides, *hit.hides)}
        found: list[tuple[AnyRule, Hit]] = []
        for name, parts in entry.extensions.items():
            rules = self._parts.get(name)
            if rules:
                for part in parts:
                    found += run_rules(rules, part, self.context, hidden)
        return hits + self._merged(found)

    def _merged(self, found: Hits) -> Hits:
        """One hit a code: the worst, with the fixes of all that can be mended likewise."""
        by_code: dict[str, Hits] = {}
        for one in found:
            by_code.setdefault(one[0].code, []).append(one)
        return [hits[0] if len(hits) == 1 else self._joined(hits) for hits in by_code.values()]

    def _joined(self, hits: Hits) -> tuple[AnyRule, Hit]:
        rule, worst = min(hits, key=lambda one: self.key(*one).severity.rank)
        fixes = [hit.fix for _rule, hit in hits if hit.fix is not None]
        kind = FixKind.SAFE if any(fix.kind is FixKind.SAFE for fix in fixes) else FixKind.ASK
        alike = [fix for fix in fixes if fix.kind is kind and fix.name == "splice"]
        fix = worst.fix
        if alike:
            splices = tuple(one for fix in alike for one in fix.parameters["splices"])
            question = next((one.question for one in alike if one.question), "")
            fix = Fix("splice", kind, {"splices": splices}, question)
        return rule, worst._replace(fix=fix, more=len(hits) - 1)

    def rhythm(self, changefreq: str | None, lastmod: str | None) -> Hits:
        """Whether two fields contradict each other."""
        return run_rules(self._rhythms, Rhythm(changefreq, lastmod), self.context)

    def line(self, line: RobotsLine) -> Hits:
        """What is wrong with a line of a robots.txt."""
        return run_rules(self._lines, line, self.context)

    def item(self, item: FeedItem) -> Hits:
        """What is wrong with an item of a feed."""
        return run_rules(self._items, item, self.context)

    def pair(self, pair: Pair) -> Hits:
        """What is said about an entry that repeats another."""
        return self._possible(run_rules(self._pairs, pair, self.context))

    def link(self, flaw: LinkFlaw) -> Hits:
        """What is said about a link to another language."""
        return run_rules(self._links, flaw, self.context)

    @property
    def has_link_rules(self) -> bool:
        """Whether it counts how entries link to each other."""
        return bool(self._links)

    def across(self, linked: Linked) -> Hits:
        """What the other files of the site say of an entry."""
        return self._possible(run_rules(self._across, linked, self.context))

    def beside(self, beside: Beside) -> Hits:
        """What the other files of the site say of this one."""
        return run_rules(self._beside, beside, self.context)

    def gap(self, gap: bytes, names: Names, *, is_all: bool = False) -> Hits:
        """What is wrong between two entries; offsets count from the start of the gap.

        ``is_all``: there are no entries.
        """
        if not self._gaps or _is_blank(gap):
            return []
        wrapped = Entry(WRAP + gap + b"</x>", names, self.context.kind)
        hits = run_rules(self._gaps, Gap(wrapped, is_all), self.context)
        return [(rule, hit._replace(at=max((hit.at or 0) - len(WRAP), 0))) for rule, hit in hits]


_MAY_HIDE = {
    "ns-child-mismatch": ("url-no-loc",),
    "element-wrong-case": ("url-no-loc",),
    "url-no-loc": ("text-outside-elements",),
    "hreflang-wrong-element": ("element-unknown",),
    "video-location-is-page": ("video-location-looks-like-page",),
}
"""What hits hide beside what their rules hide always."""


def _is_for(rule: AnyRule, kind: Kind) -> bool:
    """Whether a rule looks at this kind of document; links of feeds are addresses like any."""
    if kind in rule.kinds or not kind.is_feed:
        return kind in rule.kinds
    is_about_address = CATALOGUE[rule.code].group == "D" and Kind.URLSET in rule.kinds
    return is_about_address and rule.code not in SAID_OF_ITEMS


SAID_OF_ITEMS = ("loc-empty", "loc-not-absolute")
"""What rules about feeds say in other words."""


def _with_hiders(codes: Iterable[str]) -> set[str]:
    """These codes, and those of rules whose findings would hide any of them."""
    wanted = set(codes)
    hides = [(rule.code, {*rule.hides, *_MAY_HIDE.get(rule.code, ())}) for rule in registry.ALL]
    while True:
        more = {code for code, hidden in hides if not wanted.isdisjoint(hidden)} - wanted
        if not more:
            return wanted
        wanted |= more


def _is_blank(gap: bytes) -> bool:
    """Whether there is nothing but white space and comments that say nothing to anybody."""
    if not gap.strip():
        return True
    if b"<![" in gap or b"<?xml-stylesheet" in gap:
        return False
    return not SPECIAL.sub(b"", gap).strip()
