"""Menus, declared as tables of action ids; None is a line between groups."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QMainWindow, QMenu

from sitemap_editor.gui.naming import name_menu
from sitemap_editor.support.i18n import N_, _

from .action_set import ActionSet

MENUS: tuple[tuple[str, str, tuple[str | None, ...]], ...] = (
    (
        "file",
        N_("&File"),
        (
            "file.new",
            "file.new_pasted",
            "file.open",
            "file.open_folder",
            "file.import",
            "menu:recent",
            "menu:set",
            None,
            "file.save",
            "file.save_as",
            "file.save_all",
            "file.export",
            "file.export_report",
            "file.changes",
            None,
            "file.reload",
            "file.show_in_folder",
            "file.properties",
            None,
            "file.settings",
            None,
            "file.close",
            "file.quit",
        ),
    ),
    (
        "edit",
        N_("&Edit"),
        (
            "edit.undo",
            "edit.redo",
            None,
            "edit.copy",
            "edit.copy_urls",
            "edit.copy_xml",
            "edit.paste",
            "edit.paste_new",
            "edit.select_all",
            None,
            "edit.set_value",
            "edit.fill_down",
            "edit.clear",
            None,
            "edit.find",
            "edit.find_in_set",
            "edit.replace",
            "edit.replace_in_set",
            "edit.clear_filter",
            "edit.go_to",
        ),
    ),
    (
        "view",
        N_("&View"),
        (
            "view.files",
            "view.entries",
            "view.inspector",
            "view.findings",
            "view.xml",
            None,
            "menu:columns",
            "view.compact",
            "view.usual_layout",
            None,
            "menu:theme",
            "menu:language",
        ),
    ),
    (
        "entries",
        N_("E&ntries"),
        (
            "entry.add",
            "entry.duplicate",
            "entry.delete",
            None,
            "entry.move_up",
            "entry.move_down",
            "entry.move_to",
            "entry.copy_to",
            "entry.sort_file",
            None,
            "entry.open_in_browser",
            "entry.make_xml",
        ),
    ),
    (
        "tools",
        N_("&Tools"),
        (
            "tools.check",
            "tools.check_set",
            "tools.fix_all",
            "tools.repairs",
            None,
            "tools.split",
            "tools.merge",
            None,
            "tools.diff",
            "tools.apply_list",
            "tools.address",
            "tools.address_in_set",
            "tools.dedupe",
            None,
            "tools.next_finding",
            "tools.previous_finding",
            None,
            "menu:profile",
            "tools.rules",
        ),
    ),
    ("window", N_("&Window"), ("window.next", "window.previous", None, "menu:documents")),
    (
        "help",
        N_("&Help"),
        ("help.rule", "help.rules", None, "help.keys", "help.log", None, "help.about"),
    ),
)

TABLE_MENU: tuple[str | None, ...] = (
    "edit.copy",
    "edit.copy_urls",
    "edit.copy_xml",
    "edit.paste",
    "edit.paste_new",
    None,
    "edit.set_value",
    "edit.fill_down",
    "edit.clear",
    None,
    "entry.add",
    "entry.duplicate",
    "entry.delete",
    "entry.move_up",
    "entry.move_down",
    "entry.move_to",
    "entry.copy_to",
    None,
    "entry.open_in_browser",
    "set.open_entry",
)

FILE_MENU = (
    "file.save",
    "file.save_as",
    "file.reload",
    "tools.diff",
    "file.show_in_folder",
    "file.properties",
)


def fill_menu_bar(window: QMainWindow, actions: ActionSet, submenus: Mapping[str, QMenu]) -> None:
    """Make the menus."""
    window.menuBar().setAccessibleName(_("Menus"))
    # The window has margins, over which a bar of another colour would not reach.
    window.menuBar().setStyleSheet("QMenuBar { background: transparent; border: 0; }")
    for name, title, ids in MENUS:
        menu = window.menuBar().addMenu(_(title))
        name_menu(menu)
        menu.setObjectName(f"menu.{name}")
        menu.setToolTipsVisible(False)
        add_actions(menu, actions, ids, submenus)


def add_actions(
    menu: QMenu,
    actions: ActionSet,
    ids: tuple[str | None, ...],
    submenus: Mapping[str, QMenu] | None = None,
) -> None:
    """Put actions and submenus into a menu."""
    for name in ids:
        if name is None:
            menu.addSeparator()
        elif name.startswith("menu:"):
            menu.addMenu((submenus or {})[name.removeprefix("menu:")])
        else:
            menu.addAction(actions[name])
