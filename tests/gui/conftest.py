"""Parts of a window for tests: documents from text, sessions, a pane with its table."""

import pytest
from PySide6.QtCore import QPoint

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui.jobs import JobRunner
from sitemap_editor.gui.table.pane import EntryPane
from sitemap_editor.gui.workspace import Workspace
from sitemap_editor.support.settings import Settings

NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def sitemap(*rows: str) -> bytes:
    """A urlset from rows of "path lastmod changefreq priority"; "-" stands for no value."""
    names = ("loc", "lastmod", "changefreq", "priority")
    entries = []
    for row in rows:
        values = zip(names, row.split(), strict=False)
        inner = "".join(
            f"<{n}>{'https://a.example/' + v if n == 'loc' else v}</{n}>" for n, v in values if v != "-"
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


@pytest.fixture
def origin():
    return QPoint(0, 0)
