"""Save all: what is asked, what is written, and what is said then."""

import gzip
import os

import numpy as np
import pytest

from sitemap_editor.document import editing
from sitemap_editor.gui.dialogs.save_all import SaveAllDialog
from sitemap_editor.gui.saving_all import Disk, FileToSave, look_at
from sitemap_editor.protocol.kinds import Kind


@pytest.fixture
def two(desk):
    """Two open files, both changed; the second is shown."""
    for name in ("a.xml", "b.xml"):
        desk.open("1", "2", "3", name=name)
    sessions = desk.window.workspace.sessions
    for session in sessions:
        change(session)
    desk.quiet()
    return list(sessions)


def change(session):
    doc = session.doc
    session.edit(editing.set_field(doc, np.asarray(doc.ids[:1]), "priority", "0.4"), "Set")


def test_all_changed_files_are_written_and_nothing_is_asked_without_a_reason(desk, two):
    desk.run("file.save_all")
    assert not any(session.is_modified for session in two)
    assert [s.path.read_bytes() for s in two] == [s.doc.text() for s in two]
    assert desk.notice == "Saved 2 files."
    assert not desk.window.action_set["file.save_all"].isEnabled()


def test_what_was_changed_on_disk_is_asked_once_and_left_out_if_wished(desk, two):
    a, b = two
    other = a.path.read_bytes() + b"\n"
    a.path.write_bytes(other)
    desk.interaction.answers.append([look_at(b, 0)])
    desk.run("file.save_all")
    form = desk.interaction.asked[0]
    assert [one.disk for one in form.context["files"]] == [Disk.CHANGED, Disk.SAME]
    assert a.path.read_bytes() == other
    assert (a.is_modified, b.is_modified) == (True, False)
    assert desk.interaction.asked[1].context["details"] == "a.xml was not saved."


def test_what_was_changed_on_disk_is_replaced_when_ticked(desk, two):
    a, b = two
    a.path.write_bytes(b"other")
    desk.answer([look_at(a, 0), look_at(b, 0)])
    desk.run("file.save_all")
    assert a.path.read_bytes() == a.doc.text()


def test_nothing_is_written_when_one_file_cannot_be(desk, two):
    a, b = two
    before = a.path.read_bytes()
    b.path.unlink()
    b.path.mkdir()
    desk.answer([FileToSave(a, Disk.SAME), FileToSave(b, Disk.CHANGED)])
    desk.run("file.save_all")
    assert a.path.read_bytes() == before
    assert a.is_modified
    assert desk.interaction.asked[-1].context["title"] == "None of the files was saved"
    assert "b.xml" in desk.interaction.texts[-1]
    b.path.rmdir()


def test_files_without_a_name_are_asked_for_it_after_the_others(desk, two):
    new = desk.window.workspace.new(Kind.URLSET)
    new.edit(editing.insert(new.doc, 0, [{"loc": "https://a.example/"}]), "Add")
    desk.quiet()
    desk.answer(None)
    desk.run("file.save_all")
    assert not any(session.is_modified for session in two)
    assert new.is_modified
    assert desk.interaction.asked[-1].text == "save_as"


def test_closing_several_files_saves_them_together(desk, two):
    desk.answer("save")
    desk.window.close()
    desk.quiet()
    assert [gzip.compress(s.path.read_bytes(), mtime=0) for s in two] == [
        gzip.compress(s.doc.text(), mtime=0) for s in two
    ]
    assert not desk.window.isVisible()


def test_the_window_stays_open_while_a_file_is_left_unsaved(desk, two):
    a, b = two
    a.path.write_bytes(b"other")
    desk.answer("save", [look_at(b, 0)])
    desk.window.close()
    desk.quiet()
    assert a in desk.window.workspace.sessions
    assert a.is_modified


def test_the_dialog_proposes_what_loses_nothing(qtbot, jobs, two):
    a, b = two
    os.utime(a.path, (1, 1))
    dialog = SaveAllDialog([look_at(a, 0), look_at(b, 3)], jobs)
    qtbot.addWidget(dialog)
    assert [one.session for one in dialog.chosen] == [b]
    assert dialog.verb.text() == "Save 1 file"
    assert dialog.said.text() == "1 file stays unsaved."
    assert dialog._text(1, 3) == "3 errors"
    dialog.table.ticked.set_ticks(slice(None), True)
    assert dialog.verb.text() == "Save 2 files"
    dialog.table.ticked.set_ticks(slice(None), False)
    assert not dialog.verb.isEnabled()
