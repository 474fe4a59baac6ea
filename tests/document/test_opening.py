"""Files that open, with the values they hold; refusals are in test_bad_input."""

from pathlib import Path

import pytest

from sitemap_editor.document.opening import open_bytes, open_document
from sitemap_editor.protocol.kinds import Kind

SEEDS = Path(__file__).parents[1] / "cases" / "seeds"


@pytest.mark.parametrize(
    ("name", "kind", "first"),
    [
        (
            "001-urlset.xml",
            Kind.URLSET,
            ("http://mon-domaine.fr/", "2012-12-15", "daily", "1"),
        ),
        (
            "000-urlset-084.xml",
            Kind.URLSET,
            ("http://www.kit-graphik.com", "2007-01-26", "monthly", "0.8"),
        ),
        (
            "000-sitemapindex-084.xml",
            Kind.SITEMAPINDEX,
            ("http://www.kit-graphik.com/sitemap1.xml", "2007-01-19", None, None),
        ),
    ],
)
def test_the_examples_of_the_articles_open(
    name: str, kind: Kind, first: tuple[str | None, ...]
) -> None:
    doc = open_document(SEEDS / name)
    assert doc.kind is kind
    fields = ("loc", "lastmod", "changefreq", "priority")
    assert tuple(doc.value(0, field) for field in fields) == first
    assert doc.text() == (SEEDS / name).read_bytes()


def test_a_kind_is_told_by_content() -> None:
    assert open_bytes(b"https://a.example/\n", "sitemap.xml").kind is Kind.TEXT


def test_values_beyond_plain_text_are_read() -> None:
    text = "<urlset><url><loc> <![CDATA[a&b]]>&#x21;<!-- c --> </loc><lastmod/></url></urlset>"
    doc = open_bytes(text.encode())
    assert doc.value(0, "loc") == "a&b!"
    assert doc.value(0, "lastmod") == ""
    assert doc.value(0, "priority") is None


def test_the_first_of_two_values_counts() -> None:
    doc = open_bytes(b"<urlset><url><loc>a</loc><loc>b</loc></url></urlset>")
    assert doc.value(0, "loc") == "a"
    doc.set_value(0, "loc", "c")
    assert doc.text() == b"<urlset><url><loc>c</loc><loc>b</loc></url></urlset>"
    doc.set_value(0, "loc", None)
    assert doc.text() == b"<urlset><url></url></urlset>"
