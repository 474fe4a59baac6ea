"""However a file is broken, it opens mended or is refused in words, in no time."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.protocol.errors import SitemapError

from .fuzz.__main__ import nth
from .fuzz.files import cases
from .fuzz.verdict import SECONDS_PER_BYTE, fault_of

SEED = 4
PARTS, IN_PART = 20, 1_000
FILES = cases()

S = b'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
LARGE = 40_000


@pytest.mark.parametrize("part", range(PARTS))
def test_broken_cases_are_treated_well(part: int) -> None:
    faults = {}
    for number in range(part * IN_PART, (part + 1) * IN_PART):
        fault = fault_of(nth(SEED, number, FILES))
        if fault is not None:
            faults[number] = fault
    assert faults == {}


WHOLE = b"<urlset %b><url><loc>https://a.example/&</loc></url></urlset>" % S
PLACES = {
    "alone": b"*",
    "before": b"*" + WHOLE,
    "behind": WHOLE + b"*",
    "in text": WHOLE.replace(b"&", b"*"),
    "in a tag": WHOLE.replace(b"<url>", b"<url *x>"),
    "in a value": WHOLE.replace(b"<url>", b'<url a="*x>'),
    "in a name": WHOLE.replace(b"</url>", b"<x*></url>"),
    "in an open tag": WHOLE.replace(b"</url>", b"<loc*</url>"),
    "never closed": WHOLE.replace(b"</url></urlset>", b"*"),
}
TOKENS = (
    *(b"<", b">", b"&", b"<!--", b"<![CDATA[", b"<?", b"<?xml ", b"<!DOCTYPE ", b"<!DOCTYPE x ["),
    *(b"<url>", b"</url>", b"<loc>", b"</loc>", b"<urlset>", b"</urlset>", b"<x>", b"<url><loc>u"),
    *(b"x", b" ", b":", b"]", b"-", b'"', b"'", b"=", b'a="', b"a=", b" a=\xe2\x80\x9d", b"\0"),
    *(b"&#1;", b"&#55357;", b"\xe9", b"\xef\xbb\xbf", b"]]>", b"-->", b"\n1. <a>", b"\r", b"< url"),
    *(b' a="b"', b" xmlns:a='b'", b"<a:b/>", b"<?xml version='1.0'?>", b"</urlset><urlset>"),
)


@pytest.mark.parametrize("place", PLACES)
def test_the_same_sign_over_and_over_is_no_trap(place: str) -> None:
    slow = {}
    for token in TOKENS:
        data = PLACES[place].replace(b"*", token * (LARGE // len(token)))
        before = time.process_time()
        with suppress(SitemapError):
            open_bytes(data)
        took = time.process_time() - before
        if took > SECONDS_PER_BYTE * len(data):
            slow[token] = took
    assert slow == {}
