"""The real window, offscreen, driven from outside: open, scroll, paint, edit, wait."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .measure import NotAvailable

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

PATIENCE = 180.0
"""Seconds to wait for the window to get something done."""

SCROLL_ROWS = 37
"""Rows the table is scrolled by at each step; odd, so that the steps do not repeat."""


def hush(_kind: object, _context: object, said: str) -> None:
    """Pass on what Qt says, but for a complaint of the offscreen platform about itself."""
    if "propagateSizeHints" not in said:
        print(said, file=sys.stderr)


class Stage:
    """A window on the given files, and the parts of it that the rows need."""

    def __init__(self, *paths: Path, size: tuple[int, int] = (1440, 900)) -> None:
        from PySide6.QtCore import qInstallMessageHandler
        from PySide6.QtWidgets import QTableView

        from sitemap_editor.app import application, create_window

        qInstallMessageHandler(hush)
        self.app = application()
        self.window: Any = create_window(list(paths))
        self.window.resize(*size)
        self.window.show()
        table = self.window.findChild(QTableView, "entryTable")
        if table is None:
            raise NotAvailable("the window has no entryTable")
        self.table: Any = table

    @property
    def session(self) -> Any:
        """The document in the table, None as long as there is none."""
        return self.window.workspace.active

    def open(self, path: Path) -> None:
        """Begin to open a file, as File ▸ Open does."""
        self.window.workspace.open_paths([path])

    def wait(self, is_done: Callable[[], bool], step: Callable[[], None] | None = None) -> float:
        """Let the window work until something is done; give the longest step in seconds."""
        longest = 0.0
        deadline = time.perf_counter() + PATIENCE
        while not is_done():
            started = time.perf_counter()
            self.app.processEvents()
            if step is not None:
                step()
            now = time.perf_counter()
            longest = max(longest, now - started)
            if now > deadline:
                raise NotAvailable(f"not done after {PATIENCE:.0f} seconds")
        return longest

    def is_settled(self) -> bool:
        """Whether a document is open, checked and at rest."""
        session = self.session
        return session is not None and session.report is not None and not session.is_checking

    def scroll_and_paint(self) -> None:
        """Scroll on by some rows, from the start again at the end, and paint at once."""
        bar = self.table.verticalScrollBar()
        value = bar.value() + SCROLL_ROWS * max(1, bar.singleStep())
        bar.setValue(value if value <= bar.maximum() else 0)
        self.table.viewport().repaint()

    def settle(self) -> None:
        """Deliver what is due now, without waiting for anything."""
        for _ in range(3):
            self.app.processEvents()

    def close(self) -> None:
        """Take the window away without being asked about changes."""
        self.window.workspace.jobs.shutdown()
        self.window.hide()
        self.window.deleteLater()
        self.settle()
