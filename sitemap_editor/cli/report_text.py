"""The report of a check for people: by file, worst rule first, each rule with its first findings.

A place is written ``file:line:column``, which terminals and editors turn into a link.
"""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterator

from sitemap_editor.formats.reports.base import CheckedFile, FoundGroup
from sitemap_editor.formats.reports.words import MARKS, counted, size_of
from sitemap_editor.protocol.findings import Finding, FixKind, Severity
from sitemap_editor.support.i18n import _, format_number, ngettext

from .terminal import Line, Span, harmless

SHOWN_PER_RULE = 5

NARROWEST = 40
MESSAGE_INDENT = " " * 6

STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold blue"}


def lines_of(file: CheckedFile, width: int | None = None) -> Iterator[Line]:
    """The report of one file; ``width`` breaks messages for a terminal, None keeps one a line."""
    yield _head(file)
    for group in file.groups:
        yield ()
        yield from _group(file, group, width)
    if not file.groups:
        yield (Span("  "), Span(_("Nothing found."), "green"))
    if file.ignored:
        said = ngettext("{n} finding is ignored.", "{n} findings are ignored.", file.ignored)
        yield ()
        yield (Span("  " + said.format(n=format_number(file.ignored)), "dim"),)
    yield ()


def summary_line(files: int, totals: dict[Severity, int]) -> Line:
    """The last line: what was found in all."""
    count = ngettext("{n} file checked", "{n} files checked", files)
    spans = [Span(count.format(n=format_number(files)))]
    for severity in Severity:
        number = totals.get(severity, 0)
        style = STYLES[severity] if number else "dim"
        spans += [Span(" · ", "dim"), Span(counted(severity, number), style)]
    return spans


def fix_word(fix: FixKind) -> str:
    """What can be done about a finding, in a word or two; empty when nothing can."""
    return {FixKind.SAFE: _("safe fix"), FixKind.ASK: _("fix asks")}.get(fix, "")


def _head(file: CheckedFile) -> Line:
    entries = ngettext("{n} entry", "{n} entries", file.entries)
    facts = [file.format, entries.format(n=format_number(file.entries)), size_of(file.bytes)]
    if file.encoding:
        facts.append(file.encoding)
    if file.compressed:
        facts.append("gzip")
    return (Span(harmless(file.file), "bold"), Span("  " + " · ".join(facts), "dim"))


def _group(file: CheckedFile, group: FoundGroup, width: int | None) -> Iterator[Line]:
    facts = (counted(group.severity, group.count), fix_word(group.fix))
    yield (
        Span(f"  {MARKS[group.severity]} ", STYLES[group.severity]),
        Span(group.code, "bold"),
        Span("  " + " · ".join(fact for fact in facts if fact), "dim"),
    )
    for finding in itertools.islice(file.findings(group.code), SHOWN_PER_RULE):
        yield from _finding(file.file, finding, width)
    left = group.count - SHOWN_PER_RULE
    if left > 0:
        more = ngettext("and {n} more", "and {n} more", left).format(n=format_number(left))
        yield (Span(f"    … {more}", "dim"),)


def _finding(file: str, finding: Finding, width: int | None) -> Iterator[Line]:
    place = ":".join(str(part) for part in (file, finding.line, finding.column) if part)
    where, message = Span(harmless(place), "cyan"), harmless(finding.message)
    if width is None:
        yield (Span("    "), where, Span(f"  {message}"))
        return
    yield (Span("    "), where)
    room = max(NARROWEST, width - len(MESSAGE_INDENT))
    for line in textwrap.wrap(message, room, break_long_words=False, break_on_hyphens=False):
        yield (Span(MESSAGE_INDENT + line),)
