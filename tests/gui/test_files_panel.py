from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

from sitemap_editor.document.opening import open_document
from sitemap_editor.gui import theme
from sitemap_editor.gui.files.delegate import COUNTS_ROLE, EDITED_ROLE, SESSION_ROLE, fitting_counts
from sitemap_editor.gui.files.panel import FilesPanel
from sitemap_editor.gui.files.tree import child_names
from sitemap_editor.gui.session import Session
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.kinds import Kind

NS = "http://www.sitemaps.org/schemas/sitemap/0.9"


@pytest.fixture
def no_checks(monkeypatch):
    monkeypatch.setattr(Session, "start_check", lambda self: None)


@pytest.fixture
def add(workspace, tmp_path, no_checks):
    def add(name, *locs, root="urlset", element="url"):
        path = tmp_path / name
        entries = "".join(f"<{element}><loc>{loc}</loc></{element}>" for loc in locs)
        path.write_text(f'<{root} xmlns="{NS}">{entries}</{root}>')
        return workspace.add(open_document(path))

    return add


@pytest.fixture
def index(add):
    def index(name, *locs):
        return add(name, *locs, root="sitemapindex", element="sitemap")

    return index


@pytest.fixture
def panel(workspace, qtbot):
    panel = FilesPanel(workspace)
    qtbot.addWidget(panel)
    return panel


@pytest.fixture
def drawn(panel, qtbot, workspace):
    """The panel as lines of text, once it has come to rest."""

    def drawn():
        qtbot.waitUntil(
            lambda: not workspace.jobs.running and not any(s.is_reading for s in workspace.sets)
        )
        lines = []
        for row in range(panel.model.rowCount()):
            top = panel.model.item(row)
            lines.append(top.text())
            lines += [f"  {top.child(n).text()}" for n in range(top.rowCount())]
        return lines

    return drawn


def test_an_index_stands_above_the_files_it_lists_and_those_it_forgot(drawn, add, index):
    add("a.xml", "https://example.com/1")
    add("forgotten.xml", "https://example.com/2")
    index("index.xml", "https://example.com/maps/a.xml", "https://example.com/b%20c.xml.gz")
    add("b c.xml.gz", "https://example.com/3")
    assert drawn() == ["index.xml", "  a.xml", "  b c.xml.gz", "  forgotten.xml"]


def test_each_file_stands_in_one_place_only(drawn, add, index):
    add("a.xml", "https://example.com/1")
    index("one.xml", "https://example.com/a.xml")
    index("two.xml", "https://example.com/a.xml")
    assert drawn() == ["one.xml", "  a.xml", "two.xml"]


def test_an_index_without_a_file_stands_above_what_it_names(drawn, add, workspace):
    workspace.new(Kind.SITEMAPINDEX).doc.add({"loc": "https://example.com/a.xml"})
    add("a.xml", "https://example.com/1")
    assert drawn() == ["Untitled 1", "  a.xml"]


def test_a_broken_address_in_an_index_does_no_harm(index):
    session = index("index.xml", "https://[x/a.xml", "", "b.xml")
    assert {"a.xml", "b.xml"} <= child_names(session)


def test_the_tree_follows_an_edit_of_the_index(drawn, add, index):
    add("a.xml", "https://example.com/1")
    listing = index("index.xml", "https://example.com/b.xml")
    assert drawn() == ["index.xml", "  b.xml", "  a.xml"]
    listing.doc.set_value(0, "loc", "https://example.com/a.xml")
    assert drawn() == ["index.xml", "  a.xml"]


def test_choosing_a_file_shows_it_and_the_other_way_round(panel, add, workspace):
    first, second = add("a.xml", "x"), add("b.xml", "y")
    assert panel.view.currentIndex().data(SESSION_ROLE) is second
    panel.view.setCurrentIndex(panel.model.index(0, 0))
    assert workspace.active is first
    workspace.activate(second)
    assert panel.view.currentIndex().data(SESSION_ROLE) is second


