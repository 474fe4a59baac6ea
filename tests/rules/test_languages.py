"""Links to other languages: what each rule says where cases differ, and what none speaks about."""

from __future__ import annotations

from typing import Any
from xml.parsers.expat import ParserCreate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.markup.elements import splice
from sitemap_editor.markup.lexer import Names
from sitemap_editor.protocol.findings import Finding, FixKind, Severity
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.namespaces import EXTENSIONS, SITEMAP
from sitemap_editor.rules.base import Context, Hit, Rule, run_rules
from sitemap_editor.rules.engine.entry import Entry
from sitemap_editor.rules.extensions import hreflang, news
from sitemap_editor.rules.extensions.hreflang import is_clean_code
from sitemap_editor.rules.registry import PART_RULES

from .conftest import NOW, checker, from_text

SELF = '<xhtml:link rel="alternate" hreflang="en" href="https://www.shop.org/a"/>'
XHTML = "http://www.w3.org/1999/xhtml"
DEFAULT = '<xhtml:link rel="alternate" hreflang="x-default" href="https://www.shop.org/"/>'


def link(code: str, href: str = "https://www.shop.org/b") -> str:
    return f'<xhtml:link rel="alternate" hreflang="{code}" href="{href}"/>'


def found_in(*elements: str, loc: str = "https://www.shop.org/a") -> dict[str, Finding]:
    """What is found about an entry with these elements, without what hangs on other entries."""
    doc = from_text(f"<url><loc>{loc}</loc>{''.join(elements)}</url>")
    found = {one.code: one for one in checker(doc).run().findings()}
    del found["ns-extension-unused"], found["lastmod-missing"]
    found.pop("hreflang-target-not-listed", None)
    return found


def hits_in(*elements: str, **known: Any) -> dict[str, Hit]:
    """The same as hits, with answers to questions."""
    entry = Entry(_xml("".join(elements)), NAMES, Kind.URLSET)
    return {rule.code: hit for rule, hit in all_hits(entry, Context(now=NOW, **known))}


NAMES = Names(namespaces={"": SITEMAP, **{one.prefix: one.uri for one in EXTENSIONS}})
ENTRY_RULES = (*hreflang.ENTRY_RULES, *news.ENTRY_RULES)


def _xml(inner: str) -> bytes:
    return f"<url><loc>https://www.shop.org/a</loc>{inner}</url>".encode()


def all_hits(entry: Entry, context: Context) -> list[tuple[Rule[Any], Hit]]:
    hits: list[tuple[Rule[Any], Hit]] = [*run_rules(ENTRY_RULES, entry, context)]
    for name, parts in entry.extensions.items():
        for part in parts:
            hits += run_rules(PART_RULES.get(name, ()), part, context)
    return hits


@pytest.mark.parametrize(
    "elements",
    [
        (SELF, DEFAULT),
        (SELF, link("de"), DEFAULT),
        (link("en", "HTTPS://WWW.shop.org:443/a"), DEFAULT),
        (SELF, DEFAULT, '<xhtml:link rel="alternate" media="handheld" href="https://m.shop.org/a"/>'),
        (SELF, DEFAULT, "<xhtml:link rel='alternate' hreflang='zh-Hant-TW' href='https://shop.tw/'/>"),
        (SELF, link("de", "https://andere.example.net:8443/x"), DEFAULT),
        ('<xhtml:link rel="alternate" media="handheld" href="https://m.shop.org/a"/>',),
        ('<xhtml:link rel="alternate" href="android-app://org.shop.app/https/www.shop.org/a"/>',),
        (SELF, DEFAULT, link("de").replace("xhtml:link", f'link xmlns="{XHTML}"')),
    ],
)  # fmt: skip
def test_right_links_are_left_alone(elements: tuple[str, ...]) -> None:
    assert not found_in(*elements)


@pytest.mark.parametrize(
    "element",
    [
        '<link rel="alternate" hreflang="de" href="https://www.shop.org/b"/>',
        '<link xmlns="" rel="alternate" hreflang="de" href="https://www.shop.org/b"/>',
        '<xhtml:Link rel="alternate" hreflang="de" href="https://www.shop.org/b"></xhtml:Link>',
        '<xhtml:a rel="alternate" hreflang="de" href="https://www.shop.org/b"/>',
    ],
)
def test_a_wrong_element_has_one_finding(element: str) -> None:
    assert set(found_in(SELF, DEFAULT, element)) == {"hreflang-wrong-element"}


def test_a_link_of_text_is_an_unknown_element() -> None:
    assert set(found_in("<link>https://www.shop.org/b</link>")) == {"element-unknown"}


def test_an_unknown_element_beside_a_wrong_link_is_still_found() -> None:
    found = found_in(SELF, DEFAULT, '<link hreflang="de" href="/de"/>', "<expires>1</expires>")
    assert set(found) == {"hreflang-wrong-element", "element-unknown"}


