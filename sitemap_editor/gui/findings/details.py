"""What is known about the chosen finding, and what can be done about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.flow_layout import FlowLayout
from sitemap_editor.gui.naming import name_menu
from sitemap_editor.gui.severities import count_text, severity_word
from sitemap_editor.gui.wrapped_label import Wrapped
from sitemap_editor.protocol.findings import Finding, FixKind, Severity
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _, format_number, ngettext

from .fix_text import fix_text
from .rows import key_of
from .texts import as_html, breakable, fix_kind_of, help_of, source_of, title_of

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session
    from sitemap_editor.rules.report import RuleGroup


class FindingDetails(QScrollArea):
    """A card: what is wrong, why it matters, who says so, and the buttons that mend it."""

    fix_clicked = Signal()
    fix_all_clicked = Signal()
    filter_clicked = Signal()
    stop_clicked = Signal()
    explain_clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("About the finding"))
        self.finding: Finding | None = None
        self._told: object = None
        self._mark = QLabel()
        self._title = _text("")
        self._message = _text("")
        self._help = _text("")
        self._help.setTextFormat(Qt.TextFormat.RichText)
        self._source = _text("dim")
        self.fix = _button(_("Fix"), self.fix_clicked.emit)
        self.fix_all = _button("", self.fix_all_clicked.emit)
        self.fix_all.setAccessibleName(_("Fix"))
        self.filter = _button(_("Show entries"), self.filter_clicked.emit)
        self.filter.setToolTip(_("Show only the entries with this finding"))
        self.ignore = _button(_("Ignore ▾"), self._on_ignore_clicked)
        self.ignore_menu = QMenu(self.ignore)
        name_menu(self.ignore_menu, _("Ignore"))
        self.stop = _button(_("Stop ignoring"), self.stop_clicked.emit)
        self.explain = _button(_("Why"), self.explain_clicked.emit)
        self.explain.setToolTip(_("Show the help page of this rule"))
        for link in (self.filter, self.ignore, self.explain):
            theme.set_role(link, "link")
        self._assemble()
        self.viewport().setAutoFillBackground(False)
        self.show_finding(None, None)

    def _on_ignore_clicked(self) -> None:
        self.ignore_menu.popup(self.ignore.mapToGlobal(self.ignore.rect().bottomLeft()))

    def minimumSizeHint(self) -> QSize:
        # No button is cut off at the side, where nothing scrolls.
        bar = self.verticalScrollBar().sizeHint().width()
        body: QWidget | None = self.widget()
        wanted = body.minimumSizeHint().width() if body is not None else 0
        return QSize(wanted + bar, super().minimumSizeHint().height())

    @property
    def _buttons(self) -> tuple[QPushButton, ...]:
        return self.fix, self.fix_all, self.stop, self.filter, self.ignore, self.explain

    def _assemble(self) -> None:
        body = QWidget()
        self.setWidget(body)
        body.setAutoFillBackground(False)
        layout = QVBoxLayout(body)
        layout.setContentsMargins(theme.GRID, 0, theme.GRID, theme.GRID)
        self._card = QFrame()
        self._card.setAccessibleName(_("About the finding"))
        theme.set_role(self._card, "quiet_card")
        card = QVBoxLayout(self._card)
        card.setContentsMargins(*[theme.GRID * 3 // 2] * 4)
        card.setSpacing(theme.GRID * 3 // 4)
        heading = QHBoxLayout()
        heading.setSpacing(theme.GRID // 2)
        heading.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        heading.addWidget(self._title, 1)
        card.addLayout(heading)
        card.addWidget(self._message)
        buttons = FlowLayout(spacing=theme.GRID // 2)
        for button in self._buttons:
            buttons.addWidget(button)
        card.addLayout(buttons)
        for label in (self._help, self._source):
            card.addWidget(label)
        layout.addWidget(self._card)
        layout.addStretch(1)

    def show_finding(
        self, group: RuleGroup | None, finding: Finding | None, session: Session | None = None
    ) -> None:
        """Tell about a rule, and about one of its findings when given."""
        self.finding = finding
        told = (group and (key_of(group), group.severity, group.count, group.fix), finding)
        if told == self._told:  # an edit elsewhere must not lay it all out anew
            return
        self._told = told
        self._card.setVisible(group is not None)
        if group is None:
            return
        self._mark.setText(theme.SEVERITY_MARKS[group.severity])
        self._mark.setAccessibleName(severity_word(group.severity))
        theme.set_role(self._mark, "dim" if group.is_ignored else group.severity)
        self._title.setText(title_of(group.code))
        theme.set_role(self._title, "" if group.is_ignored else f"{group.severity}_title")
        # Lines of a robots.txt are no entries, and all of them are in view.
        is_lines = session is not None and session.doc.kind is Kind.ROBOTS
        said = finding.message if finding is not None else "" if is_lines else _extent(group)
        self._say(self._message, breakable(said))
        self._say(self._help, as_html(help_of(group.code)))
        source = source_of(group.code)
        if source and source in said:
            source = ""
        self._say(self._source, _("Source: {names}").format(names=source) if source else "")
        if finding is not None:
            self.fix.setText(fix_text(session, finding).replace("&", "&&"))
        self._offer(group, finding)
        if is_lines:
            self.filter.hide()

    @staticmethod
    def _say(label: QLabel, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

    def _offer(self, group: RuleGroup, finding: Finding | None) -> None:
        is_heard = not group.is_ignored
        is_done = group.is_repaired
        one = finding.fix if finding and is_heard and not is_done else FixKind.NONE
        every = fix_kind_of(group) if is_heard else FixKind.NONE
        self.fix.setVisible(one is not FixKind.NONE)
        many = ngettext("Fix {n}", "Fix all {n}", group.count).format(n=format_number(group.count))
        self.fix_all.setText(many if every is FixKind.SAFE else f"{many}…")
        self.fix_all.setVisible(every is not FixKind.NONE and not (finding and group.count == 1))
        if is_done:
            self.fix_all.setText(_("Show the repairs"))
            self.fix_all.setVisible(is_heard)
        self.filter.setVisible(group.ids is not None and is_heard)
        self.ignore.setVisible(is_heard)
        self.stop.setVisible(not is_heard)
        theme.set_role(self.fix, "primary")
        theme.set_role(self.fix_all, "primary" if self.fix.isHidden() else "")
        for button in self._buttons:
            text = button.text().removesuffix(" ▾")
            button.setAccessibleName(f"{text}: {title_of(group.code)}")
        self.updateGeometry()


def _extent(group: RuleGroup) -> str:
    if group.ids is None:
        return _("This is about the whole file.")
    n = format_number(group.count)
    parts = [count_text(s, group.counts[s]) for s in Severity if group.counts.get(s)]
    if len(parts) > 1:
        said = ", ".join(parts)
        text = ngettext("In {n} entry: {counts}.", "In {n} entries: {counts}.", group.count)
        return text.format(n=n, counts=said)
    return ngettext("In {n} entry.", "In {n} entries.", group.count).format(n=n)


def _text(role: str) -> QLabel:
    label = Wrapped()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    if role:
        theme.set_role(label, role)
    return label


def _button(text: str, clicked: Callable[[], None]) -> QPushButton:
    button = QPushButton(text)
    button.clicked.connect(lambda: clicked())
    return button
