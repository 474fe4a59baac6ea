"""The settings, drawn from their declarations: what is declared with a label has a field here."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.support.i18n import _
from sitemap_editor.support.settings import CHOSEN_SETTINGS, Setting, Settings

from .base import FormGrid, SheetDialog

WIDTH = 440


class SettingsDialog(SheetDialog):
    """Shows the settings of a person; ``values`` is what they are to be."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(_("Settings"), "", parent)
        self.setMinimumWidth(WIDTH)
        self.fields: dict[Setting[Any], QWidget] = {}
        form = FormGrid()
        for setting in CHOSEN_SETTINGS:
            field = _field_of(setting, settings.get(setting))
            self.fields[setting] = field
            if isinstance(field, QCheckBox):
                form.add_wide(field)
            else:
                form.add(_(setting.label), field)
        self.body.addLayout(form)
        self.set_verb(_("Apply"))

    @property
    def values(self) -> dict[Setting[Any], Any]:
        """Each setting and the value chosen."""
        return {setting: _value_of(field) for setting, field in self.fields.items()}


def _field_of(setting: Setting[Any], value: object) -> QWidget:
    """A tick box for yes or no, a stepper for a number, a list for one of several."""
    if isinstance(value, bool):
        box = QCheckBox(_(setting.label))
        box.setChecked(value)
        return box
    if isinstance(value, int):
        stepper = QSpinBox()
        theme.indent(stepper)
        stepper.setRange(setting.minimum, setting.maximum)
        stepper.setValue(value)
        return stepper
    choices = QComboBox()
    for choice, title in zip(setting.choices, setting.titles, strict=True):
        choices.addItem(_(title), choice)
    choices.setCurrentIndex(choices.findData(value))
    return choices


def _value_of(field: QWidget) -> object:
    if isinstance(field, QCheckBox):
        return field.isChecked()
    if isinstance(field, QSpinBox):
        return field.value()
    assert isinstance(field, QComboBox)
    return field.currentData()
