"""``check FILE…``: report what is wrong, and let the exit code say how bad it is."""

from __future__ import annotations

import contextlib
import itertools
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated

import typer

from sitemap_editor.formats.reports import FOR_PROGRAMS, REPORTS, CheckedFile, ReportOptions
from sitemap_editor.operations.sets.checking import CheckedSet
from sitemap_editor.protocol.errors import SitemapError, describe_os_error
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.rules.beside.survey import Survey
from sitemap_editor.rules.help.pages import Pages
from sitemap_editor.support.i18n import N_, spoken

from .checking import Question, check_file
from .inputs import path_of, read
from .options import (
    BaseUrl,
    Config,
    Force,
    Language,
    MaxInflated,
    Out,
    Profile,
    bytes_of,
    check_base_url,
    one_of,
    profiles_of,
)
from .outputs import STANDARD, encoded, require_free, write
from .report_text import lines_of, summary_line
from .set_checking import SetOfFiles, hint, is_always_set, kept_for
from .set_sums import facts_of, lines_of_totals
from .terminal import Line, complain, show, terminal_width

FORMATS = ("text", *REPORTS)
FAIL_ON = (*(severity.value for severity in Severity), "never")

FOUND, UNREAD = 1, 2

MINUTE = "%Y-%m-%d %H:%M"


def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help=N_("Files to check; - is standard input."))
    ],
    profile: Profile = None,
    base_url: BaseUrl = None,
    report_format: Annotated[
        str, typer.Option("--format", metavar="|".join(FORMATS), help=N_("Form of the report."))
    ] = "text",
    out: Out = None,
    as_set: Annotated[
        bool,
        typer.Option(
            "--set",
            help=N_("Check what an index, robots.txt, folder or ZIP names, too."),
        ),
    ] = False,
    fail_on: Annotated[
        str,
        typer.Option(
            "--fail-on",
            metavar="|".join(FAIL_ON),
            help=N_("Exit with 1 from this severity on."),
        ),
    ] = "error",
    language: Language = None,
    force: Force = False,
    config: Config = None,
    max_inflated: MaxInflated = None,
) -> int:
    """Check every file and write one report; return the exit code."""
    one_of("--format", report_format, FORMATS)
    one_of("--fail-on", fail_on, FAIL_ON)
    check_base_url(base_url)
    survey = Survey([path for name in files if (path := path_of(name)) is not None])
    question = Question(profiles_of(profile), base_url, bytes_of(max_inflated), survey)
    require_free(out, force=force)
    run = _Run(files, question, as_set=as_set)
    run.report(report_format, out, force=force)
    return run.exit_code(fail_on)


class _Run:
    """One call of ``check``: the files one after another, and what is known at the end."""

    def __init__(self, files: list[str], question: Question, *, as_set: bool) -> None:
        self._names = files
        self._as_set = as_set
        self._sets: list[CheckedSet] = []
        self._question = question
        self._unreadable: list[SitemapError] = []
        self._totals: Counter[Severity] = Counter()
        self._checked = 0

    def report(self, form: str, out: str | None, *, force: bool) -> None:
        """Check and write; name the files that cannot be read on standard error at the end."""
        # What programs read is English, whatever language people are spoken to.
        with spoken("en") if form in FOR_PROGRAMS else contextlib.nullcontext():
            files = self._files(form)
            first = next(files, None)
            if first is not None:
                self._write(itertools.chain([first], files), form, out, force=force)
        self._question.policies.complain()
        for error in self._unreadable:
            complain(error)

    def exit_code(self, fail_on: str) -> int:
        """0, 1 or 2, as ``cli.main`` explains."""
        if self._unreadable:
            return UNREAD
        limit = -1 if fail_on == "never" else Severity(fail_on).rank
        return FOUND if any(s.rank <= limit for s in self._totals if self._totals[s]) else 0

    def _write(
        self, files: Iterable[CheckedFile], form: str, out: str | None, *, force: bool
    ) -> None:
        if form in REPORTS:
            options = ReportOptions(date=time.strftime(MINUTE), sums=self._sums)
            report = REPORTS[form](files, Pages(), options)
            write(out, (encoded(piece) for piece in report), force=force)
        else:
            show(self._lines(files, terminal_width(out)), out, force=force)

    def _sums(self) -> dict[str, str]:
        """What the last set amounts to."""
        return facts_of(self._sets[-1]) if self._sets else {}

    def _lines(self, files: Iterable[CheckedFile], width: int | None) -> Iterator[Line]:
        for file in files:
            *lines, end = lines_of(file, width)
            yield from lines
            if file.format == Kind.SITEMAPINDEX and not self._sets and file.entries:
                yield hint(file.entries)
            yield end
        for done in self._sets:
            yield from lines_of_totals(done)
        yield summary_line(self._checked, self._totals)

    def _files(self, form: str) -> Iterator[CheckedFile]:
        for file in self._all(form):
            self._checked += 1
            self._totals.update(file.summary)
            yield file

    def _all(self, form: str) -> Iterator[CheckedFile]:
        """Every file, those of a set after each other."""
        if self._as_set:
            yield from self._of_set(self._names, form)
            return
        for name in self._names:
            if is_always_set(name):
                yield from self._of_set([name], form)
            else:
                yield from self._alone(name)

    def _alone(self, name: str) -> Iterator[CheckedFile]:
        try:
            data = read(name)
        except OSError as error:
            self._unreadable.append(describe_os_error(error, name))
        else:
            yield check_file(name, data, self._question)

    def _of_set(self, names: list[str], form: str) -> Iterator[CheckedFile]:
        asked = SetOfFiles(names, self._question)
        try:
            found = asked.find()
        except SitemapError:
            if any(map(os.path.isdir, names)) or STANDARD in names:
                raise
            # What is said of each file by itself says why.
            for name in names:
                yield from self._alone(name)
            return
        with kept_for(form) as kept:
            done = asked.check(found, kept)
            self._sets.append(done)
            self._unreadable += done.unread
            yield from done.files
