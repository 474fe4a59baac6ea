"""Thirty ways in which an entry is broken in files that people have."""

from __future__ import annotations

import random

_REPLACED = (
    ("</loc>", "</Loc>"),
    ("</loc>", ""),
    ("<loc>", "< loc>"),
    ("</url>", "<url>"),
    ("</url>", ""),
    ("://", "://a&b"),
    ("://", "://a&nbsp;b"),
    ("://", "://a<4"),
    ("://", "://\x01"),
    ("://", "://&#1;"),
    ("://", "://&#55357;&#56832;"),
    ("://", "://]]>"),
    ("://", "://&#233"),
    ("://", "://&amp"),
    ("</changefreq>", "</priority>"),
    ("</lastmod>", "<lastmod>"),
    ("<loc>", "<loc "),
    ("<loc>", "<loc"),
    ("<url>", "<url a=b>"),
    ("<url>", "<url a=”b”>"),
    ("</url>", "<image:image/></url>"),
    ("</url>", "</url><!-- a -- b -->"),
    ("<changefreq>", "<changefre1>"),
    ("</url>", "</url></url>"),
    ("<url>", "<url><urlset>"),
    ("</url>", "</url></urlset><urlset>"),
    ("</url>", '</url><?xml version="1.0"?>'),
    ("<loc>", "<loc a='1' a='2'>"),
    ("<loc>", "<foo>"),
    ("</loc>", "</lco>"),
)
KINDS = tuple((old.encode(), new.encode()) for old, new in _REPLACED)


def damaged(text: bytes, places: int) -> bytes:
    """Break so many entries, of all kinds in turn, spread over a file of plain entries."""
    head, *entries = text.split(b"  <url>")
    for number, at in enumerate(random.Random(1).sample(range(len(entries)), places)):
        old, new = KINDS[number % len(KINDS)]
        whole = b"<url>" + entries[at]
        entries[at] = whole.replace(old, new, 1).removeprefix(b"<url>")
        if not whole.replace(old, new, 1).startswith(b"<url>"):
            entries[at] = b"\0" + whole.replace(old, new, 1)
    return b"  <url>".join((head, *entries)).replace(b"  <url>\0", b"  ")


def with_bare_ampersands(text: bytes, count: int) -> bytes:
    """Give so many addresses two parameters with a bare ``&`` between them."""
    return text.replace(b"</loc>", b"?a=1&b=2</loc>", count)
