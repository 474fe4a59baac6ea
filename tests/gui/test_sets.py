"""An index, a robots.txt or a folder as a workspace: what is shown, opened, named and renamed."""

import gzip

import pytest
from PySide6.QtCore import QFile, QRect, Qt
from PySide6.QtWidgets import QMenu

from sitemap_editor.gui.commands import imports
from sitemap_editor.gui.files import item as file_item
from sitemap_editor.gui.files.delegate import SHARE_ROLE
from sitemap_editor.gui.over_set.files import files_in_hand
from sitemap_editor.gui.sets import open_set as open_set_module
from sitemap_editor.gui.sets import words
from sitemap_editor.support import settings as declared

NS = "http://www.sitemaps.org/schemas/sitemap/0.9"
SITE = "https://www.example.com/"


def urlset(tag, count=2, date="2026-01-05"):
    rows = "".join(
        f"<url><loc>{SITE}{tag}/{n}</loc><lastmod>{date}</lastmod></url>\n" for n in range(count)
    )
    return f'<urlset xmlns="{NS}">\n{rows}</urlset>\n'.encode()


def index(*names):
    rows = "".join(
        f"  <sitemap><loc>{name if '://' in name else SITE + name}</loc></sitemap>\n"
        for name in names
    )
    return f'<sitemapindex xmlns="{NS}">\n{rows}</sitemapindex>\n'.encode()


@pytest.fixture
def site(desk, qtbot, monkeypatch):
    monkeypatch.setattr(open_set_module, "READ_MS", 0)
    return Site(desk, qtbot)


class Site:
    """A folder of sitemaps and a window on it."""

    def __init__(self, desk, qtbot):
        self.desk, self.qtbot, self.folder = desk, qtbot, desk.folder
        self.panel = desk.window.files_panel
        self.workspace = desk.window.workspace

    def write(self, **files):
        for name, data in files.items():
            path = self.folder / f"{name.replace('__', '/')}.xml"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)

    def open(self, name):
        self.desk.window.open_paths([self.folder / name])
        self.rest()

    def rest(self):
        """Wait until everything is read, looked into and checked."""
        self.qtbot.waitUntil(
            lambda: (
                not self.desk.window.jobs.running
                and not self.workspace.is_opening
                and not any(one.is_reading for one in self.workspace.sets)
                and not any(one.is_checking for one in self.workspace.sessions)
                and not self.panel._timer.isActive()
            )
        )
        self.desk.window.action_set.refresh()

    @property
    def set(self):
        (one,) = self.workspace.sets
        return one

    def lines(self):
        """The panel as text: names, indented, with what is said below them."""
        self.rest()
        return [
            f"{'  ' * _depth(item)}{item.text()}: {words.short_text(item.node)[0]}"
            for item in self.panel._items()
        ]

    def item(self, name):
        return next(one for one in self.panel._items() if one.text() == name)

    def choose(self, name):
        self.panel.view.setCurrentIndex(self.item(name).index())
        self.rest()

    def run(self, action):
        self.desk.run(action)
        self.rest()

    def locs(self):
        root = self.set.root.doc
        return [root.value(n, "loc").removeprefix(SITE) for n in range(len(root))]


def _depth(item):
    return 0 if item.parent() is None else 1 + _depth(item.parent())


def test_an_index_lists_all_its_sitemaps_with_figures_before_they_are_opened(site):
    site.write(a=urlset("a", 3), b=urlset("b", 4), c=urlset("c"))
    site.write(index=index("a.xml", "b.xml", "gone.xml", "https://cdn.example.net/x.xml"))
    site.open("index.xml")
    assert site.lines() == [
        "index.xml: 2 sitemaps · 2 not here",
        "  a.xml: 3 · 0.001 MB",
        "  b.xml: 4 · 0.001 MB",
        "  gone.xml: No such file",
        "  x.xml: Of another site",
        "  c.xml: Not in the index",
    ]
    totals = site.set.totals
    assert (totals.files, totals.entries, totals.absent) == (2, 7, 2)
    assert len(site.workspace.sessions) == 1


