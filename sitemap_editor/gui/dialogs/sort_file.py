"""Sort the file: by what, in which direction, and how it begins then."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtWidgets import QComboBox, QLabel, QRadioButton, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.jobs import EXPECTED_ERRORS, JobRunner
from sitemap_editor.gui.live_work import LiveWork, WorkBar
from sitemap_editor.operations.sorting import IMPORTED, NATURAL, order_by
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.support.i18n import _, format_number, ngettext

from .base import FormGrid, SheetDialog
from .preview_pane import PreviewPane

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.store import Ids
    from sitemap_editor.support.jobs import Progress

FIRST = 12
"""Entries shown of the new order."""


@dataclass(frozen=True, slots=True)
class SortRequest:
    """By what the file is sorted: a field, NATURAL or IMPORTED."""

    by: str
    descending: bool


class _Order(NamedTuple):
    """How many entries change their place, and the first lines of the new order."""

    moved: int
    lines: list[str]


class SortFileDialog(SheetDialog):
    """Asks in which order the entries of the file shall stand; ``request`` is the answer."""

    is_as_high_as_needed = False

    def __init__(
        self, doc: Document, jobs: JobRunner, field: str = "loc", parent: QWidget | None = None
    ) -> None:
        lead = _(
            "The entries change places in the file, comments going with them. The order of the "
            "table is another thing: that is only how they are shown."
        )
        super().__init__(_("Sort the file"), lead, parent)
        self.setMinimumSize(480, 420)
        self.resize(640, 520)
        self._doc = doc
        self.by = QComboBox()
        self.up = QRadioButton(_("&Ascending"))
        self.down = QRadioButton(_("&Descending"))
        self.preview = PreviewPane(_("How the file begins then"))
        self.said = QLabel()
        self.work = LiveWork(jobs, self._on_failed, self)
        for one in fields_of(doc.kind):
            self.by.addItem(f"{_(one.title)} ({one.name})", one.name)
        self.by.addItem(_("Address, numbers by their size"), NATURAL)
        self.by.addItem(_("As they were when the file was opened"), IMPORTED)
        self.by.setCurrentIndex(max(self.by.findData(field), 0))
        self.up.setChecked(True)
        self._assemble()
        self.by.currentIndexChanged.connect(self._refresh)
        self.up.toggled.connect(self._refresh)
        self._refresh()

    def _assemble(self) -> None:
        form = FormGrid()
        form.add(_("Sort by"), self.by)
        form.add_wide(self.up)
        form.add_wide(self.down)
        theme.set_role(self.said, "dim")
        self.body.addLayout(form)
        self.body.addWidget(self.preview, 1)
        self.body.addWidget(WorkBar(self.work, _("Sorting")))
        self.body.addWidget(self.said)

    @property
    def request(self) -> SortRequest:
        """What is to be done."""
        return SortRequest(self.by.currentData(), self.down.isChecked())

    def _refresh(self) -> None:
        wanted = self.request
        self.verb.setEnabled(False)
        self.set_verb(_("Sort the file"))
        self.work.run(partial(_order, self._doc, wanted), self._on_ordered)

    def _on_ordered(self, order: _Order) -> None:
        self.preview.show_text("\n".join(order.lines))
        self.verb.setEnabled(order.moved > 0)
        if not order.moved:
            self.said.setText(_("The file is in this order already."))
            return
        said = ngettext(
            "{n} entry changes its place.", "{n} entries change their places.", order.moved
        )
        self.said.setText(said.format(n=format_number(order.moved)))

    def _on_failed(self, error: BaseException) -> None:
        self._on_ordered(_Order(0, []))
        self.said.setText(describe(error) if isinstance(error, EXPECTED_ERRORS) else "")

    def done(self, result: int) -> None:
        """Stop sorting when the dialog goes."""
        self.work.stop()
        super().done(result)


def _order(doc: Document, wanted: SortRequest, progress: Progress) -> _Order:
    ids = order_by(doc, wanted.by, wanted.descending, progress)
    first: Ids = ids[:FIRST]
    locs = doc.values_of(first, "loc")
    is_field = wanted.by not in ("loc", NATURAL, IMPORTED)
    values = doc.values_of(first, wanted.by) if is_field else [None] * len(first)
    lines = [
        f"{value or '–'}  {loc or ''}" if is_field else loc or ""
        for loc, value in zip(locs, values, strict=True)
    ]
    return _Order(int(np.count_nonzero(ids != doc.ids)), lines)
