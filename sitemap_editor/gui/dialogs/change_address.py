"""Change address: how addresses begin and shall begin, where, and what that changes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.inspector.field_editors import NO_LIMIT
from sitemap_editor.gui.jobs import EXPECTED_ERRORS, JobRunner
from sitemap_editor.gui.live_work import LiveWork, WorkBar
from sitemap_editor.gui.repairs.note import NoteLine
from sitemap_editor.operations.moving import MEDIA, Found, Survey, places_of, survey
from sitemap_editor.operations.plans import Sample
from sitemap_editor.operations.prefixes import Move
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import N_, _, format_number, ngettext

from .base import FormGrid, SheetDialog
from .sample_table import SampleTable, left_out_text

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

MOST_SHOWN = 200
MOST_SITES = 2

PLACES = {
    "loc": N_("Addresses of &pages"),
    "alternates": N_("Links to other &languages"),
    "media": N_("&Images and videos"),
    "children": N_("Addresses of &sitemaps"),
}


@dataclass(frozen=True, slots=True)
class AddressRequest:
    """What is to be moved, and in which places; ``count`` addresses change."""

    move: Move
    places: tuple[str, ...]
    count: int


class AddressDialog(SheetDialog):
    """Asks for the old and the new beginning of addresses; ``request`` is the answer."""

    is_as_high_as_needed = False

    def __init__(
        self, doc: Document, jobs: JobRunner, site: str = "", parent: QWidget | None = None
    ) -> None:
        """``site`` is how most addresses begin."""
        lead = _(
            "Scheme, host, port and folders at the beginning of addresses. Namespaces stay as they "
            "are, and so does what follows the beginning."
        )
        super().__init__(_("Change address"), lead, parent)
        self.setMinimumSize(680, 560)
        self.resize_within(920, 620)
        self._doc = doc
        self._survey: Survey = {}
        self._move: Move | None = None
        self.old, self.new = QLineEdit(site), QLineEdit(site)
        self.boxes = {place: QCheckBox(_(PLACES[place])) for place in places_of(doc.kind)}
        self.said = {place: QLabel() for place in self.boxes}
        self.note = NoteLine()
        self.table = SampleTable()
        self.left_out = QLabel()
        self.work = LiveWork(jobs, self._on_failed, self)
        self._assemble()
        for line in (self.old, self.new):
            line.textChanged.connect(self._refresh)
        for box in self.boxes.values():
            box.toggled.connect(self._say)
        self.new.setFocus()
        self.new.selectAll()
        self._refresh()

    def _assemble(self) -> None:
        for line in (self.old, self.new):
            line.setMaxLength(NO_LIMIT)
            line.setPlaceholderText("https://www.example.com")
        form = FormGrid()
        form.add(_("From"), self.old)
        form.add(_("To"), self.new)
        places = QWidget()
        places.setAccessibleName(_("Where"))
        column = QVBoxLayout(places)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID // 2)
        for place, box in self.boxes.items():
            box.setChecked(True)
            theme.set_role(self.said[place], "dim")
            self.said[place].setWordWrap(True)
            self.said[place].setContentsMargins(theme.GRID * 3, 0, 0, 0)
            column.addWidget(box)
            column.addWidget(self.said[place])
        form.add(_("Where"), places)
        theme.set_role(self.left_out, "dim")
        self.body.addLayout(form)
        self.body.addWidget(self.note)
        self.body.addWidget(self.table, 1)
        self.body.addWidget(WorkBar(self.work, _("Searching")))
        self.body.addWidget(self.left_out)

    @property
    def places(self) -> tuple[str, ...]:
        """The places that are ticked."""
        return tuple(place for place, box in self.boxes.items() if box.isChecked())

    def _refresh(self) -> None:
        """Look again what would change."""
        self._move = None
        self.verb.setEnabled(False)
        old, new = self.old.text().strip(), self.new.text().strip()
        if not old or not new or old == new:
            self.work.stop()
            self._on_surveyed({})
            return
        try:
            self._move = Move(old, new)
        except SitemapError as error:
            self.work.stop()
            self._on_failed(error)
            return
        surveying = partial(survey, self._doc, self._move)
        self.work.after_rest(partial(self.work.run, surveying, self._on_surveyed))

    def _on_surveyed(self, found: Survey) -> None:
        self._survey = found
        self.note.say("")
        self._say()

    def _on_failed(self, error: BaseException) -> None:
        self._on_surveyed({})
        if isinstance(error, EXPECTED_ERRORS):
            self.note.say(describe(error, with_place=False), "warning")

    @property
    def _count(self) -> int:
        return sum(self._survey[place].changed for place in self.places if place in self._survey)

    def _say(self) -> None:
        """Tell what changes where, and what the button will do."""
        for place, label in self.said.items():
            found = self._survey.get(place)
            label.setText(place_text(found) if found is not None else "")
            label.setVisible(found is not None)
        self._advise_about_media()
        samples: list[Sample] = []
        for place in self.places:
            samples += self._survey[place].samples if place in self._survey else []
        samples.sort(key=lambda one: one.position or 0)
        shown = samples[:MOST_SHOWN]
        self.table.show_samples(shown)
        count = self._count
        self.left_out.setText(left_out_text(len(shown), count))
        self.left_out.setVisible(len(shown) < count)
        text = ngettext("Change {n} address", "Change {n} addresses", count)
        self.set_verb(text.format(n=format_number(count)))
        self.verb.setEnabled(count > 0 and not self.work.is_busy)

    def _advise_about_media(self) -> None:
        """Offer to leave pictures where they are, since they often do not move with the site."""
        media = self._survey.get(MEDIA)
        is_moving = media is not None and media.changed and self.boxes[MEDIA].isChecked()
        if is_moving:
            said = _("Images and videos often stay on the old host or on a CDN.")
            leave = (_("Leave them there"), lambda: self.boxes[MEDIA].setChecked(False))
            self.note.say(said, "info", [leave])
        elif self._survey:
            self.note.say("")

    @property
    def request(self) -> AddressRequest | None:
        """What is to be done; None as long as it cannot be."""
        if self._move is None:
            return None
        return AddressRequest(self._move, self.places, self._count)

    def done(self, result: int) -> None:
        """Stop looking when the dialog goes."""
        self.work.stop()
        super().done(result)


def place_text(found: Found) -> str:
    """How many addresses of a place change, and where the others stay."""
    if not found.total:
        return _("There are none.")
    said = ngettext("{n} of {total} changes", "{n} of {total} change", found.changed)
    texts = [said.format(n=format_number(found.changed), total=format_number(found.total))]
    for site, number in found.stays.most_common(MOST_SITES):
        stays = ngettext("{n} stays at {site}", "{n} stay at {site}", number)
        where = site or _("no host")
        texts.append(stays.format(n=format_number(number), site=where))
    if len(found.stays) > MOST_SITES:
        more = len(found.stays) - MOST_SITES
        rest = ngettext("and {n} more site", "and {n} more sites", more)
        texts.append(rest.format(n=format_number(more)))
    return " · ".join(texts)
