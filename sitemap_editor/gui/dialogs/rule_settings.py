"""Rules and profiles: whose rules count, how bad each is, and house rules; for me or a folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields

from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QRadioButton,
    QStackedWidget,
    QTabBar,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import icons, theme
from sitemap_editor.gui.flow_layout import FlowLayout
from sitemap_editor.gui.naming import name_buttons_of
from sitemap_editor.gui.rules.delegate import SeverityDelegate
from sitemap_editor.gui.rules.house_page import Counting, HousePage
from sitemap_editor.gui.rules.model import CODE, GROUP, SEVERITY, TITLE, WORDS, RuleModel, cell_text
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES
from sitemap_editor.protocol.profiles import PROFILES as KNOWN_PROFILES
from sitemap_editor.rules.decisions.policy import NO_HOUSE, NO_POLICY, House, Policy, Scope
from sitemap_editor.support.i18n import _, format_number, ngettext

from .base import SheetDialog, heading

ROW_HEIGHT = 26
SIZE = (1160, 680)
WIDTHS = {TITLE: 288, CODE: 216, GROUP: 224}
NARROW_WIDTHS = {TITLE: 240, CODE: 208, GROUP: 160}
"""Where the window has no room for the whole dialog."""

SEVERITIES_TAB, HOUSE_TAB = range(2)


@dataclass(frozen=True, slots=True)
class RuleChoices:
    """What was chosen: profiles, and for each scope the rules that count differently now.

    A word is a severity, "off", or None for the usual. ``houses`` are the house rules of the
    scopes in which they are new.
    """

    profiles: tuple[str, ...]
    severities: Mapping[Scope, Mapping[str, str | None]] = field(default_factory=dict)
    houses: Mapping[Scope, House] = field(default_factory=dict)


class RuleSettingsDialog(SheetDialog):
    """Shows all rules; ``choices`` is the answer.

    ``policies`` say what is decided for oneself, and for the folder where there is one;
    ``counting`` tells how many entries house rules hit, where a document is open.
    """

    is_as_high_as_needed = False

    def __init__(
        self,
        policies: Mapping[Scope, Policy],
        profiles: Iterable[str] = DEFAULT_PROFILES,
        folder: str = "",
        code: str = "",
        counting: Counting | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(_("Rules and profiles"), "", parent)
        self.resize_within(*SIZE)
        self.profiles = {name: QCheckBox(_(p.title)) for name, p in KNOWN_PROFILES.items()}
        for name, box in self.profiles.items():
            box.setChecked(name in profiles)
            box.setToolTip(_("By sources as of {date}").format(date=KNOWN_PROFILES[name].as_of))
        self._profiles_before = self._chosen
        policies = {Scope.USER: NO_POLICY, **policies}
        self.model = RuleModel(policies, self._chosen)
        self._houses_before = {scope: policy.house for scope, policy in policies.items()}
        self.houses = {scope: HousePage(counting) for scope in policies}
        for scope, page in self.houses.items():
            page.set_house(policies[scope].house)
        self.tabs = QTabBar()
        self.pages = QStackedWidget()
        self.search = QLineEdit()
        self.mine = QRadioButton(_("For me"))
        self.folder = QRadioButton(_("This folder"))
        self.folder.setEnabled(Scope.FOLDER in policies)
        self.changed_only = QCheckBox(_("Changed only"))
        self.table = QTableView()
        self.reset = self.add_button(_("Reset all"), self._on_reset_clicked, 0)
        self._folder_name = folder
        self._assemble()
        self._connect()
        self.mine.setChecked(True)
        self._show_scope()
        self._refresh()
        self.search.setText(code)
        self.search.setFocus()

    # How it is put together

    def _assemble(self) -> None:
        self.search.setPlaceholderText(_("Search rules"))
        self.search.setAccessibleName(_("Search rules"))
        self.search.setClearButtonEnabled(True)
        self.search.addAction(icons.icon("find"), QLineEdit.ActionPosition.LeadingPosition)
        name_buttons_of(self.search)
        profiles = FlowLayout(spacing=theme.GRID * 2)
        for box in self.profiles.values():
            profiles.addWidget(box)
        self.tabs.setAccessibleName(_("Rules and profiles"))
        self.tabs.setExpanding(False)
        self.pages.addWidget(self._severities_page())
        self.tabs.addTab(_("How bad they count"))
        house = QStackedWidget()
        for page in self.houses.values():
            house.addWidget(page)
        self.pages.addWidget(house)
        self.tabs.addTab(_("House rules"))
        line = QHBoxLayout()
        line.setSpacing(theme.GRID * 2)
        line.addWidget(self.tabs)
        line.addStretch(1)
        for widget in (self.mine, self.folder):
            line.addWidget(widget)
        self.body.addWidget(heading(_("Whose rules count")))
        self.body.addLayout(profiles)
        self.body.addSpacing(theme.GRID // 2)
        self.body.addLayout(line)
        self.body.addWidget(self.pages, 1)

    def _severities_page(self) -> QWidget:
        page = QWidget()
        line = QHBoxLayout()
        line.setSpacing(theme.GRID * 2)
        line.addWidget(self.search, 1)
        line.addWidget(self.changed_only)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID)
        layout.addLayout(line)
        layout.addWidget(self._card(), 1)
        return page

    def _card(self) -> QFrame:
        card = QFrame()
        theme.set_role(card, "card")
        card.setAccessibleName(_("All rules"))
        inside = QVBoxLayout(card)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.addWidget(self.table)
        table, header = self.table, self.table.horizontalHeader()
        table.setObjectName("ruleTable")
        table.setAccessibleName(_("All rules"))
        table.setModel(self.model)
        table.setItemDelegateForColumn(SEVERITY, SeverityDelegate(self._codes_for, table))
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setShowGrid(False)
        table.setFrameShape(QFrame.Shape.NoFrame)
        table.setCornerButtonEnabled(False)
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        table.verticalHeader().setVisible(False)
        table.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        widths = WIDTHS if self.width() == SIZE[0] else NARROW_WIDTHS
        for column, width in {SEVERITY: self._severity_width(), **widths}.items():
            table.setColumnWidth(column, width)
        table.setCurrentIndex(self.model.index(0, SEVERITY))
        return card

    def _severity_width(self) -> int:
        """Room for the longest word there is, in bold."""
        font = self.table.font()
        font.setBold(True)
        metrics = QFontMetrics(font)
        return max(metrics.horizontalAdvance(cell_text(word)) for word in WORDS) + 3 * theme.GRID

    def _connect(self) -> None:
        self.search.textChanged.connect(self.model.set_text)
        self.changed_only.toggled.connect(self.model.set_changed_only)
        self.mine.toggled.connect(lambda _is_on: self._show_scope())
        self.table.clicked.connect(self._on_cell_clicked)
        self.model.edited.connect(self._refresh)
        self.tabs.currentChanged.connect(self._on_tab_changed)
        for page in self.houses.values():
            page.edited.connect(self._refresh)
        for box in self.profiles.values():
            box.toggled.connect(lambda _is_on: self._on_profile_toggled())

    # The choices

    @property
    def _chosen(self) -> tuple[str, ...]:
        return tuple(name for name, box in self.profiles.items() if box.isChecked())

    @property
    def choices(self) -> RuleChoices:
        """What is to count from now on."""
        houses = {
            scope: page.house
            for scope, page in self.houses.items()
            if page.house != self._houses_before[scope]
        }
        return RuleChoices(self._chosen, self.model.changes(), houses)

    @property
    def house(self) -> HousePage:
        """The house rules of the scope shown."""
        return self.houses[self.model.scope]

    def _codes_for(self, row: int) -> list[str]:
        """The rules an answer in a row is about: all that are selected, when it is one of them."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        return [self.model.codes[at] for at in (rows if row in rows else [row])]

    def _show_scope(self) -> None:
        is_folder = self.folder.isChecked()
        self.model.set_scope(Scope.FOLDER if is_folder else Scope.USER)
        text = _("What you change for yourself counts for all your files, in this program.")
        if is_folder:
            text = _(
                "What you change for {folder} is written into sitemap-editor.toml there. It counts "
                "for everybody who opens or checks these sitemaps."
            ).format(folder=self._folder_name)
        self.set_lead(text)
        self._show_house()
        self._refresh()

    def _show_house(self) -> None:
        stack = self.house.parentWidget()
        assert isinstance(stack, QStackedWidget)
        stack.setCurrentWidget(self.house)

    def _on_tab_changed(self, number: int) -> None:
        self.pages.setCurrentIndex(number)
        self._refresh()

    def _on_cell_clicked(self, index: QModelIndex) -> None:
        if index.column() == SEVERITY:
            self.table.edit(index)

    def _on_profile_toggled(self) -> None:
        self.model.set_profiles(self._chosen)
        self._refresh()

    def _on_reset_clicked(self) -> None:
        if self.tabs.currentIndex() == HOUSE_TAB:
            self.house.set_house(NO_HOUSE)
        else:
            self.model.set_words(list(self.model.words[self.model.scope]), None)

    def _refresh(self) -> None:
        """Say on the button how much is to be changed; without a profile there is nothing to do."""
        choices = self.choices
        count = sum(len(words) for words in choices.severities.values())
        for scope, house in choices.houses.items():
            count += _differences(house, self._houses_before[scope])
        is_other = choices.profiles != self._profiles_before
        is_right = not any(page.problems for page in self.houses.values())
        text = ngettext("Change {n} rule", "Change {n} rules", count)
        self.set_verb(text.format(n=format_number(count)) if count else _("Apply"))
        self.verb.setEnabled(bool(choices.profiles) and is_right and bool(count or is_other))
        is_house = self.tabs.currentIndex() == HOUSE_TAB
        words = self.model.words.get(self.model.scope)
        self.reset.setEnabled(self.house.house != NO_HOUSE if is_house else bool(words))


def _differences(one: House, other: House) -> int:
    """In how many rules they differ."""
    return sum(getattr(one, known.name) != getattr(other, known.name) for known in fields(House))
