"""``check --set``: an index, robots.txt, folder or ZIP and all that belongs to it."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import zipfile

import pytest

from .conftest import SITEMAP, urlset

SITE = "https://www.shop.org"


def index(*names: str) -> bytes:
    rows = "".join(f"<sitemap><loc>{SITE}/{name}</loc></sitemap>\n" for name in names)
    return (
        f'<?xml version="1.0"?>\n<sitemapindex xmlns="{SITEMAP}">\n{rows}</sitemapindex>\n'.encode()
    )


def pages(*paths: str, **fields: str) -> bytes:
    return urlset(*(f"{SITE}/{path}" for path in paths), **fields)


FILES = {
    "index.xml": index(
        "a.xml", "b.xml.gz", "c.xml", "page.xml", "nested.xml", "gone.xml", "index.xml"
    ),
    "a.xml": pages("shop/1", "shop/2", "about"),
    "b.xml.gz": pages("blog/1", "shop/%32"),  # not compressed
    "c.xml": gzip.compress(pages("shop/1")),
    "page.xml": b"<!DOCTYPE html><html><body>Not found</body></html>",
    "nested.xml": index("d.xml"),
    "d.xml": pages("d?a=1&b=2")[:-12],
    "orphan.xml": pages("late"),
}
NAMED = [name for name in FILES if name != "orphan.xml"]


@pytest.fixture(autouse=True)
def files(tmp_path):
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)


def checked(run, *argv: object) -> dict[str, dict]:
    done = run("check", "--format", "json", *argv)
    assert done.err == ""
    return {file["file"]: file for file in json.loads(done.out)}


def codes(file: dict) -> list[str]:
    return [finding["code"] for finding in file["findings"]]


def test_the_source_comes_first_and_all_it_names_after_it(run):
    assert list(checked(run, "index.xml", "--set")) == NAMED


def test_a_set_is_told_the_same_as_its_files_named_one_by_one(run):
    assert checked(run, "index.xml", "--set") == checked(run, *NAMED)


def test_an_index_is_told_of_what_it_names(run):
    found = checked(run, "index.xml", "--set")
    said = {(one["code"], one["entry"]) for one in found["index.xml"]["findings"]}
    assert said >= {
        ("index-child-is-page", 4),
        ("index-nested", 5),
        ("index-child-missing", 6),
        ("index-cycle", 7),
        ("index-orphan", None),
    }
    assert codes(found["nested.xml"])[0] == "index-child-invalid"
    assert "gzip-name-mismatch" in codes(found["b.xml.gz"])
    assert "gzip-name-mismatch" in codes(found["c.xml"])
    assert found["page.xml"]["format"] == "unknown"
    assert "file-truncated" in codes(found["d.xml"])


def test_addresses_of_earlier_sitemaps_are_found(run):
    found = checked(run, "index.xml", "--set")
    twins = {
        name: one["message"].partition(" too.")[0].rpartition(" ")[2]
        for name, file in found.items()
        for one in file["findings"]
        if one["code"] == "url-in-two-sitemaps"
    }
    assert twins == {"b.xml.gz": "a.xml", "c.xml": "a.xml"}


def test_a_child_of_another_host_is_told_and_not_missed(run, tmp_path):
    rows = "".join(
        f"<sitemap><loc>{loc}</loc></sitemap>"
        for loc in (f"{SITE}/a.xml", f"{SITE}/nested.xml", "https://cdn.other.net/far.xml")
    )
    text = f'<sitemapindex xmlns="{SITEMAP}">{rows}</sitemapindex>'
    (tmp_path / "index.xml").write_text(text)
    found = checked(run, "index.xml", "--set", "--base-url", f"{SITE}/index.xml")
    said = {one["code"] for one in found["index.xml"]["findings"]}
    assert "index-child-other-site" in said
    assert "index-child-missing" not in said


def test_a_folder_needs_no_option(run, tmp_path):
    found = checked(run, ".")
    assert list(found)[:2] == ["index.xml", "nested.xml"]
    assert set(found) == set(FILES)


def test_what_is_called_a_sitemap_in_a_folder_is_checked(run, tmp_path):
    (tmp_path / "sitemap-3.xml").write_bytes(FILES["page.xml"])
    (tmp_path / "settings.xml").write_bytes(b"<settings/>")
    found = checked(run, ".")
    assert set(found) == {*FILES, "sitemap-3.xml"}
    assert codes(found["sitemap-3.xml"]) == ["html-instead-of-xml"]


def test_a_zip_needs_no_option(run, tmp_path):
    with zipfile.ZipFile(tmp_path / "all.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in FILES.items():
            packed.writestr(f"maps/{name}", data)
    found = checked(run, "all.zip")
    assert set(found) == {f"all.zip/maps/{name}" for name in FILES}
    said = {(one["code"], one["entry"]) for one in found["all.zip/maps/index.xml"]["findings"]}
    assert said >= {("index-nested", 5), ("index-child-missing", 6), ("index-child-is-page", 4)}
    assert "url-in-two-sitemaps" in codes(found["all.zip/maps/c.xml"])


def test_a_robots_txt_names_its_index(run, tmp_path):
    (tmp_path / "robots.txt").write_text(
        f"User-agent: *\nDisallow: /blog/\nSitemap: {SITE}/index.xml\nSitemap: {SITE}/no.xml\n"
    )
    found = checked(run, "robots.txt", "--set")
    assert list(found) == ["robots.txt", *NAMED]
    assert "robots-sitemap-unknown-file" in codes(found["robots.txt"])
    assert "loc-blocked-by-robots" in codes(found["b.xml.gz"])


def test_files_lie_where_their_public_address_says(run, tmp_path):
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "e.xml").write_bytes(pages("maps/e"))
    (tmp_path / "index.xml").write_bytes(index("maps/e.xml", "other/e.xml"))
    found = checked(run, "index.xml", "--set", "--base-url", f"{SITE}/index.xml")
    assert list(found) == ["index.xml", "maps/e.xml"]
    missing = [one for one in found["index.xml"]["findings"] if "missing" in one["code"]]
    assert [one["entry"] for one in missing if one["entry"]] == [2]


@pytest.mark.parametrize("name", ["maps", "maps.zip", "maps/index.xml"])
def test_a_public_address_of_the_folder_is_that_of_all_files(run, tmp_path, name):
    """Which lets sitemaps in a folder list what lies in it, and nothing above."""
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "e.xml").write_bytes(pages("maps/e", "above"))
    rows = f"<sitemap><loc>{SITE}/maps/e.xml</loc></sitemap>"
    text = f'<sitemapindex xmlns="{SITEMAP}">{rows}</sitemapindex>'
    (tmp_path / "maps" / "index.xml").write_text(text)
    with zipfile.ZipFile(tmp_path / "maps.zip", "w") as packed:
        for path in (tmp_path / "maps").iterdir():
            packed.write(path, path.name)
    found = checked(run, name, "--set", "--base-url", f"{SITE}/maps/")
    (file,) = (file for file in found.values() if file["format"] == "urlset")
    assert [one["entry"] for one in file["findings"] if "outside" in one["code"]] == [2]
    (listing,) = (file for file in found.values() if file["format"] == "sitemapindex")
    assert {one for one in codes(listing) if "index-child" in one} == {"index-child-invalid"}


def test_what_is_outside_of_the_folder_is_never_read(run, tmp_path):
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "link.xml").symlink_to(tmp_path / "a.xml")
    (inside / "b.xml").write_bytes(pages("b"))
    (inside / "index.xml").write_bytes(index("../a.xml", "..%2Fa.xml", "link.xml", "b.xml"))
    assert list(checked(run, "inside/index.xml", "--set")) == ["inside/index.xml", "inside/b.xml"]


def test_what_an_index_names_may_be_anything(run, tmp_path):
    """Also what can only be read once, or never."""
    (tmp_path / "folder.xml").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.xml")
    (tmp_path / "loop.xml").symlink_to("loop.xml")
    (tmp_path / "list.txt").write_text(f"{SITE}/shop/1\n")
    (tmp_path / "table.csv").write_text(f"url,status\n{SITE}/x,200\n")
    (tmp_path / "none.xml").write_text(f'<urlset xmlns="{SITEMAP}"/>')
    (tmp_path / "feed.rss").write_text(
        f'<rss version="2.0"><channel><item><link>{SITE}/new</link>'
        "<pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate></item></channel></rss>"
    )
    strange = ("folder.xml", "pipe.xml", "loop.xml", "", "..", "nul%00.xml")
    usual = ("list.txt", "table.csv", "none.xml", "feed.rss")
    (tmp_path / "index.xml").write_bytes(index(*strange, *usual))
    found = checked(run, "index.xml", "--set")
    assert list(found) == ["index.xml", *usual]
    assert [found[name]["format"] for name in usual] == ["text", "unknown", "urlset", "rss"]
    assert "older 1 · none 1" in run("check", "index.xml", "--set").text


@pytest.mark.parametrize("form", ["csv", "html", "sarif"])
def test_every_form_of_report_tells_of_every_file(run, form):
    done = run("check", "index.xml", "--set", "--format", form)
    assert done.code == 1
    assert all(name in done.text for name in NAMED if name != "a.xml")


def test_the_text_report_tells_the_sums_of_the_set(run):
    lines = run("check", "index.xml", "--set").text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("All together"))
    assert lines[at].split("  ")[1].startswith("5 sitemaps · 7 entries · ")
    assert lines[at + 1] == "  Sections: /shop/ 4 · /blog/ 1 · pages in no section 2"
    assert lines[at + 2] == "  Age of lastmod: none 7"
    assert lines[at + 3] == "  Sitemaps that are named and not here: 1"
    # A severity may differ from one finding of a rule to the next: the worst counts.
    assert "  ▲ gzip-name-mismatch  2 warnings in 2 files" in lines[at + 4 :]


def test_the_report_for_people_tells_the_sums_too(run):
    text = run("check", "index.xml", "--set", "--format", "html").text
    assert "5 sitemaps · 7 entries" in text
    assert "/shop/ 4 · /blog/ 1" in text
    assert "All together" not in run("check", "index.xml", "--format", "html").text


def test_an_index_checked_alone_points_to_the_set(run):
    assert "--set does that" in run("check", "index.xml").text
    assert "--set does that" not in run("check", "index.xml", "--set").text
    assert "--set does that" not in run("check", "a.xml").text


@pytest.mark.parametrize("name", ["gone.xml", "empty"])
def test_where_there_is_no_set_nothing_is_written(run, tmp_path, name):
    (tmp_path / "empty").mkdir()
    done = run("check", name, "--set", "--format", "json")
    assert (done.code, done.out) == (2, b"")
    assert done.err.startswith(f"sitemap-editor: {name}: ")


@pytest.mark.parametrize("name", ["page.xml", "a.xml"])
def test_a_file_that_names_no_others_is_a_set_of_its_own(run, name):
    assert checked(run, name, "--set") == checked(run, name)


def test_files_named_together_can_be_a_set(run):
    assert list(checked(run, "c.xml", "a.xml", "--set")) == ["c.xml", "a.xml"]


def test_several_indexes_can_be_a_set(run, tmp_path):
    (tmp_path / "one.xml").write_bytes(index("a.xml"))
    (tmp_path / "two.xml").write_bytes(index("c.xml", "a.xml"))
    (tmp_path / "robots.txt").write_text(f"Sitemap: {SITE}/nested.xml\n")
    found = checked(run, "one.xml", "robots.txt", "two.xml", "--set")
    assert list(found) == [
        *("one.xml", "a.xml", "robots.txt", "nested.xml", "d.xml", "two.xml", "c.xml")
    ]
    assert "url-in-two-sitemaps" in codes(found["c.xml"])


# Languages

LANGUAGES = ("en", "de", "fr")


def in_languages(own: str, *pages: str, without: str = "") -> bytes:
    """Pages in one language, each with links to all of them, or all ``without`` one."""
    entries = ""
    for page in pages:
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{code}" href="{SITE}/{code}/{page}"/>'
            for code in LANGUAGES
            if code != without
        )
        entries += f"<url><loc>{SITE}/{own}/{page}</loc>{links}</url>\n"
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="{SITEMAP}" '
        f'xmlns:xhtml="http://www.w3.org/1999/xhtml">\n{entries}</urlset>\n'
    ).encode()


def lay_out_languages(folder, **other: bytes) -> None:
    for code in LANGUAGES:
        data = other.get(code) or in_languages(code, "a", "b")
        (folder / f"{code}.xml").write_bytes(data)
    (folder / "index.xml").write_bytes(index(*(f"{code}.xml" for code in LANGUAGES), "a.xml"))


def of_languages(found: dict[str, dict]) -> list[tuple[str, str, int]]:
    return [
        (name, one["code"], one["entry"])
        for name, file in found.items()
        for one in file["findings"]
        if one["code"].startswith("hreflang") and one["scope"] == "cross-file"
    ]


def test_languages_in_files_of_their_own_are_one_cluster(run, tmp_path):
    lay_out_languages(tmp_path)
    assert of_languages(checked(run, "index.xml", "--set")) == []
    assert of_languages(checked(run, "de.xml"))  # which nobody can tell from one file


def test_a_link_back_is_missing_in_another_file(run, tmp_path):
    lay_out_languages(tmp_path, de=in_languages("de", "a", "b", without="en"))
    assert of_languages(checked(run, "index.xml", "--set")) == [
        ("en.xml", "hreflang-return-missing", 1),
        ("en.xml", "hreflang-return-missing", 2),
        ("de.xml", "hreflang-set-differs", 1),
        ("de.xml", "hreflang-set-differs", 2),
        ("fr.xml", "hreflang-set-differs", 1),
        ("fr.xml", "hreflang-set-differs", 2),
    ]


def test_a_version_stands_in_no_file(run, tmp_path):
    lay_out_languages(tmp_path, fr=in_languages("fr", "a"))
    found = checked(run, "index.xml", "--set")
    assert of_languages(found) == [
        ("en.xml", "hreflang-target-not-listed", 2),
        ("de.xml", "hreflang-target-not-listed", 2),
    ]
    (said,) = (one for one in found["de.xml"]["findings"] if "target" in one["code"])
    assert (said["severity"], said["value"]) == ("warning", f"{SITE}/fr/b")


def test_a_version_may_stand_in_a_file_without_languages(run, tmp_path):
    lay_out_languages(tmp_path, fr=in_languages("fr", "a"))
    (tmp_path / "a.xml").write_bytes(pages("fr/b"))
    assert of_languages(checked(run, "index.xml", "--set")) == [
        ("en.xml", "hreflang-return-missing", 2),
        ("de.xml", "hreflang-return-missing", 2),
    ]


def test_what_is_found_again_is_counted_once(run, tmp_path):
    lay_out_languages(tmp_path, de=in_languages("de", "a", "b", "en/a", without="en"))
    (tmp_path / "fr.xml").write_bytes(in_languages("fr", "a", "b", "a"))
    found = checked(run, "index.xml", "--set")
    assert sum(file["entries"] for file in found.values() if file["format"] == "urlset") == 11
    assert not any("url-in-two-sitemaps" in codes(file) for file in found.values())
    text = run("check", "index.xml", "--set").text
    assert "4 sitemaps · 11 entries" in text


# J22


def test_addresses_of_a_staging_site_are_found_anywhere_in_the_set(run, tmp_path):
    (tmp_path / "sitemap-editor.toml").write_text(
        '[house]\nallowed_hosts = ["www.shop.org"]\nforbidden = ["/wp-admin/"]\n'
    )
    (tmp_path / "a.xml").write_bytes(urlset("https://staging.shop.org/1", f"{SITE}/wp-admin/x"))
    (tmp_path / "index.xml").write_bytes(index("orphan.xml", "a.xml"))
    done = run("check", "index.xml", "--set", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(done.text)))
    house = [(row["file"], row["code"], row["entry"]) for row in rows if "house" in row["code"]]
    assert house == [("a.xml", "house-host", "1"), ("a.xml", "house-pattern", "2")]


# J27


def test_a_large_index_is_read_and_not_changed(run, tmp_path):
    names = [f"part-{number}.xml" for number in range(30)]
    for name in names:
        own = [f"{name}/{number}" for number in range(200)]
        (tmp_path / name).write_bytes(pages(*own, lastmod="2024-05-01"))
    (tmp_path / "index.xml").write_bytes(index(*names))
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    done = run("check", "index.xml", "--set", "--fail-on", "never")
    assert "30 sitemaps · 6,000 entries" in done.text
    assert "/part-0.xml/ 200 · " in done.text and "and 18 more sections" in done.text
    assert "older 6,000" in done.text and "from 2024-05-01 to 2024-05-01" in done.text
    run("check", "index.xml", "--set", "--format", "csv", "-o", "found.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "found.csv").read_text("utf-8"))))
    assert rows and {row["file"] for row in rows} <= {"index.xml", *names}
    after = {path: path.read_bytes() for path in tmp_path.iterdir() if path.name != "found.csv"}
    assert after == before
