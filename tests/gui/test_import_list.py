"""The import dialog: what it finds out, what it asks, what it shows, and what it answers."""

import csv
import io
import zipfile

import pytest
from PySide6.QtCore import Qt

from sitemap_editor.document.opening import new_document, open_bytes
from sitemap_editor.gui.dialogs.import_list import AS_IT_IS
from sitemap_editor.gui.lists.dropped import is_document, is_list, is_only_a_list, is_table
from sitemap_editor.gui.lists.work import Target
from sitemap_editor.operations.importing.saved import saved_mappings
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.interaction import RecordingInteraction
from sitemap_editor.support.settings import Settings

from .conftest import sitemap
from .test_accessible_names import nameless

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

CRAWL = (
    "Address,Content Type,Status Code,Indexability,Last Modified\n"
    'https://a.example/,text/html,200,Indexable,"Fri, 20 Jun 2025 22:05:28 GMT"\n'
    "https://a.example/gone,text/html,404,Non-Indexable,\n"
    "https://a.example/a.png,image/png,200,Indexable,\n"
    "nothing,text/html,200,Indexable,\n"
    "https://a.example/b,text/html,200,Indexable,\n"
    "https://a.example/c,text/html,200,Indexable,\n"
)
DATES = "url,lastmod\nhttps://a.example/1,03/04/2024\nhttps://a.example/2,05/06/2024\n"
TWO = "Here,There\nhttps://a.example/,https://b.example/\n"


def test_what_it_becomes_is_shown_with_the_count_on_the_button(import_on):
    hands = import_on(CRAWL)
    assert hands.verb == "Import 4 entries"  # the page that is gone is left out
    assert hands.entries[0] == "2\thttps://a.example/\t2025-06-20T22:05:28+00:00"
    assert hands.dialog.lead.text().startswith("4 entries are made of 6 rows.")
    assert "<lastmod>2025-06-20T22:05:28+00:00</lastmod>" in hands.dialog.becomes.xml.toPlainText()


def test_the_preset_is_found_out_and_columns_have_their_meaning_above_them(import_on):
    hands = import_on(CRAWL)
    assert hands.dialog.kind.preset.currentText() == "Screaming Frog"
    assert hands.roles == ["loc", "content_type", "status", "indexable", "lastmod"]
    assert "so it is called" in hands.dialog.raw.header.choices[2].accessibleDescription()
    assert "whole addresses" in hands.dialog.raw.why.text()
    hands.pick(hands.dialog.kind.preset, "plain-list")
    assert hands.dialog.importing.mapping.preset == "plain-list"


def test_filters_are_boxes_and_what_they_leave_out_is_listed(import_on):
    hands = import_on(CRAWL)
    boxes = hands.dialog.rows.filters
    assert [n for n, box in boxes.items() if not box.isHidden()] == [
        "status=200",
        "indexable",
        "html",
    ]
    assert [n for n, box in boxes.items() if box.isChecked()] == ["status=200", "indexable"]
    hands.do(boxes["html"].click)
    assert hands.verb == "Import 3 entries"
    assert [(row[0], row[1]) for row in hands.left_out] == [
        ("3", "Row"),
        ("4", "Row"),
        ("5", "Row"),
    ]
    hands.type(hands.dialog.rows.other, "Status Code=404")
    assert not hands.dialog.verb.isEnabled()
    hands.type(hands.dialog.rows.other, "No such=1")
    assert "needs a column" in hands.dialog.rows.other.accessibleDescription()


def test_rows_left_out_can_be_saved_and_brought_in_again(import_on, tmp_path, qtbot, jobs):
    path = tmp_path / "left.csv"
    hands = import_on(CRAWL, interaction=RecordingInteraction(path))
    hands.dialog.becomes.save.click()
    qtbot.waitUntil(lambda: "Wrote" in hands.dialog.becomes.shown.text())
    rows = list(csv.reader(io.StringIO(path.read_text("utf-8-sig"))))
    assert [(row[0], row[-2]) for row in rows[1:]] == [
        ("https://a.example/gone", "3"),
        ("nothing", "5"),
    ]
    again = import_on(
        path.read_text("utf-8-sig").replace("nothing", "https://a.example/n"), "again.csv"
    )
    assert again.verb == "Import 1 entry"
    assert jobs.running == []


