"""All that differs in one entry: where it stands on both sides, and its fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.sample_table import ENTRY, Sample, SampleTable
from sitemap_editor.gui.elided_label import ElidedLabel
from sitemap_editor.support.i18n import _

from .words import SEPARATOR, Teller

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_editor.protocol.differences import Difference, FieldChange


class DetailsPane(QFrame):
    """Shows one difference whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("What differs in the entry"))
        theme.set_role(self, "card")
        self.address = ElidedLabel("", Qt.TextElideMode.ElideMiddle)
        self.address.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.places = ElidedLabel()
        theme.set_role(self.places, "dim")
        self.fields = SampleTable()
        self.fields.setColumnHidden(ENTRY, True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(theme.GRID * 3 // 2, theme.GRID, 2, 2)
        layout.setSpacing(theme.GRID // 2)
        layout.addWidget(self.address)
        layout.addWidget(self.places)
        layout.addWidget(self.fields, 1)
        # Takes the room when there are no fields.
        self._rest = QWidget()
        self._rest.setAccessibleName(_("What differs in the entry"))
        layout.addWidget(self._rest, 1)
        self.show_difference(None)

    def show_difference(
        self,
        one: Difference | None,
        fields: Sequence[FieldChange] = (),
        teller: Teller = Teller(),  # noqa: B008 - it is frozen
    ) -> None:
        """Show a difference and some fields; None: none is chosen."""
        self.address.setText(one.address if one is not None else "")
        if one is None:
            self.places.setText(_("Choose a difference to see all of it."))
            self.fields.show_samples([])
        else:
            self.places.setText(places_text(one, teller))
            self.fields.show_samples(
                [Sample(None, field.name, field.old, field.new) for field in fields]
            )
        self.address.setVisible(one is not None)
        self.fields.setVisible(one is not None and bool(fields))
        self._rest.setVisible(not (one is not None and bool(fields)))


def places_text(one: Difference, teller: Teller) -> str:
    """What happened to an entry, and where it stands before and after."""
    before, after = teller.places(one)
    parts = [teller.what(one)]
    if before and after and before != after:
        parts.append(_("{before} → {after}").format(before=before, after=after))
    else:
        parts.append(after or before)
    return SEPARATOR.join(parts)
