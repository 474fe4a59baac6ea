"""A compressed file that grows suspiciously large is opened when the user trusts it."""

import gzip

import pytest

from sitemap_editor.protocol import limits
from sitemap_editor.support import memory

from .conftest import sitemap

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def bomb(desk, monkeypatch):
    monkeypatch.setattr(limits, "SUSPECT_INFLATED", 1_000)
    monkeypatch.setattr(limits, "SUSPECT_RATIO", 2)
    path = desk.folder / "big.xml.gz"
    path.write_bytes(gzip.compress(sitemap(*["a"] * 200)))
    return path


def test_it_can_be_opened_anyway_and_reloaded(desk, bomb):
    desk.answer("open")
    desk.window.open_paths([bomb])
    desk.qtbot.waitUntil(lambda: desk.session is not None)
    desk.quiet()
    assert len(desk.doc) == 200
    assert "--" not in "".join(desk.interaction.texts)
    desk.run("file.reload")
    assert len(desk.interaction.asked) == 1


def test_it_stays_closed_unless_asked_for(desk, bomb):
    desk.answer("cancel")
    desk.window.open_paths([bomb])
    desk.quiet()
    assert desk.session is None


def test_it_is_refused_when_memory_does_not_suffice(desk, bomb, monkeypatch):
    monkeypatch.setattr(memory, "free_memory", lambda: 4_000)
    desk.answer("open")
    desk.window.open_paths([bomb])
    desk.qtbot.waitUntil(lambda: len(desk.interaction.asked) == 2)
    desk.quiet()
    assert desk.interaction.asked[-1].what == "report_error"
    assert "not enough free memory" in desk.interaction.texts[-1]
    assert "--" not in desk.interaction.texts[-1]


def test_free_memory_is_read_from_the_system():
    assert memory._free_in("MemTotal: 9 kB\nMemAvailable:  2048 kB\n") == 2048 * 1024
    assert memory.free_memory() > 1_000_000
