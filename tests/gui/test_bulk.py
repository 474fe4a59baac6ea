"""Replace, change address, remove duplicates and sort the file, from the menu to the bytes."""

import pytest
from PySide6.QtCore import Qt

from sitemap_editor.gui.interaction import QtInteraction
from sitemap_editor.gui.table.arrangement import Query
from tests.gui.test_accessible_names import nameless

TICK = Qt.ItemDataRole.CheckStateRole

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


class Person:
    """Somebody who uses the dialogs themselves."""

    def __init__(self, desk, qtbot, monkeypatch):
        self._desk = desk
        self._qtbot = qtbot
        self._drive = None
        self.dialog = None
        monkeypatch.setattr(desk.interaction, "ask_form", self._ask_form)

    def use(self, action, drive):
        """Run an action whose dialog is filled by ``drive``; False there gives it up."""
        self._drive = drive
        self._desk.run(action)
        self._desk.quiet()

    def _ask_form(self, name, /, **context):
        dialog = self.dialog = QtInteraction(None).make_form(name, **context)
        self._qtbot.addWidget(dialog)
        self.wait()
        answer = self._drive(dialog)
        self.wait()
        is_possible = dialog.verb.isEnabled()
        request = dialog.request
        dialog.done(0)
        return request if is_possible and answer is not False else None

    def wait(self):
        """Until the dialog has worked out what was asked for."""
        self._qtbot.waitUntil(lambda: not self.dialog.work.is_busy)


@pytest.fixture
def person(desk, qtbot, monkeypatch):
    return Person(desk, qtbot, monkeypatch)


def open_text(desk, body, root="urlset"):
    path = desk.folder / "in.xml"
    path.write_text(f'<{root} xmlns="{NAMESPACE}">\n{body}</{root}>\n')
    desk.window.open_paths([path])
    desk.quiet()
    return desk.doc.text()


def undone_and_redone(desk, before):
    """Undo and redo twice; the bytes are the same each time."""
    after = desk.doc.text()
    assert after != before
    for _ in range(2):
        desk.run("edit.undo")
        assert desk.doc.text() == before
        desk.run("edit.redo")
        assert desk.doc.text() == after


# Find and replace


def test_slips_are_mended_by_pattern_and_blanks_filled(desk, person):
    """J25: capture groups in a column, ticked row by row, one step."""
    desk.open("a 2024-1-5", "b", "c 2024-3-7", "d 2024-11-25")
    before = desk.doc.text()

    def mend(dialog):
        dialog.field.setCurrentIndex(dialog.field.findData("lastmod"))
        dialog.regex.setChecked(True)
        dialog.whole.setChecked(True)
        dialog.wanted.setText(r"(\d{4})-(\d)-(\d)")
        dialog.new.setText(r"\1-0\2-0\3")
        person.wait()
        model = dialog.table.ticked
        assert [model.index(0, column).data() for column in range(4)] == [
            "1",
            "lastmod",
            "2024-1-5",
            "2024-01-05",
        ]
        assert dialog.count.text() == "2 places found"
        model.set_ticks([1], False)
        assert dialog.verb.text() == "Replace in 1 entry"

    person.use("edit.replace", mend)
    assert desk.cells() == ["a 2024-01-05", "b", "c 2024-3-7", "d 2024-11-25"]
    assert desk.notice == "Replaced in 1 entry."
    undone_and_redone(desk, before)

    def fill(dialog):
        dialog.field.setCurrentIndex(dialog.field.findData("changefreq"))
        dialog.whole.setChecked(True)
        dialog.new.setText("weekly")

    person.use("edit.replace", fill)
    assert desk.doc.values_of(desk.doc.ids, "changefreq") == ["weekly"] * 4


def test_only_entries_that_are_shown_or_selected_are_meant_when_some_are(desk, person):
    desk.open("xa", "xb", "y", "xc")
    desk.window.pane.arrangement.set_query(Query(text="/x"))
    desk.quiet()

    def replace(dialog):
        scopes = [dialog.scope.itemData(n) for n in range(dialog.scope.count())]
        assert (scopes, dialog.scope.currentData()) == (["all", "filtered"], "filtered")
        dialog.wanted.setText("example/")
        dialog.new.setText("example/z")

    person.use("edit.replace", replace)
    locs = [value.rpartition("/")[2] for value in desk.doc.values_of(desk.doc.ids, "loc")]
    assert locs == ["zxa", "zxb", "y", "zxc"]
    desk.select(0, 1, 1, 1)
    person.use("edit.replace", lambda dialog: dialog.scope.currentData() == "selected" and False)


