"""How values become those of a sitemap: whole addresses, dates, and what stands where none is."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.operations.importing.dates import EXCEL_1904
from sitemap_editor.operations.importing.mapping import Mapping
from sitemap_editor.protocol.dates import read_date
from sitemap_editor.protocol.fields import CHANGE_FREQUENCIES
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.urls import split_url
from sitemap_editor.support.i18n import N_, _

from .narrow_combo import NarrowCombo
from .section import Section, choose, set_text, when_typed

DATE_FORMS = (
    ("", N_("As the column shows")),
    ("dmy", N_("Day first (31/12/2024)")),
    ("mdy", N_("Month first (12/31/2024)")),
    (EXCEL_1904, N_("Days of old Macs (1904)")),
)
ZONES = ("cut", "Z", *(f"{sign}{hour:02}:00" for sign in "+-" for hour in range(1, 13)))
PRIORITIES = tuple(f"{tenth / 10:.1f}" for tenth in range(10, -1, -1))
EXAMPLE = "https://www.example.com/"


class ValuesSection(Section):
    """``changed`` carries parts of a Mapping by name."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(_("Values"), parent)
        self.base = QLineEdit()
        self.pattern = QLineEdit()
        self.form = NarrowCombo()
        self.zone = NarrowCombo()
        self.lastmod = QLineEdit()
        self.changefreq = NarrowCombo()
        self.priority = NarrowCombo()
        self._mapping = Mapping()
        self._fill()
        self._assemble()
        self._connect()

    def _fill(self) -> None:
        self.base.setPlaceholderText(EXAMPLE)
        self.pattern.setPlaceholderText("/products/{handle}")
        self.pattern.setToolTip(
            _("Names of columns in braces are replaced by what stands in each row.")
        )
        self.lastmod.setPlaceholderText("2024-12-31")
        for form, title in DATE_FORMS:
            self.form.addItem(_(title), form)
        for zone in ZONES:
            self.zone.addItem(_("Keep the day only") if zone == "cut" else _zone_title(zone), zone)
        for box, values in ((self.changefreq, CHANGE_FREQUENCIES), (self.priority, PRIORITIES)):
            box.addItem(_("Nothing"), "")
            for value in values:
                box.addItem(value, value)

    def _assemble(self) -> None:
        self.add(self.base, _("Address of the site, for what is not whole"))
        self.add(self.pattern, _("Addresses are made like this"))
        self.add(self.form, _("Dates are written"))
        self.add(self.zone, _("Times without a zone"))
        self.add(self.lastmod, _("Where there is no lastmod"))
        self.add(self.changefreq, _("Where there is no changefreq"))
        self.add(self.priority, _("Where there is no priority"))

    def _connect(self) -> None:
        when_typed(self.base, self._on_base_typed)
        when_typed(self.pattern, self._on_pattern_typed)
        when_typed(self.lastmod, self._on_lastmod_typed)
        self.form.activated.connect(
            lambda _index: self.changed.emit({"date_format": self.form.currentData()})
        )
        self.zone.activated.connect(
            lambda _index: self.changed.emit({"zone": self.zone.currentData()})
        )
        for name, box in (("changefreq", self.changefreq), ("priority", self.priority)):
            box.activated.connect(
                lambda _index, name=name, box=box: self._set_default(name, box.currentData())
            )

    def _on_base_typed(self, text: str) -> None:
        address = whole_site(text)
        theme.set_role(self.base, "error" if address is None else "")
        if address is not None:
            self.changed.emit({"base_url": address})

    def _on_pattern_typed(self, text: str) -> None:
        """Make addresses of a pattern in place of a column, or the other way round."""
        columns = dict(self._mapping.columns)
        if text.strip():
            columns.pop("loc", None)
        self.changed.emit({"url_pattern": text.strip(), "columns": columns})

    def _on_lastmod_typed(self, text: str) -> None:
        is_right = not text.strip() or read_date(text.strip()).is_valid
        theme.set_role(self.lastmod, "" if is_right else "error")
        if is_right:
            self._set_default("lastmod", text.strip())

    def _set_default(self, field: str, value: str) -> None:
        defaults = {name: text for name, text in self._mapping.defaults.items() if name != field}
        self.changed.emit({"defaults": {**defaults, field: value} if value else defaults})

    def show_mapping(self, mapping: Mapping, kind: Kind) -> None:
        """Show what counts now, as far as it matters for a document of this kind."""
        self._mapping = mapping
        set_text(self.base, mapping.base_url)
        set_text(self.pattern, mapping.url_pattern)
        set_text(self.lastmod, mapping.defaults.get("lastmod", ""))
        choose(self.form, mapping.date_format)
        if self.zone.findData(mapping.zone) < 0:
            self.zone.addItem(_zone_title(mapping.zone), mapping.zone)
        choose(self.zone, mapping.zone)
        for name, box in (("changefreq", self.changefreq), ("priority", self.priority)):
            choose(box, mapping.defaults.get(name, ""))
        has_dates = kind.is_xml and "lastmod" in mapping.columns
        for field in (self.form, self.zone):
            self.set_shown(field, has_dates)
        self.set_shown(self.lastmod, kind.is_xml)
        for box in (self.changefreq, self.priority):
            self.set_shown(box, kind is Kind.URLSET)


def whole_site(text: str) -> str | None:
    """The address of a site as it was typed, its scheme added; None while it is none."""
    text = text.strip()
    if text and "://" not in text and "." in text:
        text = f"https://{text}"
    url = split_url(text)
    return text if not text or (url.is_web and url.host) else None


def _zone_title(zone: str) -> str:
    return _("They are UTC") if zone == "Z" else _("They are {zone}").format(zone=f"UTC{zone}")
