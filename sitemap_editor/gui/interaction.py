"""Questions asked in the window: message boxes, file dialogs, and the forms by name.

The forms are imported when they are asked for: few sessions open more than two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from sitemap_editor.support.i18n import _
from sitemap_editor.support.interaction import Choice, FileFilter, Interaction

FORMS: dict[str, tuple[str, str, str]] = {
    "new_document": ("new_document", "NewDocumentDialog", "kind"),
    "save_as": ("save_as", "SaveAsDialog", "request"),
    "export_report": ("export_report", "ExportReportDialog", "request"),
    "split": ("split", "SplitDialog", "request"),
    "replace": ("replace", "ReplaceDialog", "request"),
    "change_address": ("change_address", "AddressDialog", "request"),
    "replace_in_set": ("replace_in_set", "ReplaceInSetDialog", "request"),
    "address_in_set": ("address_in_set", "AddressInSetDialog", "request"),
    "merge": ("merge", "MergeDialog", "request"),
    "dedupe": ("dedupe", "DedupeDialog", "request"),
    "sort_file": ("sort_file", "SortFileDialog", "request"),
    "properties": ("properties", "PropertiesDialog", "request"),
    "go_to": ("go_to", "GoToDialog", "target"),
    "set_value": ("set_value", "SetValueDialog", "choice"),
    "fix_preview": ("fix_preview", "FixPreviewDialog", "is_accepted"),
    "changes": ("changes", "ChangesDialog", "is_accepted"),
    "paste_preview": ("paste_preview", "PastePreviewDialog", "answer"),
    "pasted_text": ("pasted_text", "PastedTextDialog", "request"),
    "apply_list": ("apply_list", "ApplyListDialog", "request"),
    "import_list": ("import_list", "ImportDialog", "request"),
    "text": ("text_line", "TextLineDialog", "text"),
    "keys": ("keys", "KeysDialog", "is_accepted"),
    "about": ("about", "AboutDialog", "is_accepted"),
    "log": ("log_view", "LogDialog", "is_accepted"),
    "settings": ("settings", "SettingsDialog", "values"),
    "rule_settings": ("rule_settings", "RuleSettingsDialog", "choices"),
    "save_all": ("save_all", "SaveAllDialog", "chosen"),
    "compare": ("compare", "CompareDialog", "request"),
    "move_to": ("move_to", "MoveToDialog", "request"),
    "fault": ("fault", "FaultDialog", "answer"),
}
"""Name of a form: its module in ``gui.dialogs``, its class, and the attribute with the answer.

Contexts (keyword arguments) and answers:

new_document: -> Kind
save_as: doc, suggestion: Path, is_export=False, backup=False, scopes=(), address=""
    -> SaveRequest
export_report: file: CheckedFile, suggestion: Path, options: ReportOptions, severities
    -> ReportRequest
split: doc, name, jobs: JobRunner, scopes: list[Scope], folder: Path, base_url, profiles,
    most=None, whole: WholeSet=None -> SplitRequest
replace: doc, jobs: JobRunner, scopes: dict of name and ids, scope="all", field="loc"
    -> ReplaceRequest
change_address: doc, jobs: JobRunner, site="" -> AddressRequest
replace_in_set: workspace, hands: list[FilesInHand], text="", is_regex=False, field="loc"
    -> SetReplaceRequest
address_in_set: workspace, hands: list[FilesInHand], site="" -> SetAddressRequest
merge: jobs: JobRunner, sources: list[Given], opened: documents by path, profiles, folder=None,
    listed=() -> MergeRequest
dedupe: doc, jobs: JobRunner, places: list[Place]=() -> DedupeRequest
sort_file: doc, jobs: JobRunner, field="loc" -> SortRequest
properties: doc, base_url=None, profiles=DEFAULT_PROFILES -> PropertiesRequest
go_to: line_count, entry_count, line=1, entry=1 -> GoTo (is_line, number)
set_value: kind, count, field=None, value=None -> SetValue (field, value or None)
fix_preview: title, samples: list[Sample], count, lead="", verb="", questions=(), answers=None,
    replan=None -> True
changes: doc, changes: Changes, file: str -> True when it is to be saved
paste_preview: entries, fields, left_out=0, can_fit=False -> "add" or "fit"
pasted_text: jobs: JobRunner, text="" -> PastedText
import_list: jobs: JobRunner, settings: Settings, path=None, text="", doc=None, name="",
    why_not="", can_open=False -> ImportRequest, or AS_IT_IS
apply_list: doc, name, jobs: JobRunner, change: as Context.change, path=None, folder=None
    -> ApplyRequest
text: question, title="", text="", verb="" -> str
keys: groups: list of (heading, list of (what, shortcut)) -> True
about: -> True
log: -> True
settings: settings: Settings -> dict of each Setting and its value
rule_settings: policies: dict of Scope and Policy, profiles, folder="", code="", counting=None
    -> RuleChoices
