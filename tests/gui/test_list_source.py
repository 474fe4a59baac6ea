"""Which list, and how it is read: what is offered, and what the choices do."""

import zipfile

import pytest

from sitemap_editor.gui.lists.column_choice import ColumnChoice
from sitemap_editor.gui.lists.source import ListSource
from sitemap_editor.support.interaction import RecordingInteraction

ROWS = "Seite;Größe\nhttps://a.example/;1\nhttps://a.example/b;2\n"


@pytest.fixture
def source(qtbot, jobs):
    source = ListSource(jobs, RecordingInteraction())
    qtbot.addWidget(source)
    return source


def read(qtbot, source, path):
    with qtbot.waitSignal(source.table_changed, check_params_cb=lambda table: table is not None):
        source.read_path(path)
    return source.table


def test_a_table_is_read_as_it_is_found_and_as_people_say(qtbot, source, tmp_path):
    path = tmp_path / "list.csv"
    path.write_bytes(ROWS.encode("cp1252"))
    table = read(qtbot, source, path)
    assert (table.columns, source.delimiter.currentData()) == (("Seite", "Größe"), ";")
    assert source.header.isChecked()
    assert source.choice.isHidden()
    with qtbot.waitSignal(source.table_changed):
        source.header.click()
    assert source.table.columns == ()
    assert source.original is table
    with qtbot.waitSignal(source.table_changed):
        source.encoding.setCurrentIndex(source.encoding.findData("utf-8"))
        source.encoding.activated.emit(source.encoding.currentIndex())
    assert source.table.encoding == "utf-8"


def test_one_of_several_tables_is_chosen(qtbot, source, tmp_path):
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in "ab":
            archive.writestr(f"{name}.csv", f"url\nhttps://{name}.example/\n")
    read(qtbot, source, path)
    assert not source.choice.isHidden()
    with qtbot.waitSignal(source.table_changed):
        source.choice.setCurrentIndex(1)
        source.choice.activated.emit(1)
    assert source.table.sample() == [["https://b.example/"]]


def test_what_is_no_list_is_told(qtbot, source, tmp_path):
    path = tmp_path / "picture.csv"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    with qtbot.waitSignal(source.failed) as told:
        source.read_path(path)
    assert "not a list" in str(told.args[0])
    assert source.table is None


def test_another_file_is_chosen(qtbot, source, tmp_path, monkeypatch):
    path = tmp_path / "list.csv"
    path.write_text(ROWS)
    source._interaction.answers.append([path])
    with qtbot.waitSignal(source.table_changed, check_params_cb=lambda table: table is not None):
        source.browse.click()
    assert source.name.text() == "list.csv"


def test_copied_cells_are_a_list(qtbot, source):
    with qtbot.waitSignal(source.table_changed, check_params_cb=lambda table: table is not None):
        source.read_clipboard("url\tdate\nhttps://a.example/\t2024-01-01\n")
    assert source.table.columns == ("url", "date")


def test_columns_are_called_by_name_or_number(qtbot, source, tmp_path):
    path = tmp_path / "list.csv"
    path.write_text("url,\nhttps://a.example/,2024-01-01\n")
    table = read(qtbot, source, path)
    choice = ColumnChoice("None")
    qtbot.addWidget(choice)
    choice.set_table(table, 0)
    texts = [choice.itemText(index) for index in range(choice.count())]
    assert texts == ["None", "url", "Column 2: 2024-01-01"]
    assert choice.column == 0
    choice.choose(None)
    assert choice.column is None
