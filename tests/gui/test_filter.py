"""Filter and sort: a view only, instant when it is small, a job when it is long."""

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from sitemap_editor.document import editing
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui.table import arrangement as arrangement_module
from sitemap_editor.gui.table.arrangement import Query, pattern_error, typed_query
from sitemap_editor.gui.table.sections import host_and_section

from .conftest import sitemap

ROWS = (
    "shop/lamps 2024-03-01 daily 0.5",
    "blog/a 2024-01-01 - 0.9",
    "shop/tables 2024-02-01 - 0.1",
    "about",
)

OTHER = "HTTPS://B.example:81/shop/b"


@pytest.fixture
def session(pane, open_rows):
    return open_rows(*ROWS)


@pytest.fixture
def paths(pane, session, shown):
    return lambda: [line.split()[0] for line in shown(pane.model)]


def type_in(qtbot, pane, text):
    pane.filter_bar.field.setText(text)
    qtbot.waitUntil(lambda: not pane.filter_bar._timer.isActive())


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("SHOP", ["shop/lamps", "shop/tables"]),
        ("/shop/", ["shop/lamps", "shop/tables"]),
        (r"/a(bout)?$/", ["blog/a", "about"]),
        ("2024-01", ["blog/a"]),
        ("absent", []),
        ("", ["shop/lamps", "blog/a", "shop/tables", "about"]),
    ],
)
def test_what_is_typed_filters(qtbot, pane, paths, typed, left):
    type_in(qtbot, pane, typed)
    assert paths() == left


def test_the_bar_says_how_many_of_how_many(qtbot, pane, paths):
    assert pane.filter_bar.count.text() == "4 entries"
    type_in(qtbot, pane, "shop")
    assert pane.filter_bar.count.text() == "2 of 4"


def test_the_count_leads_to_all_entries(qtbot, pane, paths):
    bar = pane.filter_bar
    assert bar.all.isHidden()
    type_in(qtbot, pane, "shop")
    assert (bar.all.text(), bar.count.isHidden()) == ("2 of 4", True)
    bar.all.click()
    assert len(paths()) == 4
    assert bar.all.isHidden()


def test_a_broken_pattern_is_told_and_changes_nothing(qtbot, pane, paths):
    type_in(qtbot, pane, "/(/")
    assert len(paths()) == 4
    assert "pattern" in pane.filter_bar.field.toolTip()


@pytest.mark.parametrize(
    ("query", "left"),
    [
        (Query(section="shop"), ["shop/lamps", "shop/tables"]),
        (Query(section=""), ["about"]),
        (Query(missing="lastmod"), ["about"]),
        (Query(missing="changefreq", text="blog"), ["blog/a"]),
        (Query(sort_field="lastmod"), ["blog/a", "shop/tables", "shop/lamps", "about"]),
        (
            Query(sort_field="loc", is_descending=True, section="shop"),
            ["shop/tables", "shop/lamps"],
        ),
    ],
)
def test_queries(pane, paths, query, left):
    pane.arrangement.set_query(query)
    assert paths() == left


def test_edited_entries_only(session, pane, paths):
    session.edit(editing.set_field(session.doc, [1, 3], "priority", "0.2"), "Set")
    pane.filter_bar.edited.click()
    assert paths() == ["blog/a", "about"]


def test_a_third_click_on_a_heading_gives_the_order_of_the_file(pane, paths):
    header = pane.table.header
    orders = []
    for _click in range(3):
        header.setSortIndicator(
            *[
                (2, Qt.SortOrder.AscendingOrder),
                (2, Qt.SortOrder.DescendingOrder),
                (-1, Qt.SortOrder.AscendingOrder),
            ][_click]
        )
        orders.append(paths()[0])
    assert orders == ["blog/a", "shop/lamps", "shop/lamps"]
    assert pane.arrangement.query.is_plain
    assert paths() == ["shop/lamps", "blog/a", "shop/tables", "about"]


def test_escape_shows_all_and_keeps_the_sort(qtbot, pane, paths):
    pane.arrangement.set_query(Query(sort_field="loc"))
    type_in(qtbot, pane, "shop")
    qtbot.keyClick(pane.filter_bar.field, Qt.Key.Key_Escape)
    assert paths() == ["about", "blog/a", "shop/lamps", "shop/tables"]
    assert pane.filter_bar.field.text() == ""


def test_an_edited_row_stays_until_the_query_is_applied_again(qtbot, pane, session, paths):
    type_in(qtbot, pane, "blog")
    session.edit(editing.set_field(session.doc, [1], "loc", "https://a.example/news"), "Set")
    assert paths() == ["news"]
    assert pane.filter_bar.again.isVisibleTo(pane)
    pane.filter_bar.again.click()
    assert paths() == []
    assert not pane.filter_bar.again.isVisibleTo(pane)


def test_where_nothing_passes_one_button_shows_all(qtbot, pane, paths):
    type_in(qtbot, pane, "absent")
    assert pane.empty.isVisibleTo(pane)
    pane.empty.clicked.emit()
    assert len(paths()) == 4
    assert not pane.empty.isVisibleTo(pane)


