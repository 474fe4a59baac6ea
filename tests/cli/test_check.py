"""``check``: exact JSON, exit codes, refused and unreadable files beside good ones."""

from __future__ import annotations

import csv
import gzip
import io
import json

import pytest

from .conftest import SITEMAP, urlset

CLEAN = urlset("https://www.example.com/a", "https://www.example.com/b")
WRONG = urlset("https://www.example.com/a", lastmod="31/12/2023", priority="7")
KEYS = [
    *("file", "format", "well_formed", "encoding", "compressed", "entries", "bytes"),
    *("findings", "summary"),
]
FINDING_KEYS = [
    *("code", "severity", "scope", "entry", "line", "column", "field", "value"),
    *("message", "fix"),
]


def checked(run, *argv: object, stdin: bytes = b"") -> list[dict]:
    return json.loads(run("check", "--format", "json", *argv, stdin=stdin).out)


@pytest.fixture(autouse=True)
def files(tmp_path):
    (tmp_path / "clean.xml").write_bytes(CLEAN)
    (tmp_path / "wrong.xml").write_bytes(WRONG)


def test_json_describes_the_file(run):
    (file,) = checked(run, "wrong.xml")
    assert list(file) == KEYS
    assert [file[key] for key in KEYS[:7]] == [
        *("wrong.xml", "urlset", True, "utf-8", False, 1, len(WRONG))
    ]
    for finding in file["findings"]:
        assert list(finding) == FINDING_KEYS
    counted = {s: sum(f["severity"] == s for f in file["findings"]) for s in file["summary"]}
    assert file["summary"] == counted
    assert list(file["summary"]) == ["error", "warning", "info"]


def test_a_finding_says_where(run):
    (file,) = checked(run, "wrong.xml")
    (date,) = [f for f in file["findings"] if f["field"] == "lastmod"]
    assert (date["entry"], date["line"], date["value"]) == (1, 3, "31/12/2023")
    line = WRONG.decode().splitlines()[2]
    assert line[date["column"] - 1 :].startswith(("31/12/2023", "<lastmod>"))


def test_json_has_no_language(run):
    argv = ("check", "wrong.xml", "clean.xml", "--format", "json", "--language")
    assert run(*argv, "ru").out == run(*argv, "en").out


def test_gzip_and_encodings_are_told(run, tmp_path):
    (tmp_path / "a.xml.gz").write_bytes(gzip.compress(CLEAN))
    text = CLEAN.decode().replace("UTF-8", "UTF-16")
    (tmp_path / "b.xml").write_bytes(text.encode("utf-16"))
    one, two = checked(run, "a.xml.gz", "b.xml")
    assert (one["compressed"], one["bytes"], one["entries"]) == (True, len(CLEAN), 2)
    assert two["encoding"].startswith("utf-16")
    assert two["bytes"] == 2 * len(text) + 2


@pytest.mark.parametrize(
    ("data", "kind", "well_formed"),
    [
        (CLEAN, "urlset", True),
        (f'<sitemapindex xmlns="{SITEMAP}"/>'.encode(), "sitemapindex", True),
        (b"https://www.example.com/\n", "text", None),
    ],
)
def test_formats(run, data, kind, well_formed):
    (file,) = checked(run, "-", stdin=data)
    assert (file["file"], file["format"], file["well_formed"]) == ("-", kind, well_formed)


REFUSED = {
    "html-instead-of-xml": b"<!DOCTYPE html><html><body>Not found</body></html>",
    "format-unsupported": b'{"urls": ["https://www.example.com/"]}',
    "file-empty": b" \n",
    "gzip-corrupt": gzip.compress(CLEAN)[:12] + b"\xff" * 40,
    "archive-not-gzip": b"PK\x03\x04\x14\x00\x00\x00",
    "root-unknown": b"<catalog><item/></catalog>",
}


@pytest.mark.parametrize("code", REFUSED)
def test_a_refused_file_says_why_and_the_others_are_checked(run, tmp_path, code):
    (tmp_path / "odd.xml").write_bytes(REFUSED[code])
    done = run("check", "odd.xml", "clean.xml", "--format", "json")
    odd, clean = json.loads(done.out)
    assert (odd["format"], odd["entries"], odd["well_formed"]) == ("unknown", 0, None)
    (finding,) = odd["findings"]
    assert (finding["code"], finding["severity"], finding["scope"]) == (code, "error", "file")
    assert finding["message"]
    assert odd["summary"] == {"error": 1, "warning": 0, "info": 0}
    assert clean["entries"] == 2
    assert (done.code, done.err) == (1, "")


