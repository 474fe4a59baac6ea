"""The forms by name: what they ask, and what the answer is made of."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QDialog,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from sitemap_editor.document.changes import changes_of
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui.dialogs.fix_preview import Sample
from sitemap_editor.gui.dialogs.message import MessageDialog
from sitemap_editor.gui.interaction import FORMS, QtInteraction
from sitemap_editor.gui.over_set.files import FilesInHand, SetFile
from sitemap_editor.gui.saving_all import Disk, FileToSave
from sitemap_editor.gui.scopes import all_entries
from sitemap_editor.gui.session import Session
from sitemap_editor.gui.transferring import Asked, Target
from sitemap_editor.gui.workspace import Workspace
from sitemap_editor.operations.reporting import checked_file
from sitemap_editor.operations.sets.gathering import Given
from sitemap_editor.operations.splitting import limits_of
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.rules.check import Checker
from sitemap_editor.rules.decisions.policy import NO_POLICY, Scope
from sitemap_editor.support.interaction import Choice
from sitemap_editor.support.settings import Settings

XML = b"""<?xml version="1.0" encoding="UTF-8"?>\r
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\r
  <url>\r
    <loc>https://www.example.com/?a=1&amp;b=2</loc>\r
    <priority>0,5</priority>\r
  </url>\r
