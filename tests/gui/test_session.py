"""A session passes changes on, keeps a current entry, and lets nobody read while it edits."""

import threading

import pytest

from sitemap_editor.document import editing
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui.session import Session
from sitemap_editor.gui.together import BULK_ENTRIES
from sitemap_editor.protocol.errors import SitemapError


@pytest.fixture
def session(open_rows):
    return open_rows("a", "b", "c")


def test_an_edit_is_told_before_and_after(session):
    heard = []
    session.changing.connect(lambda change: heard.append(("changing", len(session.doc))))
    session.changed.connect(lambda change: heard.append(("changed", len(session.doc))))
    session.state_changed.connect(lambda: heard.append(("state", session.is_modified)))
    assert session.edit(editing.delete(session.doc, [0]), "Delete")
    assert heard == [("changing", 3), ("changed", 2), ("state", True)]


def test_no_edit_is_no_step(session):
    assert not session.edit(None, "Nothing")
    assert not session.doc.history.can_undo


def test_undo_and_redo_go_back_and_forth(session):
    session.edit(editing.delete(session.doc, [0]), "Delete")
    assert session.undo()
    assert not session.undo()
    assert len(session.doc) == 3
    assert session.redo()
    assert len(session.doc) == 2


@pytest.mark.parametrize(("gone", "current"), [([1], 2), ([2], 1), ([1, 2], 0), ([0, 1, 2], None)])
def test_when_the_current_entry_goes_its_neighbour_is_current(session, gone, current):
    session.set_current(gone[-1])
    session.edit(editing.delete(session.doc, gone), "Delete")
    assert session.current == current


def test_the_origin_of_the_current_entry_is_known(session, qtbot):
    with qtbot.waitSignal(session.current_changed):
        session.set_current(2, "me")
    assert session.current_origin == "me"
    with qtbot.assertNotEmitted(session.current_changed):
        session.set_current(2, "you")


def test_an_edit_cancels_jobs_that_read(qtbot, session):
    heard = []

    def read(progress):
        while True:
            progress.tick()

    session.read(read, heard.append, on_cancelled=lambda: heard.append("cancelled"))
    session.edit(editing.delete(session.doc, [0]), "Delete")
    qtbot.waitUntil(lambda: heard == ["cancelled"])


def test_nothing_is_edited_while_a_save_runs(qtbot, session):
    gate, heard = threading.Event(), []
    session.save(lambda progress: gate.wait(), heard.append, heard.append)
    assert not session.edit(editing.delete(session.doc, [0]), "Delete")
    assert not session.undo()
    gate.set()
    qtbot.waitUntil(lambda: heard == [True])
    assert session.edit(editing.delete(session.doc, [0]), "Delete")


def test_an_edit_of_many_entries_is_built_in_a_job(qtbot, session):
    threads, heard = [], []

    def build(progress):
        threads.append(threading.current_thread())
        return editing.delete(session.doc, [0])

    session.edit_many(build, "Delete", 1, heard.append)
    session.edit_many(build, "Delete", BULK_ENTRIES, heard.append)
    qtbot.waitUntil(lambda: len(heard) == 2)
    assert [thread is threading.main_thread() for thread in threads] == [True, False]


def test_an_edit_that_cannot_be_built_is_told(session):
    def build(progress):
        raise SitemapError("no")

    heard = []
    session.edit_many(build, "Delete", 1, on_error=heard.append)
    assert [str(error) for error in heard] == ["no"]


def test_a_new_document_is_untitled_and_a_file_has_its_name(jobs, tmp_path):
    path = tmp_path / "sitemap.xml"
    assert Session(open_bytes(b"https://a.example/\n"), jobs).name == "Untitled 1"
    assert Session(open_bytes(b"https://a.example/\n", path), jobs).name == "sitemap.xml"
