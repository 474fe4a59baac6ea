"""What holds for every test: no screen, no home of a real person, nothing left over.

A test fails when it logs a warning it does not look at (it looks by asking for ``caplog``), when
Qt warns (pytest-qt), when Python warns (``filterwarnings``), and when it leaves a thread running
or a window on screen.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

os.environ["QT_QPA_PLATFORM"] = os.environ.get("QT_QPA_PLATFORM") or "offscreen"

settings.register_profile(
    "default", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", parent=settings.get_profile("default"), derandomize=True)
settings.register_profile("thorough", parent=settings.get_profile("default"), max_examples=2_000)
settings.load_profile(
    os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "default")
)

THREAD_GRACE = 2.0
"""Seconds a thread may take to end after its test before it counts as left over."""

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of public sitemaps with its INDEX.tsv."""
    folder = os.environ.get("SITEMAP_CORPUS")
    if not folder:
        pytest.skip("SITEMAP_CORPUS is not set: it names a folder of public sitemaps")
    path = Path(folder)
    if not (path / "INDEX.tsv").is_file():
        pytest.fail(f"SITEMAP_CORPUS names {path}, which holds no INDEX.tsv")
    return path


@pytest.fixture(autouse=True)
def isolated_home(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Give every test an empty home, an English locale and no screen."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    for variable, folder in _FOLDERS.items():
        monkeypatch.setenv(variable, str(home / folder))
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(variable, "C.UTF-8" if variable != "LANGUAGE" else "en")
    return home


_FOLDERS = {
    "APPDATA": "AppData",
    "LOCALAPPDATA": "LocalAppData",
    "XDG_CACHE_HOME": ".cache",
    "XDG_CONFIG_HOME": ".config",
    "XDG_DATA_HOME": ".data",
    "XDG_STATE_HOME": ".state",
}


class _Collector(logging.Handler):
    """Keeps every record from a warning on."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture(autouse=True)
def no_unexpected_logs(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that logs a warning or worse without asking for ``caplog``."""
    collector = _Collector()
    logging.getLogger().addHandler(collector)
    yield
    logging.getLogger().removeHandler(collector)
    if collector.records and "caplog" not in request.fixturenames:
        said = "\n".join(f"{r.levelname} {r.name}: {r.getMessage()}" for r in collector.records)
        pytest.fail(f"unexpected log records:\n{said}", pytrace=False)


@pytest.fixture(autouse=True)
def no_thread_left() -> Iterator[None]:
    """Fail a test that leaves a thread running."""
    before = set(threading.enumerate())
    yield
    _wait_for_qt_pool()
    left = [t for t in threading.enumerate() if t not in before and not _is_foreign(t)]
    for thread in left:
        thread.join(THREAD_GRACE)
    names = [thread.name for thread in left if thread.is_alive()]
    if names:
        pytest.fail(f"threads left over: {', '.join(names)}", pytrace=False)


def _is_foreign(thread: threading.Thread) -> bool:
    """Whether Python only saw the thread pass by: Qt's pool owns it and ends it."""
    return isinstance(thread, threading._DummyThread)


def _wait_for_qt_pool() -> None:
    core = sys.modules.get("PySide6.QtCore")
    if core is None:
        return
    pool = core.QThreadPool.globalInstance()
    if not pool.waitForDone(int(THREAD_GRACE * 1000)):
        pytest.fail("a job of Qt's thread pool is left over", pytrace=False)


@pytest.fixture(autouse=True)
def no_window_left() -> Iterator[None]:
    """Fail a test that leaves a window on screen, and take the window away."""
    yield
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return
    left = [w for w in widgets.QApplication.topLevelWidgets() if w.isVisible()]
    names = [f"{type(w).__name__} {w.objectName()!r}" for w in left]
    for window in left:
        window.hide()
        window.deleteLater()
    if names:
        pytest.fail(f"windows left over: {', '.join(names)}", pytrace=False)
