"""Sitemaps compared in the window, from the menu to what is taken over from the other side."""

import json

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication

from sitemap_editor.gui.interaction import QtInteraction
from tests.gui.conftest import sitemap
from tests.gui.test_accessible_names import nameless

SITE = "https://a.example/"


class Comparing:
    """Somebody who uses the dialog itself."""

    def __init__(self, desk, monkeypatch):
        self.desk = desk
        self.dialog = None
        self._deeds = ()
        monkeypatch.setattr(desk.interaction, "ask_form", self._ask_form)

    def use(self, *deeds):
        self._deeds = deeds
        self.desk.run("tools.diff")
        return self.dialog

    def _ask_form(self, name, /, **context):
        assert name == "compare"
        self.dialog = QtInteraction().make_form(name, **context)
        self.dialog._interaction = self.dialog.before._interaction = self.desk.interaction
        self.dialog.after._interaction = self.desk.interaction
        self.desk.qtbot.addWidget(self.dialog)
        self.dialog.show()
        self.settle()
        for deed in self._deeds:
            deed(self.dialog)
            self.settle()
        self.dialog.done(0)
        return self.dialog.request

    def settle(self):
        dialog, jobs = self.dialog, self.desk.window.jobs
        self.desk.qtbot.waitUntil(
            lambda: (
                not jobs.running
                and not dialog.work.is_busy
                and not dialog.planning.is_busy
                and not dialog.pane.is_busy
            )
        )


@pytest.fixture
def comparing(desk, monkeypatch):
    return Comparing(desk, monkeypatch)


def rows(dialog):
    """The differences that are listed, as lines of text."""
    model = dialog.pane.table.differences
    dialog.pane.table.differences.take(
        dialog.pane.compared.differences(np.array(model.numbers)) if len(model.numbers) else {}
    )
    lines = []
    for row in range(model.rowCount()):
        texts = [str(model.index(row, column).data()) for column in range(4)]
        lines.append(" | ".join(texts).replace(SITE, ""))
    return lines


def chips(dialog):
    return [chip.text() for chip in dialog.pane.bar.chips.chips.values()]


def select(*paths):
    """Select the rows about these pages."""

    def do(dialog):
        shown = [line.split(" | ")[1] for line in rows(dialog)]
        table = dialog.pane.table
        table.clearSelection()
        mode, table_mode = table.selectionMode(), table.SelectionMode.MultiSelection
        table.setSelectionMode(table_mode)
        for path in paths:
            table.selectRow(shown.index(path))
        table.setSelectionMode(mode)

    return do


def press(dialog):
    assert dialog.verb.isEnabled()
    dialog.verb.click()


def pick(side, path):
    return lambda dialog: getattr(dialog, side).add_path(path)


def write(desk, name, *lines):
    path = desk.folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(sitemap(*lines))
    return path


# A file and what it was


def test_what_was_edited_is_compared_with_the_file_and_taken_back(desk, comparing):
    desk.open("a 2024-01-01", "b", "c")
    saved = desk.doc.text()
    desk.doc.set_value(0, "lastmod", "2024-02-02")
    desk.doc.delete(1)
    desk.doc.add({"loc": SITE + "d"})
    seen = []

    def look(dialog):
        seen.append((chips(dialog), rows(dialog), dialog.verb.text()))

    comparing.use(look, press, look)
    assert seen[0] == (
        ["1 added", "1 removed", "1 changed"],
        [
            "Changed: lastmod | a | 2024-01-01 | 2024-02-02",
            "Added | d |  | entry 3",
            "Removed | b | entry 2 | ",
        ],
        "Take back all 3 differences",
    )
    assert seen[1] == ([*seen[0][0]], [], "")
    assert desk.doc.text() == saved
    assert "Take back 3 differences" in desk.doc.history.undo_label
    desk.run("edit.undo")
    assert desk.paths() == ["a", "c", "d"]


