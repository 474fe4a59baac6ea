"""Where entries of a list go: a new document, the end of the one shown, or among its own."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QRadioButton, QWidget

from sitemap_editor.operations.importing.into import (
    EXISTING,
    FILL,
    NEWEST,
    UPDATE,
    WINNERS,
    Policy,
)
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import N_, _

from .narrow_combo import NarrowCombo
from .section import Section, choose
from .work import Goal, Target

KINDS = (
    (Kind.URLSET, N_("Sitemap (XML)")),
    (Kind.SITEMAPINDEX, N_("Index of sitemaps (XML)")),
    (Kind.TEXT, N_("List of addresses (text)")),
)
MERGED_FIELDS = ("lastmod", "changefreq", "priority")


class GoalSection(Section):
    """``changed`` when ``goal`` is another one; ``kind_chosen`` for that of a new document."""

    changed = Signal()
    kind_chosen = Signal(object)

    def __init__(
        self,
        name: str = "",
        why_not: str = "",
        fields: Sequence[str] = MERGED_FIELDS,
        parent: QWidget | None = None,
    ) -> None:
        """``name`` is that of the document shown; ``why_not`` why nothing can go into it.

        ``fields`` are those that its entries have.
        """
        super().__init__(_("Where it goes"), parent)
        self._group = QButtonGroup(self)
        self.targets = {
            Target.NEW: QRadioButton(_("A new document")),
            Target.APPEND: QRadioButton(_("To the end of {name}").format(name=name)),
            Target.MERGE: QRadioButton(_("Among the entries of {name}").format(name=name)),
        }
        self.kind = NarrowCombo()
        self.skip = QCheckBox(_("Leave out pages that are there"))
        self.existing = NarrowCombo()
        self.winners = {field: NarrowCombo() for field in MERGED_FIELDS if field in fields}
        self.adds = QCheckBox(_("Add pages that are not there"))
        self.exact = QCheckBox(_("Only the same spelling is the same page"))
        self._fill()
        self._assemble(bool(name), why_not)
        self._connect()
        self._show()

    def _fill(self) -> None:
        for kind, title in KINDS:
            self.kind.addItem(_(title), kind)
        for value, title in EXISTING.items():
            self.existing.addItem(_(title), value)
        for field, box in self.winners.items():
            for value, title in WINNERS.items():
                if value != NEWEST or field == "lastmod":
                    box.addItem(_(title), value)
            choose(box, NEWEST if field == "lastmod" else FILL)
        choose(self.existing, UPDATE)
        self.skip.setChecked(True)
        self.adds.setChecked(True)

    def _assemble(self, has_document: bool, why_not: str) -> None:
        for target, button in self.targets.items():
            self._group.addButton(button)
            is_new = target is Target.NEW
            button.setVisible(is_new or has_document)
            button.setEnabled(is_new or not why_not)
            button.setToolTip("" if is_new else why_not)
            self.add(button)
            if is_new:
                self.add(self.kind, _("Kind"))
        self.targets[Target.NEW].setChecked(True)
        self.add(self.skip)
        self.add(self.existing, _("A page that is in both"))
        for field, box in self.winners.items():
            self.add(box, _("Where both have {field}").format(field=field))
        self.add(self.adds)
        self.add(self.exact)

    def _connect(self) -> None:
        self._group.buttonToggled.connect(lambda _button, is_on: self._tell() if is_on else None)
        for check in (self.skip, self.adds, self.exact):
            check.toggled.connect(lambda _is_on: self._tell())
        for box in (self.existing, *self.winners.values()):
            box.activated.connect(lambda _index: self._tell())
        self.kind.activated.connect(
            lambda _index: self.kind_chosen.emit(Kind(self.kind.currentData()))
        )

    def _tell(self) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        """Show what has to be decided for where it goes."""
        target = self.target
        is_merge = target is Target.MERGE
        is_update = is_merge and self.existing.currentData() == UPDATE
        self.set_shown(self.kind, target is Target.NEW)
        self.set_shown(self.skip, target is Target.APPEND)
        self.set_shown(self.existing, is_merge)
        for box in self.winners.values():
            self.set_shown(box, is_update)
        self.set_shown(self.adds, is_merge)
        self.set_shown(self.exact, target is not Target.NEW)

    def show_kind(self, kind: Kind) -> None:
        """Show of what kind a new document will be."""
        choose(self.kind, kind)

    @property
    def target(self) -> Target:
        """Where it goes."""
        return next(target for target, button in self.targets.items() if button.isChecked())

    @property
    def goal(self) -> Goal:
        """Everything that is decided here."""
        policy = Policy(
            existing=self.existing.currentData(),
            winners={field: box.currentData() for field, box in self.winners.items()},
            exact=self.exact.isChecked(),
            adds=self.adds.isChecked(),
        )
        return Goal(self.target, self.skip.isChecked(), policy)
