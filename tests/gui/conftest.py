"""Parts of a window for tests: documents from text, sessions, a pane with its table."""

import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel
from PySide6.QtWidgets import QApplication

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui import session as session_module
from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.gui.table.pane import EntryPane
from sitemap_editor.gui.window import MainWindow
from sitemap_editor.gui.workspace import Workspace
from sitemap_editor.support.interaction import RecordingInteraction
from sitemap_editor.support.settings import Settings

from .importing import bring, import_on, no_rest

__all__ = ["bring", "import_on", "no_rest"]

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def sitemap(*rows: str) -> bytes:
    """A urlset from rows of "path lastmod changefreq priority"; "-" stands for no value."""
    names = ("loc", "lastmod", "changefreq", "priority")
    entries = []
    for row in rows:
        values = zip(names, row.split(), strict=False)
        inner = "".join(
            f"<{n}>{'https://a.example/' + v if n == 'loc' else v}</{n}>"
            for n, v in values
            if v != "-"
        )
        entries.append(f"  <url>{inner}</url>\n")
    return f'<urlset xmlns="{NAMESPACE}">\n{"".join(entries)}</urlset>\n'.encode()


@pytest.fixture
def jobs(qapp):
    jobs = JobRunner()
    yield jobs
    jobs.shutdown()


@pytest.fixture
def workspace(jobs):
    workspace = Workspace(jobs)
    yield workspace
    for session in list(workspace.sessions):
        workspace.close(session)


@pytest.fixture
def open_rows(workspace):
    """Open a sitemap made of rows; returns its session."""
    return lambda *rows: workspace.add(open_bytes(sitemap(*rows)))


@pytest.fixture
def pane(qtbot, workspace):
    pane = EntryPane(workspace, Settings(None))
    qtbot.addWidget(pane)
    pane.resize(900, 500)
    return pane


@pytest.fixture
def table(pane):
    return pane.table


def cells(model) -> list[str]:
    """A model as lines of text: the paths, and the other fields when there are any."""
    lines = []
    for row in range(model.rowCount()):
        texts = model.texts(row)[1:]
        shown = [texts[0].removeprefix("https://a.example/"), *texts[1:]]
        lines.append(" ".join(text or "-" for text in shown).rstrip(" -"))
    return lines


@pytest.fixture
def shown():
    return cells


class Desk:
    """A window and what a test does with it."""

    def __init__(self, qtbot, window, interaction, folder):
        self.qtbot = qtbot
        self.window = window
        self.interaction = interaction
        self.folder = folder
        self.table = window.pane.table

    @property
    def session(self):
        return self.window.workspace.active

    @property
    def doc(self):
        return self.session.doc

    def open(self, *rows, name="sitemap.xml"):
        """Open a file made of rows, and wait until it is checked."""
        path = self.folder / name
        path.write_bytes(sitemap(*rows))
        self.window.open_paths([path])
        self.quiet()
        return path

    def quiet(self):
        """Wait until nothing runs and nothing is due."""
        window = self.window
        self.qtbot.waitUntil(
            lambda: (
                not window.jobs.running
                and not any(session.is_checking for session in window.workspace.sessions)
            )
        )
        window.action_set.refresh()

    def answer(self, *answers):
        """Prepare answers to what will be asked."""
        self.interaction.answers.extend(answers)

    def run(self, name):
        """Trigger an action, which must be possible."""
        action = self.window.action_set[name]
        self.window.action_set.refresh()
        assert action.isEnabled(), f"{name} is not possible"
        action.trigger()
        self.quiet()

    def select(self, top, left, bottom, right, *, more=False):
        """Select a block of cells; columns count from 1, the address."""
        model = self.table.entries
        flag = QItemSelectionModel.SelectionFlag
        block = QItemSelection(model.index(top, left), model.index(bottom, right))
        if not more:
            self.table.selectionModel().setCurrentIndex(model.index(top, left), flag.NoUpdate)
        self.table.selectionModel().select(block, flag.Select if more else flag.ClearAndSelect)

    def cells(self):
        return cells(self.table.entries)

    def paths(self):
        return [line.split()[0] for line in self.cells()]

    @property
    def notice(self):
        return self.window.status.notice.text()


@pytest.fixture
def desk(qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(session_module, "REFRESH_MS", 0)
    QApplication.clipboard().clear()
    interaction = RecordingInteraction()
    window = MainWindow(Settings(None), interaction)
    qtbot.addWidget(window, before_close_func=MainWindow.close_for_good)
    yield Desk(qtbot, window, interaction, tmp_path)
    assert not interaction.answers, "something expected was not asked"
