"""Entries that move or are copied to another file in the window (J24)."""

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame

from sitemap_editor.document.opening import open_document
from sitemap_editor.gui.commands import transfer
from sitemap_editor.gui.comparing.sides import sides_of
from sitemap_editor.gui.dialogs.move_to import MoveToDialog
from sitemap_editor.gui.table.rows_drag import ENTRIES, RowsDrag
from sitemap_editor.gui.transferring import Asked, TransferRequest, targets_of
from sitemap_editor.operations.splitting import limits_of
from sitemap_editor.operations.transferring import DROP, STAY
from sitemap_editor.support.jobs import NO_PROGRESS

from .conftest import NAMESPACE, sitemap

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


class Choosing:
    """Answers the form: the target of this name, and what becomes of duplicates."""

    def __init__(self, desk, name, duplicates=STAY, dates=False):
        self.desk, self.name, self.duplicates, self.dates = desk, name, duplicates, dates
        self.forms = []
        desk.interaction.ask_form = self

    def __call__(self, form, **context):
        self.forms.append((form, context))
        target = next(one for one in context["targets"] if one.name == self.name)
        work = context["asked"].look(target, self.duplicates)
        return TransferRequest(target, work(NO_PROGRESS), self.dates)


def put_set(folder):
    """An index above two sitemaps."""
    children = {"a.xml": ("1 2024-01-01", "2 2024-05-01", "3"), "b.xml": ("x 2023-01-01",)}
    for name, rows in children.items():
        (folder / name).write_bytes(sitemap(*rows))
    entries = "".join(
        f"<sitemap><loc>https://a.example/{name}</loc></sitemap>\n" for name in children
    )
    text = f'<sitemapindex xmlns="{NAMESPACE}">\n{entries}</sitemapindex>\n'
    (folder / "index.xml").write_text(text)


@pytest.fixture
def opened(desk):
    """The index and its first sitemap are open, that one is shown with two rows selected."""
    put_set(desk.folder)
    desk.window.open_paths([desk.folder / "index.xml"])
    desk.quiet()
    desk.window.open_paths([desk.folder / "a.xml"])
    desk.quiet()
    desk.select(0, 0, 1, 1)
    return {session.name: session for session in desk.window.workspace.sessions}


def sizes(desk):
    return {session.name: len(session.doc) for session in desk.window.workspace.sessions}


def test_entries_move_into_a_closed_file_of_the_set_with_the_dates_in_the_index(desk, opened):
    before = {name: session.doc.text() for name, session in opened.items()}
    Choosing(desk, "b.xml", dates=True)
    desk.run("entry.move_to")
    assert sizes(desk) == {"index.xml": 2, "a.xml": 1, "b.xml": 3}
    index = opened["index.xml"].doc
    assert index.value(1, "lastmod") == "2024-05-01"
    assert desk.session is opened["a.xml"]
    assert desk.notice == "Moved 2 entries to b.xml."
    # One step of three files, undone in any of them.
    desk.window.workspace.activate(opened["index.xml"])
    desk.run("edit.undo")
    assert {name: s.doc.text() for name, s in opened.items()} == before
    assert sizes(desk) == {"index.xml": 2, "a.xml": 3, "b.xml": 1}
    desk.run("edit.redo")
    desk.run("file.save_all")
    assert [len(open_document(desk.folder / name)) for name in ("a.xml", "b.xml")] == [1, 3]


def test_closing_one_file_of_a_step_tells_what_discarding_it_alone_means(desk, opened):
    Choosing(desk, "b.xml")
    desk.run("entry.move_to")
    desk.window.workspace.activate(desk.window.workspace.session_of(desk.folder / "b.xml"))
    desk.interaction.answers.append("cancel")
    desk.run("file.close")
    assert "“Move 2 entries to b.xml” changed a.xml too." in str(desk.interaction.asked[-1])
    desk.run("file.save_all")
    desk.session.doc.set_value(0, "lastmod", "2024-01-01")
    desk.interaction.answers.append("cancel")
    desk.run("file.close")
    assert "changed a.xml too" not in str(desk.interaction.asked[-1])


