"""Rules about the file's bytes, encoding, compression and name."""

from __future__ import annotations

import gzip

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.limits import MAX_BYTES
from sitemap_editor.protocol.namespaces import SITEMAP

from .conftest import DECLARATION, findings

ENTRY = "<url><loc>https://www.shop.org/a</loc><lastmod>2024-05-01</lastmod></url>"


def text(entries: str = ENTRY, head: str = DECLARATION) -> str:
    return f'{head}\n<urlset xmlns="{SITEMAP}">{entries}</urlset>'


def codes(data: bytes, name: str = "sitemap.xml") -> set[str]:
    return {one.code for one in findings(open_bytes(data, name))}


def padded(size: int) -> bytes:
    data = text(f"{ENTRY}<!---->").encode()
    return data.replace(b"<!---->", b"<!--" + b"x" * (size - len(data)) + b"-->")


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (MAX_BYTES + 1, {"file-too-large", "file-over-legacy-size"}),
        (MAX_BYTES, {"file-near-size-limit", "file-over-legacy-size"}),
        (MAX_BYTES * 9 // 10, {"file-over-legacy-size"}),
        (10_485_760, set()),
    ],
)
def test_size_is_counted_to_the_byte(size: int, said: set[str]) -> None:
    data = padded(size)
    assert len(data) == size
    assert codes(data) == said


def test_clean_file_says_nothing() -> None:
    assert codes(text().encode()) == set()


def test_bom_is_mentioned() -> None:
    assert codes(b"\xef\xbb\xbf" + text().encode()) == {"bom-present"}


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_is_not_utf8(encoding: str) -> None:
    data = ("\ufeff" + text(head='<?xml version="1.0" encoding="UTF-16"?>')).encode(encoding)
    assert codes(data) == {"encoding-not-utf8"}


def test_legacy_bytes_are_not_utf8_and_their_label_adds_nothing() -> None:
    entry = ENTRY.replace("/a<", "/?q=é<")
    head = '<?xml version="1.0" encoding="ISO-8859-1"?>'
    said = codes(text(entry, head).encode("latin-1"))
    assert said == {"encoding-not-utf8", "loc-non-ascii"}


def test_label_on_plain_ascii_is_a_warning() -> None:
    head = '<?xml version="1.0" encoding="ISO-8859-1"?>'
    (one,) = findings(open_bytes(text(head=head).encode(), "sitemap.xml"))
    assert (one.code, one.severity) == ("encoding-declaration-not-utf8", Severity.WARNING)


def test_gzip_counts_by_content() -> None:
    once = gzip.compress(text().encode())
    assert codes(once, "sitemap.xml.gz") == set()
    assert codes(once, "sitemap.xml") == {"gzip-name-mismatch"}
    assert codes(text().encode(), "sitemap.xml.gz") == {"gzip-name-mismatch"}
    assert codes(gzip.compress(once), "sitemap.xml.gz") == {"gzip-double"}


@pytest.mark.parametrize(
    ("name", "is_said"),
    [
        ("site map.xml", True),
        ("карта.xml", True),
        ("site-map_2.v1.xml", False),
        ("a(1).xml", False),
    ],
)
def test_names_that_need_encoding(name: str, is_said: bool) -> None:
    assert ("file-name-unsafe" in codes(text().encode(), name)) == is_said


def test_text_list_has_codes_of_its_own() -> None:
    assert codes("https://www.shop.org/é\n".encode("latin-1"), "list.txt") >= {"text-encoding"}
    assert codes(b"https://www.shop.org/a\n", "list.csv") == {"text-extension"}
    assert codes(b"https://www.shop.org/a\n", "list.txt") == set()