def test_what_cannot_be_looked_for_is_said(desk, person):
    desk.open("a", "b")

    def look(dialog):
        dialog.regex.setChecked(True)
        dialog.wanted.setText("(")
        person.wait()
        assert "The pattern cannot be read" in dialog.note.label.text()
        assert not dialog.verb.isEnabled()
        dialog.regex.setChecked(False)
        person.wait()
        assert dialog.note.label.text() == ""
        assert dialog.count.text() == "Nothing was found that would change."

    before = desk.doc.text()
    person.use("edit.replace", look)
    assert desk.doc.text() == before


def test_space_ticks_the_selected_rows(desk, person, qtbot):
    desk.open("a", "b", "c")

    def tick(dialog):
        dialog.wanted.setText("example")
        dialog.new.setText("test")
        person.wait()
        dialog.table.selectRow(1)
        qtbot.keyClick(dialog.table, " ")
        assert dialog.table.ticked.ticks.tolist() == [True, False, True]
        qtbot.keyClick(dialog.table, " ")
        assert dialog.table.ticked.ticks.all()

    person.use("edit.replace", tick)
    assert b"a.example" not in desk.doc.text()


# Change address


def test_a_site_moves_and_its_pictures_stay_where_they_are(desk, person):
    """J3: scheme and domain, tick boxes with counts, never a namespace."""
    old, new = "http://example.com", "https://www.example.org"
    image = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
    link = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    body = (
        f'<url><loc>{old}/a</loc><xhtml:link {link} rel="alternate" hreflang="fr" '
        f'href="{old}/fr"/><image:image {image}><image:loc>{old}/a.jpg</image:loc></image:image>'
        f"</url>\n<url><loc>{old}:8080/b</loc></url>\n"
    )
    before = open_text(desk, body)

    def move(dialog):
        dialog.old.setText(old)
        dialog.new.setText(new)
        person.wait()
        assert dialog.said["loc"].text() == f"1 of 2 changes · 1 stays at {old}:8080"
        assert dialog.verb.text() == "Change 3 addresses"
        dialog.note.buttons[0].click()
        assert dialog.verb.text() == "Change 2 addresses"
        assert dialog.table.rowCount() == 2

    person.use("tools.address", move)
    expected = before.decode().replace(f"{old}/a<", f"{new}/a<").replace(f"{old}/fr", f"{new}/fr")
    assert desk.doc.text().decode() == expected
    assert desk.notice == "Changed 2 addresses."
    undone_and_redone(desk, before)


def test_the_address_to_begin_with_is_that_of_the_file(desk, person):
    desk.open("a", "b")

    def look(dialog):
        assert dialog.old.text() == dialog.new.text() == "https://a.example"
        dialog.new.setText("not a host")
        person.wait()
        assert "is no beginning of addresses" in dialog.note.label.text()

    person.use("tools.address", look)


def test_an_index_has_addresses_of_sitemaps(desk, person):
    body = "<sitemap><loc>http://a.example/a.xml</loc></sitemap>\n"
    open_text(desk, body, "sitemapindex")
    person.use("tools.address", lambda dialog: dialog.new.setText("https://b.example/maps"))
    assert desk.doc.value(0, "loc") == "https://b.example/maps/a.xml"


# Remove duplicates


def test_duplicates_are_merged_group_by_group(desk, person):
    """J12: groups of several kinds, a choice for each, the rest merged, everything undoable."""
    desk.open("a 2024-01-01", "a/ 2025-01-01", "b", "b - daily", "c", "C")
    before = desk.doc.text()

    def merge(dialog):
        assert [group.match for group in dialog.found] == ["exact"]
        dialog.match.setCurrentIndex(dialog.match.findData("probable"))
        person.wait()
        model = dialog.table.ticked
        shown = [[model.index(row, n).data() for n in (0, 1, 3)] for row in range(3)]
        assert shown == [
            ["2", "Most likely one page", "final slash"],
            ["2", "The same address", ""],
            ["2", "Most likely one page", "capital letters"],
        ]
        assert dialog.verb.text() == "Remove 3 entries"
        model.set_ticks([2], False)
        dialog.table.selectRow(0)
        assert "a/</loc><lastmod>2025-01-01" in dialog.outcome.area.toPlainText()
        first = dialog.buttons_of_group.buttons()[0]
        first.click()
        assert "a</loc><lastmod>2025-01-01" in dialog.outcome.area.toPlainText()
        assert dialog.verb.text() == "Remove 2 entries"

    person.use("tools.dedupe", merge)
    assert desk.cells() == ["a 2025-01-01", "b - daily", "c", "C"]
    assert desk.notice == "Removed 2 duplicates."
    undone_and_redone(desk, before)


def test_without_duplicates_there_is_nothing_to_do(desk, person):
    desk.open("a", "b")

    def look(dialog):
        assert dialog.said.text() == "There are no such duplicates."
        assert not dialog.verb.isEnabled()

    person.use("tools.dedupe", look)


