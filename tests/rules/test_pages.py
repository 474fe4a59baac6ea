"""Every rule has a page, and what stands on it can be shown."""

from __future__ import annotations

import re
import tomllib

import pytest

from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.help import pages
from sitemap_editor.rules.help.aliases import ALIASES
from sitemap_editor.rules.help.pages import GROUPS, TEXTS, TITLE, Pages, page, title_of
from sitemap_editor.rules.help.sources import BY_KEY, sources_of
from sitemap_editor.rules.registry import RULES
from sitemap_editor.support import i18n
from sitemap_editor.support.resources import resource_path

FOLDER = resource_path("help", "rules")
FILES = sorted(FOLDER.glob("*.toml"))
SPOKEN = sorted(resource_path("help").glob("*/rules/*.toml"))

LONGEST_LINE = 96


@pytest.fixture
def french(monkeypatch, tmp_path):
    """Speak French, with pages of one's own."""
    (tmp_path / "help" / "rules").mkdir(parents=True)
    (tmp_path / "help" / "fr" / "rules").mkdir(parents=True)

    def path(*parts):
        return tmp_path.joinpath(*parts)

    monkeypatch.setattr(pages, "resource_path", path)
    pages._texts.cache_clear()
    pages._page.cache_clear()
    i18n.set_language("fr")
    yield tmp_path / "help"
    i18n.set_language("en")
    pages._texts.cache_clear()
    pages._page.cache_clear()


@pytest.mark.parametrize("code", CATALOGUE)
def test_a_rule_has_a_whole_page(code):
    told = page(code)
    assert told.is_written
    for name in TEXTS:
        assert getattr(told, name).strip(), name
    assert told.good != told.bad
    assert code in RULES or TITLE in pages._texts(told.group, "en")[code]


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_rule_has_something_to_show(code):
    told = page(code)
    assert told.title and told.what and told.fix and told.sources
    assert not told.english


def test_a_group_has_a_file_with_all_its_rules():
    assert {path.stem for path in FILES} == set(GROUPS)
    for path in FILES:
        assert _written(path.stem) == _codes(path.stem), path.name


def _codes(group):
    return {code for code, info in CATALOGUE.items() if info.group == group}


def _written(group):
    return set(tomllib.loads((FOLDER / f"{group}.toml").read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", [*FILES, *SPOKEN], ids=lambda path: "/".join(path.parts[-3:]))
def test_a_file_of_pages_holds_known_codes_and_texts(path):
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    assert set(tables) <= _codes(path.stem)
    for code, texts in tables.items():
        assert set(texts) <= {*TEXTS, TITLE}, code
        assert (TITLE in texts) <= (code not in RULES), f"{code} has a title of its own"
        for name, text in texts.items():
            assert text.count("`") % 2 == 0 or name in ("good", "bad"), code
            if name in ("good", "bad"):
                assert max(map(len, text.splitlines())) <= LONGEST_LINE, code


def test_texts_are_short_and_whole_sentences():
    for path in FILES:
        for code, texts in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for name in ("what", "why", "fix"):
                text = texts[name].strip()
                assert text.endswith((".", "”", "?")), (code, name)
                assert len(text.split()) <= 70, (code, name)


def test_every_group_has_a_name():
    assert {info.group for info in CATALOGUE.values()} <= set(GROUPS)


def test_pages_are_a_mapping_of_all_codes():
    assert list(Pages()) == list(CATALOGUE)
    assert Pages()["ns-https"].code == "ns-https"
    with pytest.raises(KeyError):
        page("no-such-rule")


def test_a_page_tells_what_other_tools_call_it():
    assert "Search Console: Empty sitemap" in page("file-empty").aliases
    summaries = {name for alias in ALIASES if alias.is_summary for name in alias.names}
    assert not any(name in said for said in page("file-empty").aliases for name in summaries)


def test_a_translated_page_replaces_the_english_one_text_by_text(french):
    (french / "rules" / "A.toml").write_text('[file-empty]\nwhat = "Empty."\nwhy = "Bad."\n')
    (french / "fr" / "rules" / "A.toml").write_text('[file-empty]\nwhat = "Vide."\n')
    told = page("file-empty")
    assert (told.what, told.why) == ("Vide.", "Bad.")
    assert told.english == {"why"}


def test_what_a_rule_says_itself_comes_before_a_page_in_english(french):
    (french / "rules" / "B.toml").write_text('[ns-https]\nwhat = "English."\nwhy = "English."\n')
    told = page("ns-https")
    assert told.what != "English."
    assert told.english == {"why"}


def test_a_broken_file_of_pages_is_as_good_as_none(french, caplog):
    (french / "rules" / "B.toml").write_text("[ns-https\n")
    assert not page("ns-https").is_written
    assert "B.toml" in caplog.text


# Sources


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_rule_says_who_says_so(code):
    for source in sources_of(CATALOGUE[code].source):
        assert source.name and not re.search(r"\bED\b|experiment §", source.name)
        assert not source.address or source.address.startswith(("https://", "http://"))
        assert " " not in source.address


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ("P #index; F", ["https://www.sitemaps.org/protocol.html#index", BY_KEY["F"].address]),
        ("RFC 3986 §3.2.2", ["https://www.rfc-editor.org/rfc/rfc3986"]),
        ("CC #161 (UTF-16 seen live)", ["https://github.com/crawler-commons/crawler-commons/issues/161"]),
        ("vaersaagod/seomate#68; ED", ["https://github.com/vaersaagod/seomate/issues/68", ""]),
        ("ED; G-build", [BY_KEY["G-build"].address, ""]),
        ("something unknown", [""]),
    ],
)  # fmt: skip
def test_keys_of_the_catalogue_become_addresses(column, expected):
    assert [source.address for source in sources_of(column)] == expected


def test_a_section_is_named():
    assert sources_of("XML §2.8")[0].name == "XML 1.0, §2.8"
    assert sources_of("RFC 3986 §3.2.2")[0].name == "RFC 3986, §3.2.2"


def test_a_rule_no_check_has_yet_gets_its_title_from_the_page(french):
    (french / "rules" / "A.toml").write_text('[file-empty]\ntitle = "Empty"\n')
    assert title_of("file-empty") == "Empty"
    (french / "fr" / "rules" / "A.toml").write_text('[file-empty]\ntitle = "Vide"\n')
    pages._texts.cache_clear()
    assert title_of("file-empty") == "Vide"
    assert title_of("loc-http-status") == "Loc http status"
