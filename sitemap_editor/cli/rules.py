"""``rules [CODE]``: what ``check`` looks for, as a list, as one rule's page, or as JSON.

What is no code is looked for in titles and messages, and among the names of other tools' errors.
"""

from __future__ import annotations

import difflib
import itertools
import textwrap
from collections.abc import Iterator
from typing import Annotated

import typer

from sitemap_editor.formats.reports.json import dumps
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.rules.catalogue import CATALOGUE, RuleInfo
from sitemap_editor.rules.registry import LEFT_OUT, REFUSED, REPAIR, RULES, help_text
from sitemap_editor.rules.search import find_aliases, find_rules
from sitemap_editor.support.i18n import N_, _, ngettext, pgettext

from .options import Config, Force, Language, MaxInflated, one_of
from .outputs import encoded, write
from .report_text import MARKS, STYLES, fix_word, severity_word
from .terminal import Line, Span, show

FORMATS = ("text", "json")

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
}
"""What the catalogue's groups are about."""


def rules(
    code: Annotated[
        str | None,
        typer.Argument(
            metavar="CODE",
            help=N_("The rule to explain, or words of it, or what Search Console calls the error."),
        ),
    ] = None,
    report_format: Annotated[
        str, typer.Option("--format", metavar="|".join(FORMATS), help=N_("Form of the list."))
    ] = "text",
    language: Language = None,
    force: Force = False,
    config: Config = None,
    max_inflated: MaxInflated = None,
) -> int:
    """List all rules or show one; return the exit code."""
    one_of("--format", report_format, FORMATS)
    chosen = _chosen(code) if code else list(CATALOGUE.values())
    if report_format == "json":
        write(None, (encoded(f"{line}\n") for line in _json(chosen)))
    else:
        show(_page(chosen[0]) if code in CATALOGUE else _list(chosen))
    return 0


def _chosen(text: str) -> list[RuleInfo]:
    """The rule of this code, else those that the text leads to."""
    if text in CATALOGUE:
        return [CATALOGUE[text]]
    found = find_rules(text)
    if not found:
        raise SitemapError(_not_found(text))
    return [rule for code, rule in CATALOGUE.items() if code in found]


def _not_found(code: str) -> str:
    note = next((alias.note for alias in find_aliases(code) if alias.note), "")
    if note:
        return _(note)
    near = difflib.get_close_matches(code, CATALOGUE, 1)
    if near:
        return _("There is no rule {code}. Did you mean {near}?").format(code=code, near=near[0])
    return _("There is no rule {code}; rules without a code lists them.").format(code=code)


def _json(chosen: list[RuleInfo]) -> Iterator[str]:
    """An array, a line a rule."""
    for number, rule in enumerate(chosen, 1):
        start, end = ("[\n " if number == 1 else " "), ("," if number < len(chosen) else "\n]")
        yield start + dumps(_facts(rule)) + end


def _facts(rule: RuleInfo) -> dict[str, object]:
    return {
        "code": rule.code,
        "group": rule.group,
        "severity": str(rule.severity),
        "scope": rule.scope,
        "profiles": sorted(rule.profiles),
        "fix": str(rule.fix),
        "source": rule.source,
    }


def _list(chosen: list[RuleInfo]) -> Iterator[Line]:
    """A line a rule, in columns; what this version does not look for yet is dim."""
    width = max(len(rule.code) for rule in chosen)
    for group, rules in itertools.groupby(chosen, key=lambda rule: rule.group):
        yield (Span(f"{group}  {title_of(group)}", "bold"),)
        yield from (_row(rule, width) for rule in rules)
        yield ()
    yield (Span(_summary(chosen)),)


def _row(rule: RuleInfo, width: int) -> Line:
    looks = is_checked(rule.code)
    rest = f"{rule.scope:12}{fix_word(rule.fix):12}{' '.join(sorted(rule.profiles))}"
    return (
        Span(f"  {MARKS[rule.severity]} ", STYLES[rule.severity] if looks else "dim"),
        Span(f"{rule.code:{width + 2}}", "bold" if looks else "dim"),
        Span(rest, "" if looks else "dim"),
        Span("" if looks else "  " + _("(not checked yet)"), "dim"),
    )


def _summary(chosen: list[RuleInfo]) -> str:
    checked = sum(is_checked(rule.code) for rule in chosen)
    said = ngettext("{n} rule, {checked} checked", "{n} rules, {checked} checked", len(chosen))
    return said.format(n=len(chosen), checked=checked)


def _page(rule: RuleInfo) -> Iterator[Line]:
    """All the catalogue says of a rule."""
    mark = Span(f"{MARKS[rule.severity]} ", STYLES[rule.severity])
    yield (mark, Span(rule.code, "bold"), Span(f"  {severity_word(rule.severity)}", "dim"))
    yield ()
    for paragraph in _explained(rule.code):
        yield from ((Span(f"  {line}"),) for line in textwrap.wrap(paragraph, 90))
        yield ()
    yield from ((Span(f"  {line}", "dim"),) for line in textwrap.wrap(rule.condition, 90))
    yield ()
    facts = {
        _("Group"): f"{rule.group}  {title_of(rule.group)}",
        _("Scope"): rule.scope,
        _("Profiles"): ", ".join(sorted(rule.profiles)),
        pgettext("rule", "Fix"): rule.fix_text,
        _("Source"): f"{rule.source_names()} ({rule.source})",
        _("Checked"): _("yes") if is_checked(rule.code) else _("not yet"),
    }
    width = max(map(len, facts))
    for name, said in facts.items():
        yield (Span(f"  {name:{width}}  ", "dim"), Span(said))


def _explained(code: str) -> list[str]:
    """Title and help of a rule that runs, paragraph by paragraph."""
    rule = RULES.get(code)
    if rule is None:
        return []
    return [_(rule.title), *_(help_text(rule)).replace("``", "").split("\n\n")]


def is_checked(code: str) -> bool:
    """Whether ``check`` reports this rule, be it as the reason why a file is refused."""
    return code in RULES or LEFT_OUT.get(code) in (REFUSED, REPAIR)


def title_of(group: str) -> str:
    """What a group of rules is about."""
    return _(GROUPS.get(group, ""))
