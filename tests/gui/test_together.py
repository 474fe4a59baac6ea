"""Steps that several open documents take together, in the window."""

import numpy as np
import pytest

from sitemap_editor.document import editing
from sitemap_editor.gui.together import build_together, edit_together


def shared_step(a, b):
    """Delete the first entry of two documents as one step."""
    pairs = [(one, editing.delete(one.doc, one.doc.ids[:1])) for one in (a, b)]
    return edit_together(pairs, "Delete from both")


@pytest.fixture
def two(desk):
    """Two open files; the second is shown."""
    for name in ("a.xml", "b.xml"):
        desk.open("1", "2", "3", name=name)
    return desk.window.workspace.sessions


def sizes(sessions):
    return [len(session.doc) for session in sessions]


def test_undo_in_one_file_undoes_the_step_in_both_and_redo_does_it_again(desk, two):
    assert shared_step(*two)
    desk.quiet()
    assert sizes(two) == [2, 2]
    desk.window.action_set.refresh()
    assert desk.window.action_set["edit.undo"].text() == "Undo: Delete from both (in 2 files)"
    desk.run("edit.undo")
    assert sizes(two) == [3, 3]
    desk.window.workspace.activate(two[0])
    desk.run("edit.redo")
    assert sizes(two) == [2, 2]
    assert all(session.is_modified for session in two)


def test_later_steps_of_the_other_file_are_named_and_undone_only_if_wished(desk, two):
    a, b = two
    shared_step(a, b)
    b.edit(editing.set_field(b.doc, np.asarray(b.doc.ids), "priority", "0.1"), "Set priority")
    desk.window.workspace.activate(a)
    desk.answer("cancel", "go")
    desk.run("edit.undo")
    assert sizes(two) == [2, 2]
    asked = desk.interaction.asked[-1]
    assert asked.context["details"] == "b.xml: Set priority"
    desk.run("edit.undo")
    assert sizes(two) == [3, 3]
    assert not b.is_modified


def test_a_file_that_was_closed_is_named_before_only_the_other_is_undone(desk, two):
    a, b = two
    shared_step(a, b)
    desk.window.workspace.close(b)
    desk.answer("go")
    desk.run("edit.undo")
    assert "b.xml" in desk.interaction.texts[-1]
    assert sizes([a]) == [3]


def test_a_busy_file_lets_no_step_of_several_be_undone(desk, two):
    shared_step(*two)
    desk.quiet()
    two[0].is_changing = True
    desk.run("edit.undo")
    assert sizes(two) == [2, 2]
    assert "a.xml" in desk.notice
    two[0].is_changing = False


def test_a_big_step_of_several_is_built_in_a_job(desk, two):
    done = []

    def build(progress):
        progress.tick()
        return [(one.doc, editing.delete(one.doc, one.doc.ids[:1])) for one in two]

    build_together(two, build, "Delete", 1_000_000, done.append, done.append)
    assert all(session.is_busy for session in two)
    desk.quiet()
    assert done == [True]
    assert sizes(two) == [2, 2]
