"""What to say of a list that was read: findings of group R, and how many rows became what."""

from __future__ import annotations

from collections.abc import Iterator

from sitemap_editor.formats.table import Oddity, Table
from sitemap_editor.protocol.findings import Finding, FixKind, Severity
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.support.i18n import N_, _, format_number, ngettext

from .build import Imported
from .dates import AMBIGUOUS
from .doubles import DOUBLE
from .into import Merged
from .rejects import Rejects
from .values import DECIMAL_COMMA

URL_INVALID = "csv-row-url-invalid"
EXISTING = "csv-duplicate-of-existing"

_TITLES = {
    "filtered": N_("left out by a filter"),
    "no-address": N_("without an address"),
    URL_INVALID: N_("with an address that no sitemap can hold"),
    DOUBLE: N_("about a page that another row is about"),
    "no-group": N_("that do not say which pages are the same"),
    AMBIGUOUS: N_("dates that can be day first or month first"),
    "date-unreadable": N_("dates that cannot be read"),
    "priority-invalid": N_("priorities that are no number from 0.0 to 1.0"),
    "changefreq-invalid": N_("change frequencies that there are not"),
    "hreflang": N_("languages that cannot be used"),
    "too-many-images": N_("images beyond 1,000 of an entry"),
    "in-two-groups": N_("pages that are in two groups of languages"),
    Oddity.TOO_MANY: N_("with more cells than columns"),
    Oddity.HEADER: N_("that repeat the header"),
    Oddity.TOTALS: N_("with totals"),
    Oddity.NO_OBJECT: N_("that are no JSON object"),
    Oddity.TOO_LONG: N_("too long to be rows"),
    Oddity.OPEN_QUOTE: N_("with a quotation mark that is never closed"),
}


def summary(found: Imported) -> list[str]:
    """A few lines on what became of the rows."""
    said = ngettext(
        "{n} entry was made of {rows} rows.", "{n} entries were made of {rows} rows.", len(found)
    )
    if len(found) == found.rows == 1:
        said = _("One entry was made of one row.")
    lines = [said.format(n=format_number(len(found)), rows=format_number(found.rows))]
    if len(found.rejects):
        lines.append(_("Rows left out: {reasons}.").format(reasons=counted(found.rejects)))
    if len(found.lost):
        lines.append(_("Cells left out: {reasons}.").format(reasons=counted(found.lost)))
    if mended := sum(found.mended.values()):
        lines.append(_("Values put right: {n}.").format(n=format_number(mended)))
    return lines


def counted(rejects: Rejects) -> str:
    """How many were left out for which reason, the frequent ones first."""
    parts = _("{n} {what}")
    return ", ".join(
        parts.format(n=format_number(count), what=_(_TITLES.get(code, code)))
        for code, count in rejects.counts.most_common()
    )


def findings_of_table(table: Table) -> Iterator[Finding]:
    """What was guessed about the file."""
    said = {
        "csv-encoding": _("Nothing says in what encoding the list is; {value} is a guess.").format(
            value=table.encoding
        ),
        "csv-delimiter": _(
            "What separates the columns cannot be decided; it is taken for {value}."
        ).format(value=repr(table.delimiter)),
    }
    for code in table.codes:
        if code in said:
            yield _finding(code, said[code])


def findings_of(found: Imported, merged: Merged | None = None) -> Iterator[Finding]:
    """The findings of group R about a list, those of its file first, one a row or cell."""
    yield from findings_of_table(found.table)
    for rejects, code, field in (
        (found.rejects, URL_INVALID, "loc"),
        (found.lost, URL_INVALID, "image"),
        (found.lost, AMBIGUOUS, "lastmod"),
    ):
        for line, reason in rejects.reasons():
            if reason.code == code:
                yield _finding(code, reason.words, line, field)
    if commas := found.mended[DECIMAL_COMMA]:
        said = _("{n} priorities have a decimal comma; they are written with a point.")
        yield _finding(DECIMAL_COMMA, said.format(n=format_number(commas)), field="priority")
    for line in merged.present.tolist() if merged is not None else ():
        yield _finding(EXISTING, _("The page of this row is in the sitemap already."), line, "loc")


def _finding(code: str, message: str, line: int | None = None, field: str | None = None) -> Finding:
    info = CATALOGUE[code]
    severity = Severity(info.severity)
    kind = FixKind.SAFE if code == DECIMAL_COMMA else FixKind.ASK
    return Finding(code, severity, info.scope, message, line=line, field=field, fix=kind)