def test_a_broken_file_says_where(run, tmp_path):
    broken = b"\n\n" + urlset("https://www.shop.org/?a=1&b=2", "https://www.shop.org/ x")
    (tmp_path / "broken.xml").write_bytes(broken)
    (file,) = checked(run, "broken.xml")
    assert (file["format"], file["well_formed"], file["entries"]) == ("urlset", False, 2)
    assert file["bytes"] == len(broken)
    places = {one["code"]: (one["line"], one["column"]) for one in file["findings"]}
    assert places["xml-declaration-not-first"] == (1, 1)
    assert places["ampersand-unescaped"] == (5, 38)
    assert places["loc-whitespace-inside"] == (6, 13)
    assert file["summary"]["error"] >= 3


def test_a_breakage_counts_for_every_profile_and_can_be_ignored(run, tmp_path):
    (tmp_path / "broken.xml").write_bytes(urlset("https://www.shop.org/?a=1&b=2"))
    done = run("check", "broken.xml", "--profile", "advice", "--format", "json")
    assert "ampersand-unescaped" in done.text
    (tmp_path / "sitemap-editor.toml").write_text('[severity]\nampersand-unescaped = "off"\n')
    assert "ampersand-unescaped" not in run("check", "broken.xml", "--format", "json").text


@pytest.mark.parametrize("form", ["text", "json", "sarif", "html", "csv"])
def test_breakages_are_in_every_form_of_report(run, tmp_path, form):
    (tmp_path / "broken.xml").write_bytes(urlset("https://www.shop.org/?a=1&b=2"))
    done = run("check", "broken.xml", "--format", form)
    assert done.code == 1
    assert "ampersand-unescaped" in done.text


@pytest.mark.parametrize("name", ["missing.xml", "missing/a.xml"])
@pytest.mark.parametrize("form", ["text", "json", "sarif"])
def test_what_cannot_be_read_is_exit_2_and_nothing_written(run, name, form):
    done = run("check", name, "--format", form)
    assert (done.code, done.out) == (2, b"")
    assert done.err.startswith(f"sitemap-editor: {name}: ")
    assert done.err.count("\n") == 1


def test_what_can_be_read_is_checked_all_the_same(run):
    done = run("check", "missing.xml", "clean.xml", "--format", "json")
    assert [file["file"] for file in json.loads(done.out)] == ["clean.xml"]
    assert done.code == 2


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["clean.xml"], 0),
        (["wrong.xml"], 1),
        (["clean.xml", "wrong.xml"], 1),
        (["wrong.xml", "--fail-on", "never"], 0),
        (["wrong.xml", "--fail-on", "warning"], 1),
        (["wrong.xml", "--fail-on", "info"], 1),
    ],
)
def test_the_exit_code_tells_how_bad_it_is(run, argv, code):
    assert run("check", *argv).code == code


def test_warnings_count_when_asked(run, tmp_path):
    data = CLEAN.replace(b"</url>", b"<priority>0.80</priority></url>").replace(b"/b<", b"/a<")
    (tmp_path / "twice.xml").write_bytes(data)
    (file,) = checked(run, "twice.xml")
    assert file["summary"]["error"] == 0
    assert file["summary"]["warning"] > 0
    assert run("check", "twice.xml").code == 0
    assert run("check", "twice.xml", "--fail-on", "warning").code == 1


def test_profiles_choose_the_rules(run):
    some = checked(run, "wrong.xml", "--profile", "advice")[0]["findings"]
    assert "error" not in {finding["severity"] for finding in some}


def test_the_base_may_be_the_folder(run, tmp_path):
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "my map.xml").write_bytes(CLEAN)
    folder = checked(run, "shop/my map.xml", "--base-url", "https://www.example.com/x/")
    file = checked(run, "shop/my map.xml", "--base-url", "https://www.example.com/x/my%20map.xml")
    other = checked(run, "shop/my map.xml", "--base-url", "https://other.example/")
    assert folder == file
    assert other != folder


def test_text_groups_by_file_and_names_places(run):
    text = run("check", "wrong.xml", "clean.xml").text
    assert text.index("wrong.xml  urlset · 1 entry") < text.index("clean.xml  urlset · 2 entries")
    assert "wrong.xml:3:" in text
    assert text.splitlines()[-1].startswith("2 files checked · ")


def test_a_file_without_findings_says_so(run):
    done = run("check", "clean.xml", "--profile", "legacy-2005")
    assert "Nothing found." in done.text
    assert done.text.endswith("1 file checked · 0 errors · 0 warnings · 0 notes\n")


