"""One cause is one finding, however many entries it strikes."""

from __future__ import annotations

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.namespaces import SITEMAP
from sitemap_editor.rules.check import Checker

MANY = 300
IMAGE = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
RIGHT = f'xmlns="{SITEMAP}"'


def entries(picture: str) -> str:
    return "".join(
        f"<url><loc>https://www.shop.org/{n}</loc><lastmod>2024-05-{1 + n % 28:02}</lastmod>"
        f"{picture}</url>\n"
        for n in range(MANY)
    )


PICTURE = "<image:image><image:loc>https://www.shop.org/a.jpg</image:loc></image:image>"
CAUSES = {
    # name: root, attributes of it, what each entry holds besides, code, count
    "https in the namespace": (
        *("urlset", f"{RIGHT.replace('http:', 'https:')} {IMAGE}", PICTURE, "ns-https", 1),
    ),
    "https in that of images": (
        *("urlset", f"{RIGHT} {IMAGE.replace('http:', 'https:')}", PICTURE),
        *("ns-extension-wrong", 1),
    ),
    "no namespace": ("urlset", IMAGE, PICTURE, "ns-missing", 1),
    "images not declared": ("urlset", RIGHT, PICTURE, "ns-prefix-undeclared", 1),
    "pages in an index": ("sitemapindex", f"{RIGHT} {IMAGE}", PICTURE, "root-children-mixed", 1),
    "prefix on the root only": ("s:urlset", f'xmlns:s="{SITEMAP}"', "", "ns-child-mismatch", MANY),
    "unknown element": ("urlset", RIGHT, "<size>3</size>", "element-unknown", MANY),
}


@pytest.mark.parametrize("name", CAUSES)
def test_one_cause_is_one_finding_with_a_count(name: str) -> None:
    root, attributes, picture, code, count = CAUSES[name]
    text = f'<?xml version="1.0"?><{root} {attributes}>{entries(picture)}</{root}>'
    report = Checker(open_bytes(text.encode())).run()
    found = {group.code: group.count for group in report.groups}
    assert found == {code: count}
    assert report.counts[Severity.ERROR] + report.counts[Severity.WARNING] == count
