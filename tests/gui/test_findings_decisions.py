"""What people decide about rules in the findings panel, and what else its menus do."""

import pytest
from PySide6.QtGui import QGuiApplication

from sitemap_editor.gui.commands import rules
from sitemap_editor.gui.findings.row_menu import OFF
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.rules.decisions.policy import Scope
from sitemap_editor.support.published import remembered_address

ROWS = ("a 2024-13-45 daily 0,5", "b 2024-01-02 Weekly 0,9", "c 2024-01-03 DAILY 0.5")
COMMA, CASE = "priority-decimal-comma", "changefreq-case"
FILE = "sitemap-editor.toml"


@pytest.fixture
def panel(desk, qtbot):
    desk.open(*ROWS)
    qtbot.waitUntil(lambda: not desk.window.is_filling)
    return desk.window.panels["findingsPanel"]


def group(panel, code, *, is_ignored=False):
    groups = panel.report.ignored_groups if is_ignored else panel.report.groups
    return next((one for one in groups if one.code == code), None)


def row_of(panel, code):
    return panel.model.rows.row_of(code)


def wait(desk, qtbot, panel):
    desk.quiet()
    qtbot.waitUntil(lambda: not panel._timer.isActive())


def texts(menu):
    return [action.text().split("\t")[0] for action in menu.actions() if action.text()]


def trigger(menu, *path):
    for name in path[:-1]:
        menu = next(a.menu() for a in menu.actions() if a.menu() and a.text() == name)
    action = next(a for a in menu.actions() if a.text().split("\t")[0] == path[-1])
    assert action.isEnabled()
    action.trigger()


@pytest.mark.parametrize(
    ("choice", "is_in_folder"),
    [("In this file", True), ("In this folder", True), ("For me, everywhere", False)],
)
def test_a_rule_is_ignored_shown_grey_and_heard_of_again(desk, qtbot, panel, choice, is_in_folder):
    trigger(panel.menu_of(row_of(panel, COMMA)), "Ignore", choice)
    wait(desk, qtbot, panel)
    assert group(panel, COMMA) is None
    assert (desk.folder / FILE).exists() is is_in_folder
    assert panel.line.ignored.text == "2 ignored"
    panel.line.ignored.link.click()
    row = row_of(panel, f"ignored:{COMMA}")
    assert panel.view.current_row == row
    assert not panel.details.stop.isHidden()
    assert panel.details.fix_all.isHidden()
    panel.view.toggle(row)
    assert "0,5" in panel.model.finding_at(row + 1).message
    panel.view.set_current_row(row)
    panel.details.stop.click()
    wait(desk, qtbot, panel)
    assert group(panel, COMMA).count == 2
    assert panel.line.ignored.text == ""


def test_one_finding_is_ignored_and_the_others_stay(desk, qtbot, panel):
    panel.view.toggle(row_of(panel, COMMA))
    trigger(panel.menu_of(row_of(panel, COMMA) + 1), "Ignore", "Here (this finding)")
    wait(desk, qtbot, panel)
    assert group(panel, COMMA).count == 1
    assert group(panel, COMMA, is_ignored=True).count == 1
    panel.line.ignored.link.click()
    row = row_of(panel, f"ignored:{COMMA}")
    panel.view.toggle(row)
    trigger(panel.menu_of(row + 1), "Stop ignoring this finding")
    wait(desk, qtbot, panel)
    assert group(panel, COMMA).count == 2


def test_a_decision_is_told_and_can_be_taken_back(desk, qtbot, panel):
    panel.ignore(Scope.FILE, COMMA, None)
    assert panel.line.decided.text == "“Comma in the priority” is ignored in this file."
    wait(desk, qtbot, panel)
    panel.line.decided.link.click()
    wait(desk, qtbot, panel)
    assert group(panel, COMMA).count == 2
    assert panel.line.decided.text == ""


def test_the_details_offer_the_same_ways_to_ignore(desk, qtbot, panel):
    panel.view.set_current_row(row_of(panel, COMMA))
    panel.details.ignore_menu.aboutToShow.emit()
    assert texts(panel.details.ignore_menu) == [
        "In this file",
        "In this folder",
        "For me, everywhere",
    ]
    panel.view.toggle(row_of(panel, COMMA))
    panel.view.set_current_row(row_of(panel, COMMA) + 1)
    panel.details.ignore_menu.aboutToShow.emit()
    assert texts(panel.details.ignore_menu)[0] == "Here (this finding)"


