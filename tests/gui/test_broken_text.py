"""A file beyond repair is shown as text, mended by hand, and tried again."""

import pytest

from sitemap_editor.gui.plain_text.window import BrokenText, BrokenTextWindow
from sitemap_editor.protocol.errors import SitemapError

from .test_accessible_names import nameless
from .test_repair_alignment import ROOT

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

FOREIGN = "<pages>\r\n<url><loc>https://a.example/?a&b</loc></url>\r\n</pages>\r\n"


def open_text(desk, text=FOREIGN, name="sitemap.xml", answer="text"):
    path = desk.folder / name
    path.write_bytes(text.encode())
    desk.answer(answer)
    desk.window.open_paths([path])
    desk.qtbot.waitUntil(lambda: not desk.interaction.answers)
    desk.quiet()
    return path


@pytest.fixture
def text(desk):
    open_text(desk)
    window = desk.window.findChild(BrokenTextWindow)
    yield window
    desk.window.close_for_good()


def type_over(window, old, new):
    edit = window.edit
    edit.selectAll()
    edit.insertPlainText(window.text.replace("\r\n", "\n").replace(old, new))


def test_the_reason_comes_first_and_closing_is_an_answer(desk):
    open_text(desk, answer="close")
    assert "<pages>" in desk.interaction.texts[-1]
    assert desk.session is None
    assert desk.window.findChild(BrokenTextWindow) is None


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("page.xml", "<!DOCTYPE html>\n<html><body>Log in</body></html>"),
        ("data.xml", '{"urls": ["https://a.example/"]}'),
        ("empty.xml", ""),
    ],
)
def test_what_is_something_else_is_refused_with_advice(desk, name, content):
    path = desk.folder / name
    path.write_text(content)
    desk.window.open_paths([path])
    desk.qtbot.waitUntil(lambda: bool(desk.interaction.asked))
    asked = desk.interaction.asked[-1]
    assert asked.what == "report_error"
    assert asked.context["title"] == f"{name} cannot be opened"
    assert len(asked.text.split(". ")) >= 2


def test_the_complaint_stands_at_its_line(desk, text):
    assert text.edit.complaint_line == 0
    assert text.edit.severity_at(0) is not None
    assert "<pages>" in text.note.label.text()
    assert text.note.buttons[0].text() == "Line 1, column 1"
    text.edit.insertPlainText("\n\n")
    assert nameless(text) == []


def test_the_complaint_moves_with_its_line(desk, text):
    cursor = text.edit.textCursor()
    cursor.setPosition(0)
    text.edit.setTextCursor(cursor)
    text.edit.insertPlainText("<!-- -->\n")
    assert text.edit.complaint_line == 1
    assert text.edit.messages_at(1) == [text.broken.error.reason]


def test_it_is_tried_again_and_opened_with_what_could_be_repaired(desk, text):
    path = text.broken.path
    original = path.read_bytes()
    type_over(text, "<pages>", ROOT)
    type_over(text, "</pages>", "</urlset>")
    text.try_button.click()
    desk.quiet()
    assert desk.session is not None
    assert desk.doc.value(0, "loc") == "https://a.example/?a&b"
    assert [one.code for one in desk.doc.mending.repairs] == ["ampersand-unescaped"]
    assert desk.session.path == path
    assert desk.session.is_modified
    assert path.read_bytes() == original
    desk.run("file.save")
    assert path.with_name("sitemap.xml.bak").read_bytes() == original
    assert "sitemap.xml.bak" in desk.notice
    assert desk.doc.text() == path.read_bytes()
    assert b"\r\n" in path.read_bytes()


def test_a_repair_of_mended_text_can_be_refused_too(desk, text):
    from sitemap_editor.gui.commands import repairs

    type_over(
        text, "<pages>", ROOT + "<url><loc>https://a.example/</loc>< priority>1</priority></url>"
    )
    type_over(text, "</pages>", "</urlset>")
    text.try_button.click()
    desk.quiet()
    desk.run("tools.repairs")
    window = repairs.window_of(desk.window.context, desk.session)
    codes = [one.code for one in window.model.repairs]
    window.model.toggle(codes.index("tag-space-after-lt"))
    window.verb.click()
    desk.quiet()
    assert len(desk.session.repair_state.refused) == 1
    assert len(desk.doc) == 2


def test_what_is_still_wrong_is_said(desk, text):
    type_over(text, "<pages>", "<other>")
    text.try_button.click()
    desk.quiet()
    assert desk.session is None
    assert "<other>" in text.note.label.text()
    assert text.try_button.isEnabled()


def test_text_with_changes_is_closed_when_people_say_so(desk, text):
    type_over(text, "<pages>", "<other>")
    desk.answer("cancel")
    text.close_button.click()
    assert text.isVisible()
    desk.answer("discard")
    text.close_button.click()
    assert not text.isVisible()


def test_the_window_stays_while_a_text_has_changes(desk, text):
    with desk.qtbot.waitExposed(desk.window):
        desk.window.show()
    type_over(text, "<pages>", "<other>")
    desk.answer("cancel")
    desk.window.close()
    assert desk.window.isVisible()


def test_the_text_is_saved_as_it_is(desk, text):
    target = desk.folder / "mended.xml"
    type_over(text, "<pages>", "<other>")
    desk.answer(target)
    text.save_button.click()
    assert target.read_bytes() == FOREIGN.replace("<pages>", "<other>").encode()
    assert not text.is_changed


def test_a_file_that_is_there_is_replaced_when_people_say_so(desk, text):
    path = text.broken.path
    desk.answer(path, "replace")
    text.save_button.click()
    assert path.with_name("sitemap.xml.bak").exists()


def test_text_is_written_as_its_declaration_says(desk):
    open_text(desk, '<?xml version="1.0" encoding="windows-1251"?>\n<pages>x</pages>\n')
    text = desk.window.findChild(BrokenTextWindow)
    address = "<url><loc>https://a.example/страница</loc></url>"
    type_over(text, "<pages>x</pages>", f"{ROOT}{address}</urlset>")
    text.try_button.click()
    desk.quiet()
    assert desk.doc.source.encoding == "windows-1251"
    assert desk.doc.value(0, "loc") == "https://a.example/страница"


def test_a_broken_file_among_others_is_asked_about(desk):
    (desk.folder / "page.xml").write_text("<html><body>")
    broken = desk.folder / "broken.xml"
    broken.write_text(FOREIGN)
    desk.answer("close")
    desk.window.open_paths([desk.folder / "page.xml", broken])
    desk.qtbot.waitUntil(lambda: not desk.interaction.answers)
    assert [asked.what for asked in desk.interaction.asked] == ["report_error", "ask"]


def test_a_line_that_qt_cannot_bear_is_shown_in_part(desk, qtbot):
    error = SitemapError("It is broken.", line=1, column=2_000_000)
    window = BrokenTextWindow(BrokenText("a.xml", b"<pages>" + b"x" * 2_000_000, error))
    qtbot.addWidget(window)
    assert window.edit.isReadOnly()
    assert len(window.edit.toPlainText()) < 1_000_000
    assert not window.try_button.isEnabled()
    assert not window.save_button.isEnabled()
