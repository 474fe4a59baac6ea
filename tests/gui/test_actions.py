"""Every action does what it says, as one named step that can be undone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QTabBar

from sitemap_editor.gui.actions import ACTIONS
from sitemap_editor.gui.actions.sets import SET_MENU
from sitemap_editor.gui.dialogs.go_to import GoTo
from sitemap_editor.gui.dialogs.properties import PropertiesRequest
from sitemap_editor.gui.dialogs.set_value import SetValue
from sitemap_editor.gui.files.view import FilesView
from sitemap_editor.gui.findings.view import FindingsView
from sitemap_editor.gui.menus import MENUS, TABLE_MENU
from sitemap_editor.gui.preview.view import PreviewView
from sitemap_editor.gui.profiles import profiles_text
from sitemap_editor.gui.table.arrangement import Query
from sitemap_editor.gui.toolbar import TOOLBAR
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES, PROFILES

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

ROWS = ("a 2024-01-01 daily 0.5", "b - - 0.9", "c 2024-02-03", "d")
LOC, LASTMOD, CHANGEFREQ, PRIORITY = 1, 2, 3, 4


@pytest.fixture
def opened(desk):
    desk.open(*ROWS)
    return desk


def put(text):
    QApplication.clipboard().setText(text)


def copied():
    return QApplication.clipboard().text()


# The table of actions


def test_every_action_has_its_own_id_and_keys():
    ids = [action.id for action in ACTIONS]
    keys = [str(key) for action in ACTIONS for key in action.keys]
    assert len(ids) == len(set(ids))
    assert len(keys) == len(set(keys))


def test_every_action_is_in_a_menu_or_a_submenu():
    shown = {name for _id, _title, names in MENUS for name in names if name}
    shown.update(filter(None, SET_MENU))
    ids = {action.id for action in ACTIONS}
    submenus = {name for name in ids if name.startswith(("view.theme_", "view.language_"))}
    assert ids - submenus == {name for name in shown if not name.startswith("menu:")}
    assert set(filter(None, (*TABLE_MENU, *TOOLBAR))) <= ids


def test_without_a_document_only_what_needs_none_is_possible(desk):
    desk.window.action_set.refresh()
    possible = {name for name, action in desk.window.action_set.by_id.items() if action.isEnabled()}
    assert {"file.new", "file.open", "help.about", "file.quit"} <= possible
    for_documents = {name for name in possible if name.startswith(("edit.", "entry.", "tools."))}
    assert for_documents == {"tools.rules", "tools.merge", "tools.diff", "edit.paste_new"}


# Changing entries: what is selected, the action, what it leaves, the step's name

CHANGES = [
    ((1, LOC, 1, LOC), "entry.delete", ["a", "c", "d"], "Delete 1 entry"),
    ((1, LOC, 2, LOC), "entry.delete", ["a", "d"], "Delete 2 entries"),
    ((0, LOC, 1, LOC), "entry.duplicate", ["a", "a", "b", "b", "c", "d"], "Duplicate 2 entries"),
    ((1, LOC, 2, LOC), "entry.move_up", ["b", "c", "a", "d"], "Move 2 entries"),
    ((0, LOC, 1, LOC), "entry.move_down", ["c", "a", "b", "d"], "Move 2 entries"),
]


@pytest.mark.parametrize(("block", "action", "left", "step"), CHANGES)
def test_entries_are_changed_in_one_named_step(opened, block, action, left, step):
    before = opened.doc.text()
    opened.select(*block)
    opened.run(action)
    assert opened.paths() == left
    assert opened.window.action_set["edit.undo"].text() == f"Undo: {step}"
    opened.run("edit.undo")
    assert opened.doc.text() == before
    assert opened.window.action_set["edit.redo"].text() == f"Redo: {step}"
    opened.run("edit.redo")
    assert opened.paths() == left


def test_what_is_moved_stays_selected(opened):
    opened.select(2, LOC, 3, LOC)
    opened.run("entry.move_up")
    opened.run("entry.move_up")
    assert opened.paths() == ["c", "d", "a", "b"]
    opened.run("entry.move_up")
    assert opened.paths() == ["c", "d", "a", "b"]


def test_add_puts_an_empty_entry_below_and_opens_its_address(opened):
    opened.select(1, LOC, 1, LOC)
    opened.run("entry.add")
    assert opened.table.delegate.editor is not None
    opened.table.delegate.editor.setText("https://a.example/x")
    opened.table.commit()
    assert opened.paths() == ["a", "b", "x", "c", "d"]


def test_an_address_that_is_there_already_is_told_with_its_place(opened):
    opened.select(3, LOC, 3, LOC)
    model = opened.table.entries
    model.setData(model.index(3, LOC), "https://a.example/b")
    assert "at entry 2" in opened.notice


def test_moving_is_not_possible_while_sorted_or_filtered(opened):
    opened.select(1, LOC, 1, LOC)
    for query in (Query(text="example"), Query(sort_field="loc")):
        opened.window.pane.arrangement.set_query(query)
        opened.window.action_set.refresh()
        assert not opened.window.action_set["entry.move_up"].isEnabled()


def test_what_is_filtered_out_is_never_changed(opened):
    opened.window.pane.arrangement.set_query(Query(missing="changefreq"))
    opened.table.selectAll()
    opened.run("entry.delete")
    opened.window.pane.filter_bar.clear()
    assert opened.paths() == ["a"]


# Cells


def test_set_value_in_all_selected(opened):
    opened.select(0, LASTMOD, 2, LASTMOD)
    opened.answer(SetValue("lastmod", "2025-01-01"))
    opened.run("edit.set_value")
    assert opened.interaction.asked[-1].context["field"] == "lastmod"
    assert [opened.doc.value(n, "lastmod") for n in range(4)] == ["2025-01-01"] * 3 + [None]
    assert opened.doc.history.undo_label == "Set lastmod of 3 entries"


def test_clear_empties_the_selected_cells(opened):
    opened.select(0, CHANGEFREQ, 1, PRIORITY)
    opened.run("edit.clear")
    assert opened.cells() == ["a 2024-01-01", "b", "c 2024-02-03", "d"]


def test_clear_of_whole_rows_deletes_them(opened):
    opened.select(1, 0, 2, PRIORITY)
    opened.run("edit.clear")
    assert opened.paths() == ["a", "d"]


def test_fill_down_copies_the_top_cells(opened):
    opened.select(0, LASTMOD, 2, CHANGEFREQ)
    opened.run("edit.fill_down")
    assert opened.cells()[1:3] == ["b 2024-01-01 daily 0.9", "c 2024-01-01 daily"]


def test_fill_down_of_one_row_takes_from_above(opened):
    opened.select(1, PRIORITY, 1, PRIORITY)
    opened.run("edit.fill_down")
    assert opened.cells()[1] == "b - - 0.5"


def test_copy_gives_cells_as_a_spreadsheet_takes_them(opened):
    opened.select(0, LOC, 1, LASTMOD)
    opened.run("edit.copy")
    assert copied() == "https://a.example/a\t2024-01-01\nhttps://a.example/b\t"


def test_copy_addresses_and_xml(opened):
    opened.select(1, PRIORITY, 2, PRIORITY)
    opened.run("edit.copy_urls")
    assert copied() == "https://a.example/b\nhttps://a.example/c"
    opened.select(3, LOC, 3, LOC)
    opened.run("edit.copy_xml")
    assert copied() == "<url><loc>https://a.example/d</loc></url>"


def test_paste_writes_over_cells_from_the_current_one(opened):
    put("2025-01-01\tweekly\n\tnever")
    opened.select(0, LASTMOD, 0, LASTMOD)
    opened.run("edit.paste")
    assert opened.cells()[:2] == ["a 2025-01-01 weekly 0.5", "b - never 0.9"]
    assert opened.doc.history.undo_label == "Paste cells into 2 entries"


def test_paste_says_which_columns_do_not_fit(opened):
    opened.select(0, CHANGEFREQ, 0, CHANGEFREQ)
    QApplication.clipboard().setText("weekly\t0.1\tx\ty")
    opened.run("edit.paste")
    assert opened.cells()[0] == "a 2024-01-01 weekly 0.1"
    assert opened.notice == "2 pasted columns reach beyond the last one and were left out."


def test_one_pasted_value_fills_the_selection(opened):
    put("0.3")
    opened.select(0, PRIORITY, 3, PRIORITY)
    opened.run("edit.paste")
    assert [opened.doc.value(n, "priority") for n in range(4)] == ["0.3"] * 4


@pytest.mark.parametrize(
    ("answer", "paths"),
    [("add", ["a", "b", "c", "x", "y"]), ("fit", ["a", "b", "c", "x"]), (None, list("abcd"))],
)
def test_paste_asks_before_it_adds_entries(opened, answer, paths):
    put("https://a.example/x\nhttps://a.example/y")
    opened.select(3, LOC, 3, LOC)
    opened.answer(answer)
    opened.run("edit.paste")
    assert opened.paths() == paths


def test_paste_as_new_entries_leaves_out_those_present(opened):
    put(
        "https://a.example/x\nhttps://a.example/b\nhttps://a.example/x\nhttps://a.example/y\t2024-05-05"
    )
    opened.select(1, LOC, 1, LOC)
    opened.answer("add")
    opened.run("edit.paste_new")
    asked = opened.interaction.asked[-1].context
    assert (len(asked["entries"]), asked["left_out"]) == (2, 2)
    assert opened.paths() == ["a", "b", "x", "y", "c", "d"]
    assert opened.cells()[3] == "y 2024-05-05"
    assert opened.table.selected_ids().size == 2


def test_pasting_one_new_entry_asks_nothing(opened):
    put("https://a.example/x\n")
    opened.run("edit.paste_new")
    assert opened.interaction.asked == []
    assert "x" in opened.paths()
    assert opened.notice == "Added 1 entry. Undo takes it back."


def test_a_block_of_new_entries_is_shown_before_it_is_added(opened):
    put("https://a.example/x\nhttps://a.example/y")
    opened.answer(None)
    opened.run("edit.paste_new")
    assert opened.paths() == list("abcd")


def test_cells_below_the_last_row_add_no_address_that_is_there(opened):
    put("https://a.example/x\nhttps://a.example/d\nhttps://a.example/b\nhttps://a.example/x")
    opened.select(3, LOC, 3, LOC)
    opened.answer("add")
    opened.run("edit.paste")
    assert opened.interaction.asked[-1].context["left_out"] == 2
    assert opened.paths() == ["a", "b", "c", "x", "d"]


def test_paste_into_an_empty_document_adds_entries(desk):
    desk.open()
    put("https://a.example/x\nhttps://a.example/y")
    desk.run("edit.paste")
    assert desk.paths() == ["x", "y"]
    assert desk.notice == "Added 2 entries. Undo takes them back."


# Text lists


@pytest.fixture
def text_list(desk):
    path = desk.folder / "urls.txt"
    path.write_bytes(b"https://a.example/a\nhttps://a.example/b\n")
    desk.window.open_paths([path])
    desk.quiet()
    return desk


def test_a_date_typed_into_a_text_list_offers_xml(text_list):
    text_list.answer("make")
    model = text_list.table.entries
    model.setData(model.index(1, LOC), "https://a.example/b 2024-05-05")
    assert text_list.doc.kind is Kind.URLSET
    assert text_list.cells() == ["a", "b 2024-05-05"]
    assert len(text_list.window.workspace.sessions) == 2


def test_a_text_list_keeps_no_empty_line(text_list):
    model = text_list.table.entries
    model.setData(model.index(1, LOC), "")
    text_list.select(0, LOC, 0, LOC)
    assert text_list.paths() == ["a", "b"]
    assert "delete the entry" in text_list.notice


def test_a_new_entry_of_a_text_list_is_asked_for(text_list):
    text_list.select(0, LOC, 0, LOC)
    text_list.answer("https://a.example/x")
    text_list.run("entry.add")
    assert text_list.paths() == ["a", "x", "b"]


# Going places


@pytest.mark.parametrize(
    ("target", "path"),
    [(GoTo(False, 3), "c"), (GoTo(True, 3), "b"), (GoTo(True, 1), "a"), (GoTo(False, 99), "d")],
)
def test_go_to_line_or_entry(opened, target, path):
    opened.answer(target)
    opened.run("edit.go_to")
    assert opened.doc.value_of(opened.session.current, "loc") == f"https://a.example/{path}"


def test_open_in_browser_opens_the_selected_pages(opened, monkeypatch):
    urls = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: urls.append(url.toString()))
    opened.select(0, LOC, 1, LOC)
    opened.run("entry.open_in_browser")
    assert urls == ["https://a.example/a", "https://a.example/b"]


def test_show_in_folder_opens_the_folder(opened, monkeypatch):
    urls = []
    monkeypatch.setattr(QDesktopServices, "openUrl", urls.append)
    opened.run("file.show_in_folder")
    assert urls[0].toLocalFile() == str(opened.folder)


def test_properties_change_the_head_and_the_address(opened):
    head = bytes(opened.doc.head).decode().replace("<urlset", "<!-- hi --><urlset")
    opened.answer(PropertiesRequest(head, "https://a.example/sitemap.xml"))
    opened.run("file.properties")
    assert b"<!-- hi -->" in opened.doc.text()
    assert opened.session.base_url == "https://a.example/sitemap.xml"
    opened.run("edit.undo")
    assert b"<!-- hi -->" not in opened.doc.text()


def test_properties_change_how_the_file_is_written_in_one_step(opened):
    head = bytes(opened.doc.head).decode().replace("<urlset", "<!-- hi --><urlset")
    opened.answer(PropertiesRequest(head, None, bom=True, gzip=True, profiles=("google",)))
    opened.run("file.properties")
    source = opened.doc.source
    assert (source.has_bom, source.gzip_layers) == (True, 1)
    assert b"<!-- hi -->" in opened.doc.text()
    assert opened.session.profiles == ("google",)
    opened.run("edit.undo")
    assert (opened.doc.source.has_bom, opened.doc.modified) == (False, False)


@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("filesPanel", "view.files"),
        ("entryInspector", "view.inspector"),
        ("findingsPanel", "view.findings"),
        ("xmlPreview", "view.xml"),
    ],
)
def test_a_closed_panel_comes_back_by_its_key(opened, name, action):
    dock = opened.window.panels[name].parentWidget()
    dock.hide()
    opened.run(action)
    assert not dock.isHidden()


@pytest.mark.parametrize(
    ("name", "action", "place"),
    [
        ("filesPanel", "view.files", FilesView),
        ("entryInspector", "view.inspector", QTabBar),
        ("findingsPanel", "view.findings", FindingsView),
        ("xmlPreview", "view.xml", PreviewView),
    ],
)
def test_the_key_of_a_panel_leads_to_what_takes_keys_there(qtbot, opened, name, action, place):
    window = opened.window
    window.show()
    window.activateWindow()
    window.pane.filter_bar.field.setFocus()
    opened.run(action)
    qtbot.waitUntil(window.panels[name].findChild(place).hasFocus)


def test_keys_are_listed_by_family(opened):
    opened.answer(True)
    opened.run("help.keys")
    groups = dict(opened.interaction.asked[-1].context["groups"])
    assert ("Go to line or entry", "Ctrl+G") in groups["Editing"]


def test_keys_of_the_selection_work_in_the_table_only(qtbot, opened):
    window = opened.window
    window.show()
    window.activateWindow()
    opened.select(1, PRIORITY, 1, PRIORITY)
    window.files_panel.view.setFocus()
    qtbot.waitUntil(window.files_panel.view.hasFocus)
    qtbot.keyClick(window.files_panel.view, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert opened.doc.history.labels == []
    opened.table.setFocus()
    qtbot.waitUntil(opened.table.hasFocus)
    qtbot.keyClick(opened.table, Qt.Key.Key_Delete)
    assert opened.cells()[1] == "b"


# Findings

WRONG = ("a 2024-13-45 daily 0.5", "b - Weekly 0.9", "c 2024-02-03 DAILY", "d - - 0,5")


def labels(desk):
    return desk.doc.history.labels


def test_the_next_finding_is_gone_to(desk):
    desk.open("x", *WRONG)
    desk.run("tools.next_finding")
    assert desk.session.current == 1
    desk.run("tools.next_finding")
    assert desk.session.current == 2
    desk.run("tools.previous_finding")
    assert desk.session.current == 1


def test_one_safe_finding_is_fixed_at_once(desk):
    desk.open(*WRONG)
    code = desk.session.report.of_entry(1)[0].code
    desk.window.panels["findingsPanel"].fix_requested.emit(code, 1)
    assert desk.doc.value(1, "changefreq") == "weekly"
    assert desk.doc.value(2, "changefreq") == "DAILY"
    assert labels(desk)[0].startswith("Fix: ")


def test_all_of_a_rule_are_fixed_after_a_look_at_them(desk):
    desk.open(*WRONG)
    code = desk.session.report.of_entry(1)[0].code
    desk.answer(True)
    desk.window.panels["findingsPanel"].fix_requested.emit(code, None)
    desk.quiet()
    samples = desk.interaction.asked[-1].context["samples"]
    assert [(one.position, one.before, one.after) for one in samples] == [
        (2, "Weekly", "weekly"),
        (3, "DAILY", "daily"),
    ]
    assert [desk.doc.value(n, "changefreq") for n in (1, 2)] == ["weekly", "daily"]
    assert len(labels(desk)) == 1


@pytest.mark.parametrize(("answer", "frequency"), [(True, "weekly"), (None, "Weekly")])
def test_all_safe_fixes_are_one_step_that_can_be_declined(desk, answer, frequency):
    desk.open(*WRONG)
    before = desk.doc.text()
    desk.answer(answer)
    desk.run("tools.fix_all")
    assert desk.doc.value(1, "changefreq") == frequency
    if answer:
        desk.run("edit.undo")
    assert desk.doc.text() == before


def test_a_count_leads_to_its_entries(desk):
    desk.open("x", *WRONG)
    code = desk.session.report.of_entry(2)[0].code
    desk.window.panels["findingsPanel"].filter_requested.emit(code)
    assert desk.paths() == ["b", "c"]
    desk.window.status.counts.buttons["error"].click()
    assert "x" not in desk.paths()
    assert desk.window.pane.filter_bar.findings.text() == "● Errors ▾"


def test_the_menu_of_findings_lists_severities_and_rules(desk):
    desk.open("x", *WRONG)
    menu = desk.window.pane.filter_bar.findings.menu()
    menu.aboutToShow.emit()
    texts = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert texts[:5] == ["All entries", "Any finding", "● Errors", "▲ Warnings", "■ Notes"]
    assert len(texts) > 7


def test_other_profiles_find_other_things(desk):
    desk.open(*WRONG)
    menu = desk.window.profile.menu()
    menu.aboutToShow.emit()
    before = desk.session.report
    next(a for a in menu.actions() if a.objectName() == "profile.protocol").trigger()
    desk.quiet()
    assert desk.session.report is not before
    assert "protocol" not in desk.session.profiles


@pytest.mark.parametrize(
    ("profiles", "text"),
    [
        (DEFAULT_PROFILES, "Google, Bing +2"),
        (("protocol",), "Protocol"),
        (("protocol", "yandex"), "Yandex, Protocol"),
        (tuple(PROFILES), "all"),
    ],
)
def test_the_button_tells_how_many_profiles_count(profiles, text):
    assert profiles_text(profiles) == text


@pytest.mark.parametrize(
    ("width", "texts"),
    [(1440, ("Rules: Google, Bing +2 ▾", True)), (480, ("Rules ▾", False))],
)
def test_a_narrow_toolbar_gives_up_words_and_no_button(qtbot, opened, width, texts):
    window, toolbar = opened.window, opened.window.toolbar
    with qtbot.waitExposed(window):
        window.show()
    toolbar.setFixedWidth(width)
    qtbot.waitUntil(lambda: toolbar.width() == width)
    has_words = toolbar.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonTextBesideIcon
    assert (window.profile.text(), has_words) == texts
    assert toolbar.sizeHint().width() <= width