def test_single_differences_are_taken_back_and_that_is_undone(desk, comparing):
    desk.open("a 2024-01-01", "b 2024-01-01", "c")
    for position in (0, 1):
        desk.doc.set_value(position, "lastmod", "2024-02-02")
    seen = []

    def undo(dialog):
        seen.append((dialog.note.label.text(), desk.cells()))
        dialog.note.buttons[0].click()

    dialog = comparing.use(select("b"), press, undo)
    assert seen == [("1 entry was changed.", ["a 2024-02-02", "b 2024-01-01", "c"])]
    assert len(rows(dialog)) == 2
    assert desk.cells()[1] == "b 2024-02-02"


def test_the_backup_is_what_an_unchanged_document_is_compared_with(desk, comparing):
    write(desk, "sitemap.xml.bak", "a", "b")
    desk.open("a", "b", "c")
    dialog = comparing.use()
    assert dialog.before.side.path.name == "sitemap.xml.bak"
    assert rows(dialog) == ["Added | c |  | entry 3"]


def test_without_anything_to_compare_with_people_choose(desk, comparing):
    desk.open("a", "b")
    other = write(desk, "other.xml", "b", "c")
    desk.answer([other])
    dialog = comparing.use(lambda dialog: dialog.pane.asked.emit())
    assert rows(dialog) == ["Added | a |  | entry 1", "Removed | c | entry 2 | "]


def test_a_file_that_was_changed_by_another_program_is_compared_on_saving(desk, comparing):
    path = desk.open("a", "b")
    desk.doc.set_value(0, "lastmod", "2024-02-02")
    path.write_bytes(sitemap("a", "b", "c 2024-03-03"))
    comparing._deeds = (select("c"), lambda dialog: seen.append(dialog.verb.text()), press)
    seen = []
    desk.answer("compare", "keep")
    desk.run("file.save")
    assert seen == ["Add 1 entry"]
    assert desk.cells() == ["a 2024-02-02", "b", "c 2024-03-03"]
    assert path.read_bytes() == desk.doc.text()


# What is listed


def test_kinds_fields_and_addresses_are_filtered(desk, comparing):
    desk.open("a 2024-01-01 daily", "b 2024-01-01", "c", "d")
    desk.doc.set_value(0, "changefreq", "weekly")
    desk.doc.set_value(1, "lastmod", "2024-02-02")
    desk.doc.delete(3)
    seen = []

    def look(dialog):
        seen.append([line.split(" | ")[1] for line in rows(dialog)])

    def only_removed(dialog):
        dialog.pane.bar.chips.choose(["removed"])

    def only_dates(dialog):
        dialog.pane.bar.chips.choose(["removed", "changed"])
        field = dialog.pane.bar.field
        field.setCurrentIndex(field.findData("lastmod"))
        field.activated.emit(field.currentIndex())

    def text(dialog):
        dialog.pane.bar.field.setCurrentIndex(0)
        dialog.pane.bar.text.setText("EXAMPLE/A")

    def none(dialog):
        dialog.pane.bar.chips.choose([])

    dialog = comparing.use(look, only_removed, look, only_dates, look, text, look, none, look)
    assert seen == [["a", "b", "d"], ["d"], ["b"], ["a"], []]
    assert dialog.pane.bar.count.text() == "0 of 3 differences"
    assert not dialog.verb.isEnabled()
    assert nameless(dialog) == []


def test_all_of_the_current_difference_is_shown(desk, comparing):
    desk.open("a 2024-01-01 daily 0.5")
    for field, value in (("lastmod", None), ("changefreq", "weekly"), ("priority", "0.7")):
        desk.doc.set_value(0, field, value)
    dialog = comparing.use()
    fields = dialog.pane.details.fields
    shown = [[fields.item(row, column).text() for column in (1, 2, 3)] for row in range(3)]
    assert shown == [
        ["lastmod", "2024-01-01", ""],
        ["changefreq", "daily", "weekly"],
        ["priority", "0.5", "0.7"],
    ]
    assert rows(dialog) == ["Changed: lastmod, changefreq +1 | a | 2024-01-01 | "]


