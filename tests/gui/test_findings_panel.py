"""The findings panel on a prepared report: what is listed, how it unfolds, what it asks for."""

from collections import Counter
from dataclasses import dataclass
from types import SimpleNamespace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui.findings import fix_text
from sitemap_editor.gui.findings.delegate import count_rect, link_rect
from sitemap_editor.gui.findings.panel import FindingsPanel
from sitemap_editor.gui.findings.rows import Rows
from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.gui.session import Session
from sitemap_editor.protocol.findings import Finding, FixKind, Severity

COUNT = 12


@dataclass
class Group:
    code: str
    severity: Severity
    ids: np.ndarray | None
    fix: FixKind = FixKind.NONE
    count: int = 0
    is_ignored: bool = False
    is_repaired: bool = False

    def __post_init__(self):
        self.count = len(self.ids) if self.ids is not None else 1
        self.counts = {self.severity: self.count}


class FakeReport:
    def __init__(self, *groups):
        self.groups = list(groups)
        self.asked = 0

    @property
    def counts(self):
        counts = Counter()
        for group in self.groups:
            counts[group.severity] += group.count
        return counts

    has_safe_fixes = True
    ignored_count = 0
    ignored_groups = ()

    def entries_with(self, code):
        found = next(g for g in self.groups if g.code == code).ids
        return found if found is not None else np.zeros(0, np.int64)

    def of_entry(self, entry, *, is_ignored=False):
        self.asked += 1
        return [
            Finding(g.code, g.severity, "entry", f"{g.code} in {entry}", fix=g.fix, entry_id=entry)
            for g in (self.ignored_groups if is_ignored else self.groups)
            if g.ids is not None and entry in g.ids
        ]

    def findings(self, code, *, is_ignored=False):
        yield Finding(code, Severity.INFO, "file", f"{code} in the file")


def group(code, severity, *ids, fix=FixKind.NONE):
    return Group(code, Severity(severity), np.array(ids, np.int64) if ids else None, fix)


@pytest.fixture
def session(qapp, monkeypatch):
    monkeypatch.setattr(fix_text, "_only_change", lambda _session, _finding: None)
    entries = "".join(f"<url><loc>https://www.example.com/{n}</loc></url>" for n in range(COUNT))
    xml = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'
    session = Session(open_bytes(xml.encode()), JobRunner())
    report = FakeReport(
        group("lastmod-impossible", "error", 2, 5, 9),
        group("priority-decimal-comma", "warning", 5, fix=FixKind.SAFE),
        group("loc-duplicate-probable", "warning", 7, 8, fix=FixKind.ASK),
        group("changefreq-ignored", "info"),
    )
    session.checker = SimpleNamespace(report=report)
    yield session
    session.close()


@pytest.fixture
def panel(session, qtbot):
    panel = FindingsPanel()
    qtbot.addWidget(panel)
    panel.resize(700, 400)
    panel.set_session(session)
    return panel


def listed(panel):
    model = panel.model
    return [model.index(row, 0).data() for row in range(model.rowCount())]


TITLES = [
    "Day or time that does not exist (3)",
    "Comma in the priority (1)",
    "Page probably listed twice (2)",
    "changefreq is ignored by Google and Bing (1)",
]


def test_one_row_a_rule_in_the_order_of_the_report(panel):
    assert listed(panel) == TITLES


def test_a_group_unfolds_to_its_entries_and_folds_again(panel, qtbot, qtmodeltester):
    panel.view.toggle(0)
    assert listed(panel)[:4] == [TITLES[0], *(f"lastmod-impossible in {n}" for n in (2, 5, 9))]
    qtmodeltester.check(panel.model)
    panel.view.toggle(0)
    assert listed(panel) == TITLES


def test_keys_unfold_fold_and_go_up(panel, qtbot):
    panel.view.set_current_row(0)
    qtbot.keyClick(panel.view, Qt.Key.Key_Right)
    assert panel.model.rowCount() == 7
    panel.view.set_current_row(2)
    qtbot.keyClick(panel.view, Qt.Key.Key_Left)
    assert panel.view.current_row == 0
    qtbot.keyClick(panel.view, Qt.Key.Key_Left)
    assert panel.model.rowCount() == 4


def test_enter_shows_the_entry(panel, qtbot):
    panel.view.toggle(0)
    panel.view.set_current_row(2)
    with qtbot.waitSignal(panel.entry_activated) as shown:
        qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    assert shown.args == [5]


def test_a_group_of_a_million_entries_unfolds_without_building_findings(panel, session):
    report = session.report
    report.groups[0].ids = np.arange(1_000_000)
    panel.model.refresh()
    panel.view.toggle(0)
    assert panel.model.rowCount() == 1_000_004
    assert report.asked == 0


