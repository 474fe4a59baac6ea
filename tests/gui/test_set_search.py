"""Find, replace and change address over all files of a set, as people do it in the window."""

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.formats.reports import ReportOptions
from sitemap_editor.gui.dialogs import set_change
from sitemap_editor.gui.dialogs.address_in_set import AddressInSetDialog
from sitemap_editor.gui.dialogs.export_report import ReportRequest
from sitemap_editor.gui.dialogs.replace_in_set import ReplaceInSetDialog
from sitemap_editor.gui.over_set import loading
from sitemap_editor.gui.over_set.check_window import CheckWindow
from sitemap_editor.gui.over_set.files import files_in_hand
from sitemap_editor.gui.over_set.find_window import FindWindow
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.kinds import Kind

from .conftest import NAMESPACE, sitemap
from .test_accessible_names import nameless

SITE = "https://a.example/"
# A window of its own is put in front, which the platform of tests cannot do.
pytestmark = pytest.mark.qt_log_ignore("does not support", extend=True)


@pytest.fixture
def desk_with_set(desk, monkeypatch):
    """An index of two sitemaps, of one that is gone, and of a page in the place of one."""
    monkeypatch.setattr(set_change, "REST_MS", 0)
    names = ("a.xml", "b.xml", "gone.xml", "page.xml")
    entries = "".join(f"<sitemap><loc>{SITE}{name}</loc></sitemap>" for name in names)
    index = desk.folder / "index.xml"
    index.write_text(f'<sitemapindex xmlns="{NAMESPACE}">{entries}</sitemapindex>')
    (desk.folder / "a.xml").write_bytes(sitemap("shop/1", "shop/2", "blog/3"))
    (desk.folder / "b.xml").write_bytes(sitemap("shop/4", "x 2024-01-01"))
    (desk.folder / "page.xml").write_bytes(b"<html><body>404</body></html>")
    desk.window.open_paths([index])
    desk.quiet()
    desk.qtbot.waitUntil(lambda: all(one.set and not one.is_reading for one in sets_of(desk)))
    return desk


def sets_of(desk):
    return desk.window.workspace.sets


def find(desk, text, field=None):
    desk.run("edit.find_in_set")
    window = desk.window.findChild(FindWindow)
    window.wanted.setText(text)
    window.field.setCurrentIndex(window.field.findData(field))
    with desk.qtbot.waitSignal(window.search.ended):
        window.look()
    return window


def found(window):
    model = window.view.groups
    return [(group.title, group.note) for group in model.groups]


def line(window, group, row):
    model = window.view.groups
    return model.index(row, 0, model.index(group, 0))


def test_files_that_hold_a_text_are_listed_with_their_entries(desk_with_set):
    window = find(desk_with_set, "shop")
    assert found(window)[:2] == [("a.xml", "2 of 3 entries"), ("b.xml", "1 of 2 entries")]
    assert found(window)[2][0] == "page.xml"
    assert window.said.text().startswith("3 entries in 2 of 4 files · 1 cannot be read")


def test_a_click_opens_the_file_at_the_entry(desk_with_set):
    window = find(desk_with_set, "2024", "lastmod")
    window.view._on_clicked(line(window, 0, 0))
    desk_with_set.quiet()
    session = desk_with_set.session
    assert (session.name, session.doc.value_of(session.current, "loc")) == ("b.xml", f"{SITE}x")


def test_open_files_are_searched_as_they_are_edited(desk_with_set):
    desk = desk_with_set
    desk.window.open_paths([desk.folder / "a.xml"])
    desk.quiet()
    desk.doc.set_value(2, "loc", f"{SITE}shop/new")
    assert found(find(desk, "shop"))[0] == ("a.xml", "3 of 3 entries")


def test_a_bad_pattern_is_told_before_any_file_is_read(desk_with_set):
    window = find(desk_with_set, "shop")
    window.regex.setChecked(True)
    window.wanted.setText("(")
    window.look()
    assert "pattern" in window.note.label.text()
    assert not window.search.is_running
    # What "shop" found is not what the pattern finds.
    assert found(window) == [] and window.said.text() == ""


def answered(desk, dialog, fill):
    """What a dialog about all files answers, filled in as people do it."""
    desk.qtbot.addWidget(dialog)
    fill(dialog)
    desk.qtbot.waitUntil(lambda: dialog.verb.isEnabled())
    request = dialog.request
    dialog.reject()
    return request


def locs(desk, name):
    doc = desk.window.workspace.session_of(desk.folder / name).doc
    return doc.values_of(doc.ids, "loc")


