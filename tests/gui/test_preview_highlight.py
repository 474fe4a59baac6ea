"""Colours of XML pieces, wherever a piece begins."""

import pytest

from sitemap_editor.gui.preview.highlight import State, state_at_end, tokenize


def drawn(text: str, state: State = State.TEXT) -> str:
    """One letter per character: t(ag) a(ttribute) v(alue) c(omment) e(ntity) or a dot."""
    tokens, _ = tokenize(text, state)
    line = ["."] * len(text)
    for token in tokens:
        line[token.start : token.end] = token.role[len("syntax_")] * (token.end - token.start)
    return "".join(line)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<loc>a</loc>", "ttttt.tttttt"),
        ("a&amp;b", ".eeeee."),
        ("<a b='c' d=\"e\"/>", "tt.a.vvv.a.vvvtt"),
        ("<!-- <url> -->x", "cccccccccccccc."),
        ("<![CDATA[a<b]]>", "ttttttttt...ttt"),
        ("<?xml v?>", "ccccccccc"),
        ("a & b < c", "......t.a"),
        ("<loc <b>", "tttt.ttt"),
    ],
)
def test_markup_is_coloured(text: str, expected: str) -> None:
    assert drawn(text) == expected


PIECES = [
    '<xhtml:link rel="alternate" href=\'a>b"c\'/>',
    "<loc>x<!-- a <b> --><![CDATA[ <c> ]]></loc>",
    "<?xml version='1.0'?><urlset>&lt;</urlset>",
]


@pytest.mark.parametrize("text", PIECES)
def test_state_carries_over_any_cut_between_words(text: str) -> None:
    _, whole = tokenize(text)
    for cut in (i for i, c in enumerate(text) if c == " "):
        _, middle = tokenize(text[:cut])
        assert tokenize(text[cut:], middle)[1] == whole


@pytest.mark.parametrize("text", PIECES)
def test_what_is_open_is_seen_from_the_end(text: str) -> None:
    cuts = [i for i, c in enumerate(text) if c in " x" and text[i - 1] != "<"]
    assert cuts
    for cut in cuts:
        assert state_at_end(text[:cut].encode()) == tokenize(text[:cut])[1], text[:cut]


def test_nothing_is_open_after_nothing() -> None:
    assert state_at_end(b"") is State.TEXT
