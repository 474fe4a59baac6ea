"""Commands on what is shown: filter, go to, panels, theme, documents."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDockWidget, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.support import settings as declared
from sitemap_editor.support.i18n import LANGUAGES, N_, _

from .context import Context


def find(context: Context) -> None:
    """Go to the filter, or to what finds text in a robots.txt."""
    if context.pane.content is context.pane.robots:
        context.pane.robots_page.open_find()
        return
    context.pane.filter_bar.field.setFocus()
    context.pane.filter_bar.field.selectAll()


def clear_filter(context: Context) -> None:
    """Show all entries."""
    context.pane.filter_bar.clear()


def select_all(context: Context) -> None:
    """Select everything where the focus is: text of a field, or all cells."""
    focus = QApplication.focusWidget()
    own = getattr(focus, "selectAll", None) or getattr(focus, "select_all", None)
    if focus is not None and own is not None:
        own()
    else:
        context.table.selectAll()


def is_filtering(context: Context) -> bool:
    """Possible when entries may be left out."""
    arrangement = context.pane.arrangement
    return arrangement is not None and arrangement.query.is_filtering


def go_to(context: Context) -> None:
    """Ask for a line or an entry and go there."""
    doc = context.doc
    entry = context.active.current
    if entry is not None and not doc.has(entry):
        entry = None
    answer = context.interaction.ask_form(
        "go_to",
        line_count=doc.lines.line_count,
        entry_count=len(doc),
        line=doc.lines.line_of(entry) if entry is not None else 1,
        entry=int(doc.position_of(entry)) + 1 if entry is not None else 1,
    )
    if answer is not None:
        go_to_place(context, answer.is_line, answer.number)


def go_to_place(context: Context, is_line: bool, number: int) -> None:
    """Go to a 1-based line of the file, or to the entry at a 1-based position."""
    doc = context.doc
    entry: EntryId | None
    if is_line:
        entry = doc.lines.id_at_line(number)
        if entry is None and len(doc):
            entry = doc.id_at(0)
            context.notify(_("Before the first entry: this is the head of the file."))
    else:
        entry = doc.id_at(min(max(number, 1), len(doc)) - 1) if len(doc) else None
    if entry is not None:
        context.pane.reveal(entry)
        context.pane.content.setFocus()


def show_panel(name: str) -> Callable[[Context], None]:
    """A command that shows a panel and goes there."""

    def show(context: Context) -> None:
        panel = context.pane.content if name == "entryTable" else context.panels.get(name)
        if panel is None:
            return
        dock = _dock_of(context, name)
        if dock is not None:
            dock.show()
            dock.raise_()
        (_place_within(panel) or panel).setFocus(Qt.FocusReason.ShortcutFocusReason)

    return show


def _place_within(panel: QWidget) -> QWidget | None:
    """Where keys do something in a panel that takes none itself: its list, else its first field."""
    if panel.focusProxy() is not None or panel.focusPolicy() is not Qt.FocusPolicy.NoFocus:
        return None
    # Not along the chain of the focus: PySide takes what comes next for a child of a widget.
    found = [*panel.findChildren(QAbstractItemView), *panel.findChildren(QWidget)]
    return next(filter(_takes_keys, found), None)


def _takes_keys(widget: QWidget) -> bool:
    takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return takes and widget.isEnabled() and widget.isVisible()


def _dock_of(context: Context, name: str) -> QDockWidget | None:
    return context.window.findChild(QDockWidget, f"{name}Dock")


def usual_layout(context: Context) -> None:
    """Put the panels back where they were at first."""
    from sitemap_editor.gui.docks import arrange_docks

    arrange_docks(context.window)


THEME_TEXTS: tuple[tuple[theme.Mode, str], ...] = (
    ("system", N_("As the &system")),
    ("light", N_("&Light")),
    ("dark", N_("&Dark")),
)

LANGUAGE_TEXTS = (("", N_("As the &system")), *LANGUAGES.items())


def set_theme(mode: theme.Mode) -> Callable[[Context], None]:
    """A command that dresses the window."""

    def dress(context: Context) -> None:
        context.settings.set(declared.THEME, mode)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        theme.apply(app, mode)

    return dress


def is_theme(mode: theme.Mode) -> Callable[[Context], bool]:
    """Whether the window is dressed so."""
    return lambda context: context.settings.get(declared.THEME) == mode


def set_language(code: str) -> Callable[[Context], None]:
    """A command that chooses the language of the next start."""

    def choose(context: Context) -> None:
        context.settings.set(declared.LANGUAGE, code)
        context.notify(_("The language changes when the program is started again."))

    return choose


def is_language(code: str) -> Callable[[Context], bool]:
    """Whether this language is chosen."""
    return lambda context: context.settings.get(declared.LANGUAGE) == code


def toggle_compact(context: Context) -> None:
    """Switch between usual and low rows."""
    is_compact = not context.settings.get(declared.COMPACT_ROWS)
    context.settings.set(declared.COMPACT_ROWS, is_compact)
    context.table.set_compact(is_compact)


def is_compact(context: Context) -> bool:
    """Whether the rows are low."""
    return context.settings.get(declared.COMPACT_ROWS)


def next_document(context: Context) -> None:
    """Show the next open document."""
    _step(context, 1)


def previous_document(context: Context) -> None:
    """Show the previous open document."""
    _step(context, -1)


def has_several(context: Context) -> bool:
    """Possible when more than one document is open."""
    return len(context.workspace.sessions) > 1


def _step(context: Context, step: int) -> None:
    sessions = context.workspace.sessions
    if context.session is not None:
        index = (sessions.index(context.session) + step) % len(sessions)
        context.workspace.activate(sessions[index])
