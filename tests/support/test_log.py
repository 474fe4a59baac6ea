import logging

import pytest

from sitemap_editor.support import log


@pytest.fixture
def started():
    yield
    log.stop_logging()


@pytest.mark.parametrize(
    "address",
    [
        "https://www.example.com/a?b=c",
        "http:/example.com/broken",
        "HTTPS://Example.COM",
        "www.example.de/x",
        "example.com/shop",
        "shop.example.co.uk",
        "пример.рф/страница",
        "ftp://user:word@example.net/",
    ],
)
def test_addresses_of_sites_are_hidden(address):
    assert log.without_addresses(f'bad value "{address}" in entry 3') == (
        f'bad value "{log.PLACEHOLDER}" in entry 3'
    )


@pytest.mark.parametrize(
    "text",
    [
        'File "/usr/lib/python3.11/site-packages/PySide6/x.py", line 3, in f',
        r"C:\Users\x\sitemap.xml: line 3",
        "C:/Users/x/sitemap.xml.gz",
        "self.doc.is_edited(entry) took 3.5 ms at 12:30:01",
        "file:///home/x/sitemap.xml",
    ],
)
def test_other_texts_stay_as_they_are(text):
    assert log.without_addresses(text) == text


def test_the_log_holds_what_happened_but_no_address(started):
    path = log.start_logging()
    try:
        raise ValueError("https://www.example.com/secret")
    except ValueError:
        logging.getLogger("sitemap_editor.test").info("opening %s", "x.xml", exc_info=True)
    text = path.read_text(encoding="utf-8")
    assert "opening x.xml" in text
    assert "ValueError: <address>" in text
    assert "secret" not in text


def test_addresses_are_written_when_asked_for(started):
    path = log.start_logging(with_addresses=True)
    logging.getLogger("sitemap_editor.test").info("https://www.example.com/")
    assert "https://www.example.com/" in path.read_text(encoding="utf-8")


def test_the_log_does_not_grow_without_end(started, monkeypatch):
    monkeypatch.setattr(log, "MAX_LOG_BYTES", 2_000)
    path = log.start_logging()
    for number in range(200):
        logging.getLogger("sitemap_editor.test").info("line %d of many", number)
    sizes = [file.stat().st_size for file in path.parent.iterdir()]
    assert len(sizes) == log.MAX_LOG_FILES
    assert max(sizes) <= 2_000
