"""What a fix asks is answered beside what it changes, and remembered for the next."""

import pytest
from PySide6.QtWidgets import QComboBox, QLineEdit, QRadioButton

from sitemap_editor.gui.dialogs.fix_preview import Preview, Sample
from sitemap_editor.gui.interaction import QtInteraction
from sitemap_editor.protocol.kinds import Kind

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

BEFORE = Sample(1, "lastmod", "03/04/2024", "2024-04-03", "day first")
AFTER = Sample(1, "lastmod", "03/04/2024", "2024-03-04")


@pytest.fixture
def asked():
    return []


@pytest.fixture
def make(qtbot, asked):
    def make(*questions, **answers):
        dialog = QtInteraction().make_form(
            "fix_preview",
            title="T",
            samples=[BEFORE],
            count=1,
            questions=questions,
            answers=answers,
            replan=lambda given, on_done: asked.append((dict(given), on_done)),
        )
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return make


def cells(dialog):
    return [dialog.table.item(0, column).text() for column in range(5)]


def test_without_questions_there_are_only_values(make):
    dialog = make()
    assert not dialog.questions.isVisible()
    assert cells(dialog) == ["1", "lastmod", "03/04/2024", "2024-04-03", "day first"]


def test_an_answer_shows_what_it_does(make, asked):
    dialog = make("date_order")
    dialog.findChild(QRadioButton, "date_order.mdy").click()
    (given, on_done) = asked.pop()
    assert given == {"date_order": "mdy"} == dialog.answers
    assert not dialog.verb.isEnabled()
    on_done(Preview([AFTER], 7))
    assert cells(dialog)[3] == "2024-03-04"
    assert dialog.table.isColumnHidden(4)
    assert dialog.verb.isEnabled()
    assert dialog.verb.text() == "Fix 7 findings"


def test_only_the_last_answer_counts(make, asked):
    dialog = make("keep", "date_order")
    dialog.findChild(QRadioButton, "keep.last").click()
    dialog.findChild(QRadioButton, "date_order.mdy").click()
    (_first, early), (given, late) = asked
    assert given == {"keep": "last", "date_order": "mdy"}
    early(Preview([AFTER], 5))
    assert cells(dialog)[3] == "2024-04-03"
    assert not dialog.verb.isEnabled()
    late(Preview([AFTER], 6))
    assert cells(dialog)[3] == "2024-03-04"


def test_what_was_answered_before_is_chosen(make, asked):
    dialog = make("zone", zone="+02:00")
    zones = dialog.findChild(QComboBox, "zone")
    assert zones.currentData() == "+02:00"
    zones.setCurrentIndex(zones.findData("Z"))
    zones.activated.emit(zones.currentIndex())
    assert asked[0][0] == {"zone": "Z"}


def test_what_is_typed_waits_for_the_end_of_it(make, asked, qtbot):
    dialog = make("site_host")
    line = dialog.findChild(QLineEdit, "site_host")
    with qtbot.waitSignal(dialog.questions.answered):
        qtbot.keyClicks(line, "https://shop.org ")
    assert [given for given, _done in asked] == [{"site_host": "https://shop.org"}]


def test_nothing_to_change_cannot_be_accepted(make, asked):
    dialog = make("date_order")
    dialog.show_preview(Preview([], 0))
    assert not dialog.verb.isEnabled()


ENTRY = "<url><loc>https://www.shop.org/{}</loc><lastmod>{}</lastmod></url>"


def opened(desk, text, name="dates.xml"):
    path = desk.folder / name
    path.write_text(text, "utf-8")
    desk.window.open_paths([path])
    desk.quiet()


def urlset(*dates):
    entries = "".join(ENTRY.format(n, date) for n, date in enumerate(dates))
    return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'


def test_the_window_asks_works_out_and_remembers(desk):
    opened(desk, urlset("03/04/2024", "05/06/2024 08:30"))
    desk.answer(True)
    desk.window.panels["findingsPanel"].fix_requested.emit("lastmod-locale-format", None)
    desk.quiet()
    context = desk.interaction.asked[-1].context
    assert context["questions"] == ("date_order", "zone")
    assert [desk.doc.value(n, "lastmod") for n in (0, 1)] == ["2024-04-03", "2024-06-05"]
    desk.run("edit.undo")
    desk.session.answers.update(date_order="mdy", zone="Z")
    desk.answer(True)
    desk.window.panels["findingsPanel"].fix_requested.emit("lastmod-locale-format", None)
    desk.quiet()
    assert desk.interaction.asked[-1].context["answers"]["zone"] == "Z"
    assert [desk.doc.value(n, "lastmod") for n in (0, 1)] == ["2024-03-04", "2024-05-06T08:30:00Z"]


def test_another_answer_has_the_fix_worked_out_again(desk):
    opened(desk, urlset("03/04/2024"))
    desk.answer(None)
    desk.window.panels["findingsPanel"].fix_requested.emit("lastmod-locale-format", None)
    desk.quiet()
    shown = []
    desk.interaction.asked[-1].context["replan"]({"date_order": "mdy"}, shown.append)
    desk.quiet()
    assert [sample.after for sample in shown[0].samples] == ["2024-03-04"]
    assert desk.session.answers == {"date_order": "mdy"}
    assert desk.doc.value(0, "lastmod") == "03/04/2024"


def test_a_fix_that_waits_for_an_answer_is_shown(desk):
    text = urlset("2024-05-01").replace("https://www.shop.org/0", "/a")
    opened(desk, text)
    desk.answer(None)
    desk.window.panels["findingsPanel"].fix_requested.emit("loc-not-absolute", None)
    desk.quiet()
    context = desk.interaction.asked[-1].context
    assert (context["questions"], context["count"]) == (("site_host",), 0)


def test_an_index_of_pages_becomes_a_sitemap_before_the_eyes(desk):
    page = "<sitemap><loc>https://www.shop.org/about.html</loc></sitemap>"
    head = '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    opened(desk, f"{head}{page}</sitemapindex>")
    columns = desk.table.entries.columnCount()
    desk.answer(True)
    desk.window.panels["findingsPanel"].fix_requested.emit("index-child-is-page", None)
    desk.quiet()
    assert desk.doc.kind is Kind.URLSET
    assert desk.table.entries.columnCount() == columns + 2
    desk.run("edit.undo")
    assert desk.doc.kind is Kind.SITEMAPINDEX
    assert desk.table.entries.columnCount() == columns
