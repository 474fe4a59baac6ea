"""Every action of the window, declared as a table.

An action's id is its object name, which people, tests and assistive technology rely on.
"""

from __future__ import annotations

from PySide6.QtGui import QAction, QKeySequence

from sitemap_editor.support.i18n import N_

from .action import Action
from .commands import (
    about,
    applying,
    bulk,
    cells,
    changes,
    entries,
    files,
    findings,
    history,
    imports,
    repairs,
    reports,
    rules,
    settings,
    splitting,
    views,
)
from .commands.context import (
    always,
    can_edit,
    can_edit_selection,
    has_document,
    has_file,
    has_selection,
    is_in_document_order,
    why_read_only,
)

Standard = QKeySequence.StandardKey

FILE = (
    Action("file.new", N_("&New…"), files.new, always, "new", (Standard.New,)),
    Action(
        "file.new_pasted",
        N_("New from pasted &text…"),
        files.new_pasted,
        always,
        "paste-new",
        tip=N_("Makes a document of a sitemap, entries or addresses that you paste"),
    ),
    Action("file.open", N_("&Open…"), files.open_files, always, "open", (Standard.Open,)),
    Action(
        "file.import",
        N_("&Import list…"),
        imports.import_list,
        always,
        "import",
        ("Ctrl+I",),
        N_("Makes entries of a table, a text list, a feed or an export of another program"),
        commits=True,
    ),
    Action("file.save", N_("&Save"), files.save, has_document, "save", (Standard.Save,)),
    Action(
        "file.save_as",
        N_("Save &as…"),
        files.save_as,
        has_document,
        "save-as",
        ("Ctrl+Shift+S",),
    ),
    Action("file.export", N_("&Export…"), files.export, has_document, "export"),
    Action(
        "file.export_report",
        N_("Export re&port…"),
        reports.export_report,
        findings.has_report,
        "log",
        tip=N_("Writes what was found as a page, a table, or for programs"),
        commits=True,
    ),
    Action(
        "file.changes",
        N_("&What will change…"),
        changes.show,
        changes.is_modified,
        "edited",
        tip=N_("Shows the lines that saving changes in the file"),
    ),
    Action("file.reload", N_("&Reload from disk"), files.reload, has_file, "reload", ("F5",)),
    Action(
        "file.show_in_folder", N_("Show in &folder"), files.show_in_folder, has_file, "folder-show"
    ),
    Action(
        "file.properties",
        N_("&Properties…"),
        files.properties,
        has_document,
        "properties",
        ("Alt+Return",),
    ),
    Action(
        "file.settings",
        N_("Se&ttings…"),
        settings.show,
        always,
        "settings",
        ("Ctrl+,",),
        role=QAction.MenuRole.PreferencesRole,
    ),
    Action("file.close", N_("&Close"), files.close, has_document, "close", (Standard.Close,)),
    Action("file.quit", N_("&Quit"), files.quit_program, always, keys=("Ctrl+Q",)),
)

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

TOOLS = (
    Action(
        "tools.check", N_("&Check"), findings.check, has_document, "check", ("F8",), commits=True
    ),
    Action(
        "tools.fix_all",
        N_("&Fix all safe…"),
        findings.fix_all_safe,
        findings.has_safe_fixes,
        "fix",
        tip=N_("Shows what all safe fixes would change, then does it"),
        commits=True,
    ),
    Action(
        "tools.apply_list",
        N_("&Apply list…"),
        applying.apply_list,
        applying.can_apply,
        "apply-list",
        ("Ctrl+L",),
        N_("Looks for the pages of a list, to remove, keep, change or compare them"),
        commits=True,
        why_not=why_read_only,
    ),
    Action(
        "tools.address",
        N_("Change a&ddress…"),
        bulk.change_address,
        bulk.has_entries,
        "link",
        tip=N_("Moves addresses to another scheme, host, port or folder"),
        commits=True,
        why_not=why_read_only,
    ),
    Action(
        "tools.dedupe",
        N_("Remove d&uplicates…"),
        bulk.dedupe,
        bulk.can_sort,
        "duplicate",
        tip=N_("Makes one entry of those about one page"),
        commits=True,
        why_not=why_read_only,
    ),
    Action(
        "tools.next_finding",
        N_("&Next finding"),
        findings.next_finding,
        findings.has_report,
        "next",
        ("F3",),
    ),
    Action(
        "tools.previous_finding",
        N_("&Previous finding"),
        findings.previous_finding,
        findings.has_report,
        "previous",
        ("Shift+F3",),
    ),
    Action(
        "tools.repairs",
        N_("Re&pairs…"),
        repairs.show,
        repairs.has_repairs,
        "fix",
        tip=N_("Shows what was mended to read the file, and lets you refuse it"),
    ),
    Action(
        "tools.split",
        N_("&Split…"),
        splitting.split,
        splitting.can_split,
        "split",
        tip=N_("Makes several smaller sitemaps and an index that names them"),
        commits=True,
        why_not=splitting.why_not_split,
    ),
    Action("tools.rules", N_("&Rules and profiles…"), rules.settings, always, "settings"),
)

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

HELP = (
    Action("help.rule", N_("&What is this rule?"), rules.explain, always, "help", ("F1",)),
    Action("help.rules", N_("All &rules"), rules.show_all, always),
    Action("help.keys", N_("&Keys"), about.keys, always, "keyboard", ("Shift+F1",)),
    Action("help.log", N_("Open &log"), about.log, always, "log"),
    Action("help.about", N_("&About"), about.about, always, "help"),
)

ACTIONS = (*FILE, *EDIT, *ENTRIES, *TOOLS, *PANELS, *THEMES, *LANGUAGES, *WINDOW, *HELP)
