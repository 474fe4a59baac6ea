"""Actions on a set of sitemaps and its files."""

from __future__ import annotations

from sitemap_editor.gui.action import Action
from sitemap_editor.gui.commands import saving, sets, splitting
from sitemap_editor.gui.commands.context import always
from sitemap_editor.support.i18n import N_

SETS = (
    Action(
        "file.open_folder",
        N_("Open &folder…"),
        sets.open_folder,
        always,
        "folder",
        ("Ctrl+Shift+O",),
        N_("Shows all sitemaps of a folder"),
    ),
    Action(
        "set.open_entry",
        N_("Open the s&itemap"),
        sets.open_entry,
        sets.can_open_entry,
        "open",
        ("Ctrl+Return",),
        N_("Opens the sitemap that the entry of an index names"),
        in_table=True,
        commits=True,
    ),
    Action(
        "set.new_child",
        N_("&New sitemap in the set…"),
        sets.new_child,
        sets.has_set,
        "new",
        tip=N_("Writes a sitemap without entries and names it in the index"),
        commits=True,
    ),
    Action(
        "set.add_to_index",
        N_("&Add to the index"),
        sets.add_to_index,
        sets.can_add,
        "add",
        text_of=sets.add_text,
        commits=True,
    ),
    Action(
        "set.rename_child",
        N_("&Rename the file…"),
        sets.rename_child,
        sets.can_rename,
        "set-value",
        tip=N_("Renames the file, and its entry in the index with it"),
        commits=True,
    ),
    Action(
        "set.remove_child",
        N_("Re&move from the set…"),
        sets.remove_child,
        sets.can_remove,
        "remove",
        tip=N_("Takes the file out of the index, or deletes it"),
        commits=True,
    ),
    Action(
        "set.flatten",
        N_("&Flatten the inner index"),
        sets.flatten,
        sets.can_flatten,
        "index",
        tip=N_("Puts the sitemaps that an inner index names in its place"),
        commits=True,
    ),
    Action(
        "set.save",
        N_("Save what has changed of the &set"),
        saving.save_set,
        saving.can_save_set,
        "save",
        tip=N_("Saves the files of this set that have changed, all of them or none"),
    ),
    Action(
        "set.follow_dates",
        N_("&Dates follow the sitemaps"),
        sets.toggle_dates,
        sets.has_index,
        "calendar",
        tip=N_("Dates a sitemap anew in the index when it is saved"),
        is_checked=sets.follows_dates,
    ),
    Action(
        "set.split",
        N_("&Split the sitemaps together…"),
        splitting.split_set,
        splitting.can_split_set,
        "split",
        tip=N_("Puts the entries of all sitemaps of the set into other files under an index"),
        commits=True,
    ),
    Action(
        "set.folder",
        N_("F&older of the sitemaps…"),
        sets.ask_for_folder,
        sets.can_have_folder,
        "folder-show",
        tip=N_("Which folder is published at which address"),
    ),
    Action(
        "set.refresh",
        N_("&Look for the files again"),
        sets.refresh,
        sets.has_set,
        "reload",
    ),
)

SET_MENU = (
    "set.open_entry",
    "set.add_to_index",
    "set.flatten",
    "set.rename_child",
    "set.remove_child",
    None,
    "set.save",
    "set.new_child",
    "set.follow_dates",
    "set.split",
    "set.folder",
    "set.refresh",
)
"""The submenu of File."""

CONTEXT_MENU = tuple(name for name in SET_MENU[1:] if name is not None)
"""About a line of the Files panel."""
