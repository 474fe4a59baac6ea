"""Check the files of a set for ``check --set``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from sitemap_editor.formats.reports import ReportOptions
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
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.rules.beside.languages import MOST_LINKS
from sitemap_editor.support.i18n import _, format_number, ngettext

from .checking import Question
from .inputs import path_of
from .options import address_of
from .outputs import STANDARD
from .report_text import SHOWN_PER_RULE
from .terminal import Line, Span, complain, progress


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
