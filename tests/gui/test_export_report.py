"""A report from the window: what is asked, what is shown before, and the file it becomes."""

import csv
import io
import json
from itertools import repeat

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.formats.reports import ReportOptions
from sitemap_editor.gui.dialogs.export_report import FORMS, ExportReportDialog, ReportRequest
from sitemap_editor.operations.reporting import checked_file
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.rules.check import Checker
from sitemap_editor.support import i18n
from sitemap_editor.support.interaction import RecordingInteraction

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

ROWS = ("a 31/12/2023 daily 7", "b", "b")
EVERY = frozenset(Severity)


@pytest.fixture
def file(sitemap_of):
    doc = open_bytes(sitemap_of(*ROWS))
    checker = Checker(doc, base_url="https://a.example/sitemap.xml")
    checker.run()
    return checked_file(doc, checker, "sitemap.xml")


@pytest.fixture
def sitemap_of():
    def make(*rows):
        names = ("loc", "lastmod", "changefreq", "priority")
        entries = ""
        for row in rows:
            fields = zip(names, row.split(), strict=False)
            inner = "".join(
                f"<{n}>{'https://a.example/' if n == 'loc' else ''}{v}</{n}>" for n, v in fields
            )
            entries += f"<url>{inner}</url>\n"
        head = '<?xml version="1.0" encoding="UTF-8"?>\n'
        space = "http://www.sitemaps.org/schemas/sitemap/0.9"
        return f'{head}<urlset xmlns="{space}">\n{entries}</urlset>\n'.encode()

    return make


@pytest.fixture
def dialog(qtbot, file, tmp_path):
    interaction = RecordingInteraction()
    dialog = ExportReportDialog(file, tmp_path / "sitemap.xml", interaction)
    qtbot.addWidget(dialog)
    return dialog


def choose(dialog, form):
    at = [one.id for one in FORMS].index(form)
    dialog.form.setCurrentIndex(at)
    dialog.form.activated.emit(at)


def shown(dialog):
    pane = dialog.pane
    return (pane.area if pane.page is None or pane.page.isHidden() else pane.page).toPlainText()


def test_it_begins_with_a_page_of_everything(dialog, tmp_path):
    request = dialog.request
    assert (request.path, request.form) == (tmp_path / "sitemap.html", "html")
    assert (request.severities, request.options.max_findings) == (EVERY, 200)
    assert dialog.verb.text() == "Export"


@pytest.mark.parametrize(
    ("form", "beginning"),
    [
        ("html", "Sitemap report"),
        ("csv", "file,code,severity"),
        ("json", "[\n{"),
        ("sarif", '{"$schema"'),
    ],
)
def test_the_beginning_is_shown(dialog, form, beginning):
    choose(dialog, form)
    assert shown(dialog).startswith(beginning)
    assert "lastmod-locale-format" in shown(dialog)


def test_the_name_follows_the_form_and_the_form_the_name(dialog, tmp_path):
    choose(dialog, "csv")
    assert dialog.request.path == tmp_path / "sitemap.csv"
    dialog.path.setText(str(tmp_path / "x.json"))
    dialog.path.textEdited.emit(dialog.path.text())
    assert dialog.request.form == "json"


def test_what_is_left_out_is_not_in_the_beginning(dialog):
    choose(dialog, "csv")
    dialog.severities[Severity.ERROR].setChecked(False)
    assert dialog.request.severities == EVERY - {Severity.ERROR}
    assert "lastmod-locale-format" not in shown(dialog)
    assert "loc-duplicate-exact" in shown(dialog)


def test_nothing_to_include_is_nothing_to_export(dialog):
    for box in dialog.severities.values():
        box.setChecked(False)
    assert not dialog.verb.isEnabled()
    assert "Choose" in dialog.note.text()


def test_the_panels_severities_are_those_to_begin_with(qtbot, file, tmp_path):
    dialog = ExportReportDialog(
        file, tmp_path / "a.xml", RecordingInteraction(), severities=frozenset({Severity.WARNING})
    )
    qtbot.addWidget(dialog)
    assert dialog.request.severities == {Severity.WARNING}


