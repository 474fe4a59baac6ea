"""The menu Entries."""

from __future__ import annotations

from sitemap_editor.gui.action import Action
from sitemap_editor.gui.commands import bulk, entries
from sitemap_editor.gui.commands.context import (
    can_edit,
    can_edit_selection,
    has_selection,
    is_in_document_order,
    why_read_only,
)
from sitemap_editor.support.i18n import N_

ENTRIES = (
    Action(
        "entry.add",
        N_("&Add below"),
        entries.add,
        can_edit,
        "add",
        ("Ins", "Ctrl+Shift+N"),
        N_("Adds an entry below the current one"),
        commits=True,
        why_not=why_read_only,
    ),
    Action(
        "entry.duplicate",
        N_("D&uplicate"),
        entries.duplicate,
        can_edit_selection,
        "duplicate",
        ("Ctrl+Shift+D",),
        in_table=True,
        commits=True,
        why_not=why_read_only,
    ),
    Action(
        "entry.delete",
        N_("&Delete"),
        entries.delete,
        can_edit_selection,
        "delete",
        ("Ctrl+Del",),
        N_("Deletes the selected entries"),
        in_table=True,
        commits=True,
        why_not=why_read_only,
    ),
    Action(
        "entry.move_up",
        N_("Move &up"),
        entries.move_up,
        is_in_document_order,
        "move-up",
        ("Alt+Up",),
        N_("Moves the selected entries up; not while sorted or filtered"),
        in_table=True,
        commits=True,
        why_not=why_read_only,
    ),
    Action(
        "entry.move_down",
        N_("Move do&wn"),
        entries.move_down,
        is_in_document_order,
        "move-down",
        ("Alt+Down",),
        N_("Moves the selected entries down; not while sorted or filtered"),
        in_table=True,
        commits=True,
        why_not=why_read_only,
    ),
    Action(
        "entry.sort_file",
        N_("&Sort the file…"),
        bulk.sort_file,
        bulk.can_sort,
        "sort-ascending",
        tip=N_("Brings the entries of the file themselves into another order"),
        commits=True,
        why_not=why_read_only,
    ),
    Action(
        "entry.open_in_browser",
        N_("&Open in browser"),
        entries.open_in_browser,
        has_selection,
        "browser",
        ("Ctrl+B",),
    ),
    Action(
        "entry.make_xml",
        N_("Make it &XML"),
        entries.make_xml,
        entries.can_make_xml,
        "xml",
        text_of=entries.make_xml_text,
    ),
)
