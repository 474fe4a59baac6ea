"""Remembers where each file is published, and restores it when the file is opened again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_editor.support.published import remember_address, remembered_address

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session
    from sitemap_editor.support.settings import Settings


def follow(session: Session, settings: Settings) -> None:
    """Give a session the address that is known, before it is checked, and keep later answers."""
    if session.path is not None:
        known = remembered_address(settings, session.path)
        session.base_url = known or None
        session.is_address_asked = known != ""

    def remember() -> None:
        if session.path is not None:
            answer = session.base_url or (None if session.is_address_asked else "")
            remember_address(settings, session.path, answer)

    session.address_answered.connect(remember)
    # A file that had no name gets its answer kept with the name.
    session.saved.connect(remember)