def test_sets_of_one_name_are_told_apart_by_their_folders(site):
    site.write(**{f"{one}__index": index("a.xml") for one in ("one", "two")})
    site.open("one/index.xml")
    site.open("two/index.xml")
    tops = [item.text() for item in site.panel._items() if item.node.is_top]
    assert tops == ["one/index.xml", "two/index.xml"]
    titles = [hand.title for hand in files_in_hand(site.workspace)]
    assert titles == ["two/index.xml (1 file)", "one/index.xml (1 file)"]
    site.desk.run("file.close")
    assert [item.text() for item in site.panel._items() if item.node.is_top] == ["index.xml"]


def test_what_is_opened_is_in_view_below_a_long_set(site):
    names = [f"{number:02}.xml" for number in range(60)]
    for folder in ("one", "two"):
        site.write(**{f"{folder}__index": index(*names)})
    site.desk.window.resize(1000, 700)
    with site.qtbot.waitExposed(site.desk.window):
        site.desk.window.show()
    view = site.panel.view
    for folder in ("one", "two"):
        site.open(f"{folder}/index.xml")
        assert view.current_node.session is site.desk.session
        assert view.viewport().rect().contains(view.visualRect(view.currentIndex()).center())
    view.scrollToTop()
    site.panel.rebuild()
    assert not view.is_current_seen


def test_each_file_has_a_bar_that_tells_how_full_it_is(site):
    tall = urlset("b").replace(b"</urlset>", b" " * 5_242_880 + b"</urlset>")
    site.write(a=urlset("a", 500), b=tall, index=index("a.xml", "b.xml", "gone.xml"))
    site.open("index.xml")

    def shares():
        site.rest()
        found = [item.data(SHARE_ROLE) for item in site.panel._items()]
        return [None if share is None else round(share, 2) for share in found]

    assert shares() == [None, 0.01, 0.1, None]
    site.workspace.set_profiles(("legacy-2005",))
    assert shares() == [None, 0.01, 0.5, None]
    assert "of 10 MB" in site.item("b.xml").toolTip()


def test_figures_have_the_room_of_the_meter_in_a_narrow_panel_unless_a_limit_is_near(
    site, monkeypatch
):
    site.write(a=urlset("a"), index=index("a.xml"))
    site.open("index.xml")
    site.rest()
    at, view = site.item("a.xml").index(), site.panel.view
    wide, narrow = QRect(0, 0, 400, 38), QRect(0, 0, 90, 38)
    shown = [view._delegate.has_meter(row, at, view.font()) for row in (wide, narrow)]
    assert shown == [True, False]
    monkeypatch.setitem(file_item._READ, SHARE_ROLE, lambda _node: 0.95)
    assert view._delegate.has_meter(narrow, at, view.font())


NAMES = ("a.xml", "b.xml", "c.xml", "d.xml", "e.xml", "index.xml")


def test_broken_files_are_told_and_do_no_harm(site):
    site.write(
        a=b"<!DOCTYPE html><html><body>404</body></html>",
        b=b"",
        c=gzip.compress(urlset("c")),
        d=b"x;y\n1;2\n",
        e=urlset("e").replace(b"e/1", b"e/?a=1&b=2"),
        index=index(*NAMES, "c.xml", "../q.xml", "a.xml?x=1"),
    )
    site.open("index.xml")
    assert [line.strip().partition(": ")[2] for line in site.lines()[1:]] == [
        "A page, not a sitemap",
        "Empty",
        "2 · 0.001 MB",
        "Not a sitemap",
        "2 · 0.001 MB",
        "The index itself",
        "Named twice",
        "No such file",
        "Names no file",
    ]


def test_one_click_opens_a_file_and_the_next_shows_it(site):
    site.write(a=urlset("a"), b=urlset("b"), index=index("a.xml", "b.xml"))
    site.open("index.xml")
    row = site.set.rows[0]
    site.panel.view.node_clicked.emit(site.item("a.xml").node)
    site.rest()
    assert site.desk.session.name == "a.xml"
    assert site.set.session_of(row) is site.desk.session
    assert site.panel.chosen is row
    assert [one.name for one in site.set.sessions] == ["index.xml", "a.xml"]


def test_findings_of_closed_files_are_counted(site):
    site.write(a=urlset("a", 3, "2026-13-05"), index=index("a.xml"))
    site.open("index.xml")
    assert site.set.rows[0].errors == 3
    assert site.set.totals.errors == 3


