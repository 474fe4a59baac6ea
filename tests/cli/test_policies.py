"""The folder's file counts on the command line too, and what is wrong in it is named."""

from __future__ import annotations

import json

import pytest

from sitemap_editor.support.settings import POLICY, Settings

from .conftest import urlset

FILE = "sitemap-editor.toml"


@pytest.fixture
def files(tmp_path):
    """Two folders with a sitemap each; the first one can be given a policy."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "sitemap.xml").write_bytes(
            urlset("HTTPS://www.shop.org/a#b", "https://www.shop.org/c#d", lastmod="2024-05-01")
        )
    return lambda text: (tmp_path / "a" / FILE).write_text(text)


def found(run, *argv):
    done = run("check", *argv, "--format", "json")
    return [
        {finding["code"]: finding["severity"] for finding in file["findings"]}
        for file in json.loads(done.out)
    ]


def test_each_file_goes_by_the_policy_of_its_folder(run, files):
    files('[severity]\nloc-fragment = "error"\nloc-scheme-uppercase = "off"\n')
    (first,), (second,) = found(run, "a/sitemap.xml"), found(run, "b/sitemap.xml")
    assert first == {"loc-fragment": "error"}
    assert second.keys() >= {"loc-fragment", "loc-scheme-uppercase"}
    assert second["loc-fragment"] != "error"
    assert run("check", "b/sitemap.xml").code == 0
    assert run("check", "a/sitemap.xml").code == 1


def test_ignored_findings_are_counted_apart(run, files):
    files('[[ignore]]\nrule = "loc-fragment"\nfile = "sitemap.xml"\n')
    assert found(run, "a/sitemap.xml") == [{"loc-scheme-uppercase": "info"}]
    assert "2 findings are ignored." in run("check", "a/sitemap.xml").text
    assert "ignored" not in run("check", "b/sitemap.xml").text


def test_ignored_findings_are_not_mended(run, files):
    files('[[ignore]]\nrule = "loc-scheme-uppercase"\nloc = "HTTPS://www.shop.org/a#b"\n')
    assert b"HTTPS" in run("fix", "a/sitemap.xml", "-o", "-").out
    assert b"HTTPS" not in run("fix", "b/sitemap.xml", "-o", "-").out


def test_options_win_over_the_folder(run, files):
    files('profiles = ["legacy-2005"]\n[base_urls]\n"sitemap.xml" = "https://x.shop.org/s.xml"\n')
    assert "loc-fragment" not in found(run, "a/sitemap.xml")[0]
    assert "loc-fragment" in found(run, "a/sitemap.xml", "--profile", "google")[0]
    code = "cross-host-unproven"
    assert code in found(run, "a/sitemap.xml", "--profile", "protocol")[0]
    address = "https://www.shop.org/s.xml"
    argv = ("--profile", "protocol", "--base-url", address)
    assert code not in found(run, "a/sitemap.xml", *argv)[0]


@pytest.mark.parametrize("verb", [("check",), ("fix", "-o", "-")])
def test_what_is_wrong_is_named_once_and_the_rest_counts(run, files, verb):
    files('[severity]\nloc-fragmnt = "off"\nloc-fragment = "off"\n')
    done = run(verb[0], "a/sitemap.xml", *verb[1:])
    assert done.err.count("There is no rule loc-fragmnt.") == 1
    assert f"{FILE}:2: " in done.err
    files("[severity\n")
    done = run(verb[0], "a/sitemap.xml", *verb[1:])
    assert f"{FILE}:1: " in done.err and done.code == 0


def test_both_files_of_a_folder_name_a_problem_once(run, files, tmp_path):
    files("colour = 1\n")
    (tmp_path / "a" / "b.xml").write_bytes(urlset("https://www.shop.org/"))
    assert run("check", "a/sitemap.xml", "a/b.xml").err.count("no setting colour") == 1


def test_the_settings_of_a_person_count_too(run, files):
    Settings.of_user().set(POLICY, '[severity]\nloc-fragment = "error"\n')
    assert run("check", "b/sitemap.xml").code == 1
    assert run("check", "-", stdin=urlset("https://www.shop.org/#a")).code == 1


def test_the_file_may_be_that_of_config_too(run, files):
    files('[check]\nfail-on = "never"\n[severity]\nloc-fragment = "error"\n')
    done = run("check", "a/sitemap.xml", "--config", f"a/{FILE}")
    assert done.code == 0 and not done.err


def test_house_rules_are_listed(run):
    listed = json.loads(run("rules", "--format", "json").text)
    house = {rule["code"]: rule for rule in listed if rule["group"] == "house"}
    assert set(house) == {
        "house-host", "house-port", "house-pattern", "house-parameter", "house-depth",
    }  # fmt: skip
    assert {rule["severity"] for rule in house.values()} == {"warning"}
    assert "House rules" in run("rules").text
