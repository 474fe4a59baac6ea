"""Well-formed or not, and then where and why."""

from __future__ import annotations

import itertools

import pytest

from sitemap_editor.markup.well_formed import check_well_formed
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.jobs import Progress

DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

WELL_FORMED = [
    "<a/>",
    DECLARATION + "<a>\n</a>\n",
    '<?xml version="1.0" encoding="windows-1251"?><a>ы</a>',  # the label of the file, not the text
    '<?xml version="1.0" encoding="no-such"?><a/>',
    '<a xmlns:p=" x "><p:b/></a>',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    '<!DOCTYPE a SYSTEM "http://127.0.0.1:9/never.dtd"><a>&unknown;</a>',
    "<n>" * 20_000 + "</n>" * 20_000,
    "<a>" + "x" * 1_000_000 + "</a>",
    "<!--" + "-x" * 2_000_000 + "--><a/>",
    "<!--" + "x" * 2_400_000 + "--><a/>",  # ends in the third of the slices it is parsed in
    "<a>" + "<!--" + "x" * 5_400_000 + "--></a>",
]

BROKEN = [
    # text, code, line, column, a word of the reason
    ("", "file-truncated", 1, 1, "no element"),
    (DECLARATION + "<!-- x -->\n", "file-truncated", 3, 1, "no element"),
    ("<a>\n <b>\n", "file-truncated", 3, 1, "<b> from line 2"),
    ("<a>\n<b", "file-truncated", 2, 1, "never closed"),
    ("<a>\n<b>\n</a>", "tag-mismatched", 3, 1, "</a> stands where <b> from line 2"),
    ("<a>\n<b c='é'>x</c></b></a>", "tag-mismatched", 2, 11, "</c>"),
    ("<a>\n é &b=2</a>", "ampersand-unescaped", 2, 4, "&"),
    ("<a>x & y</a>", "ampersand-unescaped", 1, 6, "&"),
    ("<a>&nbsp;</a>", "entity-html-undefined", 1, 4, "&nbsp;"),
    ("<a>\r< b>x</b></a>", "tag-space-after-lt", 2, 1, "space"),
    ("<a>1<2</a>", "lt-unescaped", 1, 5, "<"),
    ('<a b="<"/>', "lt-unescaped", 1, 7, "<"),
    ("<a>x]]>y</a>", "cdata-end-in-text", 1, 5, "]]>"),
    ("<a>\r\n\x01</a>", "control-char-illegal", 2, 1, "U+0001"),
    ("<a>xx\0</a>", "control-char-illegal", 1, 6, "U+0000"),
    ("<a>\ufffe</a>", "control-char-illegal", 1, 4, "U+FFFE"),
    ("<a>&#1;</a>", "control-char-illegal", 1, 4, "&#1;"),
    ("<a>&#xd83d;&#xDE00;</a>", "charref-surrogate", 1, 4, "&#xd83d;"),
    ("<a b=c/>", "tag-quote-missing", 1, 6, "quotes"),
    ("<a b=“c”/>", "tag-quote-missing", 1, 6, "quotes"),
    ("<a b/>", "xml-not-wellformed", 1, 5, "tag"),
    ("<a><!-- x </a>", "xml-not-wellformed", 1, 4, "comment"),
    ("<a><!-- x -- y --></a>", "xml-not-wellformed", 1, 11, "hyphens"),
    ("<a>\n<![CDATA[ x </a>", "xml-not-wellformed", 2, 1, "CDATA"),
    ("<a/>\nx", "content-after-root", 2, 1, "after"),
    ("<a/>\n<a/>", "root-multiple", 2, 1, "second root"),
    ("x<a/>", "content-before-root", 1, 1, "before"),
    (DECLARATION + "x y <a/>", "content-before-root", 2, 1, "before"),
    ("\n" + DECLARATION + "<a/>", "xml-declaration-not-first", 2, 1, "first"),
    (DECLARATION + DECLARATION + "<a/>", "xml-declaration-duplicate", 2, 1, "second"),
    (DECLARATION + "<a/>" + DECLARATION, "xml-declaration-duplicate", 2, 5, "second"),
    ("<?xml version=“1.0”?><a/>", "xml-declaration-malformed", 1, 15, "declaration"),
    ("<?XML version='1.0'?><a/>", "xml-declaration-malformed", 1, 1, "declaration"),
    ("< ?xml version='1.0'?><a/>", "xml-declaration-malformed", 1, 1, "declaration"),
    ("<?xml version='1.0'><a/>", "xml-declaration-malformed", 1, 1, "declaration"),
    ("<a xmlns='1'\nxmlns='2'/>", "ns-duplicate-declaration", 2, 1, "xmlns"),
    ("<a b='1' b='2'/>", "xml-not-wellformed", 1, 10, "twice"),
    ("<a>\n<p:b/></a>", "ns-prefix-undeclared", 2, 1, ": p."),
    ("<a xmlns:p='x'><p:b q:c='1'/></a>", "ns-prefix-undeclared", 1, 16, ": q."),
    ("<a s:l='http://b:80/c d:e'/>", "ns-prefix-undeclared", 1, 1, ": s."),
    ("\n\ufeff<?xml version='1.0'?><a/>", "bom-misplaced", 2, 1, "mark"),
    ("\ufeff<a/>", "bom-misplaced", 1, 1, "mark"),
    ('<!DOCTYPE a [<!ENTITY x "&x;">]><a>&x;</a>', "doctype-present", 1, 36, "itself"),
]


