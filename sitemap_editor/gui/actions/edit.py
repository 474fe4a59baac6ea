"""The menu Edit."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence

from sitemap_editor.gui.action import Action
from sitemap_editor.gui.commands import bulk, cells, entries, history, views
from sitemap_editor.gui.commands.context import (
    can_edit,
    can_edit_selection,
    has_document,
    has_selection,
    why_read_only,
)
from sitemap_editor.support.i18n import N_

Standard = QKeySequence.StandardKey

EDIT = (
    Action(
        "edit.undo",
        N_("&Undo"),
        history.undo,
        history.can_undo,
        "undo",
        (Standard.Undo,),
        text_of=history.undo_text,
    ),
    Action(
        "edit.redo",
        N_("&Redo"),
        history.redo,
        history.can_redo,
        "redo",
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        text_of=history.redo_text,
    ),
    Action(
        "edit.copy", N_("&Copy"), cells.copy, has_selection, "copy", (Standard.Copy,), in_table=True
    ),
    Action(
        "edit.paste",
        N_("&Paste"),
        cells.paste,
        can_edit,
        "paste",
        (Standard.Paste,),
        in_table=True,
        why_not=why_read_only,
    ),
    Action(
        "edit.paste_new",
        N_("Paste as &new entries"),
        entries.paste_new,
        entries.can_paste_new,
        "paste-new",
        ("Ctrl+Shift+V",),
        N_("Adds an entry for each pasted address that is not present yet"),
        commits=True,
        why_not=why_read_only,
    ),
    Action(
        "edit.copy_urls",
        N_("Copy &addresses"),
        cells.copy_urls,
        has_selection,
        "link",
        ("Ctrl+Shift+C",),
    ),
    Action("edit.copy_xml", N_("Copy &XML"), cells.copy_xml, has_selection, "xml"),
    Action(
        "edit.select_all",
        N_("Select a&ll"),
        views.select_all,
        has_document,
        "",
        (Standard.SelectAll,),
        in_table=True,
    ),
    Action(
        "edit.set_value",
        N_("&Set value…"),
        cells.set_value,
        can_edit_selection,
        "set-value",
        ("Ctrl+E",),
        N_("Sets one field of all selected entries"),
        in_table=True,
        commits=True,
        why_not=why_read_only,
    ),
    Action(
        "edit.clear",
        N_("Cl&ear cells"),
        cells.clear,
        can_edit_selection,
        "clear",
        ("Del",),
        N_("Empties the selected cells; whole rows are deleted"),
        in_table=True,
        commits=True,
        why_not=why_read_only,
    ),
    Action(
        "edit.fill_down",
        N_("&Fill down"),
        cells.fill_down,
        can_edit_selection,
        "fill-down",
        ("Ctrl+D",),
        N_("Copies the top cell of the selection into those below"),
        in_table=True,
        commits=True,
        why_not=why_read_only,
    ),
    Action(
        "edit.find",
        N_("F&ilter…"),
        views.find,
        has_document,
        "find",
        (Standard.Find,),
        N_("Shows only entries that hold a text"),
        commits=True,
    ),
    Action(
        "edit.replace",
        N_("&Replace…"),
        bulk.replace,
        bulk.has_entries,
        "find",
        ("Ctrl+H",),
        N_("Finds text or a pattern in a field and puts something else in its place"),
        commits=True,
        why_not=why_read_only,
    ),
    Action(
        "edit.clear_filter",
        N_("Clear the filter"),
        views.clear_filter,
        views.is_filtering,
        "filter",
        ("Ctrl+Shift+F",),
    ),
    Action(
        "edit.go_to",
        N_("&Go to line or entry…"),
        views.go_to,
        has_document,
        "goto",
        ("Ctrl+G",),
    ),
)
