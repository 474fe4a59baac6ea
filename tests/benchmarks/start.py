"""Start the window on a file and print when it was painted, first at all and first with rows."""

from __future__ import annotations

import json
import os
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def main(path: str) -> None:
    """Print two moments of the system's monotonic clock, in seconds."""
    from sitemap_editor.app import application, create_window

    app = application()
    window = create_window([path])
    window.show()
    app.processEvents()
    window.repaint()
    painted = time.monotonic()
    table = _table_of(window)
    while table.model() is None or not table.model().rowCount():
        app.processEvents()
    table.viewport().repaint()
    print(json.dumps([painted, time.monotonic()]), flush=True)
    os._exit(0)  # what closing takes is not asked


def _table_of(window):
    from PySide6.QtWidgets import QTableView

    return window.findChild(QTableView, "entryTable")


if __name__ == "__main__":
    main(sys.argv[1])
