"""Rules and profiles: what is shown, what is asked for, and what is written where."""

from collections import Counter

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QComboBox

from sitemap_editor.gui.dialogs.rule_settings import HOUSE_TAB, RuleChoices, RuleSettingsDialog
from sitemap_editor.gui.profiles import chosen_profiles
from sitemap_editor.gui.rules.model import CODE, SEVERITY, TITLE
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.decisions.house_hits import HouseHits
from sitemap_editor.rules.decisions.policy import House, Policy, Scope

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

MINE = Policy(severities={"bom-present": Severity.ERROR}, disabled=frozenset({"file-empty"}))
FOLDER = Policy(severities={"bom-present": Severity.WARNING})


@pytest.fixture
def make(qtbot):
    def make(mine=MINE, folder=FOLDER, **options):
        policies = {Scope.USER: mine}
        if folder is not None:
            policies[Scope.FOLDER] = folder
        dialog = RuleSettingsDialog(policies, folder="site", **options)
        qtbot.addWidget(dialog)
        return dialog

    return make


def texts(dialog, code):
    model = dialog.model
    row = model.codes.index(code)
    return [model.index(row, column).data() for column in (SEVERITY, TITLE, CODE)]


def test_all_rules_are_shown_with_what_they_count_as(make):
    dialog = make()
    assert dialog.model.codes == list(CATALOGUE)
    assert texts(dialog, "bom-present") == [
        *("● Error ▾", "Byte order mark at the beginning", "bom-present")
    ]
    assert texts(dialog, "file-empty")[0] == "○ Off ▾"
    assert texts(dialog, "file-too-large")[0] == "● Error ▾"


def test_nothing_is_asked_for_before_something_is_changed(make):
    dialog = make()
    assert not dialog.verb.isEnabled()
    assert dialog.choices == RuleChoices(DEFAULT_PROFILES, {})


def test_the_folder_says_what_differs_from_me(make):
    dialog = make()
    dialog.folder.setChecked(True)
    assert texts(dialog, "bom-present")[0] == "▲ Warning ▾"
    assert texts(dialog, "file-empty")[0] == "○ Off ▾"
    assert not dialog.model.is_changed("file-empty")
    assert "sitemap-editor.toml" in dialog.lead.text()
    assert "site" in dialog.lead.text()


def test_without_a_file_there_is_no_folder(make):
    assert not make(folder=None).folder.isEnabled()


def test_changes_are_collected_for_each_scope(make):
    dialog = make()
    dialog.model.set_words(["ns-https"], "off")
    dialog.model.set_words(["bom-present"], None)
    dialog.folder.setChecked(True)
    dialog.model.set_words(["ns-typo"], "info")
    assert dialog.choices.severities == {
        Scope.USER: {"bom-present": None, "ns-https": "off"},
        Scope.FOLDER: {"ns-typo": "info"},
    }
    assert dialog.verb.text() == "Change 3 rules"


def test_what_is_changed_back_is_no_change(make):
    dialog = make()
    dialog.model.set_words(["ns-https"], "off")
    dialog.model.set_words(["ns-https"], None)
    assert dialog.choices.severities == {}
    assert not dialog.verb.isEnabled()


def test_reset_is_about_the_scope_shown(make):
    dialog = make()
    dialog.reset.click()
    assert dialog.choices.severities == {Scope.USER: {"file-empty": None, "bom-present": None}}
    assert not dialog.reset.isEnabled()
    assert texts(dialog, "file-empty")[0] == "● Error ▾"


def test_search_and_changed_only_narrow_the_list(make):
    dialog = make()
    dialog.search.setText("Compression error")
    assert "gzip-corrupt" in dialog.model.codes
    assert "ns-https" not in dialog.model.codes
    dialog.search.clear()
    dialog.changed_only.setChecked(True)
    assert dialog.model.codes == ["file-empty", "bom-present"]
    assert make(code="ns-https").model.codes == ["ns-https"]


