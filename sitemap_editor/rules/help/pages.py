"""The page of each rule: what it is about, why it matters, who says so, how to mend it.

The texts are data, a file a group: ``resources/help/rules/D.toml`` in English, and where somebody
translated them ``resources/help/fr/rules/D.toml``, each a table a code with the keys of TEXTS. A
text is paragraphs with an empty line between; code, values and codes of other rules stand between
back-ticks. A rule nobody wrote about yet shows its own short help.
"""

from __future__ import annotations

import logging
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from inspect import cleandoc

from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.rules.catalogue import CATALOGUE, RuleInfo
from sitemap_editor.rules.registry import RULES, help_text
from sitemap_editor.support.i18n import N_, _, language
from sitemap_editor.support.resources import resource_path

from .aliases import ALIASES
from .sources import Source, sources_of

TEXTS = ("what", "why", "bad", "good", "fix")
TITLE = "title"
"""One more text of a page, for rules that no check has yet: the others have their own."""

ENGLISH = "en"

GROUPS = {
    "A": N_("Bytes, encoding and compression"),
    "B": N_("Root element and namespaces"),
    "C": N_("Structure of entries"),
    "D": N_("Addresses"),
    "E": N_("Dates"),
    "F": N_("Change frequency"),
    "G": N_("Priority"),
    "H": N_("Sitemap index"),
    "I": N_("Images"),
    "J": N_("Videos"),
    "K": N_("News"),
    "L": N_("Languages (hreflang)"),
    "M": N_("Older extensions"),
    "N": N_("Lists of addresses"),
    "O": N_("RSS and Atom feeds"),
    "P": N_("robots.txt"),
    "Q": N_("Submission and IndexNow"),
    "R": N_("Imported tables"),
    "house": N_("House rules"),
}
"""What the groups are about."""

_FIXES = {
    FixKind.SAFE: N_("The program can mend this without asking: the meaning stays the same."),
    FixKind.ASK: N_("The program proposes a change; look at it before you accept it."),
    FixKind.NONE: N_("The program cannot mend this; it has to be put right at its source."),
}

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Page:
    """What is known of a rule, in the language spoken as far as it is translated.

    ``english`` names the texts that are in English although another language is spoken;
    ``aliases`` are the names that the search engines' own tools have for it. ``is_written`` tells
    whether somebody wrote a page, or only the rule's short help is shown.
    """

    info: RuleInfo
    title: str
    what: str
    why: str
    bad: str
    good: str
    fix: str
    sources: tuple[Source, ...]
    aliases: tuple[str, ...]
    english: frozenset[str] = frozenset()
    is_written: bool = False

    @property
    def code(self) -> str:
        """The rule's code."""
        return self.info.code

    @property
    def group(self) -> str:
        """Letter of the rule's group."""
        return self.info.group

    @property
    def severity(self) -> str:
        """How bad a finding usually is."""
        return self.info.severity

    @property
    def condition(self) -> str:
        """When the rule has a finding, for programs."""
        return self.info.condition

    @property
    def source(self) -> str:
        """Where the rule comes from, in keys."""
        return self.info.source

    def is_english(self, name: str) -> bool:
        """Whether a text is in English although another language is spoken."""
        return name in self.english


def group_title(group: str) -> str:
    """What a group of rules is about."""
    return _(GROUPS.get(group, ""))


def title_of(code: str) -> str:
    """What is wrong, in a few words."""
    rule = RULES.get(code)
    if rule is not None:
        return _(rule.title)
    group = CATALOGUE[code].group
    for spoken in (language(), ENGLISH):
        title = _texts(group, spoken).get(code, {}).get(TITLE)
        if title:
            return title
    return code.replace("-", " ").capitalize()


def page(code: str) -> Page:
    """The page of a rule; KeyError for a code that no rule has."""
    return _page(code, language())


class Pages(Mapping[str, Page]):
    """All pages by code, made when asked for."""

    def __getitem__(self, code: str) -> Page:
        return page(code)

    def __iter__(self) -> Iterator[str]:
        return iter(CATALOGUE)

    def __len__(self) -> int:
        return len(CATALOGUE)


@lru_cache(maxsize=1024)
def _page(code: str, spoken: str) -> Page:
    info = CATALOGUE[code]
    original = _texts(info.group, ENGLISH).get(code, {})
    translated = _texts(info.group, spoken).get(code, {}) if spoken != ENGLISH else original
    texts = {name: translated.get(name) or original.get(name, "") for name in TEXTS}
    english = {name for name in original if name not in translated}
    if spoken != ENGLISH and "what" in english and _is_help_translated(code):
        texts["what"] = _own_help(code)
        english.discard("what")
    return Page(
        info=info,
        title=title_of(code),
        what=texts["what"] or _own_help(code) or info.condition,
        why=texts["why"],
        bad=texts["bad"],
        good=texts["good"],
        fix=texts["fix"] or _(_FIXES[info.fix]),
        sources=sources_of(info.source),
        aliases=_aliases_of(code),
        english=frozenset(english),
        is_written=bool(original),
    )


def _own_help(code: str) -> str:
    """The rule's short help, translated."""
    rule = RULES.get(code)
    return _(help_text(rule)).replace("``", "`") if rule is not None else ""


def _is_help_translated(code: str) -> bool:
    rule = RULES.get(code)
    return rule is not None and _(help_text(rule)) != help_text(rule)


def _aliases_of(code: str) -> tuple[str, ...]:
    """What Search Console and Yandex call it; names that sum up all errors tell nothing."""
    found = [alias for alias in ALIASES if code in alias.codes and not alias.is_summary]
    return tuple(f"{alias.tool}: {name}" for alias in found for name in alias.names)


@lru_cache(maxsize=64)
def _texts(group: str, spoken: str) -> dict[str, dict[str, str]]:
    """The texts of a group by code; empty where nobody wrote any."""
    folder = () if spoken == ENGLISH else (spoken,)
    path = resource_path("help", *folder, "rules", f"{group}.toml")
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        _logger.warning("The rule pages in %s cannot be read: %s", path.name, error)
        return {}
    return {code: _cleaned(table) for code, table in tables.items() if isinstance(table, dict)}


def _cleaned(table: dict[str, object]) -> dict[str, str]:
    texts = {name: cleandoc(text) for name, text in table.items() if isinstance(text, str)}
    return {name: text.strip("\n") for name, text in texts.items() if text.strip()}


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, each on one line."""
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]


_CODE = re.compile(r"`([^`]+)`")


def pieces(paragraph: str) -> Iterator[tuple[str, bool]]:
    """A paragraph in pieces, each with whether it is code."""
    for number, piece in enumerate(_CODE.split(paragraph)):
        if piece:
            yield piece, bool(number % 2)


def plain(paragraph: str) -> str:
    """A paragraph without its marks."""
    return paragraph.replace("`", "")
