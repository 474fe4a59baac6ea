"""Check one file: open it, run the rules, and say why when it is refused."""

from __future__ import annotations

from dataclasses import dataclass, field

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.formats.reports.base import CheckedFile, FoundGroup
from sitemap_editor.markup.encoding import Source, decode_source
from sitemap_editor.markup.inflate import is_gzip
from sitemap_editor.markup.sniff import sniff
from sitemap_editor.operations.reporting import checked_file
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.findings import Finding, Severity
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES
from sitemap_editor.rules.beside.surroundings import surrounded
from sitemap_editor.rules.beside.survey import Survey
from sitemap_editor.rules.check import Checker
from sitemap_editor.support.i18n import _, format_number, ngettext

from .inputs import path_of
from .options import address_of
from .policies import Policies
from .terminal import around, complain, progress, quoting

UNKNOWN = "unknown"
ILL_FORMED = "xml-not-wellformed"


@dataclass(frozen=True, slots=True)
class Question:
    """What to check a file for; ``survey`` is what the files of one call share.

    Without ``profiles`` those count that are noted beside the file, else the usual ones.
    """

    profiles: tuple[str, ...] | None
    base_url: str | None = None
    max_inflated: int | None = None
    survey: Survey = field(default_factory=Survey)
    policies: Policies = field(default_factory=Policies)


def check_file(name: str, data: bytes, question: Question) -> CheckedFile:
    """Check the bytes of a file, whatever they turn out to be."""
    try:
        return _checked(name, data, question)
    except SitemapError as error:
        return _refused(name, data, question, error)


def _checked(name: str, data: bytes, question: Question) -> CheckedFile:
    with progress(_("Opening {name}").format(name=name)) as shown:
        cap = question.max_inflated
        doc = open_bytes(data, path_of(name), max_inflated=cap, progress=shown)
    address = address_of(question.base_url, name)
    policy = question.policies.of(name)
    with progress(_("Checking {name}").format(name=name)) as shown:
        checker = surrounded(
            doc,
            profiles=question.profiles or policy.profiles or DEFAULT_PROFILES,
            base_url=address,
            policy=policy,
            survey=question.survey,
            progress=shown,
        )
        checker.run(shown)
    _complain_of_unread(name, checker)
    return checked_file(doc, checker, name)


def _complain_of_unread(name: str, checker: Checker) -> None:
    """Say that files beside one were too much to read, where some were."""
    count = checker.neighbours.unread if checker.neighbours is not None else 0
    if count:
        said = ngettext(
            "{n} file beside {name} was not read: together they are too large.",
            "{n} files beside {name} were not read: together they are too large.",
            count,
        )
        complain(said.format(n=format_number(count), name=name))


def _refused(name: str, data: bytes, question: Question, error: SitemapError) -> CheckedFile:
    """The report of a file that was not opened: one finding says why."""
    source = _source_of(data, question)
    kind = _kind_of(source, name) if error.line is not None else UNKNOWN
    finding = finding_of(error)
    return CheckedFile(
        file=name,
        format=kind,
        well_formed=None if kind in (UNKNOWN, Kind.TEXT, Kind.ROBOTS) else False,
        encoding=source.encoding if source else None,
        compressed=is_gzip(data),
        entries=0,
        bytes=source.inflated_size if source else len(data),
        findings=lambda code: iter([finding] if code in (None, finding.code) else []),
        groups=(FoundGroup(finding.code, finding.severity, 1),),
        summary={Severity.ERROR: 1},
    )


def finding_of(error: SitemapError) -> Finding:
    """A refusal as a finding about the file."""
    value = around(error.text, error.column or 1) if error.text else None
    return Finding(
        code=error.code or ILL_FORMED,
        severity=Severity.ERROR,
        scope="file",
        message=quoting(error.message, error.text, error.column),
        line=error.line,
        column=error.column,
        value=value,
    )


def _source_of(data: bytes, question: Question) -> Source | None:
    try:
        return decode_source(data, max_inflated=question.max_inflated)
    except SitemapError:
        return None


def _kind_of(source: Source | None, name: str) -> str:
    """What a broken file would be; a refusal without a place is about the file as such."""
    try:
        return str(sniff(source, path_of(name))) if source else UNKNOWN
    except SitemapError:
        return UNKNOWN
