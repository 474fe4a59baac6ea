"""The dates in an index follow its sitemaps, where people wish that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import Progress

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session
    from sitemap_editor.gui.workspace import Workspace


def index_to_date(
    workspace: Workspace, session: Session, *, anyway: bool = False
) -> tuple[Session, str] | None:
    """The open index whose date of a sitemap is to follow it, and the address it has there.

    ``anyway``: also where the dates are not wished to follow by themselves.
    """
    one = workspace.set_of(session)
    if one is None or not (one.follows_dates or anyway) or session.path is None:
        return None
    row = one.row_of(session.path)
    index = one.session_of_index(row) if row is not None else None
    if row is None or index is None or index is session or not row.member.address:
        return None
    is_index = index.doc.kind is Kind.SITEMAPINDEX and not index.is_busy
    return (index, row.member.address) if is_index else None


def follow(workspace: Workspace, session: Session) -> None:
    """Date a sitemap that was saved anew in its index, as one step."""
    found = index_to_date(workspace, session)
    if found is None:
        return
    index, address = found

    def read(progress: Progress) -> str:
        from sitemap_editor.operations.listing import date_of

        return date_of(session.doc, progress)

    def done(date: str) -> None:
        from sitemap_editor.operations.listing import date_children

        if not index.is_closed:
            label = _("Date of {name} in {index}").format(name=session.name, index=index.name)
            index.edit(date_children(index.doc, {address: date}), label)

    session.read(read, done, lambda _error: None, is_background=True)