save_all: files: list[FileToSave], jobs: JobRunner -> those of them to be written
compare: desk: comparing.request.Desk, jobs: JobRunner, sides: list[Side], before=None, after=None,
    folder=None -> Shown, or None
move_to: asked: Asked, targets: list[Target], jobs: JobRunner, limits: Limits, dates=None,
    chosen=None -> TransferRequest
fault: text, details, can_save=True -> "continue", "save_copies" or "quit"
"""

_WITH_INTERACTION = {
    "save_as",
    "split",
    "export_report",
    "import_list",
    "apply_list",
    "compare",
    "merge",
    "move_to",
}

_SUFFIX_GZIP = ".gz"


class QtInteraction(Interaction):
    """Asks in dialogs above a window."""

    def __init__(self, window: Callable[[], QWidget | None] | QWidget | None = None) -> None:
        """``window`` is what dialogs stand above, or a function that gives it."""
        self._window = window

    @property
    def parent(self) -> QWidget | None:
        """The window dialogs stand above."""
        window = self._window
        return window if isinstance(window, QWidget) or window is None else window()

    def ask(
        self, question: str, choices: Sequence[Choice], *, title: str = "", details: str = ""
    ) -> str:
        """Show the question with a button for each choice."""
        return self._show_message(title, question, choices, details)

    def inform(self, message: str, *, title: str = "", details: str = "") -> None:
        """Show the message with a Close button."""
        self.ask(message, [_close()], title=title, details=details)

    def report_error(self, message: str, *, title: str = "", details: str = "") -> None:
        """Show what could not be done."""
        heading = title or _("This could not be done")
        self._show_message(heading, message, [_close()], details, is_report=True)

    def _show_message(
        self,
        title: str,
        text: str,
        choices: Sequence[Choice],
        details: str,
        *,
        is_report: bool = False,
    ) -> str:
        from .dialogs.message import MessageDialog

        dialog = MessageDialog(title, text, choices, details, self.parent, is_report=is_report)
        self._run(dialog)
        return dialog.answer

    def ask_open_paths(
        self, title: str, folder: Path | None = None, filters: Sequence[FileFilter] = ()
    ) -> list[Path]:
        """Show the system's dialog to open files."""
        names, _filter = QFileDialog.getOpenFileNames(
            self.parent, title, str(folder or ""), _qt_filters(filters)
        )
        return [Path(name) for name in names]

    def ask_save_path(
        self, title: str, suggestion: Path | None = None, filters: Sequence[FileFilter] = ()
    ) -> Path | None:
        """Show the system's dialog to save a file; the caller asks before it replaces one."""
        name, _filter = QFileDialog.getSaveFileName(
            self.parent,
            title,
            str(suggestion or ""),
            _qt_filters(filters),
            options=QFileDialog.Option.DontConfirmOverwrite,
        )
        return Path(name) if name else None

    def ask_folder(self, title: str, folder: Path | None = None) -> Path | None:
        """Show the system's dialog to choose a folder."""
        name = QFileDialog.getExistingDirectory(self.parent, title, str(folder or ""))
        return Path(name) if name else None

    def ask_form(self, name: str, /, **context: object) -> Any:
        """Show the form ``name`` of FORMS."""
        dialog = self.make_form(name, **context)
        if self._run(dialog) != QDialog.DialogCode.Accepted:
            return None
        answer = FORMS[name][2]
        return True if answer == "is_accepted" else getattr(dialog, answer)

    def make_form(self, name: str, /, **context: Any) -> QDialog:
        """Make the form ``name`` without showing it."""
        module, class_name, _answer = FORMS[name]
        form = getattr(import_module(f"{__package__}.dialogs.{module}"), class_name)
        if name in _WITH_INTERACTION:
            context["interaction"] = self
        dialog = form(**context, parent=self.parent)
        assert isinstance(dialog, QDialog)
        return dialog

    def _run(self, dialog: QDialog) -> int:
        result = dialog.exec()
        # The answer is read by the caller before Qt comes to delete it.
        dialog.deleteLater()
        return result


def _close() -> Choice:
    return Choice("close", _("Close"), is_default=True, is_cancel=True)


def _qt_filters(filters: Sequence[FileFilter]) -> str:
    """The file groups in Qt's notation, each suffix also compressed, then all files."""
    groups = [f"{item.name} ({_patterns(item)})" for item in filters]
    return ";;".join([*groups, _("All files") + " (*)"])


def _patterns(group: FileFilter) -> str:
    return " ".join(f"*{s} *{s}{_SUFFIX_GZIP}" for s in group.suffixes if s != _SUFFIX_GZIP)