def test_text_shows_some_findings_a_rule_and_counts_the_rest(run, tmp_path):
    (tmp_path / "many.xml").write_bytes(urlset(*(f"/page{n}" for n in range(1_317))))
    done = run("check", "many.xml")
    assert "… and 1,312 more" in done.text
    assert len(done.text.splitlines()) < 40


def test_text_puts_the_worst_first(run):
    text = run("check", "wrong.xml", "--profile", "protocol,google,bing,advice,yandex").text
    marks = [line.split()[0] for line in text.splitlines() if line[:4].strip() in ("●", "▲", "■")]
    assert marks == sorted(marks, key="●▲■".index)
    assert marks[0] == "●"


def test_text_follows_the_language(run):
    assert "1 entry" in run("check", "wrong.xml", "--language", "en").text
    assert run("check", "wrong.xml", "--language", "fr").code == 1


def test_a_report_can_be_a_file(run, tmp_path):
    done = run("check", "wrong.xml", "--format", "sarif", "-o", "out.sarif")
    assert (done.code, done.out) == (1, b"")
    log = json.loads((tmp_path / "out.sarif").read_bytes())
    assert {r["ruleId"] for r in log["runs"][0]["results"]}
    before = (tmp_path / "out.sarif").read_bytes()
    done = run("check", "clean.xml", "-o", "out.sarif")
    assert (done.code, (tmp_path / "out.sarif").read_bytes()) == (2, before)
    assert run("check", "clean.xml", "-o", "out.sarif", "--force").code == 0


def test_values_of_a_file_cannot_steer_the_terminal(run, tmp_path):
    (tmp_path / "evil.xml").write_bytes(urlset("https://www.example.com/&#x9b;31m&#x202e;x"))
    assert "\x9b" not in run("check", "evil.xml").text
    assert "\u202e" not in run("check", "evil.xml").text


def test_html_follows_the_language_and_names_the_rules(run, tmp_path):
    done = run("check", "wrong.xml", "--format", "html", "-o", "out.html", "--language", "fr")
    assert (done.code, done.out) == (1, b"")
    text = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert text.startswith('<!DOCTYPE html>\n<html lang="fr">')
    assert text.endswith("</html>\n")
    for words in ("wrong.xml", "31/12/2023", "lastmod-locale-format", "Google, Bing"):
        assert words in text


def test_csv_has_the_findings_of_the_json(run):
    argv = ("check", "wrong.xml", "clean.xml", "--format")
    lines = list(csv.DictReader(io.StringIO(run(*argv, "csv").text)))
    files = json.loads(run(*argv, "json").out)
    wanted = [(f["file"], one["code"], one["value"] or "") for f in files for one in f["findings"]]
    assert [(row["file"], row["code"], row["value"]) for row in lines] == wanted


def test_a_refused_file_is_in_the_report_for_people(run, tmp_path):
    (tmp_path / "odd.xml").write_bytes(REFUSED["html-instead-of-xml"])
    text = run("check", "odd.xml", "--format", "html").text
    assert "html-instead-of-xml" in text
    assert "<html><body>Not found" not in text


def test_files_checked_together_and_what_lies_beside_are_one_site(run, tmp_path):
    address = "https://www.example.com/"
    (tmp_path / "index.xml").write_bytes(
        f'<sitemapindex xmlns="{SITEMAP}"><sitemap><loc>{address}clean.xml</loc></sitemap>'
        f"<sitemap><loc>{address}gone.xml</loc></sitemap></sitemapindex>".encode()
    )
    (tmp_path / "robots.txt").write_bytes(b"User-agent: *\nDisallow: /b\n")
    (tmp_path / "more.xml").write_bytes(urlset(f"{address}a"))
    index, clean, more = checked(run, "index.xml", "clean.xml", "more.xml")
    said = [{one["code"] for one in file["findings"]} for file in (index, clean, more)]
    assert {"index-child-missing", "index-orphan"} <= said[0]
    assert "loc-blocked-by-robots" in said[1] and "url-in-two-sitemaps" not in said[1]
    assert {"url-in-two-sitemaps", "index-orphan"} <= said[2]


def test_files_too_large_to_look_at_are_counted_once(run, tmp_path, monkeypatch):
    monkeypatch.setattr("sitemap_editor.rules.beside.looking.BUDGET", 10)
    (tmp_path / "index.xml").write_bytes(
        f'<sitemapindex xmlns="{SITEMAP}"><sitemap><loc>https://www.example.com/clean.xml</loc>'
        "</sitemap></sitemapindex>".encode()
    )
    done = run("check", "index.xml")
    assert done.err == (
        "sitemap-editor: 2 files beside index.xml were not read: together they are too large.\n"
    )
