"""Lists applied in the window: the jobs from the list to the sitemap, and back by Undo."""

import zipfile
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from sitemap_editor.gui.commands import applying, imports
from sitemap_editor.gui.interaction import QtInteraction

SITE = "https://a.example/"
CRAWL = "Address,Content Type,Status Code,Indexability\n"


class Applying:
    """A desk, and the dialog that the command would open."""

    def __init__(self, desk, monkeypatch):
        self.desk = desk
        self.dialog = None
        self.deeds = []
        monkeypatch.setattr(desk.interaction, "ask_form", self._ask_form)

    def _ask_form(self, name, /, **context):
        forms = QtInteraction()
        assert name == "apply_list"
        self.dialog = forms.make_form(name, **context)
        self.dialog._interaction = self.desk.interaction
        self.desk.qtbot.addWidget(self.dialog)
        self.settle()
        for deed in self.deeds:
            deed(self.dialog)
            self.settle()
        return self.dialog.request

    def settle(self):
        dialog, jobs = self.dialog, self.desk.window.jobs
        self.desk.qtbot.waitUntil(lambda: not jobs.running and not dialog.work.is_busy)

    def apply(self, path, *deeds):
        self.deeds = [*deeds]
        applying.apply_path(self.desk.window.context, path)
        self.desk.quiet()
        return self.dialog


def accept(dialog):
    assert dialog.verb.isEnabled(), dialog.note.label.text()
    dialog.verb.click()


def choose(action):
    return lambda dialog: dialog.choices.buttons[action].click()


def press(key, number):
    return lambda dialog: dialog.results.pages.page(key).buttons[number].click()


def titles(dialog):
    return dialog.results.pages.titles


def rows_of(dialog, key):
    listing = dialog.results.pages.page(key).listing
    return [listing.texts(row)[1] for row in range(listing.count)]


@pytest.fixture
def job(desk, monkeypatch):
    return Applying(desk, monkeypatch)


@pytest.fixture
def write(tmp_path):
    def write(text, name="list.csv"):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return path

    return write


def undone(desk):
    desk.run("edit.undo")
    return desk.paths()


# J1


def test_pages_that_are_gone_are_removed(job, desk, write):
    desk.open("a", "b", "c", "%64")
    path = write(
        CRAWL
        + f"{SITE}a,text/html,404,Non-Indexable\n{SITE}b,text/html,403,Non-Indexable\n"
        + f"{SITE}d,text/html,410,Non-Indexable\n{SITE}e,text/html,404,Non-Indexable\n"
    )
    seen = []

    def look(dialog):
        seen.append((dialog.results.counts.text(), dialog.verb.text(), titles(dialog)))

    job.apply(path, look, accept)
    assert seen == [
        (
            "2 entries matched · 1 of them after normalising · 1 address not found",
            "Remove 2 entries",
            ["Preview", "Not found (1)", "Other spelling (1)"],
        )
    ]
    assert desk.paths() == ["b", "c"]
    assert "Removed 2 entries." in desk.notice
    assert desk.session.doc.history.undo_label == "Remove the pages in list.csv"
    assert undone(desk) == ["a", "b", "c", "%64"]


def test_enter_applies_a_list_that_was_read(job, desk, write):
    desk.open("a", "b")

    def press_enter(dialog):
        dialog.show()
        assert dialog.focusWidget() is dialog.choices.buttons["remove"]
        desk.qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)

    job.apply(write(f"{CRAWL}{SITE}a,text/html,404,Non-Indexable\n"), press_enter)
    assert desk.paths() == ["b"]


def test_links_to_dead_pages_are_about_their_destination(job, desk, write):
    desk.open("a", "b")
    path = write(f"Type,Source,Destination,Anchor,Status Code\nHyperlink,{SITE}a,{SITE}b,x,404\n")
    job.apply(path, accept)
    assert desk.paths() == ["a"]


