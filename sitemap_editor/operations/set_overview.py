"""What a set of sitemaps consists of in figures: entries, bytes, sections and ages."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sitemap_editor.protocol.dates import moment_of
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .splitting.grouping import group
from .splitting.index import newest_of
from .splitting.wishes import Wish

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

MOST_SECTIONS = 1_000
"""Sections of one file that are kept by name; what is rarer goes to the others."""

_SECTIONS = Wish("", by="section")
_MONTHS = Wish("", by="month")


@dataclass(frozen=True, slots=True)
class Figures:
    """One file in figures.

    ``sections`` counts entries by the first folder of their address, empty for pages beside the
    home page; ``months`` by year and month of lastmod as written, empty without a date that is
    understood. ``newest``: the newest date, as it is written.
    """

    entries: int
    size: int
    newest: str = ""
    sections: Counter[str] = field(default_factory=Counter)
    months: Counter[str] = field(default_factory=Counter)


def figures_of(doc: Document, progress: Progress = NO_PROGRESS) -> Figures:
    """Work out the figures of a document; robots.txt and indexes have no sections."""
    if doc.kind in (Kind.ROBOTS, Kind.SITEMAPINDEX):
        return Figures(len(doc), doc.size_bytes)
    sections, months = Counter[str](), Counter[str]()
    for name, ids in group(doc, doc.ids, _SECTIONS, progress):
        sections[name] += len(ids)
    newest = ""
    if doc.kind is not Kind.TEXT:
        for name, ids in group(doc, doc.ids, _MONTHS, progress):
            months[name] += len(ids)
        newest = newest_of(doc, doc.ids, progress) or ""
    else:
        months[""] += len(doc)
    return Figures(len(doc), doc.size_bytes, newest, _largest(sections), months)


def _largest(sections: Counter[str]) -> Counter[str]:
    if len(sections) <= MOST_SECTIONS:
        return sections
    kept = Counter(dict(sections.most_common(MOST_SECTIONS)))
    kept[""] += sections.total() - kept.total()
    return kept


@dataclass(slots=True)
class Overview:
    """The figures of several files, put together one by one."""

    files: int = 0
    unreadable: int = 0
    entries: int = 0
    size: int = 0
    newest: str = ""
    sections: Counter[str] = field(default_factory=Counter)
    months: Counter[str] = field(default_factory=Counter)

    def add(self, one: Figures) -> None:
        """Count a file in."""
        self.files += 1
        self.entries += one.entries
        self.size += one.size
        self.sections.update(one.sections)
        self.months.update(one.months)
        self.newest = max(self.newest, one.newest, key=moment_of)

    @property
    def years(self) -> list[tuple[str, int]]:
        """How many entries are of each year, the newest first; those without a date last."""
        years: Counter[str] = Counter()
        for month, count in self.months.items():
            years[month[:4]] += count
        undated = years.pop("", 0)
        return [*sorted(years.items(), reverse=True), *([("", undated)] if undated else [])]

    @property
    def undated(self) -> int:
        """Entries without a date that is understood."""
        return self.months.get("", 0)


# As a table


def table_of(rows: Iterator[tuple[str, Figures | None, str]]) -> Iterator[str]:
    """Lines of CSV, one a file: name, figures, and what is wrong with one that has none."""
    head = ("file", "entries", "bytes", "newest_lastmod", "without_lastmod", "sections", "problem")
    yield _line(head)
    for name, one, problem in rows:
        if one is None:
            yield _line((name, "", "", "", "", "", problem))
            continue
        undated = one.months.get("", 0)
        yield _line((name, one.entries, one.size, one.newest, undated, len(one.sections), problem))


def _line(cells: tuple[object, ...]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerow(cells)
    return text.getvalue()
