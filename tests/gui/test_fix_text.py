"""What a button says that mends one finding."""

from types import SimpleNamespace

import pytest

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.gui.findings.fix_text import fix_text
from sitemap_editor.rules.check import Checker

BASE = "https://www.shop.test/"


def session_of(*entries):
    rows = "".join(f"<url>{entry}</url>" for entry in entries)
    text = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{rows}</urlset>'
    doc = open_bytes(text.encode())
    return SimpleNamespace(doc=doc, report=Checker(doc).run(), answers={})


def texts(session):
    findings = [f for entry in session.doc.ids.tolist() for f in session.report.of_entry(entry)]
    return {finding.code: fix_text(session, finding) for finding in findings}


@pytest.mark.parametrize(
    ("field", "code", "text"),
    [
        ("<priority>0,6</priority>", "priority-decimal-comma", "Fix: 0.6"),
        ("<priority>7</priority>", "priority-out-of-range", "Fix: 0.7\u2009…"),
        ("<lastmod>2024-02-30</lastmod>", "lastmod-impossible", "Fix…"),
    ],
)
def test_the_new_value_is_named(field, code, text):
    assert texts(session_of(f"<loc>{BASE}a</loc>{field}"))[code] == text


def test_a_long_value_is_not():
    session = session_of(f"<loc>{BASE}{'long-' * 20}#part</loc>")
    assert texts(session)["loc-fragment"] == "Fix"


def test_that_an_entry_goes_is_said():
    entry = f"<loc>{BASE}a</loc>"
    assert texts(session_of(entry, entry))["loc-duplicate-exact"] == "Delete entry"


def test_nothing_is_worked_out_for_an_entry_that_is_gone():
    session = session_of(f"<loc>{BASE}a</loc><priority>0,6</priority>")
    finding = session.report.of_entry(0)[0]
    other = session_of(f"<loc>{BASE}a</loc>")
    other.doc.has = lambda _entry: False
    assert fix_text(other, finding) == "Fix"
