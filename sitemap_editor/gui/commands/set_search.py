"""Find in all files: one window, which stays open and finds anew when it is asked again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .context import Context

if TYPE_CHECKING:
    from sitemap_editor.gui.over_set.find_window import FindWindow
    from sitemap_editor.gui.over_set.visits import Visits


def can_search(context: Context) -> bool:
    """Possible while a document or a set is open."""
    return context.session is not None or bool(context.workspace.sets)


def find_in_set(context: Context) -> None:
    """Show the window that looks through all files."""
    from sitemap_editor.gui.over_set.find_window import FindWindow

    window = window_of(context)
    if window is None:
        window = FindWindow(
            context.workspace, visits_of(context), lambda: _replace(context), context.window
        )
    window.show()
    window.raise_()
    window.activateWindow()
    window.wanted.setFocus()
    window.wanted.selectAll()


def window_of(context: Context) -> FindWindow | None:
    """The window that looks through all files, if it is open."""
    from sitemap_editor.gui.over_set.find_window import FindWindow

    found = context.window.findChildren(FindWindow)
    return found[0] if found else None


def visits_of(context: Context) -> Visits:
    """What goes to places in files, one for all windows that list some."""
    from sitemap_editor.gui.over_set.visits import Visits

    known = context.window.findChild(Visits)
    if isinstance(known, Visits):
        return known
    return Visits(context.workspace, context.pane, context.notify, context.window)


def _replace(context: Context) -> None:
    """Go on to Find and replace with what was looked for."""
    from .set_bulk import replace_in_set

    window = window_of(context)
    replace_in_set(context, window.filter if window is not None else None)
