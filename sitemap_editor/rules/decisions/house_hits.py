"""How many entries of a document each house rule concerns, while people write the rules."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

from sitemap_editor.document.document import Document
from sitemap_editor.rules.base import Context
from sitemap_editor.rules.site import Authority
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .house import AT_ONCE, SITE_RULES, HouseSearch
from .patterns import Patterns
from .policy import House, Policy

_SITE = re.compile(r"https?://[^/?#\s]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class HouseHits:
    """Entries by the code of the rule, and by the pattern; patterns that took too long."""

    rules: Counter[str]
    patterns: Counter[str]
    given_up: tuple[str, ...] = ()


def count_hits(doc: Document, house: House, progress: Progress = NO_PROGRESS) -> HouseHits:
    """Look at all addresses of a document; a pattern that takes too long is given up."""
    return _Count(doc, house).run(progress)


class _Count:
    def __init__(self, doc: Document, house: House) -> None:
        self._doc = doc
        self._context = Context(policy=Policy(house=house))
        self._patterns = {text: Patterns((text,)) for text in house.forbidden}
        self._search = HouseSearch(replace(house, forbidden=()))
        self._sites: dict[str, tuple[str, ...]] = {}
        self._has_sites = bool(house.allowed_hosts or house.forbidden_ports)
        self._rules: Counter[str] = Counter()
        self._found: Counter[str] = Counter()

    def run(self, progress: Progress) -> HouseHits:
        ids = self._doc.ids
        for start in range(0, len(ids), AT_ONCE):
            values = self._doc.values_of(ids[start : start + AT_ONCE], "loc")
            self._look_at([(value or "").strip() for value in values])
            progress.tick()
        given_up = (text for text, one in self._patterns.items() if one.given_up)
        return HouseHits(self._rules, self._found, tuple(given_up))

    def _look_at(self, addresses: list[str]) -> None:
        for text, one in self._patterns.items():
            self._found[text] += len(one.rows(addresses))
        rules = list(self._search.rules())
        for rule, rows in self._search.rows(rules, addresses, self._context):
            self._rules[rule.code] += len(rows)
        for address in addresses if self._has_sites else ():
            self._rules.update(self._said_of_site(address))

    def _said_of_site(self, address: str) -> tuple[str, ...]:
        """The rules about hosts and ports that an address breaks."""
        found = _SITE.match(address)
        if found is None:
            return ()
        site = found[0]
        if site not in self._sites:
            authority = Authority(site)
            said = (rule.code for rule in SITE_RULES if rule.check(authority, self._context))
            self._sites[site] = tuple(said)
        return self._sites[site]
