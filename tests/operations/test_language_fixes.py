"""Links to other languages under a wrong name get the right one, and the root what declares it."""

from __future__ import annotations

import pytest

from sitemap_editor.operations.fixes import fix_all_safe
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.protocol.namespaces import SITEMAP
from tests.rules.conftest import checker, from_text

XHTML = "http://www.w3.org/1999/xhtml"
LINK = 'link rel="alternate" hreflang="{code}" href="https://www.shop.org/{code}"/>'


def urlset(declared: str, *entries: str) -> str:
    rows = "".join(
        f"<url><loc>https://www.shop.org/{place}</loc>{entry}</url>"
        for place, entry in enumerate(entries)
    )
    return f'<urlset xmlns="S"{declared}>{rows}</urlset>'


def link(name: str, code: str) -> str:
    return f"<{name}" + LINK.format(code=code).removeprefix("link")


@pytest.mark.parametrize(
    ("declared", "needed", "prefix"),
    [
        ("", f' xmlns:xhtml="{XHTML}"', "xhtml"),
        (f' xmlns:h="{XHTML}"', f' xmlns:h="{XHTML}"', "h"),
    ],
)
def test_plain_links_get_a_prefix_that_is_declared(declared: str, needed: str, prefix: str) -> None:
    doc = from_text(urlset(declared, link("link", "de"), link("link", "fr_CA")))
    doc.edit(fix_all_safe(doc, checker(doc).run()), "Fix")
    wanted = urlset(needed, link(f"{prefix}:link", "de"), link(f"{prefix}:link", "fr_CA"))
    wanted = wanted.replace('hreflang="fr_CA"', 'hreflang="fr-CA"').replace('"S"', f'"{SITEMAP}"')
    assert b"".join(doc.chunks()).decode().endswith(wanted)
    assert "hreflang-wrong-element" not in {one.code for one in checker(doc).run().findings()}


def test_a_prefix_that_means_something_else_is_declared_anew_on_the_link() -> None:
    declared = ' xmlns:xhtml="urn:else"'
    doc = from_text(urlset(declared, "<xhtml:x/>" + link("link", "de")))
    doc.edit(fix_all_safe(doc, checker(doc).run()), "Fix")
    mended = link(f'xhtml:link xmlns:xhtml="{XHTML}"', "de")
    assert mended in b"".join(doc.chunks()).decode()
    codes = {one.code for one in checker(doc).run().findings()}
    assert "hreflang-self-missing" in codes and "hreflang-wrong-element" not in codes


def test_a_link_back_is_not_promised_where_its_code_has_another_page() -> None:
    own, there = link("xhtml:link", "0"), link("xhtml:link", "1")
    taken = own.replace("/0", "/other")
    doc = from_text(urlset(f' xmlns:xhtml="{XHTML}"', own + there, there + taken))
    (found,) = checker(doc).run().findings("hreflang-return-missing")
    assert found.entry == 1 and found.fix is FixKind.NONE
