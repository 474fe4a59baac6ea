"""The window: opening, saving, closing, and that it comes back as it was."""

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from sitemap_editor import app
from sitemap_editor.document import editing, saving
from sitemap_editor.document.opening import open_document
from sitemap_editor.formats import FORMATS, Target
from sitemap_editor.gui.dialogs.save_as import SaveRequest
from sitemap_editor.gui.docks import docks_of
from sitemap_editor.gui.window import MainWindow
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.interaction import RecordingInteraction
from sitemap_editor.support.settings import RECENT_FILES, Settings

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

ROWS = ("a 2024-01-01 daily 0.5", "b - - 0.9", "c 2024-02-03", "d")
LEGACY = (
    b'<?xml version="1.0" encoding="windows-1252"?>\n'
    b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    b"<url><loc>https://a.example/caf\xe9</loc></url>\n</urlset>\n"
)
NAMES = ("entryTable", "xmlPreview", "findingsPanel", "filesPanel", "entryInspector")
NAMES += ("filterField", "limitsBar")


def change(desk):
    doc = desk.doc
    desk.session.edit(editing.set_field(doc, doc.ids[1:2], "priority", "0.1"), "Set priority")


# What there is


def test_parts_have_the_names_the_design_gives_them(desk):
    assert all(desk.window.findChild(QWidget, name) is not None for name in NAMES)


def test_every_widget_that_takes_the_focus_has_an_accessible_name(desk):
    desk.open(*ROWS)
    nameless = [
        f"{type(widget).__name__} {widget.objectName()}"
        for widget in desk.window.findChildren(QWidget)
        if widget.focusPolicy() is not Qt.FocusPolicy.NoFocus
        and widget.isVisibleTo(desk.window)
        and not widget.accessibleName()
        and not getattr(widget, "text", str)()
        and not widget.objectName().startswith("qt_")
    ]
    assert nameless == []


def test_without_a_document_there_is_the_welcome_page_alone(desk):
    assert desk.window.center.currentWidget() is desk.window.welcome
    assert all(dock.isHidden() for dock in docks_of(desk.window))
    desk.open(*ROWS)
    assert desk.window.center.currentWidget() is desk.window.pane
    assert not any(dock.isHidden() for dock in docks_of(desk.window))
    desk.run("file.close")
    assert desk.window.center.currentWidget() is desk.window.welcome
    assert all(dock.isHidden() for dock in docks_of(desk.window))


def test_the_title_names_the_document_and_whether_it_is_changed(desk):
    desk.open(*ROWS)
    assert desk.window.windowTitle() == "sitemap.xml[*] – Sitemap Editor"
    change(desk)
    assert desk.window.isWindowModified()
    desk.run("edit.undo")
    assert not desk.window.isWindowModified()


# Opening


def test_new_asks_for_the_kind(desk):
    desk.answer(Kind.SITEMAPINDEX)
    desk.run("file.new")
    assert desk.doc.kind is Kind.SITEMAPINDEX
    assert desk.session.name == "Untitled 1"


def test_open_lets_choose_and_remembers(desk):
    path = desk.open(*ROWS)
    desk.run("file.close")
    desk.answer([path])
    desk.run("file.open")
    assert desk.session.path == path
    assert desk.window.settings.get(RECENT_FILES) == (str(path),)


def test_a_file_that_is_no_sitemap_is_refused_with_the_reason(desk):
    desk.open(*ROWS)
    page = desk.folder / "page.html"
    page.write_bytes(b"<!doctype html><html><body>404</body></html>")
    desk.window.open_paths([page])
    desk.quiet()
    assert "page.html" in desk.interaction.asked[-1].context["title"]
    assert len(desk.window.workspace.sessions) == 1


def test_several_files_that_are_no_sitemaps_are_refused_together(desk):
    opened = desk.open("a")
    paths = [desk.folder / name for name in ("1.xml", "2.xml", "gone.xml")]
    paths[0].write_text("{}")
    paths[1].write_text("")
    desk.window.open_paths(paths)
    desk.quiet()
    (asked,) = desk.interaction.asked
    assert asked.context["title"] == "3 files cannot be opened"
    assert all(str(path) in asked.context["details"] for path in paths)
    assert desk.session.path == opened


def test_dropped_files_are_opened(qtbot, desk):
    path = desk.folder / "urls.txt"
    path.write_bytes(b"https://a.example/\n")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    copy, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), copy, data, Qt.MouseButton.LeftButton, none)
    desk.window.dragEnterEvent(enter)
    assert enter.isAccepted()
    drop = QDropEvent(QPointF(5, 5), copy, data, Qt.MouseButton.LeftButton, none)
    desk.window.dropEvent(drop)
    desk.quiet()
    assert desk.session.path == path


