"""A value beside its other version: whole where it has room, what differs always in view."""

import pytest
from PySide6.QtGui import QFont, QFontMetrics

from sitemap_editor.gui.dialogs.before_after import fitting_pieces

LONG = "https://www.example.com/a/long/way/down/to/"


@pytest.fixture
def metrics(qapp):
    return QFontMetrics(QFont())


def test_a_value_that_has_room_is_shown_whole(metrics):
    width = metrics.horizontalAdvance(f"{LONG}new") + 1
    cut = fitting_pieces(f"{LONG}new", f"{LONG}old", metrics, width)
    assert cut == [(LONG, False), ("new", True)]
    assert fitting_pieces(LONG, f"{LONG}3", metrics, width) == [(LONG, False)]


def test_what_differs_stays_in_view_where_there_is_no_room(metrics):
    width = metrics.horizontalAdvance(LONG)
    (head, _), (differs, _) = fitting_pieces(f"{LONG}new", f"{LONG}old", metrics, width)
    assert differs == "new"
    assert "…" in head
    assert metrics.horizontalAdvance(head + differs) < width
