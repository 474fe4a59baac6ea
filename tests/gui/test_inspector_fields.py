"""The fields of the current entry: typing, undoing, clearing, and what is wrong."""

from datetime import date

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtWidgets import QCalendarWidget

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui import theme
from sitemap_editor.gui.inspector import field_editors, field_form
from sitemap_editor.gui.inspector.field_editors import CalendarPopup, stepped
from sitemap_editor.gui.inspector.finding_card import FindingCard
from sitemap_editor.gui.inspector.panel import InspectorPanel
from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.gui.session import Session
from sitemap_editor.gui.wrapped_label import breakable
from sitemap_editor.protocol.findings import Finding, FixKind, Severity

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)

TEXT = b"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://a.example/?a=1&amp;b=2</loc><lastmod>2024-13-01</lastmod><priority/></url>
<url><loc>https://a.example/2</loc></url>
<url><loc>https://a.example/3</loc><lastmod><b>x</b></lastmod></url>
</urlset>
"""


@pytest.fixture
def session(qapp):
    jobs = JobRunner()
    session = Session(open_bytes(TEXT), jobs)
    session.set_current(0)
    yield session
    session.close()
    jobs.shutdown()


@pytest.fixture
def panel(qtbot, session):
    panel = InspectorPanel()
    qtbot.addWidget(panel)
    panel.resize(320, 600)
    panel.set_session(session)
    with qtbot.waitExposed(panel):
        panel.show()
    return panel


def editor(panel, field: str):
    return panel.fields.form.editors[field]


def type_in(qtbot, panel, field: str, text: str, *, end: Qt.Key | None = Qt.Key.Key_Return):
    line = editor(panel, field).line
    line.setFocus()
    line.selectAll()
    qtbot.keyClick(line, Qt.Key.Key_Delete)
    qtbot.keyClicks(line, text)
    if end is not None:
        qtbot.keyClick(line, end)


def values(session) -> list[str | None]:
    return [session.doc.value_of(0, f) for f in ("loc", "lastmod", "changefreq", "priority")]


def test_values_are_shown_as_text(panel):
    assert editor(panel, "loc").text == "https://a.example/?a=1&b=2"
    assert editor(panel, "lastmod").text == "2024-13-01"


def test_absent_is_not_empty(panel):
    shown = {name: e.line.placeholderText() for name, e in panel.fields.form.editors.items()}
    assert shown["changefreq"] == "not given"
    assert shown["priority"] == "given, but empty"


def test_enter_makes_one_undo_step(qtbot, panel, session):
    type_in(qtbot, panel, "lastmod", "2024-12-01")
    assert values(session)[1] == "2024-12-01"
    assert session.doc.history.labels == ["Change lastmod of entry 1"]
    session.undo()
    assert session.doc.chunks is not None
    assert editor(panel, "lastmod").text == "2024-13-01"


def test_leaving_commits_and_wrong_values_stay_as_typed(qtbot, panel, session):
    type_in(qtbot, panel, "priority", "very high", end=Qt.Key.Key_Tab)
    assert values(session)[3] == "very high"
    assert editor(panel, "priority").text == "very high"


def test_escape_brings_the_value_back(qtbot, panel, session):
    type_in(qtbot, panel, "lastmod", "rubbish", end=Qt.Key.Key_Escape)
    assert editor(panel, "lastmod").text == "2024-13-01"
    assert not session.doc.history.can_undo


def test_typing_the_same_changes_nothing(qtbot, panel, session):
    type_in(qtbot, panel, "lastmod", "2024-13-01")
    assert not session.doc.history.can_undo


def test_an_emptied_field_is_removed(qtbot, panel, session):
    type_in(qtbot, panel, "lastmod", "")
    assert values(session)[1] is None
    assert session.doc.history.labels == ["Change lastmod of entry 1"]
    assert editor(panel, "lastmod").line.placeholderText() == "not given"


def test_an_emptied_address_is_kept_empty(qtbot, panel, session):
    type_in(qtbot, panel, "loc", "")
    assert values(session)[0] == ""


def test_the_clear_button_removes_what_is_there(panel, session):
    for field in ("lastmod", "priority"):
        editor(panel, field)._clear_action.trigger()
    assert values(session)[1:] == [None, None, None]
    assert not editor(panel, "priority")._clear_action.isVisible()


def test_today(panel, session):
    editor(panel, "lastmod").today_button.click()
    assert values(session)[1] == date.today().isoformat()


@pytest.mark.qt_log_ignore("does not support (propagateSizeHints|raise|grabbing)", extend=True)
def test_a_day_of_the_calendar(qtbot, panel, session):
    editor(panel, "lastmod").calendar_action.trigger()
    popup = panel.findChild(CalendarPopup)
    popup.findChild(QCalendarWidget).clicked.emit(QDate(2024, 2, 29))
    assert values(session)[1] == "2024-02-29"
    assert popup.isHidden()


@pytest.mark.qt_log_ignore("does not support (propagateSizeHints|raise|grabbing)", extend=True)
def test_keys_open_the_calendar_whose_colours_are_the_themes(qtbot, panel):
    qtbot.keyClick(editor(panel, "lastmod").line, Qt.Key.Key_F4)
    popup = panel.findChild(CalendarPopup)
    inks = {
        popup.calendar.weekdayTextFormat(day).foreground().color().name() for day in Qt.DayOfWeek
    }
    assert inks == {theme.palette().text, theme.palette().dim_text}
    popup.close()


def test_a_word_of_the_list_is_taken_at_once(panel, session):
    box = editor(panel, "changefreq").widget
    index = box.findText("weekly")
    box.setCurrentIndex(index)
    box.activated.emit(index)
    assert values(session)[2] == "weekly"


@pytest.mark.parametrize(
    ("text", "steps", "expected"),
    [
        ("0.5", 1, "0.6"),
        ("0,5", -1, "0.4"),
        ("1.0", 1, "1.0"),
        ("0.05", -1, "0.0"),
        ("", 1, "0.5"),
        ("high", 1, "0.5"),
        ("nan", 1, "0.5"),
        ("7", 1, "1.0"),
    ],
)
def test_priority_steps(text, steps, expected):
    assert stepped(text, steps) == expected


def test_steps_are_committed_on_leaving(qtbot, panel, session):
    line = editor(panel, "priority").line
    line.setFocus()
    qtbot.keyClick(line, Qt.Key.Key_Up)
    qtbot.keyClick(line, Qt.Key.Key_Up)
    assert values(session)[3] == ""
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert values(session)[3] == "0.6"
    assert len(session.doc.history.labels) == 1


def test_what_is_typed_belongs_to_the_entry_it_was_typed_for(qtbot, panel, session):
    type_in(qtbot, panel, "lastmod", "2024-12-01", end=None)
    session.set_current(1)
    assert values(session)[1] == "2024-12-01"
    assert session.doc.value_of(1, "lastmod") is None
    assert editor(panel, "lastmod").text == ""


def test_what_is_typed_outlasts_a_change_elsewhere(qtbot, panel, session):
    type_in(qtbot, panel, "lastmod", "2024-1", end=None)
    session.findings_changed.emit()
    editor(panel, "priority")._clear_action.trigger()
    assert editor(panel, "lastmod").text == "2024-1"


def test_a_field_that_holds_an_element_is_not_written(qtbot, panel, session):
    session.set_current(2)
    type_in(qtbot, panel, "lastmod", "2024-12-01")
    assert not panel.fields.error.isHidden()
    assert panel.fields.error.text()
    assert not session.doc.history.can_undo
    assert not panel.commit_pending()
    session.set_current(1)
    assert panel.fields.error.isHidden()
    assert editor(panel, "lastmod").text == ""


def test_nothing_is_written_while_a_save_runs(qtbot, panel, session):
    session.is_saving = True
    type_in(qtbot, panel, "lastmod", "2024-12-01")
    assert values(session)[1] == "2024-13-01"
    assert "saved" in panel.fields.error.text()
    session.is_saving = False
    assert panel.commit_pending()
    assert values(session)[1] == "2024-12-01"


class Report:
    """The report of a check that found these."""

    def __init__(self, *found: Finding) -> None:
        self.found = found

    def of_entry(self, entry):
        return list(self.found) if entry == 0 else []

    def severity_of_field(self, entry, field):
        return next((f.severity for f in self.of_entry(entry) if f.field == field), None)


BAD_DATE = Finding(
    "lastmod-invalid",
    Severity.ERROR,
    "entry",
    "There is no month 13.",
    field="lastmod",
    fix=FixKind.ASK,
)
HINT = Finding("loc-hint", Severity.INFO, "entry", "A hint.", field="loc")


@pytest.fixture
def checked(panel, session, monkeypatch):
    monkeypatch.setattr(Session, "report", Report(HINT, BAD_DATE))
    session.findings_changed.emit()
    return panel


def test_findings_are_cards_worst_first(checked):
    assert [card.finding for card in checked.fields.cards] == [BAD_DATE, HINT]
    assert [not card.fix_button.isHidden() for card in checked.fields.cards] == [True, False]


def test_a_wrong_field_is_marked_as_soon_as_it_is_known(checked):
    assert editor(checked, "lastmod").widget.property("role") == "error"
    assert not editor(checked, "loc").widget.property("role")


def test_cards_ask_for_fix_and_help(qtbot, checked):
    card = checked.fields.cards[0]
    with qtbot.waitSignal(checked.fix_requested) as fix:
        card.fix_button.click()
    with qtbot.waitSignal(checked.help_requested) as help_page:
        card.why_button.click()
    assert fix.args == ["lastmod-invalid", 0]
    assert help_page.args == ["lastmod-invalid"]


def test_cards_go_with_their_entry(checked, session):
    session.set_current(1)
    assert checked.fields.cards == []
    assert checked.fields.state.text() == "Nothing is wrong with this entry."


def test_cards_go_with_their_document(checked, session):
    """One document's findings never stand beside an entry of another that has none."""
    other = Session(open_bytes(TEXT), session.jobs)
    other.set_current(1)
    checked.set_session(other)
    assert not [card for card in checked.fields.findChildren(FindingCard) if card.isVisible()]
    checked.set_session(session)
    assert [card.isVisible() for card in checked.fields.cards] == [True, True]
    other.close()