@pytest.mark.parametrize("host", ["www.example.com", "elsewhere.example.org"])
def test_a_file_has_as_many_findings_closed_as_open(site, host):
    data = urlset("a", 3, "2026-13-05").replace(b"www.example.com", host.encode())
    site.write(a=data, index=index("a.xml"))
    site.open("index.xml")
    (row,) = site.set.rows
    closed = row.errors, row.warnings
    site.open("a.xml")
    site.qtbot.waitUntil(
        lambda: (row.errors, row.warnings) == closed and not row.session.is_checking
    )


def test_what_was_decided_in_the_folder_holds_for_closed_files_too(site):
    site.write(a=urlset("a", 3, "2026-13-05"), index=index("a.xml"))
    (site.folder / "sitemap-editor.toml").write_text('[severity]\nlastmod-impossible = "off"\n')
    site.open("index.xml")
    assert site.set.rows[0].errors == 0


def test_an_edit_that_is_not_saved_counts_until_the_file_is_closed(site):
    site.write(a=urlset("a", 3), index=index("a.xml"))
    site.open("index.xml")
    site.open("a.xml")
    site.desk.doc.delete(0)
    assert site.set.totals.entries == 2
    site.desk.answer("discard")
    site.run("file.close")
    assert site.set.totals.entries == 3


def test_a_robots_file_stands_above_its_indexes_and_their_sitemaps(site):
    site.write(a=urlset("a"), index=index("a.xml"))
    (site.folder / "robots.txt").write_text(f"User-agent: *\nSitemap: {SITE}index.xml\n")
    site.open("index.xml")
    site.open("robots.txt")
    assert site.lines() == [
        "robots.txt: 1 sitemap",
        "  index.xml: Index of 1 sitemap",
        "    a.xml: 2 · 0.001 MB",
    ]
    assert site.workspace.set_of(site.workspace.session_of(site.folder / "index.xml")) is site.set


def test_a_folder_shows_its_sitemaps_and_opens_the_first(site):
    site.write(maps__a=urlset("a"), maps__b=urlset("b"))
    site.open("maps")
    assert [line.partition(":")[0] for line in site.lines()] == ["maps", "  a.xml", "  b.xml"]
    assert site.desk.session.name == "a.xml"
    assert str(site.folder / "maps") in site.desk.window.settings.get(declared.RECENT_FILES)
    site.panel.view.close_clicked.emit(site.item("maps").node)
    assert site.workspace.sets == [] and site.workspace.sessions == []


def test_a_folder_can_be_dropped_and_chosen_whatever_its_name(site):
    site.write(**{"maps.csv__a": urlset("a"), "other__b": urlset("b")})
    imports.take_dropped(site.desk.window.context, [site.folder / "maps.csv"])
    site.rest()
    site.desk.answer(site.folder / "other")
    site.run("file.open_folder")
    assert [one.name for one in site.workspace.sets] == ["maps.csv", "other"]
    assert site.desk.session.name == "b.xml"


def test_of_what_is_opened_together_the_first_is_shown(site):
    site.write(maps__a=urlset("a"), b=urlset("b"))
    site.desk.window.open_paths([site.folder / "b.xml", site.folder / "maps"])
    site.rest()
    assert site.desk.session.name == "b.xml"
    assert [line.partition(":")[0] for line in site.lines()] == ["maps", "  a.xml", "b.xml"]


def test_a_folder_without_sitemaps_is_told(site):
    (site.folder / "none").mkdir()
    site.open("none")
    assert site.workspace.sets == []
    assert "There is no sitemap in this folder." in site.desk.interaction.texts[-1]


def test_where_the_files_are_is_asked_once_and_remembered(site):
    site.write(site__maps=urlset("-"), idx__index=index("maps/a.xml", "maps/b.xml"))
    (site.folder / "site" / "maps").mkdir()
    for name in "ab":
        (site.folder / "site" / "maps" / f"{name}.xml").write_bytes(urlset(name))
    site.open("idx/index.xml")
    line = site.panel.folder_line
    assert line.isVisibleTo(site.panel) and line.prefix.text() == SITE + "maps/"
    site.desk.answer(site.folder / "site")
    line.choose.click()
    assert [one.partition(": ")[2][:1] for one in site.lines()[1:]] == ["2", "2"]
    assert not line.isVisibleTo(site.panel)
    site.run("file.close")
    site.open("idx/index.xml")
    assert [row.entries for row in site.set.rows] == [2, 2]


