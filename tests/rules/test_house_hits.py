"""What house rules would hit is what a check by them finds, pattern by pattern."""

from __future__ import annotations

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.protocol.namespaces import SITEMAP
from sitemap_editor.rules.check import Checker
from sitemap_editor.rules.decisions.house_hits import count_hits
from sitemap_editor.rules.decisions.policy import House, Policy

ADDRESSES = (
    *("https://www.shop.org/admin/a", "https://www.shop.org/ADMIN/b?utm_source=x", ""),
    *("http://staging.shop.org:8080/a/b/c/d", "https://WWW.shop.org/", "/relative/admin/a/b/c"),
    *("\n https://other.example/admin \n", "https://www.shop.org/?a&UTM_x=1"),
)
HOUSE = House(
    ("www.shop.org", "*.shop.org"), ("/admin", r"^https?://staging\."), (8080,), ("utm_*",), 3
)
NEVER_ENDS = r"(?:x|x)*\d"


def document(*addresses: str) -> Document:
    locs = (address.replace("&", "&amp;") for address in addresses)
    entries = "".join(f"<url><loc>{loc}</loc></url>\n" for loc in locs)
    return open_bytes(f'<urlset xmlns="{SITEMAP}">\n{entries}</urlset>\n'.encode())


def test_hits_are_those_of_a_check() -> None:
    doc = document(*ADDRESSES)
    report = Checker(doc, policy=Policy(house=HOUSE)).run()
    found = {group.code: group.count for group in report.groups if group.code.startswith("house-")}
    hits = count_hits(doc, HOUSE)
    patterns = found.pop("house-pattern")
    assert found == dict(hits.rules)
    assert found == {"house-host": 1, "house-port": 1, "house-parameter": 2, "house-depth": 1}
    assert hits.patterns == {"/admin": 4, r"^https?://staging\.": 1}
    assert patterns == sum(hits.patterns.values())


def test_a_pattern_that_never_ends_is_given_up_and_the_others_are_counted() -> None:
    doc = document(*["https://www.shop.org/" + "x" * 60] * 50)
    hits = count_hits(doc, House(forbidden=(NEVER_ENDS, "shop")))
    assert hits.given_up == (NEVER_ENDS,)
    assert hits.patterns["shop"] == 50
