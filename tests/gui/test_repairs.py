"""A broken file in the window: opened, looked at, partly refused, saved."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication

from sitemap_editor.document import editing
from sitemap_editor.document.changes import changes_of
from sitemap_editor.gui.commands import repairs
from sitemap_editor.gui.dialogs.changes import ChangesDialog
from sitemap_editor.gui.help.window import RuleHelp
from sitemap_editor.gui.plain_text.window import BrokenTextWindow
from sitemap_editor.gui.repairs.compare_view import CompareView
from sitemap_editor.gui.repairs.window import RepairWindow

from .test_accessible_names import nameless
from .test_repair_alignment import ROOT

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

BROKEN = (
    f"\n<?xml version='1.0'?>\n{ROOT}\n<url><loc>https://a.example/?a&b</loc></url>\n"
    "<url><loc>https://a.example/?c&copy=2</loc>\n<priority>0.5</url>\n</urlset>\nthe end\n"
).encode()


def show(desk, data, name="sitemap.xml"):
    path = desk.folder / name
    path.write_bytes(data)
    desk.window.open_paths([path])
    desk.qtbot.waitUntil(lambda: desk.session is not None)
    desk.quiet()
    return path


@pytest.fixture
def opened(desk):
    show(desk, BROKEN)
    return desk


@pytest.fixture
def window(opened):
    opened.run("tools.repairs")
    window = repairs.window_of(opened.window.context, opened.session)
    assert isinstance(window, RepairWindow)
    return window


def codes(window):
    return [one.code for one in window.model.repairs]


def row_of(window, code):
    return codes(window).index(code)


def press_verb(desk, window):
    window.verb.click()
    desk.quiet()


# The banner


def test_a_banner_says_how_many_repairs_it_took(opened):
    banner = opened.window.pane.banner
    count = len(opened.doc.mending.repairs)
    assert banner.isVisibleTo(opened.window.pane)
    assert banner.label.text().startswith(f"{count} repairs were needed to read this file.")
    assert opened.window.isWindowModified()


def test_the_banner_is_put_away_and_stays_away(opened):
    first = opened.session
    opened.window.pane.banner.close_button.click()
    opened.open("a", name="other.xml")
    opened.window.workspace.activate(first)
    assert not opened.window.pane.banner.isVisibleTo(opened.window.pane)


def test_an_unbroken_file_has_no_banner(desk):
    desk.open("a")
    desk.window.action_set.refresh()
    assert not desk.window.pane.banner.isVisibleTo(desk.window.pane)
    assert not desk.window.action_set["tools.repairs"].isEnabled()


def test_show_opens_the_list_once(opened):
    opened.window.pane.banner.show_button.click()
    opened.window.pane.banner.show_button.click()
    assert len(opened.window.findChildren(RepairWindow)) == 1


# The list


def test_every_part_of_the_list_has_a_name(opened, window):
    window.note.say("Note", "error", [("Do", lambda: None)])
    assert nameless(window) == []


def test_the_list_and_the_texts_follow_each_other(opened, window):
    compare = window.compare.view
    assert compare.current == 0
    window.list.go_to(row_of(window, "content-after-root"))
    assert compare.current == len(compare.alignment.spans) - 1
    compare.step(-1)
    row = window.list.currentIndex().row()
    assert window.compare.count.text().startswith(f"{len(compare.alignment.spans) - 1} of")
    assert codes(window)[row] != "content-after-root"
    assert window.reason.text() == window.model.repairs[row].reason


def test_a_difference_can_be_copied_and_heard(opened, window, qtbot):
    compare = window.compare.view
    window.list.go_to(row_of(window, "ampersand-unescaped"))
    before = "<url><loc>https://a.example/?a&b</loc></url>"
    both = f"{before}\n{before.replace('&', '&amp;')}"
    assert compare.accessibleDescription() == both
    qtbot.keyClick(compare, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == both


def test_a_click_makes_a_difference_the_current_one(opened, window, qtbot):
    compare = window.compare.view
    qtbot.mouseClick(compare.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(120, 70))
    assert compare.alignment.row_of_span[compare.current] == 70 // compare._drawn.face.row_height
    compare.step(1)
    qtbot.keyClick(compare, Qt.Key.Key_End)
    assert compare.top_row == compare.verticalScrollBar().maximum()


def test_the_files_panel_tells_of_repairs(opened):
    count = len(opened.doc.mending.repairs)
    item = opened.window.files_panel.model.item(0)
    assert f"{count} repairs" in item.toolTip()


def test_the_place_of_a_repair_leads_to_its_entry(opened, window):
    number = [i for i, code in enumerate(codes(window)) if code == "ampersand-unescaped"][1]
    window.list.place_activated.emit(number)
    assert opened.session.current == opened.doc.id_at(1)


def test_help_is_about_the_repair(opened, window):
    window.list.go_to(row_of(window, "ampersand-unescaped"))
    window.ask_for_help()
    assert opened.window.findChild(RuleHelp).code == "ampersand-unescaped"


def test_accepting_all_ends_the_matter(opened, window):
    press_verb(opened, window)
    assert not window.isVisible()
    assert not opened.window.pane.banner.isVisibleTo(opened.window.pane)
    assert opened.session.is_modified


# To refuse


def test_a_refused_repair_is_not_made_and_can_be_made_again(opened, window):
    before = opened.doc.text()
    row = row_of(window, "content-after-root")
    window.model.toggle(row)
    assert window.verb.text() == "Read again without 1 repair"
    press_verb(opened, window)
    # Text after the root keeps the file from being read.
    assert "cannot be read" in window.note.label.text()
    assert opened.doc.text() == before
    window.note.buttons[-1].click()
    assert not window.model.refused
    assert window.verb.text() == "Accept all"


def test_what_depended_on_a_refused_repair_is_said(opened):
    known = opened.doc.mending.repairs
    said = repairs.consequences(known, known[:1], known[2:])
    assert said == "1 other repair depended on what you refused, and is not made either."
    assert repairs.consequences(known[1:], [], known) == "1 other repair is needed instead."
    assert repairs.consequences(known, known[:1], known[1:]) == ""


SPACED = (
    f"{ROOT}\n<url><loc>https://a.example/?a&b</loc>\n"
    "< changefreq>daily</changefreq></url>\n</urlset>\n"
).encode()


@pytest.fixture
def spaced(desk):
    """A window on a file with one repair that it can do without, with others instead."""
    show(desk, SPACED)
    desk.run("tools.repairs")
    return repairs.window_of(desk.window.context, desk.session)


def test_one_is_refused_and_made_again_and_the_file_is_saved(desk, spaced):
    before, path = desk.doc.text(), desk.session.path
    spaced.list.go_to(row_of(spaced, "tag-space-after-lt"))
    spaced.model.toggle(row_of(spaced, "tag-space-after-lt"))
    press_verb(desk, spaced)
    assert spaced.session is desk.session
    assert spaced.list.currentIndex().row() == row_of(spaced, "tag-space-after-lt")
    assert "needed instead." in spaced.note.label.text()
    assert "1 was refused." in desk.window.pane.banner.label.text()
    assert desk.doc.text() != before
    assert desk.session.is_modified
    row = row_of(spaced, "tag-space-after-lt")
    assert spaced.model.state_of(row) is Qt.CheckState.Unchecked
    spaced.model.toggle(row)
    assert spaced.verb.text() == "Read again with all repairs"
    press_verb(desk, spaced)
    assert desk.doc.text() == before
    desk.run("file.save")
    assert path.read_bytes() == before
    assert path.with_name("sitemap.xml.bak").read_bytes() == SPACED


def test_the_current_repair_stays_so_though_others_come_before_it(desk):
    more = b"<url><loc>https://a.example/?e&f</loc></url>\n</urlset>\n"
    show(desk, SPACED.replace(b"</urlset>\n", more))
    desk.run("tools.repairs")
    window = repairs.window_of(desk.window.context, desk.session)
    last = len(window.model.repairs) - 1
    window.list.go_to(last)
    current = window.model.repairs[last]
    window.model.toggle(row_of(window, "tag-space-after-lt"))
    press_verb(desk, window)
    row = window.list.currentIndex().row()
    assert row > last
    assert window.model.repair_at(row).key == current.key
    compare = window.compare.view
    assert compare.current == len(compare.alignment.spans) - 1


def test_what_was_refused_stays_so_when_the_list_is_opened_again(desk, spaced):
    spaced.model.toggle(row_of(spaced, "tag-space-after-lt"))
    press_verb(desk, spaced)
    spaced.close()
    desk.run("tools.repairs")
    again = repairs.window_of(desk.window.context, desk.session)
    assert [one.code for one in again.refused] == ["tag-space-after-lt"]
    assert not again.model.is_changed
    again.list.go_to(row_of(again, "tag-space-after-lt"))
    assert again.reason.text()


def test_what_was_refused_stays_so_when_the_file_is_read_again(desk, spaced):
    spaced.model.toggle(row_of(spaced, "tag-space-after-lt"))
    press_verb(desk, spaced)
    refused = desk.doc.text()
    desk.answer("reload")
    desk.run("file.reload")
    desk.quiet()
    assert desk.doc.text() == refused
    assert [one.code for one in desk.session.repair_state.refused] == ["tag-space-after-lt"]
    desk.session.path.write_bytes(b"\n\n" + SPACED.replace(b"a.example", b"b.example"))
    desk.answer("reload")
    desk.run("file.reload")
    desk.quiet()
    assert desk.session.repair_state.refused == ()
    assert "tag-space-after-lt" in {one.code for one in desk.doc.mending.repairs}


def test_reading_again_is_the_way_back_when_no_repair_was_made(desk):
    show(desk, b"\xff\xfe" + f"{ROOT}<url><loc>https://a.example/</loc></url></urlset>".encode())
    desk.run("tools.repairs")
    window = repairs.window_of(desk.window.context, desk.session)
    window.model.set_all(False)
    press_verb(desk, window)
    assert desk.doc.mending is None
    desk.run("file.reload")
    desk.quiet()
    assert [one.code for one in desk.doc.mending.repairs] == ["encoding-not-utf8"]


def test_changes_made_since_are_asked_about(opened, window):
    opened.session.edit(editing.delete(opened.doc, opened.doc.ids[:1]), "Delete")
    window.model.toggle(0)
    opened.answer("cancel")
    press_verb(opened, window)
    assert len(opened.doc) == 1
    assert "lost" in opened.interaction.texts[-1]


def test_all_repairs_refused_leave_the_document_and_offer_the_text(opened, window):
    window.model.set_all(False)
    press_verb(opened, window)
    assert "Without these repairs the file cannot be read." in window.note.label.text()
    assert len(opened.doc) == 2
    window.note.buttons[0].click()
    text = opened.window.findChild(BrokenTextWindow)
    assert text.text.encode() == BROKEN
    text.close_for_good()


# To save


def test_saving_keeps_the_file_as_it_was_and_says_where(opened, window):
    path = opened.session.path
    opened.run("file.save")
    assert path.with_name("sitemap.xml.bak").read_bytes() == BROKEN
    assert opened.notice == "Saved sitemap.xml. The file as it was is kept as sitemap.xml.bak."
    assert not opened.session.is_modified
    assert not opened.window.pane.banner.isVisibleTo(opened.window.pane)
    assert opened.window.findChild(RepairWindow) is None
    opened.run("file.close")
    assert opened.session is None


def test_the_list_goes_with_its_document(opened, window):
    opened.answer("discard")
    opened.run("file.close")
    assert not window.isVisible()


def test_reading_from_disk_again_keeps_the_list(opened, window):
    opened.answer("reload")
    opened.run("file.reload")
    assert window.session is opened.session
    assert window.isVisible()


def test_what_will_change_shows_the_repairs(opened, qtbot):
    dialog = ChangesDialog(opened.doc, changes_of(opened.doc), "sitemap.xml")
    qtbot.addWidget(dialog)
    count = len(opened.doc.mending.repairs)
    assert dialog.lead.text() == f"{count} repairs"
    alignment = dialog.findChild(CompareView).alignment
    assert alignment.before.text == BROKEN
    assert alignment.after.text == opened.doc.text()


def test_what_will_change_names_the_repairs_beside_other_changes(opened, qtbot):
    opened.session.edit(editing.delete(opened.doc, opened.doc.ids[:1]), "Delete")
    dialog = ChangesDialog(opened.doc, changes_of(opened.doc), "sitemap.xml")
    qtbot.addWidget(dialog)
    assert dialog.lead.text().endswith("repairs · 1 goes")
    assert dialog.findChild(CompareView) is None


# Among the findings


def test_a_finding_of_a_repair_leads_to_the_list(opened):
    from sitemap_editor.gui.commands import findings
    from sitemap_editor.gui.findings.texts import fix_label

    groups = {group.code: group for group in opened.session.report.groups}
    assert fix_label(groups["ampersand-unescaped"]) == "Show"
    findings.fix(opened.window.context, "content-after-root", None)
    window = repairs.window_of(opened.window.context, opened.session)
    row = window.list.currentIndex().row()
    assert codes(window)[row] == "content-after-root"


def test_a_rule_that_only_repairs_broke_leads_to_the_list_too(desk):
    from sitemap_editor.gui.commands import findings
    from sitemap_editor.gui.findings.texts import fix_label

    show(desk, f"{ROOT}<url><loc>https://a.example/</Loc></url></urlset>".encode())
    groups = {group.code: group for group in desk.session.report.groups}
    assert fix_label(groups["element-wrong-case"]) == "Show"
    findings.fix(desk.window.context, "element-wrong-case", None)
    window = repairs.window_of(desk.window.context, desk.session)
    assert codes(window)[window.list.currentIndex().row()] == "tag-mismatched"


def test_a_rule_that_entries_break_besides_is_still_mended(desk):
    from sitemap_editor.gui.findings.texts import fix_label

    entry = "<url><loc>https://a.example/b</loc><LastMod>2024-05-01</LastMod></url>"
    show(desk, f"{ROOT}<url><loc>https://a.example/</Loc></url>{entry}</urlset>".encode())
    groups = {group.code: group for group in desk.session.report.groups}
    assert groups["element-wrong-case"].count == 2
    assert fix_label(groups["element-wrong-case"]) == "Fix"


def test_what_is_repaired_is_no_safe_fix_to_be_made(desk):
    show(
        desk,
        f"<?xml version='1.0'?>\n{ROOT}\n<url><loc>https://www.shop.org/?a&b</loc></url>\n</urlset>".encode(),
    )
    assert {g.code for g in desk.session.report.groups if g.fix == "safe"} == {
        "ampersand-unescaped"
    }
    assert not desk.window.action_set["tools.fix_all"].isEnabled()


def test_errors_that_were_repaired_are_not_asked_about(desk):
    show(desk, f"{ROOT}\n<url><loc>https://www.shop.org/?a&b</loc></url>\n</urlset>".encode())
    assert desk.session.error_count == 1
    desk.run("file.save")
    assert not desk.interaction.asked
    assert desk.session.error_count == 0