def test_typing_in_a_list_of_a_million_goes_to_a_rule_and_builds_nothing(panel, session, qtbot):
    session.report.groups[0].ids = np.arange(1_000_000)
    panel.model.refresh()
    panel.view.toggle(0)
    asked = session.report.asked
    qtbot.keyClicks(panel.view, "co")
    assert panel.current_code == "priority-decimal-comma"
    qtbot.keyClicks(panel.view, "x")
    assert panel.current_code == "priority-decimal-comma"
    panel.search.setText("page")
    panel.bar.flush()
    assert session.report.asked - asked <= 4


def test_a_file_finding_has_a_row_of_its_own(panel):
    panel.view.toggle(3)
    assert listed(panel)[-1] == "changefreq-ignored in the file"
    assert panel.model.entry_at(4) is None


@pytest.mark.parametrize(
    ("severity", "rows"), [("error", TITLES[:1]), ("warning", TITLES[1:3]), ("info", TITLES[3:])]
)
def test_chips_choose_severities(panel, severity, rows):
    panel.show_severity(Severity(severity))
    assert listed(panel) == rows


def test_chips_show_the_counts(panel):
    assert [chip.text() for chip in panel.chips.chips.values()] == ["3", "3", "1"]


@pytest.mark.parametrize(
    ("text", "rows"),
    [("PRIORITY", TITLES[1:2]), ("loc-dup", TITLES[2:3]), ("", TITLES), ("zzz", [])],
)
def test_search_looks_at_titles_and_codes(panel, text, rows):
    panel.search.setText(text)
    assert listed(panel) == rows
    assert (panel._stack.currentIndex() == 0) is (not rows)


def test_a_refresh_keeps_what_is_unfolded_and_current(panel, session):
    panel.view.toggle(0)
    panel.view.set_current_row(2)
    session.report.groups.insert(0, group("url-no-loc", "error", 1))
    panel._refresh()
    assert panel.model.place(panel.view.current_row).offset == 1
    assert panel.model.entry_at(panel.view.current_row) == 5


@pytest.mark.parametrize(
    ("start", "step", "expected"), [(0, 1, 2), (2, 1, 5), (9, 1, 2), (2, -1, 9)]
)
def test_next_finding_goes_through_the_document_and_round(
    panel, session, qtbot, start, step, expected
):
    session.set_current(start)
    with qtbot.waitSignal(panel.entry_activated) as shown:
        panel.next_finding(step)
    assert shown.args == [expected]


def test_next_finding_goes_from_rule_to_rule_where_no_entry_has_one(panel, session):
    session.report.groups = [group("changefreq-ignored", "info"), group("priority-ignored", "info")]
    panel._refresh()
    assert panel.next_finding() is None
    assert panel.current_code == "priority-ignored"
    panel.next_finding()
    assert panel.current_code == "changefreq-ignored"
    panel.next_finding(-1)
    assert panel.current_code == "priority-ignored"


def test_next_finding_looks_at_listed_rules_only(panel, session):
    panel.search.setText("comma")
    session.set_current(6)
    assert panel.next_finding() == 5
    panel.search.setText("zzz")
    assert panel.next_finding() is None


def click(panel, row, rect):
    index = panel.model.index(row, 0)
    place = rect(
        panel.view.visualRect(index), panel.view.fontMetrics(), panel.model.place(row).group
    )
    return panel.view.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier(0), place.center()


@pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
def test_the_links_of_a_row_ask_for_a_fix_and_for_the_entries(panel, qtbot):
    panel.show()
    with qtbot.waitSignal(panel.fix_requested) as fixed:
        qtbot.mouseClick(*click(panel, 1, link_rect))
    assert fixed.args == ["priority-decimal-comma", None]
    with qtbot.waitSignal(panel.filter_requested) as filtered:
        qtbot.mouseClick(*click(panel, 0, count_rect))
    assert filtered.args == ["lastmod-impossible"]
    panel.hide()


@pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
def test_the_chevron_unfolds(panel, qtbot):
    panel.show()
    place = panel.view.visualRect(panel.model.index(0, 0)).topLeft() + QPoint(6, 6)
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert panel.model.rowCount() == 7
    panel.hide()


