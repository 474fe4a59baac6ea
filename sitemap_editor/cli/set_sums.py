"""What a set amounts to, for people: sums, sections, ages, and what each rule found in all."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from sitemap_editor.formats.reports.base import CheckedFile, FoundGroup
from sitemap_editor.formats.reports.words import MARKS, counted, size_of
from sitemap_editor.operations.sets.checking import CheckedSet
from sitemap_editor.operations.sets.totals import OTHER, Totals
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.support.i18n import N_, _, format_number, ngettext

from .report_text import STYLES
from .terminal import Line, Span, harmless

MOST_SECTIONS = 12

AGES = {
    "future": N_("in the future"),
    "week": N_("up to a week"),
    "month": N_("up to a month"),
    "year": N_("up to a year"),
    "older": N_("older"),
    "unreadable": N_("no date"),
    "absent": N_("none"),
}


def facts_of(done: CheckedSet) -> dict[str, str]:
    """What a set amounts to, by what it is called."""
    totals = done.totals
    files = ngettext("{n} sitemap", "{n} sitemaps", totals.files)
    entries = ngettext("{n} entry", "{n} entries", totals.entries)
    counts = (
        files.format(n=format_number(totals.files)),
        entries.format(n=format_number(totals.entries)),
        size_of(totals.bytes),
    )
    found = {_("All together"): " · ".join(counts)}
    if totals.entries:
        found[_("Sections")] = " · ".join(_sections(totals))
        found[_("Age of lastmod")] = " · ".join(_ages(totals))
    if done.absent:
        found[_("Sitemaps that are named and not here")] = format_number(done.absent)
    return found


def lines_of_totals(done: CheckedSet) -> Iterator[Line]:
    """The same for the terminal."""
    (title, counts), *others = facts_of(done).items()
    yield (Span(title, "bold"), Span(f"  {counts}", "dim"))
    for label, said in others:
        yield (Span(f"  {label}: "), Span(said, "dim"))
    if len(done.files) > 1:
        yield from _rules(done.files)
    yield ()


def _rules(files: Sequence[CheckedFile]) -> Iterator[Line]:
    """What each rule found in all files, the worst first."""
    found: dict[str, list[FoundGroup]] = {}
    for file in files:
        for group in file.groups:
            found.setdefault(group.code, []).append(group)
    told = [
        (min(g.severity.rank for g in own), -sum(g.count for g in own), code, own)
        for code, own in found.items()
    ]
    for rank, count, code, own in sorted(told, key=lambda one: one[:3]):
        severity = tuple(Severity)[rank]
        said = ngettext("{findings} in {n} file", "{findings} in {n} files", len(own))
        text = said.format(findings=counted(severity, -count), n=format_number(len(own)))
        yield (
            Span(f"  {MARKS[severity]} ", STYLES[severity]),
            Span(code, "bold"),
            Span(f"  {text}", "dim"),
        )


def _sections(totals: Totals) -> list[str]:
    found = totals.sections
    shown = [
        f"/{harmless(name)}/ {format_number(count)}"
        for name, count in found[:MOST_SECTIONS]
        if name != OTHER
    ]
    left = found[MOST_SECTIONS:]
    shown += [
        _("pages in no section {n}").format(n=format_number(count))
        for name, count in found
        if name == OTHER
    ]
    more = sum(name != OTHER for name, _count in left)
    if more:
        said = ngettext("and {n} more section", "and {n} more sections", more)
        shown.append(said.format(n=format_number(more)))
    return shown


def _ages(totals: Totals) -> list[str]:
    shown = [f"{_(AGES[age])} {format_number(count)}" for age, count in totals.age_counts()]
    if totals.oldest is not None and totals.newest is not None:
        days = [time.strftime("%Y-%m-%d", time.gmtime(t)) for t in (totals.oldest, totals.newest)]
        shown.append(_("from {first} to {last}").format(first=days[0], last=days[1]))
    return shown
