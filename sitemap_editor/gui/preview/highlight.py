"""Tokens of a piece of XML, for colour only; what the text means is decided elsewhere.

A piece may begin anywhere (a long line is cut into rows), so each piece starts in the state the
one before it ended in. Broken text is coloured as far as it goes and never refused.
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import NamedTuple

TAG = "syntax_tag"
ATTRIBUTE = "syntax_attribute"
VALUE = "syntax_value"
COMMENT = "syntax_comment"
ENTITY = "syntax_entity"


class State(IntEnum):
    """Where in the markup a piece begins or ends."""

    TEXT = 0
    TAG = 1
    DOUBLE_QUOTED = 2
    SINGLE_QUOTED = 3
    COMMENT = 4
    CDATA = 5
    INSTRUCTION = 6
    DECLARATION = 7


class Token(NamedTuple):
    """A coloured stretch: first character, one past the last, role of the palette."""

    start: int
    end: int
    role: str


# What ends each state, and the colour of what is inside (None: plain text).
_ENDS: dict[State, tuple[str, str | None]] = {
    State.COMMENT: ("-->", COMMENT),
    State.CDATA: ("]]>", None),
    State.INSTRUCTION: ("?>", COMMENT),
    State.DECLARATION: (">", COMMENT),
    State.DOUBLE_QUOTED: ('"', VALUE),
    State.SINGLE_QUOTED: ("'", VALUE),
}
_OPENINGS: tuple[tuple[str, State, str], ...] = (
    ("<!--", State.COMMENT, COMMENT),
    ("<![CDATA[", State.CDATA, TAG),
    ("<!", State.DECLARATION, COMMENT),
    ("<?", State.INSTRUCTION, COMMENT),
)
_SECTIONS = (
    (State.COMMENT, b"<!--", b"-->"),
    (State.CDATA, b"<![CDATA[", b"]]>"),
    (State.INSTRUCTION, b"<?", b"?>"),
)
_QUOTED = re.compile(rb"\"[^\"]*\"|'[^']*'")
_IN_TEXT = re.compile(r"&[#\w.:-]{1,40};|<")
_TAG_NAME = re.compile(r"</?[^\s/>\"'=<]*")
_IN_TAG = re.compile(r"/?>|[\"']|<|[^\s\"'=/><]+")


def tokenize(text: str, state: State = State.TEXT) -> tuple[list[Token], State]:
    """Return the coloured stretches of ``text`` and the state the next piece begins in."""
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        if state is State.TEXT:
            at, state = _text(text, at, tokens)
        elif state is State.TAG:
            at, state = _tag(text, at, tokens)
        else:
            at, state = _until_end(text, at, state, tokens)
    return tokens, state


def state_at_end(xml: bytes) -> State:
    """The state after the beginning of a well-formed piece; only what is still open is looked for.

    What looks like a tag within a comment or a CDATA section may deceive it, in colour only.
    """
    for state, opening, end in _SECTIONS:
        if xml.rfind(opening) > xml.rfind(end):
            return state
    if b"<" not in xml:
        return State.TEXT
    tag = _QUOTED.sub(b"", xml[xml.rfind(b"<") :])
    quote = re.search(rb"[\"'>]", tag)
    if quote is not None and quote[0] == b">":
        return State.TEXT
    if quote is None:
        return State.TAG
    return State.DOUBLE_QUOTED if quote[0] == b'"' else State.SINGLE_QUOTED


def _text(text: str, at: int, tokens: list[Token]) -> tuple[int, State]:
    found = _IN_TEXT.search(text, at)
    if found is None:
        return len(text), State.TEXT
    start = found.start()
    if text[start] == "&":
        tokens.append(Token(start, found.end(), ENTITY))
        return found.end(), State.TEXT
    for opening, state, role in _OPENINGS:
        if text.startswith(opening, start):
            tokens.append(Token(start, start + len(opening), role))
            return start + len(opening), state
    name = _TAG_NAME.match(text, start)
    end = name.end() if name else start + 1
    tokens.append(Token(start, end, TAG))
    return end, State.TAG


def _tag(text: str, at: int, tokens: list[Token]) -> tuple[int, State]:
    found = _IN_TAG.search(text, at)
    if found is None:
        return len(text), State.TAG
    start, end = found.span()
    what = found.group()
    if what == "<":  # the tag was never closed: begin afresh
        return start, State.TEXT
    if what.endswith(">"):
        tokens.append(Token(start, end, TAG))
        return end, State.TEXT
    if what in "\"'":
        tokens.append(Token(start, end, VALUE))
        return end, State.DOUBLE_QUOTED if what == '"' else State.SINGLE_QUOTED
    tokens.append(Token(start, end, ATTRIBUTE))
    return end, State.TAG


def _until_end(text: str, at: int, state: State, tokens: list[Token]) -> tuple[int, State]:
    mark, role = _ENDS[state]
    found = text.find(mark, at)
    stop = len(text) if found < 0 else found
    end = stop if found < 0 else found + len(mark)
    if role is not None:
        tokens.append(Token(at, end, role))
    elif end > stop:
        tokens.append(Token(stop, end, TAG))
    if found < 0:
        return end, state
    quoted = state in (State.DOUBLE_QUOTED, State.SINGLE_QUOTED)
    return end, State.TAG if quoted else State.TEXT
