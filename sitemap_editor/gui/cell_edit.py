"""Writing one value of one entry, the same wherever it was typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _, format_number

if TYPE_CHECKING:
    from .session import Session


class NotAnAddress(SitemapError):
    """A line of a text list cannot hold what was typed; ``has_date`` when an XML file could."""

    def __init__(self, reason: str, *, has_date: bool) -> None:
        super().__init__(reason)
        self.has_date = has_date


def write_cell(session: Session, entry: EntryId, field: str, text: str) -> bool:
    """Write what was typed as one step; False when that changes nothing.

    An emptied field goes, an emptied address stays empty. Raises SitemapError when the value cannot
    be written or the document is busy, NotAnAddress for what a text list cannot hold.
    """
    import numpy as np

    from sitemap_editor.document import editing

    doc = session.doc
    if session.is_busy:
        raise SitemapError(_("The file is just being saved. Try again when that is done."))
    if doc.kind is Kind.TEXT:
        _check_line(text)
    value = text if text or field == "loc" else None
    edit = editing.set_field(doc, np.array([entry], np.int64), field, value)
    return session.edit(edit, edit_label(session, entry, field))


def edit_label(session: Session, entry: EntryId, field: str) -> str:
    """The name of the undo step."""
    position = format_number(int(session.doc.position_of(entry)) + 1)
    return _("Change {field} of entry {position}").format(field=field, position=position)


def _check_line(text: str) -> None:
    if not text.strip():
        reason = _("A line of a text list is an address: delete the entry instead.")
        raise NotAnAddress(reason, has_date=False)
    if looks_like_date(text):
        reason = _("A text list holds addresses only. An XML sitemap also holds dates.")
        raise NotAnAddress(reason, has_date=True)


def looks_like_date(text: str) -> bool:
    """Whether a date was typed where an address belongs, alone or behind the address."""
    last = text.split()[-1] if text.split() else ""
    return len(last) >= 10 and last[:4].isdecimal() and last[4] == last[7] == "-"