def test_details_tell_of_a_rule_and_offer_what_can_be_done(panel, qtbot):
    panel.view.set_current_row(1)
    details = panel.details
    assert details._title.text() == "Comma in the priority"
    assert "<code>0.5</code>" in details._help.text()
    assert details._source.text().startswith("Source: ")
    panel.view.set_current_row(2)
    assert details._message.text() == "In 2 entries."
    assert details.fix_all.text() == "Fix all 2…"
    with qtbot.waitSignal(panel.fix_requested) as asked:
        details.fix_all.click()
    assert asked.args == ["loc-duplicate-probable", None]


def test_the_first_rule_is_told_about_at_once(panel):
    assert panel.view.current_row == 0
    assert panel.details._title.text() == "Day or time that does not exist"


def test_the_only_finding_of_a_rule_is_told_of_itself(panel, qtbot):
    panel.view.set_current_row(1)
    assert panel.details._message.text() == "priority-decimal-comma in 5"
    assert panel.details.fix_all.isHidden()
    with qtbot.waitSignal(panel.fix_requested) as asked:
        panel.details.fix.click()
    assert asked.args == ["priority-decimal-comma", 5]


@pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
@pytest.mark.parametrize(
    ("width", "height", "where"),
    [(700, 250, "beside"), (450, 250, "beside"), (330, 600, "below"), (330, 250, "nowhere")],
)
def test_details_stand_where_there_is_room(panel, width, height, where):
    panel.resize(width, height)
    panel.show()
    is_beside = panel._splitter.orientation() is Qt.Orientation.Horizontal
    found = "nowhere" if panel.details.isHidden() else "beside" if is_beside else "below"
    assert found == where
    panel.hide()


@pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
@pytest.mark.parametrize(("width", "has_link"), [(400, False), (900, True)])
def test_a_narrow_list_leaves_fixing_to_the_details(panel, width, has_link):
    panel.resize(width, 300)
    panel.show()
    row = panel.view.visualRect(panel.model.index(1, 0))
    link = link_rect(row, panel.view.fontMetrics(), panel.model.place(1).group)
    assert (link.width() > 0) is has_link
    panel.hide()


def test_details_of_an_entry_offer_to_fix_that_one(panel, qtbot):
    panel.view.toggle(2)
    panel.view.set_current_row(3)
    assert panel.details.fix.text() == "Fix…"
    with qtbot.waitSignal(panel.fix_requested) as asked:
        panel.details.fix.click()
    assert asked.args == ["loc-duplicate-probable", 7]
    assert panel.details.fix_all.text() == "Fix all 2…"


def test_details_without_a_fix_still_filter(panel, qtbot):
    panel.view.set_current_row(0)
    assert panel.details.fix_all.isHidden()
    with qtbot.waitSignal(panel.filter_requested) as asked:
        panel.details.filter.click()
    assert asked.args == ["lastmod-impossible"]


def test_the_message_can_be_copied(panel, qtbot):
    panel.view.toggle(0)
    panel.view.set_current_row(1)
    qtbot.keyClick(panel.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "lastmod-impossible in 2"


def test_the_public_address_is_asked_in_a_line_and_not_again(panel, session, monkeypatch):
    asked = []
    monkeypatch.setattr(session, "set_base_url", asked.append)
    assert not panel.address.isHidden()
    panel.address.field.setText("example.com")
    assert not panel.address.use.isEnabled()
    panel.address.field.setText("https://www.example.com/s.xml")
    panel.address.use.click()
    assert asked == ["https://www.example.com/s.xml"]
    panel.address.dismissed.emit()
    assert panel.address.isHidden()


@pytest.mark.parametrize(
    ("is_checking", "has_run", "text"),
    [
        (True, False, "checking…"),
        (False, False, "Not checked yet."),
        (False, True, "Nothing was found in 12 entries."),
    ],
)
def test_an_empty_panel_says_why(panel, session, is_checking, has_run, text):
    session.report.groups.clear()
    session.is_checking = is_checking
    if not has_run:
        session.checker = None
    panel.set_session(session)
    assert panel.empty.text == text


def test_without_a_document_the_panel_says_what_it_is_for(panel):
    panel.set_session(None)
    assert panel.empty.text == "Open a sitemap to see what is wrong with it."
    assert panel.next_finding() is None


def test_rows_are_counted_not_made():
    groups = [group("a", "error", *range(3)), group("b", "error", 4), group("c", "info")]
    rows = Rows(groups, {"a", "c"})
    assert rows.count == 7
    shown = [(rows.at(row).group.code, rows.at(row).offset) for row in range(rows.count)]
    assert shown == [("a", None), ("a", 0), ("a", 1), ("a", 2), ("b", None), ("c", None), ("c", 0)]
    assert [rows.row_of(code, offset) for code, offset in shown] == list(range(7))
    assert rows.row_of("b", 0) is None
