"""Check the files of a set for ``check --set``, and tell what the set amounts to."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from sitemap_editor.formats.reports import ReportOptions
from sitemap_editor.formats.reports.words import size_of
from sitemap_editor.operations.sets import Mapping, Member, SitemapSet, State, set_of
from sitemap_editor.operations.sets.archives import is_archive
from sitemap_editor.operations.sets.checking import (
    CheckedSet,
    SetQuestion,
    check_set,
    checked_members,
    place_of,
)
from sitemap_editor.operations.sets.kept_findings import KeptFindings
from sitemap_editor.operations.sets.totals import OTHER, Totals
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.rules.beside.languages import MOST_LINKS
from sitemap_editor.support.i18n import N_, _, format_number, ngettext

from .checking import Question
from .inputs import path_of
from .options import address_of
from .outputs import STANDARD
from .report_text import SHOWN_PER_RULE
from .terminal import Line, Span, complain, harmless, progress

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


def is_always_set(name: str) -> bool:
    """Whether what is named can only be checked as a set: a folder or a ZIP archive."""
    path = path_of(name)
    return path is not None and (path.is_dir() or is_archive(path))


def kept_for(form: str) -> KeptFindings:
    """What keeps as many findings as a form of report shows."""
    most = {"text": SHOWN_PER_RULE, "html": ReportOptions().max_findings}.get(form)
    return KeptFindings(most, with_addresses=form == "html")


@dataclass(frozen=True)
class SetOfFiles:
    """A set as it was named on the command line."""

    names: Sequence[str]
    question: Question

    def find(self) -> SitemapSet:
        """The files of the set. Raises SitemapError, also where there are none."""
        if STANDARD in self.names:
            said = _("{option} needs files with names; there are none beside standard input.")
            raise SitemapError(said.format(option="--set"))
        with progress(self._label()) as shown:
            found = set_of(self.names, mapping=self._mapping(), progress=shown)
        if found.kind == "folder" and found.folder is not None:
            found = replace(found, members=(*found.members, *_called_sitemaps(found)))
        if not checked_members(found):
            raise SitemapError(_("There is no sitemap in here."), path=self.names[0])
        return found

    def check(self, found: SitemapSet, kept: KeptFindings) -> CheckedSet:
        """Check all of it; the findings are in ``kept``."""
        question = self.question
        asked = SetQuestion(
            question.profiles,
            self._base_url(found),
            question.max_inflated,
            policy_of=lambda path: question.policies.of(str(path)),
            name_of=self._name_of,
        )
        with progress(self._label()) as shown:
            done = check_set(found, kept, asked, shown)
        if not done.are_languages_compared:
            said = _("Links between languages were not compared across files: there are over {n}.")
            complain(said.format(n=format_number(MOST_LINKS)))
        return done

    def _label(self) -> str:
        return _("Checking {name}").format(name=self.names[0])

    def _base_url(self, found: SitemapSet) -> str | None:
        """The public address of the index or robots.txt, or of the folder that is the set."""
        base = self.question.base_url
        return address_of(base, self.names[0]) if found.kind in ("index", "robots") else base

    def _mapping(self) -> Mapping | None:
        base, path = self.question.base_url, Path(self.names[0])
        if base is None or (is_archive(path) and not path.is_dir()):
            return None
        return Mapping.of(base, path if path.is_dir() else path.resolve().parent)

    def _name_of(self, member: Member) -> str:
        """A file as people would write it who named the set so."""
        path = place_of(member)
        if path in self._given:
            return self._given[path]
        for folder, known in self._folders.items():
            if path.is_relative_to(known):
                return str(folder / path.relative_to(known))
        return str(path)

    @cached_property
    def _given(self) -> dict[Path, str]:
        return {Path(name).resolve(): name for name in self.names}

    @cached_property
    def _folders(self) -> dict[Path, Path]:
        """The folders and archives that are named or hold what is, as written and in full."""
        given = (Path(one) if is_always_set(one) else Path(one).parent for one in self.names)
        return {one: one.resolve() for one in dict.fromkeys(given)}


def _called_sitemaps(found: SitemapSet) -> Iterator[Member]:
    """The files of a folder whose names say that they are sitemaps, though nothing in them does."""
    folder, known = found.folder, set(found.by_path)
    for path in sorted(folder.rglob("*")) if folder is not None else ():
        name = path.name.lower()
        is_called = "sitemap" in name and name.endswith((".xml", ".xml.gz"))
        if not is_called or path in known or not path.is_file() or path.is_symlink():
            continue
        below = path.relative_to(found.folder or path.parent)
        if not any(part.startswith(".") for part in below.parts):
            yield Member(below.as_posix(), path=path, state=State.UNNAMED)


def hint(entries: int) -> Line:
    """What an index that was checked alone leaves out, and how to have it."""
    said = ngettext(
        "The sitemap that it names is not checked; {option} does that.",
        "The {n} sitemaps that it names are not checked; {option} does that.",
        entries,
    )
    return (Span("  " + said.format(n=format_number(entries), option="--set"), "dim"),)


# Sums


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
    yield ()


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
