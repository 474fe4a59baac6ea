"""Reports for people: HTML that is whole, safe and short enough, and a table for spreadsheets."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import count, pairwise

import pytest

from sitemap_editor.formats.reports import REPORTS, CheckedFile, FoundGroup, ReportOptions
from sitemap_editor.formats.reports.csv import COLUMNS, LONGEST
from sitemap_editor.protocol.findings import Finding, FixKind, Severity
from sitemap_editor.rules.help.sources import Source
from sitemap_editor.support import i18n

VOID = {"meta", "br", "hr", "link", "img", "input"}
EVIL = '"><script>alert(1)</script><img src=x onerror=alert(1)>&amp;'


@dataclass
class Facts:
    title: str = "Wrong value"
    what: str = "The `value` is wrong."
    why: str = "Nobody <reads> it.\n\nNobody at all."
    fix: str = "Write another."
    sources: tuple = (Source("sitemaps.org", "https://www.sitemaps.org/"), Source("own"))
    group: str = "D"
    severity: str = "error"
    condition: str = ""
    source: str = ""
    english: frozenset = field(default_factory=frozenset)

    def is_english(self, name):
        return name in self.english


RULES = {"loc-missing": Facts(), "file-near": Facts("Nearly full", severity="info", why="")}
FINDINGS = [
    Finding(
        "loc-missing", Severity.ERROR, "entry", "“é” is wrong", 2, 3, 4, "loc", "é", FixKind.ASK, 1
    ),
    Finding("loc-missing", Severity.WARNING, "entry", "odd", 3, 5, 1, "priority", "=1+1"),
    Finding("file-near", Severity.INFO, "file", "Nearly full", line=1),
]


def checked(findings=FINDINGS, file="a b.xml", address="https://a.example/é", **facts):
    groups = {}
    for one in findings:
        groups.setdefault(one.code, []).append(one)
    return CheckedFile(
        file=file,
        format="urlset",
        well_formed=True,
        encoding="utf-8",
        compressed=False,
        entries=2,
        bytes=99,
        findings=lambda code: iter(f for f in findings if code in (None, f.code)),
        groups=tuple(
            FoundGroup(
                code,
                min((f.severity for f in found), key=lambda s: s.rank),
                len(found),
                counts={s: sum(f.severity is s for f in found) for s in Severity},
            )
            for code, found in groups.items()
        ),
        summary={s: sum(f.severity is s for f in findings) for s in Severity},
        address_of=lambda finding: address if finding.entry else None,
        **facts,
    )


class Reader(HTMLParser):
    """Keeps texts, tags and attributes, and finds what is closed wrongly."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes, self.texts = [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, *pair) for pair in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] != "style":
            self.texts.append(data)

    @property
    def text(self):
        return " ".join(" ".join(self.texts).split())

    def values(self, name):
        return [value for _tag, key, value in self.attributes if key == name]


def html(*files, rules=RULES, **options):
    return Reader("".join(REPORTS["html"](files, rules, ReportOptions(**options))))


@pytest.fixture
def language():
    yield i18n.set_language
    i18n.set_language("en")


def test_html_tells_what_was_checked_and_found():
    report = html(
        checked(
            base_url="https://a.example/sitemap.xml", profiles=("google", "bing"), ignored=1_234
        ),
        date="2026-01-02 03:04",
    )
    for words in (
        *("a b.xml", "2026-01-02 03:04", "Google, Bing", "https://a.example/sitemap.xml"),
        *("1 error", "1 warning", "1 note", "Wrong value", "The value is wrong."),
        *("Why it matters", "Nobody <reads> it.", "Nobody at all.", "How to fix it", "Where"),
        "1,234 findings are ignored.",
        *("Write another.", "Who says so", "sitemaps.org", "https://a.example/é", "=1+1"),
    ):
        assert words in report.text


def test_html_is_whole_at_any_number_of_files():
    for number in (0, 1, 3):
        report = html(*[checked()] * number)
        assert report.tags.count("h2") == number + (number != 1)
    assert "3 files checked" in report.text
    assert "3 errors" in report.text


def test_html_needs_nothing_beside_it():
    report = html(checked())
    assert not {"script", "link", "img", "iframe"} & set(report.tags)
    assert not report.values("src")
    assert {value for value in report.values("href") if not value.startswith("#")} == {
        "https://www.sitemaps.org/"
    }


def test_html_leads_from_the_overview_to_each_rule():
    report = html(checked(), checked())
    ids = report.values("id")
    links = [value[1:] for value in report.values("href") if value.startswith("#")]
    assert len(ids) == len(set(ids))
    assert len(links) == 4
    assert set(links) <= set(ids)
    assert set(report.values("aria-labelledby")) <= set(ids)