def test_many_findings_are_counted(panel, session, monkeypatch):
    monkeypatch.setattr(Session, "report", Report(*[HINT] * 20))
    session.findings_changed.emit()
    assert len(panel.fields.cards) == 8
    assert panel.fields.state.text() == "And 12 more findings."


WIDE_WORDS = {
    "Last modified": "Дата последнего изменения",
    "Change frequency": "Fréquence de changement",
    "Today": "Aujourd’hui",
}


@pytest.mark.parametrize("width", [260, 320, 700])
@pytest.mark.parametrize("words", [{}, WIDE_WORDS])
def test_nothing_is_cut_off(qtbot, session, monkeypatch, width, words):
    for module in (field_form, field_editors):
        monkeypatch.setattr(module, "_", lambda text: words.get(text, text))
    monkeypatch.setattr(Session, "report", Report(HINT, BAD_DATE))
    panel = InspectorPanel()
    qtbot.addWidget(panel)
    panel.resize(width, 900)
    panel.set_session(session)
    with qtbot.waitExposed(panel):
        panel.show()
    assert panel.width() == width
    assert panel.fields.widget().width() <= panel.fields.viewport().width()
    form = panel.fields.form
    for label in form._labels.values():
        assert label.width() >= label.minimumSizeHint().width()
    button = editor(panel, "lastmod").today_button
    assert button.mapTo(form, button.rect().topRight()).x() <= form.width()


def test_long_words_may_break():
    plain = "see https://www.example.com/shop/lamps and " + "x" * 40
    broken = breakable(plain)
    assert broken.replace("\u200b", "") == plain
    assert max(len(part) for part in broken.replace("\u200b", " ").split()) <= 19
    for whole in ("short words stay, all of them", "of 50,000", "at 0.5, 12:30"):
        assert breakable(whole) == whole
