"""Export report: where, in which form, which findings, and how it will begin."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.formats.reports import FOR_PROGRAMS, REPORTS, CheckedFile, ReportOptions
from sitemap_editor.gui import theme
from sitemap_editor.gui.severities import count_text
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.rules.help.pages import Pages
from sitemap_editor.support.i18n import N_, _, format_number, spoken
from sitemap_editor.support.interaction import FileFilter, Interaction

from .base import FormGrid, SheetDialog, name_button
from .message import plain_label
from .preview_pane import PreviewPane

PREVIEW_CHARACTERS = 12_000
PREVIEW_FINDINGS = 5
LISTED = (20, 200, 1_000, 10_000)
"""How many findings of a rule an HTML report may list."""


class Form(NamedTuple):
    """One form of a report: its name in ``REPORTS``, what people call it, its suffix."""

    id: str
    title: str
    suffix: str
    promise: str


FORMS = (
    Form(
        "html",
        N_("Page for the browser (HTML)"),
        ".html",
        N_("One file that needs nothing else; it can be sent, read and printed."),
    ),
    Form("csv", N_("Table (CSV)"), ".csv", N_("A line a finding, for spreadsheets.")),
    Form("json", N_("For programs (JSON)"), ".json", N_("In English, as on the command line.")),
    Form(
        "sarif",
        N_("For code hosts and editors (SARIF)"),
        ".sarif",
        N_("In English, as on the command line."),
    ),
)


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """What was asked for."""

    path: Path
    form: str
    severities: frozenset[Severity]
    options: ReportOptions

    def pieces(self, *files: CheckedFile) -> Iterator[str]:
        """The report in pieces, in the language spoken."""
        chosen = (file.only(self.severities) for file in files)
        return REPORTS[self.form](chosen, Pages(), self.options)


class ExportReportDialog(SheetDialog):
    """Asks where and how to write a report of ``file``; ``request`` is the answer.

    ``more`` are the other files that the report is about, ``name`` what all of them are called.
    """

    is_as_high_as_needed = False

    def __init__(
        self,
        file: CheckedFile,
        suggestion: Path,
        interaction: Interaction,
        *,
        options: ReportOptions = ReportOptions(),  # noqa: B008 - it is frozen
        severities: frozenset[Severity] = frozenset(Severity),
        more: Sequence[CheckedFile] = (),
        name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            _("Export the report of {name}").format(name=name or file.file), "", parent
        )
        self._files = (file, *more)
        self._interaction = interaction
        self._options = options
        self.resize(900, 520)
        self.path = QLineEdit(str(suggestion.with_suffix(FORMS[0].suffix)))
        self.browse = QPushButton()
        self.form = QComboBox()
        self.severities = {one: self._severity_box(one, severities) for one in Severity}
        self.listed = QComboBox()
        self.bom = QCheckBox(_("Mark as UTF-8 for Excel (BOM)"))
        self.bom.setToolTip(_("Excel shows letters outside English correctly only with this mark."))
        self.pane = PreviewPane(_("Beginning"))
        self.note = plain_label("")
        self._assemble()
        self._connect()
        self._refresh()

    def _severity_box(self, severity: Severity, chosen: frozenset[Severity]) -> QCheckBox:
        count = self._count(severity)
        box = QCheckBox(count_text(severity, count))
        box.setEnabled(count > 0)
        box.setChecked(severity in chosen and count > 0)
        return box

    def _count(self, severity: Severity) -> int:
        return sum(file.count(severity) for file in self._files)

    # How it is put together

    def _assemble(self) -> None:
        name_button(self.browse, _("Browse…"))
        for form in FORMS:
            self.form.addItem(f"{_(form.title)}", form.id)
        for number in LISTED:
            self.listed.addItem(_("the first {n}").format(n=format_number(number)), number)
        self.listed.setCurrentIndex(self.listed.findData(self._options.max_findings))
        self.path.setAccessibleName(_("File"))
        place = _row(self.path, self.browse)
        fields = FormGrid()
        fields.add(_("File"), place)
        fields.add(_("Form"), self.form)
        fields.add(_("Include"), _column(*self.severities.values()))
        self._listed_label = fields.add(_("Findings a rule"), self.listed)
        fields.add_wide(self.bom)
        theme.set_role(self.note, "dim")
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addLayout(fields)
        left.addSpacing(theme.GRID)
        left.addWidget(self.note)
        left.addStretch(1)
        columns = QHBoxLayout()
        columns.setSpacing(theme.GRID * 3)
        columns.addLayout(left, 5)
        columns.addWidget(self.pane, 6)
        self.body.addLayout(columns)

    def _connect(self) -> None:
        self.browse.clicked.connect(self._on_browse_clicked)
        self.path.textEdited.connect(self._on_path_edited)
        self.form.activated.connect(self._on_form_activated)
        self.listed.activated.connect(lambda _index: self._refresh())
        for box in (*self.severities.values(), self.bom):
            box.toggled.connect(lambda _is_on: self._refresh())

    # The choices

    @property
    def chosen(self) -> Form:
        """The form chosen."""
        return FORMS[self.form.currentIndex()]

    @property
    def request(self) -> ReportRequest:
        """What is asked for."""
        chosen = frozenset(one for one, box in self.severities.items() if box.isChecked())
        # What was found none of is nothing to leave out.
        absent = frozenset(one for one in Severity if not self._count(one))
        return ReportRequest(
            path=Path(self.path.text().strip()).expanduser(),
            form=self.chosen.id,
            severities=chosen | absent,
            options=replace(
                self._options, max_findings=self.listed.currentData(), bom=self.bom.isChecked()
            ),
        )

    def _on_form_activated(self, _index: int) -> None:
        path = Path(self.path.text().strip())
        if path.name:
            known = path.suffix.lower() in [form.suffix for form in FORMS]
            stem = path.stem if known else path.name
            self.path.setText(str(path.with_name(stem + self.chosen.suffix)))
        self._refresh()

    def _on_path_edited(self, text: str) -> None:
        suffix = Path(text.strip()).suffix.lower()
        at = next((at for at, form in enumerate(FORMS) if form.suffix == suffix), None)
        if at is not None:
            self.form.setCurrentIndex(at)
        self._refresh()

    def _on_browse_clicked(self) -> None:
        filters = [FileFilter(_(form.title), (form.suffix,)) for form in FORMS]
        path = self._interaction.ask_save_path(
            _("Choose a file"), Path(self.path.text().strip()), filters
        )
        if path is not None:
            self.path.setText(str(path))
            self._on_path_edited(str(path))

    # What will happen

    def _refresh(self) -> None:
        request = self.request
        problem = self._problem(request.path)
        exists = not problem and request.path.exists()
        is_page = self.chosen.id == "html"
        self.listed.setVisible(is_page)
        self._listed_label.setVisible(is_page)
        self.bom.setVisible(self.chosen.id == "csv")
        self.note.setText(problem or self._promise(request.path, exists))
        theme.set_role(self.note, "error" if problem else "dim")
        self.verb.setEnabled(not problem)
        self.set_verb(_("Replace") if exists else _("Export"))
        self._show_preview(request)

    def _problem(self, path: Path) -> str:
        if not self.path.text().strip() or path.is_dir():
            return _("Give the file a name.")
        if not path.absolute().parent.is_dir():
            return _("There is no folder {folder}.").format(folder=path.absolute().parent)
        boxes = [box for box in self.severities.values() if box.isEnabled()]
        if boxes and not any(box.isChecked() for box in boxes):
            return _("Choose what to include.")
        return ""

    def _promise(self, path: Path, exists: bool) -> str:
        texts = [_(self.chosen.promise)]
        if exists:
            texts.insert(0, _("{name} exists and will be replaced.").format(name=path.name))
        return "\n".join(texts)

    def _show_preview(self, request: ReportRequest) -> None:
        """How the report begins: a page as it looks, everything else to the letter."""
        few = replace(request, options=replace(request.options, max_findings=PREVIEW_FINDINGS))
        if few.form in FOR_PROGRAMS:
            with spoken("en"):
                text = _beginning(few.pieces(*self._files))
        else:
            text = _beginning(few.pieces(*self._files))
        if few.form == "html":
            # What is there for browsers is more than a text document can read.
            self.pane.show_page(_STYLE.sub("", text))
        else:
            self.pane.show_text(text.replace("\r\n", "\n").removeprefix("\ufeff"))


_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)


def _beginning(pieces: Iterator[str]) -> str:
    text = ""
    for piece in pieces:
        text += piece
        if len(text) > PREVIEW_CHARACTERS:
            break
    return text


def _row(*widgets: QWidget) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.GRID)
    for number, widget in enumerate(widgets):
        row.addWidget(widget, 0 if number else 1)
    return box


def _column(*widgets: QWidget) -> QWidget:
    box = QWidget()
    column = QVBoxLayout(box)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(theme.GRID // 2)
    for widget in widgets:
        column.addWidget(widget)
    return box