def test_documents_are_changed_by_key(desk):
    first, second = desk.open("a", name="1.xml"), desk.open("b", name="2.xml")
    desk.run("window.next")
    assert desk.session.path == first
    desk.run("window.previous")
    assert desk.session.path == second


# Saving


def test_save_writes_only_what_was_changed(desk):
    path = desk.open(*ROWS)
    before = path.read_bytes()
    change(desk)
    desk.run("file.save")
    assert path.read_bytes() == before.replace(b">0.9<", b">0.1<")
    assert not desk.session.is_modified
    assert "Saved sitemap.xml" in desk.notice


def test_save_takes_over_the_cell_being_typed(desk):
    path = desk.open(*ROWS)
    desk.select(1, 4, 1, 4)
    desk.table.edit(desk.table.currentIndex())
    desk.table.delegate.editor.lineEdit().setText("0.2")
    desk.run("file.save")
    assert b"0.2" in path.read_bytes()


@pytest.mark.parametrize(
    ("answer", "on_disk", "modified"),
    [("keep", "mine", False), ("reload", "theirs", False), ("cancel", "theirs", True)],
)
def test_a_file_changed_on_disk_is_asked_about(desk, answer, on_disk, modified):
    path = desk.open(*ROWS)
    theirs = path.read_bytes().replace(b">0.9<", b">0.7<")
    change(desk)
    path.write_bytes(theirs)
    os.utime(path, (1, 1))
    desk.answer(answer)
    desk.run("file.save")
    assert (b"0.7" in path.read_bytes()) == (on_disk == "theirs")
    assert desk.session.is_modified == modified
    assert desk.doc.value(1, "priority") == ("0.7" if answer == "reload" else "0.1")


def test_an_empty_document_is_saved_only_when_wanted(desk):
    path = desk.open(*ROWS)
    desk.table.selectAll()
    desk.run("entry.delete")
    before = path.read_bytes()
    desk.answer("cancel")
    desk.run("file.save")
    assert path.read_bytes() == before


def test_save_as_moves_the_document_to_its_new_file(desk):
    desk.open(*ROWS)
    other = desk.folder / "other.xml.gz"
    desk.answer(SaveRequest(other, Target(FORMATS[0], gzip=True)))
    desk.run("file.save_as")
    assert desk.session.path == other
    assert other.read_bytes()[:2] == b"\x1f\x8b"


def test_a_new_name_is_checked_at_once(desk):
    desk.open(*ROWS)
    desk.answer(SaveRequest(desk.folder / "my sitemap.xml", Target(FORMATS[0])))
    desk.run("file.save_as")
    assert desk.session.report.findings("file-name-unsafe")


@pytest.mark.parametrize(
    ("encoding", "bom", "start"),
    [
        ("utf-8", None, b'<?xml version="1.0" encoding="UTF-8"?>'),
        ("utf-8", True, b'\xef\xbb\xbf<?xml version="1.0" encoding="UTF-8"?>'),
        (None, None, b'<?xml version="1.0" encoding="windows-1252"?>'),
    ],
)
def test_save_as_converts_as_asked(desk, encoding, bom, start):
    path = desk.folder / "old.xml"
    path.write_bytes(LEGACY)
    desk.window.open_paths([path])
    desk.quiet()
    other = desk.folder / "new.xml"
    desk.answer(SaveRequest(other, Target(FORMATS[0]), encoding=encoding, bom=bom))
    if encoding is None:
        desk.answer("save")  # with the error that the conversion would take away
    desk.run("file.save_as")
    written = other.read_bytes()
    assert written.startswith(start)
    assert ("caf\xe9".encode(encoding or "windows-1252")) in written
    assert open_document(other).value_of(0, "loc") == "https://a.example/caf\xe9"


def test_export_writes_a_copy_and_the_document_stays(desk):
    path = desk.open(*ROWS)
    other = desk.folder / "urls.txt"
    text = next(known for known in FORMATS if known.id == "txt")
    desk.answer(SaveRequest(other, Target(text), is_copy=True))
    desk.run("file.export")
    assert other.read_text().split() == [f"https://a.example/{name}" for name in "abcd"]
    assert desk.session.path == path


def test_a_full_disk_leaves_the_old_file_whole_and_says_so(desk, monkeypatch):
    path = desk.open(*ROWS)
    before = path.read_bytes()
    change(desk)

    def fail(*_args, **_options):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(saving, "write_atomically", fail)
    desk.run("file.save")
    assert path.read_bytes() == before
    assert desk.session.is_modified
    assert str(path) in desk.interaction.texts[-1]


