"""What people come for, done in the window from the file to the entries, and taken back."""

import zipfile

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication

from sitemap_editor.gui.lists.work import Target
from sitemap_editor.protocol.kinds import Kind

from .conftest import sitemap

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

A = "https://a.example/"


def write(desk, name, content):
    path = desk.folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def drop(desk, *paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    copy, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    desk.window.dropEvent(QDropEvent(QPointF(5, 5), copy, data, Qt.MouseButton.LeftButton, none))


def imported(desk, path):
    """Choose a file in the menu, and wait until its entries are there."""
    before = len(desk.window.workspace.sessions)
    desk.answer([path])
    desk.run("file.import")
    return len(desk.window.workspace.sessions) - before


def wait_for_document(desk):
    desk.qtbot.waitUntil(lambda: desk.session is not None)
    desk.quiet()


def is_one_step(desk, before):
    """Whether one step takes an import back, and one does it again."""
    after = desk.doc.text()
    desk.run("edit.undo")
    is_back = desk.doc.text() == before
    desk.run("edit.redo")
    return is_back and desk.doc.text() == after


def test_dates_from_excel(desk, bring):
    rows = ("1,15/03/2024", "2,03/04/2024", "3,45366", "4,05.06.2024", "5,soon")
    path = write(desk, "dates.csv", "sep=;\nurl;lastmod\n" + "\n".join(rows).replace(",", ";"))
    text = path.read_text().replace("\n", f"\n{A}").replace(f"{A}url", "url")
    path.write_text(text)

    def choose(hands):
        assert "“15/03/2024” shows which is meant." in hands.dialog.questions.order.text.text()
        assert [row[1] for row in hands.left_out] == ["Cell for lastmod"]
        hands.do(hands.dialog.questions.order.buttons["dmy"].click)

    bring(choose)
    assert imported(desk, path) == 1
    assert desk.cells() == ["1 2024-03-15", "2 2024-04-03", "3 2024-03-15", "4 2024-06-05", "5"]
    assert "Imported 5 entries." in desk.notice
    assert desk.window.action_set["edit.undo"].text() == "Undo: Import a list"
    desk.run("edit.undo")
    assert len(desk.doc) == 0 and not desk.doc.history.can_undo
    desk.run("edit.redo")
    assert len(desk.doc) == 5


CMS = "url,lastmod\n" + "".join(
    f"{A}{n},{date}\n"
    for n, date in (("one", "2024-05-01"), ("two", "2024-01-01"), ("gone", "2024-01-01"))
)
CRAWL = "Address,Status Code,Indexability,Last Modified\n" + "".join(
    f"{A}{row}\n"
    for row in (
        'one,200,Indexable,"Fri, 01 Mar 2024 00:00:00 GMT"',
        'two,200,Indexable,"Fri, 01 Mar 2024 00:00:00 GMT"',
        "gone,404,Non-Indexable,",
        "noindex,200,Non-Indexable,",
        "new,200,Indexable,",
    )
)


def test_merging_a_cms_export_with_a_crawl(desk, bring):
    bring()
    imported(desk, write(desk, "cms.csv", CMS))
    before = desk.doc.text()

    def choose(hands):
        goal = hands.dialog.goal
        hands.do(lambda: goal.targets[Target.MERGE].setChecked(True))
        assert hands.verb == "Merge 2 entries"
        told = [row[3:] for row in hands.dialog.becomes.changes.texts.rows]
        late = "2024-03-01T00:00:00+00:00"
        assert told == [
            ["lastmod", "2024-05-01", late, "2024-05-01 (from the sitemap)"],
            ["lastmod", "2024-01-01", late, f"{late} (from the list)"],
        ]

    bring(choose)
    imported(desk, write(desk, "crawl.csv", CRAWL))
    assert desk.cells() == [
        "one 2024-05-01",
        "two 2024-03-01T00:00:00+00:00",
        "gone 2024-01-01",
        "new",
    ]
    assert "1 entry is added. 1 entry is updated." in desk.notice
    assert is_one_step(desk, before)


SHOP = (
    "Handle,Title,Body (HTML),Published,Image Src,Status\n"
    'shoe,Shoe,"<p>one\ntwo</p>",true,https://cdn.example/1.jpg?v=1&w=2,active\n'
    "shoe,,,,https://cdn.example/2.jpg?v=1,\n"
    "hat,Hat,,false,https://cdn.example/3.jpg,active\n"
    "sock,Sock,,true,https://cdn.example/4.jpg,draft\n"
    "boot,Boot,,true,,active\n"
)


def test_images_from_a_shop_export(desk, bring):
    def choose(hands):
        site = hands.dialog.questions.site
        assert not site.isHidden() and hands.verb == ""
        hands.type(site.line, A)
        assert hands.verb == "Import 2 entries"
        assert hands.entries == [f"2\t{A}products/shoe\t2", f"7\t{A}products/boot\t"]
        assert [row[0] for row in hands.left_out] == ["5", "6"]

    bring(choose)
    drop(desk, write(desk, "products_export_1.csv", SHOP))
    wait_for_document(desk)
    assert desk.paths() == ["products/shoe", "products/boot"]
    text = desk.doc.text().decode()
    assert "<image:loc>https://cdn.example/1.jpg?v=1&amp;w=2</image:loc>" in text
    assert text.count("<image:image>") == 2 and "xmlns:image=" in text
    assert "2 rows were left out." in desk.notice


def test_a_search_console_export_is_dropped_and_its_issue_is_known(desk, bring):
    desk.open("p/1 2024-01-01", "p/9")
    before = desk.doc.text()
    path = desk.folder / "export.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("Table.csv", f"URL,Last crawled\n{A}p/1,2026-01-05\n{A}p/2,2026-01-06\n")
        archive.writestr("Metadata.csv", "Property,Value\nIssue,Crawled - currently not indexed\n")
        archive.writestr("Chart.csv", "Date,Affected pages\n2026-01-01,2\n")

    def choose(hands):
        assert "Crawled - currently not indexed" in hands.dialog.raw.heading.text()
        assert any("Metadata.csv, Chart.csv" in remark for remark in hands.remarks)
        assert "not taken for “lastmod”" in hands.dialog.kind.note.text()
        hands.do(lambda: hands.dialog.goal.targets[Target.APPEND].setChecked(True))
        assert hands.verb == "Import 1 entry"

    bring(choose)
    desk.answer("import")
    drop(desk, path)
    desk.qtbot.waitUntil(lambda: len(desk.doc) == 3)
    desk.quiet()
    assert desk.cells() == ["p/1 2024-01-01", "p/9", "p/2"]
    assert is_one_step(desk, before)


FEED = (
    "<rss version='2.0'><channel>"
    f"<item><link>{A}1</link><pubDate>Wed, 02 Oct 2024 13:00:00 GMT</pubDate></item>"
    f"<item><link>{A}2</link></item></channel></rss>"
)
TEXT = f"# pages\n\n“{A}1”\n<{A}2>,\n{A}3\n"
ROBOTS = f"User-agent: *\nDisallow: /x\nSitemap: {A}one.xml\nsitemap: {A}two.xml.gz\n"


@pytest.mark.parametrize(
    ("name", "content", "kind", "cells"),
    [
        ("feed.xml", FEED, Kind.URLSET, ["1 2024-10-02T13:00:00Z daily", "2 - daily"]),
        ("urls.txt", TEXT, Kind.URLSET, ["1 - daily", "2 - daily", "3 - daily"]),
        ("robots.txt", ROBOTS, Kind.SITEMAPINDEX, ["one.xml", "two.xml.gz"]),
    ],
)
def test_a_text_a_feed_and_a_robots_txt_become_sitemaps(desk, bring, name, content, kind, cells):
    def choose(hands):
        assert hands.dialog.goal.kind.currentData() == kind
        if kind is Kind.URLSET:
            hands.pick(hands.dialog.values.changefreq, "daily")

    bring(choose)
    path = write(desk, name, content)
    if name == "robots.txt":
        imported(desk, path)
    else:
        drop(desk, path)
        wait_for_document(desk)
    assert (desk.doc.kind, desk.cells()) == (kind, cells)
    out = desk.folder / "out.xml"
    desk.doc.path = out
    desk.run("file.save")
    assert out.read_bytes() == desk.doc.text()


def test_a_feed_can_be_opened_as_it_is(desk, bring):
    def choose(hands):
        hands.dialog.as_it_is.click()

    bring(choose)
    drop(desk, write(desk, "feed.xml", FEED))
    wait_for_document(desk)
    assert desk.doc.kind is Kind.RSS


PASTED = (
    "Page\tModified\n"
    f" {A}a#part \t2024-01-01\n"
    f'"{A}with space"\t\n'
    "<a.example/b>\t\n"
    "/relative\t\n"
    f"{A}f%C3%BCr/ü\t\n"
    "mailto:me@a.example\t\n"
)


def test_pasted_addresses_are_cleaned(desk, bring):
    QApplication.clipboard().setText(PASTED)

    def choose(hands):
        assert hands.roles == ["loc", "lastmod"]
        hands.type(hands.dialog.values.base, A)
        assert [(row[0], row[1]) for row in hands.left_out] == [("7", "Row")]
        assert "csv-row-url-invalid" in hands.codes

    bring(choose)
    desk.run("edit.paste_new")
    assert desk.cells() == ["a 2024-01-01", "with%20space", "b", "relative", "f%C3%BCr/%C3%BC"]


# In the window


def test_the_welcome_page_offers_it(desk, bring):
    bring()
    desk.answer([write(desk, "list.csv", f"url\n{A}1\n")])
    desk.window.welcome.import_requested.emit()
    wait_for_document(desk)
    assert desk.cells() == ["1"]


def test_lists_and_sitemaps_dropped_together_go_where_they_belong(desk, bring, monkeypatch):
    # Whether it is asked depends on what is open by then.
    monkeypatch.setattr(desk.interaction, "ask", lambda *_question, **_more: "import")
    bring()
    bring()
    site = write(desk, "site.xml", sitemap("s"))
    lists = [write(desk, f"{n}.csv", f"url\n{A}{n}\n") for n in (1, 2)]
    drop(desk, lists[0], site, lists[1])
    desk.qtbot.waitUntil(lambda: len(desk.window.workspace.sessions) == 3)
    desk.quiet()
    paths = {session.path for session in desk.window.workspace.sessions}
    assert paths == {site, None}


def test_a_table_that_is_opened_is_brought_in(desk, bring):
    bring()
    desk.answer([write(desk, "list.csv", f"url\n{A}1\n")])
    desk.run("file.open")
    wait_for_document(desk)
    assert desk.cells() == ["1"]


def test_giving_up_changes_nothing(desk):
    desk.open("a")
    before = desk.doc.text()
    desk.answer([write(desk, "list.csv", f"url\n{A}1\n")], None)
    desk.run("file.import")
    assert (desk.doc.text(), len(desk.window.workspace.sessions)) == (before, 1)
    assert not desk.doc.history.can_undo
    desk.answer([])
    desk.run("file.import")


def test_the_button_can_be_pressed_before_all_is_counted(desk, bring, monkeypatch):
    """What was left out is told, and can be saved, when it is known."""
    left = desk.folder / "left.csv"

    def choose(hands):
        monkeypatch.setattr(type(hands.dialog), "request", property(lambda self: uncounted(self)))

    def uncounted(dialog):
        from sitemap_editor.gui.lists.request import ImportRequest

        importing = dialog.importing
        return ImportRequest(importing.table, importing.mapping, dialog.goal.goal)

    bring(choose)
    desk.answer([write(desk, "list.csv", f"url\n{A}1\n{A}2\n{A}3\n{A}4\nx\n")], "save", left)
    desk.run("file.import")
    assert desk.cells() == ["1", "2", "3", "4"]
    assert left.read_text("utf-8-sig").splitlines()[1].startswith("x,6,")
    asked = desk.interaction.asked[1]
    assert asked.text == "Imported 4 entries. 1 row was left out."


def test_nothing_new_is_said(desk, bring):
    desk.open("1")

    def choose(hands):
        hands.do(lambda: hands.dialog.goal.targets[Target.APPEND].setChecked(True))
        hands.do(hands.dialog.goal.skip.click)

    bring(choose)
    imported(desk, write(desk, "list.csv", f"url\n{A}1\n"))
    assert desk.cells() == ["1", "1"]


def test_a_table_is_pasted_into_an_empty_window_by_its_key(desk, bring, qtbot):
    QApplication.clipboard().setText(f"url\tlastmod\n{A}1\t2024-01-01\n")
    bring()
    with qtbot.waitExposed(desk.window):
        desk.window.show()
    desk.window.activateWindow()
    qtbot.keyClick(desk.window, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    wait_for_document(desk)
    assert desk.cells() == ["1 2024-01-01"]


@pytest.mark.parametrize("target", [Target.NEW, Target.MERGE])
def test_an_import_given_up_leaves_nothing_half_done(desk, target):
    """The import is stopped at its first tick, as by the button in the status bar."""
    from sitemap_editor.formats.reading import read_tables
    from sitemap_editor.gui.commands import imports
    from sitemap_editor.gui.lists.request import ImportRequest
    from sitemap_editor.gui.lists.work import Goal
    from sitemap_editor.operations.importing.proposing import propose

    desk.open("a")
    before = desk.doc.text()
    rows = "".join(f"{A}{n}\n" for n in range(20_000))
    (table,) = read_tables(f"url\n{rows}".encode(), "list.csv")
    request = ImportRequest(table, propose(table).mapping, Goal(target))
    imports.carry_out(desk.window.context, desk.session, request)
    for job in desk.window.jobs.running:
        assert job.label and job.is_cancellable
        job.cancel()
    desk.quiet()
    assert desk.doc.text() == before and not desk.session.is_busy
    assert len(desk.window.workspace.sessions) == 1 and not desk.doc.history.can_undo
