"""A DOCTYPE is taken out only where nothing leans on it."""

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.operations.fixes import fix_all_safe
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.rules.check import Checker


@pytest.mark.parametrize(
    ("doctype", "loc", "fix"),
    [
        ("<!DOCTYPE urlset>", "a", FixKind.SAFE),
        ('<!DOCTYPE urlset [<!ENTITY e "x">]>', "a &amp; &#65;", FixKind.SAFE),
        ('<!DOCTYPE urlset [<!ENTITY e "x">]>', "&e;", FixKind.ASK),
        ('<!DOCTYPE urlset SYSTEM "http://a.example/x.dtd">', "&e;", FixKind.NONE),
        ('<!DOCTYPE urlset [<!ATTLIST urlset xmlns CDATA #FIXED "urn:x">]>', "a", FixKind.NONE),
    ],
)
def test_removal_is_offered_where_the_file_stays_readable(
    doctype: str, loc: str, fix: FixKind
) -> None:
    doc = open_bytes(f"{doctype}<urlset><url><loc>{loc}</loc></url></urlset>".encode())
    report = Checker(doc).run()
    (finding,) = report.findings("doctype-present")
    assert finding.fix is fix
    doc.edit(fix_all_safe(doc, report), "fix")
    open_bytes(doc.text())
