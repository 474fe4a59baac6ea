"""Whether the public address of a file has to be asked for, and what its neighbours suggest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_editor.protocol.profiles import DEFAULT_PROFILES
from sitemap_editor.rules.catalogue import CATALOGUE

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session

NEEDING = (
    "loc-outside-directory",
    "loc-host-mismatch",
    "loc-scheme-mismatch",
    "loc-www-mismatch",
    "loc-port-mismatch",
    "cross-host-unproven",
)
"""Rules that say nothing, or say it with less certainty, as long as the address is not known."""


def is_address_needed(session: Session | None) -> bool:
    """Whether a rule that runs needs the address, and nobody has said it or does not want to."""
    if session is None or session.report is None or not session.is_address_asked:
        return False
    # What is only assumed is still to be confirmed.
    if session.base_url or session.policy.base_url or not len(session.doc):
        return False
    profiles = session.effective_profiles or DEFAULT_PROFILES
    off = session.policy.disabled
    return any(CATALOGUE[code].is_on(profiles) for code in NEEDING if code not in off)


def guessed_address(session: Session | None) -> str:
    """What robots.txt or an index beside the file says; empty when they say nothing."""
    return (session.guessed_base_url or "") if session is not None else ""