def test_entries_that_differ_are_shown_in_the_table(desk, comparing):
    write(desk, "sitemap.xml.bak", "a", "b")
    desk.open("a", "b 2024-01-01", "c", "d")
    comparing.use(select("b", "d"), lambda dialog: dialog.show_in_table.click())
    assert desk.paths() == ["b", "d"]


def test_spellings_of_one_address_can_count_as_the_same(desk, comparing):
    desk.open("%7Ea")
    other = write(desk, "other.xml", "~a")
    seen = []

    def equivalent(dialog):
        seen.append(chips(dialog)[:2])
        dialog.match.setCurrentIndex(dialog.match.findData("equivalent"))
        dialog.match.activated.emit(1)

    dialog = comparing.use(pick("before", other), equivalent)
    assert seen == [["1 added", "1 removed"]]
    assert rows(dialog) == [f"Changed: loc | %7Ea | {SITE}~a | {SITE}%7Ea".replace(SITE, "")]


def test_a_side_that_cannot_be_read_is_told(desk, comparing):
    desk.open("a")
    page = desk.folder / "page.html"
    page.write_text("<!doctype html><html><body>404</body></html>")
    dialog = comparing.use(pick("before", page))
    assert dialog.note.label.text()
    assert not dialog.verb.isVisible()
    assert not dialog.export.isEnabled()


def test_that_nothing_differs_can_be_reported(desk, comparing):
    write(desk, "sitemap.xml.bak", "b", "a")
    desk.open("a", "b")
    report = desk.folder / "report"
    desk.answer(report)
    dialog = comparing.use(lambda dialog: dialog.export.click())
    assert "in another order" in dialog.pane.empty.text
    assert (desk.folder / "report.html").read_text("utf-8").startswith("<!DOCTYPE html>")


def test_addresses_are_copied(desk, comparing):
    write(desk, "sitemap.xml.bak", "a")
    desk.open("a", "b", "c")
    comparing.use(select("c"), lambda dialog: dialog.pane.copy())
    assert QGuiApplication.clipboard().text() == f"{SITE}c"


def test_sides_change_places(desk, comparing):
    write(desk, "sitemap.xml.bak", "a", "b")
    desk.open("a")
    dialog = comparing.use(lambda dialog: dialog.swap.click())
    assert dialog.verb.text() == "Add 1 entry"
    assert rows(dialog) == ["Added | b |  | entry 2"]


def test_an_index_by_itself_takes_no_pages(desk, comparing):
    """Compared with pages, the entries of an index are others, and nothing is offered."""
    path = write(desk, "index.xml")
    path.write_text(
        '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        f"<sitemap><loc>{SITE}a.xml</loc></sitemap></sitemapindex>"
    )
    desk.window.open_paths([path])
    desk.quiet()
    dialog = comparing.use(pick("before", write(desk, "pages.xml", "a")))
    assert chips(dialog)[:2] == ["1 added", "1 removed"]
    assert not dialog.verb.isVisible()


def test_two_files_are_compared_with_nothing_open(desk, comparing):
    one, two = write(desk, "one.xml", "a"), write(desk, "two.xml", "b")
    desk.answer([one], [two])
    ask = lambda dialog: dialog.pane.asked.emit()  # noqa: E731
    assert chips(comparing.use(ask, ask))[:2] == ["1 added", "1 removed"]