@pytest.mark.parametrize(
    ("code", "severity"),
    [("jp", Severity.ERROR), ("us", Severity.ERROR), ("uk", Severity.WARNING), ("be", "warning")],
)
def test_a_country_alone_is_worse_where_no_language_has_its_code(code: str, severity: str) -> None:
    found = found_in(SELF, link(code), DEFAULT)
    assert set(found) == {"hreflang-country-only"}
    assert found["hreflang-country-only"].severity == severity


@pytest.mark.parametrize(
    ("code", "rule", "fix"),
    [
        ("en_US", "hreflang-syntax", FixKind.SAFE),
        ("english", "hreflang-syntax", FixKind.NONE),
        ("fil", "hreflang-language-unknown", FixKind.NONE),
        ("iw", "hreflang-language-unknown", FixKind.ASK),
        ("en-EU", "hreflang-region-reserved", FixKind.ASK),
        ("en-UK", "hreflang-region-reserved", FixKind.SAFE),
        ("es-419", "hreflang-region-numeric", FixKind.ASK),
        ("cn", "hreflang-country-only", FixKind.ASK),
        ("uk", "hreflang-country-only", FixKind.NONE),
    ],
)
def test_a_wrong_code_has_one_finding(code: str, rule: str, fix: FixKind) -> None:
    found = found_in(SELF, link(code), DEFAULT)
    assert {name: one.fix for name, one in found.items()} == {rule: fix}
    assert not is_clean_code(code)


def test_a_wrong_code_with_underscores_is_told_so_too() -> None:
    found = found_in(SELF, link("en_UK"), DEFAULT)
    assert set(found) == {"hreflang-syntax", "hreflang-region-reserved"}


def test_clean_codes_are_those_no_rule_speaks_about() -> None:
    assert all(map(is_clean_code, ("en", "zh-Hant", "EN-gb", "x-default")))
    assert not any(map(is_clean_code, ("", " ", "en-", "x-defaul", "en-GB-x")))


def test_missing_attributes_are_all_named_and_what_is_known_is_filled_in() -> None:
    found = found_in(SELF, DEFAULT, '<xhtml:link hreflang="de"/>')
    assert set(found) == {"hreflang-attribute-missing"}
    assert found["hreflang-attribute-missing"].value == "rel, href"
    assert found["hreflang-attribute-missing"].fix is FixKind.SAFE


def test_other_kinds_of_links_do_not_become_alternates() -> None:
    found = found_in(SELF, DEFAULT, '<xhtml:link rel="canonical" href="https://www.shop.org/a"/>')
    assert {name: one.fix for name, one in found.items()} == {
        "hreflang-attribute-missing": FixKind.NONE,
        "hreflang-rel-invalid": FixKind.NONE,
    }


@pytest.mark.parametrize(
    ("href", "rule"),
    [
        ("/de", "hreflang-href-not-absolute"),
        ("//www.shop.org/de", "hreflang-href-not-absolute"),
        ("www.shop.org/de", "hreflang-href-not-absolute"),
        ("htp://www.shop.org/de", "hreflang-href-invalid"),
        ("mailto:a@shop.org", "hreflang-href-invalid"),
        ("https://www.shop.org/a b", "hreflang-href-invalid"),
        ("https://www.sh_op..org/", "hreflang-href-invalid"),
    ],
)
def test_a_wrong_address_has_one_finding(href: str, rule: str) -> None:
    assert set(found_in(SELF, link("de", href), DEFAULT)) == {rule}


def test_the_same_code_for_the_same_page_is_hardly_worth_a_word() -> None:
    same = found_in(SELF, link("de"), link("DE"), DEFAULT)["hreflang-duplicate-code"]
    other = found_in(SELF, link("de"), link("de", "https://www.shop.org/c"), DEFAULT)
    assert (same.severity, same.fix) == (Severity.INFO, FixKind.SAFE)
    assert other["hreflang-duplicate-code"].severity is Severity.WARNING
    assert other["hreflang-duplicate-code"].fix is FixKind.NONE


@pytest.mark.parametrize(
    ("elements", "rules"),
    [
        ((SELF, link("de")), {"hreflang-x-default-missing"}),
        ((SELF,), set()),
        ((link("de"), DEFAULT), {"hreflang-self-missing"}),
        ((SELF, DEFAULT, DEFAULT), {"hreflang-x-default-multiple"}),
        (
            (link("en-GB", "https://www.shop.org/a"), link("en-US")),
            {"hreflang-no-generic", "hreflang-x-default-missing"},
        ),
        ((link("en-GB", "https://www.shop.org/a"), link("en-US"), DEFAULT), set()),
        (
            (link("zh-Hant-TW", "https://www.shop.org/a"), link("zh-Hant-HK"), link("zh")),
            {"hreflang-x-default-missing"},
        ),
    ],
)
def test_sets_of_links(elements: tuple[str, ...], rules: set[str]) -> None:
    assert set(found_in(*elements)) == rules


