"""What was typed or asked for is not lost on the way, whatever is done next."""

import pytest
from PySide6.QtCore import Qt

from sitemap_editor.formats import Target, own_format
from sitemap_editor.gui import together
from sitemap_editor.gui.dialogs.save_as import SaveRequest
from sitemap_editor.gui.dialogs.set_value import SetValue
from sitemap_editor.protocol.kinds import Kind

from .conftest import sitemap

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


def type_into(desk, text, row=0, column=1):
    desk.table.setCurrentIndex(desk.table.entries.index(row, column))
    desk.table.edit(desk.table.currentIndex())
    desk.qtbot.keyClicks(desk.table.delegate.editor, text)


def test_reloading_asks_about_what_is_being_typed(desk):
    desk.open("a")
    type_into(desk, "https://a.example/typed")
    desk.answer("cancel")
    desk.run("file.reload")
    assert desk.paths() == ["typed"]


def test_an_edit_while_a_file_is_read_again_stays(desk):
    desk.open("a", "b")
    desk.window.action_set["file.reload"].trigger()
    type_into(desk, "https://a.example/typed")
    desk.table.commit()
    desk.quiet()
    assert desk.paths() == ["typed", "b"]


@pytest.mark.parametrize(
    "action", ["file.save", "file.save_as", "file.close", "file.quit", "edit.undo"]
)
def test_a_big_edit_being_built_is_not_lost_on_the_way(desk, monkeypatch, action):
    monkeypatch.setattr(together, "BULK_ENTRIES", 2)
    path = desk.open("a", "b")
    desk.table.selectAll()
    desk.answer(SetValue("priority", "0.3"))
    type_into(desk, "https://a.example/typed")
    desk.table.commit()
    desk.table.selectAll()
    desk.window.action_set.refresh()
    desk.window.action_set["edit.set_value"].trigger()
    desk.window.action_set[action].trigger()
    assert desk.notice == f"{path.name} is just being changed. Try again when that is done."
    desk.quiet()
    assert desk.cells() == ["typed - - 0.3", "b - - 0.3"]


@pytest.mark.parametrize("column", [1, 2])
def test_what_is_being_typed_stays_in_its_document(desk, column):
    desk.open("x 2024-01-01", "y", name="1.xml")
    desk.open("a 2024-01-01", "b", name="2.xml")
    type_into(desk, "https://a.example/typed", column=column)
    desk.run("window.next")
    assert desk.cells() == ["x 2024-01-01", "y"]
    desk.run("window.next")
    typed = ["typed 2024-01-01", "a https://a.example/typed"][column - 1]
    assert desk.cells() == [typed, "b"]


def test_two_documents_never_share_a_file(desk):
    first, second = desk.open("a", name="1.xml"), desk.open("b", name="2.xml")
    desk.answer(SaveRequest(first, Target(own_format(Kind.URLSET))))
    desk.run("file.save_as")
    assert "1.xml is open in this window" in desk.interaction.texts[-1]
    assert [session.path for session in desk.window.workspace.sessions] == [first, second]


@pytest.mark.parametrize("name", ["sub/../sitemap.xml", "link.xml"])
def test_a_file_is_open_once_whatever_it_is_called(desk, name):
    desk.open("a")
    (desk.folder / "sub").mkdir()
    (desk.folder / "link.xml").symlink_to("sitemap.xml")
    desk.window.open_paths([desk.folder / name])
    desk.quiet()
    assert len(desk.window.workspace.sessions) == 1


def test_undo_in_the_menu_does_what_it_says_while_a_filter_is_typed(desk, qtbot):
    desk.open("a", "b")
    with qtbot.waitExposed(desk.window):
        desk.window.show()
    desk.select(0, 0, 0, 4)
    desk.run("entry.delete")
    field = desk.window.pane.filter_bar.field
    field.setFocus()
    qtbot.keyClicks(field, "b")
    desk.run("edit.undo")
    assert len(desk.doc) == 2


