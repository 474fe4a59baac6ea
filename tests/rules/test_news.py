"""News items and old extensions: what each rule says where cases differ."""

from __future__ import annotations

from collections import Counter

import pytest

from sitemap_editor.document.editing import delete
from sitemap_editor.operations.fixes import fix_all_safe, fix_rule
from sitemap_editor.protocol.findings import Finding, FixKind
from sitemap_editor.rules.base import Context, run_rules
from sitemap_editor.rules.engine.frame import File, Stats
from sitemap_editor.rules.extensions.news import FILE_RULES
from sitemap_editor.rules.extensions.news_values import is_news_language, news_language, plain_name
from sitemap_editor.rules.registry import FILE_RULES as ALL_FILE_RULES

from .conftest import checker, from_text
from .test_checker import Follower

LEGACY = "http://www.google.com/schemas/sitemap-news/0.84"


def item(
    name: str = "The Example Times",
    language: str = "en",
    date: str = "2025-05-31",
    title: str = "Something happened",
    more: str = "",
) -> str:
    return (
        f"<news:news><news:publication><news:name>{name}</news:name>"
        f"<news:language>{language}</news:language></news:publication>"
        f"<news:publication_date>{date}</news:publication_date>"
        f"<news:title>{title}</news:title>{more}</news:news>"
    )


def found_in(*elements: str) -> dict[str, Finding]:
    """What is found about an entry with these elements."""
    doc = from_text(f"<url><loc>https://www.shop.org/a</loc>{''.join(elements)}</url>")
    found = {one.code: one for one in checker(doc).run().findings()}
    for code in ("ns-extension-unused", "lastmod-missing"):
        found.pop(code, None)
    return found


def test_a_right_item_is_left_alone() -> None:
    assert not found_in(item())
    assert not found_in(item("Les Échos", "fr", "2025-05-31T08:30+02:00", "<![CDATA[A & B]]>"))


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        ("<news:title>Something happened</news:title>", "", "<news:title>"),
        ("<news:name>The Example Times</news:name>", "<news:name/>", "<news:name>"),
        ("2025-05-31", " ", "<news:publication_date>"),
        ("news:publication>", "news:publications>", "<news:publication>"),
    ],
)
def test_what_is_missing_is_named(old: str, new: str, name: str) -> None:
    found = found_in(item().replace(old, new))["news-tag-missing"]
    assert f"has no {name};" in found.message


def test_a_name_in_the_wrong_case_is_not_missing_too() -> None:
    found = found_in(item().replace("news:title>", "news:Title>"))
    assert {code: one.fix for code, one in found.items()} == {"news-tag-unknown": FixKind.SAFE}


def test_publication_is_filled_in_as_people_say() -> None:
    bare = "<news:news>\n  <news:title>x</news:title>\n</news:news>"
    doc = from_text(f"<url><loc>https://www.shop.org/a</loc>{bare}</url>")
    report = checker(doc).run()
    assert fix_rule(doc, report, "news-tag-missing", accept_ask=True) is None
    answers = {"news_name": "A & B", "news_language": "fr"}
    doc.edit(fix_rule(doc, report, "news-tag-missing", accept_ask=True, answers=answers), "Fix")
    assert (
        doc.raw(0)
        .decode()
        .endswith(
            "<news:news>\n  <news:publication><news:name>A &amp; B</news:name>"
            "<news:language>fr</news:language></news:publication>"
            "\n  <news:title>x</news:title>\n</news:news></url>"
        )
    )


@pytest.mark.parametrize(
    ("date", "fix"),
    [
        ("2025", FixKind.NONE),
        ("2025-05", FixKind.NONE),
        ("yesterday", FixKind.NONE),
        ("2025-02-30", FixKind.NONE),
        ("0000-00-00", FixKind.NONE),
        ("2025-05-31 08:30Z", FixKind.SAFE),
        ("20250531", FixKind.SAFE),
        ("2025-05-31T08:30:00z", FixKind.SAFE),
        ("05/06/2025", FixKind.ASK),
    ],
)
def test_dates_in_other_forms(date: str, fix: FixKind) -> None:
    found = found_in(item(date=date))
    assert {code: one.fix for code, one in found.items()} == {"news-date-invalid": fix}


@pytest.mark.parametrize(
    ("date", "code"),
    [
        ("2025-05-29", None),  # its end is exactly two days ago: now is the start of 1 June
        ("2025-05-28", "news-too-old"),
        ("2025-05-30T00:00:00Z", None),
        ("2025-05-29T23:59:59Z", "news-too-old"),
        ("2025-05-30T01:00:00+02:00", "news-too-old"),
        ("2025-06-01T01:00:00Z", None),
        ("2025-06-01T01:00:01Z", "news-in-future"),
        ("2025-06-02", "news-in-future"),
    ],
)
def test_news_are_two_days_old_at_most(date: str, code: str | None) -> None:
    assert set(found_in(item(date=date))) == ({code} if code else set())


