"""Which entries of a document can be exported by themselves, as the table stands."""

from __future__ import annotations

from sitemap_editor.gui.scopes import Scope, all_entries
from sitemap_editor.gui.session import Session
from sitemap_editor.support.i18n import _

from .context import Context, has_table


def scopes_of(context: Context, session: Session) -> list[Scope]:
    """The entries an export may be about: all, those the table shows, those selected."""
    scopes = [all_entries(session.doc)]
    arrangement = context.pane.arrangement
    is_shown = session is context.session and arrangement is not None
    if not is_shown or arrangement is None or not has_table(context):
        return scopes
    if arrangement.query.is_filtering:
        rows = arrangement.model.rows
        scopes.append(Scope(_("Those the filter shows"), len(rows), rows))
    selected = context.selected_ids()
    if len(selected):
        scopes.append(Scope(_("Those selected"), len(selected), selected))
    return scopes
