"""The line above the table: what is typed, what is chosen, and how many entries that leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QMenu, QToolButton, QWidget

from sitemap_editor.gui import theme
from sitemap_editor.gui.icons import coloured_icon
from sitemap_editor.gui.naming import name_buttons_of, name_menu
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.support.i18n import _, format_number, ngettext

from .arrangement import (
    ANY_FINDING,
    SEVERITY_PREFIX,
    Arrangement,
    Marked,
    Query,
    pattern_error,
)
from .arrangement import typed_query as query_of
from .filter_menus import finding_choices, finding_title, host_choices, place_title, section_choices

DEBOUNCE_MS = 150
INSTANT_ENTRIES = 10_000
FIELD_WIDTH = 96
ICON_ROOM = 56
"""Pixels of the field that its icon and its edges take."""


class FilterField(QLineEdit):
    """The text to look for; Escape empties it, Down goes to the table."""

    cleared = Signal()
    left_downwards = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("filterField")
        self.setAccessibleName(_("Filter"))
        self.setToolTip(
            _("Shows the entries that hold this text. Between slashes it is a regular expression.")
        )
        self.setClearButtonEnabled(True)
        self.setMinimumWidth(FIELD_WIDTH)
        action = QAction(coloured_icon("filter", "dim_text"), "", self)
        self.addAction(action, QLineEdit.ActionPosition.LeadingPosition)
        name_buttons_of(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        hint = _("Filter: text or /pattern/")
        has_room = self.fontMetrics().horizontalAdvance(hint) + ICON_ROOM <= self.width()
        self.setPlaceholderText(hint if has_room else _("Filter"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cleared.emit()
        elif event.key() == Qt.Key.Key_Down:
            self.left_downwards.emit()
        else:
            super().keyPressEvent(event)


class FilterBar(QWidget):
    """Shows and changes the query of the active arrangement."""

    cleared = Signal()
    left_downwards = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Filter"))
        self.arrangement: Arrangement | None = None
        self.field = FilterField(self)
        self.findings = self._menu_button(_("Findings"), self._fill_findings)
        self.section = self._menu_button(_("Section"), self._fill_sections)
        self.missing = self._menu_button(_("Missing"), self._fill_missing)
        self.edited = QToolButton(self)
        self.marked = QToolButton(self)
        self.again = QToolButton(self)
        self.count = QLabel(self)
        self.all = QToolButton(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_timer_timeout)
        self._set_up()
        self._lay_out()

    def _set_up(self) -> None:
        self.field.textEdited.connect(self._on_text_edited)
        self.field.textChanged.connect(self._on_text_changed)
        self.field.returnPressed.connect(self._on_return_pressed)
        self.field.cleared.connect(self.clear)
        self.field.left_downwards.connect(self.left_downwards)
        self.edited.setText(_("Edited"))
        self.edited.setAccessibleName(_("Edited entries only"))
        self.edited.setToolTip(_("Shows the entries that differ from the file on disk."))
        self.edited.setCheckable(True)
        self.edited.toggled.connect(lambda is_on: self._change(is_edited=is_on))
        self.marked.setCheckable(True)
        self.marked.clicked.connect(lambda: self._change(marked=None))
        self.marked.hide()
        self.again.setText(_("Apply again"))
        self.again.setAccessibleName(_("Apply filter and sort again"))
        self.again.setToolTip(_("Entries were changed since the filter and the sort were applied."))
        self.again.clicked.connect(self._on_again_clicked)
        self.again.hide()
        theme.set_role(self.count, "dim")
        self.count.setAccessibleName(_("Entries shown"))
        theme.set_role(self.all, "link")
        self.all.setCursor(Qt.CursorShape.PointingHandCursor)
        self.all.setAccessibleName(_("All entries"))
        self.all.setToolTip(_("Shows all entries again."))
        self.all.clicked.connect(self.clear)
        self.all.hide()

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 6, 10, 6)
        layout.setSpacing(4)
        layout.addWidget(self.field, 1)
        for button in self._chips:
            theme.set_role(button, "chip")
            layout.addWidget(button)
        layout.addSpacing(8)
        layout.addWidget(self.count)
        layout.addWidget(self.all)

    @property
    def _chips(self) -> tuple[QToolButton, ...]:
        chosen = (self.findings, self.section, self.missing, self.edited)
        return (*chosen, self.marked, self.again)

    def _menu_button(self, text: str, fill: Callable[[QMenu], None]) -> QToolButton:
        button = QToolButton(self)
        button.setText(_with_arrow(text))
        button.setAccessibleName(text)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        name_menu(menu, text)
        menu.aboutToShow.connect(partial(fill, menu))
        button.setMenu(menu)
        return button

    # Which arrangement

    def set_arrangement(self, arrangement: Arrangement | None) -> None:
        """Show the query of another document."""
        if self.arrangement is not None:
            self.arrangement.query_changed.disconnect(self.refresh)
            self.arrangement.applied.disconnect(self.refresh_count)
            self.arrangement.went_stale.disconnect(self.refresh_count)
            self.arrangement.model.rows_changed.disconnect(self.refresh_count)
        self.arrangement = arrangement
        if arrangement is not None:
            arrangement.query_changed.connect(self.refresh)
            arrangement.applied.connect(self.refresh_count)
            arrangement.went_stale.connect(self.refresh_count)
            arrangement.model.rows_changed.connect(self.refresh_count)
        self.setEnabled(arrangement is not None)
        self.refresh()

    def refresh(self) -> None:
        """Show the query."""
        query = self.arrangement.query if self.arrangement is not None else Query()
        typed = f"/{query.text}/" if query.is_regex else query.text
        if query_of(self.field.text(), query) != query:
            with QSignalBlocker(self.field):
                self.field.setText(typed)
        with QSignalBlocker(self.edited):
            self.edited.setChecked(query.is_edited)
        finding = finding_title(query.finding) if query.finding is not None else None
        self._show_choice(self.findings, _("Findings"), finding)
        self._show_choice(self.section, _("Section"), place_title(query.host, query.section))
        missing = _("No {field}").format(field=query.missing) if query.missing else None
        self._show_choice(self.missing, _("Missing"), missing)
        self._show_marked(query.marked)
        self._show_error(pattern_error(query))
        self.refresh_count()

    def _show_marked(self, marked: Marked | None) -> None:
        """A button for entries that were pointed out; a click shows the others too."""
        self.marked.setVisible(marked is not None)
        self.marked.setChecked(marked is not None)
        title = marked.title if marked is not None else ""
        metrics = self.marked.fontMetrics()
        self.marked.setText(metrics.elidedText(title, Qt.TextElideMode.ElideMiddle, 150) + "  ×")
        self.marked.setAccessibleName(_("{title}: show the others too").format(title=title))
        self.marked.setToolTip(self.marked.accessibleName())

    def _show_choice(self, button: QToolButton, name: str, choice: str | None) -> None:
        metrics = button.fontMetrics()
        shown = metrics.elidedText(choice or name, Qt.TextElideMode.ElideRight, 130)
        button.setText(_with_arrow(shown))
        button.setToolTip(choice or "")
        button.setCheckable(choice is not None)
        button.setChecked(choice is not None)

    def _show_error(self, error: str | None) -> None:
        theme.set_role(self.field, "error" if error else "")
        tooltip = _("This pattern cannot be read: {reason}").format(reason=error)
        self.field.setToolTip(tooltip if error else _("Text, or a pattern between slashes."))

    def refresh_count(self) -> None:
        """Show how many entries of how many there are."""
        arrangement = self.arrangement
        if arrangement is None:
            self.count.clear()
            self.all.hide()
            self.again.hide()
            return
        total, shown = len(arrangement.model.doc), len(arrangement.model.rows)
        if arrangement.query.is_filtering:
            text = _("{n} of {total}").format(n=format_number(shown), total=format_number(total))
        else:
            text = ngettext("{n} entry", "{n} entries", total).format(n=format_number(total))
        self.count.setText(text)
        self._make_link(text, arrangement.query.is_filtering)
        self.again.setVisible(arrangement.is_stale and not arrangement.query.is_plain)

    def _make_link(self, text: str, is_filtering: bool) -> None:
        """Let the count lead to all entries while some are left out."""
        self.all.setText(text)
        self.all.setAccessibleName(_("{count}, show all entries").format(count=text))
        self.all.setVisible(is_filtering)
        self.count.setVisible(not is_filtering)

    # What is typed

    def _on_text_edited(self, _text: str) -> None:
        arrangement = self.arrangement
        is_small = arrangement is None or len(arrangement.model.doc) <= INSTANT_ENTRIES
        self._timer.start(0 if is_small else DEBOUNCE_MS)

    def _on_text_changed(self, _text: str) -> None:
        # The clear button, input methods and programs that drive the window do not "edit".
        if not self._timer.isActive():
            self._on_text_edited(_text)

    def _on_timer_timeout(self) -> None:
        if self.arrangement is not None:
            query = query_of(self.field.text(), self.arrangement.query)
            error = pattern_error(query)
            self._show_error(error)
            if error is None:
                self.arrangement.set_query(query)

    def _on_return_pressed(self) -> None:
        self._timer.stop()
        self._on_timer_timeout()
        self._on_again_clicked()

    def _on_again_clicked(self) -> None:
        if self.arrangement is not None:
            self.arrangement.apply()

    def clear(self) -> None:
        """Show all entries again; the sort stays."""
        self._timer.stop()
        with QSignalBlocker(self.field):
            self.field.clear()
        if self.arrangement is not None:
            old = self.arrangement.query
            self.arrangement.set_query(
                Query(sort_field=old.sort_field, is_descending=old.is_descending)
            )
        self.cleared.emit()

    def _change(self, **changes: object) -> None:
        if self.arrangement is not None:
            self.arrangement.set_query(replace(self.arrangement.query, **changes))  # type: ignore[arg-type]

    # Menus

    def show_finding(self, finding: str | None) -> None:
        """Filter by a rule's code or ``severity:error``, nothing else; None shows all."""
        with QSignalBlocker(self.field):
            self.field.clear()
        if self.arrangement is not None:
            old = self.arrangement.query
            self.arrangement.set_query(
                Query(finding=finding, sort_field=old.sort_field, is_descending=old.is_descending)
            )

    def show_marked(self, marked: Marked) -> None:
        """Show entries that somebody pointed out, nothing else; the sort stays."""
        with QSignalBlocker(self.field):
            self.field.clear()
        if self.arrangement is not None:
            old = self.arrangement.query
            self.arrangement.set_query(
                Query(marked=marked, sort_field=old.sort_field, is_descending=old.is_descending)
            )

    def _fill_findings(self, menu: QMenu) -> None:
        arrangement = self.arrangement
        report = arrangement.model.session.report if arrangement is not None else None
        self._fill(menu, finding_choices(report), "finding")

    def _fill_sections(self, menu: QMenu) -> None:
        arrangement = self.arrangement
        if arrangement is None:
            return
        doc = arrangement.model.doc
        sections = arrangement.sections
        is_known = sections is not None and sections.revision == doc.revision
        if is_known or len(doc) <= INSTANT_ENTRIES:
            self._fill_places(menu, arrangement)
            return
        menu.clear()
        menu.addAction(_("Reading the sections…")).setEnabled(False)
        arrangement.model.session.read(
            arrangement.read_sections,
            lambda _sections: self._on_sections_read(menu, arrangement),
            label=_("Reading the sections"),
        )

    def _on_sections_read(self, menu: QMenu, arrangement: Arrangement) -> None:
        if arrangement is self.arrangement:
            self._fill_places(menu, arrangement)

    def _fill_places(self, menu: QMenu, arrangement: Arrangement) -> None:
        """Offer the sections, and below them the hosts where there are several."""
        menu.clear()
        query = arrangement.query
        is_all = query.section is None and query.host is None
        all_of_them = menu.addAction(_("All entries"))
        all_of_them.setCheckable(True)
        all_of_them.setChecked(is_all)
        all_of_them.triggered.connect(lambda: self._change(section=None, host=None))
        menu.addSeparator()
        self._add_choices(menu, section_choices(arrangement), "section")
        menu.addSeparator()
        self._add_choices(menu, host_choices(arrangement), "host")

    def _fill_missing(self, menu: QMenu) -> None:
        if self.arrangement is not None:
            kind = self.arrangement.model.doc.kind
            choices = [(_("No {field}").format(field=f.name), f.name) for f in fields_of(kind)]
            self._fill(menu, choices, "missing")

    def _fill(self, menu: QMenu, choices: list[tuple[str, str]], part: str) -> None:
        menu.clear()
        self._add_choices(menu, [(_("All entries"), None), *choices], part)

    def _add_choices(
        self, menu: QMenu, choices: Sequence[tuple[str, str | None]], part: str
    ) -> None:
        group = QActionGroup(menu)
        current = getattr(self.arrangement.query, part) if self.arrangement is not None else None
        for text, value in choices:
            action = menu.addAction(text)
            action.setCheckable(True)
            action.setChecked(value == current)
            action.triggered.connect(lambda _on, value=value: self._change(**{part: value}))
            group.addAction(action)
            if value in (None, ANY_FINDING, f"{SEVERITY_PREFIX}info"):
                menu.addSeparator()


def _with_arrow(text: str) -> str:
    return f"{text} ▾"