@pytest.mark.parametrize("text", WELL_FORMED, ids=lambda text: text[:30])
def test_what_is_well_formed_passes(text: str) -> None:
    check_well_formed(text.encode())


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "word"), BROKEN, ids=[repr(case[0])[:40] for case in BROKEN]
)
def test_what_is_broken_is_named_and_placed(
    text: str, code: str, line: int, column: int, word: str
) -> None:
    with pytest.raises(SitemapError) as caught:
        check_well_formed(text.encode())
    error = caught.value
    assert (error.code, error.line, error.column) == (code, line, column)
    assert word in error.reason
    assert error.advice
    assert error.detail


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_line_is_found_far_down_whatever_ends_lines(end: str) -> None:
    text = f"<a>{end}" + f"<b>é</b>{end}" * 300_000 + f"  é&é{end}</a>"
    with pytest.raises(SitemapError) as caught:
        check_well_formed(text.encode())
    assert (caught.value.line, caught.value.column) == (300_002, 4)
    assert caught.value.text == "  é&é"


def test_a_long_line_is_cut_around_the_place() -> None:
    with pytest.raises(SitemapError) as caught:
        check_well_formed(b"<a>" + b"x" * 1_000_000 + b"& " + b"y" * 1_000_000 + b"</a>")
    assert caught.value.column == 1_000_004
    assert caught.value.text is not None
    assert caught.value.text == "…" + "x" * 100 + "& " + "y" * 98 + "…"


def _laughs(levels: int) -> bytes:
    names = "abcdefghij"[:levels]
    entities = '<!ENTITY a "ha">' + "".join(
        f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in itertools.pairwise(names)
    )
    return f"<!DOCTYPE r [{entities}]><r>&{names[-1]};</r>".encode()


def test_entities_that_expand_without_limit_are_stopped() -> None:
    check_well_formed(_laughs(4))
    with pytest.raises(SitemapError, match="far more text") as caught:
        check_well_formed(_laughs(10))
    assert caught.value.code == "doctype-present"


def test_progress_ticks_to_the_end() -> None:
    seen: list[int] = []

    class Ticks(Progress):
        def tick(self, done: int = 0, total: int = 0) -> None:
            seen.append(done)

    text = b"<a>" + b"<b/>" * 1_000_000 + b"</a>"
    check_well_formed(text, Ticks())
    assert seen[-1] == len(text)
    assert len(seen) > 3