def test_a_site_moves_with_index_and_sitemaps_and_comes_back_in_one_step(desk_with_set):
    """J3: the index and all its sitemaps at once, one undo step, then saved together."""
    desk = desk_with_set
    hands = files_in_hand(desk.window.workspace)
    dialog = AddressInSetDialog(desk.window.workspace, hands, SITE)
    request = answered(desk, dialog, lambda d: d.new.setText("https://b.example/"))
    assert (request.count, len(request.files)) == (9, 3)
    assert "page.xml cannot be read" in dialog.note.label.text()
    desk.answer(request)
    desk.run("tools.address_in_set")
    desk.qtbot.waitUntil(lambda: desk.notice == "Changed 9 addresses in 3 files.")
    assert desk.session.name == "index.xml"
    assert locs(desk, "index.xml")[0] == "https://b.example/a.xml"
    assert locs(desk, "b.xml") == ["https://b.example/shop/4", "https://b.example/x"]
    desk.run("edit.undo")
    assert locs(desk, "index.xml")[0] == f"{SITE}a.xml"
    assert locs(desk, "b.xml") == [f"{SITE}shop/4", f"{SITE}x"]
    assert not any(one.is_modified for one in desk.window.workspace.sessions)
    desk.run("edit.redo")
    for session in desk.window.workspace.sessions:
        session.accepted_errors = 9
    desk.run("file.save_all")
    desk.qtbot.waitUntil(lambda: desk.notice.startswith("Saved 3 files."))
    saved = open_bytes((desk.folder / "b.xml").read_bytes())
    assert saved.value(0, "loc") == "https://b.example/shop/4"


def test_files_that_are_not_ticked_stay_as_they_are(desk_with_set):
    desk = desk_with_set
    dialog = ReplaceInSetDialog(
        desk.window.workspace, files_in_hand(desk.window.workspace), "shop", field="loc"
    )

    def fill(dialog):
        dialog.new.setText("store")
        desk.qtbot.waitUntil(lambda: len(dialog.results) == 3 and not dialog.run.is_running)
        dialog.files.ticked.set_ticks([1], False)
        dialog.new.setText("store")
        dialog.new.setText("stores")
        dialog.new.setText("store")

    request = answered(desk, dialog, fill)
    assert ([file.name for file in request.files], request.count) == (["b.xml"], 1)
    desk.answer(request)
    desk.run("edit.replace_in_set")
    desk.qtbot.waitUntil(lambda: desk.notice == "Replaced in 1 entry of 1 file.")
    assert locs(desk, "b.xml")[0] == f"{SITE}store/4"
    unchanged = open_bytes((desk.folder / "a.xml").read_bytes())
    assert unchanged.value(0, "loc") == f"{SITE}shop/1"


# Check


def check(desk):
    desk.run("tools.check_set")
    window = desk.window.findChild(CheckWindow)
    desk.qtbot.waitUntil(lambda: not window.check.is_running)
    return window


def rules(window):
    tally = window.tally
    return {
        rule.code: [(tally.files[number].file, count) for number, count in rule.files]
        for rule in tally.rules
    }


def test_all_files_are_checked_and_findings_stand_by_rule_with_their_files(desk_with_set):
    desk = desk_with_set
    (desk.folder / "b.xml").write_bytes(sitemap("shop/1", "x 2024-13-01"))
    window = check(desk)
    found = rules(window)
    assert found["url-in-two-sitemaps"] == [("b.xml", 1)]
    assert found["lastmod-impossible"] == [("b.xml", 1)]
    assert found["index-child-missing"] == [("index.xml", 1)]
    assert window.said.text() == "4 files checked · 1 is named and not here"
    row = sets_of(desk)[0].row_of(desk.folder / "b.xml")
    assert row.errors == window.tally.files[1].summary["error"]


def test_a_click_on_a_file_shows_its_entries_with_the_finding(desk_with_set):
    desk = desk_with_set
    (desk.folder / "b.xml").write_bytes(sitemap("y", "x 2024-13-01"))
    window = check(desk)
    window._on_finding_chosen(target_of(window, "lastmod-impossible"))
    desk.qtbot.waitUntil(lambda: desk.session.name == "b.xml" and desk.session.report is not None)
    desk.quiet()
    assert desk.paths() == ["x"]


def target_of(window, code):
    group = next(group for group in window.findings.groups.groups if group.target == code)
    return group.line(0).target