def test_two_columns_of_addresses_are_asked(import_on):
    hands = import_on(TWO)
    buttons = hands.dialog.questions.address.buttons
    assert [button.text() for button in buttons.values()] == [
        "“Here”: https://a.example/",
        "“There”: https://b.example/",
    ]
    assert buttons[0].isChecked()
    hands.do(buttons[1].click)
    assert hands.entries == ["2\thttps://b.example/"]
    assert hands.roles == ["", "loc"]


def test_day_or_month_first_is_asked_with_count_and_samples(import_on):
    hands = import_on(DATES)
    card = hands.dialog.questions.order
    assert card.text.text().startswith("2 of 2 dates can be read day first or month first.")
    assert [button.text() for button in card.buttons.values()] == [
        "Day first: 03/04/2024 → 2024-04-03, 05/06/2024 → 2024-06-05",
        "Month first: 03/04/2024 → 2024-03-04, 05/06/2024 → 2024-05-06",
    ]
    assert "csv-date-ambiguous" in hands.codes
    hands.do(card.buttons["mdy"].click)
    assert hands.entries == [
        "2\thttps://a.example/1\t2024-03-04",
        "3\thttps://a.example/2\t2024-05-06",
    ]
    assert card.buttons["mdy"].isChecked() and not card.isHidden()


def test_a_date_that_proves_the_order_is_told(import_on):
    hands = import_on(DATES + "https://a.example/3,15/03/2024\n")
    assert "“15/03/2024” shows which is meant." in hands.dialog.questions.order.text.text()
    assert hands.entries[0].endswith("2024-04-03")
    assert hands.dialog.questions.order.buttons["dmy"].isChecked()


def test_a_list_without_addresses_is_refused_where_it_can_be_put_right(import_on):
    hands = import_on("name,path,volume\nshoe,shoe-1,3\nboot,boot-2,4\n")
    said = hands.dialog.note.label.text()
    assert "csv-no-url-column" in said and "name, path, volume" in said
    assert hands.verb == ""
    hands.type(hands.dialog.values.base, "shop.example.com/")
    hands.type(hands.dialog.values.pattern, "/p/{path}")
    assert hands.entries == [
        "2\thttps://shop.example.com/p/shoe-1",
        "3\thttps://shop.example.com/p/boot-2",
    ]
    assert hands.dialog.note.isHidden()
    assert hands.verb == "Import 2 entries"
    hands.type(hands.dialog.values.pattern, "/p/{nothing}")
    assert "no such column" in hands.dialog.note.label.text() and hands.verb == ""


def test_a_column_chosen_by_hand_is_the_address(import_on):
    hands = import_on("a,b\nx,/one\ny,https://a.example/two\nz,n\n")
    hands.mean(1, "loc")
    assert hands.verb == "Import 1 entry"
    hands.mean(1, "")
    assert hands.verb == ""


def test_what_cannot_be_read_is_said_in_the_dialog(import_on):
    hands = import_on(b"\0\1\2\3" * 400)
    assert "binary" in hands.dialog.note.label.text()
    assert hands.dialog.request is None and hands.verb == ""


def test_encoding_delimiter_and_header_can_be_changed(import_on):
    hands = import_on("Seite;Zahl\nhttps://a.example/ü;1\n".encode("cp1252"))
    assert hands.dialog.importing.table.delimiter == ";"
    hands.pick(hands.dialog.source.encoding, "windows-1251")
    assert "ь" in hands.dialog.raw.table.texts.rows[0][0]
    hands.pick(hands.dialog.source.encoding, "windows-1252")
    hands.do(hands.dialog.source.header.click)
    assert hands.dialog.raw.table.texts.titles == ["Column 1", "Column 2"]
    assert hands.dialog.raw.table.texts.rows[0] == ["Seite", "Zahl"]


