"""Extensions in plain form are judged once for each shape, and that never tells anything else."""

from __future__ import annotations

import random
import time

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.protocol.namespaces import EXTENSION_BY_PREFIX, SITEMAP
from sitemap_editor.rules.base import Context
from sitemap_editor.rules.check import Checker
from sitemap_editor.rules.engine.entry import Entry
from sitemap_editor.rules.engine.gate_parts import _shape_of_links
from sitemap_editor.rules.engine.judge import Judge
from sitemap_editor.rules.registry import ENTRY_RULES, PART_RULES

ROOT = '<urlset xmlns="{}" xmlns:image="{}" xmlns:xhtml="{}">'.format(
    SITEMAP, EXTENSION_BY_PREFIX["image"].uri, EXTENSION_BY_PREFIX["xhtml"].uri
)
ADDRESSES = (
    "https://www.shop.org/a",
    "https://www.shop.org/b?x=1&amp;y=2",
    "https://cdn.shop.org/a.jpg",
    "http://www.shop.org/a",
    "https://www.shop.org/A",
    "https://www.shop.org/%2D",
    "https://a..b/c",
    "/a",
    "",
    "https://www.shop.org/a b",
)
CODES = ("en", "de", "x-default", "en-GB", "en-US", "EN", "en-UK", "jp", "zz", "es-419", "")
CODES_HERE = {rule.code for rules in (ENTRY_RULES, *PART_RULES.values()) for rule in rules}


def _image(choose: random.Random) -> str:
    more = choose.choice(("", "", "<image:title>A &lt; b</image:title>", "<image:caption/>"))
    white = choose.choice(("", "\n  "))
    loc = choose.choice(ADDRESSES)
    return f"<image:image>{white}<image:loc>{loc}</image:loc>{more}{white}</image:image>"


def _link(choose: random.Random) -> str:
    code, href = choose.choice(CODES), choose.choice(ADDRESSES)
    rel = choose.choice(("alternate",) * 5 + ("canonical",))
    quote = choose.choice('"""\'')
    attributes = [f"rel={quote}{rel}{quote}", f'hreflang="{code}"', f'href="{href}"']
    if choose.random() < 0.1:
        choose.shuffle(attributes)
    return f"<xhtml:link {' '.join(attributes)}{choose.choice(('/', ' /'))}>"


def _entry(choose: random.Random) -> str:
    parts = [choose.choice((_image, _link))(choose) for _ in range(choose.randint(0, 4))]
    loc = choose.choice(ADDRESSES[:5])
    return f"<url><loc>{loc}</loc>{''.join(parts)}{choose.choice(('', chr(10)))}</url>"


@pytest.mark.parametrize("seed", range(8))
def test_shapes_tell_what_the_rules_tell(seed: int) -> None:
    choose = random.Random(seed)
    text = ROOT + "".join(_entry(choose) for _ in range(150)) + "</urlset>"
    doc = open_bytes(text.encode())
    checker = Checker(doc, now=1_700_000_000)
    report = checker.run()
    entries = {code: set(report.entries_with(code).tolist()) for code in CODES_HERE}
    judge = Judge(Context(kind=doc.kind, now=1_700_000_000))
    for entry in doc.ids.tolist():
        wanted = {rule.code for rule, _ in judge.entry(Entry(doc.raw(entry), doc.names, doc.kind))}
        found = {finding.code for finding in report.of_entry(entry)} & CODES_HERE
        counted = {code for code in CODES_HERE if entry in entries[code]}
        assert found == wanted, doc.raw(entry)
        assert counted == wanted, doc.raw(entry)


def test_links_to_many_pages_under_one_code_take_no_longer_than_under_many() -> None:
    count = 20_000
    hrefs = [b"https://www.shop.org/%d" % n for n in range(count)]
    started = time.process_time()
    shape = _shape_of_links([b"en"] * count, hrefs, hrefs[0])
    assert time.process_time() - started < 1
    assert shape is not None and shape[2] == tuple(range(count))
