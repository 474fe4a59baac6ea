"""Changing the address of a site on the command line."""

from __future__ import annotations

import json

import pytest

from sitemap_editor.document.opening import open_bytes

from .conftest import SITEMAP, urlset

OLD, NEW = "http://example.com", "https://www.example.org"


def test_a_site_moves_with_its_languages_and_index_and_leaves_its_pictures(run, tmp_path):
    """J3: http to https and a new domain; namespaces stay, media may stay too."""
    body = (
        f"<url><loc>{OLD}/a?x=1&amp;y</loc>"
        f'<xhtml:link rel="alternate" hreflang="fr" href="HTTP://EXAMPLE.com:80/fr/a"/>'
        f"<image:image><image:loc>{OLD}/a.jpg</image:loc></image:image></url>\n"
        f"<url><loc>{OLD}:8080/b</loc></url>\n"
    )
    head = (
        f'<urlset xmlns="{SITEMAP}" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
        ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n'
    )
    text = f"{head}{body}</urlset>\n"
    (tmp_path / "in.xml").write_text(text)
    move = ("--from", OLD, "--to", NEW)
    done = run("address", "in.xml", "-o", "out.xml", *move, "--in", "loc,alternates,children")
    assert (done.code, done.err) == (0, "")
    expected = text.replace(f"{OLD}/a?", f"{NEW}/a?").replace("HTTP://EXAMPLE.com:80", NEW)
    assert (tmp_path / "out.xml").read_text() == expected
    assert "2 addresses changed." in done.text
    assert f"1 stays at {OLD}:8080" in done.text
    done = run("address", "in.xml", "-o", "out.xml", *move, "--format", "json", "--force")
    told = json.loads(done.text)
    assert told["changed"] == {"loc": 1, "alternates": 1, "media": 1}
    assert told["left"]["loc"] == {f"{OLD}:8080": 1}
    assert f"<image:loc>{NEW}/a.jpg" in (tmp_path / "out.xml").read_text()


def test_the_children_of_an_index_move(run, tmp_path):
    index = (
        f'<sitemapindex xmlns="{SITEMAP}"><sitemap><loc>{OLD}/a.xml</loc></sitemap></sitemapindex>'
    )
    (tmp_path / "in.xml").write_text(index)
    run("address", "in.xml", "-o", "out.xml", "--from", OLD, "--to", f"{NEW}/maps")
    doc = open_bytes((tmp_path / "out.xml").read_bytes())
    assert doc.value(0, "loc") == f"{NEW}/maps/a.xml"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--from", OLD), "Say how addresses begin"),
        (("--from", OLD, "--to", "not a host"), "is no beginning of addresses"),
        (("--from", "http://", "--to", NEW), "All hosts would become one"),
        (("--from", OLD, "--to", NEW, "--in", "pictures"), "--in cannot be pictures"),
    ],
)
def test_what_cannot_be_done_is_refused(run, tmp_path, words, said):
    (tmp_path / "in.xml").write_bytes(urlset(f"{OLD}/a"))
    done = run("address", "in.xml", "-o", "out.xml", *words)
    assert done.code == 2
    assert said in done.err
    assert not (tmp_path / "out.xml").exists()
