"""A value is written the same way whether it was typed in the table or in the inspector."""

import pytest

from sitemap_editor.protocol.kinds import Kind

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


def in_table(desk, row, text):
    model = desk.table.entries
    model.setData(model.index(row, 1), text)


def in_inspector(desk, row, text):
    with desk.qtbot.waitExposed(desk.window):
        desk.window.show()
    desk.quiet()
    desk.table.setCurrentIndex(desk.table.entries.index(row, 1))
    desk.qtbot.waitUntil(lambda: not desk.window.is_filling)
    editor = desk.window.panels["entryInspector"].fields.form.editors["loc"]
    editor.line.setText(text)
    editor.commit()


@pytest.fixture(params=[in_table, in_inspector])
def type_address(request, desk):
    return lambda row, text: request.param(desk, row, text)


@pytest.fixture
def text_list(desk):
    path = desk.folder / "urls.txt"
    path.write_bytes(b"https://a.example/a\nhttps://a.example/b\n")
    desk.window.open_paths([path])
    desk.quiet()
    return desk


def test_the_step_names_field_and_entry(desk, type_address):
    desk.open("a", "b")
    type_address(1, "https://a.example/c")
    assert desk.doc.history.labels == ["Change loc of entry 2"]


def test_an_address_already_there_is_said(desk, type_address):
    desk.open("a", "b", "c")
    type_address(2, "https://a.example/a")
    desk.quiet()
    assert desk.notice == "This address is already there, at entry 1."


def test_a_date_in_a_text_list_offers_xml(text_list, type_address):
    text_list.answer("make")
    type_address(1, "https://a.example/b 2024-05-05")
    assert text_list.doc.kind is Kind.URLSET
    assert text_list.cells() == ["a", "b 2024-05-05"]


def test_a_text_list_stays_as_it_is_when_the_offer_is_refused(text_list, type_address):
    text_list.answer("cancel")
    type_address(1, "2024-05-05")
    assert text_list.paths() == ["a", "b"]
    assert not text_list.session.is_modified


def test_a_line_of_a_text_list_is_not_emptied(text_list, type_address):
    type_address(1, "")
    assert not text_list.session.is_modified