def test_reload_asks_when_changes_would_be_lost(desk):
    desk.open(*ROWS)
    change(desk)
    desk.answer("cancel")
    desk.run("file.reload")
    assert desk.session.is_modified
    desk.answer("reload")
    desk.run("file.reload")
    assert not desk.session.is_modified


# Closing


@pytest.mark.parametrize(
    ("answer", "is_open", "saved"),
    [("save", False, True), ("discard", False, False), ("cancel", True, False)],
)
def test_closing_asks_what_becomes_of_changes(desk, answer, is_open, saved):
    path = desk.open(*ROWS)
    change(desk)
    desk.answer(answer)
    desk.run("file.close")
    assert (desk.session is not None) == is_open
    assert (b"0.1" in path.read_bytes()) == saved


@pytest.mark.parametrize("answer", ["save", "discard"])
def test_the_window_is_closed_when_its_documents_are(qtbot, desk, answer):
    desk.open(*ROWS)
    with qtbot.waitExposed(desk.window):
        desk.window.show()
    change(desk)
    desk.answer(answer)
    desk.window.action_set["file.quit"].trigger()
    qtbot.waitUntil(lambda: not desk.window.isVisible())


def test_closing_the_window_saves_all_first(qtbot, desk):
    paths = [desk.open(*ROWS, name=name) for name in ("1.xml", "2.xml")]
    for session in desk.window.workspace.sessions:
        desk.window.workspace.activate(session)
        change(desk)
    desk.answer("save")
    desk.window.close()
    qtbot.waitUntil(lambda: not desk.window.workspace.sessions)
    assert all(b"0.1" in path.read_bytes() for path in paths)


def test_closing_the_window_can_be_given_up(desk):
    desk.open(*ROWS)
    change(desk)
    desk.answer("cancel")
    assert not desk.window.close()
    assert desk.session is not None


def test_a_first_window_fits_the_screen(desk):
    assert desk.window.screen().availableGeometry().contains(desk.window.frameGeometry())


def test_the_window_comes_back_as_it_was(qtbot, tmp_path):
    settings = Settings(tmp_path / "settings.json")
    windows = []
    for number in range(2):
        window = MainWindow(settings, RecordingInteraction())
        qtbot.addWidget(window, before_close_func=MainWindow.close_for_good)
        window.show()
        window.workspace.new(Kind.URLSET)
        if number == 0:
            window.resize(760, 640)
            docks_of(window)[3].hide()
            window.close_for_good()
        windows.append(window)
    assert windows[1].size() == windows[0].size()
    assert [dock.isHidden() for dock in docks_of(windows[1])] == [False, False, False, True]
    windows[1].close_for_good()


def test_nothing_is_changed_or_closed_while_a_save_runs(desk):
    desk.open(*ROWS)
    gate = threading.Event()
    desk.session.save(lambda progress: gate.wait(10), lambda _result: None, lambda _error: None)
    desk.select(1, 4, 1, 4)
    for name in ("entry.delete", "edit.clear", "file.close"):
        desk.window.action_set[name].trigger()
        assert "just being saved" in desk.notice
    assert not desk.window.close()
    gate.set()
    desk.quiet()
    assert len(desk.doc) == 4


# From outside


def test_a_window_is_made_for_files(qtbot, tmp_path):
    path = tmp_path / "urls.txt"
    path.write_bytes(b"https://a.example/\n")
    window = app.create_window([path])
    qtbot.addWidget(window, before_close_func=MainWindow.close_for_good)
    qtbot.waitUntil(lambda: window.workspace.active is not None)
    assert window.findChild(QWidget, "entryTable").model().rowCount() == 1


def test_the_sample_can_be_opened_from_the_welcome_page(desk):
    desk.window.welcome.sample_requested.emit()
    desk.quiet()
    assert desk.session is not None
    assert isinstance(desk.session.path, Path)


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--panel", "findingsPanel", "--theme", "dark"], 0, ""),
        (["--panel", "help.about", "--size", "800x600"], 0, ""),
        (["--panel", "nonsense"], 2, "nonsense"),
    ],
)
def test_a_picture_of_the_window_can_be_taken(tmp_path, options, code, said):
    path, out = tmp_path / "urls.txt", tmp_path / "out.png"
    path.write_bytes(b"https://a.example/\n")
    command = [
        sys.executable,
        "-m",
        "sitemap_editor",
        "--screenshot",
        str(out),
        *options,
        str(path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, said in done.stderr) == (code, True)
    assert out.exists() == (code == 0)
    assert said or done.stderr == ""
