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
from sitemap_editor.formats.reports.words import MARKS, severity_word
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.rules.catalogue import CATALOGUE, RuleInfo
from sitemap_editor.rules.help.pages import Page, group_title, page, paragraphs, plain
from sitemap_editor.rules.help.search import find_aliases, find_rules
from sitemap_editor.rules.registry import LEFT_OUT, REFUSED, REPAIR, RULES
from sitemap_editor.support.i18n import N_, _, ngettext, pgettext

from .options import FORMATS, Config, Force, Language, MaxInflated, one_of
from .outputs import encoded, write
from .report_text import STYLES, fix_word
from .terminal import Line, Span, show


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
        yield (Span(f"{group}  {group_title(group)}", "bold"),)
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
    """All there is to know of a rule."""
    told = page(rule.code)
    mark = Span(f"{MARKS[rule.severity]} ", STYLES[rule.severity])
    yield (mark, Span(told.title, "bold"), Span(f"  {severity_word(rule.severity)}", "dim"))
    yield (Span(f"  {rule.code}", "dim"),)
    yield ()
    yield from _paragraphs("", told.what)
    yield from _paragraphs(_("Why it matters"), told.why)
    yield from _example(_("Wrong"), told.bad)
    yield from _example(_("Right"), told.good)
    yield from _paragraphs(_("How to fix it"), told.fix)
    yield from _sources(told)
    yield from _facts_of(told)


def _paragraphs(heading: str, text: str) -> Iterator[Line]:
    if not text:
        return
    if heading:
        yield (Span(f"  {heading}", "bold"),)
    for paragraph in paragraphs(text):
        yield from ((Span(f"  {line}"),) for line in textwrap.wrap(plain(paragraph), 90))
        yield ()


def _example(heading: str, text: str) -> Iterator[Line]:
    if text:
        yield (Span(f"  {heading}", "bold"),)
        yield from ((Span(f"    {line}", "cyan"),) for line in text.split("\n"))
        yield ()


def _sources(told: Page) -> Iterator[Line]:
    yield (Span(f"  {_('Who says so')}", "bold"),)
    for source in told.sources:
        yield (
            Span(f"  {source.name}"),
            Span(f"  {source.address}" if source.address else "", "dim"),
        )
    yield ()


def _facts_of(told: Page) -> Iterator[Line]:
    rule = told.info
    yield from ((Span(f"  {line}", "dim"),) for line in textwrap.wrap(plain(rule.condition), 90))
    yield ()
    facts = {
        _("Group"): f"{rule.group}  {group_title(rule.group)}",
        _("Scope"): rule.scope,
        _("Profiles"): ", ".join(sorted(rule.profiles)),
        pgettext("rule", "Fix"): plain(rule.fix_text),
        _("Checked"): _("yes") if is_checked(rule.code) else _("not yet"),
        _("Called"): "; ".join(told.aliases),
    }
    width = max(map(len, facts))
    for name, said in facts.items():
        if said:
            yield (Span(f"  {name:{width}}  ", "dim"), Span(said))


def is_checked(code: str) -> bool:
    """Whether ``check`` reports this rule, be it as the reason why a file is refused."""
    return code in RULES or LEFT_OUT.get(code) in (REFUSED, REPAIR)