def test_an_old_article_can_go_with_its_entry_or_without() -> None:
    text = f"<url><loc>https://www.shop.org/a</loc>{item(date='2024-01-01')}</url>"
    for answer, left in (("item", 1), ("entry", 0)):
        doc = from_text(text)
        report = checker(doc).run()
        answers = {"news_old": answer}
        doc.edit(fix_rule(doc, report, "news-too-old", accept_ask=True, answers=answers), "Fix")
        assert len(doc) == left
        assert b"news:news>" not in b"".join(doc.chunks())


@pytest.mark.parametrize(
    ("text", "right", "is_sure"),
    [
        ("EN", "en", True),
        ("en-US", "en", True),
        ("pt_BR", "pt", True),
        ("zh", "zh", True),
        ("zh-CN", "zh-cn", True),
        ("zh-Hans", "zh-cn", True),
        ("zh-Hant-HK", "zh-tw", True),
        ("zh-HK", "zh-tw", False),
        ("FIL", "fil", True),
        ("sr-Latn-RS", "sr", True),
        ("iw", "he", False),
        ("English", None, False),
        ("xx", None, False),
        ("en, de", None, False),
    ],
)
def test_languages(text: str, right: str | None, is_sure: bool) -> None:
    assert news_language(text) == (right, is_sure)
    assert right is None or is_news_language(right)


def test_languages_that_news_have() -> None:
    assert all(map(is_news_language, ("en", "fil", "yue", "zh-cn", "zh-tw", "deu", "ger")))
    assert not any(map(is_news_language, ("en-us", "EN", "english", "zh-hk", "xx", "")))


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("The Times (subscription)", "The Times"),
        ("The Times (a) (b)", "The Times"),
        ("(The) Times", "(The) Times"),
        ("The Times", "The Times"),
    ],
)
def test_parentheses_at_the_end_go(name: str, plain: str) -> None:
    assert plain_name(name) == plain
    assert ("news-name-parenthesis" in found_in(item(name=name))) == ("(" in name)


@pytest.mark.parametrize(
    ("title", "is_noise"),
    [
        ("Something happened | The Example Times", True),
        ("2025-05-31: Something happened", True),
        ("x" * 111, True),
        ("x" * 110, False),
        ("The example timeshare", False),
    ],
)
def test_titles(title: str, is_noise: bool) -> None:
    assert ("news-title-noise" in found_in(item(title=title))) == is_noise


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("<news:genres>Blog, OpEd</news:genres>", "It does no harm"),
        ("<news:genres>Blog, News</news:genres>", "none of its values"),
        ("<news:access>Free</news:access>", "Subscription, Registration"),
        ("<news:stock_tickers>NASDAQ:GOOG, BOM:500325</news:stock_tickers>", "It does no harm"),
        ("<news:stock_tickers>GOOG</news:stock_tickers>", "none of its values"),
    ],
)
def test_values_of_old_elements(more: str, says: str) -> None:
    found = found_in(item(more=more))
    assert set(found) == {"news-deprecated"}
    assert says in found["news-deprecated"].message


@pytest.mark.parametrize(
    ("elements", "fix"),
    [
        ((item(more="<news:author>N</news:author>"),), FixKind.ASK),
        ((item(), "<news:title>x</news:title>"), FixKind.NONE),
        ((item().replace("news:news>", "news:News>"),), FixKind.SAFE),
    ],
)
def test_elements_that_do_not_belong_there(elements: tuple[str, ...], fix: FixKind) -> None:
    found = found_in(*elements)
    assert {code: one.fix for code, one in found.items()} == {"news-tag-unknown": fix}


def test_children_given_twice_are_one_finding() -> None:
    more = "<news:title>Else</news:title><news:publication_date>2025-05-31</news:publication_date>"
    found = found_in(item(more=more))
    assert set(found) == {"news-multiple"}
    assert found["news-multiple"].value == "news:publication_date"


@pytest.mark.parametrize(("on_root", "on_item"), [(f' xmlns:news="{LEGACY}"', ""), ("", LEGACY)])
def test_an_old_address_is_told_once_and_mended_where_it_stands(on_root: str, on_item: str) -> None:
    opened = f'<news:news xmlns:news="{on_item}">' if on_item else "<news:news>"
    own = item().replace("<news:news>", opened)
    entry = f"<url><loc>https://www.shop.org/a</loc>{own}</url>"
    doc = from_text(f'<urlset xmlns="S"{on_root}>{entry}</urlset>')
    report = checker(doc).run()
    found = [one.code for one in report.findings() if one.code != "lastmod-missing"]
    assert found == ["news-legacy-namespace"]
    doc.edit(fix_all_safe(doc, report), "Fix")
    assert b"/0.84" not in b"".join(doc.chunks())
    assert not [one for one in checker(doc).run().findings() if one.code.startswith("news")]