@pytest.mark.parametrize(
    "value", ["x" * 40_000, "\ufeffhttps://a.example/", "\n  a\tb\n", "a\u2028b", "&lt;b>x&lt;/b>"]
)
def test_a_value_nobody_typed_over_stays_as_it_is(desk, qtbot, value):
    desk.open("placeholder", "b")
    path = desk.folder / "odd.xml"
    text = sitemap("placeholder", "b").decode().replace("https://a.example/placeholder", value)
    path.write_bytes(text.encode())
    desk.window.open_paths([path])
    desk.quiet()
    with qtbot.waitExposed(desk.window):
        desk.window.show()
    desk.table.setCurrentIndex(desk.table.entries.index(0, 1))
    desk.table.edit(desk.table.currentIndex())
    desk.table.commit()
    desk.table.setCurrentIndex(desk.table.entries.index(1, 1))
    desk.quiet()
    assert not desk.session.is_modified


def test_an_address_of_any_length_can_be_edited(desk):
    desk.open("x" * 40_000)
    desk.table.edit(desk.table.currentIndex())
    desk.qtbot.keyClick(desk.table.delegate.editor, Qt.Key.Key_End)
    desk.qtbot.keyClicks(desk.table.delegate.editor, "y")
    desk.table.commit()
    assert desk.paths() == ["x" * 40_000 + "y"]


@pytest.fixture
def huge(desk, qtbot):
    """A window on an address of a million characters, which the inspector shows too."""
    desk.open("x" * 1_000_000, "b", "c")
    with qtbot.waitExposed(desk.window):
        desk.window.show()
    qtbot.waitUntil(lambda: not desk.window.is_filling)
    desk.table.setCurrentIndex(desk.table.entries.index(1, 1))
    desk.table.setCurrentIndex(desk.table.entries.index(0, 1))
    return desk


def test_the_inspector_only_shows_how_a_huge_value_begins(huge):
    page = huge.window.panels["entryInspector"].fields
    editor = page.form.editors["loc"]
    assert editor.line.isReadOnly() and len(editor.text) < 10_000
    assert "1,000,018 characters" in page.hint.accessibleName()
    assert huge.window.context.commit()
    huge.table.setCurrentIndex(huge.table.entries.index(1, 1))
    assert not editor.line.isReadOnly() and not page.hint.isVisible()
    assert not huge.session.is_modified


@pytest.mark.parametrize("key", [Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_A])
def test_a_huge_value_is_not_edited_in_its_cell(huge, qtbot, key):
    huge.table.setFocus()
    qtbot.keyClick(huge.table, key)
    assert huge.table.delegate.editor is None
    assert "1,000,018 characters" in huge.notice
    assert not huge.session.is_modified


@pytest.mark.parametrize("value", ["a\u00a0b", "a\tb", "\n  a\n  b\n", "a\u2028b", "a\r\nb"])
@pytest.mark.parametrize("field", ["loc", "lastmod", "changefreq", "priority"])
def test_looking_at_a_value_in_the_inspector_keeps_it(desk, qtbot, field, value):
    path = desk.folder / "odd.xml"
    text = f"<url><loc>b</loc><{field}>{value}</{field}></url>"
    if field == "loc":
        text = f"<url><loc>{value}</loc></url>"
    text = sitemap("a").decode().replace("</urlset>", f"{text}</urlset>")
    path.write_bytes(text.encode())
    desk.window.open_paths([path])
    desk.quiet()
    with qtbot.waitExposed(desk.window):
        desk.window.show()
    qtbot.waitUntil(lambda: not desk.window.is_filling)
    for row in (1, 0, 1):
        desk.table.setCurrentIndex(desk.table.entries.index(row, 1))
        desk.window.panels["entryInspector"].fields.form.editors[field].line.setFocus()
        desk.table.setFocus()
        assert desk.window.context.commit()
    assert not desk.session.is_modified
