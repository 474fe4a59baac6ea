"""The list as it stands, its first rows, with a choice above each column of what it means."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.base import heading
from sitemap_editor.gui.elided_label import ElidedLabel
from sitemap_editor.gui.quiet_table import quieten_header
from sitemap_editor.operations.importing.dates import localised
from sitemap_editor.operations.importing.headers import title_of
from sitemap_editor.operations.importing.mapping import Mapping
from sitemap_editor.protocol.dates import read_date
from sitemap_editor.support.i18n import _, format_number

from .role_header import LANGUAGE, OFFERED, RoleHeader, role_title
from .text_table import TextTable
from .work import Look

NARROWEST = 116
"""Width in which a meaning can be read."""

WIDEST = 300
ARROW = 44
"""Room for the frame and the arrow of a choice."""

MANY = 8
"""More columns than are seen at once."""


class RawPane(QFrame):
    """``role_chosen`` carries a column and what people say it means."""

    role_chosen = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        self.setAccessibleName(_("The list"))
        self.why = ElidedLabel("", Qt.TextElideMode.ElideRight)
        theme.set_role(self.why, "dim")
        self.table = TextTable(_("First rows of the list"))
        self.header = RoleHeader(self.table)
        self.table.setHorizontalHeader(self.header)
        quieten_header(self.header)
        self.header.role_chosen.connect(self.role_chosen)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, theme.GRID, 1, 1)
        column.setSpacing(theme.GRID // 2)
        top = QVBoxLayout()
        top.setContentsMargins(theme.GRID * 3 // 2, 0, theme.GRID, 0)
        top.setSpacing(2)
        self.heading = heading(_("The list"))
        top.addWidget(self.heading)
        top.addWidget(self.why)
        column.addLayout(top)
        column.addWidget(self.table, 1)

    def show_look(self, look: Look | None) -> None:
        """Show the first rows of a list."""
        if look is None:
            self.table.show_rows((), ())
            self.header.show_roles((), {}, {})
            self.why.hide()
            return
        self.heading.setText(look.table.source or look.table.name)
        names = [*look.table.columns, *[""] * (look.width - len(look.table.columns))]
        titles = [
            name.strip() or _("Column {number}").format(number=number)
            for number, name in enumerate(names, 1)
        ]
        labels = [format_number(line) for line in look.lines]
        self.table.show_rows(titles, look.rows, labels, narrowest=NARROWEST, widest=WIDEST)
        self._order(look)

    def _order(self, look: Look) -> None:
        """Let the columns of a wide list that mean something stand in front."""
        proposed = look.proposal.mapping
        used = [*proposed.columns.values(), *proposed.languages.values()]
        front = [*dict.fromkeys(used)] if look.width > MANY else []
        for place, column in enumerate([*front, *(n for n in range(look.width) if n not in front)]):
            self.header.moveSection(self.header.visualIndex(column), place)
        for role, column in proposed.columns.items():
            room = self.fontMetrics().horizontalAdvance(role_title(role)) + ARROW
            self.table.setColumnWidth(column, max(self.table.columnWidth(column), room))

    def show_mapping(self, look: Look, mapping: Mapping) -> None:
        """Show what each column means, and why the addresses were found where they are."""
        roles = {at: role for role, at in [*mapping.columns.items()][::-1] if role in OFFERED}
        roles.update({at: LANGUAGE for at in mapping.languages.values() if at not in roles})
        why = dict(look.proposal.why)
        for role, at in mapping.columns.items():
            if look.proposal.mapping.columns.get(role) != at:
                name = title_of(look.table.columns, at)
                why[role] = _("{column}: as you said.").format(column=name)
        self.header.show_roles(self.table.texts.titles, roles, why)
        reason = why.get("languages" if mapping.languages else "loc", "")
        self.why.setText(reason)
        self.why.setVisible(bool(reason))
        unused = frozenset(range(look.width)) - set(roles)
        self.table.texts.set_looks(unused, _doubtful_dates(look, mapping))


def _doubtful_dates(look: Look, mapping: Mapping) -> dict[tuple[int, int], str]:
    """Dates that can be day first or month first, and what is no date."""
    column = mapping.columns.get("lastmod")
    if column is None:
        return {}
    is_empty = mapping.is_empty()
    marks = {}
    for number, row in enumerate(look.rows):
        text = row[column].strip() if column < len(row) else ""
        reading = read_date(text)
        if is_empty(text) or reading.is_valid:
            continue
        if reading.is_open:
            marks[number, column] = "warning"
        elif not reading.suggestion and localised(text) is None:
            marks[number, column] = "error"
    return marks
