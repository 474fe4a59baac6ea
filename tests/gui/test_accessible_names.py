"""Every widget has a name that a screen reader can say."""

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QComboBox,
    QHeaderView,
    QLabel,
    QMenu,
    QMenuBar,
    QScrollBar,
    QSizeGrip,
    QSplitterHandle,
    QStatusBar,
    QWidget,
)

from sitemap_editor.gui.table.editors import make_editor
from sitemap_editor.protocol.fields import FIELDS

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)

QT_PARTS = (QHeaderView, QScrollBar, QSizeGrip, QSplitterHandle)
PLAIN = (QWidget, QStatusBar)
"""Room for others to stand in, and the bar that Qt makes before it is given one."""


def is_of_qt(widget) -> bool:
    """Whether Qt made it itself, or it only holds others together."""
    parents = []
    parent = widget.parentWidget()
    while parent is not None:
        parents.append(parent)
        parent = parent.parentWidget()
    is_in_popup = any("QComboBoxPrivate" in p.metaObject().className() for p in [widget, *parents])
    return (
        type(widget) in PLAIN
        or is_in_popup
        or widget.objectName().startswith("qt_")
        or isinstance(widget, QT_PARTS)
        or any(isinstance(p, QHeaderView) for p in parents)
        or (isinstance(widget, QMenu) and isinstance(parents[0], QMenuBar) and not widget.title())
    )


def name_of(widget) -> str:
    """What a screen reader says; a text that is shown names itself."""
    said = QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
    return widget.accessibleName() or said


def nameless(top) -> list[str]:
    return [
        f"{type(w).__name__} in {type(w.parentWidget()).__name__}"
        for w in [top, *top.findChildren(QWidget)]
        if not is_of_qt(w)
        and not name_of(w)
        and not (isinstance(w, QLabel) and not w.text())  # silent while it says nothing
    ]


def test_every_widget_of_the_window_has_a_name(desk, qtbot):
    desk.open("a 2024-13-01", "b")
    with qtbot.waitExposed(desk.window):
        desk.window.show()
    qtbot.waitUntil(lambda: not desk.window.is_filling)
    desk.table.setCurrentIndex(desk.table.entries.index(0, 1))
    inspector = desk.window.panels["entryInspector"]
    assert inspector.fields.cards
    inspector.tabs.setCurrentIndex(1)
    desk.window.panels["xmlPreview"].open_find()
    desk.window.panels["xmlPreview"].notice.say("Big", [("&Copy", lambda: None)])
    assert nameless(desk.window) == []


def test_every_widget_of_an_empty_window_has_a_name(desk, qtbot):
    with qtbot.waitExposed(desk.window):
        desk.window.show()
    assert nameless(desk.window) == []


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_every_part_of_a_cells_editor_has_a_name(qtbot, field):
    holder = QWidget()
    qtbot.addWidget(holder)
    editor = make_editor(field, holder)
    assert nameless(editor) == []
    assert isinstance(editor, QComboBox) or editor.accessibleName()