def test_another_wrong_address_is_told_beside_it() -> None:
    doc = from_text(
        f'<urlset xmlns="S" xmlns:news="{LEGACY}" xmlns:image='
        f'"https://www.google.com/schemas/sitemap-image/1.1"><url><loc>https://www.shop.org/a</loc>'
        f"{item()}<image:image/></url></urlset>"
    )
    codes = {one.code for one in checker(doc).run().findings()}
    assert {"news-legacy-namespace", "ns-extension-wrong"} <= codes


def test_what_hangs_on_all_items() -> None:
    doc = from_text(f"<url><loc>https://www.shop.org/a</loc>{item()}</url>")
    names = Counter({"The Times": 900, "The Times (paid)": 90, "Times": 11})
    stats = Stats(news_items=1_001, news_names=names)
    hits = {rule.code: hit for rule, hit in run_rules(FILE_RULES, File(doc, stats), Context())}
    assert set(hits) == {"news-too-many", "news-name-parenthesis"}
    assert hits["news-name-parenthesis"].value == "The Times"
    few = Stats(news_items=1_000, news_names=Counter({"The Times": 999, "The Times (paid)": 1}))
    assert not run_rules(FILE_RULES, File(doc, few), Context())


def test_names_are_counted_anew_after_each_change() -> None:
    rows = "".join(
        f"<url><loc>https://www.shop.org/{place}</loc>{item(name)}</url>\n"
        for place, name in enumerate(("The Times", "The Times", "Times"))
    )
    doc = from_text(rows)
    checking = checker(doc)

    def differ() -> bool:
        groups = checking.refresh().groups
        return "news-name-parenthesis" in {group.code for group in groups}

    Follower(doc, checking)
    checking.run()
    assert differ()
    doc.edit(delete(doc, doc.ids[2:]), "Delete")
    assert not differ()
    doc.undo()
    assert differ()


@pytest.mark.parametrize(
    ("answers", "name"), [({}, b"The Times"), ({"news_name": "A & B"}, b"A &amp; B")]
)
def test_all_items_get_one_name(answers: dict[str, str], name: bytes) -> None:
    names = ("The Times", "The Times (paid)", "Times")
    rows = (f"<url><loc>https://www.shop.org/{n}</loc>{item(n)}</url>" for n in names)
    doc = from_text("".join(rows).replace("/The Times (paid)<", "/b<").replace("/The ", "/"))
    report, code = checker(doc).run(), "news-name-parenthesis"
    doc.edit(fix_rule(doc, report, code, accept_ask=True, answers=answers), "Fix")
    assert b"".join(doc.chunks()).count(b"<news:name>%b</news:name>" % name) == 3
    assert code not in {group.code for group in checker(doc).run().groups}


def test_more_than_a_thousand_items_are_too_many() -> None:
    rows = [f"<url><loc>https://www.shop.org/{n}</loc>{item()}</url>" for n in range(1_001)]
    assert "news-too-many" in {one.code for one in checker(from_text("".join(rows))).run().groups}
    few = checker(from_text("".join(rows[1:]))).run()
    assert "news-too-many" not in {one.code for one in few.groups}


def test_old_addresses_of_news_speak_before_wrong_ones_of_extensions() -> None:
    codes = [rule.code for rule in ALL_FILE_RULES]
    assert codes.index("news-legacy-namespace") < codes.index("ns-extension-wrong")


# Old extensions

PAGEMAP = '<PageMap xmlns="http://www.google.com/schemas/sitemap-pagemap/1.0">{}</PageMap>'


@pytest.mark.parametrize(
    ("inner", "is_right"),
    [
        ("", True),
        ('<Template src="https://www.shop.org/t"/><DataObject type="a"/>', True),
        ('<DataObject type="a" id="1"><Attribute name="b">c</Attribute></DataObject>', True),
        ('<DataObject type="a"><Attribute name="b" value="c"/></DataObject>', True),
        ('<DataObject type="a"/><Template src="x"/>', False),
        ('<Template src="x"/><Template src="x"/>', False),
        ("<Template/>", False),
        ("<DataObject/>", False),
        ('<DataObject type="a"><Attribute name="b" value="c">c</Attribute></DataObject>', False),
        ('<DataObject type="a"><Attribute name="b"/></DataObject>', False),
        ('<DataObject type="a"><Attribute value="b"/></DataObject>', False),
        ("<Attribute/>", False),
    ],
)
def test_page_maps(inner: str, is_right: bool) -> None:
    assert ("pagemap-structure" not in found_in(PAGEMAP.format(inner))) == is_right


def test_one_empty_mark_is_left_of_two_full_ones() -> None:
    marks = '<mobile:mobile a="1" b="2">yes</mobile:mobile>\n<mobile:mobile/>'
    doc = from_text(f"<url><loc>https://www.shop.org/a</loc>{marks}</url>")
    assert {"mobile-legacy", "mobile-not-empty"} <= set(found_in(marks))
    doc.edit(fix_all_safe(doc, checker(doc).run()), "Fix")
    assert doc.raw(0).endswith(b"</loc><mobile:mobile></mobile:mobile></url>")
