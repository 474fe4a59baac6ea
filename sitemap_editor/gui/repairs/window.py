"""The window that lists repairs, above both texts side by side; it stays open beside the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.markup.repair import Key, Repair
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _, format_number, ngettext

from .alignment import Alignment, alignment_of
from .compare import ComparePanel
from .list_view import ROW_HEIGHT, RepairList
from .model import RepairModel
from .note import NoteLine
from .words import guesses_text, needed_text, refused_text

if TYPE_CHECKING:
    from sitemap_editor.document.mending import Mending
    from sitemap_editor.gui.session import Session

SIZE = QSize(1160, 760)
FRAME = QSize(24, 64)
MARGIN = theme.GRID * 3 // 2
LIST_SHARE = 42
"""The most of the window that the list takes at first, in percent."""

SMALL = 1 << 19
"""Bytes of a text that is laid side by side in no time."""

FEW_ROWS = 5
HEAD_ROOM = 80
"""Pixels for the headings of the list and the reason below it."""


class RepairWindow(QWidget):
    """Shows what was mended in a document, and lets people refuse some of it.

    ``reread_requested`` carries the repairs (list of Repair) that are refused,
    ``place_activated`` a Repair, ``accepted`` comes when people agree with all,
    ``text_requested`` (a SitemapError) when they want to mend the text themselves.
    """

    reread_requested = Signal(list)
    place_activated = Signal(object)
    accepted = Signal()
    text_requested = Signal(object)
    help_requested = Signal(str)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("repairWindow")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.session = session
        self.mending: Mending | None = None
        self.title = QLabel()
        self.lead = QLabel()
        self.by_kind = QCheckBox(_("By kind"))
        self.list = RepairList()
        self.reason = QLabel()
        self.note = NoteLine()
        self.compare = ComparePanel()
        self.tick_all = QPushButton(_("Tick all"))
        self.close_button = QPushButton(_("Close"))
        self.verb = QPushButton()
        self._assemble()
        self._connect()
        self.resize(SIZE.boundedTo(self.screen().availableSize() - FRAME))
        self.show_session(session)
        self._is_shared = False

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        layout = self.layout()
        if not self._is_shared and layout is not None:
            self._is_shared = True
            layout.activate()
            self._share_height()

    def _share_height(self) -> None:
        """Give a short list no more room than it needs."""
        most = self.splitter.height() * LIST_SHARE // 100
        rows = max(self.model.rowCount(), FEW_ROWS)
        listed = min(most, rows * ROW_HEIGHT + HEAD_ROOM)
        self.splitter.setSizes([listed, self.splitter.height() - listed])

    def _assemble(self) -> None:
        theme.set_role(self.title, "title")
        for label, role in ((self.lead, "dim"), (self.reason, "")):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            theme.set_role(label, role)
        self.title.setWordWrap(True)
        self.title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.by_kind.setAccessibleName(_("Show the repairs by kind"))
        for button in (self.tick_all, self.close_button):
            button.setAccessibleName(button.text())
        theme.set_role(self.tick_all, "link")
        theme.set_role(self.verb, "primary")
        splitter = self.splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setAccessibleName(_("Repairs"))
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(theme.GRID)
        splitter.addWidget(self._list_card())
        splitter.addWidget(self.compare)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        outer.setSpacing(theme.GRID)
        outer.addLayout(self._top())
        outer.addWidget(self.note)
        outer.addWidget(splitter, 1)
        outer.addLayout(self._buttons())

    def _top(self) -> QHBoxLayout:
        said = QVBoxLayout()
        said.setSpacing(theme.GRID // 2)
        said.addWidget(self.title)
        said.addWidget(self.lead)
        row = QHBoxLayout()
        row.setSpacing(theme.GRID * 2)
        row.addLayout(said, 1)
        row.addWidget(self.by_kind, 0, Qt.AlignmentFlag.AlignBottom)
        return row

    def _list_card(self) -> QFrame:
        card = QFrame()
        card.setAccessibleName(_("Repairs"))
        theme.set_role(card, "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(1, 1, 1, theme.GRID)
        column.setSpacing(theme.GRID)
        column.addWidget(self.list, 1)
        self.reason.setContentsMargins(theme.GRID, 0, theme.GRID, 0)
        column.addWidget(self.reason)
        return card

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme.GRID)
        row.addWidget(self.tick_all)
        row.addStretch(1)
        row.addWidget(self.close_button)
        row.addWidget(self.verb)
        return row

    def _connect(self) -> None:
        self.list.shown.connect(self._on_repair_shown)
        self.list.place_activated.connect(self._on_place_activated)
        self.compare.current_changed.connect(self._on_difference_shown)
        self.by_kind.toggled.connect(self._on_by_kind_toggled)
        self.tick_all.clicked.connect(lambda: self.model.set_all(True))
        self.close_button.clicked.connect(lambda: self.close())
        self.verb.clicked.connect(lambda: self._on_verb_clicked())
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.close)
        QShortcut(QKeySequence(Qt.Key.Key_F1), self, self.ask_for_help)

    # What it shows

    def show_session(self, session: Session) -> None:
        """Show the repairs of a document, which may be the same one read again."""
        mending = session.doc.mending
        self.session = session
        session.saved.connect(self._on_session_saved)
        if mending is None:
            self.close()
            return
        is_again, current = self.mending is not None, self._current_key()
        self.mending = mending
        self.compare.show_texts(None)
        self._name(mending)
        self._list_repairs(mending)
        if is_again:
            self.model.set_grouped(self.by_kind.isChecked())
        self.by_kind.setChecked(self.model.is_grouped)
        self.reason.setText("")
        self._on_choice_changed()
        numbers = (n for n, one in enumerate(self.model.repairs) if one.key == current)
        number = next(numbers, None) if current is not None else None
        if number is not None:
            self.list.go_to(number)
        self._lay_out(mending)

    def _name(self, mending: Mending) -> None:
        session = self.session
        refused = session.repair_state.refused
        self.setWindowTitle(_("Repairs of {name}").format(name=session.name))
        self.setAccessibleName(self.windowTitle())
        said = (guesses_text(mending), refused_text(len(refused)))
        text = (needed_text(len(mending.repairs)), *said)
        self.title.setText(" ".join(part for part in text if part))

    def _list_repairs(self, mending: Mending) -> None:
        old = self.list.repairs
        self.model = RepairModel(mending, self.session.repair_state.refused, self)
        self.model.choice_changed.connect(self._on_choice_changed)
        self.list.show_model(self.model)
        if old is not None:
            old.deleteLater()
        self._numbers = {id(one): number for number, one in enumerate(self.model.repairs)}

    def _current_key(self) -> Key | None:
        """What the current repair is known by, also when the file is read again."""
        index = self.list.currentIndex()
        one = self.model.repair_at(index.row()) if index.isValid() else None
        return one.key if one is not None else None

    def _lay_out(self, mending: Mending) -> None:
        """Put both texts side by side; a big one takes a moment."""

        def done(alignment: Alignment) -> None:
            if self.mending is mending:
                self.compare.show_texts(alignment)
                self._show_first()

        if len(mending.original) <= SMALL:
            done(alignment_of(mending))
        else:
            self.session.jobs.run(
                lambda _progress: alignment_of(mending), self.session.while_open(done)
            )

    def _show_first(self) -> None:
        """Begin with the first repair, unless people are at one already."""
        index = self.list.currentIndex()
        number = self.model.place(index.row()).number if index.isValid() else None
        if number is None and not self.model.is_grouped:
            number = 0
        if number is None:
            self.compare.view.show_difference(0)
        else:
            self.list.go_to(number)
            self._on_repair_shown(number)

    def show_code(self, code: str) -> None:
        """Go to the first repair of a kind of breakage."""
        numbers = (n for n, one in enumerate(self.model.repairs) if code in (one.code, *one.also))
        number = next(numbers, None)
        if number is not None:
            self.list.go_to(number)

    def on_session_closed(self, session: Session) -> None:
        """Go when the document goes."""
        if session is self.session:
            self.close()

    def on_session_replaced(self, old: Session, new: Session) -> None:
        """Stay with a document that was read again."""
        if old is self.session:
            self.show_session(new)

    def _on_session_saved(self) -> None:
        """Go when the repairs are on disk: there is nothing to refuse any more."""
        if self.session.doc.mending is None:
            self.close()

    def say_unreadable(self, error: SitemapError, count: int) -> None:
        """Say that the file cannot be read without what was refused, and why."""
        text = ngettext(
            "Without this repair the file cannot be read. {reason}",
            "Without these repairs the file cannot be read. {reason}",
            count,
        ).format(reason=error.reason)
        if error.line is not None:
            place = _("Line {line}, column {column}.")
            text += " " + place.format(
                line=format_number(error.line), column=format_number(error.column or 1)
            )
        undo = (_("Tick again"), self._tick_as_before)
        by_hand = (_("Open as text"), lambda: self.text_requested.emit(error))
        self.note.say(text, "error", [by_hand, undo])

    def _tick_as_before(self) -> None:
        self.note.say("")
        self.model.choose(self.model.before_choice)

    # What people do

    def _on_repair_shown(self, number: int) -> None:
        one = self.model.repairs[number]
        self.reason.setText(one.reason)
        alignment = self.compare.view.alignment
        if alignment is None or self.mending is None:
            return
        if one.key in self.model.before_choice:
            self.compare.view.show_place(one.start)
            return
        made = self._made_number(number)
        if made is not None:
            self.compare.view.show_difference(int(alignment.spans.of_repair[made]))

    def _made_number(self, number: int) -> int | None:
        """The number of a repair among those that were made."""
        assert self.mending is not None
        one = self.model.repairs[number]
        if len(self.model.repairs) == len(self.mending.repairs):
            return number
        return next((n for n, made in enumerate(self.mending.repairs) if made is one), None)

    def _on_difference_shown(self, difference: int) -> None:
        """Let the list follow to the first repair of a difference, unless it is there."""
        alignment = self.compare.view.alignment
        if alignment is None or self.mending is None:
            return
        of_repair = alignment.spans.of_repair
        current = self.list.currentIndex()
        number = self.model.place(current.row()).number if current.isValid() else None
        made = self._made_number(number) if number is not None else None
        if made is not None and of_repair[made] == difference:
            return
        first = self._numbers[id(self.mending.repairs[int(np.argmax(of_repair == difference))])]
        if self.model.row_of(first) is not None:
            self.list.go_to(first)

    def _on_place_activated(self, number: int) -> None:
        self._on_repair_shown(number)
        self.place_activated.emit(self.model.repairs[number])

    def _on_by_kind_toggled(self, is_on: bool) -> None:
        self.model.set_grouped(is_on)
        if self._current_key() is None:
            self.reason.setText("")

    def ask_for_help(self) -> None:
        """Ask for the page of the rule that the current row is about."""
        index = self.list.currentIndex()
        if not index.isValid():
            return
        one, place = self.model.repair_at(index.row()), self.model.place(index.row())
        if one is not None:
            self.help_requested.emit(one.code)
        elif place.group is not None:
            self.help_requested.emit(self.model.groups[place.group].code)

    def _on_choice_changed(self) -> None:
        refused = len(self.model.refused)
        self.tick_all.setEnabled(refused > 0)
        if not self.model.is_changed:
            text = _("Accept all") if not refused else _("Accept")
        elif not refused:
            text = _("Read again with all repairs")
        else:
            text = ngettext(
                "Read again without {n} repair", "Read again without {n} repairs", refused
            ).format(n=format_number(refused))
        self.verb.setText(text)
        self.verb.setAccessibleName(text)
        self.lead.setText(
            _(
                "Untick what you do not want, and the file is read again without it. Nothing is "
                "written to disk until you save; the file as it was is kept then."
            )
        )

    def _on_verb_clicked(self) -> None:
        if not self.model.is_changed:
            self.accepted.emit()
            self.close()
            return
        self.reread_requested.emit(self.refused)

    @property
    def refused(self) -> list[Repair]:
        """The repairs that are not ticked."""
        return [one for one in self.model.repairs if one.key in self.model.refused]
