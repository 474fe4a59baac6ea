"""The right side of "Apply a list": how much matches, what changes, and what was left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.message import plain_label
from sitemap_editor.gui.dialogs.sample_table import SampleTable, left_out_text
from sitemap_editor.support.i18n import _, format_number, ngettext

from .address_list import AddressList, Command, Listing
from .pages import Pages

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitemap_editor.operations.applying import Comparison
    from sitemap_editor.operations.importing.rejects import Reject

    from .apply_work import Outcome

    Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Deeds:
    """What can be done with part of a result: entries by id, rows of the list by number.

    ``export`` gets a name for the file and a function that gives the addresses.
    """

    remove: Callable[[Numbers], None]
    add: Callable[[Numbers], None]
    show: Callable[[Numbers], None]
    export: Callable[[str, Callable[[], list[str]]], None]
    export_rejects: Callable[[], None]


class ApplyResults(QWidget):
    """Counts, and a page for each part of what a list does."""

    def __init__(self, deeds: Deeds, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("What the list does"))
        self._deeds = deeds
        self.counts = plain_label("")
        self.said = plain_label("")
        self.pages = Pages(_("What the list does"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID // 2)
        column.addWidget(self.counts)
        column.addWidget(self.pages, 1)
        column.addWidget(self.said)
        self.say("")
        self.show_outcome(None)

    def say(self, text: str) -> None:
        """Say what has been done."""
        self.said.setText(text)
        self.said.setVisible(bool(text))

    def show_outcome(self, outcome: Outcome | None) -> None:
        """Show what a list does; nothing while that is not known."""
        current = self.pages.current
        self.pages.clear()
        self.counts.setText(counts_text(outcome) if outcome is not None else "")
        if outcome is None:
            self.pages.add("hint", _("Preview"), _hint())
            return
        if outcome.plan.comparison is not None:
            self._add_comparison(outcome, outcome.plan.comparison)
        else:
            self._add_preview(outcome)
            self._add_others(outcome)
        self._add_rejects(outcome)
        self.pages.show_page(current)

    def _add_list(
        self, key: str, title: str, listing: Listing, commands: Sequence[Command] = ()
    ) -> None:
        def export(rows: Sequence[int]) -> None:
            self._deeds.export(key.replace("_", "-"), lambda: listing.addresses(rows))

        text = _("{title} ({n})").format(title=title, n=format_number(listing.count))
        self.pages.add(key, text, AddressList(title, listing, commands, export))

    def _add_preview(self, outcome: Outcome) -> None:
        if outcome.action == "mark":
            listing = entries_listing(outcome, outcome.plan.matches.matched)
            self._add_list("preview", _("In the list"), listing)
        else:
            self.pages.add("preview", _("Preview"), _preview(outcome))

    # Compared

    def _add_comparison(self, outcome: Outcome, found: Comparison) -> None:
        removing, showing = self._on_ids(self._deeds.remove, _remove_text), self._showing
        self._add_list(
            "only_sitemap",
            _("Only in the sitemap"),
            entries_listing(outcome, found.only_sitemap),
            [removing(found.only_sitemap), showing(found.only_sitemap)],
        )
        fit = np.setdiff1d(found.only_list, found.unfit)
        adding = Command(_add_text, lambda rows: self._deeds.add(fit[list(rows)]))
        self._add_list("only_list", _("Only in the list"), rows_listing(outcome, fit), [adding])
        self._add_list(
            "not_indexable",
            _("In the sitemap, not indexable"),
            reasons_listing(outcome, found.not_indexable),
            [removing(found.not_indexable), showing(found.not_indexable)],
        )
        if len(found.unfit):
            unfit = rows_listing(outcome, found.unfit)
            self._add_list("unfit", _("Only in the list, not indexable"), unfit)
        both = entries_listing(outcome, found.both)
        self._add_list("both", _("In both"), both, [showing(found.both)])

    def _on_ids(
        self, do: Callable[[Numbers], None], text: Callable[[int], str]
    ) -> Callable[[Numbers], Command]:
        return lambda ids: Command(text, lambda rows: do(ids[list(rows)]))

    def _showing(self, ids: Numbers) -> Command:
        return self._on_ids(self._deeds.show, lambda _count: _("Show"))(ids)

    # What does not go as it says

    def _add_others(self, outcome: Outcome) -> None:
        plan = outcome.plan
        if len(plan.missing):
            missing = rows_listing(outcome, plan.missing)
            self._add_list("missing", _("Not found"), missing)
        spelled = plan.matches.ids[(plan.matches.rows >= 0) & ~plan.matches.is_exact]
        if len(spelled):
            listing = spellings_listing(outcome, spelled)
            self._add_list("spelled", _("Other spelling"), listing, [self._showing(spelled)])
        redirects = plan.applied.redirects
        if redirects is not None and redirects.circular:
            rows = np.array(redirects.circular, np.int64)
            listing = targets_listing(outcome, rows)
            self._add_list("circles", _("In a circle"), listing)
        if redirects is not None and redirects.foreign:
            rows = np.array(redirects.foreign, np.int64)
            listing = targets_listing(outcome, rows)
            self._add_list("foreign", _("To another host"), listing)

    def _add_rejects(self, outcome: Outcome) -> None:
        """Rows left out, and values left out of rows that count where values are what is wanted."""
        if outcome.reject_count:
            export = self._deeds.export_rejects
            self._add_left_out(
                "rejects", _("Left out"), outcome.rejects, outcome.reject_count, export
            )
        lost = outcome.listed.lost
        if outcome.action == "set" and lost is not None and len(lost):
            self._add_left_out("lost", _("Values not read"), outcome.lost, len(lost))

    def _add_left_out(
        self,
        key: str,
        title: str,
        first: Sequence[Reject],
        count: int,
        export: Callable[[], None] | None = None,
    ) -> None:
        exporting = (lambda _rows: export()) if export is not None else None
        page = AddressList(title, rejects_listing(first), (), exporting)
        if count > len(first):
            page.count.setText(left_out_text(len(first), count))
        text = _("{title} ({n})").format(title=title, n=format_number(count))
        self.pages.add(key, text, page)


# Pages


def _hint() -> QWidget:
    card = QFrame()
    card.setAccessibleName(_("Preview"))
    theme.set_role(card, "card")
    label = plain_label(_("What the list does is shown here."))
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    theme.set_role(label, "dim")
    column = QVBoxLayout(card)
    column.addWidget(label)
    return card


def _preview(outcome: Outcome) -> QWidget:
    page = QWidget()
    page.setAccessibleName(_("Preview"))
    column = QVBoxLayout(page)
    column.setContentsMargins(0, theme.GRID // 2, 0, 0)
    table = SampleTable(_("Note"))
    table.show_samples(outcome.samples)
    column.addWidget(table, 1)
    entries = len({sample.position for sample in outcome.samples})
    if entries < outcome.plan.count:
        note = plain_label(left_out_text(entries, outcome.plan.count))
        theme.set_role(note, "dim")
        column.addWidget(note)
    return page


def entries_listing(outcome: Outcome, ids: Numbers) -> Listing:
    """Entries with their positions."""
    doc = outcome.plan.doc

    def texts(row: int) -> Sequence[str]:
        entry = int(ids[row])
        return format_number(doc.position_of(entry) + 1), doc.value_of(entry, "loc") or ""

    def addresses(rows: Sequence[int]) -> list[str]:
        return [value or "" for value in doc.values_of(ids[list(rows)], "loc")]

    titles = (_("Entry"), _("Address"))
    return Listing(titles, len(ids), texts, addresses, frozenset({0}))


def reasons_listing(outcome: Outcome, ids: Numbers) -> Listing:
    """Entries with what the list says about their pages."""
    plain, matches, listed = (
        entries_listing(outcome, ids),
        outcome.plan.matches,
        outcome.plan.listed,
    )
    doc = outcome.plan.doc

    def texts(row: int) -> Sequence[str]:
        at = int(matches.rows[doc.position_of(int(ids[row]))])
        said = (listed.value("status", at).strip(), listed.value("indexable", at).strip())
        return (*plain.texts(row), " · ".join(filter(None, said)))

    titles = (*plain.titles, _("What the list says"))
    return Listing(titles, plain.count, texts, plain.addresses, plain.narrow)


def spellings_listing(outcome: Outcome, ids: Numbers) -> Listing:
    """Entries with the spelling of their address in the list."""
    plain, matches, listed = (
        entries_listing(outcome, ids),
        outcome.plan.matches,
        outcome.plan.listed,
    )
    doc = outcome.plan.doc

    def texts(row: int) -> Sequence[str]:
        at = int(matches.rows[doc.position_of(int(ids[row]))])
        return (*plain.texts(row), listed.addresses[at])

    titles = (_("Entry"), _("In the sitemap"), _("In the list"))
    return Listing(titles, plain.count, texts, plain.addresses, plain.narrow)


def rows_listing(outcome: Outcome, rows: Numbers) -> Listing:
    """Rows of the list with their lines."""
    listed = outcome.plan.listed

    def texts(row: int) -> Sequence[str]:
        at = int(rows[row])
        return format_number(listed.lines[at]), listed.addresses[at]

    def addresses(chosen: Sequence[int]) -> list[str]:
        return [listed.addresses[at] for at in rows[list(chosen)].tolist()]

    return Listing((_("Line"), _("Address")), len(rows), texts, addresses, frozenset({0}))


def targets_listing(outcome: Outcome, rows: Numbers) -> Listing:
    """Rows of the list with old and new address."""
    plain, listed = rows_listing(outcome, rows), outcome.plan.listed

    def texts(row: int) -> Sequence[str]:
        return (*plain.texts(row), listed.value("new", int(rows[row])))

    titles = (_("Line"), _("Old address"), _("New address"))
    return Listing(titles, plain.count, texts, plain.addresses, plain.narrow)


def rejects_listing(rejects: Sequence[Reject]) -> Listing:
    """Rows that were left out: line, why, and what stands there."""

    def texts(row: int) -> Sequence[str]:
        one = rejects[row]
        cells = " · ".join(cell for cell in one.cells if cell.strip())
        return format_number(one.line), one.reason.words, cells

    def lines(rows: Sequence[int]) -> list[str]:
        return ["\t".join(rejects[row].cells) for row in rows]

    titles = (_("Line"), _("Why it was left out"), _("Row"))
    return Listing(titles, len(rejects), texts, lines, frozenset({0}))


# Words


def counts_text(outcome: Outcome) -> str:
    """How many entries match, and how many rows do not."""
    plan = outcome.plan
    matched = plan.matches.exact_count + plan.matches.equivalent_count
    parts = [
        ngettext("{n} entry matched", "{n} entries matched", matched),
        ngettext("{n} address not found", "{n} addresses not found", len(plan.missing)),
    ]
    numbers = [matched, len(plan.missing)]
    if plan.matches.equivalent_count:
        count = plan.matches.equivalent_count
        parts.insert(
            1, ngettext("{n} of them after normalising", "{n} of them after normalising", count)
        )
        numbers.insert(1, count)
    elif plan.wanted.exact_only and plan.spelled_otherwise:
        count = plan.spelled_otherwise
        parts.append(ngettext("{n} spelled otherwise", "{n} spelled otherwise", count))
        numbers.append(count)
    return " · ".join(
        part.format(n=format_number(number)) for part, number in zip(parts, numbers, strict=True)
    )


def _remove_text(count: int) -> str:
    text = ngettext("Remove {n} entry", "Remove {n} entries", count)
    return text.format(n=format_number(count))


def _add_text(count: int) -> str:
    text = ngettext("Add {n} to the sitemap", "Add {n} to the sitemap", count)
    return text.format(n=format_number(count))
