"""Colours of XML pieces, wherever a piece begins."""

import pytest

from sitemap_editor.gui.preview.highlight import State, guess_state, state_after, tokenize


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


@pytest.mark.parametrize(
    "text",
    [
        '<xhtml:link rel="alternate" href="a>b"/>',
        "<loc>x<!-- a <b> --><![CDATA[ <c> ]]></loc>",
        "<?xml version='1.0'?><!DOCTYPE urlset><urlset>&lt;</urlset>",
    ],
)
def test_state_carries_over_any_cut_between_words(text: str) -> None:
    _, whole = tokenize(text)
    for cut in (i for i, c in enumerate(text) if c == " "):
        assert state_after([text[:cut], text[cut:]]) == whole


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("plain text", State.TEXT),
        ("end of it --> <url>", State.COMMENT),
        ("x]]></loc>", State.CDATA),
        ("1.0?><urlset>", State.INSTRUCTION),
        ('href="x"/><url>', State.TAG),
        ('example.com/a"/><url>', State.DOUBLE_QUOTED),
        ("<url> --> ", State.TEXT),
    ],
)
def test_unknown_start_is_guessed_from_the_first_end(text: str, state: State) -> None:
    assert guess_state(text) is state
