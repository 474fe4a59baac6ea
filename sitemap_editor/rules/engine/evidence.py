"""What only all entries together tell about one of them: the order of day and month, the kind.

It is looked for among entries that have a finding already, so a clean file costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from sitemap_editor.document.document import Document
from sitemap_editor.protocol.foreign_dates import order_of
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.rules.base import Evidence
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .found import Found

READ_AT_ONCE = 4096

_OTHER_KIND = {Kind.SITEMAPINDEX: "index-child-is-page", Kind.URLSET: "loc-is-sitemap"}
"""The finding that each entry has when the whole file is of the other kind."""


def gather(doc: Document, entries: Found, progress: Progress = NO_PROGRESS) -> Evidence:
    """Look at what the findings about single entries say together."""
    order, row, value = _date_order(doc, entries, progress)
    return Evidence(order, row, value, _is_other_kind(doc, entries))


def _is_other_kind(doc: Document, entries: Found) -> bool:
    code = _OTHER_KIND.get(doc.kind)
    count = sum(entries.count(key) for key in entries.keys() if key.code == code)  # noqa: SIM118
    return 0 < len(doc) == count


def _date_order(doc: Document, entries: Found, progress: Progress) -> tuple[str, int, str]:
    """``dmy`` or ``mdy`` with the first row that says so; empty without or with both."""
    seen: dict[str, tuple[int, str]] = {}
    for entry, value in _foreign_dates(doc, entries, progress):
        order = order_of(value)
        if order and order not in seen:
            seen[order] = (entry, value)
            if len(seen) > 1:
                return "", 0, ""
    for order, (entry, value) in seen.items():
        return order, doc.position_of(entry) + 1, value
    return "", 0, ""


def _foreign_dates(doc: Document, entries: Found, progress: Progress) -> Iterator[tuple[int, str]]:
    for key in entries.keys():  # noqa: SIM118 - it is no mapping
        if key.code != "lastmod-locale-format":
            continue
        ids = entries.ids(key)
        for start in range(0, len(ids), READ_AT_ONCE):
            part = ids[start : start + READ_AT_ONCE]
            for entry, value in zip(part.tolist(), doc.values_of(part, "lastmod"), strict=True):
                if value is not None:
                    yield entry, value
            progress.tick()
