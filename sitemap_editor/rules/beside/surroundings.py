"""A checker that knows what lies beside the file, for those who wait until it has looked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from sitemap_editor.document.document import Document
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES
from sitemap_editor.rules.check import Checker
from sitemap_editor.rules.decisions.policy import NO_POLICY, Policy
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .looking import look_around
from .survey import Survey


def surrounded(
    doc: Document,
    *,
    profiles: Sequence[str] = DEFAULT_PROFILES,
    base_url: str | None = None,
    policy: Policy = NO_POLICY,
    survey: Survey | None = None,
    open_documents: Mapping[Path, Document] | None = None,
    budget: int | None = None,
    progress: Progress = NO_PROGRESS,
) -> Checker:
    """Look around and make a checker, which has not run yet.

    ``survey``: what the files share that are checked in one go. Without ``base_url`` the address
    counts that people noted for the file, else the one that robots.txt or an index names, when
    that is sure.
    """
    address = base_url or policy.base_url
    found = look_around(
        doc,
        base_url=address,
        open_documents=open_documents,
        survey=survey,
        profiles=profiles,
        policy=policy,
        budget=budget,
        progress=progress,
    )
    return Checker(
        doc,
        profiles=profiles,
        base_url=address or found.assumed_base,
        policy=policy,
        neighbours=found if doc.path is not None else None,
    )
