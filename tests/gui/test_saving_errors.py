"""Saving warns of errors, once as long as there are not more of them."""

import pytest

from sitemap_editor.document import editing

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


def set_priority(desk, position, value):
    doc = desk.doc
    ids = doc.ids[position : position + 1]
    desk.session.edit(editing.set_field(doc, ids, "priority", value), "Set priority")
    desk.quiet()


@pytest.fixture
def wrong(desk):
    desk.path = desk.open("a - - 7", "b")
    assert desk.session.error_count == 1
    return desk


def test_saving_with_errors_is_asked_once(wrong):
    wrong.answer("save")
    wrong.run("file.save")
    wrong.run("file.save")
    assert len(wrong.interaction.asked) == 1
    assert "1 error was found" in wrong.interaction.texts[0]


def test_more_errors_are_asked_about_again(wrong):
    wrong.answer("save", "save")
    wrong.run("file.save")
    set_priority(wrong, 1, "8")
    wrong.run("file.save")
    assert "2 errors were found" in wrong.interaction.texts[-1]


def test_errors_that_come_back_after_a_clean_save_are_asked_about(wrong):
    wrong.answer("save", "save")
    wrong.run("file.save")
    set_priority(wrong, 0, "0.5")
    wrong.run("file.save")
    set_priority(wrong, 0, "9")
    wrong.run("file.save")
    assert len(wrong.interaction.asked) == 2


@pytest.mark.parametrize("answer", ["show", "cancel"])
def test_the_errors_can_be_looked_at_first(wrong, answer):
    before = wrong.path.read_bytes()
    set_priority(wrong, 0, "8")
    wrong.window.show()
    wrong.window.panels["xmlPreview"].setFocus()
    wrong.answer(answer)
    wrong.run("file.save")
    assert wrong.path.read_bytes() == before
    panel = wrong.window.panels["findingsPanel"]
    assert panel.isAncestorOf(wrong.window.focusWidget()) == (answer == "show")


def test_an_export_says_nothing_of_errors(wrong):
    wrong.answer(None)
    wrong.run("file.export")
    assert [asked.what for asked in wrong.interaction.asked] == ["ask_form"]