def test_a_folder_that_holds_none_of_the_files_is_not_taken(site):
    site.write(idx__index=index("maps/a.xml"))
    site.open("idx/index.xml")
    site.desk.answer(site.folder)
    site.panel.folder_line.choose.click()
    assert site.desk.interaction.texts[-1].startswith("None of the sitemaps")
    site.panel.folder_line._close.click()
    site.rest()
    assert not site.panel.folder_line.isVisibleTo(site.panel)
    # Who does not want to say is not asked again, and can say it all the same.
    site.run("file.close")
    site.open("idx/index.xml")
    assert not site.panel.folder_line.isVisibleTo(site.panel)
    site.run("set.folder")
    assert site.panel.folder_line.isVisibleTo(site.panel)


def test_a_file_nobody_names_is_added_with_its_date_and_undone(site):
    site.write(a=urlset("a"), b=urlset("b", date="2026-02-03"), index=index("a.xml"))
    site.open("index.xml")
    before = site.set.root.doc.text()
    site.choose("b.xml")
    site.panel.view.link_clicked.emit(site.item("b.xml").node)
    site.rest()
    assert site.locs() == ["a.xml", "b.xml"]
    assert site.set.root.doc.value(1, "lastmod") == "2026-02-03"
    assert all(row.belongs for row in site.set.rows)
    site.set.root.undo()
    assert site.set.root.doc.text() == before


def test_a_robots_file_can_name_what_it_forgot(site):
    site.write(a=urlset("a"), b=urlset("b"))
    robots = site.folder / "robots.txt"
    robots.write_text(f"User-agent: *\nSitemap: {SITE}a.xml\n")
    site.open("robots.txt")
    assert site.lines()[2] == "  b.xml: Not in robots.txt"
    site.choose("b.xml")
    site.run("set.add_to_index")
    site.run("file.save")
    assert robots.read_text() == f"User-agent: *\nSitemap: {SITE}a.xml\nSitemap: {SITE}b.xml\n"


def test_an_inner_index_is_flattened(site):
    site.write(
        a=urlset("a"), b=urlset("b"), inner=index("b.xml"), index=index("a.xml", "inner.xml")
    )
    site.open("index.xml")
    assert "    b.xml" in [line.partition(":")[0] for line in site.lines()]
    site.choose("inner.xml")
    site.run("set.flatten")
    assert site.locs() == ["a.xml", "b.xml"]
    assert [line.partition(":")[0] for line in site.lines()][:3] == [
        "index.xml",
        "  a.xml",
        "  b.xml",
    ]


def test_a_file_is_renamed_with_its_entry(site):
    site.write(a=urlset("a"), index=index("a.xml"))
    site.open("index.xml")
    site.open("a.xml")
    site.desk.answer("new name.xml")
    site.run("set.rename_child")
    assert site.locs() == ["new%20name.xml"]
    assert (site.folder / "new name.xml").read_bytes() == urlset("a")
    assert not (site.folder / "a.xml").exists()
    assert site.desk.session.path == site.folder / "new name.xml" and not site.desk.doc.modified
    assert [line.partition(":")[0] for line in site.lines()] == ["index.xml", "  new name.xml"]


def test_a_file_that_is_published_packed_stays_so_when_it_is_renamed(site):
    site.write(a=urlset("a"), index=index("a.xml.gz"))
    site.open("index.xml")
    site.choose("a.xml")
    site.desk.answer("b.xml")
    site.run("set.rename_child")
    assert site.locs() == ["b.xml.gz"]
    assert [line.partition(":")[0] for line in site.lines()] == ["index.xml", "  b.xml"]


@pytest.mark.parametrize("name", ["b.xml", "../a.xml", "a", "a.xml.gz", ".a.xml", ""])
def test_a_name_that_cannot_be_is_refused(site, name):
    site.write(a=urlset("a"), b=urlset("b"), index=index("a.xml"))
    site.open("index.xml")
    site.choose("a.xml")
    site.desk.answer(name)
    site.run("set.rename_child")
    assert site.locs() == ["a.xml"]
    assert (site.folder / "b.xml").read_bytes() == urlset("b")
    assert site.desk.interaction.asked[-1].what == "report_error"


