"""The list of repairs: ticks, kinds that fold, and what changed."""

import pytest
from PySide6.QtCore import QPoint, Qt

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui.repairs.excerpt import excerpts
from sitemap_editor.gui.repairs.list_view import RepairList
from sitemap_editor.gui.repairs.model import BEFORE, PLACE, TICK, RepairModel

from .test_repair_alignment import ROOT

Key, State = Qt.Key, Qt.CheckState
SIGNS = {State.Checked: "x", State.Unchecked: "-", State.PartiallyChecked: "/"}


def broken(count=3, tags=1):
    """A file with bare ampersands, and with end tags in capitals."""
    rows = [f"<url><loc>https://a.example/{n}?a&b</loc></url>\n" for n in range(count)]
    rows += ["<url><loc>https://a.example/t</Loc></url>\n"] * tags
    return f"{ROOT}\n{''.join(rows)}</urlset>\n".encode()


def model_of(data):
    mending = open_bytes(data).mending
    assert mending is not None
    return RepairModel(mending)


@pytest.fixture
def model(qapp):
    return model_of(broken())


@pytest.fixture
def view(qtbot, model):
    view = RepairList()
    qtbot.addWidget(view)
    view.resize(900, 300)
    view.show_model(model)
    return view


def drawn(model):
    """Rows as "tick place", or "tick count" of a kind."""
    rows = []
    for row in range(model.rowCount()):
        place = model.place(row)
        one = model.repair_at(row)
        text = model.text(row, PLACE) if one else len(model.groups[place.group].members)
        rows.append(f"{SIGNS[model.state_of(row)]} {text}")
    return rows


def test_repairs_stand_in_the_order_of_the_file(model):
    assert drawn(model) == ["x 2:32", "x 3:32", "x 4:32", "x 5:32"]


def test_before_and_after_have_what_is_around_them(model):
    before, after = excerpts(model.mending.original, model.repairs[0])
    assert before == ("…/a.example/0?a", "&", "b</loc></url>")
    assert after == ("…/a.example/0?a", "&amp;", "b</loc></url>")
    assert model.text(0, BEFORE) == before.text


def test_qt_finds_the_model_in_order(qtmodeltester, model):
    qtmodeltester.check(model)
    model.set_grouped(True)
    model.set_open(0, True)
    qtmodeltester.check(model)


def test_by_kind_they_fold(model):
    model.set_grouped(True)
    assert drawn(model) == ["x 3", "x 1"]
    model.set_open(0, True)
    assert drawn(model) == ["x 3", "x 2:32", "x 3:32", "x 4:32", "x 1"]
    model.set_open(0, False)
    assert drawn(model) == ["x 3", "x 1"]


def test_the_only_kind_is_open_at_once(qapp):
    model = model_of(broken(tags=0))
    model.set_grouped(True)
    assert drawn(model) == ["x 3", "x 2:32", "x 3:32", "x 4:32"]


def test_a_kind_is_ticked_as_a_whole(model):
    model.set_grouped(True)
    model.set_open(0, True)
    model.toggle(2)
    assert drawn(model) == ["/ 3", "x 2:32", "- 3:32", "x 4:32", "x 1"]
    model.toggle(0)
    assert drawn(model)[0] == "x 3"
    model.toggle(0)
    assert drawn(model)[:4] == ["- 3", "- 2:32", "- 3:32", "- 4:32"]
    assert model.is_changed
    model.set_all(True)
    assert not model.is_changed


def test_fifty_thousand_are_by_kind_and_at_hand(qtbot, qapp):
    model = model_of(broken(50_000))
    assert drawn(model) == ["x 50000", "x 1"]
    view = RepairList()
    qtbot.addWidget(view)
    view.show_model(model)
    view.go_to(49_999)
    assert view.currentIndex().row() == 50_000
    assert model.text(50_000, PLACE) == "50001:36"
    model.toggle(0)
    assert len(model.refused) == 50_000


def test_space_ticks_all_selected_rows(qtbot, view, model):
    view.go_to(0)
    view.selectRow(1)
    qtbot.keyClick(view, Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(view, Key.Key_Space)
    assert drawn(model) == ["x 2:32", "- 3:32", "- 4:32", "x 5:32"]
    qtbot.keyClick(view, Key.Key_Space)
    assert "- 3:32" not in drawn(model)


def test_arrows_fold_and_unfold_a_kind(qtbot, view, model):
    model.set_grouped(True)
    view.setCurrentIndex(model.index(0, PLACE))
    qtbot.keyClick(view, Key.Key_Right)
    assert model.rowCount() == 5
    view.setCurrentIndex(model.index(2, PLACE))
    qtbot.keyClick(view, Key.Key_Left)
    assert view.currentIndex().row() == 0
    qtbot.keyClick(view, Key.Key_Left)
    assert model.rowCount() == 2


def test_a_click_ticks_folds_or_follows_the_place(qtbot, view, model):
    def click(row, column):
        middle = view.visualRect(model.index(row, column)).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(middle))

    click(2, TICK)
    assert drawn(model)[2] == "- 4:32"
    with qtbot.waitSignal(view.place_activated) as followed:
        click(1, PLACE)
    assert followed.args == [1]
    model.set_grouped(True)
    click(1, PLACE)
    assert drawn(model) == ["/ 3", "x 1", "x 5:32"]


def test_return_shows_the_place(qtbot, view):
    view.go_to(1)
    with qtbot.waitSignal(view.place_activated) as followed:
        qtbot.keyClick(view, Key.Key_Return)
    assert followed.args == [1]


def test_a_screen_reader_hears_place_and_reason(model):
    role = Qt.ItemDataRole.AccessibleTextRole
    said = model.data(model.index(0, TICK), role)
    assert said.startswith("Line 2, column 32: ")
    assert model.repairs[0].reason in said