def test_findings_and_edits_are_marked(panel, add):
    session = add("a.xml", "https://example.com/")
    counts = {Severity.ERROR: 39, Severity.WARNING: 2, Severity.INFO: 7}
    session.checker = SimpleNamespace(
        report=SimpleNamespace(counts=counts), update=lambda change: None
    )
    session.findings_changed.emit()
    session.doc.set_value(0, "priority", "0.5")
    item = panel.model.item(0)
    assert item.data(COUNTS_ROLE) == (39, 2)
    assert item.data(EDITED_ROLE) is True
    spoken = item.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "a.xml, 39 errors, 2 warnings, edited"


@pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
def test_marks_keep_their_color_in_the_selected_row(panel, add, qapp):
    theme.apply(qapp, "light")
    session = add("a.xml", "https://example.com/")
    session.checker = SimpleNamespace(report=SimpleNamespace(counts={Severity.ERROR: 39}))
    session.findings_changed.emit()
    panel.resize(240, 120)
    panel.show()
    image = panel.view.viewport().grab().toImage()
    row = panel.view.visualRect(panel.model.index(0, 0))
    colors = {
        image.pixelColor(x, y).name()
        for x in range(row.left(), row.right())
        for y in range(row.top(), row.bottom())
    }
    assert {theme.LIGHT.selection, theme.LIGHT.error} <= colors
    panel.hide()


@pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
def test_the_cross_of_a_row_asks_to_close_its_file(panel, add, qtbot):
    session = add("a.xml", "x")
    panel.resize(240, 120)
    panel.show()
    row = panel.view.visualRect(panel.model.index(0, 0))
    place = panel.view._delegate.close_rect(row).center()
    with qtbot.waitSignal(panel.close_requested) as asked:
        qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert asked.args == [session]
    panel.hide()


@pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
@pytest.mark.parametrize(("place", "severity"), [(0, Severity.ERROR), (1, Severity.WARNING)])
def test_a_count_leads_to_what_it_counts(panel, add, qtbot, place, severity):
    session = add("a.xml", "x")
    counts = {Severity.ERROR: 39, Severity.WARNING: 2}
    session.checker = SimpleNamespace(report=SimpleNamespace(counts=counts))
    session.findings_changed.emit()
    panel.resize(300, 120)
    panel.show()
    view, index = panel.view, panel.model.index(0, 0)
    places = view._delegate.count_places(view.visualRect(index), index, view.fontMetrics())
    with qtbot.waitSignal(panel.severity_requested) as asked:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=places[place][2].center())
    assert asked.args == [severity]
    panel.hide()


def test_delete_asks_to_close_the_current_file(panel, add, qtbot):
    session = add("a.xml", "x")
    with qtbot.waitSignal(panel.close_requested) as asked:
        qtbot.keyClick(panel.view, Qt.Key.Key_Delete)
    assert asked.args == [session]


def test_without_files_the_panel_offers_to_open_one(panel, qtbot):
    assert panel._stack.currentIndex() == 0
    with qtbot.waitSignal(panel.open_requested):
        panel._empty.clicked.emit()


def test_closing_a_file_takes_it_out(drawn, add, workspace):
    session = add("a.xml", "x")
    workspace.close(session)
    assert drawn() == []


@pytest.mark.parametrize(
    ("room", "texts"),
    [(200, ["●\u200939", "▲\u20092"]), (44, ["●\u200939"]), (12, ["●"])],
)
def test_counts_give_way_to_the_name_but_the_mark_stays(qapp, room, texts):
    metrics = QFontMetrics(qapp.font())
    scale = metrics.horizontalAdvance("0") / 8
    shown = fitting_counts((39, 2), metrics, int(room * scale))
    assert [text for _severity, text in shown] == texts


def test_a_count_filters_the_table_of_its_file(desk):
    desk.open("a - - 7", "b", name="one.xml")
    first = desk.session
    desk.open("c", name="two.xml")
    desk.window.files_panel.view.count_clicked.emit(first, Severity.ERROR)
    desk.quiet()
    assert desk.session is first
    assert desk.paths() == ["a"]