# Sort the file


def test_the_file_is_sorted_as_one_step(desk, person):
    desk.open("p10", "p9", "p1")
    before = desk.doc.text()

    def sort(dialog):
        dialog.by.setCurrentIndex(dialog.by.findData("natural"))
        person.wait()
        assert dialog.preview.area.toPlainText().split()[0] == "https://a.example/p1"
        assert dialog.said.text() == "2 entries change their places."

    person.use("entry.sort_file", sort)
    assert desk.paths() == ["p1", "p9", "p10"]
    assert "Sort the file by address" in desk.window.action_set["edit.undo"].text()
    undone_and_redone(desk, before)
    person.use("entry.sort_file", lambda dialog: dialog.down.click())
    assert desk.paths() == ["p9", "p10", "p1"]


def test_what_is_given_up_changes_nothing(desk, person):
    desk.open("b", "a")
    before = desk.doc.text()
    person.use("entry.sort_file", lambda _dialog: False)
    person.use("tools.address", lambda dialog: dialog.new.setText("https://b.example") or False)
    assert desk.doc.text() == before
    assert not desk.doc.history.can_undo


def test_feeds_and_robots_offer_none_of_it(desk):
    path = desk.folder / "robots.txt"
    path.write_text("User-agent: *\nSitemap: https://a.example/a.xml\n")
    desk.window.open_paths([path])
    desk.quiet()
    names = ("edit.replace", "tools.address", "tools.dedupe", "entry.sort_file")
    assert not any(desk.window.action_set[name].isEnabled() for name in names)


# What all of them have in common


@pytest.mark.parametrize(
    "action", ["edit.replace", "tools.address", "tools.dedupe", "entry.sort_file"]
)
def test_every_part_of_the_dialogs_has_a_name(desk, person, action):
    desk.open("a", "a", "b")
    person.use(action, lambda dialog: bool(nameless(dialog)) and pytest.fail(action))


def test_rows_with_ticks_are_a_sound_model(desk, person, qtmodeltester):
    desk.open("a", "b", "c")

    def look(dialog):
        dialog.wanted.setText("a.example")
        dialog.new.setText("b.example")
        person.wait()
        model = dialog.table.ticked
        qtmodeltester.check(model, force_py=True)
        dialog.table.selectAll()
        assert model.setData(model.index(0, 0), Qt.CheckState.Unchecked, TICK)
        assert not model.setData(model.index(0, 1), Qt.CheckState.Unchecked, TICK)
        assert model.index(0, 0).data(TICK) is Qt.CheckState.Unchecked
        dialog._none.click()
        assert not dialog.verb.isEnabled()
        dialog._all.click()
        return False

    person.use("edit.replace", look)


@pytest.mark.parametrize(
    ("action", "drive", "expected"),
    [
        ("edit.replace", lambda d: (d.wanted.setText("/p"), d.new.setText("/q")), b"/q5999<"),
        ("tools.address", lambda d: d.new.setText("https://b.example"), b"b.example/p5999<"),
        ("tools.dedupe", lambda d: None, b"p5999<"),
        ("entry.sort_file", lambda d: d.down.click(), b"p5999<"),
    ],
)
def test_many_entries_are_changed_in_a_job_as_one_step(desk, person, action, drive, expected):
    desk.open(*(f"p{number}" for number in range(6_000)), "p0")
    before = desk.doc.text()
    person.use(action, lambda dialog: drive(dialog) and None)
    assert expected in desk.doc.text()
    assert len(desk.doc) == 6_001 - (action == "tools.dedupe")
    undone_and_redone(desk, before)


# What cannot be worked out


@pytest.mark.parametrize(
    ("action", "module", "function"),
    [
        ("edit.replace", "dialogs.replace", "find"),
        ("tools.address", "dialogs.change_address", "survey"),
        ("tools.dedupe", "merging.duplicates", "find_groups"),
        ("entry.sort_file", "dialogs.sort_file", "_order"),
    ],
)
def test_too_little_memory_is_told_and_not_taken_for_nothing_found(
    desk, person, monkeypatch, action, module, function
):
    def fail(*_args):
        raise MemoryError

    def drive(dialog):
        if action in ("edit.replace", "tools.address"):
            (dialog.wanted if action == "edit.replace" else dialog.old).setText("https://a.example")
            dialog.new.setText("https://b.example")
            person.wait()
        label = dialog.note.label if hasattr(dialog, "note") else dialog.said
        told.append(label.text())
        assert not dialog.verb.isEnabled()

    told = []
    desk.open("a", "b")
    monkeypatch.setattr(f"sitemap_editor.gui.{module}.{function}", fail)
    person.use(action, drive)
    assert "memory" in told[0]
