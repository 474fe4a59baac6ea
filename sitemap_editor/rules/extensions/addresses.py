"""What is wrong with addresses in other places than a loc: images, videos, other languages.

They are held to the rules about the form of a loc that make an address unusable, not to those
about its host, folder or kind of page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from sitemap_editor.protocol.findings import FixKind, Severity
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.rules import loc_form, loc_path, loc_size, site
from sitemap_editor.rules.base import Context, Hit, Rule, run_rules
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.engine.messages import filled
from sitemap_editor.rules.values import Loc

_NOT_HERE = {
    "index-child-not-absolute",
    "loc-outside-directory",
    "loc-host-mismatch",
    "loc-www-mismatch",
    "loc-scheme-mismatch",
    "loc-port-mismatch",
    "loc-too-long",
}


def _chosen(*families: tuple[Rule[Any], ...]) -> tuple[Rule[Any], ...]:
    return tuple(
        one
        for rules in families
        for one in rules
        if CATALOGUE[one.code].severity is Severity.ERROR and one.code not in _NOT_HERE
    )


_FORM_RULES = _chosen(loc_form.RULES, loc_size.RULES, loc_path.RULES)
_SITE_RULES = _chosen(site.RULES)


LONGEST_REMEMBERED = 2_000


_PLAIN = re.compile(
    r"(https?://[a-z0-9.-]+)(?:/(?:[A-Za-z0-9._~!$'()*+,;:@=/-]++|%[0-9A-Fa-f]{2})*)?"
    r"(?:\?(?:[A-Za-z0-9._~!$'()*+,;:@=/?&-]++|%[0-9A-Fa-f]{2})*)?"
)
"""What no rule about the form of an address has anything to say about; group 1 is its site."""


class Said:
    """What a rule about addresses says, put in words when it is shown."""

    def __init__(self, rule: Rule[Any], parameters: Mapping[str, Any], message: str | None) -> None:
        self._rule = rule
        self._parameters = parameters
        self._message = message

    def __str__(self) -> str:
        """The message in the language that is on."""
        return filled(self._message or self._rule.message, self._parameters)


class Flaw(NamedTuple):
    """What is wrong with an address: the code of the rule about locs, in words, and what is right.

    ``mended`` is None when nobody can know; ``kind`` tells how sure it is.
    """

    code: str
    said: Said
    mended: str | None
    kind: FixKind


def flaw_of(raw: str, context: Context, *, schemes: tuple[str, ...] = ()) -> Flaw | None:
    """What makes an address unusable; None when it is fine.

    ``raw``: the decoded text, not trimmed. ``schemes``: allowed beside http and https.
    """
    plain = _PLAIN.fullmatch(raw)
    if plain is not None and _is_reachable(plain[1]):
        return None
    if "://" in raw and raw.strip().partition("://")[0].lower() in schemes:
        raw = "http" + raw.strip()[raw.strip().index("://") :]
        flaw = flaw_of(raw, context)
        return None if flaw is None else flaw._replace(mended=None, kind=FixKind.NONE)
    judge = _remembered if len(raw) < LONGEST_REMEMBERED else _judged
    return judge(raw, context.base_url)


@lru_cache(maxsize=1024)
def _is_reachable(authority: str) -> bool:
    """Whether no rule about scheme, host and port has anything to say."""
    return not run_rules(_SITE_RULES, site.Authority(authority), Context(now=0))


def _judged(raw: str, base_url: str | None) -> Flaw | None:
    context = Context(kind=Kind.URLSET, base_url=base_url, now=0)
    loc = Loc(raw)
    hits = run_rules(_FORM_RULES, loc, context)
    if not hits and loc.site_name is not None:
        hits = run_rules(_SITE_RULES, site.Authority(loc.site_name), context)
    if not hits:
        return None
    rule, hit = hits[0]
    mended = _mended(loc, hit)
    kind = hit.fix.kind if mended is not None and hit.fix is not None else FixKind.NONE
    known = {"value": loc.address, "field": "", **hit.parameters}
    return Flaw(rule.code, Said(rule, known, hit.message), mended, kind)


_remembered = lru_cache(maxsize=4096)(_judged)


def _mended(loc: Loc, hit: Hit) -> str | None:
    """The address that the rule's fix would write."""
    if hit.fix is None:
        return None
    if hit.fix.name == "trim":
        return loc.address
    value = hit.fix.parameters.get("value") if hit.fix.name == "set_field" else None
    return str(value) if value else None