def test_house_rules_find_what_leaked_from_staging_in_any_file(desk_with_set):
    """J22: hosts that are allowed and forbidden words, over the whole set."""
    desk = desk_with_set
    house = '[house]\nallowed_hosts = ["a.example"]\nforbidden = ["staging"]\n'
    (desk.folder / "sitemap-editor.toml").write_text(house)
    leaked = sitemap("shop/4", "staging/5").replace(b"a.example/shop/4", b"test.example:8080/4")
    (desk.folder / "b.xml").write_bytes(leaked)
    found = rules(check(desk))
    assert found["house-host"] == [("b.xml", 1)]
    assert found["house-pattern"] == [("b.xml", 1)]
    # The host is replaced in all files of the set, what is left is taken out where it stands.
    hands = files_in_hand(desk.window.workspace)
    dialog = AddressInSetDialog(desk.window.workspace, hands, "https://test.example:8080")
    desk.answer(answered(desk, dialog, lambda d: d.new.setText("https://a.example/shop")))
    desk.run("tools.address_in_set")
    desk.qtbot.waitUntil(lambda: desk.notice == "Changed 1 address in 1 file.")
    window = check(desk)
    assert "house-host" not in rules(window)
    window._on_finding_chosen(target_of(window, "house-pattern"))
    desk.qtbot.waitUntil(lambda: desk.session.name == "b.xml" and desk.session.report is not None)
    desk.quiet()
    assert desk.paths() == ["staging/5"]
    desk.run("edit.select_all")
    desk.run("entry.delete")
    assert not [code for code in rules(check(desk)) if code.startswith("house")]
    assert locs(desk, "b.xml") == [f"{SITE}shop/4"]


def test_a_set_is_audited_without_opening_it_and_told_as_a_table_and_a_report(desk_with_set):
    """J27: totals, sections, ages and findings of all files, exported."""
    desk = desk_with_set
    window = check(desk)
    assert window.overview.facts.text().startswith("3 sitemaps · 5 entries")
    assert dict(window.overview.sections.rows)["/shop/"] == 3
    assert window.files.files.rows[0].file.file == "index.xml"
    desk.answer(desk.folder / "files.csv")
    window.table_button.click()
    desk.quiet()
    lines = (desk.folder / "files.csv").read_text().splitlines()
    assert lines[2].startswith("a.xml,urlset,3,")
    options = ReportOptions()
    every = frozenset(Severity)
    desk.answer(ReportRequest(desk.folder / "report.csv", "csv", every, options))
    window.report_button.click()
    desk.quiet()
    report = (desk.folder / "report.csv").read_text()
    assert "\npage.xml," in report.replace("\r", "")
    assert "index.xml,index-child-missing" in report
    assert [one.name for one in desk.window.workspace.sessions] == ["index.xml"]


def test_a_robots_txt_moves_with_the_index_it_names(desk_with_set):
    desk = desk_with_set
    robots = desk.folder / "robots.txt"
    robots.write_text(f"User-agent: *\nSitemap: {SITE}index.xml\n")
    desk.window.open_paths([robots])
    desk.quiet()
    desk.qtbot.waitUntil(lambda: len(sets_of(desk)) == 1 and sets_of(desk)[0].set is not None)
    hands = files_in_hand(desk.window.workspace)
    assert hands[0].name == "robots.txt"
    dialog = AddressInSetDialog(desk.window.workspace, hands, SITE)
    request = answered(desk, dialog, lambda d: d.new.setText("https://b.example/"))
    assert [file.name for file in request.files] == ["robots.txt", "index.xml", "a.xml", "b.xml"]
    desk.answer(request)
    desk.run("tools.address_in_set")
    desk.qtbot.waitUntil(lambda: desk.notice == "Changed 10 addresses in 4 files.")
    session = desk.window.workspace.session_of(robots)
    assert session.doc.text().endswith(b"Sitemap: https://b.example/index.xml\n")


def test_all_open_files_are_meant_where_there_is_no_set(desk):
    desk.open("shop/1", name="one.xml")
    desk.open("shop/2", "x", name="two.xml")
    assert [hand.title for hand in files_in_hand(desk.window.workspace)] == [
        "All open files (2 files)"
    ]
    assert found(find(desk, "shop")) == [("one.xml", "1 of 1 entry"), ("two.xml", "1 of 2 entries")]
    assert rules(check(desk))


def test_a_search_can_be_stopped_and_goes_on_after_an_edit(desk_with_set):
    desk = desk_with_set
    desk.run("edit.find_in_set")
    window = desk.window.findChild(FindWindow)
    window.wanted.setText("shop")
    window.look()
    window.search.stop()
    assert window.empty.text == "The search was stopped."
    with desk.qtbot.waitSignal(window.search.ended, check_params_cb=bool):
        window.look()
        desk.doc.set_value(0, "loc", f"{SITE}other.xml")
    assert window.said.text().startswith("3 entries in 2 of 4 files")


