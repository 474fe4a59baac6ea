"""What is known of a file of a set that is not open; kept by its state on disk.

Nothing here raises because of a file: what cannot be read has a problem instead.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from sitemap_editor.protocol.findings import Severity
from sitemap_editor.support.files import FileStamp
from sitemap_editor.support.jobs import Progress

if TYPE_CHECKING:
    from sitemap_editor.rules.decisions.policy import Policy
    from sitemap_editor.support.settings import Settings

MOST_KEPT = 100_000
MOST_BYTES = 512 << 20
"""A file that is larger when it is unpacked is not looked into unasked."""


@dataclass(frozen=True, slots=True)
class Facts:
    """One file in short.

    ``size`` in bytes before compression; ``newest``: its newest lastmod; ``problem``: code of what
    keeps it from being read, or had to be mended. ``errors`` and ``warnings`` are None until
    somebody has checked it.
    """

    entries: int | None = None
    size: int | None = None
    newest: str = ""
    problem: str = ""
    errors: int | None = None
    warnings: int | None = None


@dataclass(frozen=True, slots=True)
class Judging:
    """By what files are checked: profiles, and what people decided, in settings and folders."""

    profiles: tuple[str, ...]
    settings: Settings | None = None

    def policy_of(self, path: Path) -> Policy:
        """What is decided about a file."""
        from sitemap_editor.rules.decisions.policy_store import PolicyStore

        return PolicyStore(path, self.settings).load()[0]

    def key_of(self, path: Path) -> tuple[str, ...]:
        """What tells one way of judging a file from another."""
        return (*self.profiles, repr(self.policy_of(path)))


Key = tuple[Path, FileStamp]

_kept: OrderedDict[Key, Facts] = OrderedDict()
_counted: OrderedDict[tuple[Key, tuple[str, ...]], tuple[int, int]] = OrderedDict()
_lock = Lock()


def key_of(path: Path) -> Key | None:
    """Under what the facts of a file are kept; None when there is no such file."""
    try:
        return path, FileStamp.of(path)
    except OSError:
        return None


def read_facts(path: Path, judging: Judging, progress: Progress) -> Facts:
    """Look into a file, unless that was done already; how many findings it has when it is known."""
    key = key_of(path)
    if key is None:
        return Facts(problem="unreadable")
    with _lock:
        facts = _kept.get(key)
        counts = _counted.get((key, judging.key_of(path))) if _counted else None
    if facts is None:
        facts = _read(key[0], progress)
        _keep(_kept, key, facts)
    return facts if counts is None else replace(facts, errors=counts[0], warnings=counts[1])


def _read(path: Path, progress: Progress) -> Facts:
    from sitemap_editor.rules.beside.digests import Budget, Reader

    digest = Reader({}, Budget(MOST_BYTES), (), progress=progress).digest(path)
    is_read = digest.kind is not None
    return Facts(
        digest.entries if is_read else None,
        digest.size if is_read else None,
        digest.newest,
        digest.problem,
    )


def count_findings(
    path: Path, address: str, facts: Facts, judging: Judging, progress: Progress
) -> Facts:
    """Check a file by itself; a file that cannot be read has one error.

    ``address`` is what its index has; it counts where most pages are on that site, as it does for
    an open file, whose counts would be others else.
    """
    from sitemap_editor.document.opening import open_document
    from sitemap_editor.protocol.errors import SitemapError
    from sitemap_editor.rules.beside.digests import site_of_most
    from sitemap_editor.rules.check import Checker

    key = key_of(path)
    try:
        doc = open_document(path, max_inflated=MOST_BYTES, progress=progress)
        policy = judging.policy_of(path)
        is_sure = address.startswith(f"{site_of_most(doc)}/")
        checker = Checker(
            doc,
            profiles=policy.profiles or judging.profiles,
            base_url=policy.base_url or (address if is_sure else None),
            policy=policy,
        )
        report = checker.run(progress)
        counts = report.counts[Severity.ERROR], report.counts[Severity.WARNING]
    except (SitemapError, OSError, MemoryError):
        counts = 1, 0
    if key is not None:
        note_findings(key, judging, *counts)
    return replace(facts, errors=counts[0], warnings=counts[1])


def note_findings(key: Key, judging: Judging, errors: int, warnings: int) -> None:
    """Remember what a check of a file found."""
    _keep(_counted, (key, judging.key_of(key[0])), (errors, warnings))


def _keep(kept: OrderedDict, key: object, value: object) -> None:
    with _lock:
        kept[key] = value
        while len(kept) > MOST_KEPT:
            kept.popitem(last=False)