@pytest.mark.parametrize("name", ["", "missing/a.html"])
def test_a_place_that_cannot_be_written_is_said_before(dialog, tmp_path, name):
    text = str(tmp_path / name) if name else ""
    dialog.path.setText(text)
    dialog.path.textEdited.emit(text)
    assert not dialog.verb.isEnabled()


def test_a_file_that_exists_is_announced(dialog, tmp_path):
    (tmp_path / "sitemap.html").write_text("")
    dialog.path.textEdited.emit(dialog.path.text())
    assert dialog.verb.text() == "Replace"
    assert "will be replaced" in dialog.note.text()


def test_options_belong_to_their_form(dialog):
    assert dialog.listed.isVisibleTo(dialog)
    assert not dialog.bom.isVisibleTo(dialog)
    choose(dialog, "csv")
    assert not dialog.listed.isVisibleTo(dialog)
    assert dialog.bom.isVisibleTo(dialog)


def test_reports_for_programs_are_shown_in_english(dialog):
    i18n.set_language("fr")
    try:
        choose(dialog, "json")
        assert "is not in the order year, month, day" in shown(dialog)
        choose(dialog, "csv")
        assert "is not in the order year, month, day" not in shown(dialog)
    finally:
        i18n.set_language("en")


# Writing


def request(path, form, severities=EVERY, **options):
    return ReportRequest(path, form, severities, ReportOptions(**options))


@pytest.fixture
def opened(desk):
    desk.open(*ROWS)
    return desk


def export(desk, name, form, severities=EVERY, **options):
    path = desk.folder / name
    desk.answer(request(path, form, severities, **options))
    desk.run("file.export_report")
    return path


def test_a_report_needs_a_check(desk):
    desk.window.action_set.refresh()
    assert not desk.window.action_set["file.export_report"].isEnabled()


def test_the_report_is_written_as_asked(opened):
    path = export(opened, "report.html", "html")
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert text.endswith("</html>\n")
    assert "31/12/2023" in text
    assert opened.notice == "Wrote report.html."
    asked = opened.interaction.asked[-1].context
    assert asked["suggestion"].name == "sitemap-report.html"
    assert "Google, Bing" in text
    assert asked["options"].date[:2] == "20"


def test_what_the_panel_lists_is_offered(opened):
    opened.window.panels["findingsPanel"].show_severity(Severity.WARNING)
    opened.answer(None)
    opened.run("file.export_report")
    assert opened.interaction.asked[-1].context["severities"] == {Severity.WARNING}


def test_a_table_holds_the_findings_of_the_panel(opened):
    path = export(opened, "report.csv", "csv", frozenset({Severity.WARNING}))
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"), newline="")))
    assert {row["severity"] for row in rows} == {"warning"}
    assert len(rows) == opened.session.report.counts[Severity.WARNING]


def test_a_report_for_programs_is_english_whatever_is_spoken(opened):
    i18n.set_language("ru")
    try:
        path = export(opened, "report.json", "json")
    finally:
        i18n.set_language("en")
    (file,) = json.loads(path.read_text(encoding="utf-8"))
    assert any("is not in the order year" in one["message"] for one in file["findings"])


def test_an_open_document_is_not_written_over(opened):
    before = (opened.folder / "sitemap.xml").read_bytes()
    export(opened, "sitemap.xml", "html")
    assert "is open in this window" in opened.interaction.texts[-1]
    assert (opened.folder / "sitemap.xml").read_bytes() == before


def test_a_report_that_cannot_be_written_says_so_and_leaves_nothing(opened):
    export(opened, "missing/report.html", "html")
    assert opened.interaction.asked[-1].what == "report_error"
    assert [path.name for path in opened.folder.iterdir()] == ["sitemap.xml"]


def test_an_edit_meanwhile_ends_it_and_leaves_nothing(opened, monkeypatch, qtbot):
    monkeypatch.setattr(ReportRequest, "pieces", lambda _self, _file: repeat("x"))
    path = opened.folder / "report.html"
    opened.answer(request(path, "html"))
    opened.window.action_set["file.export_report"].trigger()
    qtbot.waitUntil(lambda: bool(list(opened.folder.glob(".*"))))
    opened.select(0, 1, 0, 1)
    opened.run("entry.delete")
    assert [one.name for one in opened.folder.iterdir()] == ["sitemap.xml"]
    assert len(opened.doc) == len(ROWS) - 1
