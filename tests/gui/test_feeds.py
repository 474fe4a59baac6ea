"""Feeds in the window: looked at, checked, copied from, and made into a sitemap."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from sitemap_editor.gui.commands.files import save_session

FEED = b"""<?xml version="1.0"?>
<rss version="2.0"><channel><title>Shop</title><link>https://a.example/</link>
<item><title>One</title><link>https://a.example/one</link>
<pubDate>Wed, 02 Oct 2024 13:00:00 GMT</pubDate></item>
<item><link>/two</link></item>
<item><title>Nothing</title></item>
</channel></rss>
"""
CHANGING = (
    "edit.paste", "edit.paste_new", "edit.set_value", "edit.clear", "edit.fill_down", "entry.add",
    "entry.duplicate", "entry.delete", "entry.move_up", "entry.move_down",
)  # fmt: skip


@pytest.fixture
def feed(desk):
    path = desk.folder / "feed.xml"
    path.write_bytes(FEED)
    desk.window.open_paths([path])
    desk.quiet()
    return desk


def test_items_are_rows(feed):
    assert feed.cells() == ["one 2024-10-02T13:00:00Z", "/two", ""]
    codes = {group.code for group in feed.session.report.groups}
    assert {"feed-link-relative", "feed-item-no-link", "feed-not-complete"} <= codes


def test_no_cell_can_be_edited(feed):
    model = feed.table.entries
    index = model.index(0, 1)
    assert not model.flags(index) & Qt.ItemFlag.ItemIsEditable
    assert not model.setData(index, "https://a.example/x")
    feed.select(0, 1, 0, 1)
    feed.table.doubleClicked.emit(index)
    assert feed.table.delegate.editor is None
    assert "Make a sitemap" in feed.notice
    assert feed.doc.text() == FEED


def test_commands_that_change_are_off_and_say_why(feed):
    feed.select(0, 1, 0, 2)
    feed.window.action_set.refresh()
    for name in CHANGING:
        action = feed.window.action_set[name]
        assert not action.isEnabled(), name
        assert "Make a sitemap" in action.toolTip(), name
    feed.open("a", name="sitemap.xml")
    feed.select(0, 1, 0, 2)
    feed.window.action_set.refresh()
    for name in CHANGING:
        assert "Make a sitemap" not in feed.window.action_set[name].toolTip(), name
    assert feed.window.action_set["entry.add"].isEnabled()


def test_the_inspector_shows_and_does_not_change(feed):
    page = feed.window.panels["entryInspector"].fields
    page.show_entry(feed.session, feed.doc.id_at(0))
    editors = page.form.editors
    assert editors["loc"].line.text() == "https://a.example/one"
    assert all(editor.line.isReadOnly() for editor in editors.values())


def test_addresses_can_be_copied(feed):
    feed.select(0, 1, 0, 2)
    feed.run("edit.copy_urls")
    assert QApplication.clipboard().text().strip() == "https://a.example/one"


def test_a_sitemap_is_made_of_it(feed):
    feed.window.action_set.refresh()
    assert feed.window.action_set["entry.make_xml"].text() == "Make a sitemap of it"
    feed.run("entry.make_xml")
    assert feed.doc.kind == "urlset" and feed.session.is_modified
    assert feed.cells() == ["one 2024-10-02T13:00:00Z", "two"]
    assert feed.notice == "1 entry without an address was left out."
    feed.run("edit.undo")
    assert len(feed.doc) == 0


def test_saving_gives_the_same_bytes(feed):
    feed.answer("save")  # though it has errors
    save_session(feed.window.context, feed.session)
    feed.quiet()
    assert (feed.folder / "feed.xml").read_bytes() == FEED
