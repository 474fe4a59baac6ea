"""robots.txt as a document: each line that is not blank is an entry, Sitemap lines have a loc."""

import pytest

from sitemap_editor.document import editing
from sitemap_editor.document.line_editing import replace_text, text_of_lines
from sitemap_editor.document.opening import new_document, open_bytes, open_document
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind

ROBOTS = (
    b"# ours\r\n\r\nUser-agent: *\r\nDisallow: /cart\r\n\r\n"
    b"  Site-map :\thttps://a.example/s.xml  # main\r\nSitemap:\r\nsitemap https://a.example/t.xml"
)
LOCS = [None, None, None, "https://a.example/s.xml", "", "https://a.example/t.xml"]


@pytest.fixture
def doc():
    return open_bytes(ROBOTS)


def test_lines_are_entries_and_sitemap_lines_have_an_address(doc):
    assert doc.kind == "robots"
    assert [doc.value(position, "loc") for position in range(len(doc))] == LOCS
    assert doc.value(3, "lastmod") is None


@pytest.mark.parametrize(
    ("position", "line"),
    [
        (3, b"Site-map :\thttps://b.example/x  # main"),
        (4, b"Sitemap: https://b.example/x"),
        (5, b"sitemap https://b.example/x"),
    ],
)
def test_setting_an_address_leaves_the_rest_of_the_line_alone(doc, do, position, line):
    entry = doc.id_at(position)
    before = doc.raw(entry)
    do(doc, editing.set_field(doc, doc.ids[position : position + 1], "loc", "https://b.example/x"))
    assert doc.raw(entry) == line
    assert doc.text() == ROBOTS.replace(before, line)


@pytest.mark.parametrize(
    ("position", "field", "value"),
    [
        (1, "loc", "https://b.example/"),
        (3, "lastmod", "2024-01-01"),
        (3, "loc", None),
        (3, "loc", "https://b.example/\nDisallow: /"),
    ],
)
def test_what_a_line_cannot_hold_is_refused(doc, position, field, value):
    with pytest.raises(SitemapError):
        doc.set_value(position, field, value)
    assert doc.text() == ROBOTS


def test_an_added_entry_is_a_sitemap_line(doc):
    doc.add({"loc": "https://a.example/u.xml"})
    assert doc.text() == ROBOTS + b"\r\nSitemap: https://a.example/u.xml"
    doc.delete(0)
    doc.undo()
    doc.undo()
    assert doc.text() == ROBOTS
    with pytest.raises(SitemapError):
        doc.add({"loc": "https://a.example/u.xml", "lastmod": "2024-01-01"})


def test_the_first_line_of_an_empty_robots_txt_can_be_added():
    doc = new_document(Kind.ROBOTS)
    doc.add({"loc": "https://a.example/s.xml"})
    assert doc.text() == b"Sitemap: https://a.example/s.xml\n"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (ROBOTS + b"\r\n", 6),
        (ROBOTS.replace(b"/cart", b"/basket"), 6),
        (ROBOTS.replace(b"User-agent: *\r\n", b""), 5),
        (ROBOTS.replace(b"Sitemap:\r\n", b"Sitemap:\r\nx: 1\r\n\r\ny: 2\r\n"), 6),
        (b"User-agent: *\n", 1),
        (b"Disallow: /\n" + ROBOTS, 6),
    ],
)
def test_another_text_replaces_the_lines_that_differ(doc, do, text, kept):
    ids = set(doc.ids.tolist())
    do(doc, replace_text(doc, text))
    assert doc.text() == text
    assert len(ids & set(doc.ids.tolist())) == kept


def test_the_same_text_changes_nothing(doc):
    assert replace_text(doc, ROBOTS) is None


def test_all_lines_can_go(doc):
    doc.edit(replace_text(doc, b""), "step")
    assert (len(doc), doc.text()) == (0, b"")
    doc.undo()
    assert doc.text() == ROBOTS


def test_a_whole_line_can_be_typed(doc):
    doc.edit(editing.replace_entry(doc, doc.id_at(1), "User-agent: a"), "step")
    assert doc.raw(doc.id_at(1)) == b"User-agent: a"
    with pytest.raises(SitemapError):
        editing.replace_entry(doc, doc.id_at(1), "a\nb")


def test_an_untouched_file_is_saved_as_it_was(tmp_path):
    data = b"\xef\xbb\xbfUser-agent: *\rDisallow:\n\n\nSitemap: https://a.example/\xc3\xa9\n"
    path = tmp_path / "Robots.txt"
    path.write_bytes(data)
    doc = open_document(path)
    doc.save()
    assert path.read_bytes() == data
    doc.set_value(2, "loc", "https://a.example/e")
    doc.save()
    assert path.read_bytes() == data.replace("é".encode(), b"e")


def test_an_empty_robots_txt_is_opened(tmp_path):
    path = tmp_path / "robots.txt"
    path.write_bytes(b"")
    assert (open_document(path).kind, len(open_document(path))) == (Kind.ROBOTS, 0)


LINES = "a\r\nb\rc\n\nd"


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (["a", "b", "c", "", "d"], LINES),
        (["a", "b", "C", "", "d"], "a\r\nb\rC\r\n\nd"),
        (["a", "b", "c", "", "d", ""], "a\r\nb\rc\n\nd\r\n"),
        (["a", "b", "c", ""], "a\r\nb\rc\n"),
        (["x", "a", "b", "c", "", "d"], "x\r\na\r\nb\rc\n\nd"),
        (["d"], "d"),
        ([""], ""),
    ],
)
def test_lines_that_stay_keep_their_ends(tmp_path, lines, text):
    path = tmp_path / "robots.txt"
    path.write_bytes(LINES.encode())
    assert text_of_lines(open_document(path), lines) == text.encode()
