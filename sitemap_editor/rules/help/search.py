"""Finds rules by what people type: a code, words of a title or message, another tool's name."""

from __future__ import annotations

import re
from functools import lru_cache

from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.registry import RULES
from sitemap_editor.support.i18n import _, language

from .aliases import ALIASES, Alias, names_of

LONG_ENOUGH = 8
"""Characters of a name from which on it is no chance that a text holds it, or is part of it."""

_PLACEHOLDER = re.compile(r"\{\w*\}")
_QUOTES = str.maketrans("’‘`“”«»", '\'\'\'""""')


def find_rules(text: str) -> frozenset[str]:
    """The codes of the rules that ``text`` leads to, in the shown language or in English.

    The text as it stands comes first, then its words in any order, then a name that stands within
    a text pasted from elsewhere.
    """
    return _find(plain(text), language())


def find_aliases(text: str) -> list[Alias]:
    """The names in other tools that hold ``text``."""
    wanted = plain(text)
    return [alias for alias in ALIASES if wanted and _is_named(alias, wanted)]


def plain(text: str) -> str:
    """Text for comparison: one spelling of quotes, spaces and letters."""
    return " ".join(text.translate(_QUOTES).casefold().split()).strip(" .:…")


@lru_cache(maxsize=64)
def _find(wanted: str, spoken: str) -> frozenset[str]:
    if not wanted:
        return frozenset(CATALOGUE)
    texts = _texts(spoken)
    found = {code for code, parts in texts.items() if any(wanted in part for part in parts)}
    for alias in find_aliases(wanted):
        found.update(alias.codes)
    words = wanted.split()
    if not found and len(words) > 1:
        found = {c for c, parts in texts.items() if any(_has_all(part, words) for part in parts)}
    return frozenset(found or _named_within(wanted))


def _has_all(part: str, words: list[str]) -> bool:
    return all(word in part for word in words)


def _is_named(alias: Alias, wanted: str) -> bool:
    if alias.is_summary and len(wanted) < LONG_ENOUGH:
        return False
    return any(wanted in plain(name) for name in alias.names)


def _named_within(wanted: str) -> frozenset[str]:
    """The rules of the longest name that stands in a longer text."""
    names = [(plain(name), alias) for alias in ALIASES for name in alias.names]
    known = [(n, a) for n, a in names if len(n) >= LONG_ENOUGH and n in wanted]
    longest = max((len(name) for name, _alias in known), default=0)
    return frozenset(code for n, alias in known if len(n) == longest for code in alias.codes)


@lru_cache(maxsize=4)
def _texts(_spoken: str) -> dict[str, tuple[str, ...]]:
    """What each rule can be found by, in one language and English."""
    return {code: _parts(code) for code in CATALOGUE}


def _parts(code: str) -> tuple[str, ...]:
    said = [code, *names_of(code)]
    rule = RULES.get(code)
    if rule is not None:
        said += [rule.title, _(rule.title)]
        said += [_PLACEHOLDER.sub("", text) for text in (rule.message, _(rule.message))]
    return tuple(dict.fromkeys(plain(text) for text in said))
