"""Which rules the findings panel lists: by words, severity and who asks for them."""

import pytest
from PySide6.QtCore import Qt

from sitemap_editor.gui.findings.filters import Filter
from sitemap_editor.gui.findings.panel import FindingsPanel
from sitemap_editor.protocol.findings import Severity

ROWS = ("a 2024-13-45 daily 0.5", "b 2024-01-02 Weekly 0.9", "d 2024-01-03 daily 0,5")


@pytest.fixture
def panel(open_rows, qtbot):
    session = open_rows(*ROWS)
    panel = FindingsPanel()
    qtbot.addWidget(panel)
    panel.resize(700, 400)
    panel.set_session(session)
    qtbot.waitUntil(lambda: session.report is not None and panel.model.rowCount() > 0)
    return panel


def codes(panel):
    return [group.code for group in panel.model.rows.groups]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Invalid tag value", {"changefreq-case", "priority-decimal-comma"}),
        ("invalid date", {"lastmod-impossible"}),
        ("priority-dec", {"priority-decimal-comma"}),
        ("capitals", {"changefreq-case"}),
        ("Incorrect namespace", set()),
    ],
)
def test_the_search_knows_codes_words_and_other_tools(panel, text, found):
    panel.search.setText(text)
    assert set(codes(panel)) == found


def test_letters_typed_fast_are_looked_for_together(panel, qtbot):
    panel.search.setText("z")
    panel.search.setText("zz")
    panel.search.setText("comma")
    assert codes(panel) == []
    qtbot.waitUntil(lambda: codes(panel) == ["priority-decimal-comma"])


@pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
def test_escape_empties_the_search_and_down_goes_to_the_list(panel, qtbot):
    panel.show()
    every = codes(panel)
    panel.search.setText("comma")
    with qtbot.waitSignal(panel.search.left_downwards):
        qtbot.keyClick(panel.search, Qt.Key.Key_Down)
    qtbot.keyClick(panel.search, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: codes(panel) == every)
    panel.hide()


def choose(panel, name):
    menu = panel.bar.profiles.menu()
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.objectName() == name).trigger()


def test_only_rules_are_listed_that_a_profile_asks_for(panel):
    every = codes(panel)
    choose(panel, "asked_by.bing")
    few = codes(panel)
    assert set(few) < set(every)
    assert "changefreq-ignored" in few
    assert panel.bar.profiles.text() == "Bing ▾"
    choose(panel, "asked_by.protocol")
    assert len(codes(panel)) > len(few)
    choose(panel, "asked_by.bing")
    choose(panel, "asked_by.protocol")
    assert codes(panel) == every


def test_filters_count_together(panel):
    choose(panel, "asked_by.protocol")
    panel.chips.chips[Severity.INFO].click()
    panel.search.setText("priority")
    assert codes(panel) == ["priority-decimal-comma"]
    assert panel.line.shown.text.startswith("1 of ")


def test_what_is_left_out_is_said_and_can_be_cleared(panel, qtbot):
    every = codes(panel)
    assert panel.line.isHidden()
    choose(panel, "asked_by.bing")
    panel.show_severity(Severity.ERROR)
    panel.search.setText("zzz")
    assert panel.empty.text == "No finding matches."
    assert panel.line.shown.text == f"0 of {len(every)} rules"
    panel.empty.clicked.emit()
    assert codes(panel) == every
    assert panel.model.filter == Filter()
    assert panel.line.isHidden()


def test_a_rule_that_a_filter_hides_is_shown_all_the_same(panel):
    panel.search.setText("zzz")
    panel.show_rule("priority-decimal-comma")
    assert panel.current_code == "priority-decimal-comma"


def test_all_chips_off_list_nothing_and_say_so(panel):
    for chip in panel.chips.chips.values():
        chip.click()
    assert codes(panel) == []
    assert panel.empty.text == "No finding matches."
