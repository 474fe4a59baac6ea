"""The menus View and Window."""

from __future__ import annotations

from sitemap_editor.gui.action import Action
from sitemap_editor.gui.commands import views
from sitemap_editor.gui.commands.context import always, has_document
from sitemap_editor.support.i18n import N_

PANELS = (
    Action("view.files", N_("&Files"), views.show_panel("filesPanel"), always, "", ("Alt+1",)),
    Action(
        "view.entries", N_("&Entries"), views.show_panel("entryTable"), has_document, "", ("Alt+2",)
    ),
    Action(
        "view.inspector", N_("&Entry"), views.show_panel("entryInspector"), always, "", ("Alt+3",)
    ),
    Action(
        "view.findings",
        N_("F&indings"),
        views.show_panel("findingsPanel"),
        always,
        "",
        ("Alt+4",),
    ),
    Action("view.xml", N_("&XML"), views.show_panel("xmlPreview"), always, "", ("Alt+5",)),
    Action("view.usual_layout", N_("&Usual layout"), views.usual_layout, always),
    Action(
        "view.compact",
        N_("&Compact rows"),
        views.toggle_compact,
        always,
        is_checked=views.is_compact,
    ),
)

THEMES = tuple(
    Action(
        f"view.theme_{mode}", text, views.set_theme(mode), always, is_checked=views.is_theme(mode)
    )
    for mode, text in views.THEME_TEXTS
)

LANGUAGES = tuple(
    Action(
        f"view.language_{code or 'system'}",
        text,
        views.set_language(code),
        always,
        is_checked=views.is_language(code),
    )
    for code, text in views.LANGUAGE_TEXTS
)

WINDOW = (
    Action(
        "window.next",
        N_("&Next document"),
        views.next_document,
        views.has_several,
        keys=("Ctrl+PgDown", "Ctrl+Tab"),
    ),
    Action(
        "window.previous",
        N_("&Previous document"),
        views.previous_document,
        views.has_several,
        keys=("Ctrl+PgUp", "Ctrl+Shift+Tab"),
    ),
)
