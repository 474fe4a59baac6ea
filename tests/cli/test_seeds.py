"""The examples of the articles the project began from, as they are printed there."""

from __future__ import annotations

from pathlib import Path

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.markup.pasted import read_pasted
from sitemap_editor.protocol.namespaces import SITEMAP

PRINTED = Path(__file__).parents[1] / "cases" / "seeds" / "printed"

MENDED = {
    "000-urlset": [("http://www.kit-graphik.com/", "2007-01-26", "monthly", "0.8")],
    "000-sitemapindex": [
        ("http://www.kit-graphik.com/sitemap1.xml", "2007-01-19"),
        ("http://www.kit-graphik.com/sitemap2.xml", "2007-01-19"),
    ],
    "001-urlset": [
        ("http://mon-domaine.fr/", "2012-12-15", "daily", "1"),
        ("http://mon-domaine.fr/page-a.html", "2012-12-15", "monthly", "0.8"),
    ],
    "004-urlset": [
        (
            "http://seopos.ru/vnytrennyaya-optimizaciya/format-karti-sajta.html",
            *("2009-06-21", "monthly", "0.5"),
        )
    ],
    "004-sitemapindex": [
        ("http://www.your_site.ru/sitemap1.xml", "2004-10-01T18:23:17+00:00"),
        ("http://www.your_site.ru/sitemap2.xml", "2005-01-01"),
    ],
}
FIELDS = ("loc", "lastmod", "changefreq", "priority")


def entries_of(data: bytes) -> list[tuple[str | None, ...]]:
    doc = open_bytes(data)
    assert doc.mending is None
    assert doc.root is not None
    assert doc.root.namespace == SITEMAP
    fields = FIELDS if doc.kind == "urlset" else FIELDS[:2]
    return [tuple(doc.value(n, one) for one in fields) for n in range(len(doc))]


@pytest.mark.parametrize("name", MENDED)
def test_printed_example_comes_out_right(run, tmp_path, name):
    (tmp_path / "in.xml").write_bytes((PRINTED / f"{name}.txt").read_bytes())
    assert run("repair", "in.xml", "-o", "repaired.xml").code == 0
    assert run("fix", "repaired.xml", "-o", "out.xml").code == 0
    assert entries_of((tmp_path / "out.xml").read_bytes()) == MENDED[name]


@pytest.mark.parametrize("name", MENDED)
def test_printed_example_can_be_pasted(name):
    pasted = read_pasted((PRINTED / f"{name}.txt").read_text(encoding="utf-8"))
    doc = open_bytes(pasted.text)
    locs = [doc.value(n, "loc") for n in range(len(doc))]
    wanted = [entry[0].removesuffix("/") for entry in MENDED[name]]
    assert [loc.removesuffix("/") for loc in locs] == wanted
