"""What is remembered about the shape of an address is what the rules say about the address."""

from __future__ import annotations

import random

import pytest

from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.profiles import PROFILES
from sitemap_editor.rules.base import Context
from sitemap_editor.rules.engine.address_shapes import AddressShapes, split_rest
from sitemap_editor.rules.engine.judge import Judge

SITES = (
    "https://www.shop.org", "http://shop.org:80", "HTTPS://Shop.org", "https://u@shop.org",
    "htp://shop.org", "https:/shop.org", "ftp://shop.org", "//shop.org", "shop.org", "https://a_b",
)  # fmt: skip
PIECES = (
    "a", "oak", "lamp-1", "0042", "Oak", "é", "ö-1", "%20", "%2d", "%2D", "%zz", "%25", "%c3%a9",
    " ", "\t", "\n", "\u00a0", "/", "//", "/./", "/../", ".", "..", ".html", ".css", ".XML", ".gz",
    "index", "index.html", "default.aspx", "sitemap", "sitemap1.xml", "undefined", "null", "None",
    "NaN", "false", "object", "[object Object]", "{{slug}}", "${x}", "%s", "<?", "{", "}", "|",
    "[", "]", "\\", "^", '"', "<", ">", "'", "?", "?a=1", "&b=2", "&amp;b", "&lt;", "?utm_source=x",
    "&gclid=1", "?sid=4", ";jsessionid=5", "?page=2&utm_x", "#top", "#", "=", "+", "(", ",", ";",
    "@", ":", "Ã©", "\ufffd", "\ufeff", "http://", "https://b.org", "staging", "_", "-", "--", "~",
)  # fmt: skip


def addresses(seed: int) -> list[str]:
    choose = random.Random(seed)
    found = []
    for _ in range(400):
        pieces = [choose.choice(PIECES) for _ in range(choose.randint(1, 5))]
        start = choose.choice(SITES) if choose.random() < 0.3 else SITES[0]
        base = f"{start}/some-folder/{''.join(pieces)}"
        # The same with other words: what a shape is for.
        found += [base, base.replace("some-folder", "x1"), base.replace("oak", "elm-7")]
    choose.shuffle(found)
    return found


@pytest.mark.parametrize("seed", range(25))
def test_a_shape_says_what_the_rules_say(seed: int) -> None:
    judge = Judge(Context(kind=Kind.URLSET, profiles=frozenset(PROFILES), now=1_750_000_000))
    shapes = AddressShapes(judge, is_possible=True)
    known = 0
    for text in addresses(seed):
        shape = shapes.of(text)
        if shape is None:
            continue
        known += 1
        loc, hits = judge.loc(text)
        assert set(shape.keys) == {judge.key(rule, hit, "loc") for rule, hit in hits}, text
        assert shape.site == loc.site_name, text
        if shape.site is not None:
            told = split_rest(text, shape.site)
            assert told == (loc.address, loc.url.path, loc.url.query), text
    assert known > 100


def test_addresses_of_all_shapes_are_not_remembered() -> None:
    judge = Judge(Context(kind=Kind.URLSET))
    shapes = AddressShapes(judge, is_possible=True)
    texts = [f"https://www.shop.org/{'a/' * (n % 97)}{'%20' * (n // 97)}" for n in range(1, 3_000)]
    assert shapes.of(texts[10]) is not None
    for text in texts:
        shapes.of(text)
    assert shapes.of(texts[10]) is None