def test_what_the_other_file_has_can_stay_or_go(desk, opened):
    (desk.folder / "b.xml").write_bytes(sitemap("2 2023-01-01"))
    Choosing(desk, "b.xml")
    desk.run("entry.move_to")
    assert sizes(desk)["a.xml"] == 2
    assert desk.notice == "Moved 1 entry to b.xml. 1 is there already."
    desk.run("edit.undo")
    desk.select(0, 0, 1, 1)
    Choosing(desk, "b.xml", DROP)
    desk.run("entry.move_to")
    assert sizes(desk)["a.xml"] == 1


def test_copies_go_to_a_new_file(desk, opened):
    Choosing(desk, "A new file")
    desk.run("entry.copy_to")
    assert sizes(desk) == {"index.xml": 2, "a.xml": 3, "Untitled 1": 2}
    assert not opened["a.xml"].is_modified


def test_saving_all_brings_the_dates_in_the_index_up_to_date_first(desk, opened):
    index = opened["index.xml"]
    desk.window.workspace.sets[0].follow_dates(True)
    opened["a.xml"].doc.set_value(0, "lastmod", "2024-06-01")
    desk.run("file.save_all")
    assert index.doc.value(0, "lastmod") == "2024-06-01"
    assert b"2024-06-01" in (desk.folder / "index.xml").read_bytes()
    assert not any(session.is_modified for session in desk.window.workspace.sessions)


def node_of(desk, name):
    for item in desk.window.files_panel._items():
        session, row = item.node.session, item.node.row
        if name in (session.name if session else "", row.member.name if row else ""):
            return item.node
    raise AssertionError(name)


def drop_on(desk, name, modifiers=Qt.KeyboardModifier.NoModifier):
    """Drop the selected rows on a line of the Files panel."""
    view = desk.window.files_panel.view
    item = next(i for i in desk.window.files_panel._items() if i.node is node_of(desk, name))
    point = view.visualRect(item.index()).center()
    data = QMimeData()
    data.setData(ENTRIES, b"")
    both = Qt.DropAction.MoveAction | Qt.DropAction.CopyAction
    left = Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(point, both, data, left, modifiers)
    QApplication.sendEvent(view.viewport(), enter)
    is_framed = any(child.isVisible() for child in view.viewport().findChildren(QFrame))
    drop = QDropEvent(QPointF(point), both, data, left, modifiers)
    QApplication.sendEvent(view.viewport(), drop)
    is_taken = drop.isAccepted()
    assert is_framed == is_taken
    QApplication.processEvents()  # what is dropped is taken once the drag has ended
    desk.quiet()
    return is_taken


def test_rows_are_dropped_on_a_file_and_with_ctrl_copied(desk, opened):
    desk.window.show()
    assert drop_on(desk, "b.xml", Qt.KeyboardModifier.ControlModifier)
    assert sizes(desk) == {"index.xml": 2, "a.xml": 3, "b.xml": 3}
    assert desk.session is opened["a.xml"]
    copied = next(s for s in desk.window.workspace.sessions if s.name == "b.xml")
    copied.undo()
    desk.quiet()
    desk.select(0, 0, 1, 1)
    assert drop_on(desk, "b.xml")
    assert sizes(desk) == {"index.xml": 2, "a.xml": 1, "b.xml": 3}


def test_rows_are_not_dropped_where_they_do_not_belong(desk, opened):
    desk.window.show()
    assert not drop_on(desk, "index.xml")
    assert not drop_on(desk, "a.xml")
    assert sizes(desk) == {"index.xml": 2, "a.xml": 3}


@pytest.mark.parametrize("data", [b"", b"<html><body>not found</body></html>"])
def test_what_cannot_be_read_takes_no_entries(qtbot, desk, opened, data):
    (desk.folder / "b.xml").write_bytes(data)
    desk.run("set.refresh")
    qtbot.waitUntil(lambda: node_of(desk, "b.xml").row.is_unreadable)
    desk.window.show()
    assert not drop_on(desk, "b.xml")
    names = [one.name for one in targets_of(desk.window.workspace, opened["a.xml"])]
    assert names == ["A new file"]


