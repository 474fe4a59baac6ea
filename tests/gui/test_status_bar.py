from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QWidget

from sitemap_editor.document.opening import new_document, open_bytes
from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.gui.session import Session
from sitemap_editor.gui.status_bar import JobStatus, StatusBar, format_summary
from sitemap_editor.markup.inflate import deflate
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.kinds import Kind

XML = (
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    "<url><loc>https://www.example.com/é</loc></url>\n</urlset>\n"
)


@pytest.fixture
def session(qapp):
    session = Session(open_bytes(XML.encode()), JobRunner())
    yield session
    session.close()


@pytest.fixture
def bar(qtbot):
    bar = StatusBar()
    qtbot.addWidget(bar)
    return bar


def give_findings(session, **counts):
    counted = {Severity(name): count for name, count in counts.items()}
    session.checker = SimpleNamespace(
        report=SimpleNamespace(counts=counted), update=lambda change: None
    )


@pytest.mark.parametrize(
    ("data", "summary"),
    [
        (XML.encode(), "UTF-8 · LF"),
        (XML.replace("\n", "\r\n").encode("utf-8-sig"), "UTF-8 BOM · CRLF"),
        (b"".join(deflate([XML.encode()])), "UTF-8 · LF · gzip"),
        (XML.encode("utf-16"), "UTF-16LE BOM · LF"),
    ],
)
def test_how_the_file_is_written_is_said(data, summary):
    assert format_summary(open_bytes(data)) == summary


def test_the_state_goes_from_not_saved_to_edited(bar, session, tmp_path):
    bar.set_session(session)
    assert bar.state.text() == "Not saved yet"
    session.doc.save(tmp_path / "a.xml")
    session.state_changed.emit()
    assert bar.state.text() == "Saved"
    session.doc.set_value(0, "priority", "0.5")
    assert bar.state.text() == "Edited"


def test_counts_are_links_by_severity(bar, session, qtbot):
    give_findings(session, error=1204, warning=1)
    bar.set_session(session)
    buttons = bar.counts.buttons
    assert buttons[Severity.ERROR].text() == "● 1,204"
    assert buttons[Severity.WARNING].accessibleName() == "1 warning"
    assert buttons[Severity.INFO].isHidden()
    with qtbot.waitSignal(bar.severity_requested) as asked:
        buttons[Severity.WARNING].click()
    assert asked.args == [Severity.WARNING]


@pytest.mark.parametrize(
    ("is_checking", "counts", "note"),
    [(True, {"error": 1}, "checking…"), (False, {}, "No findings"), (False, {"info": 1}, "")],
)
def test_a_note_says_when_counts_are_not_final(bar, session, is_checking, counts, note):
    give_findings(session, **counts)
    session.is_checking = is_checking
    bar.set_session(session)
    assert bar.counts.note.text() == note


def test_without_a_document_only_jobs_are_shown(bar):
    bar.set_session(None)
    parts = (bar.limits, bar.summary, bar.state, *bar.counts.buttons.values())
    assert all(part.isHidden() for part in parts)


def test_a_new_document_has_a_summary(bar, qapp):
    session = Session(new_document(Kind.TEXT), JobRunner())
    bar.set_session(session)
    assert bar.summary.text() == "UTF-8 · LF"
    bar.set_session(None)
    session.close()


def test_the_summary_leads_to_the_properties(bar, session, qtbot):
    bar.set_session(session)
    with qtbot.waitSignal(bar.properties_requested):
        bar.summary.click()


class FakeJob(SimpleNamespace):
    def cancel(self):
        self.is_cancelled = True


def job(label, *, is_background=False, done=0, total=0):
    return FakeJob(
        label=label,
        done=done,
        total=total,
        is_background=is_background,
        is_running=True,
        is_cancellable=True,
        is_cancelled=False,
    )


@pytest.fixture
def window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def status(window):
    return JobStatus(parent=window)


def test_a_job_shows_its_progress_and_can_be_cancelled(status):
    opening = job("Opening a.xml", done=3 * 2**31, total=4 * 2**31)
    status.show_job(opening)
    assert (status.bar.value(), status.bar.maximum()) == (750, 1000)
    status.cancel.click()
    assert opening.is_cancelled


def test_a_job_of_unknown_length_shows_that_it_runs(status):
    status.show_job(job("Opening a.xml"))
    assert status.bar.maximum() == 0


def test_what_the_user_waits_for_goes_before_what_runs_by_itself(status):
    check, saving = job("Checking", is_background=True), job("Saving")
    status.show_job(check)
    status.show_job(saving)
    status.show_job(check)
    assert status.label.text() == "Saving"
    saving.is_running = False
    status.show_job(check)
    assert status.label.text() == "Checking"


def test_the_end_of_a_job_clears_the_line(status):
    opening = job("Opening a.xml")
    status.show_job(opening)
    status._on_job_ended(opening)
    assert status.isHidden()


def test_a_job_without_a_name_is_not_shown(status):
    status.show_job(job(""))
    assert status.isHidden()


@pytest.mark.parametrize(("width", "has_meters"), [(1400, True), (500, False)])
def test_meters_give_way_in_a_narrow_window(bar, session, width, has_meters):
    give_findings(session, error=39)
    bar.set_session(session)
    bar.resize(width, 30)
    bar._fit()
    assert bar.limits.entries.meter.isVisibleTo(bar) is has_meters


@pytest.mark.parametrize("width", [1400, 700])
def test_a_notice_never_hides_limits_and_counts(bar, session, width):
    give_findings(session, error=39)
    bar.set_session(session)
    bar.resize(width, 30)
    bar.show_notice("What was done is told in a long sentence. " * 5)
    assert bar.limits.isVisibleTo(bar)
    assert bar.counts.buttons[Severity.ERROR].isVisibleTo(bar)
    assert bar.notice.shown_text() != bar.notice.text()
    bar.notice._timer.timeout.emit()
    assert bar.notice.isHidden()
    assert bar.summary.isVisibleTo(bar)