def test_headings_go_down_one_step_at_a_time():
    levels = [int(tag[1]) for tag in html(checked()).tags if tag in ("h1", "h2", "h3", "h4")]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_what_a_file_holds_is_never_markup():
    finding = Finding("loc-missing", Severity.ERROR, "entry", EVIL, 1, 1, 1, "loc", EVIL + "x")
    plain = html(checked())
    report = html(checked([finding], file=EVIL, address=EVIL, base_url=EVIL))
    assert set(report.tags) <= set(plain.tags)
    assert {name for _tag, name, _value in report.attributes} <= {
        name for _tag, name, _value in plain.attributes
    }
    assert report.text.count("alert(1)") >= 4


def test_what_is_not_seen_is_spelled_out():
    finding = Finding("x", Severity.ERROR, "entry", "a\u202eb", 1, 1, 1, "loc", "c\x9b\x00d\u2028e")
    report = html(checked([finding]))
    assert "a\\u202eb" in report.text
    assert "c\\x9b\\x00d\\u2028e" in report.text


def test_of_a_million_findings_some_are_built_and_the_rest_counted():
    built = count()

    def endless(_code):
        while True:
            number = next(built)
            yield Finding("x", Severity.ERROR, "entry", "odd", number + 1, 1, 1, "loc", "v" * 9_999)

    file = checked([])
    many = FoundGroup("x", Severity.ERROR, 1_000_000)
    file = CheckedFile(
        **{name: getattr(file, name) for name in file.__slots__}
        | {"findings": endless, "groups": (many,)}
    )
    pieces = list(REPORTS["html"]([file], {}, ReportOptions(max_findings=200)))
    assert next(built) <= 201
    assert "and 999,800 more" in "".join(pieces)
    assert max(map(len, pieces)) < 10_000


def test_html_speaks_the_language_and_marks_what_is_english(language):
    language("fr")
    report = html(checked(), rules={"loc-missing": Facts(english=frozenset({"why"}))})
    assert ("html", "lang", "fr") in report.attributes
    assert report.attributes.count(("p", "lang", "en")) == 2


def test_some_severities_only():
    file = checked().only(frozenset({Severity.WARNING}))
    assert [(g.code, g.severity, g.count) for g in file.groups] == [
        ("loc-missing", Severity.WARNING, 1)
    ]
    assert file.summary == {Severity.WARNING: 1}
    assert [f.message for f in file.findings(None)] == ["odd"]
    assert "é is wrong" not in html(file).text
    assert checked().only(frozenset(Severity)).groups == checked().groups


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("“7” is too much. Google says so. (sitemaps.org)", "“7” is too much."),
        ("“a. b” is odd. Nobody reads it.", "“a. b” is odd. Nobody reads it."),
        ("Odd", "Odd"),
    ],
)
def test_a_row_tells_what_is_particular_and_not_what_stands_above(message, said):
    finding = Finding("x", Severity.ERROR, "entry", message, 1, 1, 1, "priority", "7")
    assert f"7 {said} Made with" in html(checked([finding])).text


# The table


def rows(*files, **options):
    text = "".join(REPORTS["csv"](files, {}, ReportOptions(**options)))
    return list(csv.reader(io.StringIO(text, newline="")))


def test_csv_is_a_line_a_finding():
    head, first, second, third = rows(checked())
    assert head == list(COLUMNS)
    assert first == [
        *("a b.xml", "loc-missing", "error", "2", "3", "4", "loc", "é", "“é” is wrong", "ask")
    ]
    assert third[:6] == ["a b.xml", "file-near", "info", "", "1", ""]
    assert second[1:3] == ["loc-missing", "warning"]


@pytest.mark.parametrize("value", ["=1+1", "+1", "-1", "@a", "\tx", "\r=1", "'=1", "＝1"])
def test_csv_never_calculates(value):
    finding = Finding("x", Severity.ERROR, "entry", value, 1, 1, 1, "loc", value)
    _head, row = rows(checked([finding], file=value))
    assert (row[0], row[7], row[8]) == (f"'{value}",) * 3


def test_csv_keeps_a_cell_within_what_a_spreadsheet_takes():
    finding = Finding("x", Severity.ERROR, "entry", "m", 1, 1, 1, "loc", "v" * 1_000_000)
    _head, row = rows(checked([finding]))
    assert len(row[7]) == LONGEST
    assert row[7].endswith("…")


def test_csv_can_be_marked_for_excel():
    assert rows(checked(), bom=True)[0][0] == "\ufefffile"


def test_csv_is_written_as_findings_are_built():
    made = count()

    def findings(_code):
        for _ in range(100_000):
            next(made)
            yield FINDINGS[0]

    file = checked([])
    file = CheckedFile(
        **{name: getattr(file, name) for name in file.__slots__} | {"findings": findings}
    )
    pieces = REPORTS["csv"]([file], {}, ReportOptions())
    assert next(pieces).startswith("file,code")
    assert next(pieces)
    assert next(made) <= 1_000


def test_a_date_among_the_values_is_not_broken_in_two():
    report = "".join(REPORTS["html"]([checked()], RULES, ReportOptions()))
    assert '<td class="value">' in report
    assert "td.value:not(:empty) { min-width:" in report
