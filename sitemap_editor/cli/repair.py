"""``repair FILE -o OUT``: make a broken file readable, write it, and tell each change."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypedDict

import typer

from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.support.i18n import N_, _, format_number, ngettext
from sitemap_editor.support.quotes import around

from . import outputs
from .inputs import open_input, open_surely, repairs_of
from .options import (
    ASK,
    FORMATS,
    Config,
    Force,
    Language,
    MaxInflated,
    Out,
    ReportFormat,
    bytes_of,
    one_of,
    require_out,
)
from .relabelling import UTF_8, relabel
from .results import tell, write_document
from .terminal import Line, Span, harmless, progress

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.markup.repair import Repair
    from sitemap_editor.protocol.findings import Finding

MOST_SHOWN = 50
"""Repairs told one by one to people; programs get all."""


def repair(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help=N_("File to mend; - is standard input."))
    ],
    out: Out = None,
    ask: Annotated[
        str,
        typer.Option(
            "--ask", metavar="|".join(ASK), help=N_("What to do with repairs that are a guess.")
        ),
    ] = "skip",
    report_format: ReportFormat = "text",
    language: Language = None,
    force: Force = False,
    config: Config = None,
    max_inflated: MaxInflated = None,
) -> int:
    """Mend FILE, write OUT, report; return the exit code."""
    one_of("--format", report_format, FORMATS)
    one_of("--ask", ask, ASK)
    name = require_out(out)
    outputs.require_free(name, force=force)
    open_it = open_input if ask == "accept" else open_surely
    with progress(_("Opening {name}").format(name=file)) as shown:
        doc = open_it(file, max_inflated=bytes_of(max_inflated), progress=shown)
        told = [_told(doc, one) for one in repairs_of(doc)]
        told += map(_of_label, relabel(doc, accept_ask=ask == "accept", progress=shown))
    write_document(doc, name, force=force)
    account = _Account(file, name, str(doc.kind), len(doc), told)
    tell(account, report_format, is_taken=outputs.is_standard(name))
    return 0


class _Told(TypedDict):
    """One repair, for the report."""

    code: str
    codes: list[str]
    kind: str
    line: int
    column: int
    before: str
    after: str
    reason: str


@dataclass(frozen=True, slots=True)
class _Account:
    """What was done."""

    file: str
    out: str
    kind: str
    entries: int
    repairs: list[_Told]

    def as_dict(self) -> dict[str, object]:
        """The account for programs."""
        kinds = Counter(one["kind"] for one in self.repairs)
        return {
            "file": self.file,
            "output": self.out,
            "format": self.kind,
            "entries": self.entries,
            "repairs": self.repairs,
            "summary": {str(kind): kinds[kind] for kind in (FixKind.SAFE, FixKind.ASK)},
        }

    def lines(self) -> Iterator[Line]:
        """The account for people."""
        count = len(self.repairs)
        said = ngettext("{n} repair made.", "{n} repairs made.", count)
        if not count:
            said = _("Nothing had to be repaired.")
        total = said.format(n=format_number(count))
        yield (Span(harmless(self.file), "bold"), Span(f"  {total}"))
        for one in self.repairs[:MOST_SHOWN]:
            yield from _of_one(self.file, one)
        left = count - MOST_SHOWN
        if left > 0:
            more = ngettext("and {n} more", "and {n} more", left).format(n=format_number(left))
            yield (Span(f"  … {more}", "dim"),)


def _told(doc: Document, one: Repair) -> _Told:
    assert doc.mending is not None  # the repair is one of its
    line, column = doc.mending.place_of(one)
    return {
        "code": one.code,
        "codes": [one.code, *one.also],
        "kind": str(one.kind),
        "line": line,
        "column": column,
        "before": one.before.decode("utf-8", "replace"),
        "after": one.after.decode("utf-8", "replace"),
        "reason": one.reason,
    }


def _of_label(one: Finding) -> _Told:
    """What was wrong with the encoding of the file, told like a repair."""
    return {
        "code": one.code,
        "codes": [one.code],
        "kind": str(one.fix),
        "line": one.line or 1,
        "column": one.column or 1,
        "before": one.value or "",
        "after": UTF_8,
        "reason": one.message,
    }


def _of_one(file: str, one: _Told) -> Iterator[Line]:
    guess = f"  {_('a guess')}" if one["kind"] == FixKind.ASK else ""
    yield (
        Span("  "),
        Span(harmless(f"{file}:{one['line']}:{one['column']}"), "cyan"),
        Span(f"  {one['code']}", "bold"),
        Span(guess, "dim"),
    )
    yield (Span(f"      {harmless(one['reason'])}"),)
    before, after = _shown(one["before"]), _shown(one["after"])
    yield (Span("      "), Span(before, "red"), Span(" → "), Span(after, "green"))


def _shown(text: str) -> str:
    """A piece of text on one line; a word where there is none."""
    return harmless(around(repr(text)[1:-1], 1)) or _("nothing")
