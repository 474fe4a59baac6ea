"""The commands that compare: what is shown with what it was, or with anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_editor.gui.table.arrangement import Marked

from .context import Context

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_editor.gui.comparing.request import Shown
    from sitemap_editor.gui.comparing.sides import Side
    from sitemap_editor.gui.session import Session


def compare(context: Context) -> None:
    """Compare the document shown with what it was, or with what people choose."""
    from sitemap_editor.gui.comparing.sides import sides_of, usual_other

    session = context.session
    if session is not None and (context.is_busy(session) or not context.commit()):
        return
    sides = sides_of(context.workspace, session)
    shown = next((side for side in sides if side.session is session), None)
    other = usual_other(session, sides) if session is not None and shown is not None else None
    if other is None:
        # Of an index that is as it was, people compare the sitemaps that it names.
        roots = (side for side in sides if side.open_set is not None)
        whole = next((side for side in roots if side.is_all_of(session)), None)
        shown = whole or shown
    _ask(context, sides, other, shown)


def compare_with_disk(context: Context, session: Session) -> None:
    """Compare a document with its file, which another program has changed."""
    from sitemap_editor.gui.comparing.sides import sides_of

    sides = sides_of(context.workspace, session)
    on_disk = next((side for side in sides if side.path == session.path), None)
    _ask(context, sides, sides[0], on_disk)


def _ask(context: Context, sides: Sequence[Side], before: Side | None, after: Side | None) -> None:
    from sitemap_editor.gui.comparing.desk import WindowDesk

    request: Shown | None = context.interaction.ask_form(
        "compare",
        desk=WindowDesk(context),
        jobs=context.workspace.jobs,
        sides=sides,
        before=before,
        after=after,
        folder=context.last_folder,
    )
    if request is not None:
        context.workspace.activate(request.session)
        context.pane.filter_bar.show_marked(Marked(request.ids, request.name))
        context.table.setFocus()