def test_a_new_sitemap_is_written_named_and_shown(site):
    site.write(**{"sitemap-1": urlset("a"), "index": index("sitemap-1.xml")})
    site.open("index.xml")
    site.desk.answer("sitemap-2.xml")
    site.run("set.new_child")
    assert site.desk.interaction.asked[-1].context["text"] == "sitemap-2.xml"
    assert site.locs() == ["sitemap-1.xml", "sitemap-2.xml"]
    assert site.desk.session.path == site.folder / "sitemap-2.xml"


@pytest.mark.parametrize(("answer", "is_there"), [("unname", True), ("delete", False)])
def test_a_file_is_taken_out_and_deleted_when_that_is_wished(site, monkeypatch, answer, is_there):
    monkeypatch.setattr(QFile, "moveToTrash", lambda name: QFile.remove(name))
    site.write(a=urlset("a"), b=urlset("b"), index=index("a.xml", "b.xml"))
    site.open("index.xml")
    site.choose("b.xml")
    site.desk.answer(answer)
    site.run("set.remove_child")
    assert site.locs() == ["a.xml"]
    assert (site.folder / "b.xml").exists() is is_there
    site.set.root.undo()
    assert site.locs() == ["a.xml", "b.xml"]


@pytest.mark.parametrize("is_wished", [False, True])
def test_the_date_in_the_index_follows_a_saved_sitemap_when_wished(site, is_wished):
    site.write(a=urlset("a", date="2026-01-05"), index=index("a.xml"))
    site.open("index.xml")
    if is_wished:
        site.run("set.follow_dates")
    root = site.set.root
    site.open("a.xml")
    site.desk.doc.set_value(0, "lastmod", "2026-03-04")
    site.run("file.save")
    assert root.doc.value(0, "lastmod") == ("2026-03-04" if is_wished else None)
    assert root.doc.history.labels == (["Date of a.xml in index.xml"] if is_wished else [])


def test_save_all_writes_the_index_with_the_new_dates(site):
    site.write(a=urlset("a"), b=urlset("b"), index=index("a.xml", "b.xml"))
    site.open("index.xml")
    site.run("set.follow_dates")
    root = site.set.root
    for name, date in (("a.xml", "2026-03-04"), ("b.xml", "2026-05-06")):
        site.open(name)
        site.desk.doc.set_value(0, "lastmod", date)
    site.run("file.save_all")
    assert not any(session.is_modified for session in site.workspace.sessions)
    assert [root.doc.value(n, "lastmod") for n in range(2)] == ["2026-03-04", "2026-05-06"]
    assert root.doc.history.labels == ["Dates of saved sitemaps"]
    assert b"2026-05-06" in (site.folder / "index.xml").read_bytes()


def test_what_is_folded_and_chosen_stays_when_the_index_changes(site):
    site.write(a=urlset("a"), inner=index("a.xml"), index=index("inner.xml"), b=urlset("b"))
    site.open("index.xml")
    site.panel.view.collapse(site.item("inner.xml").index())
    site.choose("b.xml")
    site.set.root.doc.add({"loc": SITE + "more.xml"})
    assert "  more.xml: No such file" in site.lines()
    assert not site.panel.view.isExpanded(site.item("inner.xml").index())
    assert site.panel.chosen is site.set.row_of(site.folder / "b.xml")


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_the_menu_of_a_closed_file_offers_what_can_be_done(site):
    site.write(a=urlset("a"), b=urlset("b"), index=index("a.xml"))
    site.open("index.xml")
    site.choose("b.xml")
    site.panel._show_menu(site.item("b.xml").node, site.panel.rect().center())
    menu = site.panel.findChildren(QMenu)[-1]
    texts = [action.text().replace("&", "") for action in menu.actions()]
    menu.close()
    assert texts[0] == "Open"
    assert {"Add to the index", "Remove from the set…"} <= set(texts)
    assert "Flatten the inner index" not in texts


def test_enter_opens_a_closed_file(site):
    site.write(a=urlset("a"), index=index("a.xml"))
    site.open("index.xml")
    site.choose("a.xml")
    assert site.desk.session.name == "index.xml"
    site.qtbot.keyClick(site.panel.view, Qt.Key.Key_Return)
    site.rest()
    assert site.desk.session.name == "a.xml"


