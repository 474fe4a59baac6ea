"""All rules as a table: how bad each counts for a person or a folder, and what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFont

from sitemap_editor.gui import theme
from sitemap_editor.gui.profiles import profile_titles
from sitemap_editor.gui.severities import severity_word
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.decisions.policy import Policy, Scope
from sitemap_editor.rules.help.pages import group_title, title_of
from sitemap_editor.rules.help.search import find_rules
from sitemap_editor.support.i18n import N_, _

Index = QModelIndex | QPersistentModelIndex
Words = dict[str, str]
"""What rules count as where it is not the usual: a severity or "off", by code."""

OFF = "off"
WORDS = (*(severity.value for severity in Severity), OFF)
SEVERITY, TITLE, CODE, GROUP, PROFILES = range(5)
HEADINGS = (N_("Counts as"), N_("Rule"), N_("Code"), N_("Group"), N_("Profiles"))


def word_text(word: str) -> str:
    """A severity or "off" as people call it."""
    return _("Off") if word == OFF else severity_word(word)


def marked(word: str) -> str:
    """The same with its sign."""
    return f"{theme.SEVERITY_MARKS.get(word, '○')} {word_text(word)}"


def cell_text(word: str) -> str:
    """The same with the sign of a list that opens."""
    return f"{marked(word)} ▾"


class RuleModel(QAbstractTableModel):
    """The rules that match what is searched; ``edited`` when a rule counts as something else.

    ``scope`` is for whom changes are made; what is decided for the folder counts before what is
    decided for the person.
    """

    edited = Signal()

    def __init__(self, policies: Mapping[Scope, Policy], profiles: Iterable[str]) -> None:
        super().__init__()
        self.scope = Scope.USER
        self.before = {scope: _words(policy) for scope, policy in policies.items()}
        self.words = {scope: dict(words) for scope, words in self.before.items()}
        self.profiles = frozenset(profiles)
        self.codes = list(CATALOGUE)
        self._text = ""
        self._is_changed_only = False

    # What is decided

    def usual(self, code: str) -> str:
        """What a rule counts as where nobody decided anything in this scope."""
        if self.scope is Scope.FOLDER and code in self.words.get(Scope.USER, {}):
            return self.words[Scope.USER][code]
        info = CATALOGUE[code]
        return OFF if info.off_by_default else info.severity_for(self.profiles).value

    def word(self, code: str) -> str:
        """What a rule counts as in this scope."""
        return self._own.get(code) or self.usual(code)

    def is_changed(self, code: str) -> bool:
        """Whether something was decided about a rule in this scope."""
        return code in self._own

    @property
    def _own(self) -> Words:
        return self.words.setdefault(self.scope, {})

    def set_words(self, codes: Iterable[str], word: str | None) -> None:
        """Let rules count as this; None for the usual."""
        for code in codes:
            if word is None:
                self._own.pop(code, None)
            else:
                self._own[code] = word
        self._repaint()
        self.edited.emit()

    def changes(self) -> dict[Scope, dict[str, str | None]]:
        """What is to be written: for each scope the codes that count as something else now."""
        found: dict[Scope, dict[str, str | None]] = {}
        for scope, words in self.words.items():
            before = self.before.get(scope, {})
            codes = [code for code in CATALOGUE if words.get(code) != before.get(code)]
            if codes:
                found[scope] = {code: words.get(code) for code in codes}
        return found

    # What is shown

    def set_scope(self, scope: Scope) -> None:
        """Show what is decided in a scope, and decide there."""
        self.scope = scope
        self._find()

    def set_profiles(self, profiles: Iterable[str]) -> None:
        """Let these profiles count."""
        self.profiles = frozenset(profiles)
        self._repaint()

    def set_text(self, text: str) -> None:
        """Show the rules that a text leads to."""
        self._text = text
        self._find()

    def set_changed_only(self, is_on: bool) -> None:
        """Show only rules about which something was decided."""
        self._is_changed_only = is_on
        self._find()

    def _find(self) -> None:
        found = find_rules(self._text)
        self.beginResetModel()
        self.codes = [
            code
            for code in CATALOGUE
            if code in found and (not self._is_changed_only or self.is_changed(code))
        ]
        self.endResetModel()

    def _repaint(self) -> None:
        if self.codes:
            last = self.index(len(self.codes) - 1, PROFILES)
            self.dataChanged.emit(self.index(0, 0), last)

    # What Qt asks

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.codes)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(HEADINGS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return _(HEADINGS[section]) if role == Qt.ItemDataRole.DisplayRole else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == SEVERITY else flags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        code = self.codes[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text_of(code, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip_of(code)
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._color_of(code, index.column())
        if role == Qt.ItemDataRole.FontRole and self.is_changed(code):
            font = QFont()
            font.setBold(True)
            return font
        return None

    def _text_of(self, code: str, column: int) -> str:
        info = CATALOGUE[code]
        texts = {
            SEVERITY: lambda: cell_text(self.word(code)),
            TITLE: lambda: title_of(code),
            CODE: lambda: code,
            GROUP: lambda: group_title(info.group),
            PROFILES: lambda: profile_titles(info.profiles),
        }
        return texts[column]()

    def _tip_of(self, code: str) -> str:
        if not self._counts(code):
            return _("None of the profiles that count asks for this.")
        if self.is_changed(code):
            usual = word_text(self.usual(code))
            return _("Usually: {severity}").format(severity=usual)
        return title_of(code)

    def _counts(self, code: str) -> bool:
        return not CATALOGUE[code].profiles.isdisjoint(self.profiles)

    def _color_of(self, code: str, column: int) -> Any:
        word = self.word(code)
        if not self._counts(code) or word == OFF:
            return theme.color("dim_text")
        if column == SEVERITY:
            return theme.color(word)
        return theme.color("text" if column == TITLE else "dim_text")


def _words(policy: Policy) -> Words:
    words = {code: severity.value for code, severity in policy.severities.items()}
    return words | dict.fromkeys(policy.disabled, OFF)
