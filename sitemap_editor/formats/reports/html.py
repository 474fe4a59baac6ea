"""The report for people who have no editor: one HTML file that needs nothing beside it.

Everything that comes from a file is escaped, stands in an element of its own direction, and is
never a link. Findings are built rule by rule, so that no more than one row is held at a time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import chain, islice

from sitemap_editor.protocol.findings import Finding, Severity
from sitemap_editor.protocol.profiles import PROFILES
from sitemap_editor.support.i18n import _, format_number, language, ngettext
from sitemap_editor.version import __version__

from .base import CheckedFile, FoundGroup, ReportOptions, RulePage
from .html_style import STYLE
from .words import MARKS, counted, seen, severity_word, size_of

LONGEST = 300
"""Characters of a value or an address; of a longer one the middle is left out."""

_CODE = re.compile(r"`([^`]+)`")


def write(
    files: Iterable[CheckedFile],
    rules: Mapping[str, RulePage],
    options: ReportOptions = ReportOptions(),  # noqa: B008 - it is frozen
) -> Iterator[str]:
    """The document in pieces: what was checked, then each file with its rules, worst first."""
    left = iter(files)
    first = next(left, None)
    yield _head(first)
    yield _heading(options)
    yield "<main>\n"
    totals: Counter[Severity] = Counter()
    number = 0
    for number, file in enumerate(chain([first] if first else [], left), 1):
        totals.update(file.summary)
        yield from _file(file, number, rules, options)
    yield "</main>\n"
    yield _foot(number, totals, options.sums())


# The document


def _head(first: CheckedFile | None) -> str:
    title = _("Sitemap report")
    if first is not None:
        title = _("Sitemap report: {file}").format(file=_short(first.file))
    return (
        f'<!DOCTYPE html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<meta name="referrer" content="no-referrer">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
    )


def _heading(options: ReportOptions) -> str:
    facts = {_("Checked on"): options.date}
    return f"<header>\n<h1>{escape(_('Sitemap report'))}</h1>\n{_facts(facts)}</header>\n"


def _foot(files: int, totals: Counter[Severity], sums: Mapping[str, str]) -> str:
    said = ""
    if files != 1:
        count = ngettext("{n} file checked", "{n} files checked", files)
        said = f"<h2>{escape(_('All files'))}</h2>\n"
        said += f"<p>{escape(count.format(n=format_number(files)))}</p>\n{_counts(totals)}"
    said += _facts(sums)
    made = _("Made with Sitemap Editor {version}.").format(version=__version__)
    return f"<footer>\n{said}<p>{escape(made)}</p>\n</footer>\n</body>\n</html>\n"


def _facts(facts: Mapping[str, str]) -> str:
    rows = "".join(
        f"<dt>{escape(name)}</dt><dd><bdi>{escape(value)}</bdi></dd>\n"
        for name, value in facts.items()
        if value
    )
    return f"<dl>\n{rows}</dl>\n" if rows else ""


def _counts(summary: Mapping[Severity, int]) -> str:
    items = []
    for severity in Severity:
        number = summary.get(severity, 0)
        look = severity.value if number else "none"
        mark = f'<span aria-hidden="true">{MARKS[severity]}</span>'
        items.append(f'<li class="{look}">{mark} {escape(counted(severity, number))}</li>')
    return f'<ul class="counts">{"".join(items)}</ul>\n'


# A file


def _file(
    file: CheckedFile, number: int, rules: Mapping[str, RulePage], options: ReportOptions
) -> Iterator[str]:
    yield f'<section aria-labelledby="file-{number}">\n'
    yield f'<h2 id="file-{number}"><bdi>{escape(seen(file.file))}</bdi></h2>\n'
    yield _facts(_facts_of(file)) + _counts(file.summary)
    if not file.groups:
        yield f"<p>{escape(_('Nothing found.'))}</p>\n"
    else:
        yield _overview(file, number, rules)
    if file.ignored:
        said = ngettext("{n} finding is ignored.", "{n} findings are ignored.", file.ignored)
        yield f'<p class="dim">{escape(said.format(n=format_number(file.ignored)))}</p>\n'
    for group in file.groups:
        yield from _rule(file, number, group, rules.get(group.code), options)
    yield "</section>\n"


def _facts_of(file: CheckedFile) -> dict[str, str]:
    entries = ngettext("{n} entry", "{n} entries", file.entries)
    form = [file.format, entries.format(n=format_number(file.entries)), size_of(file.bytes)]
    form += [file.encoding] if file.encoding else []
    form += ["gzip"] if file.compressed else []
    profiles = ", ".join(_(PROFILES[name].title) for name in file.profiles)
    return {
        _("File"): " · ".join(form),
        _("Public address"): seen(file.base_url or ""),
        _("By the rules of"): profiles,
    }


def _overview(file: CheckedFile, number: int, rules: Mapping[str, RulePage]) -> str:
    rows = [
        f'<tr><td class="{group.severity}"><span aria-hidden="true">{MARKS[group.severity]}</span> '
        f"{escape(severity_word(group.severity))}</td>"
        f'<td><a href="#{_anchor(number, group.code)}">{escape(_title(group, rules))}</a></td>'
        f'<td class="number">{format_number(group.count)}</td></tr>\n'
        for group in file.groups
    ]
    names = (_("Severity"), _("What was found"), _("Findings"))
    return (
        f'<div class="overview"><table><thead><tr><th scope="col">{escape(names[0])}</th>'
        f'<th scope="col">{escape(names[1])}</th>'
        f'<th scope="col" class="number">{escape(names[2])}</th></tr></thead>\n'
        f"<tbody>\n{''.join(rows)}</tbody></table></div>\n"
    )


def _anchor(number: int, code: str) -> str:
    return escape(f"file-{number}-{code}")


def _title(group: FoundGroup, rules: Mapping[str, RulePage]) -> str:
    page = rules.get(group.code)
    return page.title if page is not None else group.code


# A rule


def _rule(
    file: CheckedFile,
    number: int,
    group: FoundGroup,
    page: RulePage | None,
    options: ReportOptions,
) -> Iterator[str]:
    anchor = _anchor(number, group.code)
    title = page.title if page is not None else group.code
    mark = f'<span class="{group.severity}" aria-hidden="true">{MARKS[group.severity]}</span>'
    count = ngettext("{n} finding", "{n} findings", group.count)
    facts = f"{severity_word(group.severity)} · {count.format(n=format_number(group.count))}"
    yield f'<section class="rule" aria-labelledby="{anchor}">\n'
    yield f'<h3 id="{anchor}">{mark} {escape(title)}</h3>\n'
    yield f'<p class="dim">{escape(facts)} · <code>{escape(group.code)}</code></p>\n'
    if page is not None:
        yield _explained(page)
    yield from _findings(file, group, options.max_findings)
    yield "</section>\n"


def _explained(page: RulePage) -> str:
    said = _texts(page, "what", page.what)
    for name, heading, text in (
        ("why", _("Why it matters"), page.why),
        ("fix", _("How to fix it"), page.fix),
    ):
        if text:
            said += f"<h4>{escape(heading)}</h4>\n{_texts(page, name, text)}"
    names = "".join(f"<li>{_source(one.name, one.address)}</li>" for one in page.sources)
    return f'{said}<h4>{escape(_("Who says so"))}</h4>\n<ul class="sources">{names}</ul>\n'


def _texts(page: RulePage, name: str, text: str) -> str:
    parts = (" ".join(part.split()) for part in text.split("\n\n"))
    lang = ' lang="en"' if page.is_english(name) and language() != "en" else ""
    marked = (_CODE.sub(r"<code>\1</code>", escape(part)) for part in parts if part)
    return "".join(f"<p{lang}>{part}</p>\n" for part in marked)


def _source(name: str, address: str) -> str:
    if not address.startswith(("https://", "http://")):
        return escape(name)
    return f'<a href="{escape(address)}" rel="noopener noreferrer">{escape(name)}</a>'


# Findings


def _findings(file: CheckedFile, group: FoundGroup, most: int) -> Iterator[str]:
    found = islice(file.findings(group.code), most)
    first = next(found, None)
    if first is None:
        return
    yield f'<h4>{escape(_("Where"))}</h4>\n<div class="scroll"><table>\n'
    row = _row_about_file if first.entry is None else _row_about_entry
    yield _columns(is_about_file=first.entry is None)
    for finding in chain([first], found):
        yield row(file, finding)
    yield "</tbody></table></div>\n"
    left = group.count - most
    if left > 0:
        more = ngettext("and {n} more", "and {n} more", left).format(n=format_number(left))
        yield f'<p class="dim">… {escape(more)}</p>\n'


def _columns(*, is_about_file: bool) -> str:
    names = [_("Line")] if is_about_file else [_("Line"), _("Entry"), _("Address")]
    if not is_about_file:
        names.append(_("Value"))
    names.append(_("What was found"))
    numbers = 1 if is_about_file else 2
    cells = "".join(
        f'<th scope="col"{_NUMBER if at < numbers else ""}>{escape(name)}</th>'
        for at, name in enumerate(names)
    )
    return f"<thead><tr>{cells}</tr></thead>\n<tbody>\n"


_NUMBER = ' class="number"'


def _row_about_file(_file: CheckedFile, finding: Finding) -> str:
    return f"<tr>{_number(finding.line)}{_cell(finding.message)}</tr>\n"


def _row_about_entry(file: CheckedFile, finding: Finding) -> str:
    address, value = file.address_of(finding), finding.value
    # A finding about the address would say it twice.
    value = None if value == address else value
    shown = f'<td class="value">{_value(value)}</td>'
    return (
        f"<tr>{_number(finding.line)}{_number(finding.entry)}"
        f'<td class="address">{_value(address)}</td>{shown}'
        f"{_cell(_first_sentence(finding.message))}</tr>\n"
    )


def _first_sentence(message: str) -> str:
    """What is particular about a finding: the rest stands above, once for all of the rule.

    The whole message where its first full stop belongs to a value that it quotes.
    """
    first, stop, _rest = message.partition(". ")
    is_whole = all(first.count(left) == first.count(right) for left, right in ("“”", "«»"))
    return f"{first}." if stop and is_whole else message


def _number(number: int | None) -> str:
    return f'<td class="number">{"" if number is None else format_number(number)}</td>'


def _value(text: str | None) -> str:
    return f"<bdi><code>{escape(_short(text))}</code></bdi>" if text else ""


def _cell(text: str) -> str:
    return f"<td><bdi>{escape(_short(text, 2 * LONGEST))}</bdi></td>"


def _short(text: str, longest: int = LONGEST) -> str:
    """Text that fits a cell, its middle left out, and nothing in it that cannot be seen."""
    if len(text) > longest:
        text = f"{text[: longest - 60]}…{text[-59:]}"
    return seen(text)
