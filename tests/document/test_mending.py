"""Broken files open mended, keep what was whole, and are not lost when they are saved."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sitemap_editor.document.forking import fork
from sitemap_editor.document.mending import SCOPES, SEVERITIES
from sitemap_editor.document.opening import open_bytes, open_document
from sitemap_editor.markup import repair as repairs
from sitemap_editor.operations.fixes import fix_rule
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.check import Checker
from sitemap_editor.rules.engine.repaired import is_well_formed

_WORD = re.compile(r'"([a-z]+(?:-[a-z0-9]+)+)"')

S = "http://www.sitemaps.org/schemas/sitemap/0.9"
HEAD = '<?xml version="1.0" encoding="{}"?>\n'
BODY = (
    f'<urlset xmlns="{S}">\n<url><loc>https://www.shop.org/жé</loc></url>\n'
    "<url><loc>https://www.shop.org/b</loc></url>\n</urlset>\n"
)
GOOD = (HEAD.format("UTF-8") + BODY).encode()
BROKEN = b"\n" + GOOD.replace(b"org/b", b"org/?a&b")


def locs(data: bytes) -> list[str | None]:
    doc = open_bytes(data)
    return [doc.value(n, "loc") for n in range(len(doc))]


def test_a_mended_document_is_modified_and_undo_does_not_lead_to_the_broken_text() -> None:
    doc = open_bytes(BROKEN)
    assert doc.modified
    assert not doc.history.can_undo
    doc.set_value(0, "lastmod", "2024-05-01")
    doc.undo()
    assert doc.modified
    assert b"?a&amp;b" in doc.text()


@pytest.mark.parametrize("backup", [False, True])
def test_saving_keeps_the_broken_file(tmp_path: Path, backup: bool) -> None:
    path = tmp_path / "sitemap.xml"
    path.write_bytes(BROKEN)
    doc = open_document(path)
    doc.save(backup=backup)
    assert path.read_bytes() == GOOD.replace(b"org/b", b"org/?a&amp;b")
    assert (tmp_path / "sitemap.xml.bak").read_bytes() == BROKEN
    assert (doc.modified, doc.mending, doc.repairs) == (False, None, [])
    doc.set_value(1, "lastmod", "2024")
    doc.save()
    assert (tmp_path / "sitemap.xml.bak").read_bytes() == BROKEN


def test_saving_elsewhere_leaves_the_broken_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "sitemap.xml"
    path.write_bytes(BROKEN)
    doc = open_document(path)
    doc.save(tmp_path / "new.xml")
    assert path.read_bytes() == BROKEN
    assert not (tmp_path / "sitemap.xml.bak").exists()
    assert not doc.modified


def test_places_are_those_on_disk() -> None:
    doc = open_bytes(b"\r\n\r\n" + GOOD.replace(b"org/b", b"org/?a&b c"))
    assert doc.mending is not None
    assert [doc.mending.place_of(one) for one in doc.mending.repairs] == [(1, 1), (6, 34)]
    assert doc.mending.place_on_disk(4, 12) == (6, 12)
    found = {one.code: (one.line, one.column) for one in Checker(doc).run().findings()}
    assert found["loc-whitespace-inside"] == (6, 11)
    doc.set_value(0, "lastmod", "2024-05-01")
    found = {one.code: (one.line, one.column) for one in Checker(doc).run().findings()}
    assert found["loc-whitespace-inside"] == (4, 11)
    assert found["ampersand-unescaped"] == (6, 34)


def test_what_is_refused_is_said_with_its_place_on_disk() -> None:
    doc = open_bytes(BROKEN)
    assert doc.mending is not None
    wrong = next(one for one in doc.mending.repairs if one.code == "ampersand-unescaped")
    with pytest.raises(SitemapError) as caught:
        open_bytes(BROKEN, refused=[wrong.key])
    error = caught.value
    assert (error.code, error.line) == ("ampersand-unescaped", 5)
    assert error.text_of_file == BROKEN


def test_lines_that_a_reason_names_are_those_on_disk() -> None:
    data = b"\n\n\n" + GOOD.replace(b"</urlset>", b"")
    cut_off = next(one for one in open_bytes(data).mending.repairs if one.code == "file-truncated")
    with pytest.raises(SitemapError) as caught:
        open_bytes(data, refused=[cut_off.key])
    assert "<urlset> from line 5 is still open" in caught.value.reason


def test_a_copy_to_try_changes_on_knows_what_was_mended() -> None:
    doc = open_bytes(BROKEN)
    assert fork(doc).copy.mending is doc.mending


def test_counts_groups_and_findings_agree() -> None:
    doc = open_bytes(BROKEN.replace(b"org/", b"org/?x&y&z"))
    report = Checker(doc).run()
    group = next(one for one in report.groups if one.code == "ampersand-unescaped")
    assert group.count == len(list(report.findings("ampersand-unescaped"))) == 7
    assert report.counts[Severity.ERROR] == sum(
        one.severity is Severity.ERROR for one in report.findings()
    )
    assert report.repaired == {"ampersand-unescaped": 7, "xml-declaration-not-first": 1}


# Bytes


def test_a_mark_of_utf_16_before_text_that_is_none() -> None:
    doc = open_bytes(b"\xff\xfe" + GOOD)
    assert doc.text() == GOOD
    (told,) = doc.repairs
    assert (told.code, told.line, told.column) == ("encoding-not-utf8", 1, 1)
    assert is_well_formed(doc) is False


def test_a_mark_that_is_to_stay_is_no_repair() -> None:
    data = b"\xff\xfe" + GOOD
    (repair,) = open_bytes(data).mending.repairs
    assert open_bytes(data, refused=[repair.key]).mending is None


@pytest.mark.parametrize("before", [b"\xef\xbb\xbf", b"\n", b"\xc2\xa0\n"])
def test_a_mark_of_utf_16_before_other_marks(before: bytes) -> None:
    assert locs(b"\xff\xfe" + before + GOOD) == [
        "https://www.shop.org/жé",
        "https://www.shop.org/b",
    ]


def test_bytes_of_another_encoding_within_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "sitemap.xml"
    path.write_bytes(GOOD.replace(b"org/b", b"org/\xe9"))
    doc = open_document(path)
    assert doc.value(1, "loc") == "https://www.shop.org/é"
    assert [one.code for one in doc.repairs] == ["encoding-not-utf8"]
    doc.save()
    assert path.read_bytes() == GOOD.replace(b"org/b", "org/é".encode())
    assert open_document(path).mending is None


def test_bytes_of_another_encoding_can_be_left_unread() -> None:
    data = GOOD.replace(b"org/b", b"org/\xe9b")
    doc = open_bytes(data)
    assert doc.mending is not None
    doc = open_bytes(data, refused=[one.key for one in doc.mending.repairs])
    assert doc.value(1, "loc") == "https://www.shop.org/\ufffdb"
    assert doc.mending is None
    assert doc.is_untouched


@pytest.mark.parametrize("label", ["UFT-8", "unicode", "UTF-16", "utf-8"])
def test_a_wrong_label_keeps_nobody_from_reading(label: str) -> None:
    data = (HEAD.format(label) + BODY).encode()
    doc = open_bytes(data)
    assert len(doc) == 2
    assert doc.text() == data
    assert is_well_formed(doc) is (label == "utf-8")


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_file_of_two_bytes_a_letter_may_be_cut_anywhere(cut: int) -> None:
    data = (HEAD.format("UTF-16") + BODY).encode("utf-16")
    doc = open_bytes(data[:-cut])
    assert doc.value(0, "loc") == "https://www.shop.org/жé"
    assert doc.source.encoding == "utf-16le"


# What is no sitemap


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("<html><head><title>Log in</title></head><body><form/></body></html>", "html"),
        ("<!DOCTYPE html>\n<h1>404 Not Found</h1>", "html"),
        (f"<html><body><div id='webkit-xml-viewer-source-xml'>{BODY}</div></body></html>", "html"),
        ('{"urls": ["https://www.shop.org/a"]}', "format"),
        ("url,lastmod\nhttps://www.shop.org/a,2024-05-01\n", "format"),
        ("<catalog><url><loc>https://www.shop.org/a</loc></url></catalog>", "root-unknown"),
        ("<catalog><url><loc>https://www.shop.org/a</loc></url>", "root-unknown"),
        ("GIF89a" + "\0" * 20, "format"),
        ("PK\x03\x04" + "\0" * 20, "archive"),
        (" \n\t", "file-empty"),
    ],
)
def test_what_is_no_sitemap_is_refused_with_advice(text: str, code: str) -> None:
    with pytest.raises(SitemapError) as caught:
        open_bytes(text.encode())
    assert str(caught.value.code).startswith(code)
    assert caught.value.advice


def test_a_page_saved_from_the_tree_view_of_a_browser_is_called_so() -> None:
    page = f"<html><body><div id='webkit-xml-viewer-source-xml'>{BODY}</div></body></html>"
    with pytest.raises(SitemapError, match="as a tree"):
        open_bytes(page.encode())


def test_warnings_of_a_script_before_a_sitemap_are_no_page() -> None:
    data = b"<br />\n<b>Warning</b>: Undefined variable in <b>/var/www/x.php</b><br />\n" + GOOD
    assert locs(data) == ["https://www.shop.org/жé", "https://www.shop.org/b"]


def test_codes_of_repairs_are_as_bad_as_the_catalogue_says() -> None:
    folder = Path(repairs.__file__).parent
    words = {
        word for path in folder.glob("*.py") for word in _WORD.findall(path.read_text("utf-8"))
    }
    codes = words & set(CATALOGUE)
    assert len(codes) > 15
    for code in {*codes, *SEVERITIES, *SCOPES}:
        info = CATALOGUE[code]
        assert info.severity == SEVERITIES.get(code, Severity.ERROR), code
        assert info.scope == SCOPES.get(code, "file"), code


# Cut off


def test_a_file_cut_off_anywhere_keeps_its_whole_entries_and_no_half_address() -> None:
    text = GOOD.replace(b"<url>", b"<url><lastmod>2024-05-01</lastmod>")
    text = text.replace(b"\n</urlset>", b"\n<!-- made by hand -->\n</urlset>")
    whole = locs(text)
    ends = [text.index(b"</loc>", text.index(loc.encode())) + 6 for loc in whole if loc]
    opened = text.index(b">", text.index(b"<urlset")) + 1
    for cut in range(opened, len(text)):
        assert locs(text[:cut]) == whole[: sum(end <= cut for end in ends)]


def test_entities_of_a_small_doctype_are_expanded_by_a_fix_and_kept_by_repairs() -> None:
    doctype = b'<!DOCTYPE urlset [<!ENTITY site "https://www.shop.org">]>\n<urlset'
    text = GOOD.replace(b"<urlset", doctype).replace(b"https://www.shop.org/b", b"&site;/?a&b")
    doc = open_bytes(text)
    assert [one.code for one in doc.repairs] == ["ampersand-unescaped"]
    report = Checker(doc).run()
    doc.edit(fix_rule(doc, report, "doctype-present", accept_ask=True), "Fix")
    assert doc.value(1, "loc") == "https://www.shop.org/?a&b"
    assert b"DOCTYPE" not in doc.text()