def test_without_a_file_only_ones_own_decisions_are_possible(desk, qtbot):
    desk.window.workspace.new(Kind.URLSET)
    desk.quiet()
    qtbot.waitUntil(lambda: not desk.window.is_filling)
    panel = desk.window.panels["findingsPanel"]
    menu = panel.menu_of(0)
    ignore = next(a.menu() for a in menu.actions() if a.menu() and a.text() == "Ignore")
    possible = [a.text() for a in ignore.actions() if a.isEnabled() and a.text()]
    assert possible == ["For me, everywhere"]
    assert "More once the file is saved" in texts(ignore)


@pytest.mark.parametrize("title", ["Treat as, for me", "Treat as, in this folder"])
def test_a_rule_counts_as_bad_as_people_say(desk, qtbot, panel, title):
    assert group(panel, COMMA).severity is Severity.ERROR
    trigger(panel.menu_of(row_of(panel, COMMA)), title, "Note")
    wait(desk, qtbot, panel)
    assert group(panel, COMMA).severity is Severity.INFO
    menu = panel.menu_of(row_of(panel, COMMA))
    chosen = next(a.menu() for a in menu.actions() if a.text() == title)
    assert [a.text() for a in chosen.actions() if a.isChecked()] == ["Note"]
    trigger(menu, title, "As usual")
    wait(desk, qtbot, panel)
    assert group(panel, COMMA).severity is Severity.ERROR


def test_a_rule_is_switched_off_and_on_again(desk, qtbot, panel):
    panel.treat(COMMA, OFF, Scope.USER)
    wait(desk, qtbot, panel)
    assert group(panel, COMMA) is None
    assert panel.line.decided.text == "“Comma in the priority” is switched off."
    panel.line.decided.link.click()
    wait(desk, qtbot, panel)
    assert group(panel, COMMA).count == 2


def test_a_file_that_cannot_be_written_is_said(desk, qtbot, panel):
    (desk.folder / FILE).mkdir()
    panel.ignore(Scope.FILE, COMMA, None)
    assert FILE in desk.interaction.texts[-1]
    assert panel.line.decided.text == ""


def test_what_is_wrong_with_the_decisions_is_said_with_its_line(desk, qtbot, panel):
    (desk.folder / FILE).write_text("\n[severity]\nfile-empty = 'dreadful'\n", encoding="utf-8")
    desk.session.check_policy()
    wait(desk, qtbot, panel)
    assert panel.line.problem.text.startswith(f"{FILE}:3: ")


# What else a menu offers


def test_a_menu_offers_what_can_be_done_with_an_entry(desk, panel):
    panel.view.toggle(row_of(panel, CASE))
    assert texts(panel.menu_of(row_of(panel, CASE) + 1)) == [
        "Go to the entry",
        "Only entries with this finding",
        "Fix this",
        "Fix all 2…",
        "Ignore",
        "Treat as, in this folder",
        "Treat as, for me",
        "Copy",
        "Copy all 2 findings",
        "About this rule",
    ]


def test_a_menu_shows_only_the_entries_with_a_finding(desk, panel):
    trigger(panel.menu_of(row_of(panel, CASE)), "Only entries with this finding")
    assert desk.paths() == ["b", "c"]


def test_a_menu_goes_to_the_entry(desk, panel):
    panel.view.toggle(row_of(panel, CASE))
    trigger(panel.menu_of(row_of(panel, CASE) + 2), "Go to the entry")
    assert desk.session.current == 2


def test_all_findings_of_a_rule_are_copied(desk, panel):
    trigger(panel.menu_of(row_of(panel, CASE)), "Copy all 2 findings")
    desk.quiet()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "Capitals in changefreq (2)"
    assert [line.split("\t")[1] for line in lines[1:]] == [CASE, CASE]
    assert lines[1].startswith("line 3, column ")
    assert desk.notice == "Copied 2 findings."


def test_selected_rows_are_copied_a_line_each(desk, panel):
    panel.view.toggle(row_of(panel, CASE))
    panel.view.selectAll()
    panel.copy_rows()
    lines = QGuiApplication.clipboard().text().splitlines()
    assert len(lines) == panel.model.rowCount()
    assert sum(f"\t{CASE}\t" in line for line in lines) == 2


def test_a_menu_opens_the_page_of_the_rule(desk, panel, monkeypatch):
    shown = []
    monkeypatch.setattr(rules, "_window", lambda _context: Page(shown))
    trigger(panel.menu_of(row_of(panel, CASE)), "About this rule")
    panel.help_requested.emit(COMMA)
    assert shown == [CASE, COMMA]


class Page:
    """The window with the pages, as far as it is asked."""

    def __init__(self, shown):
        self.show_rule = shown.append

    def show(self):
        pass

    raise_ = activateWindow = show


# From finding to finding


