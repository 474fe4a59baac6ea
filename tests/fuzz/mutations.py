"""Ways to break a file: cut, swap, insert, delete, glue, encode anew."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

TOKENS = (
    *(b"<url>", b"</url>", b"<loc>", b"</loc>", b"<urlset>", b"</urlset>", b"<sitemapindex>"),
    *(
        b"<lastmod>",
        b"</lastmod>",
        b"<URL>",
        b"</Loc>",
        b"<priority/>",
        b"< url>",
        b"<url",
        b"url>",
    ),
    *(b"&", b"&amp", b"&amp;", b"&copy=1", b"&nbsp;", b"&#0;", b"&#55357;", b"&#x1F600;", b"&x;"),
    *(b"<", b">", b"</", b"/>", b"<<", b"<!--", b"-->", b"--", b"<![CDATA[", b"]]>", b"<?", b"?>"),
    *(b'"', b"'", "”".encode(), "’".encode(), b"=", b"\0", b"\x0b", b"\x1b", b"\xff", b"\xc3"),
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\r", b"\n", b"\t", b" ", b"\r\n", b"\xc2\xa0", b"1. "),
    b'<?xml version="1.0" encoding="UTF-8"?>',
    b"<?xml version='1.1' encoding='UFT-8'>",
    b'<!DOCTYPE urlset [<!ENTITY x "y">]>',
    b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    b' xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
    b"<image:image><image:loc>https://www.example.com/i.png</image:loc></image:image>",
    b"<b>Warning</b>: line 3<br />",
)
ENCODINGS = (
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "latin-1",
    "cp1252",
    "cp1251",
    "utf-32",
    "utf-8-sig",
)

Mutation = Callable[[random.Random, bytes, Sequence[bytes]], bytes]


def _span(chance: random.Random, data: bytes, most: int = 40) -> tuple[int, int]:
    start = chance.randrange(len(data) + 1)
    return start, min(len(data), start + chance.randrange(most))


def cut(chance: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """Break off the end, now and then the beginning."""
    at = chance.randrange(len(data) + 1)
    return data[at:] if chance.random() < 0.15 else data[:at]


def swap(chance: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """Let two runs change places."""
    (a, b), (c, d) = sorted((_span(chance, data), _span(chance, data)))
    c, d = max(b, c), max(b, d)
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def insert(chance: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """Put in a piece of markup or some bytes."""
    at = chance.randrange(len(data) + 1)
    new = chance.choice(TOKENS) if chance.random() < 0.85 else chance.randbytes(3)
    return data[:at] + new + data[at:]


def delete(chance: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """Take out a run; of one sign, mostly."""
    start, end = _span(chance, data, 2 if chance.random() < 0.6 else 40)
    return data[:start] + data[end:]


def drop_sign(chance: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """Take out a sign of markup."""
    places = [n for n, byte in enumerate(data) if byte in b"<>/\"'&;="]
    if not places:
        return data
    at = chance.choice(places)
    return data[:at] + data[at + 1 :]


def glue(chance: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Put another file behind this one, or a piece of it into this one."""
    other = chance.choice(others)
    if chance.random() < 0.5:
        return data + other
    start, end = _span(chance, other, 200)
    at = chance.randrange(len(data) + 1)
    return data[:at] + other[start:end] + data[at:]


def recode(chance: random.Random, data: bytes, _others: Sequence[bytes]) -> bytes:
    """Write all or the rest of it in another encoding."""
    at = chance.choice((0, 0, chance.randrange(len(data) + 1)))
    text = data[at:].decode("utf-8", "replace")
    return data[:at] + text.encode(chance.choice(ENCODINGS), "replace")


MUTATIONS: tuple[Mutation, ...] = (cut, swap, insert, delete, drop_sign, glue, recode)
_WEIGHTS = (2, 2, 5, 3, 4, 1, 1)
_MOST = 4


def mutated(chance: random.Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """Break a file in one to four ways."""
    for one in chance.choices(MUTATIONS, _WEIGHTS, k=chance.randint(1, _MOST)):
        data = one(chance, data, others)
    return data
