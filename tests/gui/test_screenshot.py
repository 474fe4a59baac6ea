"""A picture says by its exit code whether it shows what was asked for."""

import gzip

import pytest

from sitemap_editor.gui.screenshot import PictureInteraction, take
from sitemap_editor.gui.window import MainWindow
from sitemap_editor.protocol import limits
from sitemap_editor.support.settings import Settings

from .conftest import sitemap

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def window(qtbot):
    window = MainWindow(Settings(None), PictureInteraction())
    qtbot.addWidget(window, before_close_func=MainWindow.close_for_good)
    return window


@pytest.fixture
def picture(window, tmp_path):
    out = tmp_path / "out.png"

    def draw(*files):
        code = take(window, out, files, (800, 600), None)
        return code, out.exists()

    return draw


@pytest.fixture
def good(tmp_path):
    path = tmp_path / "good.xml"
    path.write_bytes(sitemap("a"))
    return path


def test_a_file_that_opens_gives_a_picture(picture, good):
    assert picture(good) == (0, True)


def test_a_file_that_cannot_be_opened_gives_none(picture, window, good, tmp_path):
    assert picture(good, tmp_path / "absent.xml") == (2, False)
    assert "absent.xml" in window.context.interaction.messages[0]


def test_nobody_is_asked_about_a_file_that_grows_large(picture, window, tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "SUSPECT_INFLATED", 1_000)
    monkeypatch.setattr(limits, "SUSPECT_RATIO", 2)
    path = tmp_path / "big.xml.gz"
    path.write_bytes(gzip.compress(sitemap(*["a"] * 200)))
    assert picture(path) == (2, False)
    assert len(window.context.interaction.messages) == 1


def test_a_fault_in_a_slot_is_told_by_the_exit_code(picture, window, good, capsys):
    def fail(_session):
        raise RuntimeError("in a slot")

    window.workspace.session_opened.connect(fail)
    assert picture(good) == (1, True)
    assert "in a slot" in capsys.readouterr().err