def test_nothing_is_added_as_long_as_nobody_says_which_language_a_page_is_in() -> None:
    hit = hits_in(link("de"), DEFAULT)["hreflang-self-missing"]
    assert hit.fix is not None and hit.fix.parameters["splices"] == ()
    for answer in ("de", "english"):  # one that is there already, and one that is none
        hit = hits_in(link("de"), DEFAULT, answers={"self_code": answer})["hreflang-self-missing"]
        assert hit.fix is not None and hit.fix.parameters["splices"] == ()


def test_the_page_for_everybody_else_is_the_english_one_unless_people_say_otherwise() -> None:
    written = _mended(hits_in(link("de"), SELF)["hreflang-x-default-missing"], link("de"), SELF)
    assert written.endswith(SELF.replace('"en"', '"x-default"') + "</url>")


def test_a_new_link_stands_on_a_line_of_its_own_where_the_others_do() -> None:
    rows = (f"\n    {SELF}", f"\n    {link('de')}\n  ")
    written = _mended(hits_in(*rows)["hreflang-x-default-missing"], *rows)
    assert written.endswith("\n    " + SELF.replace('"en"', '"x-default"') + "\n  </url>")


def _mended(hit: Hit, *elements: str) -> str:
    assert hit.fix is not None
    return splice(_xml("".join(elements)), hit.fix.parameters["splices"]).decode()


# Whatever there is

_NAMES = st.sampled_from(
    ["xhtml:link", "xhtml:Link", "xhtml:a", "link", "news:news", "news:News", "news:publication",
     "news:name", "news:language", "news:publication_date", "news:title", "news:genres",
     "news:Title", "mobile:mobile", "pagemap:PageMap", "pagemap:DataObject", "pagemap:Attribute",
     "pagemap:Template", "codesearch:x", "geo:geo", "x"]
)  # fmt: skip
_ATTRIBUTES = st.dictionaries(
    st.sampled_from(["rel", "hreflang", "href", "xhtml:href", "media", "name", "value", "type"]),
    st.sampled_from(["alternate", "en", "en_US", "jp", "", " ", "x-default", "https://www.shop.org/a",
                     "/b", "//", "http://[", "&#9;", "&amp;amp;", "&eacute;", "é", "zz-zz-zzzz"]),
    max_size=4,
)  # fmt: skip
_TEXTS = st.sampled_from(
    ["", " ", "a (b)", "(", "2025-05-31", "20250531", "0000-00-00", "9999-12-31", "1 May", "EN",
     "zh-Hans-HK", "&amp;", "<![CDATA[x]]>", "<!-- c -->", "&unknown;", "12:5, 13:6", "2024"]
)  # fmt: skip


@st.composite
def _elements(draw: st.DrawFn, depth: int = 3) -> str:
    name = draw(_NAMES)
    attributes = "".join(f' {key}="{value}"' for key, value in draw(_ATTRIBUTES).items())
    if draw(st.booleans()):
        return f"<{name}{attributes}/>"
    inner = draw(st.lists(_elements(depth - 1), max_size=4)) if depth else []
    return f"<{name}{attributes}>{draw(_TEXTS)}{''.join(inner)}{draw(_TEXTS)}</{name}>"


def require_well_formed(entry: bytes) -> None:
    """Raise what expat says about an entry in a document that declares what it may need."""
    declared = " ".join(
        f'xmlns:{prefix}="{uri}"' for prefix, uri in NAMES.namespaces.items() if prefix
    )
    entities = '<!DOCTYPE urlset [<!ENTITY unknown "u"><!ENTITY eacute "e">]>'
    parser = ParserCreate(namespace_separator=" ")
    parser.Parse(f"{entities}<urlset {declared}>".encode() + entry + b"</urlset>", True)


@given(st.lists(_elements(), max_size=5))
def test_no_rule_stumbles_and_every_fix_leads_somewhere(elements: list[str]) -> None:
    """Applied again and again, fixes come to an end, and the entry stays well-formed."""
    answers = {"news_name": "N", "news_language": "en", "self_code": "en-GB", "x_default": "de"}
    context = Context(now=NOW, base_url="https://www.shop.org/s.xml", answers=answers)
    xml = _xml("".join(elements))
    for _ in range(60):
        entry = Entry(xml, NAMES, Kind.URLSET)
        fixes = [hit.fix for _rule, hit in all_hits(entry, context) if hit.fix is not None]
        changed = (splice(xml, fix.parameters.get("splices", ())) for fix in fixes)
        mended = next((new for new in changed if new != xml), None)
        if mended is None:
            require_well_formed(xml)
            return
        xml = mended
    pytest.fail("fixes never come to an end")
