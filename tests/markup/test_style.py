"""The style of a file is that of most of its entries."""

from __future__ import annotations

import pytest

from sitemap_editor.markup.lexer import Names
from sitemap_editor.markup.style import OTHER, SCHEMA_ORDER, Style, detect_style

S = "http://www.sitemaps.org/schemas/sitemap/0.9"
NAMES = Names(namespaces={"": S, "a": S, "x": "urn:x"})
HEAD = f'<?xml version="1.0"?>\n<urlset xmlns="{S}">'.encode()


def detected(*pairs: tuple[str, str], head: bytes = HEAD, tail: str = "\n</urlset>\n") -> Style:
    sample = [(gap.encode(), xml.encode()) for gap, xml in pairs]
    return detect_style(head, sample, tail.encode(), NAMES)


def test_without_entries_it_is_plain() -> None:
    assert detected() == Style() == Style.plain()
    assert detected(head=b"<urlset/>", tail="") == Style()


def test_without_entries_line_ends_and_quotes_are_those_of_the_file() -> None:
    style = detected(head=b"<?xml version='1.0'?>\r\n<urlset xmlns='x'>", tail="\r\n</urlset>")
    assert (style.newline, style.gap, style.quote) == (b"\r\n", b"\r\n  ", b"'")


def test_white_space_is_what_most_entries_have() -> None:
    entry = "<url>\r\n\t\t<loc>a</loc>\r\n\t\t<lastmod/>\r\n\t</url>"
    style = detected(
        ("\r\n<!-- head -->\r\n\r\n", entry), ("\r\n\t", entry), ("\r\n\r\n", entry),
        ("\r\n<!-- c -->\r\n\t", entry), tail="\r\n<!-- </urlset> -->\r\n \r\n</urlset>\r\n",
    )  # fmt: skip
    assert style.newline == b"\r\n"
    assert (style.gap, style.indent) == (b"\r\n\t", b"\t")
    assert (style.child_gap, style.child_indent) == (b"\r\n\t\t", b"\t\t")
    assert style.close_gap == b"\r\n\t"
    assert style.tail_gap == b"\r\n \r\n"
    assert not style.is_minified


def test_a_single_entry_gives_its_own_gap() -> None:
    assert detected(("\n<!-- head -->\n   ", "<url/>")).gap == b"\n   "


def test_a_minified_file_stays_minified() -> None:
    entry = "<url><loc>a</loc><lastmod>b</lastmod></url>"
    style = detected(("", entry), ("", entry), tail="</urlset>")
    assert style.is_minified
    assert (style.gap, style.child_gap, style.close_gap, style.tail_gap) == (b"", b"", b"", b"")


def test_an_entry_a_line_is_not_minified() -> None:
    style = detected(("\n", "<url><loc>a</loc></url>"))
    assert not style.is_minified
    assert (style.gap, style.child_gap, style.indent) == (b"\n", b"", b"")


def test_carriage_returns_alone_are_line_ends() -> None:
    entry = "<url>\r  <loc>a</loc>\r</url>"
    style = detected(("\r", entry), ("\r", entry), head=b"<urlset>", tail="\r</urlset>\r")
    assert (style.newline, style.child_indent, style.tail_gap) == (b"\r", b"  ", b"\r")


@pytest.mark.parametrize(
    ("head", "quote"),
    [
        (b"<?xml version=\"1.0\"?><urlset xmlns='x'>", b"'"),
        (b"<?xml version='1.0'?><urlset>", b"'"),
        (b"<urlset>", b'"'),
    ],
)
def test_quotes_are_those_of_the_root(head: bytes, quote: bytes) -> None:
    assert detected(head=head).quote == quote


def test_the_prefix_is_that_of_most_entries() -> None:
    assert detected(("", "<a:url/>"), ("", "<a:url/>"), ("", "<url/>")).prefix == b"a:"
    assert detected(("", "<url/>")).prefix == b""


def test_space_before_the_end_of_empty_elements_is_seen() -> None:
    assert detected(("", "<url><loc />\n</url>")).self_close_space
    assert not detected(("", "<url><loc/><x:a /></url>")).self_close_space


@pytest.mark.parametrize(
    ("entries", "order"),
    [
        (["<loc/>"], SCHEMA_ORDER),
        (["<x:y/><loc/>"], (OTHER, "loc", "lastmod", "changefreq", "priority")),
        (["<loc/><x:y/><x:z/><lastmod/>"], ("loc", OTHER, "lastmod", "changefreq", "priority")),
        (["<priority/><loc/>"], ("priority", "loc", "lastmod", "changefreq")),
        (["<loc/><lastmod/>"] * 2 + ["<lastmod/><loc/>"] * 3, ("lastmod", "loc")),
        (["<priority/><lastmod/>", "<loc/><priority/>"], ("loc", "priority", "lastmod")),
        (["<loc/><other/><x:loc/>"], SCHEMA_ORDER),
    ],
)
def test_the_order_is_that_of_most_entries(entries: list[str], order: tuple[str, ...]) -> None:
    style = detected(*(("\n", f"<url>{xml}</url>") for xml in entries))
    assert style.order[: len(order)] == order
    assert sorted(style.order) == sorted(SCHEMA_ORDER)


def test_an_unknown_field_ranks_with_the_others() -> None:
    assert Style().rank("unknown") == Style().rank(OTHER) == 4
