"""The model shows what the document holds, and says exactly what changed."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from sitemap_editor.document import editing
from sitemap_editor.gui.table.model import EntryModel, places_of, runs_of

ROWS = ("a 2024-01-01 daily 0.5", "b - - 0.9", "c 2024-02-03", "d")


@pytest.fixture
def session(open_rows):
    return open_rows(*ROWS)


@pytest.fixture
def model(session):
    return EntryModel(session)


class Heard:
    """The signals of a model, as words."""

    def __init__(self, model):
        self.words = []
        model.dataChanged.connect(self._on_data_changed)
        model.rowsInserted.connect(lambda _p, first, last: self.words.append(f"+{first}-{last}"))
        model.rowsRemoved.connect(lambda _p, first, last: self.words.append(f"-{first}-{last}"))
        model.modelReset.connect(lambda: self.words.append("reset"))

    def _on_data_changed(self, first, last, roles):
        if not roles:
            self.words.append(f"={first.row()}-{last.row()}")


@pytest.fixture
def heard(model):
    return Heard(model)


def test_a_model_passes_qts_own_tests(model, qtmodeltester):
    qtmodeltester.check(model, force_py=True)


def test_rows_are_entries_in_document_order(model, shown):
    assert shown(model) == ["a 2024-01-01 daily 0.5", "b - - 0.9", "c 2024-02-03", "d"]


def test_headings_are_element_names_and_tooltips_words(model):
    across = Qt.Orientation.Horizontal
    heads = [model.headerData(column, across) for column in range(5)]
    assert heads == ["", "loc", "lastmod", "changefreq", "priority"]
    assert model.headerData(2, across, Qt.ItemDataRole.ToolTipRole) == "Last modified"


def apply(session, make, *args):
    assert session.edit(make(session.doc, *args), "step")


@pytest.mark.parametrize(
    ("make", "args", "after", "words"),
    [
        (editing.set_field, ([1], "priority", "0.1"), ["a", "b - - 0.1", "c", "d"], ["=1-1"]),
        (editing.set_field, ([0, 1, 3], "changefreq", "never"), None, ["=0-1", "=3-3"]),
        (editing.insert, (1, [{"loc": "https://a.example/x"}]), "a x b c d", ["+1-1"]),
        (editing.delete, ([1, 2],), "a d", ["-1-2"]),
        (editing.delete, ([0, 3],), "b c", ["-3-3", "-0-0"]),
        (editing.duplicate, ([2],), "a b c c d", ["+3-3"]),
        (editing.move, ([3], 0), "d a b c", ["reset"]),
    ],
)
def test_an_edit_becomes_exact_signals_and_so_does_its_undo(
    session, model, heard, shown, make, args, after, words
):
    before = shown(model)
    apply(session, make, *args)
    assert heard.words == words
    if isinstance(after, str):
        assert [line.split()[0] for line in shown(model)] == after.split()
    now = shown(model)
    session.undo()
    assert shown(model) == before
    session.redo()
    assert shown(model) == now


def test_many_scattered_rows_are_a_reset(open_rows, shown):
    session = open_rows(*(str(number) for number in range(40)))
    model = EntryModel(session)
    heard = Heard(model)
    apply(session, editing.delete, list(range(0, 40, 2)))
    assert heard.words == ["reset"]
    assert shown(model) == [str(number) for number in range(1, 40, 2)]
    session.undo()
    assert heard.words == ["reset", "reset"]
    assert model.rowCount() == 40


def test_an_edited_row_stays_where_the_sort_put_it(session, model, shown):
    model.set_rows(np.array([3, 1]), is_whole=False)
    apply(session, editing.set_field, [3], "loc", "https://a.example/z")
    assert shown(model) == ["z", "b - - 0.9"]


def test_a_new_entry_comes_below_its_neighbour_that_is_shown(session, model, heard, shown):
    model.set_rows(np.array([0, 2]), is_whole=False)
    apply(session, editing.insert, 2, [{"loc": "https://a.example/x"}])
    assert [line.split()[0] for line in shown(model)] == ["a", "x", "c"]
    assert heard.words == ["reset", "+1-1"]


def test_entering_a_text_asks_for_an_edit(qtbot, model):
    with qtbot.waitSignal(model.edit_requested) as asked:
        model.setData(model.index(1, 4), "0.3")
    assert asked.args == [1, "priority", "0.3"]


def test_entering_the_same_text_asks_for_nothing(qtbot, model):
    with qtbot.assertNotEmitted(model.edit_requested):
        assert not model.setData(model.index(1, 4), "0.9")


def test_the_severity_mark_cannot_be_edited(model):
    assert not model.flags(model.index(0, 0)) & Qt.ItemFlag.ItemIsEditable
    assert model.flags(model.index(0, 1)) & Qt.ItemFlag.ItemIsEditable


def test_an_edited_entry_is_marked_until_it_is_undone(session, model):
    apply(session, editing.set_field, [1], "priority", "0.1")
    assert [model.is_edited(row) for row in range(4)] == [False, True, False, False]
    session.undo()
    assert not any(model.is_edited(row) for row in range(4))


@pytest.mark.parametrize(
    ("places", "runs"),
    [([], []), ([4], [(4, 4)]), ([1, 2, 3], [(1, 3)]), ([0, 2, 3, 7], [(0, 0), (2, 3), (7, 7)])],
)
def test_places_make_runs(places, runs):
    assert runs_of(np.array(places, np.int64)) == runs


@pytest.mark.parametrize("count", [2, 30])
def test_places_of_few_and_of_many_ids(count):
    among = np.arange(100)[::-1].copy()
    ids = np.arange(0, count * 3, 3)
    assert places_of(ids, among).tolist() == sorted((99 - ids).tolist())