def test_sheets_and_members_can_be_chosen(import_on, tmp_path):
    with zipfile.ZipFile(tmp_path / "lists.zip", "w") as archive:
        archive.writestr("one.csv", "url\nhttps://a.example/1\n")
        archive.writestr("two.csv", "url\nhttps://a.example/2\nhttps://a.example/3\n")
    hands = import_on((tmp_path / "lists.zip").read_bytes(), "lists.zip")
    assert hands.entries == ["2\thttps://a.example/1"]
    choice = hands.dialog.source.choice
    choice.setCurrentIndex(1)
    hands.do(lambda: choice.activated.emit(1))
    assert hands.verb == "Import 2 entries"


def test_defaults_and_what_counts_as_empty(import_on):
    hands = import_on(
        "url,lastmod,priority\nhttps://a.example/1,none,\nhttps://a.example/2,?,0.5\n"
    )
    hands.type(hands.dialog.values.lastmod, "2024-01-01")
    hands.pick(hands.dialog.values.changefreq, "daily")
    hands.pick(hands.dialog.values.priority, "0.3")
    assert hands.entries[0] == "2\thttps://a.example/1\t2024-01-01\tdaily\t0.3"
    assert [row[1] for row in hands.left_out] == ["Cell for lastmod"]
    hands.do(lambda: hands.dialog.rows.empties.setPlainText("none\n?"))
    hands.qtbot.waitUntil(lambda: hands.dialog.importing.mapping.empties == ("none", "?"))
    hands.settle()
    assert hands.left_out == []
    hands.type(hands.dialog.values.lastmod, "no date")
    assert hands.dialog.values.lastmod.property("role") == "error"


def test_several_rows_about_a_page(import_on):
    hands = import_on(
        "url,lastmod\nhttps://a.example/1,2024-01-01\nhttps://a.example/1,2023-01-01\n"
    )
    assert hands.entries == ["2\thttps://a.example/1\t2024-01-01"]
    hands.pick(hands.dialog.rows.duplicates, "last")
    assert hands.entries == ["3\thttps://a.example/1\t2023-01-01"]
    hands.pick(hands.dialog.rows.duplicates, "keep")
    assert hands.verb == "Import 2 entries"


def test_choices_are_kept_and_offered_for_the_same_columns(import_on):
    settings = Settings(None)
    text = "page,when\nhttps://a.example/1,03/04/2024\n"
    hands = import_on(text, settings=settings, interaction=RecordingInteraction("Mine"))
    hands.mean(1, "lastmod")
    hands.pick(hands.dialog.values.form, "dmy")
    # The name is asked by a form of its own.
    hands.dialog.kind.keep.click()
    assert [one.name for one in saved_mappings(settings)] == ["Mine"]
    again = import_on(text, settings=settings)
    use = again.dialog.note.buttons[0]
    assert use.text() == "Use “Mine”"
    again.do(use.click)
    assert again.entries == ["2\thttps://a.example/1\t2024-04-03"]
    assert again.dialog.kind.kept.currentText() == "Mine"
    again.dialog.kind.forget.click()
    assert saved_mappings(settings) == []


# Where it goes


def open_doc(*rows):
    return open_bytes(sitemap(*rows))