def test_every_part_of_the_windows_has_a_name(desk_with_set):
    desk = desk_with_set
    for window in (find(desk, "shop"), check(desk)):
        window.note.say("Something", "info")
        assert nameless(window) == []
    hands = files_in_hand(desk.window.workspace)
    for make in (ReplaceInSetDialog, AddressInSetDialog):
        dialog = make(desk.window.workspace, hands)
        desk.qtbot.addWidget(dialog)
        assert nameless(dialog) == []
        dialog.reject()


def test_the_counts_below_the_files_lead_to_the_findings_of_the_set(desk_with_set):
    desk = desk_with_set
    panel = desk.window.files_panel
    panel.totals.marks[Severity.ERROR].click()
    window = desk.window.findChild(CheckWindow)
    desk.qtbot.waitUntil(lambda: not window.check.is_running)
    assert len(window.tally.files) == 4


def test_a_closed_file_has_the_counts_that_it_has_when_it_is_open(desk_with_set):
    """The index says where a file is; pages of another site are no errors for that alone."""
    desk = desk_with_set
    (desk.folder / "b.xml").write_bytes(sitemap("1").replace(b"a.example", b"other.example"))
    one = sets_of(desk)[0]
    one.refresh()
    row = lambda: one.row_of(desk.folder / "b.xml")  # noqa: E731
    desk.qtbot.waitUntil(lambda: not one.is_reading and row().errors is not None)
    closed = (row().errors, row().warnings)
    desk.window.open_paths([desk.folder / "b.xml"])
    desk.quiet()
    desk.qtbot.waitUntil(lambda: row().session is not None and row().session.report is not None)
    assert closed == (row().errors, row().warnings)


def test_windows_that_are_at_work_can_be_closed(desk_with_set):
    desk = desk_with_set
    desk.run("edit.find_in_set")
    window = desk.window.findChild(FindWindow)
    window.wanted.setText("shop")
    window.look()
    window.close()
    desk.window.action_set["tools.check_set"].trigger()
    desk.window.findChild(CheckWindow).close()
    desk.quiet()
    desk.run("edit.find_in_set")
    assert desk.window.findChild(FindWindow).wanted.text() == ""


def test_a_file_that_is_closed_while_it_is_searched_is_read_from_disk(desk_with_set):
    desk = desk_with_set
    desk.window.open_paths([desk.folder / "a.xml"])
    desk.quiet()
    desk.run("edit.find_in_set")
    window = desk.window.findChild(FindWindow)
    window.wanted.setText("shop")
    with desk.qtbot.waitSignal(window.search.ended, check_params_cb=bool):
        window.look()
        desk.window.workspace.close(desk.window.workspace.session_of(desk.folder / "a.xml"))
    assert window.said.text().startswith("3 entries in 2 of 4 files")


def test_a_new_document_that_is_closed_meanwhile_is_told(desk):
    desk.open("shop/1", name="one.xml")
    desk.run("file.close")
    new = desk.window.workspace.new(Kind.URLSET)
    desk.open("shop/1", name="one.xml")
    desk.run("edit.find_in_set")
    window = desk.window.findChild(FindWindow)
    window.wanted.setText("shop")
    with desk.qtbot.waitSignal(window.search.ended, check_params_cb=bool):
        window.look()
        desk.window.workspace.close(new)
    assert window.said.text() == "1 entry in 1 of 2 files · 1 cannot be read"


def test_files_that_memory_has_no_room_for_are_not_opened(desk_with_set, monkeypatch):
    desk = desk_with_set
    monkeypatch.setattr(loading, "free_memory", lambda: 100)
    workspace = desk.window.workspace
    dialog = AddressInSetDialog(workspace, files_in_hand(workspace), SITE)
    desk.answer(answered(desk, dialog, lambda d: d.new.setText("https://b.example/")))
    desk.run("tools.address_in_set")
    assert "too large to be open at the same time" in desk.interaction.texts[-1]
    assert [one.name for one in workspace.sessions] == ["index.xml"]
    assert not desk.session.is_modified


def test_a_file_that_cannot_be_opened_any_more_leaves_all_as_they_are(desk_with_set):
    desk = desk_with_set
    workspace = desk.window.workspace
    dialog = AddressInSetDialog(workspace, files_in_hand(workspace), SITE)
    desk.answer(answered(desk, dialog, lambda d: d.new.setText("https://b.example/")))
    (desk.folder / "b.xml").write_bytes(b"<html><body>404</body></html>")
    desk.run("tools.address_in_set")
    desk.qtbot.waitUntil(lambda: not workspace.is_opening)
    desk.quiet()
    assert not any(one.is_modified for one in workspace.sessions)
