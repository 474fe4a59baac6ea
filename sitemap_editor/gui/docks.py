"""The panels around the table: declared once, made as docks that can be moved and come back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from sitemap_editor.support.i18n import N_, _

from .findings.panel import FindingsPanel
from .inspector.panel import InspectorPanel
from .preview.panel import PreviewPanel

Area = Qt.DockWidgetArea


@dataclass(frozen=True, slots=True)
class Panel:
    """One panel: its object name, title, usual place and usual size along the window's edge."""

    name: str
    title: str
    area: Qt.DockWidgetArea
    size: int


PANELS = (
    Panel("filesPanel", N_("Files"), Area.LeftDockWidgetArea, 236),
    Panel("entryInspector", N_("Entry"), Area.RightDockWidgetArea, 330),
    Panel("findingsPanel", N_("Findings"), Area.BottomDockWidgetArea, 360),
    Panel("xmlPreview", N_("XML"), Area.BottomDockWidgetArea, 360),
)

MAKERS: dict[str, Callable[[], QWidget]] = {
    "entryInspector": InspectorPanel,
    "findingsPanel": FindingsPanel,
    "xmlPreview": PreviewPanel,
}

BOTTOM_SHARES = (46, 54)
BOTTOM_PERCENT = 34
"""Part of the window's height for the panels at the bottom, up to their usual size."""
LOWEST = 220


def make_docks(window: QMainWindow, files_panel: QWidget) -> dict[str, QWidget]:
    """Make the panels and put them in their usual places; returns them by object name."""
    # Not animated: each change of a panel's smallest size would set all of them in motion.
    window.setDockOptions(
        QMainWindow.DockOption.AllowTabbedDocks | QMainWindow.DockOption.AllowNestedDocks
    )
    window.setCorner(Qt.Corner.BottomLeftCorner, Area.BottomDockWidgetArea)
    window.setCorner(Qt.Corner.BottomRightCorner, Area.BottomDockWidgetArea)
    panels = {}
    for panel in PANELS:
        widget = files_panel if panel.name == "filesPanel" else MAKERS[panel.name]()
        panels[panel.name] = widget
        dock = QDockWidget(_(panel.title), window)
        dock.setObjectName(dock_name(panel.name))
        dock.setAccessibleName(_(panel.title))
        dock.setWidget(widget)
        # A panel may say more in its title than what it is.
        widget.windowTitleChanged.connect(dock.setWindowTitle)
        window.addDockWidget(panel.area, dock)
    arrange_docks(window)
    return panels


def dock_name(panel: str) -> str:
    """Object name of the dock that holds a panel."""
    return f"{panel}Dock"


def docks_of(window: QMainWindow) -> list[QDockWidget]:
    """The docks in the order of the table above."""
    found = (window.findChild(QDockWidget, dock_name(panel.name)) for panel in PANELS)
    return [dock for dock in found if isinstance(dock, QDockWidget)]


def arrange_docks(window: QMainWindow) -> None:
    """Put every panel back into its usual place."""
    docks = docks_of(window)
    for panel, dock in zip(PANELS, docks, strict=True):
        dock.setFloating(False)
        window.addDockWidget(panel.area, dock)
        dock.show()
    files, inspector, findings, preview = docks
    window.splitDockWidget(findings, preview, Qt.Orientation.Horizontal)
    window.resizeDocks(
        [files, inspector], [PANELS[0].size, PANELS[1].size], Qt.Orientation.Horizontal
    )
    window.resizeDocks([findings, preview], list(BOTTOM_SHARES), Qt.Orientation.Horizontal)
    height = min(max(window.height() * BOTTOM_PERCENT // 100, LOWEST), PANELS[2].size)
    window.resizeDocks([findings], [height], Qt.Orientation.Vertical)
