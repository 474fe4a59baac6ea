"""What people are told to avoid and is right all the same: nothing is said about it."""

from __future__ import annotations

import pytest

from sitemap_editor.document.opening import open_bytes

from .conftest import findings, from_text, with_value

QUIET = {"lastmod-missing", "xml-declaration-missing"}

VALUES = [
    # quote-or-gt-unescaped
    ("urlset", "loc", "https://www.shop.org/it's"),
    # loc-comma-or-plus
    ("urlset", "loc", "https://www.shop.org/a,b+c;d!e'f(g)h*i@j:k?l=m,n+o;p!q'r(s)t*u@v:w"),
    # lastmod-fraction
    ("urlset", "lastmod", "2024-05-01T08:30:00.1Z"),
    ("urlset", "lastmod", "2024-05-01T08:30:00.123456+02:00"),
    # text-blank-lines
    ("text", "loc", "https://www.shop.org/a"),
    # plain whole numbers, which some checkers object to
    ("urlset", "loc", "https://www.shop.org/a%20b/c"),
]


@pytest.mark.parametrize(("kind", "field", "value"), VALUES)
def test_nothing_is_said_about_right_values(kind: str, field: str, value: str) -> None:
    said = {one.code for one in findings(with_value(kind, field, value))} - QUIET
    assert not said - {"text-extension"}


@pytest.mark.parametrize("number", ["0", "1", "0.0", "1.0", "0.5"])
def test_plain_numbers_are_priorities(number: str) -> None:
    said = {one.code for one in findings(with_value("urlset", "priority", number))} - QUIET
    assert said <= {"priority-ignored"}


def test_raw_quotes_and_angle_brackets_are_right_in_text() -> None:
    doc = from_text(
        "<urlset xmlns=\"S\"><url><loc>https://www.shop.org/a?b='c'</loc></url></urlset>"
    )
    assert {one.code for one in findings(doc)} <= QUIET


@pytest.mark.parametrize(
    "lines",
    [
        "SITEMAP: https://www.shop.org/a.xml\nsitemap: https://www.shop.org/A.xml",
        "".join(f"Sitemap: https://www.shop.org/{number}.xml\n" for number in range(300)),
        "User-agent: a\nSitemap: https://www.shop.org/a.xml\nUser-agent: b\nDisallow: /x",
        "Sitemap: https://www.shop.org/карта.xml",
    ],
    ids=["field-case", "sitemap-several-lines", "sitemap-in-group", "non-ascii-url"],
)
def test_lines_of_robots_txt_are_right_in_many_ways(lines: str) -> None:
    doc = open_bytes(f"{lines}\n".encode(), "robots.txt")
    assert findings(doc, "https://www.shop.org/robots.txt") == []