def test_a_set_stays_when_its_index_is_read_again_and_ends_when_it_is_closed(site):
    site.write(a=urlset("a"), index=index("a.xml"))
    site.open("index.xml")
    site.open("a.xml")
    one, child = site.set, site.desk.session
    site.workspace.activate(one.root)
    site.write(index=index("a.xml", "b.xml"))
    site.run("file.reload")
    assert site.set is one and one.root is site.desk.session
    assert [row.member.name for row in one.rows] == ["a.xml", "b.xml"]
    assert one.rows[0].session is child
    site.run("file.close")
    assert site.workspace.sets == [] and site.workspace.sessions == [child]
    assert site.lines()[0].startswith("a.xml")


def test_an_index_that_is_read_again_as_something_else_is_no_set(site):
    site.write(a=urlset("a"), index=index("a.xml"))
    site.open("index.xml")
    site.write(index=urlset("b"))
    site.run("file.reload")
    assert site.workspace.sets == []
    assert [line.partition(":")[0] for line in site.lines()] == ["index.xml"]


def test_an_index_that_is_saved_becomes_a_set_and_moves_with_its_file(site):
    from sitemap_editor.protocol.kinds import Kind

    site.write(a=urlset("a"), other__b=urlset("b"))
    session = site.workspace.new(Kind.SITEMAPINDEX)
    session.doc.add({"loc": SITE + "a.xml"})
    assert site.workspace.sets == []
    for folder in (site.folder, site.folder / "other"):
        session.doc.save(folder / "index.xml")
        session.saved.emit()
        site.rest()
        assert site.set.source == folder / "index.xml" and site.set.root is session
    assert [row.member.name for row in site.set.rows] == ["a.xml", "b.xml"]


def test_two_indexes_that_name_each_other_are_one_set(site):
    site.write(a=index("b.xml"), b=index("a.xml", "c.xml"), c=urlset("c"))
    site.open("a.xml")
    site.open("b.xml")
    assert site.set.source.name == "a.xml"
    assert [line.partition(":")[0] for line in site.lines()] == [
        "a.xml",
        "  b.xml",
        "    a.xml",
        "    c.xml",
    ]


def test_two_indexes_in_one_folder_do_not_miss_each_others_files(site):
    site.write(a=urlset("a"), b=urlset("b"), one=index("a.xml"), two=index("b.xml"))
    site.open("one.xml")
    site.open("two.xml")
    assert [line.partition(":")[0] for line in site.lines()] == [
        "one.xml",
        "  a.xml",
        "two.xml",
        "  b.xml",
    ]


def test_a_link_that_leads_out_of_the_folder_is_not_followed(site, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "secret.xml"
    outside.write_bytes(urlset("secret"))
    site.write(a=urlset("a"), index=index("a.xml", "secret.xml"))
    (site.folder / "secret.xml").symlink_to(outside)
    site.open("index.xml")
    assert site.lines()[2] == "  secret.xml: Outside of the folder"
    site.panel.view.node_clicked.emit(site.item("secret.xml").node)
    site.rest()
    assert [one.name for one in site.workspace.sessions] == ["index.xml"]


def test_a_file_that_vanishes_is_missing_after_the_next_look(site):
    site.write(a=urlset("a"), b=urlset("b"), index=index("a.xml", "b.xml"))
    site.open("index.xml")
    (site.folder / "b.xml").unlink()
    site.run("set.refresh")
    assert site.lines()[2] == "  b.xml: No such file"


def test_figures_follow_a_file_that_another_program_wrote(site):
    site.write(a=urlset("a", 2), index=index("a.xml"))
    site.open("index.xml")
    site.write(a=urlset("a", 5))
    site.run("set.refresh")
    assert site.set.rows[0].entries == 5


def test_an_entry_of_the_index_opens_its_sitemap(site):
    site.write(a=urlset("a"), b=urlset("b"), index=index("gone.xml", "b.xml"))
    site.open("index.xml")
    assert not site.desk.window.action_set["set.open_entry"].isEnabled()
    site.desk.session.set_current(1)
    site.run("set.open_entry")
    assert site.desk.session.name == "b.xml"
