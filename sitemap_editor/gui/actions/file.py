"""The menu File."""

from __future__ import annotations

from PySide6.QtGui import QAction, QKeySequence

from sitemap_editor.gui.action import Action
from sitemap_editor.gui.commands import (
    changes,
    closing,
    files,
    findings,
    imports,
    reports,
    saving,
    settings,
)
from sitemap_editor.gui.commands.context import always, has_document, has_file
from sitemap_editor.support.i18n import N_

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
    Action(
        "file.save_all",
        N_("Save a&ll"),
        saving.save_all,
        saving.can_save_all,
        "save",
        ("Ctrl+Alt+S",),
        N_("Saves every file that has changed, all of them or none"),
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
    Action("file.close", N_("&Close"), closing.close, has_document, "close", (Standard.Close,)),
    Action("file.quit", N_("&Quit"), files.quit_program, always, keys=("Ctrl+Q",)),
)
