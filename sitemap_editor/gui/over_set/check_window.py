"""The window that checks all files: findings by rule, files with their figures, an overview."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.base import name_button
from sitemap_editor.gui.empty_state import EmptyState
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.findings.texts import title_of
from sitemap_editor.gui.jobs import EXPECTED_ERRORS
from sitemap_editor.gui.over_set.file_table import FileRow, FileTable
from sitemap_editor.gui.over_set.files import FilesInHand, SetFile, files_in_hand
from sitemap_editor.gui.over_set.group_view import GroupView
from sitemap_editor.gui.over_set.groups import Group, Line
from sitemap_editor.gui.over_set.overview import OverviewPage
from sitemap_editor.gui.over_set.set_check import STEPS, SetCheck
from sitemap_editor.gui.over_set.tally import OfRule, Tally
from sitemap_editor.gui.repairs.note import NoteLine
from sitemap_editor.gui.severities import count_text
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.support.i18n import _, format_number, ngettext

if TYPE_CHECKING:
    from sitemap_editor.formats.reports.base import CheckedFile
    from sitemap_editor.gui.over_set.visits import Visits
    from sitemap_editor.gui.workspace import Workspace
    from sitemap_editor.operations.sets.checking import CheckedSet
    from sitemap_editor.operations.sets.members import Member

SIZE = QSize(900, 600)
MARGIN = theme.GRID * 3 // 2
SHOW_MS = 150
"""Files that are checked within this time are shown together."""

Export = Callable[["CheckWindow"], object]


class CheckWindow(QWidget):
    """Checks every file of a set, closed ones too, and lists what was found over all of them.

    ``done`` is the checked set, the source first, once all is checked.
    """

    def __init__(
        self,
        workspace: Workspace,
        visits: Visits,
        export_report: Export,
        export_table: Export,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("checkSetWindow")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("Check all files"))
        self.setAccessibleName(_("Check all files"))
        self._workspace = workspace
        self._visits = visits
        self._hands: list[FilesInHand] = []
        self.hand: FilesInHand | None = None
        self.tally = Tally()
        self.done: CheckedSet | None = None
        self._members: list[SetFile] = []
        self._unfolded: set[str] = set()
        self.scope = QComboBox()
        self.verb, self.close_button = QPushButton(), QPushButton()
        self.report_button, self.table_button = QPushButton(), QPushButton()
        self.note = NoteLine()
        self.findings = GroupView(_("Findings"), workspace.jobs)
        self.empty = EmptyState()
        self.files = FileTable(workspace.jobs)
        self.overview = OverviewPage()
        self.counts, self.said = QLabel(), QLabel()
        self.bar = QProgressBar()
        self.check = SetCheck(workspace, self)
        self._timer = QTimer(self, singleShot=True, interval=SHOW_MS)
        self._timer.timeout.connect(lambda: self._show(_("Checking…")))
        self._assemble()
        self._connect(export_report, export_table)
        self.refresh_scopes()
        self.resize(SIZE)

    # How it is put together

    def _assemble(self) -> None:
        self.scope.setAccessibleName(_("Files"))
        name_button(self.verb, _("Check"))
        name_button(self.report_button, _("Export report…"))
        name_button(self.table_button, _("Export table…"))
        self.table_button.setToolTip(_("A line a file: entries, bytes, dates, findings (CSV)"))
        name_button(self.close_button, _("Close"))
        theme.set_role(self.verb, "primary")
        theme.set_role(self.said, "dim")
        self.counts.setTextFormat(Qt.TextFormat.RichText)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        outer.setSpacing(theme.GRID)
        outer.addLayout(self._top())
        outer.addWidget(self.note)
        outer.addWidget(self._card(), 1)
        outer.addLayout(self._bottom())

    def _top(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme.GRID)
        row.addWidget(self.scope, 2)
        row.addWidget(self.verb)
        row.addWidget(self.counts, 3, Qt.AlignmentFlag.AlignRight)
        return row

    def _card(self) -> QFrame:
        card = QFrame()
        card.setAccessibleName(_("What was found"))
        theme.set_role(card, "card")
        self._stack = QStackedWidget()
        self._stack.setAccessibleName(_("Findings"))
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.findings)
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(_("What was found"))
        for page, title in (
            (self._stack, _("Findings")),
            (self.files, _("Files")),
            (self.overview, _("Overview")),
        ):
            self.tabs.addTab(page, title)
        column = QVBoxLayout(card)
        column.setContentsMargins(1, 1, 1, theme.GRID // 2)
        column.addWidget(self.tabs)
        return card

    def _bottom(self) -> QHBoxLayout:
        self.bar.setRange(0, STEPS)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(140)
        self.bar.setAccessibleName(_("Checking"))
        self.bar.hide()
        row = QHBoxLayout()
        row.setSpacing(theme.GRID)
        row.addWidget(self.said, 1)
        row.addWidget(self.bar)
        for button in (self.table_button, self.report_button, self.close_button):
            row.addWidget(button)
        return row

    def _connect(self, export_report: Export, export_table: Export) -> None:
        self.verb.clicked.connect(lambda: self._on_verb_clicked())
        self.report_button.clicked.connect(lambda: export_report(self))
        self.table_button.clicked.connect(lambda: export_table(self))
        self.close_button.clicked.connect(lambda: self.close())
        self.findings.chosen.connect(self._on_finding_chosen)
        self.findings.expanded.connect(self._on_expanded)
        self.findings.collapsed.connect(self._on_collapsed)
        self.files.chosen.connect(self._on_file_chosen)
        self.check.found.connect(self._on_found)
        self.check.advanced.connect(self.bar.setValue)
        self.check.ended.connect(self._on_ended)
        self.check.failed.connect(self._on_failed)
        self._workspace.sets_changed.connect(self.refresh_scopes)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.close)

    def refresh_scopes(self) -> None:
        """Offer the files that there are now; what is chosen stays so while it is there."""
        at = self.scope.currentIndex()
        chosen = self._hands[at].name if 0 <= at < len(self._hands) else None
        self._hands = files_in_hand(self._workspace)
        self.scope.clear()
        for hand in self._hands:
            self.scope.addItem(hand.title)
        names = [hand.name for hand in self._hands]
        if chosen in names:
            self.scope.setCurrentIndex(names.index(chosen))
        self.verb.setEnabled(bool(self._hands) or self.check.is_running)

    # Checking

    def _on_verb_clicked(self) -> None:
        if self.check.is_running:
            self.check.stop()
        else:
            self.start()

    def start(self) -> None:
        """Check all files; what was found before goes."""
        at = self.scope.currentIndex()
        self.check.stop()
        if not 0 <= at < len(self._hands):
            return
        self.hand, self.done, self.tally = self._hands[at], None, Tally()
        self._members = []
        self.note.say("")
        self.files.files.show_rows([])
        self.overview.show_set(None)
        name_button(self.verb, _("Stop"))
        self.bar.setValue(0)
        self.bar.show()
        self._show(_("Checking…"))
        self.check.start(self.hand)

    def _on_found(self, member: Member, file: CheckedFile) -> None:
        assert self.hand is not None  # what is being checked
        target = SetFile(member.name, member)
        self._members.append(target)
        self.tally.add(file)
        self.files.files.add(FileRow(file, self._newest(member), target))
        self._note_counts(member, file)
        if not self._timer.isActive():
            self._timer.start()

    def _newest(self, member: Member) -> str:
        one = self.hand.open_set if self.hand is not None else None
        row = one.row_of(member.path) if one is not None and member.path is not None else None
        return row.newest if row is not None and not member.inner else ""

    def _note_counts(self, member: Member, file: CheckedFile) -> None:
        """Let the Files panel show what was found in a closed file."""
        one = self.hand.open_set if self.hand is not None else None
        row = one.row_of(member.path) if one is not None and member.path is not None else None
        if one is not None and row is not None and row.session is None and not member.inner:
            one.note_findings(row, file.count(Severity.ERROR), file.count(Severity.WARNING))

    def _on_failed(self, error: BaseException) -> None:
        if isinstance(error, EXPECTED_ERRORS):
            self.note.say(describe(error), "error")

    def _on_ended(self, done: CheckedSet | None) -> None:
        self.done = done
        self._timer.stop()
        name_button(self.verb, _("Check again") if self.tally.files else _("Check"))
        self.bar.hide()
        self.overview.show_set(done)
        if done is not None:
            self._put_in_order(done)
        is_whole = done is not None
        self._show(_("Nothing was found.") if is_whole else _("The check was stopped."))

    def _put_in_order(self, done: CheckedSet) -> None:
        """List the index before its sitemaps, though it is checked after them."""
        rows = {id(row.file): row for row in self.files.files.rows}
        self.files.files.show_rows([rows[id(file)] for file in done.files])

    # What it shows

    def _show(self, nothing: str) -> None:
        rules = self.tally.rules
        self.findings.groups.show_groups([self._group(rule) for rule in rules])
        for row, rule in enumerate(rules):
            if rule.code in self._unfolded:
                self.findings.setExpanded(self.findings.groups.index(row, 0), True)
        self.empty.show_text(nothing)
        self._stack.setCurrentIndex(1 if rules else 0)
        self._say()

    def _group(self, rule: OfRule) -> Group:
        said = ngettext("{count} in {n} file", "{count} in {n} files", len(rule.files))
        note = said.format(count=format_number(rule.count), n=format_number(len(rule.files)))

        def line(number: int) -> Line:
            file, count = rule.files[number]
            name = self.tally.files[file].file
            return Line(name, format_number(count), target=(self._members[file], rule.code))

        return Group(
            title_of(rule.code),
            rule.severity.value,
            None,
            note,
            size=len(rule.files),
            line=line,
            target=rule.code,
        )

    def _say(self) -> None:
        counts, number = self.tally.counts, len(self.tally.files)
        self.counts.setText(_counts_html(counts) if number else "")
        all_files = len(self.hand.files) if self.hand is not None else 0
        said = _("{n} of {total} files checked") if self.check.is_running else ""
        if not said and number:
            said = ngettext("{n} file checked", "{n} files checked", number)
        text = said.format(n=format_number(number), total=format_number(all_files))
        if self.done is not None and self.done.absent:
            gone = ngettext("{n} is named and not here", "{n} are named and not here",
                            self.done.absent)  # fmt: skip
            text += f" · {gone.format(n=format_number(self.done.absent))}"
        self.said.setText(text)
        is_ready = self.done is not None and number > 0
        self.report_button.setEnabled(is_ready)
        self.table_button.setEnabled(is_ready)

    def _on_expanded(self, index: QModelIndex) -> None:
        group = self.findings.groups.group_of(index)
        if group is not None:
            self._unfolded.add(group.target)

    def _on_collapsed(self, index: QModelIndex) -> None:
        group = self.findings.groups.group_of(index)
        if group is not None:
            self._unfolded.discard(group.target)

    # Going there

    def _on_finding_chosen(self, target: tuple[SetFile, str] | str) -> None:
        if isinstance(target, tuple):
            self._visits.visit_finding(*target)

    def _on_file_chosen(self, file: SetFile) -> None:
        self._visits.visit(file, lambda _session: None)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.check.close()
        super().closeEvent(event)


def _counts_html(counts: dict[Severity, int]) -> str:
    """The number of findings of each severity, in its colour."""
    pieces = [
        f'<span style="color: {theme.color(one.value).name()}">{theme.SEVERITY_MARKS[one.value]} '
        f"{count_text(one, counts[one])}</span>"
        for one in Severity
    ]
    return "&nbsp;&nbsp; ".join(pieces)
