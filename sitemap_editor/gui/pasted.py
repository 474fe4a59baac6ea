"""Text that was pasted, read for a preview, and the document that is made of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemap_editor.document.mending import Mending
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .repairs.reopening import document_of, encoded
from .repairs.state import RepairState

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document


@dataclass(frozen=True, eq=False)
class Reading:
    """What a pasted text is: a document, not shown anywhere yet.

    ``is_plain``: it was addresses without markup, which may become a sitemap or a list. ``data``
    are the bytes that the document was read from; ``left_out`` lines held no address.
    """

    doc: Document
    data: bytes
    is_plain: bool = False
    left_out: int = 0

    @property
    def kind(self) -> Kind:
        """What it is as it stands."""
        return self.doc.kind

    @property
    def count(self) -> int:
        """How many entries it has."""
        return len(self.doc)

    @property
    def fields(self) -> list[str]:
        """The fields that its entries may have."""
        return [field.name for field in fields_of(self.kind)]

    @property
    def mending(self) -> Mending | None:
        """What had to be mended."""
        return self.doc.mending

    def values(self, position: int) -> dict[str, str]:
        """The fields that an entry has."""
        entry = self.doc.id_at(position)
        found = {field: self.doc.value_of(entry, field) for field in self.fields}
        return {field: value for field, value in found.items() if value is not None}


@dataclass(frozen=True, slots=True)
class PastedText:
    """A reading, and as what it is to be opened."""

    reading: Reading
    kind: Kind


def read(text: str, progress: Progress = NO_PROGRESS) -> Reading:
    """Read a pasted text; raises SitemapError when nothing can be made of it."""
    from sitemap_editor.markup.pasted import Form, read_pasted

    pasted = read_pasted(text, progress=progress)
    if pasted.form is Form.ADDRESSES:
        doc = document_of(pasted.text, progress=progress)
        return Reading(doc, pasted.text, True, pasted.left_out)
    data = encoded(text)
    try:
        # As it was pasted, so that the repairs can be seen and refused in the window.
        doc = document_of(data, progress=progress)
    except SitemapError:
        data = pasted.text
        doc = document_of(data, progress=progress)
    return Reading(doc, data, False, pasted.left_out)


def document_from(pasted: PastedText, progress: Progress = NO_PROGRESS) -> Document:
    """The document to open."""
    reading = pasted.reading
    if pasted.kind is reading.kind:
        return reading.doc
    from sitemap_editor.document import editing
    from sitemap_editor.document.opening import new_document

    doc = new_document(pasted.kind)
    rows = [reading.values(position) for position in range(reading.count)]
    progress.tick()
    edit = editing.insert(doc, 0, rows)
    doc.edit(edit, "")
    return document_of(doc.text(), progress=progress)


def state_of(pasted: PastedText) -> RepairState:
    """What the window remembers about it."""
    return RepairState(opened_from=pasted.reading.data)
