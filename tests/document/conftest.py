"""Documents to try things on, and what must hold for every one of them after every edit."""

from collections.abc import Callable

import pytest

from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Edit
from sitemap_editor.document.opening import open_bytes

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="urn:x">'
)


def urlset(*entries: str, gap: str = "\n  ", end: str = "\n") -> bytes:
    return (HEAD + "".join(gap + entry for entry in entries) + f"{end}</urlset>\n").encode()


def entry(loc: str, **fields: str) -> str:
    own = {"loc": loc, **fields}
    inside = "".join(f"\n    <{name}>{value}</{name}>" for name, value in own.items())
    return f"<url>{inside}\n  </url>"


def shown(doc: Document) -> list[dict[str, str]]:
    """The values of all entries, as people see them."""
    rows = []
    for position in range(len(doc)):
        row = {name: doc.value(position, name) for name in FIELDS}
        rows.append({name: value for name, value in row.items() if value is not None})
    return rows


FIELDS = ("loc", "lastmod", "changefreq", "priority")


def consistent(doc: Document) -> None:
    """Check that what a document says of itself is what reading its bytes anew says."""
    text = doc.text()
    assert doc.size_bytes == len(doc.source.bom) + len(text)
    assert doc.lines.line_count == len(
        text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    )
    if not len(doc) and not doc.kind.is_xml:
        return
    again = open_bytes(text)
    assert shown(doc) == shown(again)
    assert [doc.raw(e) for e in doc.ids.tolist()] == [again.raw(e) for e in again.ids.tolist()]
    rows = [(row.text, row.line) for row in doc.lines.rows(0, 100_000)]
    assert rows == [(row.text, row.line) for row in again.lines.rows(0, 100_000)]
    assert len(rows) == doc.lines.row_count
    for position in range(len(doc)):
        found = doc.id_at(position)
        assert doc.position_of(found) == position
        assert doc.lines.line_of(found) == again.lines.line_of(again.id_at(position))


@pytest.fixture
def do() -> Callable[[Document, Edit | None], None]:
    """Apply an edit, and undo and redo it twice, comparing the bytes each time."""

    def do(doc: Document, edit: Edit | None) -> None:
        before = doc.text()
        assert doc.edit(edit, "step") is not None
        after = doc.text()
        consistent(doc)
        for _ in range(2):
            doc.undo()
            assert doc.text() == before
            consistent(doc)
            doc.redo()
            assert doc.text() == after
        consistent(doc)

    return do
