"""Which rows of a list count: filters, several rows about one page, what counts as empty."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.base import name_button
from sitemap_editor.operations.importing.filters import filter_of, offered
from sitemap_editor.operations.importing.mapping import Mapping
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import N_, _

from .narrow_combo import NarrowCombo
from .section import TYPING_MS, Section, choose, set_text, when_typed

FILTERS = {
    "status=200": N_("Only pages with status 200"),
    "indexable": N_("Only pages that can be indexed"),
    "html": N_("Only pages (text/html), no files"),
    "published": N_("Only what is published"),
    "active": N_("Only active products"),
    "publish": N_("Only published posts"),
    "pages": N_("Only posts with a page, no attachments or menus"),
}
DUPLICATES = (
    ("newest", N_("The one with the latest date")),
    ("first", N_("The first one")),
    ("last", N_("The last one")),
    ("keep", N_("All of them")),
)
EMPTIES_HEIGHT = 88


class RowsSection(Section):
    """``changed`` carries parts of a Mapping by name."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("Rows that count"), parent)
        self.filters = {name: QCheckBox(_(title)) for name, title in FILTERS.items()}
        self.other = QLineEdit()
        self.duplicates = NarrowCombo()
        self.empties_shown = QPushButton()
        self.empties = QPlainTextEdit()
        self._mapping = Mapping()
        self._columns: tuple[str, ...] = ()
        self._timer = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._timer.timeout.connect(self._on_empties_typed)
        self._assemble()
        self._connect()

    def _assemble(self) -> None:
        for value, title in DUPLICATES:
            self.duplicates.addItem(_(title), value)
        for box in self.filters.values():
            self.add(box)
        self.other.setPlaceholderText(_("Language=en|fr"))
        self.other.setToolTip(
            _("A column and the values that count, or status=200|301|4xx; several with commas.")
        )
        self.add(self.other, _("Only rows in which"))
        self.add(self.duplicates, _("Of several rows about a page"))
        name_button(self.empties_shown, _("What counts as empty…"))
        theme.set_role(self.empties_shown, "link")
        self.empties_shown.setCheckable(True)
        self.empties_shown.setAutoDefault(False)
        self.add(self.empties_shown)
        self.empties.setFixedHeight(EMPTIES_HEIGHT)
        self.empties.setTabChangesFocus(True)
        self.add(self.empties, _("Counts as empty, a line each"))
        self.set_shown(self.empties, False)

    def _connect(self) -> None:
        for box in self.filters.values():
            box.clicked.connect(lambda _is_on: self._tell_filters())
        when_typed(self.other, lambda _text: self._tell_filters())
        self.duplicates.activated.connect(
            lambda _index: self.changed.emit({"duplicates": self.duplicates.currentData()})
        )
        self.empties_shown.toggled.connect(lambda is_on: self.set_shown(self.empties, is_on))
        self.empties.textChanged.connect(self._timer.start)

    def _tell_filters(self) -> None:
        ticked = [name for name, box in self.filters.items() if box.isChecked()]
        typed = [one.strip() for one in self.other.text().split(",") if one.strip()]
        flaw = self._flaw_of(typed)
        theme.set_role(self.other, "error" if flaw else "")
        self.other.setAccessibleDescription(flaw)
        if flaw:
            self.other.setToolTip(flaw)
            return
        self.changed.emit({"filters": tuple(dict.fromkeys([*ticked, *typed]))})

    def _flaw_of(self, names: list[str]) -> str:
        try:
            for name in names:
                filter_of(name, self._mapping.columns, self._columns)
        except SitemapError as error:
            return str(error)
        return ""

    def _on_empties_typed(self) -> None:
        lines = [line.strip() for line in self.empties.toPlainText().split("\n")]
        empties = tuple(dict.fromkeys(line.casefold() for line in lines if line))
        if empties != self._mapping.empties:
            self.changed.emit({"empties": empties})

    def show_mapping(self, mapping: Mapping, columns: tuple[str, ...]) -> None:
        """Show what counts now."""
        self._mapping, self._columns = mapping, columns
        possible = offered(mapping.columns)
        for name, box in self.filters.items():
            box.setVisible(name in possible or name in mapping.filters)
            box.setChecked(name in mapping.filters)
        others = [name for name in mapping.filters if name not in self.filters]
        set_text(self.other, ", ".join(others))
        choose(self.duplicates, mapping.duplicates)
        if not self.empties.hasFocus():
            self.empties.blockSignals(True)
            self.empties.setPlainText("\n".join(mapping.empties))
            self.empties.blockSignals(False)