def test_other_statuses_are_offered_apart(job, desk, write):
    desk.open("a", "b", "c")
    path = write(f"url,status code\n{SITE}a,404\n{SITE}b,403\n{SITE}c,0\n")

    def tick(dialog):
        boxes = {box.text(): box for box in dialog.choices.statuses.values()}
        assert [text for text, box in boxes.items() if box.isChecked()] == ["Gone (404, 410): 1"]
        boxes["Not let in (401, 403): 1"].click()

    job.apply(path, tick, accept)
    assert desk.paths() == ["c"]


# J2


def test_old_addresses_are_replaced_by_the_end_of_their_chain(job, desk, write):
    desk.open("a 2024-01-01", "c 2024-02-02", "x", "y")
    pairs = ("a,b", "b,c", "x,y", "y,x")
    path = write("old url,new url\n" + "\n".join(_pair(pair) for pair in pairs) + "\n")
    dialog = job.apply(path, accept)
    assert desk.cells() == ["c 2024-02-02", "x", "y"]
    assert rows_of(dialog, "circles") == [f"{SITE}x", f"{SITE}y"]
    assert undone(desk) == ["a", "c", "x", "y"]


def _pair(words):
    return ",".join(SITE + word for word in words.split(","))


@pytest.mark.parametrize(("answer", "expected"), [(0, "a"), (1, "https://b.example/a")])
def test_another_host_is_asked_about(job, desk, write, answer, expected):
    desk.open("a", "c")
    path = write(f"old url,new url\n{SITE}a,https://b.example/a\n{_pair('c,d')}\n")

    def decide(dialog):
        assert not dialog.verb.isEnabled()
        assert "1 new address is on another host" in dialog.question.label.text()
        dialog.question.buttons[answer].click()

    job.apply(path, decide, accept)
    assert desk.paths() == [expected, "d"]


# J12


def test_duplicates_become_the_address_that_a_crawl_calls_canonical(job, desk, write):
    desk.open("a?x=1 2025-01-01", "a 2024-01-01", "a/index.html - daily", "b")
    head = "Address,Status Code,Canonical Link Element 1\n"
    canonical = {"a?x=1": "a", "a": "a", "a/index.html": "a", "b": ""}
    lines = (f"{SITE}{old},200,{new and SITE + new}\n" for old, new in canonical.items())
    path = write(head + "".join(lines))

    def pick(dialog):
        dialog.choices.new.choose(2)
        dialog.choices.new.activated.emit(dialog.choices.new.currentIndex())

    job.apply(path, choose("replace"), pick, accept)
    assert desk.cells() == ["a 2025-01-01 daily", "b"]
    assert undone(desk) == ["a?x=1", "a", "a/index.html", "b"]


# J8


def test_a_crawl_is_compared_and_acted_on(job, desk, write):
    desk.open("a", "b", "c")
    path = write(
        CRAWL + f"{SITE}a,text/html,200,Indexable\n{SITE}b,text/html,200,Non-Indexable\n"
        f"{SITE}d,text/html,200,Indexable\n{SITE}e.png,image/png,200,Indexable\n"
    )
    seen = []
    job.apply(
        path,
        lambda dialog: dialog.choices.filters["html"].click(),
        lambda dialog: seen.append(titles(dialog)),
        press("not_indexable", 0),
        press("only_list", 0),
        press("only_sitemap", 0),
        lambda dialog: seen.append(titles(dialog)),
        lambda dialog: dialog.reject(),
    )
    assert seen == [
        [
            "Only in the sitemap (1)",
            "Only in the list (1)",
            "In the sitemap, not indexable (1)",
            "In both (2)",
            "Left out (1)",
        ],
        [
            "Only in the sitemap (0)",
            "Only in the list (0)",
            "In the sitemap, not indexable (0)",
            "Only in the list, not indexable (1)",
            "In both (2)",
            "Left out (1)",
        ],
    ]
    assert desk.paths() == ["a", "d"]
    assert undone(desk) == ["a", "c", "d"]


