"""Sets compared in the window: releases, indexes, files that are open and those that are not."""

import json
import zipfile

import pytest

from tests.gui.comparing import SITE, chips, comparing, pick, press, rows, write, write_index

__all__ = ["comparing"]


# J17


def zipped(folder):
    path = folder.with_suffix(".zip")
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(folder.iterdir()):
            archive.write(file, file.name)
    return path


@pytest.mark.parametrize("is_zip", [False, True])
def test_a_release_is_compared_with_the_one_before(desk, comparing, is_zip):
    """J17: two folders, or a ZIP; a warning when many pages are gone, what moved, a report."""
    old, new = desk.folder / "old", desk.folder / "new"
    write(desk, "old/a.xml", *(f"a{n}" for n in range(8)))
    write(desk, "old/b.xml", "b1", "b2 2024-01-01")
    write(desk, "new/a.xml", *(f"a{n}" for n in range(5)), "b1")
    write(desk, "new/b.xml", "b2 2024-02-02", "b3")
    desk.open("z")
    report = desk.folder / "report.json"
    desk.answer(*([[zipped(old)], report] if is_zip else [old, report]))
    seen = []

    def look(dialog):
        seen.append(dialog.note.label.text())

    dialog = comparing.use(
        lambda dialog: dialog.before.ask_file() if is_zip else dialog.before.ask_folder(),
        *(pick("after", new), look),
        lambda dialog: dialog.export.click(),
    )
    assert chips(dialog) == ["1 added", "3 removed", "1 changed", "1 moved"]
    assert "30 % of the entries are gone: 3 of 10." in seen[0]
    assert "Moved | b1 | b.xml, entry 1 | a.xml, entry 6" in rows(dialog)
    assert dialog.verb.text() == ""  # neither side is open
    assert json.loads(report.read_text("utf-8"))


def test_files_of_the_other_side_alone_are_told(desk, comparing):
    write(desk, "old/a.xml", "1", "2")
    write(desk, "old/gone.xml", "3")
    path = write(desk, "new/a.xml", "1")
    desk.window.open_paths([path])
    desk.window.workspace.open_folder(desk.folder / "new")
    desk.quiet()
    sets = desk.window.workspace.sets
    desk.qtbot.waitUntil(lambda: sets[0].set is not None)

    def whole(dialog):
        dialog.after.choose(next(one for one in dialog.after._sides if one.open_set is not None))
        dialog.after.chosen.emit(None)

    dialog = comparing.use(pick("before", desk.folder / "old"), whole, press)
    assert dialog.note.label.text().endswith("1 entry is of a file that this side does not have.")
    assert desk.paths() == ["1", "2"]


def test_of_an_index_the_sitemaps_it_names_are_compared(desk, comparing):
    index = write_index(desk, "new/index.xml", "a.xml")
    write(desk, "new/a.xml", "1", "2")
    write(desk, "old/a.xml", "1")
    desk.window.open_paths([index])
    desk.quiet()
    sets = desk.window.workspace.sets
    desk.qtbot.waitUntil(lambda: sets[0].set is not None)
    dialog = comparing.use(pick("before", desk.folder / "old"))
    assert dialog.after.side.open_set is sets[0]
    assert chips(dialog) == ["1 added", "0 removed", "0 changed", "0 moved"]
    assert dialog.note.label.text() == ""


def test_a_set_that_is_open_takes_back_in_several_files_at_once(desk, comparing):
    """The files of an index: what is open changes as one step, what is not is offered to open."""
    for folder in ("old", "new"):
        write_index(desk, f"{folder}/index.xml", "a.xml", "b.xml", "c.xml")
    for name, lines in (("a", ("1", "2")), ("b", ("3",)), ("c", ("4",))):
        write(desk, f"old/{name}.xml", *lines)
    write(desk, "new/a.xml", "1", "3")
    write(desk, "new/b.xml", "5")
    write(desk, "new/c.xml", "4", "6")
    window, new = desk.window, desk.folder / "new"
    window.open_paths([new / "a.xml", new / "b.xml", new / "index.xml"])
    desk.quiet()
    desk.qtbot.waitUntil(lambda: window.workspace.sets and window.workspace.sets[0].set is not None)
    window.workspace.activate(window.workspace.session_of(new / "a.xml"))

    def whole(dialog):
        side = next(one for one in dialog.after._sides if one.open_set is not None)
        dialog.after.choose(side)
        dialog.after.chosen.emit(None)

    seen = []

    def look(dialog):
        seen.append((chips(dialog), dialog.note.label.text(), desk.paths()))

    def open_them(dialog):
        dialog.note.buttons[-1].click()

    comparing.use(
        *(pick("before", desk.folder / "old"), whole, look, press, look),
        *(open_them, look, press),
    )
    assert seen[0][0] == ["2 added", "1 removed", "0 changed", "1 moved"]
    assert seen[1][1].endswith("1 of them is in a file that is not open.")
    assert seen[1][2] == ["1", "2"]
    sessions = {session.name: session for session in window.workspace.sessions}
    assert len(sessions["b.xml"].doc) == len(sessions["c.xml"].doc) == 1
    desk.run("edit.undo")
    assert desk.paths() == ["1", "3"]
    assert sessions["b.xml"].doc.value(0, "loc") == SITE + "5"