def test_profiles_are_chosen_here_too_and_one_at_least(make):
    dialog = make(profiles=("google",))
    assert dialog.model.data(
        dialog.model.index(dialog.model.codes.index("text-mojibake"), TITLE),
        Qt.ItemDataRole.ToolTipRole,
    ).startswith("None of the profiles")
    dialog.profiles["yandex"].setChecked(True)
    assert dialog.choices.profiles == ("google", "yandex")
    assert dialog.profiles["google"].toolTip() == "By sources as of 2026-07-08"
    assert dialog.verb.isEnabled()
    dialog.profiles["yandex"].setChecked(False)
    dialog.profiles["google"].setChecked(False)
    assert not dialog.verb.isEnabled()


def test_a_choice_in_a_row_is_for_all_rows_selected(make, qtbot):
    dialog = make()
    dialog.show()
    model, table = dialog.model, dialog.table
    rows = [model.codes.index(code) for code in ("ns-https", "ns-typo")]
    flag = QItemSelectionModel.SelectionFlag
    for row in rows:
        table.selectionModel().select(model.index(row, SEVERITY), flag.Select | flag.Rows)
    flags = QItemSelectionModel.SelectionFlag.NoUpdate
    table.selectionModel().setCurrentIndex(model.index(rows[0], SEVERITY), flags)
    table.edit(model.index(rows[0], SEVERITY))
    editor = table.findChild(QComboBox)
    qtbot.waitUntil(lambda: editor.view().isVisible())
    editor.hidePopup()
    assert editor.itemText(0) == "Usual (Error)"
    editor.setCurrentIndex(editor.findData("warning"))
    editor.activated.emit(editor.currentIndex())
    assert dialog.choices.severities == {Scope.USER: {"ns-https": "warning", "ns-typo": "warning"}}
    dialog.close()


# House rules

HOUSE = House(("www.shop.org",), ("/admin",), (8080,), ("utm_*",), 4)


def write(page, **texts):
    for name, text in texts.items():
        field = getattr(page, name)
        field.setText(text) if name == "ports" else field.setPlainText(text)


def test_house_rules_are_shown_for_me_and_for_the_folder(make):
    dialog = make(mine=Policy(house=HOUSE))
    assert dialog.house.house == HOUSE
    dialog.folder.setChecked(True)
    assert dialog.house.house == House()
    assert dialog.choices == RuleChoices(DEFAULT_PROFILES, {}, {})


def test_house_rules_that_are_new_are_asked_for(make):
    dialog = make()
    dialog.folder.setChecked(True)
    write(dialog.house, hosts="a.example\n\n *.b.example ", ports="8080, 81 8080")
    dialog.house.deepest.setValue(0)
    house = House(("a.example", "*.b.example"), forbidden_ports=(8080, 81), max_depth=0)
    assert dialog.choices.houses == {Scope.FOLDER: house}
    assert dialog.verb.text() == "Change 3 rules"
    dialog.mine.setChecked(True)
    assert dialog.choices.houses == {Scope.FOLDER: house}


@pytest.mark.parametrize(
    ("texts", "note", "words"),
    [
        ({"patterns": "/a\n(("}, "forbidden", "“((” cannot be read"),
        ({"ports": "80, 99999"}, "forbidden_ports", "99999 is no port"),
    ],
)
def test_what_cannot_be_read_is_said_and_not_taken(make, texts, note, words):
    dialog = make()
    write(dialog.house, hosts="a.example", **texts)
    assert words in dialog.house.notes[note].text()
    assert not dialog.verb.isEnabled()
    dialog.folder.setChecked(True)
    assert not dialog.verb.isEnabled()


def test_reset_on_the_page_of_house_rules_is_about_them(make):
    dialog = make(mine=Policy(disabled=frozenset({"file-empty"}), house=HOUSE))
    dialog.tabs.setCurrentIndex(HOUSE_TAB)
    dialog.reset.click()
    assert dialog.choices.houses == {Scope.USER: House()}
    assert dialog.choices.severities == {}
    assert not dialog.reset.isEnabled()


def test_a_depth_from_elsewhere_stays_as_deep_as_it_is(make):
    house = House(max_depth=100_000)
    assert make(mine=Policy(house=house)).house.house == house


