"""A window and somebody who compares in it, for tests."""

import numpy as np
import pytest

from sitemap_editor.gui.interaction import QtInteraction
from tests.gui.conftest import sitemap

SITE = "https://a.example/"
INDEX = '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{}</sitemapindex>'


class Comparing:
    """Somebody who uses the dialog itself."""

    def __init__(self, desk, monkeypatch):
        self.desk = desk
        self.dialog = None
        self._deeds = ()
        monkeypatch.setattr(desk.interaction, "ask_form", self._ask_form)

    def use(self, *deeds):
        self._deeds = deeds
        self.desk.run("tools.diff")
        return self.dialog

    def _ask_form(self, name, /, **context):
        assert name == "compare"
        self.dialog = QtInteraction().make_form(name, **context)
        self.dialog._interaction = self.dialog.before._interaction = self.desk.interaction
        self.dialog.after._interaction = self.desk.interaction
        self.desk.qtbot.addWidget(self.dialog)
        self.dialog.show()
        self.settle()
        for deed in self._deeds:
            deed(self.dialog)
            self.settle()
        self.dialog.done(0)
        return self.dialog.request

    def settle(self):
        dialog, jobs = self.dialog, self.desk.window.jobs
        self.desk.qtbot.waitUntil(
            lambda: (
                not jobs.running
                and not dialog.work.is_busy
                and not dialog.planning.is_busy
                and not dialog.pane.is_busy
            )
        )


@pytest.fixture
def comparing(desk, monkeypatch):
    return Comparing(desk, monkeypatch)


def rows(dialog):
    """The differences that are listed, as lines of text."""
    model = dialog.pane.table.differences
    dialog.pane.table.differences.take(
        dialog.pane.compared.differences(np.array(model.numbers)) if len(model.numbers) else {}
    )
    lines = []
    for row in range(model.rowCount()):
        texts = [str(model.index(row, column).data()) for column in range(4)]
        lines.append(" | ".join(texts).replace(SITE, ""))
    return lines


def chips(dialog):
    return [chip.text() for chip in dialog.pane.bar.chips.chips.values()]


def select(*paths):
    """Select the rows about these pages."""

    def do(dialog):
        shown = [line.split(" | ")[1] for line in rows(dialog)]
        table = dialog.pane.table
        table.clearSelection()
        mode, table_mode = table.selectionMode(), table.SelectionMode.MultiSelection
        table.setSelectionMode(table_mode)
        for path in paths:
            table.selectRow(shown.index(path))
        table.setSelectionMode(mode)

    return do


def press(dialog):
    assert dialog.verb.isEnabled()
    dialog.verb.click()


def pick(side, path):
    return lambda dialog: getattr(dialog, side).add_path(path)


def write(desk, name, *lines):
    path = desk.folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(sitemap(*lines))
    return path


def write_index(desk, name, *files):
    path = write(desk, name)
    path.write_text(
        INDEX.format("".join(f"<sitemap><loc>{SITE}{n}</loc></sitemap>" for n in files))
    )
    return path
