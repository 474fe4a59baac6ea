"""Lines, groups and matching of robots.txt, as RFC 9309 and Google's parser have it."""

from time import perf_counter

import pytest

from sitemap_editor.protocol.robots import (
    MAX_BYTES,
    Field,
    is_allowed,
    parse_robots,
    read_line,
    split_lines,
)

LINES = [
    (b"Sitemap: https://a.example/s.xml", Field.SITEMAP, "Sitemap", "https://a.example/s.xml"),
    (b"SITEMAP:https://a.example/s.xml", Field.SITEMAP, "SITEMAP", "https://a.example/s.xml"),
    (b"Site-map : /s.xml # old", Field.SITEMAP, "Site-map", "/s.xml"),
    (b"Sitemaps: /s.xml", Field.SITEMAP, "Sitemaps", "/s.xml"),
    (b"Sitemap /s.xml", Field.SITEMAP, "Sitemap", "/s.xml"),
    (b"Site map: /s.xml", Field.OTHER, "Site map", "/s.xml"),
    (b"sitemap https://a.example/s", Field.SITEMAP, "sitemap", "https://a.example/s"),
    (b"Sitemap one two", None, "", ""),
    (b"# Sitemap: /s.xml", None, "", ""),
    (b": /s.xml", None, "", ""),
    (b"Sitemap:", Field.SITEMAP, "Sitemap", ""),
    (b"useragent: a", Field.AGENT, "useragent", "a"),
    (b"Dissalow: /", Field.DISALLOW, "Dissalow", "/"),
    (b"Crawl-delay: 5", Field.OTHER, "Crawl-delay", "5"),
    (b"", None, "", ""),
]


@pytest.mark.parametrize(("raw", "kind", "field", "value"), LINES)
def test_a_line_is_read_as_google_does(raw, kind, field, value):
    line = read_line(raw)
    assert (line.kind, line.field, line.value) == (kind, field, value)


def test_lines_end_with_any_newline_and_a_byte_order_mark_is_skipped():
    lines = list(split_lines(b"\xef\xbb\xbfSitemap: a\rSitemap: b\r\nSitemap: c\n"))
    assert [line.value for line in lines if line.is_sitemap] == ["a", "b", "c"]


MATCHES = [
    ("/fish", "/fish", True),
    ("/fish", "/fish.html", True),
    ("/fish", "/Fish", False),
    ("/fish", "/catfish", False),
    ("/fish*", "/fishheads", True),
    ("/fish/", "/fish", False),
    ("/*.php", "/folder/a.php?x", True),
    ("/*.php", "/windows.PHP", False),
    ("/*.php$", "/a.php", True),
    ("/*.php$", "/a.php5", False),
    ("/fish*.php", "/fishheads/catfish.php?p", True),
    ("/a*b*c$", "/a-b-c", True),
    ("/a*bc*bc$", "/a-bc", False),
    ("/a**b", "/ab", True),
    ("*", "/x", True),
    ("/$", "/", True),
    ("/$", "/x", False),
    ("/a$b", "/a$b", True),
    ("fish", "/fish", False),
    ("/SanJos%c3%a9", "/SanJosé", True),
    ("/é", "/%C3%A9", True),
    ("/?s=", "/?s=1", True),
    ("", "/x", False),
    ("/robots.txt", "/robots.txt", False),
]


@pytest.mark.parametrize(("pattern", "path", "matches"), MATCHES)
def test_a_pattern_forbids_what_it_matches(pattern, path, matches):
    robots = parse_robots(f"User-agent: *\nDisallow: {pattern}\n".encode())
    assert is_allowed(robots, path) is not matches


DECISIONS = [
    ("Allow: /p\nDisallow: /", "/page", True),
    ("Allow: /folder\nDisallow: /folder", "/folder/page", True),
    ("Allow: /page\nDisallow: /*.htm", "/page.htm", False),
    ("Allow: /page\nDisallow: /*.ph", "/page.php5", True),
    ("Allow: /$\nDisallow: /", "/", True),
    ("Allow: /$\nDisallow: /", "/page.htm", False),
    ("Disallow: /\nAllow: /a/index.html", "/a/", True),
]


@pytest.mark.parametrize(("rules", "path", "allowed"), DECISIONS)
def test_the_longest_pattern_decides_and_allow_wins_ties(rules, path, allowed):
    assert is_allowed(parse_robots(f"User-agent: *\n{rules}\n".encode()), path) is allowed


GROUPED = b"""
Disallow: /before
User-agent: a
Sitemap: https://a.example/s.xml
Crawl-delay: 5
User-agent: B/1.2
Disallow: /ab
User-agent: a
Disallow: /a
User-agent: *
Disallow: /all
User-agent: Googlebot
Disallow:
"""


@pytest.mark.parametrize(
    ("agents", "forbidden"),
    [
        (["a"], ["/ab", "/a", "/all"]),
        (["A", "*"], ["/ab", "/a", "/all"]),
        (["b", "*"], ["/ab"]),
        (["other", "*"], ["/all"]),
        (["Googlebot", "*"], []),
        (["other"], []),
    ],
)
def test_a_crawler_obeys_the_groups_of_its_first_name_that_has_one(agents, forbidden):
    robots = parse_robots(GROUPED)
    paths = ["/ab", "/a", "/all", "/before"]
    assert [path for path in paths if not is_allowed(robots, path, agents)] == forbidden


def test_what_is_beyond_500_kib_is_not_read():
    text = b"User-agent: *\n" + b"#" * MAX_BYTES + b"\nDisallow: /\n"
    assert is_allowed(parse_robots(text), "/x")


def test_many_wildcards_do_not_take_for_ever():
    robots = parse_robots(b"User-agent: *\nDisallow: /" + b"*a" * 500 + b"$\n")
    begun = perf_counter()
    assert is_allowed(robots, "/" + "a" * 499 + "b" * 2000)
    assert perf_counter() - begun < 1