</urlset>\r
"""


@pytest.fixture
def doc():
    return open_bytes(XML)


@pytest.fixture
def make(qtbot):
    def make(name, /, **context):
        dialog = QtInteraction().make_form(name, **context)
        qtbot.addWidget(dialog)
        return dialog

    return make


def contexts(doc, tmp_path, jobs):
    hands = [FilesInHand("All", (SetFile("a.xml", own=Session(doc, jobs)),))]
    return {
        "new_document": {},
        "save_as": {"doc": doc, "suggestion": tmp_path / "a.xml"},
        "split": {
            "doc": doc,
            "name": "a.xml",
            "jobs": jobs,
            "scopes": [all_entries(doc)],
            "folder": tmp_path,
            "base_url": "https://a.example/",
            "profiles": ("protocol",),
        },
        "properties": {"doc": doc},
        "replace": {"doc": doc, "jobs": jobs, "scopes": {"all": doc.ids}},
        "change_address": {"doc": doc, "jobs": jobs, "site": "https://a.example"},
        "dedupe": {"doc": doc, "jobs": jobs},
        "merge": {
            "jobs": jobs,
            "sources": [Given("a.xml", doc=doc)],
            "opened": {},
            "profiles": ("protocol",),
        },
        "replace_in_set": {"workspace": Workspace(jobs), "hands": hands},
        "address_in_set": {"workspace": Workspace(jobs), "hands": hands},
        "sort_file": {"doc": doc, "jobs": jobs},
        "go_to": {"line_count": 10, "entry_count": 3},
        "set_value": {"kind": Kind.URLSET, "count": 3},
        "fix_preview": {"title": "T", "samples": [Sample(1, "loc", "a", "b")], "count": 1},
        "changes": {"doc": doc, "changes": changes_of(doc), "file": "a.xml"},
        "paste_preview": {"entries": [{"loc": "a"}], "fields": ["loc"], "can_fit": True},
        "pasted_text": {"jobs": jobs, "text": "https://a.example/ b"},
        "import_list": {"jobs": jobs, "settings": Settings(None)},
        "apply_list": {"doc": doc, "name": "a.xml", "jobs": jobs, "change": print},
        "compare": {"desk": None, "jobs": jobs, "sides": []},
        "save_all": {"files": [FileToSave(Session(doc, jobs), Disk.CHANGED)], "jobs": jobs},
        "move_to": {
            "asked": Asked(Session(doc, jobs), doc.ids, False, lambda _path, _progress: doc),
            "targets": [Target("A new file")],
            "jobs": jobs,
            "limits": limits_of(()),
        },
        "text": {"question": "Which?"},
        "keys": {"groups": [("File", [("Open", "Ctrl+O")])]},
        "about": {},
        "log": {},
        "settings": {"settings": Settings(None)},
        "export_report": {
            "file": checked_file(doc, Checker(doc), "a.xml"),
            "suggestion": tmp_path / "a.html",
        },
        "rule_settings": {"policies": {Scope.USER: NO_POLICY}},
        "fault": {"text": "ValueError", "details": "Traceback"},
    }


@pytest.mark.parametrize("name", FORMS)
def test_every_form_opens_and_names_its_parts(make, doc, tmp_path, jobs, name):
    dialog = make(name, **contexts(doc, tmp_path, jobs)[name])
    hasattr(dialog, FORMS[name][2])
    assert dialog.windowTitle()
    kinds = (QAbstractButton, QLineEdit, QPlainTextEdit)
    unnamed = [
        widget
        for kind in kinds
        for widget in dialog.findChildren(kind)
        if widget.isVisibleTo(dialog) and not is_named(widget)
    ]
    assert unnamed == []


@pytest.mark.parametrize("name", FORMS)
def test_a_form_begins_where_there_is_something_to_decide(qtbot, make, doc, tmp_path, jobs, name):
    dialog = make(name, **contexts(doc, tmp_path, jobs)[name])
    with qtbot.waitExposed(dialog):
        dialog.show()
    assert dialog.focusWidget() is not dialog.cancel
    if name not in ONLY_A_VERB:
        assert dialog.focusWidget() is not dialog.verb


@pytest.mark.parametrize("name", FORMS)
def test_a_form_fits_into_a_small_window(qtbot, doc, tmp_path, jobs, name):
    window = QWidget()
    window.resize(1024, 640)
    dialog = QtInteraction(window).make_form(name, **contexts(doc, tmp_path, jobs)[name])
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.show()
    size = dialog.size()
    dialog.setParent(None)  # qtbot closes it, without the window
    assert size.boundedTo(window.size()) == size


ONLY_A_VERB = ("fix_preview", "changes", "paste_preview", "about", "log", "fault")


def test_the_focus_is_on_the_question_of_a_fix(qtbot, make):
    dialog = make("fix_preview", title="T", samples=[], count=1, questions=("keep",))
    with qtbot.waitExposed(dialog):
        dialog.show()
    assert dialog.focusWidget().objectName() == "keep.first"
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Down)
    assert dialog.answers == {"keep": "last"}


def is_named(widget):
    # The parts of Qt's own widgets are named by the whole.
    parent = widget.parent()
    is_part = not isinstance(parent, QDialog | QFrame) or isinstance(parent, PARTS)
    return widget.accessibleName() or is_part or getattr(widget, "text", str)()


PARTS = (QComboBox, QLineEdit, QAbstractItemView)


@pytest.mark.parametrize("kind", [kind for kind in Kind if not kind.is_feed])
def test_new_gives_the_kind_chosen(make, kind):
    dialog = make("new_document")
    assert dialog.kind is Kind.URLSET
    dialog.choices[kind].click()
    assert dialog.kind is kind


@pytest.mark.parametrize(
    ("button", "typed", "expected"),
    [
        ("line", "7", (True, 7)),
        ("line", "99", (True, 10)),
        ("entry", "2", (False, 2)),
        ("entry", "50,000", (False, 3)),
    ],
)
def test_go_to_takes_a_line_or_an_entry_within_the_document(make, button, typed, expected):
    dialog = make("go_to", line_count=10, entry_count=3, line=4)
    getattr(dialog, button).click()
    dialog.number.setText(typed)
    assert dialog.target == expected


@pytest.mark.parametrize("typed", ["", "x", "0", "-1"])
def test_go_to_needs_a_number(make, typed):
    dialog = make("go_to", line_count=10, entry_count=3)
    dialog.number.setText(typed)
    assert not dialog.verb.isEnabled()


def test_go_to_begins_where_the_user_is(make):
    dialog = make("go_to", line_count=10, entry_count=3, line=4, entry=2)
    assert dialog.number.text() == "4"
    dialog.entry.click()
    assert dialog.number.text() == "2"


@pytest.mark.parametrize(
    ("field", "text", "expected"),
    [("lastmod", "2024-05-01 ", ("lastmod", "2024-05-01")), ("priority", "1", ("priority", "1"))],
)
def test_a_value_is_set_as_typed_without_white_space(make, field, text, expected):
    dialog = make("set_value", kind=Kind.URLSET, count=3, field=field)
    dialog.text.setText(text)
    assert dialog.choice == expected
    assert dialog.verb.text() == "Set in 3 entries"


def test_a_choice_field_also_takes_what_is_not_in_the_list(make):
    dialog = make("set_value", kind=Kind.URLSET, count=1, field="changefreq")
    dialog.list.setEditText("sometimes")
    assert dialog.choice == ("changefreq", "sometimes")


def test_a_field_can_be_removed_but_not_the_address(make):
    dialog = make("set_value", kind=Kind.URLSET, count=1, field="lastmod")
    dialog.remove.click()
    assert dialog.choice == ("lastmod", None)
    dialog.field.setCurrentIndex(dialog.field.findData("loc"))
    assert dialog.set.isChecked()
    assert not dialog.remove.isEnabled()
    assert not dialog.verb.isEnabled()


def test_properties_without_a_change_ask_for_nothing(make, doc):
    request = make("properties", doc=doc, base_url="https://www.example.com/s.xml").request
    assert (request.head, request.base_url) == (None, "https://www.example.com/s.xml")
    assert (request.is_recoding, request.profiles) == (False, None)


def test_properties_ask_for_what_is_chosen(make, doc):
    dialog = make("properties", doc=doc, profiles=("google", "bing"))
    dialog.writing.gzip.click()
    dialog.writing.bom.click()
    dialog.profiles.profile_actions["bing"].trigger()
    request = dialog.request
    assert (request.encoding, request.bom, request.gzip) == (None, True, True)
    assert request.profiles == ("google",)
    assert not dialog.profiles.profile_actions["google"].isEnabled()


def test_properties_offer_utf_8_to_a_file_that_is_not(make, doc):
    assert make("properties", doc=doc).writing.utf8.isHidden()
    dialog = make("properties", doc=open_bytes(XML.decode().encode("utf-16")))
    assert not dialog.request.is_recoding
    dialog.writing.utf8.click()
    assert (dialog.request.encoding, dialog.request.bom) == ("utf-8", False)


def test_a_changed_head_keeps_the_line_ends_of_the_file(make, doc):
    dialog = make("properties", doc=doc)
    dialog.head.setPlainText(dialog.head.toPlainText().replace("<urlset", "<!-- x -->\n<urlset"))
    assert dialog.request.head.count("\r\n") == bytes(doc.head).count(b"\r\n") + 1
    assert dialog.verb.isEnabled()


def test_a_changed_head_keeps_characters_that_look_like_others(make):
    text = "<!-- a\u00a0b\u2028c --><urlset></urlset>"
    dialog = make("properties", doc=open_bytes(text.encode()))
    assert dialog.request.head is None
    dialog.head.textCursor().insertText("<!-- x -->")
    assert dialog.request.head == "<!-- x --><!-- a\u00a0b\u2028c --><urlset>"


@pytest.mark.parametrize("head", ["<urlset", "<html>", ""])
def test_a_head_that_would_break_the_file_cannot_be_applied(make, doc, head):
    dialog = make("properties", doc=doc)
    dialog.head.setPlainText(head)
    assert not dialog.verb.isEnabled()
    assert dialog.problem.text()


def test_a_public_address_must_be_one(make, doc):
    dialog = make("properties", doc=doc)
    dialog.address.setText("example.com")
    assert not dialog.verb.isEnabled()
    dialog.address.setText("https://example.com/s.xml")
    assert dialog.verb.isEnabled()


def test_a_fix_preview_shows_before_and_after_and_how_much_is_left_out(make):
    samples = [Sample(n, "priority", "0,5", "0.5") for n in range(1, 4)]
    dialog = make("fix_preview", title="Decimal comma", samples=samples, count=1204)
    table = dialog.table
    assert [table.item(0, column).text() for column in range(4)] == ["1", "priority", "0,5", "0.5"]
    assert dialog.verb.text() == "Fix 1,204 findings"


def test_the_sheet_of_keys_is_searched(make):
    groups = [("File", [("Open", "Ctrl+O"), ("Save", "Ctrl+S")]), ("Edit", [("Undo", "Ctrl+Z")])]
    dialog = make("keys", groups=groups)
    dialog.search.setText("ctrl+z")
    assert dialog.shown_keys() == ["Undo"]


def test_details_of_a_fault_can_be_copied(make):
    dialog = make("fault", text="ValueError: x", details="Traceback …")
    dialog.copy_details()
    copied = QGuiApplication.clipboard().text()
    assert "ValueError: x" in copied
    assert "Traceback …" in copied


@pytest.fixture
def question(qtbot):
    choices = (
        Choice("drop", "Discard", is_destructive=True),
        Choice("cancel", "Cancel", is_cancel=True),
        Choice("save", "Save", is_default=True),
    )
    dialog = MessageDialog("Save?", "It is lost.", choices)
    qtbot.addWidget(dialog)
    return dialog


def test_the_buttons_of_a_question_are_its_verbs(question):
    buttons = [b for b in question.findChildren(QAbstractButton) if b.isVisibleTo(question)]
    assert [button.text() for button in buttons] == ["Discard", "Cancel", "Save"]
    next(b for b in buttons if b.text() == "Discard").click()
    assert question.answer == "drop"


@pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
def test_escape_means_cancel_and_enter_the_default(question, qtbot):
    question.show()
    qtbot.keyClick(question, Qt.Key.Key_Escape)
    assert question.answer == "cancel"
    question.show()
    qtbot.keyClick(question, Qt.Key.Key_Return)
    assert question.answer == "save"


def test_a_long_value_is_taken_whole(make):
    line, value = make("text", question="Which?"), make("set_value", kind=Kind.URLSET, count=3)
    line.field.setText("x" * 40_000)
    value.text.setText("x" * 40_000)
    assert len(line.text) == len(value.text.text()) == 40_000
