"""Sitemaps compared in the window, from the menu to what is taken over from the other side."""

from PySide6.QtGui import QGuiApplication

from tests.gui.comparing import (
    SITE,
    chips,
    comparing,
    pick,
    press,
    rows,
    select,
    write,
    write_index,
)
from tests.gui.conftest import sitemap
from tests.gui.test_accessible_names import nameless

__all__ = ["comparing"]


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
    path = write_index(desk, "index.xml", "a.xml")
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