def test_an_empty_document_offers_to_add_an_entry(qtbot, pane, open_rows):
    open_rows()
    with qtbot.waitSignal(pane.add_requested):
        pane.empty.clicked.emit()


def test_going_to_a_hidden_entry_clears_the_filter(qtbot, pane, session, paths):
    type_in(qtbot, pane, "shop")
    with qtbot.waitSignal(pane.notice_given):
        session.set_current(3, origin="preview")
    assert len(paths()) == 4
    assert pane.table.current_id() == 3


def test_what_follows_by_itself_leaves_the_filter(qtbot, pane, session, paths):
    type_in(qtbot, pane, "shop")
    session.set_current(3)
    assert len(paths()) == 2


@pytest.fixture
def in_jobs(monkeypatch):
    monkeypatch.setattr(arrangement_module, "SYNCHRONOUS_ENTRIES", 0)


def test_a_long_query_is_a_job(qtbot, in_jobs, pane, paths):
    with qtbot.waitSignal(pane.arrangement.applied):
        pane.arrangement.set_query(Query(text="shop"))
        assert pane.arrangement.is_busy
        assert len(paths()) == 4
    assert len(paths()) == 2


def test_after_an_edit_meanwhile_the_query_is_applied_all_the_same(
    qtbot, in_jobs, pane, session, paths
):
    with qtbot.waitSignal(pane.arrangement.applied):
        pane.arrangement.set_query(Query(text="shop"))
        session.edit(editing.set_field(session.doc, [1], "loc", "https://a.example/shop/b"), "Set")
    assert paths() == ["shop/lamps", "shop/b", "shop/tables"]


def test_a_query_given_up_leaves_the_one_before(qtbot, in_jobs, pane, session, paths):
    with qtbot.waitSignal(pane.arrangement.applied):
        pane.arrangement.set_query(Query(text="blog"))
    pane.arrangement.set_query(Query(text="shop"))
    session.jobs.running[-1].cancel()
    qtbot.waitUntil(lambda: not pane.arrangement.is_busy)
    assert pane.arrangement.query == Query(text="blog")
    assert paths() == ["blog/a"]


def test_a_newer_query_wins(qtbot, in_jobs, pane, paths):
    with qtbot.waitSignal(pane.arrangement.applied):
        pane.arrangement.set_query(Query(text="shop"))
        pane.arrangement.set_query(Query(text="about"))
    assert paths() == ["about"]


def texts(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if not action.isSeparator()]


def test_the_menu_of_sections_counts_them(pane, session):
    menu = pane.filter_bar.section.menu()
    menu.aboutToShow.emit()
    assert texts(menu) == ["All entries", "/shop/  (2)", "/blog/  (1)", "In no folder  (1)"]
    menu.actions()[2].trigger()
    assert pane.arrangement.query.section == "shop"
    assert pane.filter_bar.section.text() == "/shop/ ▾"


def test_hosts_are_offered_where_there_are_several(pane, workspace):
    session = workspace.add(open_bytes(sitemap("shop/a", "shop/b", "c")))
    menu = pane.filter_bar.section.menu()
    menu.aboutToShow.emit()
    assert not any("a.example" in text for text in texts(menu))
    session.edit(editing.set_field(session.doc, session.doc.ids[1:2], "loc", OTHER), "Set loc")
    menu.aboutToShow.emit()
    assert texts(menu)[-2:] == ["a.example  (2)", "b.example:81  (1)"]
    menu.actions()[-1].trigger()
    assert pane.filter_bar.count.text() == "1 of 3"
    pane.arrangement.set_query(Query(host="a.example", section="shop"))
    assert pane.filter_bar.count.text() == "1 of 3"
    assert pane.filter_bar.section.toolTip() == "a.example · /shop/"
    menu.aboutToShow.emit()
    menu.actions()[0].trigger()
    assert pane.arrangement.query == Query()


@pytest.mark.parametrize(
    ("loc", "host"),
    [(OTHER, "b.example:81"), ("//me@c.example?a", "c.example"), ("/shop/x", ""), (None, "")],
)
def test_hosts_of_addresses(loc, host):
    assert host_and_section(loc)[0] == host


def test_the_menu_of_missing_fields_names_those_of_the_kind(pane, session):
    menu = pane.filter_bar.missing.menu()
    menu.aboutToShow.emit()
    assert texts(menu)[1:] == ["No loc", "No lastmod", "No changefreq", "No priority"]


@pytest.mark.parametrize(
    ("loc", "section"),
    [
        ("https://a.example/shop/x", "shop"),
        ("https://a.example/shop", ""),
        ("https://a.example/?a=/b/", ""),
        ("https://a.example/a%2Fb/", "a%2Fb"),
        ("/shop/x", "shop"),
        ("", ""),
        (None, ""),
    ],
)
def test_sections_are_first_folders(loc, section):
    assert host_and_section(loc)[1] == section


def test_only_a_pattern_between_slashes_is_one():
    assert typed_query("/a.b/", Query()) == Query(text="a.b", is_regex=True)
    assert typed_query("/blog/", Query()) == Query(text="/blog/")
    assert pattern_error(Query(text="(")) is None
    assert pattern_error(Query(text="(", is_regex=True))
    assert re.compile("a.b")