def test_a_file_that_changes_after_it_was_compared_is_told(desk, comparing):
    """Its values can no longer be read; people compare again."""
    desk.open("z")
    one, two = desk.folder / "one", desk.folder / "two"
    write(desk, "one/a.xml", *(f"a{n}" for n in range(3)))
    path = write(desk, "two/a.xml", "a0", "a1 2024-01-01")
    seen = []

    def change(dialog):
        path.write_bytes(sitemap("b"))
        dialog.pane.compared.comparison.new._kept.clear()
        dialog.pane.table.differences.show_numbers(
            dialog.pane.table.differences.numbers, dialog.pane.compared.teller, forget=True
        )
        dialog.pane.table.ask()

    def again(dialog):
        seen.append(dialog.note.label.text())
        dialog.note.buttons[0].click()

    dialog = comparing.use(pick("before", one), pick("after", two), change, again)
    assert "has changed since it was compared" in seen[0]
    assert chips(dialog)[:2] == ["1 added", "3 removed"]


# J8


def test_a_crawl_is_compared_with_the_sitemap(desk, comparing):
    """J8: only here, only there, not indexable; add, remove, and a report for the client."""
    desk.open("a", "b", "gone", "x 2024-01-01")
    crawl = desk.folder / "crawl.csv"
    head = "Address,Content Type,Status Code,Indexability\n"
    lines = (
        "a,text/html,200,Indexable",
        "new,text/html; charset=utf-8,200,Indexable",
        "b,text/html,200,Non-Indexable",
        "gone,text/html,404,Non-Indexable",
        "logo.png,image/png,200,Indexable",
        "dead,text/html,404,Non-Indexable",
    )
    crawl.write_text(head + "".join(f"{SITE}{line}\n" for line in lines))
    report = desk.folder / "report.html"
    desk.answer(report)
    seen = []

    def look(dialog):
        seen.append((chips(dialog), dialog.verb.text()))
        listed.append(rows(dialog))

    listed = []

    def only(kind):
        return lambda dialog: dialog.pane.bar.chips.choose([kind])

    dialog = comparing.use(
        *(pick("after", crawl), look, lambda dialog: dialog.export.click()),
        *(only("added"), look, press, only("unfit"), look, press),
        *(only("removed"), look, press),
    )
    assert seen[0][0] == [
        *("1 only in the list", "1 only in the sitemap"),
        "2 in the sitemap, not indexable",
    ]
    texts = [text for _chips, text in seen[1:]]
    assert listed[0] == [
        "Not indexable | b | entry 2 | line 4 · 200 · Non-Indexable",
        "Not indexable | gone | entry 3 | line 5 · 404 · Non-Indexable",
        "Only in the sitemap | x | entry 4 | ",
        "Only in the list | new |  | line 3 · 200 · Indexable",
    ]
    assert texts == ["Add 1 entry", "Remove 2 entries", "Remove 1 entry"]
    assert desk.paths() == ["a", "new"]
    assert "not indexable" in report.read_text("utf-8")
    assert dialog.pane.compared is None  # nothing differs any more
    for _step in range(3):
        desk.run("edit.undo")
    assert desk.paths() == ["a", "b", "gone", "x"]


# J17


def test_a_release_is_compared_with_the_one_before(desk, comparing):
    """J17: two folders; a warning when many pages are gone, what moved, a report."""
    old, new = desk.folder / "old", desk.folder / "new"
    write(desk, "old/a.xml", *(f"a{n}" for n in range(8)))
    write(desk, "old/b.xml", "b1", "b2 2024-01-01")
    write(desk, "new/a.xml", *(f"a{n}" for n in range(5)), "b1")
    write(desk, "new/b.xml", "b2 2024-02-02", "b3")
    desk.open("z")
    report = desk.folder / "report.json"
    desk.answer(old, report)
    seen = []

    def look(dialog):
        seen.append(dialog.note.label.text())

    dialog = comparing.use(
        lambda dialog: dialog.before.ask_folder(),
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
    index = write(desk, "new/index.xml")
    index.write_text(
        '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        f"<sitemap><loc>{SITE}a.xml</loc></sitemap></sitemapindex>"
    )
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
        index = "".join(f"<sitemap><loc>{SITE}{n}.xml</loc></sitemap>" for n in ("a", "b", "c"))
        write(desk, f"{folder}/index.xml").write_text(
            f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{index}'
            "</sitemapindex>"
        )
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
