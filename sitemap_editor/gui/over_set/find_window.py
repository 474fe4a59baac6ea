"""The window that finds text in all files; it stays open beside the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.document.timed_patterns import compiled
from sitemap_editor.document.views import Filter
from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.base import FormGrid, name_button
from sitemap_editor.gui.empty_state import EmptyState
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.inspector.field_editors import NO_LIMIT
from sitemap_editor.gui.naming import name_buttons_of
from sitemap_editor.gui.over_set.each_file import STEPS, EachFile
from sitemap_editor.gui.over_set.files import FilesInHand, SetFile, files_in_hand
from sitemap_editor.gui.over_set.group_view import GroupView
from sitemap_editor.gui.over_set.groups import Group, Line
from sitemap_editor.gui.repairs.note import NoteLine
from sitemap_editor.operations.sets.searching import XML, Hit, Hits, find_in
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import FIELDS
from sitemap_editor.support.i18n import _, format_number, ngettext

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.gui.over_set.visits import Visits
    from sitemap_editor.gui.workspace import Workspace
    from sitemap_editor.support.jobs import Progress

SIZE = QSize(860, 560)
MARGIN = theme.GRID * 3 // 2
MOST_UNFOLDED = 200
"""Lines that are unfolded by themselves, file after file."""


class FindWindow(QWidget):
    """Looks through all files for a text or a pattern, and lists what has it by file."""

    def __init__(
        self,
        workspace: Workspace,
        visits: Visits,
        replace: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        """``replace`` goes on to Find and replace in all files."""
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("findInSetWindow")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Find in all files"))
        self.setAccessibleName(_("Find in all files"))
        self._workspace = workspace
        self._visits = visits
        self._hands: list[FilesInHand] = []
        self._searched: FilesInHand | None = None
        self._entries = self._looked = self._with_hits = self._unread = self._lines = 0
        self.wanted = QLineEdit()
        self.field, self.scope = QComboBox(), QComboBox()
        self.regex = QCheckBox(_("Regular e&xpression"))
        self.verb, self.replace, self.close_button = QPushButton(), QPushButton(), QPushButton()
        self.note = NoteLine()
        self.view = GroupView(_("What was found"), workspace.jobs)
        self.empty = EmptyState(_("Type a text and press Enter."))
        self.said = QLabel()
        self.bar = QProgressBar()
        self.search = EachFile(workspace, self)
        self._assemble()
        self._connect(replace)
        self.refresh_scopes()
        self.resize(SIZE)

    # How it is put together

    def _assemble(self) -> None:
        self.wanted.setMaxLength(NO_LIMIT)
        self.wanted.setClearButtonEnabled(True)
        self.wanted.setAccessibleName(_("Find"))
        name_buttons_of(self.wanted)
        self.field.setAccessibleName(_("Field"))
        self.field.addItem(_("All fields"), None)
        for one in FIELDS:
            self.field.addItem(f"{_(one.title)} ({one.name})", one.name)
        self.field.addItem(_("The whole XML"), XML)
        name_button(self.verb, _("Find"))
        name_button(self.replace, _("Replace…"))
        name_button(self.close_button, _("Close"))
        theme.set_role(self.verb, "primary")
        theme.set_role(self.said, "dim")
        self.said.setWordWrap(True)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        outer.setSpacing(theme.GRID)
        outer.addLayout(self._form())
        outer.addWidget(self.note)
        outer.addWidget(self._card(), 1)
        outer.addLayout(self._bottom())

    def _form(self) -> FormGrid:
        find, where = QWidget(), QWidget()
        row = QHBoxLayout(find)
        row.addWidget(self.wanted, 1)
        row.addWidget(self.verb)
        below = QHBoxLayout(where)
        below.addWidget(self.field, 2)
        below.addWidget(self.scope, 3)
        below.addWidget(self.regex)
        for layout in (row, below):
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setSpacing(theme.GRID)
        self.scope.setAccessibleName(_("Files"))
        form = FormGrid()
        form.add(_("Find"), find)
        form.add(_("Where"), where)
        return form

    def _card(self) -> QFrame:
        card = QFrame()
        card.setAccessibleName(_("What was found"))
        theme.set_role(card, "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(1, theme.GRID // 2, 1, theme.GRID // 2)
        self._stack = QStackedWidget()
        self._stack.setAccessibleName(_("What was found"))
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.view)
        column.addWidget(self._stack)
        return card

    def _bottom(self) -> QHBoxLayout:
        self.bar.setRange(0, STEPS)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(140)
        self.bar.setAccessibleName(_("Searching"))
        self.bar.hide()
        row = QHBoxLayout()
        row.setSpacing(theme.GRID)
        row.addWidget(self.said, 1)
        row.addWidget(self.bar)
        row.addWidget(self.replace)
        row.addWidget(self.close_button)
        return row

    def _connect(self, replace: Callable[[], object]) -> None:
        self.verb.clicked.connect(lambda: self._on_verb_clicked())
        self.wanted.returnPressed.connect(self.look)
        self.replace.clicked.connect(lambda: replace())
        self.close_button.clicked.connect(lambda: self.close())
        self.view.chosen.connect(self._on_chosen)
        self.search.found.connect(self._on_found)
        self.search.failed.connect(self._on_failed)
        self.search.advanced.connect(self.bar.setValue)
        self.search.ended.connect(self._on_ended)
        self._workspace.sets_changed.connect(self.refresh_scopes)
        self._workspace.session_opened.connect(self.refresh_scopes)
        self._workspace.session_closed.connect(self.refresh_scopes)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.close)

    def refresh_scopes(self, _ignored: object = None) -> None:
        """Offer the files that there are now; what is chosen stays so while it is there."""
        chosen = self._hand()
        self._hands = files_in_hand(self._workspace)
        self.scope.clear()
        for hand in self._hands:
            self.scope.addItem(hand.title)
        names = [hand.name for hand in self._hands]
        if chosen is not None and chosen.name in names:
            self.scope.setCurrentIndex(names.index(chosen.name))
        self.verb.setEnabled(bool(self._hands))

    def _hand(self) -> FilesInHand | None:
        at = self.scope.currentIndex()
        return self._hands[at] if 0 <= at < len(self._hands) else None

    # Searching

    @property
    def filter(self) -> Filter:
        """What is looked for."""
        return Filter(self.wanted.text(), self.regex.isChecked(), self.field.currentData())

    def _on_verb_clicked(self) -> None:
        if self.search.is_running:
            self.search.stop()
        else:
            self.look()

    def look(self) -> None:
        """Look through all files; what was found before goes."""
        wanted, hand = self.filter, self._hand()
        self.search.stop()
        self.note.say("")
        if not wanted.text or hand is None:
            return
        self._forget()
        try:
            if wanted.regex:
                compiled(wanted.text)
        except SitemapError as error:
            self.note.say(describe(error, with_place=False), "warning")
            return
        self._searched = hand
        self.empty.show_text(_("Searching…"))
        name_button(self.verb, _("Stop"))
        self.bar.setValue(0)
        self.bar.show()
        self.search.start(hand.files, partial(_look, wanted))
        self._say()

    def _forget(self) -> None:
        """Let what was found before go."""
        self._searched = None
        self._entries = self._looked = self._with_hits = self._unread = self._lines = 0
        self.view.groups.show_groups([])
        self.said.clear()
        self.empty.show_text(_("Type a text and press Enter."))
        self._stack.setCurrentIndex(0)

    def _on_found(self, number: int, hits: Hits) -> None:
        self._looked += 1
        if not len(hits):
            self._say()
            return
        assert self._searched is not None  # what is being searched
        file = self._searched.files[number]
        self._entries += len(hits)
        self._with_hits += 1
        self._add(_group(file, hits))

    def _add(self, group: Group) -> None:
        model = self.view.groups
        model.add(group)
        self._stack.setCurrentIndex(1)
        if self._lines + group.size <= MOST_UNFOLDED:
            self.view.expand(model.index(len(model.groups) - 1, 0))
        self._lines += group.size
        self._say()

    def _on_failed(self, number: int, error: BaseException) -> None:
        assert self._searched is not None  # what is being searched
        self._looked += 1
        self._unread += 1
        file = self._searched.files[number]
        said = describe(error, with_place=False)
        self._add(Group(file.name, "file", None, said, "warning", target=(file, None), tip=said))

    def _on_ended(self, is_whole: bool) -> None:
        name_button(self.verb, _("Find"))
        self.bar.hide()
        self.empty.show_text(_("Nothing was found.") if is_whole else _("The search was stopped."))
        self._say()

    def _say(self) -> None:
        """Tell how much was found where."""
        if self._searched is None:
            return
        entries = ngettext("{n} entry", "{n} entries", self._entries)
        said = _("{entries} in {found} of {looked} files").format(
            entries=entries.format(n=format_number(self._entries)),
            found=format_number(self._with_hits),
            looked=format_number(self._looked),
        )
        if self._unread:
            unread = ngettext("{n} cannot be read", "{n} cannot be read", self._unread)
            said += f" · {unread.format(n=format_number(self._unread))}"
        left = len(self._searched.files) - self._looked
        if left:
            rest = ngettext("{n} not searched yet", "{n} not searched yet", left)
            said += f" · {rest.format(n=format_number(left))}"
        self.said.setText(said)

    # Going there

    def _on_chosen(self, target: tuple[SetFile, Hit | None]) -> None:
        file, hit = target
        if hit is None:
            self._visits.visit(file, lambda _session: None)
        else:
            self._visits.visit_entry(file, hit.position, hit.loc)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.search.stop()
        super().closeEvent(event)


def _look(wanted: Filter, doc: Document, _file: SetFile, progress: Progress) -> Hits:
    return find_in(doc, wanted, progress)


def _group(file: SetFile, hits: Hits) -> Group:
    """A file with the entries that were found in it, and how many more there are."""
    found, entries = format_number(len(hits)), format_number(hits.entries)
    said = ngettext("{found} of {n} entry", "{found} of {n} entries", hits.entries)
    note, left = said.format(found=found, n=entries), hits.left_out

    def line(number: int) -> Line:
        if number >= len(hits.first):
            more = ngettext("and {n} more entry", "and {n} more entries", left)
            return Line(more.format(n=format_number(left)), target=(file, None))
        hit = hits.first[number]
        more = "" if hit.field == "loc" else hit.loc
        lead = format_number(hit.position)
        return Line(hit.value, lead, more, hit.start, hit.end, (file, hit))

    size = len(hits.first) + bool(left)
    icon = "index" if file.member is not None and file.member.is_index else "file"
    return Group(file.name, icon, None, note, size=size, line=line, tip=str(file.path or ""))
