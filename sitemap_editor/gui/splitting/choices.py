"""The left side of "Split": by what, how large, names, place, and what goes with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.base import FormGrid, name_button
from sitemap_editor.gui.dialogs.export_scope import ScopeChoice
from sitemap_editor.gui.scopes import Scope
from sitemap_editor.operations.splitting import BY, Wish, limits_of
from sitemap_editor.operations.splitting.naming import suffix_of, usual_template
from sitemap_editor.operations.splitting.patterns import read_patterns
from sitemap_editor.operations.splitting.telling import names_text
from sitemap_editor.operations.splitting.wishes import ASSIGN, LASTMOD, MOST_HEADROOM, USUAL_INDEX
from sitemap_editor.protocol.limits import MEGABYTE
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.interaction import FileFilter, Interaction

from .work import Asked, Outlook, robots_of

if TYPE_CHECKING:
    from .subjects import Subject

PATTERN_LINES = 4
MOST_DEPTH = 20


class SplitChoices(QWidget):
    """Everything that can be chosen; ``changed`` when the files would be others.

    ``replace`` and ``remove`` are about files that exist, and belong beside the result.
    """

    changed = Signal()
    agreed = Signal()

    def __init__(
        self,
        subject: Subject,
        scopes: Sequence[Scope],
        folder: Path,
        base_url: str,
        profiles: tuple[str, ...],
        interaction: Interaction,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Choices"))
        self._subject = subject
        self._profiles = profiles
        self._interaction = interaction
        self._is_name_own = False
        limits = limits_of(profiles)
        self.by = _combo(BY)
        self.level = _spin(1, 1, MOST_DEPTH)
        self.patterns = QPlainTextEdit()
        self.entries = _spin(limits.entries, 1, limits.entries)
        self.megabytes = QDoubleSpinBox()
        theme.indent(self.megabytes)
        self._most_bytes = limits.bytes
        self.headroom = _spin(0, 0, MOST_HEADROOM)
        self.assign = _combo(ASSIGN)
        self.name = QLineEdit()
        self.index_name = QLineEdit(subject.index_name or USUAL_INDEX)
        self.lastmod = _combo(LASTMOD)
        self.folder = QLineEdit(str(folder))
        self.browse = QPushButton()
        self.base_url = QLineEdit(base_url)
        self.scope = ScopeChoice(scopes)
        self.gzip = QCheckBox(_("Compress (.gz)"))
        self.robots = QCheckBox(_("Add the index to robots.txt"))
        self.robots.setChecked(self._has_robots(folder, base_url))
        self.skip = QCheckBox(_("Leave out files that are missing or cannot be read"))
        self.skip.setToolTip(_("Their entries will be in none of the new files."))
        self.replace = QCheckBox()
        self.remove = QCheckBox()
        self._dress(len(scopes) > 1)
        self._connect()

    # How it is put together

    def _dress(self, has_scopes: bool) -> None:
        name_button(self.browse, _("Browse…"))
        self.megabytes.lineEdit().setTextMargins(*_SPIN_MARGINS)
        self.megabytes.setDecimals(2)
        self.megabytes.setRange(0.01, self._most_bytes / MEGABYTE)
        self.megabytes.setValue(self._most_bytes / MEGABYTE)
        self.megabytes.setSuffix(_(" MB"))
        self.entries.setSuffix(_(" entries"))
        self.headroom.setSuffix(" %")
        self.patterns.setPlaceholderText("shop = /shop/\n/(blog|news)/")
        self.patterns.setToolTip(
            _("A regular expression a line, looked for in the addresses; a name may stand before.")
        )
        self.patterns.setFont(theme.monospace_font())
        lines = self.patterns.fontMetrics().lineSpacing() * PATTERN_LINES
        self.patterns.setFixedHeight(lines + theme.GRID * 2)
        self.name.setToolTip(_("The names can have {fields} in them.").format(fields=FIELDS))
        self.assign.setToolTip(
            _("By address, one that is added changes one file only and moves no other.")
        )
        form = FormGrid()
        if has_scopes:
            form.add(_("Entries"), self.scope)
        form.add(_("Split by"), self.by)
        self._level_label = form.add(_("Part of the path"), self.level)
        self._patterns_label = form.add(_("Patterns"), self.patterns)
        self.entries.setAccessibleName(_("Entries at most"))
        self.megabytes.setAccessibleName(_("Megabytes at most"))
        form.add(_("At most"), _row(self.entries, self.megabytes))
        form.add(_("Leave free"), self.headroom)
        form.add(_("Fill"), self.assign)
        form.add(_("Names"), self.name)
        form.add(_("Index"), self.index_name)
        form.add(_("Its dates"), self.lastmod)
        self.folder.setAccessibleName(_("Folder"))
        form.add(_("Folder"), _row(self.folder, self.browse))
        form.add(_("Public address"), self.base_url)
        for box in (self.gzip, self.robots, self.skip):
            form.add_wide(box)
        self.skip.setVisible(self._subject.is_set)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, theme.GRID, 0)
        column.addLayout(form)
        column.addStretch(1)
        self.replace.hide()
        self.remove.hide()
        self._show_own()

    def _connect(self) -> None:
        self.by.activated.connect(self._on_by_activated)
        self.gzip.toggled.connect(self._on_by_activated)
        for box in (self.assign, self.lastmod, self.scope):
            box.activated.connect(self._tell)
        for number in (self.level, self.entries, self.headroom, self.megabytes):
            number.valueChanged.connect(self._tell)
        for line in (self.index_name, self.folder, self.base_url):
            line.textEdited.connect(self._tell)
        self.name.textEdited.connect(self._on_name_edited)
        self.patterns.textChanged.connect(self._tell)
        self.robots.toggled.connect(self._tell)
        self.skip.toggled.connect(self._tell)
        self.browse.clicked.connect(self._on_browse_clicked)
        self.replace.toggled.connect(lambda _is_on: self.agreed.emit())

    def _tell(self, *_value: object) -> None:
        self.changed.emit()

    def _on_by_activated(self, _value: object = None) -> None:
        self._show_own()
        self.changed.emit()

    def _on_name_edited(self, text: str) -> None:
        self._is_name_own = bool(text.strip())
        self.changed.emit()

    def _on_browse_clicked(self) -> None:
        path = self._interaction.ask_save_path(
            _("Choose where the index goes"),
            self._folder / (self.index_name.text().strip() or USUAL_INDEX),
            [FileFilter(_("Sitemaps"), (".xml",))],
        )
        if path is not None:
            self.folder.setText(str(path.parent))
            self.index_name.setText(path.name)
            self.changed.emit()

    def _show_own(self) -> None:
        """Show what belongs to the way of splitting, and the usual names for it."""
        by = self.by.currentData()
        for widget, kind in (
            (self.level, "section"),
            (self._level_label, "section"),
            (self.patterns, "pattern"),
            (self._patterns_label, "pattern"),
        ):
            widget.setVisible(by == kind)
        if not self._is_name_own:
            wish = Wish("", by=by, gzip=self.gzip.isChecked())
            suffix = suffix_of(wish, is_text=self._subject.is_text)
            with QSignalBlocker(self.name):
                self.name.setText(usual_template(wish) + suffix)

    # What is chosen

    @property
    def _folder(self) -> Path:
        return Path(self.folder.text().strip() or ".").expanduser()

    @property
    def asked(self) -> Asked:
        """What people chose; raises SitemapError for patterns that are none."""
        by = self.by.currentData()
        wish = Wish(
            base_url=self.base_url.text(),
            by=by,
            depth=self.level.value(),
            patterns=read_patterns(self.patterns.toPlainText()) if by == "pattern" else (),
            max_entries=self.entries.value(),
            max_bytes=min(self._most_bytes, round(self.megabytes.value() * MEGABYTE)),
            headroom=self.headroom.value(),
            name=self.name.text() if self._is_name_own else "",
            index_name=self.index_name.text(),
            base=self._subject.base,
            gzip=self.gzip.isChecked(),
            assign=self.assign.currentData(),
            lastmod=self.lastmod.currentData(),
            profiles=self._profiles,
        )
        ids, has_robots = self.scope.scope.ids, self.robots.isChecked()
        return Asked(wish, self._folder, ids, has_robots, self.skip.isChecked())

    @staticmethod
    def _has_robots(folder: Path, base_url: str) -> bool:
        return robots_of(folder, base_url).is_file()

    # What comes of it

    def show_outlook(self, outlook: Outlook | None) -> None:
        """Ask what has to be agreed to: existing files, and those of an earlier split."""
        existing = [path.name for path in outlook.existing] if outlook is not None else []
        old = [path.name for path in outlook.leftovers] if outlook is not None else []
        if outlook is not None:
            said = ngettext(
                "Replace the {n} file that exists",
                "Replace the {n} files that exist",
                len(existing),
            )
            _offer(self.replace, said, existing)
            said = ngettext(
                "Remove {n} file of an earlier split that nothing names any more",
                "Remove {n} files of an earlier split that nothing names any more",
                len(old),
            )
            _offer(self.remove, said, old)

    @property
    def is_agreed(self) -> bool:
        """Whether nothing has to be agreed to, or it was."""
        return self.replace.isHidden() or self.replace.isChecked()

    @property
    def is_removing(self) -> bool:
        """Whether files of an earlier split are to go."""
        return not self.remove.isHidden() and self.remove.isChecked()


_SPIN_MARGINS = (theme.GRID - 2, 0, 0, 0)
"""Text of numbers begins where that of other fields does."""

FIELDS = "{base}, {section}, {n}, {n:03}"


def _offer(box: QCheckBox, said: str, names: list[str]) -> None:
    """Ask about some files; a box that is about others now has to be ticked anew."""
    text = said.format(n=format_number(len(names)))
    if text != box.text() or not names:
        with QSignalBlocker(box):
            box.setChecked(False)
    box.setText(text)
    box.setToolTip(names_text(names))
    box.setVisible(bool(names))


def _combo(choices: Mapping[str, str]) -> QComboBox:
    combo = QComboBox()
    for key, title in choices.items():
        combo.addItem(_(title), key)
    return combo


def _spin(value: int, least: int, most: int) -> QSpinBox:
    spin = QSpinBox()
    theme.indent(spin)
    spin.setRange(least, most)
    spin.setValue(value)
    spin.setGroupSeparatorShown(True)
    spin.lineEdit().setTextMargins(*_SPIN_MARGINS)
    return spin


def _row(field: QWidget, other: QWidget) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.GRID)
    row.addWidget(field, 1)
    row.addWidget(other, 0 if isinstance(other, QPushButton) else 1)
    box.setFocusProxy(field)
    return box
