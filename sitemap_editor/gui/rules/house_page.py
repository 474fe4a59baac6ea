"""House rules as a form: what addresses may and may not be, and what that hits here."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.dialogs.base import FormGrid
from sitemap_editor.rules.decisions.house_hits import HouseHits
from sitemap_editor.rules.decisions.policy import NO_HOUSE, House
from sitemap_editor.rules.decisions.policy_file import HIGHEST_PORT, pattern_problem
from sitemap_editor.support.i18n import _, format_number, ngettext

Counting = Callable[[House, Callable[[HouseHits], None]], None]
"""Counts what house rules hit, in a job, and calls back; a new count ends the one before."""

REST_MS = 300
"""Rest after the last key before entries are counted."""

HIGHEST_DEPTH = 99
LINES = {"allowed_hosts": 3, "forbidden": 4, "forbidden_parameters": 3}
MOST_NOTES = 8
"""Patterns told about one by one."""


class HousePage(QWidget):
    """Shows and edits house rules; ``edited`` when anything is written.

    Without ``counting`` no entries are counted.
    """

    edited = Signal()

    def __init__(self, counting: Counting | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counting = counting
        self._is_filling = False
        self.hosts = _lines("allowed_hosts", "www.example.com\n*.example.com")
        self.patterns = _lines("forbidden", "/admin/\n^https?://staging\\.")
        self.ports = QLineEdit()
        self.ports.setPlaceholderText("8080, 8443")
        self.parameters = _lines("forbidden_parameters", "sessionid\nutm_*")
        self.deepest = QSpinBox()
        theme.indent(self.deepest)
        self.deepest.setRange(-1, HIGHEST_DEPTH)
        self.deepest.setSpecialValueText(_("Any"))
        self.deepest.setMaximumWidth(120)
        self.notes = {name: _note() for name in (*LINES, "forbidden_ports", "max_depth")}
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.count)
        self._assemble()
        self._connect()
        self.set_house(NO_HOUSE)

    def _assemble(self) -> None:
        grid = FormGrid()
        for label, field, name in (
            (_("Allowed hosts"), self.hosts, "allowed_hosts"),
            (_("Forbidden patterns"), self.patterns, "forbidden"),
            (_("Forbidden ports"), self.ports, "forbidden_ports"),
            (_("Forbidden parameters"), self.parameters, "forbidden_parameters"),
            (_("Deepest path"), self.deepest, "max_depth"),
        ):
            grid.add(label, field)
            grid.add_wide(self.notes[name])
        self.hosts.setToolTip(_("One a line; * stands for any characters. Empty allows all."))
        self.patterns.setToolTip(
            _("Regular expressions, one a line, in upper or lower case alike.")
        )
        self.ports.setToolTip(_("Numbers, with commas between them."))
        self.parameters.setToolTip(_("Names, one a line; * stands for any characters."))
        self.deepest.setToolTip(_("How many parts a path may have: /shop/shoes/42 has three."))
        inside = QWidget()
        inner = QVBoxLayout(inside)
        inner.setContentsMargins(0, theme.GRID, theme.GRID, 0)
        inner.addLayout(grid)
        inner.addStretch(1)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(inside)
        area.setAccessibleName(_("House rules"))
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)

    def _connect(self) -> None:
        for box in (self.hosts, self.patterns, self.parameters):
            box.textChanged.connect(self._on_edited)
        self.ports.textChanged.connect(self._on_edited)
        self.deepest.valueChanged.connect(self._on_edited)

    # What is written

    def set_house(self, house: House) -> None:
        """Show these rules."""
        self._is_filling = True
        self.hosts.setPlainText("\n".join(house.allowed_hosts))
        self.patterns.setPlainText("\n".join(house.forbidden))
        self.ports.setText(", ".join(map(str, house.forbidden_ports)))
        self.parameters.setPlainText("\n".join(house.forbidden_parameters))
        # A depth from elsewhere may be any number: what is shown must not change it.
        self.deepest.setMaximum(max(HIGHEST_DEPTH, house.max_depth or 0))
        self.deepest.setValue(-1 if house.max_depth is None else house.max_depth)
        self._is_filling = False
        self._on_edited()

    @property
    def house(self) -> House:
        """The rules as written; what cannot be read is left out."""
        return House(
            allowed_hosts=_written(self.hosts),
            forbidden=tuple(text for text in _written(self.patterns) if not pattern_problem(text)),
            forbidden_ports=tuple(int(port) for port in self._ports if _is_port(port)),
            forbidden_parameters=_written(self.parameters),
            max_depth=None if self.deepest.value() < 0 else self.deepest.value(),
        )

    @property
    def _ports(self) -> list[str]:
        return list(dict.fromkeys(self.ports.text().replace(",", " ").split()))

    @property
    def problems(self) -> dict[str, str]:
        """What cannot be read, by the key it is written under."""
        found = {}
        said = [problem for text in _written(self.patterns) if (problem := pattern_problem(text))]
        if said:
            found["forbidden"] = said[0]
        wrong = next((port for port in self._ports if not _is_port(port)), None)
        if wrong is not None:
            text = _("{value} is no port; one is a number from 1 to 65535.")
            found["forbidden_ports"] = text.format(value=wrong)
        return found

    # What is said about it

    def _on_edited(self) -> None:
        if self._is_filling:
            return
        problems = self.problems
        for name, note in self.notes.items():
            _say(note, problems.get(name, ""), is_failure=name in problems)
        if self._counting is not None:
            self._rest.start()
        self.edited.emit()

    def count(self) -> None:
        """Have the entries counted that the rules hit."""
        house = self.house
        if self._counting is not None and house != NO_HOUSE:
            self._counting(house, lambda hits: self._show_hits(house, hits))

    def _show_hits(self, house: House, hits: HouseHits) -> None:
        """Say how many entries each rule hits, as long as it is the one written."""
        if house != self.house:
            return
        problems = self.problems
        for name, code, is_asked in (
            ("allowed_hosts", "house-host", bool(house.allowed_hosts)),
            ("forbidden_ports", "house-port", bool(house.forbidden_ports)),
            ("forbidden_parameters", "house-parameter", bool(house.forbidden_parameters)),
            ("max_depth", "house-depth", house.max_depth is not None),
        ):
            if is_asked and name not in problems:
                _say(self.notes[name], _entries(hits.rules[code]))
        if house.forbidden and "forbidden" not in problems:
            _say(self.notes["forbidden"], "\n".join(_of_patterns(house, hits)))


def _of_patterns(house: House, hits: HouseHits) -> list[str]:
    """A line for each pattern."""
    said = []
    for text in house.forbidden[:MOST_NOTES]:
        count = _entries(hits.patterns[text])
        if text in hits.given_up:
            count = _("takes too long and was given up")
        said.append(_("{pattern}: {count}").format(pattern=text, count=count))
    return [*said, "…"] if len(house.forbidden) > MOST_NOTES else said


def _entries(count: int) -> str:
    return ngettext("{n} entry would be reported", "{n} entries would be reported", count).format(
        n=format_number(count)
    )


def _is_port(text: str) -> bool:
    is_number = text.isascii() and text.isdecimal() and len(text) < 9
    return is_number and 0 < int(text) <= HIGHEST_PORT


def _written(box: QPlainTextEdit) -> tuple[str, ...]:
    lines = (line.strip() for line in box.toPlainText().splitlines())
    return tuple(dict.fromkeys(line for line in lines if line))


def _lines(name: str, example: str) -> QPlainTextEdit:
    box = QPlainTextEdit()
    box.setObjectName(name)
    box.setFont(theme.monospace_font(box.font()))
    box.setPlaceholderText(example)
    box.setTabChangesFocus(True)
    box.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    box.setFixedHeight(box.fontMetrics().lineSpacing() * LINES[name] + 2 * theme.GRID)
    return box


def _note() -> QLabel:
    label = QLabel()
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    theme.set_role(label, "dim")
    label.hide()
    return label


def _say(label: QLabel, text: str, *, is_failure: bool = False) -> None:
    theme.set_role(label, "error" if is_failure else "dim")
    label.setText(text)
    label.setVisible(bool(text))
