"""Which list, and how it is read: file, table or sheet, encoding, separator, row of names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.base import FormGrid, name_button
from sitemap_editor.gui.elided_label import ElidedLabel
from sitemap_editor.gui.jobs import EXPECTED_ERRORS, JobRunner
from sitemap_editor.gui.live_work import LiveWork, WorkBar
from sitemap_editor.support.i18n import N_, _
from sitemap_editor.support.interaction import FileFilter, Interaction

if TYPE_CHECKING:
    from sitemap_editor.formats.table import Table
    from sitemap_editor.support.jobs import Progress

ENCODINGS = (
    *("utf-8", "utf-16le", "utf-16be", "windows-1252", "iso-8859-1", "iso-8859-15", "macintosh"),
    *("windows-1250", "iso-8859-2", "windows-1251", "koi8-r", "windows-1253", "windows-1254"),
    *("windows-1255", "windows-1256", "shift_jis", "euc-jp", "gb18030", "big5", "euc-kr"),
)
"""Encodings that lists come in, the frequent ones first; every other one is found by content."""

DELIMITERS = (
    (",", N_("Comma")),
    (";", N_("Semicolon")),
    ("\t", N_("Tab")),
    ("|", N_("Bar")),
)
FILTERS = (".csv", ".tsv", ".txt", ".xlsx", ".ods", ".zip", ".jsonl", ".xml", ".rss", ".atom")
"""Suffixes of files that may hold a list."""


class ListSource(QWidget):
    """Chooses a list and how it is read; reading is a job.

    ``table_changed`` carries the Table that is meant now, None while there is none; ``failed`` the
    error for which a list cannot be read, or None when it can again.
    """

    table_changed = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        jobs: JobRunner,
        interaction: Interaction | None = None,
        folder: Path | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """``interaction`` lets people choose another file; without it there is no button to.

        ``folder`` is where they look first.
        """
        super().__init__(parent)
        self.setAccessibleName(_("List"))
        self.table: Table | None = None
        self.tables: list[Table] = []
        self._found: list[Table] = []
        self._interaction = interaction
        self._folder = folder
        self._path: Path | None = None
        self.name = ElidedLabel(_("No list yet"), Qt.TextElideMode.ElideMiddle)
        self.browse = QPushButton()
        self.choice = QComboBox()
        self.details = QToolButton()
        self.encoding = QComboBox()
        self.delimiter = QComboBox()
        self.header = QCheckBox(_("First row: names of columns"))
        self.work = LiveWork(jobs, self._on_failed, self)
        self._labels: dict[QWidget, QLabel] = {}
        self._assemble()
        self._connect()
        self._show_table()

    # How it is put together

    def _assemble(self) -> None:
        name_button(self.browse, _("Choose…"))
        self.browse.setVisible(self._interaction is not None)
        self.name.setAccessibleName(_("List"))
        self.details.setText(_("How it is read"))
        self.details.setAccessibleName(_("How it is read"))
        self.details.setCheckable(True)
        self.details.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.details.setArrowType(Qt.ArrowType.RightArrow)
        theme.set_role(self.details, "link")
        for name in ENCODINGS:
            self.encoding.addItem(name.upper(), name)
        for character, title in DELIMITERS:
            self.delimiter.addItem(_(title), character)
        for box in (self.choice, self.encoding, self.delimiter):
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(10)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID // 2)
        file = QHBoxLayout()
        file.setSpacing(theme.GRID)
        file.addWidget(self.name, 1)
        file.addWidget(self.browse)
        column.addLayout(file)
        column.addWidget(WorkBar(self.work, _("Reading the list"), keeps_room=False))
        form = FormGrid()
        form.setVerticalSpacing(theme.GRID // 2)
        self._labels[self.choice] = form.add(_("Table"), self.choice)
        column.addLayout(form)
        column.addWidget(self.details)
        self._reading = QWidget()
        inside = QVBoxLayout(self._reading)
        inside.setContentsMargins(theme.GRID, 0, 0, 0)
        inside.setSpacing(theme.GRID // 2)
        reading = FormGrid()
        reading.setVerticalSpacing(theme.GRID // 2)
        self._labels[self.encoding] = reading.add(_("Encoding"), self.encoding)
        self._labels[self.delimiter] = reading.add(_("Between the cells"), self.delimiter)
        inside.addLayout(reading)
        inside.addWidget(self.header)
        self._reading.hide()
        column.addWidget(self._reading)

    def _connect(self) -> None:
        self.browse.clicked.connect(self._on_browse_clicked)
        self.choice.activated.connect(self._on_choice_activated)
        self.details.toggled.connect(self._on_details_toggled)
        self.encoding.activated.connect(
            lambda _index: self._reread(encoding=self.encoding.currentData())
        )
        self.delimiter.activated.connect(
            lambda _index: self._reread(delimiter=self.delimiter.currentData())
        )
        self.header.clicked.connect(lambda is_on: self._reread(has_header=is_on))

    # What is read

    def read_path(self, path: Path) -> None:
        """Read a file."""
        self._path = path
        self._read(path.name, lambda progress: _tables_of(path, progress))

    def read_clipboard(self, text: str) -> None:
        """Read copied text."""
        self._path = None
        self._read(_("Clipboard"), lambda progress: _tables_of_text(text, progress))

    @property
    def path(self) -> Path | None:
        """The file that is read, None for copied text."""
        return self._path

    @property
    def original(self) -> Table | None:
        """The table as it was found, before people said how it is to be read."""
        index = self.choice.currentIndex()
        return self._found[index] if 0 <= index < len(self._found) else None

    @property
    def is_reading(self) -> bool:
        """Whether a list is being read."""
        return self.work.is_busy

    def stop(self) -> None:
        """Read no further."""
        self.work.stop()

    def _read(self, name: str, work: Callable[[Progress], list[Table]]) -> None:
        self.name.setText(name)
        self.name.setToolTip(str(self._path or ""))
        self.tables, self._found = [], []
        self._take(None)
        self.work.run(work, self._on_read)

    def _reread(self, **options: Any) -> None:
        """Read the same table in another way."""
        table = self.table
        if table is not None:
            self.work.run(lambda _progress: table.with_options(**options), self._on_reread)

    def _on_read(self, tables: Sequence[Table]) -> None:
        self.tables, self._found = list(tables), list(tables)
        self.choice.clear()
        for table in tables:
            self.choice.addItem(table.name or table.source)
        self.failed.emit(None)
        self._take(tables[0])

    def _on_reread(self, table: Table) -> None:
        self.tables[self.choice.currentIndex()] = table
        self.failed.emit(None)
        self._take(table)

    def _on_failed(self, error: BaseException) -> None:
        if isinstance(error, EXPECTED_ERRORS):
            self._show_table()
            self.failed.emit(error)

    def _take(self, table: Table | None) -> None:
        self.table = table
        self._show_table()
        self.table_changed.emit(table)

    # What is chosen

    def _on_choice_activated(self, index: int) -> None:
        if self.tables[index] is not self.table:
            self.stop()
            self._take(self.tables[index])

    def _on_browse_clicked(self) -> None:
        assert self._interaction is not None  # else there is no such button
        folder = self._path.parent if self._path is not None else self._folder
        filters = (FileFilter(_("Lists"), FILTERS), FileFilter(_("All files"), ("",)))
        paths = self._interaction.ask_open_paths(_("Choose a list"), folder, filters)
        if paths:
            self.read_path(paths[0])

    def _on_details_toggled(self, is_on: bool) -> None:
        self.details.setArrowType(Qt.ArrowType.DownArrow if is_on else Qt.ArrowType.RightArrow)
        self._reading.setVisible(is_on)

    def _show_table(self) -> None:
        """Show how the table was read, as far as that can be chosen."""
        table = self.table
        self._show_row(self.choice, len(self.tables) > 1)
        offers = table.offers if table is not None else ()
        self.details.setVisible(bool(offers))
        if table is None or not offers:
            self.details.setChecked(False)
            return
        self._show_row(self.encoding, "encoding" in offers)
        self._show_row(self.delimiter, "delimiter" in offers)
        self.header.setVisible("has_header" in offers)
        _choose(self.encoding, table.encoding, table.encoding.upper())
        _choose(self.delimiter, table.delimiter, table.delimiter or _("None"))
        self.header.setChecked(bool(table.columns))
        if table.codes:  # what was a guess is worth a look
            self.details.setChecked(True)

    def _show_row(self, widget: QWidget, is_shown: bool) -> None:
        widget.setVisible(is_shown)
        self._labels[widget].setVisible(is_shown)


def _choose(box: QComboBox, value: str, title: str) -> None:
    """Choose a value, which need not be among those offered yet."""
    index = box.findData(value)
    if index < 0:
        box.addItem(title, value)
        index = box.count() - 1
    box.setCurrentIndex(index)


def _tables_of(path: Path, progress: Progress) -> list[Table]:
    from sitemap_editor.formats.reading import read_tables

    return read_tables(path, progress=progress)


def _tables_of_text(text: str, progress: Progress) -> list[Table]:
    from sitemap_editor.formats.reading import read_clipboard

    return read_clipboard(text, progress)
