"""What the table shows or what is selected in it can be exported by itself."""

import pytest

from sitemap_editor.formats import target_of
from sitemap_editor.gui.dialogs.save_as import SaveRequest

TITLES = ["All entries", "Those the filter shows", "Those selected"]


@pytest.fixture
def offered(desk, monkeypatch, tmp_path):
    """Export, and choose the scope of a number; returns what was offered."""

    def export(number):
        found = []

        def ask(name, /, *, scopes, **context):
            found.extend((scope.title, scope.count) for scope in scopes)
            path = tmp_path / "out.txt"
            ids = scopes[number].ids
            target = target_of(path, context["doc"].kind)
            return SaveRequest(path, target, is_copy=True, ids=ids)

        monkeypatch.setattr(desk.interaction, "ask_form", ask)
        desk.run("file.export")
        return found, (tmp_path / "out.txt").read_text().split()

    return export


def test_all_entries_or_those_selected(desk, offered):
    desk.open("a", "b", "c")
    desk.select(1, 1, 2, 1)
    found, written = offered(1)
    assert found == [(TITLES[0], 3), (TITLES[2], 2)]
    assert written == ["https://a.example/b", "https://a.example/c"]


def test_those_that_the_filter_shows_as_they_are_sorted(desk, offered):
    desk.open("za", "b", "zc")
    desk.window.pane.filter_bar.field.setText("z")
    desk.qtbot.waitUntil(lambda: len(desk.table.entries.rows) == 2)
    desk.table.header.sort_requested.emit("loc", True)
    found, written = offered(1)
    assert found[:2] == [(TITLES[0], 3), (TITLES[1], 2)]
    assert written == ["https://a.example/zc", "https://a.example/za"]


def test_all_is_all_whatever_the_table_shows(desk, offered):
    desk.open("a", "b", "c")
    desk.window.pane.filter_bar.field.setText("b")
    desk.qtbot.waitUntil(lambda: len(desk.table.entries.rows) == 1)
    _found, written = offered(0)
    assert len(written) == 3