def test_one_list_of_a_comparison_is_shown_copied_and_written(job, desk, write, tmp_path):
    desk.open("a", "b", "c")
    out = tmp_path / "out.txt"
    desk.answer(out)
    select = lambda dialog: dialog.results.pages.page("only_sitemap").view.selectRow(1)  # noqa: E731
    job.apply(
        write(f"url\n{SITE}a\n{SITE}d\n"),
        press("only_sitemap", 3),
        select,
        press("only_sitemap", 2),
        press("only_sitemap", 1),
    )
    assert out.read_text() == f"{SITE}b\n{SITE}c\n"
    assert QGuiApplication.clipboard().text() == f"{SITE}c"
    assert desk.paths() == ["c"]
    assert desk.window.pane.filter_bar.marked.text() == "list.csv  ×"
    desk.window.pane.filter_bar.marked.click()
    assert desk.paths() == ["a", "b", "c"]


# J16


def test_changed_pages_get_their_date(job, desk, write):
    desk.open("a 2020-01-01", "b 2020-01-01", "c 2020-01-01")
    path = write(f"url,lastmod\n{SITE}a,2024-05-05\n{SITE}c,15/06/2024\n")
    seen = []
    dialog = job.apply(path, lambda dialog: seen.append(dialog.lead.text()), accept)
    assert dialog.outcome.action == "set"
    assert seen == ["Values of 2 entries will be set. It is one step that Undo takes back."]
    assert desk.cells() == ["a 2024-05-05", "b 2020-01-01", "c 2024-06-15"]


def test_a_fixed_value_is_set(job, desk, write):
    desk.open("a", "b")

    def values(dialog):
        choice = dialog.choices.values
        for name, source in (("changefreq", "typed"), ("lastmod", "today")):
            box = choice.sources[name]
            box.setCurrentIndex(box.findData(source))
            box.activated.emit(box.currentIndex())

    def wrong(dialog):
        assert "changefreq cannot be" in dialog.note.label.text()
        assert not dialog.verb.isEnabled()
        dialog.choices.values.texts["changefreq"].setText("weekly")
        dialog.choices.values.changed.emit()

    job.apply(write(f"url\n{SITE}b\n"), choose("set"), values, wrong, accept)
    assert desk.doc.value(1, "changefreq") == "weekly"
    assert len(desk.doc.value(1, "lastmod")) == len("2024-01-01")
    assert desk.doc.value(0, "lastmod") is None


def test_dates_that_can_be_read_two_ways_are_asked_about(job, desk, write):
    desk.open("a 2020-01-01", "b 2020-01-01")
    path = write(f"url,lastmod\n{SITE}a,03/04/2024\n{SITE}b,01/02/2024\n")

    def decide(dialog):
        assert "Values not read (2)" in titles(dialog)
        order = dialog.choices.values.order
        assert not order.isHidden()
        order.setCurrentIndex(order.findData("mdy"))
        order.activated.emit(order.currentIndex())

    job.apply(path, choose("set"), decide, accept)
    assert desk.cells() == ["a 2024-03-04", "b 2024-01-02"]


# J18


@pytest.mark.parametrize(
    ("reason", "verb"),
    [
        ("Not found (404)", "Remove 1 entry"),
        ("Crawled - currently not indexed", "Show 1 entry"),
        ("Server error (5xx)", "Show 1 entry"),
    ],
)
def test_an_export_of_search_console_tells_its_reason(job, desk, tmp_path, reason, verb):
    desk.open("a", "b")
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("Metadata.csv", f"Property,Value\nSitemap,All\nIssue,{reason}\n")
        archive.writestr("Table.csv", f"URL,Last crawled\n{SITE}b,2024-01-01\n")
    seen = []

    def look(dialog):
        seen.append((dialog.verb.text(), reason in dialog.note.label.text()))
        dialog.note.buttons[0].click()  # remove them, whatever is advised

    job.apply(path, look, accept)
    assert seen == [(verb, True)]
    assert desk.paths() == ["a"]


# J19


