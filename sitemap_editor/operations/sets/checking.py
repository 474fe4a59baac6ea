"""Checks a set: each of its files is read once, and only one is in memory at a time.

Sitemaps come first, then what names them, since that is judged by what they say. The report has
the index first all the same: findings wait in ``KeptFindings``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from sitemap_editor.document.document import Document
from sitemap_editor.formats.reports.base import CheckedFile
from sitemap_editor.operations.refusing import ILL_FORMED, refused_file
from sitemap_editor.operations.reporting import checked_file
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES
from sitemap_editor.protocol.urls import norm_eq, norm_eq_of_all
from sitemap_editor.rules.beside.digests import Digest, digest_of
from sitemap_editor.rules.beside.known import Known
from sitemap_editor.rules.beside.surroundings import surrounded
from sitemap_editor.rules.beside.survey import Survey
from sitemap_editor.rules.check import Checker
from sitemap_editor.rules.decisions.policy import NO_POLICY, Policy
from sitemap_editor.rules.engine.blocks import blocks_of_ids
from sitemap_editor.rules.engine.hashing import hash_texts
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .kept_findings import KeptFindings
from .members import Member, SitemapSet, State
from .opening import ROBOTS
from .reading import Documents, bytes_of_member, read_member
from .totals import Totals

LISTING = (Kind.SITEMAPINDEX, Kind.ROBOTS)

Named = Callable[[Member], str]


def _name_of(member: Member) -> str:
    return member.name


@dataclass(frozen=True, eq=False)
class SetQuestion:
    """What to check the files of a set for.

    ``profiles``: None for those noted beside each file, else the usual ones. ``base_url``: public
    address of the source, of the folder for an archive or some files. ``policy_of`` tells what
    people decided about a file or, in an archive, about that. ``name_of``: how reports name a
    file. ``on_file`` hears of each as soon as all is known of it.
    """

    profiles: tuple[str, ...] | None = None
    base_url: str | None = None
    max_inflated: int | None = None
    open_documents: Documents = field(default_factory=dict)
    policy_of: Callable[[Path], Policy] = lambda _path: NO_POLICY
    name_of: Named = _name_of
    on_file: Callable[[Member, CheckedFile], None] = lambda _member, _file: None


@dataclass(frozen=True, eq=False)
class CheckedSet:
    """What was found in a set: its files, the source first, and what they amount to.

    ``unread``: files that the system did not give, with the reason. ``absent``: those named that
    have no file. ``are_languages_compared``: whether the links of all files were few enough.
    """

    files: tuple[CheckedFile, ...]
    totals: Totals
    absent: int = 0
    unread: tuple[SitemapError, ...] = ()
    are_languages_compared: bool = True


def check_set(
    one: SitemapSet,
    kept: KeptFindings,
    question: SetQuestion = SetQuestion(),
    progress: Progress = NO_PROGRESS,
) -> CheckedSet:
    """Check all files of a set; the findings are in ``kept``, to be closed after the report.

    What cannot be opened is a finding of its own. Raises what ``progress`` raises.
    """
    return _SetCheck(one, kept, question, progress).run()


def place_of(member: Member) -> Path:
    """The path that stands for a member: of one in an archive as if that were a folder."""
    assert member.path is not None  # there is a file
    return member.place


def checked_members(one: SitemapSet) -> list[Member]:
    """What a check of a set reads, in the order of its report: an index, then what it names."""
    is_all = one.kind not in ("index", "robots")
    known = {member.path for member in one.members if member.is_readable}
    sources = dict.fromkeys(path for path in one.indexes if path not in known)
    members: list[Member] = []
    for member in one.members:
        if member.index in sources:
            members.append(_source(one, member.index))
            del sources[member.index]
        if member.is_readable and (is_all or member.state is State.HERE):
            members.append(member)
    return [*(_source(one, path) for path in sources), *members]


def _source(one: SitemapSet, path: Path) -> Member:
    """An index or robots.txt that no other names, as a member."""
    is_robots = path.name.lower() == ROBOTS or (one.kind == "robots" and path == one.source)
    return Member(path.name, path=path, kind=Kind.ROBOTS if is_robots else Kind.SITEMAPINDEX)


class _SetCheck:
    """One check of a set."""

    def __init__(
        self, one: SitemapSet, kept: KeptFindings, question: SetQuestion, progress: Progress
    ) -> None:
        self._set = one
        self._kept = kept
        self._question = question
        self._members = checked_members(one)
        self._known = self._known_places()
        paths = [place_of(member) for member in self._members]
        self._survey = Survey(paths, self._known)
        self._totals = Totals()
        self._unread: list[SitemapError] = []
        self._waiting: dict[int, CheckedFile] = {}
        self._progress = SetProgress(progress, self._members)

    def _known_places(self) -> Known:
        kinds = {place_of(member): member.kind for member in self._members}
        files: dict[str, Path] = {}
        for member in self._set.members:
            if member.address and member.path is not None:
                files.setdefault(norm_eq(member.address), place_of(member))
        packed = frozenset(place_of(member) for member in self._members if member.inner)
        return Known(kinds, files, packed, is_mapped=self._question.base_url is not None)

    def run(self) -> CheckedSet:
        """Check everything."""
        for member in self._members:
            if member.is_index:
                self._learn_index(member)
        book = self._known.languages
        try:
            found = {number: self._check(number) for number in self._order()}
        finally:
            book.close()
        return CheckedSet(
            tuple(file for _number, file in sorted(found.items()) if file is not None),
            self._totals,
            len(self._set.absent),
            tuple(self._unread),
            are_languages_compared=book.is_complete,
        )

    def _order(self) -> Iterator[int]:
        """Sitemaps before what names them; the innermost index before those around it.

        Those of whose languages others say something come again.
        """
        numbers = range(len(self._members))
        yield from (n for n in numbers if self._members[n].kind not in LISTING)
        yield from self._of_other_languages()
        yield from (n for n in reversed(numbers) if self._members[n].kind in LISTING)

    def _of_other_languages(self) -> Iterator[int]:
        book = self._known.languages
        if book.has_questions:
            for member in self._members:
                if member.kind not in LISTING and not book.has_pages_of(place_of(member)):
                    self._note_pages(member)
        book.finish()
        numbers = {place_of(member): number for number, member in enumerate(self._members)}
        again = [numbers[path] for path in book.flawed()]
        for number in sorted(self._waiting.keys() - set(again)):
            self._question.on_file(self._members[number], self._waiting[number])
        yield from again

    def _note_pages(self, member: Member) -> None:
        """Note what a sitemap without links to languages lists, which others may link to."""
        try:
            doc = self._read(member)
        except SitemapError:
            return  # which was told already
        for ids in blocks_of_ids(doc.ids):
            self._progress.tick()
            locs = norm_eq_of_all([loc for loc in doc.values_of(ids, "loc") if loc])
            self._known.languages.note_pages(hash_texts(locs, exact=True))

    def _learn_index(self, member: Member) -> None:
        """Note what an index names, for the sitemaps that are checked before it."""
        try:
            doc = self._read(member)
        except SitemapError as error:
            digest = Digest(problem=error.code or ILL_FORMED)
        else:
            digest = digest_of(doc, self._progress)
        self._known.take(place_of(member), digest)

    def _read(self, member: Member) -> Document:
        return read_member(
            member,
            open_documents=self._question.open_documents,
            max_inflated=self._question.max_inflated,
            progress=self._progress,
        )

    def _check(self, number: int) -> CheckedFile | None:
        """Check one file and keep what others ask of it; None when the system does not give it."""
        member = self._members[number]
        self._progress.begin(number)
        self._known.languages.begin(place_of(member))
        try:
            doc = self._read(member)
        except SitemapError as error:
            file = self._refused(member, error)
        else:
            file = self._checked(member, doc)
        if file is not None:
            if self._known.languages.asks(place_of(member)):
                self._waiting[number] = file
            else:
                self._question.on_file(member, file)
        return file

    def _checked(self, member: Member, doc: Document) -> CheckedFile:
        checker = self._checker(member, doc)
        checker.run(self._progress)
        file = checked_file(doc, checker, self._question.name_of(member))
        # Its own addresses are taken in only after all is said, or they would be found twice.
        file = self._kept.keep(file)
        if doc.kind not in LISTING and place_of(member) not in self._known.digests:
            self._totals.add(doc, file.bytes, progress=self._progress)
            wrong = (group.code for group in file.groups if group.severity is Severity.ERROR)
            errors = file.count(Severity.ERROR), next(wrong, "")
            self._known.take(place_of(member), digest_of(doc, self._progress), errors)
        return file

    def _checker(self, member: Member, doc: Document) -> Checker:
        question = self._question
        policy = question.policy_of(member.path) if member.path is not None else NO_POLICY
        return surrounded(
            doc,
            profiles=question.profiles or policy.profiles or DEFAULT_PROFILES,
            base_url=self._address_of(member),
            policy=policy,
            survey=self._survey,
            open_documents=question.open_documents,
            progress=self._progress,
        )

    def _address_of(self, member: Member) -> str | None:
        """The public address of a file, where people said what that of the source is."""
        base, mapping = self._question.base_url, self._set.mapping
        if base is None:
            return None
        if member.inner:
            below = base + quote(member.inner) if base.endswith("/") else None
            return member.address or below
        if member.path == self._set.source:
            return base
        found = mapping.address_of(place_of(member)) if mapping is not None else None
        return found or member.address or None

    def _refused(self, member: Member, error: SitemapError) -> CheckedFile | None:
        name, cap = self._question.name_of(member), self._question.max_inflated
        self._known.take(place_of(member), Digest(problem=error.code or ILL_FORMED))
        try:
            data = bytes_of_member(member, max_inflated=cap)
        except SitemapError as unread:
            self._unread.append(unread)
            return None
        file = refused_file(name, data, error, path=member.path, max_inflated=cap)
        self._totals.add_unreadable(file.bytes)
        return self._kept.keep(file)


class SetProgress(Progress):
    """How far work over the files of a set is, by their sizes on disk."""

    def __init__(self, progress: Progress, members: list[Member]) -> None:
        self._progress = progress
        self._sizes = [_size_of(member) for member in members]
        self._total = sum(self._sizes)
        self._done = self._before = 0

    def begin(self, number: int) -> None:
        """Start with a file; the one before is done."""
        self._done += self._before
        self._before = self._sizes[number]
        self.tick()

    def tick(self, done: int = 0, total: int = 0) -> None:
        """Report the files done, whatever the step within one says."""
        self._progress.tick(min(self._done, self._total), self._total)


def _size_of(member: Member) -> int:
    try:
        return member.path.stat().st_size if member.path is not None and not member.inner else 1
    except OSError:
        return 1
