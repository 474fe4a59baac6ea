"""Open documents hear of what lies beside them, and of what changes there."""

import pytest

from sitemap_editor.document import editing
from sitemap_editor.gui import surroundings

from .conftest import NAMESPACE, sitemap


def index(*names):
    entries = "".join(f"<sitemap><loc>https://a.example/{n}</loc></sitemap>\n" for n in names)
    return f'<sitemapindex xmlns="{NAMESPACE}">\n{entries}</sitemapindex>\n'.encode()


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr(surroundings, "LOOK_MS", 0)


@pytest.fixture
def site(tmp_path, desk):
    """Open an index and its two sitemaps; returns their sessions by name."""
    (tmp_path / "index.xml").write_bytes(index("a.xml", "b.xml"))
    (tmp_path / "a.xml").write_bytes(sitemap("one", "two"))
    (tmp_path / "b.xml").write_bytes(sitemap("three"))
    desk.window.open_paths([tmp_path / name for name in ("index.xml", "a.xml", "b.xml")])
    desk.quiet()
    return {session.name: session for session in desk.window.workspace.sessions}


def codes(session):
    return {group.code for group in session.report.groups}


def test_an_edit_of_one_sitemap_is_heard_of_in_the_others(qtbot, site):
    a, b = site["a.xml"], site["b.xml"]
    assert "url-in-two-sitemaps" not in codes(b)
    a.edit(editing.set_field(a.doc, a.doc.ids[:1], "loc", "https://a.example/three"), "Edit")
    qtbot.waitUntil(lambda: "url-in-two-sitemaps" in codes(b))
    assert "url-in-two-sitemaps" not in codes(a)
    a.undo()
    qtbot.waitUntil(lambda: "url-in-two-sitemaps" not in codes(b))


def test_an_index_hears_of_errors_that_a_sitemap_gets_and_loses(qtbot, site):
    a, listing = site["a.xml"], site["index.xml"]
    assert "index-child-invalid" not in codes(listing)
    a.edit(editing.set_field(a.doc, a.doc.ids[:1], "loc", "nowhere"), "Edit")
    qtbot.waitUntil(lambda: "index-child-invalid" in codes(listing))
    a.undo()
    qtbot.waitUntil(lambda: "index-child-invalid" not in codes(listing))


def test_a_sitemap_that_an_index_is_given_must_be_there(qtbot, site):
    listing = site["index.xml"]
    new = [{"loc": "https://a.example/c.xml"}]
    listing.edit(editing.insert(listing.doc, 2, new), "Add")
    qtbot.waitUntil(lambda: "index-child-missing" in codes(listing))


def test_the_file_counts_again_once_an_edited_document_is_closed(qtbot, site, desk):
    a, b = site["a.xml"], site["b.xml"]
    a.edit(editing.set_field(a.doc, a.doc.ids[:1], "loc", "https://a.example/three"), "Edit")
    qtbot.waitUntil(lambda: "url-in-two-sitemaps" in codes(b))
    desk.window.workspace.close(a)
    qtbot.waitUntil(lambda: "url-in-two-sitemaps" not in codes(b))


def test_the_address_is_guessed_and_checked_by(qtbot, desk, tmp_path):
    (tmp_path / "robots.txt").write_text("Sitemap: https://a.example/maps/sitemap.xml\n")
    desk.open("maps/a")
    session = desk.session
    address = "https://a.example/maps/sitemap.xml"
    qtbot.waitUntil(lambda: session.guessed_base_url == address)
    assert session.effective_base_url == address
    session.edit(editing.set_field(session.doc, session.doc.ids, "loc", address), "Edit")
    qtbot.waitUntil(lambda: "loc-is-sitemap" in codes(session))


def test_a_lone_file_is_checked_once(qtbot, desk, monkeypatch):
    from sitemap_editor.rules.check import Checker

    runs = []
    whole = Checker.run
    monkeypatch.setattr(Checker, "run", lambda self, *args: runs.append(1) or whole(self, *args))
    desk.open("a")
    desk.quiet()
    assert runs == [1] and desk.session.neighbours is None