def test_a_drop_asks_where_pages_are_there_already(desk, opened):
    (desk.folder / "b.xml").write_bytes(sitemap("2"))
    desk.answer(None)
    transfer.drop(desk.window.context, node_of(desk, "b.xml"), False)
    desk.quiet()
    asked = desk.interaction.asked[-1]
    assert asked.text == "move_to"
    assert asked.context["chosen"].name == "b.xml"
    assert sizes(desk)["a.xml"] == 3


def mouse(kind, point, buttons=Qt.MouseButton.LeftButton):
    return QMouseEvent(
        kind,
        QPointF(point),
        QPointF(point),
        Qt.MouseButton.LeftButton,
        buttons,
        Qt.KeyboardModifier.NoModifier,
    )


def test_whole_rows_are_dragged_and_a_click_on_them_still_chooses_one(desk, opened, monkeypatch):
    started = []
    monkeypatch.setattr(RowsDrag, "start", lambda self: started.append(1))
    table, model = desk.table, desk.table.entries
    table.select_whole_rows()
    assert table.selected_row_count() == 2
    place = table.visualRect(model.index(1, 1)).center()
    table.mousePressEvent(mouse(QEvent.Type.MouseButtonPress, place))
    table.mouseMoveEvent(mouse(QEvent.Type.MouseMove, place + QPoint(40, 0)))
    assert started == [1]
    assert table.selected_row_count() == 2
    table.mousePressEvent(mouse(QEvent.Type.MouseButtonPress, place))
    table.mouseReleaseEvent(mouse(QEvent.Type.MouseButtonRelease, place, Qt.MouseButton.NoButton))
    assert started == [1]
    assert table.selected_row_count() == 1


def test_a_drag_over_single_cells_selects_them(desk, opened, monkeypatch):
    monkeypatch.setattr(RowsDrag, "start", lambda self: pytest.fail("no drag"))
    table, model = desk.table, desk.table.entries
    desk.select(0, 1, 0, 1)
    first, last = (table.visualRect(model.index(row, 1)).center() for row in (0, 2))
    table.mousePressEvent(mouse(QEvent.Type.MouseButtonPress, first))
    table.mouseMoveEvent(mouse(QEvent.Type.MouseMove, last))
    table.mouseReleaseEvent(mouse(QEvent.Type.MouseButtonRelease, last, Qt.MouseButton.NoButton))
    assert table.selected_row_count() == 3


def test_files_of_one_name_are_told_apart(desk, opened):
    (desk.folder / "old").mkdir()
    (desk.folder / "old" / "a.xml").write_bytes(sitemap("1"))
    desk.window.open_paths([desk.folder / "old" / "a.xml"])
    desk.quiet()
    workspace = desk.window.workspace
    names = [one.name for one in targets_of(workspace, opened["a.xml"])]
    assert names == ["old/a.xml", "b.xml", "A new file"]
    titles = [one.title for one in sides_of(workspace, opened["a.xml"])]
    assert f"{desk.folder.name}/a.xml (this document)" in titles
    assert "old/a.xml (open)" in titles


def test_the_dialog_tells_what_becomes_of_the_file(qtbot, desk, opened):
    (desk.folder / "b.xml").write_bytes(sitemap("2"))
    workspace = desk.window.workspace
    source = opened["a.xml"]
    asked = Asked(source, source.doc.ids, False, workspace.read)
    targets = targets_of(workspace, source)
    assert [one.name for one in targets] == ["b.xml", "A new file"]
    dialog = MoveToDialog(
        asked, targets, workspace.jobs, desk.interaction, limits=limits_of(()), dates=True
    )
    qtbot.addWidget(dialog)
    assert dialog.then.isHidden() and dialog.limits.isHidden()
    qtbot.waitUntil(lambda: not dialog.work.is_busy and dialog.found is not None)
    assert not dialog.then.isHidden()
    assert dialog.question.text() == "1 of the pages is there already:"
    assert dialog.verb.text() == "Move 2 entries"
    assert dialog.limits.entries.text == "3 of 50,000 entries"
    dialog.duplicates.setCurrentIndex(dialog.duplicates.findData(DROP))
    qtbot.waitUntil(lambda: not dialog.work.is_busy)
    assert dialog.verb.text() == "Move 3 entries"
    assert dialog.request.dates
    desk.answer([desk.folder / "a.xml"])
    dialog._choose_another()
    assert "Choose another" in dialog.note.label.text()