def test_f3_goes_through_what_is_listed_and_shown(desk, panel):
    for chip in (Severity.WARNING, Severity.INFO):
        panel.chips.chips[chip].click()
    panel.search.setText("comma")
    desk.run("tools.next_finding")
    assert desk.session.current == 1
    desk.run("tools.next_finding")
    assert desk.session.current == 0
    panel.bar.clear()
    desk.window.pane.filter_bar.show_finding(CASE)
    desk.run("tools.next_finding")
    desk.run("tools.next_finding")
    assert desk.session.current == 2
    assert desk.paths() == ["b", "c"]
    assert panel.current_code == CASE


def test_f3_says_when_nothing_that_is_listed_is_shown(desk, panel):
    panel.search.setText("zzz")
    desk.run("tools.next_finding")
    assert desk.notice == "No entry that is shown has a finding that is listed."


def test_f3_follows_the_sort(desk, panel):
    desk.window.pane._on_sort_requested("loc", True)
    panel.search.setText("Invalid tag value")
    desk.session.set_current(2)
    visited = []
    for _step in range(3):
        desk.run("tools.next_finding")
        visited.append(int(desk.session.current))
    assert visited == [1, 0, 2]


# The public address


def reopen(desk, qtbot, path):
    desk.window.workspace.close(desk.session)
    desk.window.open_paths([path])
    desk.quiet()
    qtbot.waitUntil(lambda: not desk.window.is_filling)


@pytest.mark.parametrize("answer", ["yes", "other"])
def test_a_guessed_address_is_confirmed_or_corrected_and_remembered(desk, qtbot, panel, answer):
    desk.session.guessed_base_url = "https://a.example/sitemap.xml"
    panel._refresh()
    line = panel.address
    assert not line.isHidden()
    assert (
        line._question.accessibleName()
        == "Is this file published at https://a.example/sitemap.xml?"
    )
    if answer == "yes":
        line.yes.click()
        wanted = "https://a.example/sitemap.xml"
    else:
        line.other.click()
        assert line.field.text() == "https://a.example/sitemap.xml"
        wanted = "https://a.example/maps/sitemap.xml"
        line.field.setText(wanted)
        line.use.click()
    wait(desk, qtbot, panel)
    assert desk.session.base_url == wanted
    assert line.isHidden()
    path = desk.session.path
    assert remembered_address(desk.window.settings, path) == wanted
    reopen(desk, qtbot, path)
    assert desk.session.base_url == wanted
    assert line.isHidden()


def test_who_does_not_want_to_be_asked_is_not_asked_again(desk, qtbot, panel):
    assert not panel.address.isHidden()
    panel.address.dismissed.emit()
    assert panel.address.isHidden()
    reopen(desk, qtbot, desk.session.path)
    assert panel.address.isHidden()
    assert desk.session.base_url is None


def test_the_address_is_not_asked_where_no_rule_needs_it(desk, qtbot, panel):
    desk.session.set_profiles(("advice",))
    wait(desk, qtbot, panel)
    assert panel.address.isHidden()


@pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
def test_a_card_of_the_inspector_ignores_its_finding(desk, qtbot, panel):
    desk.window.show()
    desk.table.setCurrentIndex(desk.table.entries.index(1, 1))
    cards = desk.window.panels["entryInspector"].fields.cards
    card = next(card for card in cards if card.finding.code == COMMA)
    trigger(card.menu(), "Ignore", "Here (this finding)")
    wait(desk, qtbot, panel)
    assert group(panel, COMMA).count == 1
    assert panel.line.decided.text == "“Comma in the priority” is ignored at this entry."


def test_what_robots_txt_says_is_offered_as_the_address(desk, qtbot):
    address = "https://a.example/sitemap.xml"
    (desk.folder / "robots.txt").write_text(f"Sitemap: {address}\n", encoding="utf-8")
    desk.open(*ROWS)
    qtbot.waitUntil(lambda: not desk.window.is_filling)
    panel = desk.window.panels["findingsPanel"]
    qtbot.waitUntil(lambda: not panel.address.yes.isHidden())
    panel.address.yes.click()
    wait(desk, qtbot, panel)
    assert desk.session.base_url == address
    assert panel.address.isHidden()


@pytest.mark.parametrize("text", ["[severity\n", "[severity]\nfile-empty = 7\n", "\x00"])
def test_a_broken_file_of_decisions_breaks_no_menu(desk, qtbot, panel, text):
    (desk.folder / FILE).write_text(text, encoding="utf-8")
    desk.session.check_policy()
    wait(desk, qtbot, panel)
    menu = panel.menu_of(row_of(panel, COMMA))
    assert "Treat as, in this folder" in texts(menu)
    assert panel.line.problem.text.startswith(FILE)
    panel.ignore(Scope.FOLDER, CASE, None)
    wait(desk, qtbot, panel)
    assert (desk.folder / FILE).read_text(encoding="utf-8").startswith(text[:9])
