"""Set one field for many entries."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QPushButton, QRadioButton, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.inspector.field_editors import NO_LIMIT
from sitemap_editor.protocol.fields import FIELD_BY_NAME, Field, fields_of
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _, format_number, ngettext

from .base import FormGrid, SheetDialog, name_button


class SetValue(NamedTuple):
    """What was chosen; ``value`` None takes the field out of the entries."""

    field: str
    value: str | None


class SetValueDialog(SheetDialog):
    """Asks for a field and its value; ``choice`` is the answer."""

    def __init__(
        self,
        kind: Kind,
        count: int,
        field: str | None = None,
        value: str | None = None,
        parent: QWidget | None = None,
    ) -> None:
        title = ngettext("Set a value in {n} entry", "Set a value in {n} entries", count).format(
            n=format_number(count)
        )
        super().__init__(title, _("It is one step that Undo takes back."), parent)
        self.setMinimumWidth(460)
        self._count = count
        self._fields = fields_of(kind)
        self.field = QComboBox()
        for item in self._fields:
            self.field.addItem(f"{_(item.title)} ({item.name})", item.name)
        self.text = QLineEdit()
        self.list = QComboBox()
        inner = QLineEdit()
        inner.setAccessibleName(_("Value"))
        self.list.setLineEdit(inner)
        for line in (self.text, inner):
            line.setMaxLength(NO_LIMIT)
        self.today = QPushButton()
        name_button(self.today, _("Today"))
        self.set = QRadioButton(_("Set to"))
        self.remove = QRadioButton(_("Remove the field"))
        self.set.setChecked(True)
        self._assemble()
        self._start(field, value)

    def _assemble(self) -> None:
        holder = QWidget()
        row = QHBoxLayout(holder)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GRID)
        for widget in (self.text, self.list, self.today):
            row.addWidget(widget, 0 if widget is self.today else 1)
            widget.setAccessibleName(widget.accessibleName() or _("Value"))
        form = FormGrid()
        form.add(_("Field"), self.field)
        form.add(_("Value"), self.set)
        form.add_wide(holder)
        form.add_wide(self.remove)
        self.body.addLayout(form)
        self.body.addStretch(1)

    def _start(self, field: str | None, value: str | None) -> None:
        # Without a wish the address is the least likely field to be the same everywhere.
        wanted = field or next((f.name for f in self._fields if f.name != "loc"), "loc")
        self.field.setCurrentIndex(max(self.field.findData(wanted), 0))
        self.field.currentIndexChanged.connect(self._on_field_changed)
        self.set.toggled.connect(self._refresh)
        self.text.textChanged.connect(self._refresh)
        self.list.currentTextChanged.connect(self._refresh)
        self.today.clicked.connect(lambda: self.text.setText(date.today().isoformat()))
        self._on_field_changed()
        self.text.setText(value or "")
        self.list.setEditText(value or "")
        editor = self.list if self.list.isVisibleTo(self) else self.text
        editor.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def _field(self) -> Field:
        return FIELD_BY_NAME[self.field.currentData()]

    @property
    def choice(self) -> SetValue:
        """Field and value chosen."""
        editor = self.list.currentText() if self._field.choices else self.text.text()
        return SetValue(self._field.name, editor.strip() if self.set.isChecked() else None)

    def _on_field_changed(self) -> None:
        field = self._field
        self.list.setVisible(bool(field.choices))
        self.text.setVisible(not field.choices)
        self.today.setVisible(field.editor == "date")
        self.list.clear()
        self.list.addItems(field.choices)
        self.list.setCurrentIndex(-1)
        self.remove.setEnabled(field.name != "loc")
        if field.name == "loc":
            self.set.setChecked(True)
        self._refresh()

    def _refresh(self) -> None:
        is_setting = self.set.isChecked()
        for widget in (self.text, self.list, self.today):
            widget.setEnabled(is_setting)
        self.verb.setEnabled(not is_setting or bool(self.choice.value))
        self.set_verb(self._verb_text(is_setting))

    def _verb_text(self, is_setting: bool) -> str:
        shown = format_number(self._count)
        if is_setting:
            text = ngettext("Set in {n} entry", "Set in {n} entries", self._count)
        else:
            text = ngettext("Remove from {n} entry", "Remove from {n} entries", self._count)
        return text.format(n=shown)
