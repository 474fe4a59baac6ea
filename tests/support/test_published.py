"""The public address of a file is remembered with its path."""

from pathlib import Path

import pytest

from sitemap_editor.support import published
from sitemap_editor.support.published import remember_address, remembered_address
from sitemap_editor.support.settings import Settings

A, B = Path("/sites/a.xml"), Path("/sites/b.xml")


@pytest.mark.parametrize("address", ["https://www.example.org/a.xml", ""])
def test_an_address_is_there_when_the_settings_are_read_again(tmp_path, address):
    path = tmp_path / "settings.json"
    remember_address(Settings(path), A, address)
    assert remembered_address(Settings(path), A) == address
    assert remembered_address(Settings(path), B) is None


def test_the_last_answer_counts_and_can_be_forgotten():
    settings = Settings(None)
    remember_address(settings, A, "https://a.example/")
    remember_address(settings, B, "https://b.example/")
    remember_address(settings, A, "https://c.example/")
    assert remembered_address(settings, A) == "https://c.example/"
    remember_address(settings, A, None)
    assert remembered_address(settings, A) is None
    assert remembered_address(settings, B) == "https://b.example/"


def test_the_oldest_answers_are_forgotten_first(monkeypatch):
    monkeypatch.setattr(published, "MAX_REMEMBERED", 2)
    settings = Settings(None)
    for name in ("a", "b", "c"):
        remember_address(settings, Path(name), f"https://{name}.example/")
    known = [remembered_address(settings, Path(name)) for name in ("a", "b", "c")]
    assert known == [None, "https://b.example/", "https://c.example/"]