def test_merging_tells_what_will_happen_and_lists_conflicts(import_on):
    doc = open_doc("1 2024-05-01 - 0.5", "2 2024-01-01")
    before = doc.text()
    text = "url,lastmod,priority\n" + "".join(
        f"https://a.example/{n},2024-03-01,0.9\n" for n in (1, 2, 3)
    )
    hands = import_on(text, doc=doc, name="list.csv")
    goal = hands.dialog.goal
    hands.do(lambda: goal.targets[Target.MERGE].setChecked(True))
    assert hands.verb == "Merge 2 entries"
    lead = hands.dialog.lead.text()
    assert "1 entry is added. 1 entry is updated. 1 entry says the same" in lead
    assert "has 2 entries now, and 3 afterwards" in lead
    assert hands.dialog.becomes.changes.texts.texts() == [
        "1\t2\thttps://a.example/1\tlastmod\t2024-05-01\t2024-03-01\t2024-05-01 (from the sitemap)",
        "1\t2\thttps://a.example/1\tpriority\t0.5\t0.9\t0.5 (from the sitemap)",
        "2\t3\thttps://a.example/2\tlastmod\t2024-01-01\t2024-03-01\t2024-03-01 (from the list)",
        "2\t3\thttps://a.example/2\tpriority\t(none)\t0.9\t0.9 (from the list)",
    ]
    assert "csv-duplicate-of-existing" in hands.codes
    hands.pick(goal.winners["priority"], "theirs")
    hands.do(goal.adds.click)
    assert hands.verb == "Merge 2 entries"
    assert "1 page is not there and left out." in hands.dialog.lead.text()
    hands.pick(goal.existing, "skip")
    assert hands.verb == ""
    assert doc.text() == before


def test_pages_that_are_there_are_not_added_twice_unless_wanted(import_on):
    hands = import_on(
        "url\nhttps://a.example/1\nhttps://a.example/9\n", doc=open_doc("1"), name="l.csv"
    )
    goal = hands.dialog.goal
    hands.do(lambda: goal.targets[Target.APPEND].setChecked(True))
    assert hands.verb == "Import 1 entry"
    hands.do(goal.skip.click)
    assert hands.verb == "Import 2 entries"


def test_a_document_that_takes_no_list_says_why(import_on):
    doc = new_document(Kind.URLSET)
    hands = import_on("url\nhttps://a.example/1\n", doc=doc, why_not="It is a feed.")
    hands.dialog.goal.targets[Target.APPEND].setVisible(True)
    assert not hands.dialog.goal.targets[Target.APPEND].isEnabled()
    assert hands.dialog.goal.targets[Target.MERGE].toolTip() == "It is a feed."


@pytest.mark.parametrize(("kind", "fields"), [(Kind.TEXT, 1), (Kind.SITEMAPINDEX, 2)])
def test_a_new_document_can_be_of_another_kind(import_on, kind, fields):
    hands = import_on("url,lastmod\nhttps://a.example/1,2024-01-01\n")
    hands.pick(hands.dialog.goal.kind, kind)
    assert len(hands.entries[0].split("\t")) == 1 + fields
    assert hands.dialog.request.mapping.kind is kind
    assert hands.dialog.values.priority.isHidden()


def test_the_answer_holds_what_was_made_only_when_it_is_whole(import_on):
    hands = import_on(CRAWL)
    assert len(hands.dialog.request.found) == 4
    hands.dialog.importing.change(base_url="https://b.example/")
    assert hands.dialog.request.found is None
    assert hands.dialog.request.mapping.base_url == "https://b.example/"


def test_what_a_rule_says_of_a_feed_is_a_remark(import_on):
    feed = "<rss version='2.0'><channel><item><title>x</title></item><item><link>https://a.example/1</link></item></channel></rss>"
    hands = import_on(feed, "feed.xml", can_open=True)
    assert {"feed-item-no-link", "feed-not-complete"} <= hands.codes
    hands.dialog.as_it_is.click()
    assert hands.dialog.request == AS_IT_IS


def test_every_widget_has_a_name(import_on, qtbot):
    hands = import_on(TWO + "x,y\n", doc=open_doc("1"))
    with qtbot.waitExposed(hands.dialog):
        hands.dialog.show()
    assert nameless(hands.dialog) == []
    hands.dialog.close()