def test_entries_that_house_rules_hit_are_counted_while_they_are_written(make, qtbot):
    asked = []

    def counting(house, on_done):
        asked.append(house)
        count = {text: 7 + number for number, text in enumerate(house.forbidden)}
        on_done(HouseHits(Counter({"house-host": 1200}), Counter(count), ("x*",)))

    dialog = make(counting=counting)
    page = dialog.house
    write(page, hosts="a.example", patterns="/admin\nx*")
    qtbot.waitUntil(lambda: bool(asked))
    assert asked == [House(("a.example",), ("/admin", "x*"))]
    assert page.notes["allowed_hosts"].text() == "1,200 entries would be reported"
    assert page.notes["forbidden"].text().split("\n") == [
        "/admin: 7 entries would be reported",
        "x*: takes too long and was given up",
    ]
    write(page, patterns="((")
    qtbot.waitUntil(lambda: len(asked) == 2)
    assert "cannot be read" in page.notes["forbidden"].text()


def test_a_late_count_is_not_shown(make):
    late = []
    page = make(counting=lambda _house, on_done: late.append(on_done)).house
    write(page, patterns="/admin")
    page.count()
    write(page, patterns="/other")
    late[0](HouseHits(Counter(), Counter({"/admin": 7})))
    assert page.notes["forbidden"].text() == ""


# In the window


def test_house_rules_are_written_counted_and_checked_by(desk):
    path = desk.open("admin/a", "b")
    words, houses = {"lastmod-missing": "off"}, {Scope.FOLDER: House(forbidden=("/admin",))}
    desk.answer(RuleChoices(DEFAULT_PROFILES, {Scope.FOLDER: words}, houses))
    desk.run("tools.rules")
    desk.quiet()
    decisions = path.parent / "sitemap-editor.toml"
    written = decisions.read_text(encoding="utf-8")
    assert '"/admin"' in written and "lastmod-missing" in written
    assert list(desk.session.report.ids_with("house-pattern")) == [0]
    told = []
    desk.interaction.asked[-1].context["counting"](House(forbidden=("a",)), told.append)
    desk.quiet()
    assert told[0].patterns["a"] == 2
    assert desk.session.undo_policy()
    desk.quiet()
    assert not decisions.exists() or not decisions.read_text(encoding="utf-8")


def test_choices_are_written_and_checked_by(desk):
    path = desk.open("a 31/12/2023")
    assert desk.session.report.counts[Severity.ERROR] == 1
    desk.answer(
        RuleChoices(("protocol", "google"), {Scope.FOLDER: {"lastmod-locale-format": "off"}})
    )
    desk.run("tools.rules")
    assert chosen_profiles(desk.window.settings) == ("protocol", "google")
    text = (path.parent / "sitemap-editor.toml").read_text(encoding="utf-8")
    assert "lastmod-locale-format" in text
    desk.quiet()
    assert desk.session.report.counts[Severity.ERROR] == 0
    assert desk.interaction.asked[-1].context["folder"] == path.parent.name


def test_for_me_needs_no_document(desk):
    desk.answer(RuleChoices(DEFAULT_PROFILES, {Scope.USER: {"ns-https": "info"}}))
    desk.run("tools.rules")
    assert set(desk.interaction.asked[-1].context["policies"]) == {Scope.USER}
    desk.answer(None)
    desk.run("tools.rules")
    policy = desk.interaction.asked[-1].context["policies"][Scope.USER]
    assert policy.severities == {"ns-https": Severity.INFO}


def test_a_folder_file_that_cannot_be_changed_says_so(desk):
    path = desk.open("a")
    (path.parent / "sitemap-editor.toml").write_text("[severity\n")
    desk.answer(RuleChoices(DEFAULT_PROFILES, {Scope.FOLDER: {"ns-https": "off"}}))
    desk.run("tools.rules")
    assert desk.interaction.asked[-1].what == "report_error"
    assert "sitemap-editor.toml" in desk.interaction.texts[-1]