def test_a_migration_shows_old_addresses_then_takes_the_new_ones(job, desk, write):
    desk.open("a", "b", "c")
    path = write("old_url,new_url\n" + _pair("a,new/a") + "\n" + _pair("b,new/b") + "\n")
    job.apply(path, choose("mark"), accept)
    assert desk.paths() == ["a", "b"]
    desk.window.pane.filter_bar.clear()
    job.apply(path, accept)
    assert desk.paths() == ["new/a", "new/b", "c"]


# What else can happen


def test_only_the_pages_of_a_list_are_kept(job, desk, write):
    desk.open("a", "b", "c")
    job.apply(write(f"url\n{SITE}b\n"), choose("keep"), accept)
    assert desk.paths() == ["b"]


def test_nothing_is_not_kept(job, desk, write):
    desk.open("a")

    def look(dialog):
        assert "nothing would be kept" in dialog.note.label.text()
        assert not dialog.verb.isEnabled()

    job.apply(write(f"url\n{SITE}z\n"), choose("keep"), look)
    assert desk.paths() == ["a"]


def test_spellings_can_be_left_apart(job, desk, write):
    desk.open("%61", "b")
    seen = []
    job.apply(
        write(f"url\n{SITE}a\n{SITE}b\n"),
        choose("remove"),
        lambda dialog: dialog.choices.spellings.click(),
        lambda dialog: seen.append(dialog.results.counts.text()),
        accept,
    )
    assert seen == ["1 entry matched · 1 address not found · 1 spelled otherwise"]
    assert desk.paths() == ["%61"]


def test_what_is_left_out_is_shown_and_written(job, desk, write, tmp_path):
    desk.open("a")
    out = tmp_path / "out.csv"
    desk.answer(out)
    path = write("url,note\n" + f"{SITE}a,x\n" * 5 + "nothing at all,y\n")
    dialog = job.apply(path, press("rejects", 1))
    assert rows_of(dialog, "rejects")[0]
    assert "nothing at all,y,7," in out.read_text("utf-8")


def test_what_is_no_list_is_told(job, desk, tmp_path):
    desk.open("a")
    path = tmp_path / "picture.csv"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    dialog = job.apply(path)
    assert "not a list" in dialog.note.label.text()
    assert not dialog.verb.isEnabled()
    dialog = job.apply(_columns_only(tmp_path))
    assert "No column" in dialog.note.label.text()


def _columns_only(folder):
    path = folder / "words.csv"
    path.write_text("word,volume\nshoes,5\nboots,6\n")
    return path


def test_a_list_that_is_dropped_is_imported_or_applied(job, desk, write):
    desk.open("a", "b")
    path = write(f"url\n{SITE}a\n")
    job.deeds = [choose("remove"), accept]
    desk.answer("apply")
    imports.take_dropped(desk.window.context, [path])
    desk.qtbot.waitUntil(lambda: job.dialog is not None)
    desk.quiet()
    assert desk.paths() == ["b"]


def test_lists_are_not_applied_where_nothing_can_be_changed(desk, tmp_path):
    actions = desk.window.action_set
    assert not actions["tools.apply_list"].isEnabled()
    path = tmp_path / "robots.txt"
    path.write_text("User-agent: *\n")
    desk.window.open_paths([path])
    desk.quiet()
    assert not actions["tools.apply_list"].isEnabled()


def test_many_entries_are_worked_out_in_a_job(job, desk, write):
    desk.open(*(f"p{n}" for n in range(20_000)))
    path = write("url\n" + "".join(f"{SITE}p{n}\n" for n in range(0, 20_000, 2)))
    job.apply(path, choose("remove"), accept)
    assert len(desk.doc) == 10_000
    desk.run("edit.undo")
    assert len(desk.doc) == 20_000


def test_closing_stops_the_work(desk, qtbot, write):
    desk.open("a")
    dialog = QtInteraction().make_form(
        "apply_list",
        doc=desk.doc,
        name="a.xml",
        jobs=desk.window.jobs,
        change=partial(print),
        path=write(f"url\n{SITE}a\n"),
    )
    qtbot.addWidget(dialog)
    dialog.reject()
    desk.quiet()
    assert dialog.request is None
    assert dialog.outcome is None
