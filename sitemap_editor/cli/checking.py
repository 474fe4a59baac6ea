"""Check one file: open it, run the rules, and say why when it is refused."""

from __future__ import annotations

from dataclasses import dataclass, field

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.formats.reports.base import CheckedFile
from sitemap_editor.operations.refusing import refused_file
from sitemap_editor.operations.reporting import checked_file
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES
from sitemap_editor.rules.beside.surroundings import surrounded
from sitemap_editor.rules.beside.survey import Survey
from sitemap_editor.rules.check import Checker
from sitemap_editor.support.i18n import _, format_number, ngettext

from .inputs import path_of
from .options import address_of
from .policies import Policies
from .terminal import complain, progress


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
        cap = question.max_inflated
        return refused_file(name, data, error, path=path_of(name), max_inflated=cap)


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
