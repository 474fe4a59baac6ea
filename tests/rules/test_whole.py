"""Rules that need all entries: limits, majorities, patterns."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.protocol.findings import Finding
from sitemap_editor.protocol.namespaces import SITEMAP

from .conftest import DECLARATION, checker, findings


def document(entries: Iterable[str], kind: str = "urlset", more: str = "") -> Document:
    body = "\n".join(entries)
    return open_bytes(f'{DECLARATION}<{kind} xmlns="{SITEMAP}"{more}>{body}</{kind}>'.encode())


def url(
    number: int, lastmod: str = "", loc: str = "https://www.shop.org/a/{}", more: str = ""
) -> str:
    date = f"<lastmod>{lastmod}</lastmod>" if lastmod else ""
    return f"<url><loc>{loc.format(number)}</loc>{date}{more}</url>"


def codes(doc: Document, base: str | None = None) -> set[str]:
    return {one.code for one in findings(doc, base)} - {"lastmod-missing", "priority-ignored"}


def one(doc: Document, code: str, base: str | None = None) -> Finding:
    (found,) = [finding for finding in findings(doc, base) if finding.code == code]
    return found


@pytest.mark.parametrize(
    ("count", "said"),
    [(50_001, {"too-many-urls"}), (50_000, {"near-url-limit"}), (45_000, set())],
)
def test_entries_are_limited(count: int, said: set[str]) -> None:
    assert codes(document(url(number) for number in range(count))) == said


def test_sitemaps_of_an_index_are_limited() -> None:
    loc = "<sitemap><loc>https://www.shop.org/{}.xml</loc><lastmod>2024-05-01</lastmod></sitemap>"
    doc = document((loc.format(n) for n in range(50_001)), "sitemapindex")
    assert "index-too-many" in codes(doc) and "too-many-urls" not in codes(doc)


def test_lines_of_a_text_list_are_limited() -> None:
    lines = "".join(f"https://www.shop.org/{n}\n" for n in range(50_001))
    assert codes(open_bytes(lines.encode(), "list.txt")) == {"text-limits"}
    assert codes(open_bytes(lines.encode().partition(b"\n")[2], "list.txt")) == set()


def test_file_below_the_root_is_mentioned() -> None:
    doc = document([url(1, loc="https://www.shop.org/blog/{}")])
    assert codes(doc, "https://www.shop.org/blog/sitemap.xml") == {"sitemap-not-at-root"}
    assert codes(doc, "https://www.shop.org/sitemap.xml") == set()


def test_one_date_everywhere() -> None:
    dates = ["2024-05-01"] * 19 + ["2024-05-02"]
    found = one(document(url(n, date) for n, date in enumerate(dates)), "lastmod-all-identical")
    assert found.value == "2024-05-01" and "19 of 20" in found.message
    fewer = ["2024-05-01"] * 18 + ["2024-05-02"] * 2
    assert codes(document(url(n, date) for n, date in enumerate(fewer))) == set()


def test_same_moment_in_two_spellings_is_not_one_date() -> None:
    dates = ["2024-05-01T10:00:00+02:00", "2024-05-01T08:00:00Z"] * 10
    assert codes(document(url(n, d) for n, d in enumerate(dates))) == {"lastmod-equals-build-time"}


def test_news_may_all_be_of_one_moment() -> None:
    more = ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
    said = codes(document((url(n, "2024-05-01") for n in range(20)), more=more))
    assert said == {"ns-extension-unused"}


def test_dates_of_the_minutes_of_the_build() -> None:
    dates = [f"2024-05-01T08:{n % 10:02}:07Z" for n in range(20)]
    assert codes(document(url(n, date) for n, date in enumerate(dates))) == {
        "lastmod-equals-build-time"
    }
    spread = [f"2024-05-01T08:{n:02}:07Z" for n in range(20)]
    assert codes(document(url(n, date) for n, date in enumerate(spread))) == set()


def test_dates_without_time_are_mentioned_when_asked_for() -> None:
    assert "lastmod-date-only" not in codes(document([url(1, "2024-05-01")]))


def test_one_priority_everywhere() -> None:
    def with_priorities(values: list[str]) -> Document:
        return document(
            url(n, more=f"<priority>{value}</priority>") for n, value in enumerate(values)
        )

    assert codes(with_priorities(["0.5", "0.50"] * 5)) == {"priority-all-identical"}
    assert codes(with_priorities(["0.5"] * 9)) == set()
    assert codes(with_priorities(["0.5"] * 9 + ["0.6"])) == set()


def test_slash_at_the_end_of_some() -> None:
    def with_slashes(count: int) -> Document:
        ends = ["{}/" if n < count else "{}" for n in range(20)]
        return document(url(n, loc=f"https://www.shop.org/{end}") for n, end in enumerate(ends))

    assert codes(with_slashes(2)) == {"loc-mixed-trailing-slash"}
    assert codes(with_slashes(0)) == codes(with_slashes(10)) == set()
    report = checker(with_slashes(2)).run()
    assert len(report.ids_with("loc-mixed-trailing-slash")) == 2


def test_majority_stands_in_for_an_unknown_address() -> None:
    locs = ["https://www.shop.org/{}"] * 3 + ["https://shop.org/{}", "http://www.shop.org/{}"]
    doc = document(url(n, loc=loc) for n, loc in enumerate(locs))
    assert codes(doc) == {"loc-www-mismatch", "loc-scheme-mismatch"}
    assert one(doc, "loc-www-mismatch").severity == "warning"
    base = "https://www.shop.org/sitemap.xml"
    assert one(doc, "loc-www-mismatch", base).severity == "error"


def test_no_host_is_usual_among_many() -> None:
    doc = document(url(n, loc=f"https://www.shop{n}.org/") for n in range(5))
    assert codes(doc) == set()


def test_many_sites_are_judged_each() -> None:
    doc = document(url(n, loc=f"https://dev.shop{n % 40}.org/{n}") for n in range(120))
    report = checker(doc).run()
    assert len(report.ids_with("loc-host-not-public")) == 120