def test_the_dialog_fits_into_a_small_window(import_on, qtbot):
    hands = import_on(CRAWL)
    assert hands.dialog.minimumSizeHint().width() <= 1000
    assert hands.dialog.minimumSizeHint().height() <= 660


# What is a list

CSV, URLS = "url\nhttps://a.example/\n", "https://a.example/\nhttps://a.example/b\n"


@pytest.mark.parametrize(
    ("name", "content", "only", "dropped", "opens"),
    [
        ("a.csv", CSV, True, True, False),
        ("a.CSV", CSV, True, True, False),
        ("a.xml", "PK\x03\x04", True, True, False),
        ("a.txt", URLS, False, False, True),
        ("a.txt", f"# ours\n{URLS}", False, True, True),
        ("a.txt", "<urlset/>", False, False, False),
        ("a.xml", "<rss version='2.0'/>", False, True, True),
        ("a.xml", "<urlset/>", False, False, False),
        ("robots.txt", "Sitemap: https://a.example/s.xml\n", False, False, False),
    ],
)
def test_lists_are_told_from_documents(tmp_path, name, content, only, dropped, opens):
    path = tmp_path / name
    path.write_text(content, "utf-8")
    assert (is_only_a_list(path), is_list(path), is_document(path)) == (only, dropped, opens)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("a\tb\nc\td\n", True), ("https://a.example/\n", False), ("<a>\t</a>\n<b>\t</b>", False)],
)
def test_cells_of_a_spreadsheet_are_told_from_other_text(text, expected):
    assert is_table(text) == expected


def test_open_and_wrong_dates_stand_out_in_the_list(import_on):
    hands = import_on(f"{DATES}https://a.example/3,soon\nhttps://a.example/4,2024-01-01\n")
    marked = hands.dialog.raw.table.texts.marked
    assert marked == {(0, 1): "warning", (1, 1): "warning", (2, 1): "error"}
    hands.mean(1, "")
    assert hands.dialog.raw.table.texts.marked == {}


def test_a_column_named_after_a_language_is_one(import_on):
    hands = import_on("page,en,\nhttps://a.example/,https://a.example/en,x\n")
    hands.mean(1, "language")
    assert hands.dialog.importing.mapping.languages == {"en": 1}
    assert hands.roles == ["loc", "language", ""]
    assert [row.split("\t")[1] for row in hands.entries] == [
        f"https://a.example/{n}" for n in ("", "en")
    ]
    hands.mean(2, "language")
    assert hands.roles == ["loc", "language", ""]
    assert hands.verb == "Import 2 entries"


def test_what_people_said_outlasts_another_preset(import_on):
    hands = import_on(CRAWL)
    hands.pick(hands.dialog.values.priority, "0.3")
    hands.pick(hands.dialog.kind.preset, "plain-list")
    assert hands.dialog.importing.mapping.defaults == {"priority": "0.3"}
    assert hands.entries[0].endswith("0.3")


def test_the_keyboard_brings_far_columns_into_view(import_on, qtbot):
    names = [f"Column {n}" for n in range(40)]
    hands = import_on(f"url,{','.join(names)}\nhttps://a.example/{',x' * 40}\n")
    dialog = hands.dialog
    with qtbot.waitExposed(dialog):
        dialog.show()
    dialog.activateWindow()
    last = dialog.raw.header.choices[-1]
    last.setFocus()
    room = dialog.raw.table.viewport().width()
    assert 0 <= dialog.raw.header.sectionViewportPosition(40) < room
    assert abs(last.x() - dialog.raw.header.sectionViewportPosition(40)) < 8
    with qtbot.waitSignal(dialog.accepted):
        qtbot.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def test_columns_that_mean_something_stand_in_front(import_on):
    names = [f"Column {n}" for n in range(20)]
    hands = import_on(
        f"{','.join(names)},Address,lastmod\n{'x,' * 20}https://a.example/,2024-01-01\n"
    )
    header = hands.dialog.raw.header
    assert [header.logicalIndex(place) for place in range(3)] == [20, 21, 0]
