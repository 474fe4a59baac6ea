"""Runs the rules that are switched on over one value, entry, site or gap."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sitemap_editor.markup.lexer import Names
from sitemap_editor.markup.values import SPECIAL
from sitemap_editor.protocol.fields import fields_of

from . import registry
from .base import Context, Hit, Rule, run_rules
from .between import WRAP, Gap
from .catalogue import CATALOGUE
from .duplicates import Pair
from .entry import Entry
from .found import Key
from .pairs import Rhythm
from .site import Authority
from .values import Loc, Value

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
        self._values = {field: self._chosen(rules) for field, rules in registry.VALUE_RULES.items()}
        self._entries = self._chosen(registry.ENTRY_RULES)
        self._sites = self._chosen(registry.SITE_RULES)
        self._rhythms = self._chosen(registry.RHYTHM_RULES)
        self._pairs = self._chosen(registry.PAIR_RULES)
        self._gaps = self._chosen(registry.GAP_RULES)
        self.file_rules = self._chosen(registry.FILE_RULES)

    def _chosen(self, rules: Iterable[AnyRule]) -> tuple[AnyRule, ...]:
        context = self.context
        return tuple(
            rule
            for rule in rules
            if context.kind in rule.kinds and CATALOGUE[rule.code].is_on(context.profiles)
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
        severity = hit.severity or self._severities[rule.code]
        about = hit.field or field or (rule.reads[0] if rule.reads else None)
        return Key(rule.code, severity, about)

    def value(self, value: Value) -> Hits:
        """What is wrong with one value."""
        return run_rules(self._values[value.field], value, self.context)

    def loc(self, raw: str) -> tuple[Loc, Hits]:
        """An address taken apart, and what is wrong with it."""
        loc = Loc(raw)
        return loc, self.value(loc)

    def site(self, name: str, context: Context) -> Hits:
        """What is wrong with scheme, host and port, given what most entries have."""
        return run_rules(self._sites, Authority(name), context)

    def entry(self, entry: Entry) -> Hits:
        """What is wrong with the elements of an entry."""
        return run_rules(self._entries, entry, self.context)

    def rhythm(self, changefreq: str | None, lastmod: str | None) -> Hits:
        """Whether two fields contradict each other."""
        return run_rules(self._rhythms, Rhythm(changefreq, lastmod), self.context)

    def pair(self, pair: Pair) -> Hits:
        """What is said about an entry that repeats another."""
        return run_rules(self._pairs, pair, self.context)

    def gap(self, gap: bytes, names: Names) -> Hits:
        """What is wrong between two entries; offsets count from the start of the gap."""
        if not self._gaps or _is_blank(gap):
            return []
        wrapped = Entry(WRAP + gap + b"</x>", names, self.context.kind)
        hits = run_rules(self._gaps, Gap(wrapped), self.context)
        return [(rule, hit._replace(at=max((hit.at or 0) - len(WRAP), 0))) for rule, hit in hits]


def _is_blank(gap: bytes) -> bool:
    """Whether there is nothing but white space and comments that say nothing to anybody."""
    if not gap.strip():
        return True
    if b"<![" in gap or b"<?xml-stylesheet" in gap:
        return False
    return not SPECIAL.sub(b"", gap).strip()


def site_name(loc: Loc) -> str | None:
    """Scheme and authority of a web address, as written."""
    return f"{loc.url.scheme}://{loc.url.authority}" if loc.is_web else None
