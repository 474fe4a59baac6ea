"""Find text or a pattern in the values of entries, and put something else in its place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.document import editing
from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Edit, compound
from sitemap_editor.document.searching import search
from sitemap_editor.document.store import Ids, mask_of
from sitemap_editor.markup.lexer import lex_entry
from sitemap_editor.markup.text_lines import line_of
from sitemap_editor.markup.values import WHITE, check_characters, is_editable, written_value
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.protocol.kinds import Kind, require_editable
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .patterns import Pattern

Bools = npt.NDArray[np.bool_]
Change = Callable[[str], tuple[str, int]]
"""Gives a value as it will be, and how often something was found in it."""

AT_ONCE = 1024
UNWRITABLE, EMPTIED, ILLEGAL = "unwritable", "emptied", "illegal"
"""Why a value stays: only its XML can be changed, no address would be left, or what it would be
cannot stand in the file."""

_BLANKS = ("^$", r"\A\Z", r"\A$")


@dataclass(frozen=True, slots=True)
class Search:
    r"""What is looked for, what comes in its place, and where: one ``field``, or all (None).

    As a pattern the replacement may have ``\1`` or ``\g<name>`` for what a group found. Nothing
    as the whole value finds entries without the field, which is how gaps are filled.
    """

    find: str
    replacement: str = ""
    field: str | None = "loc"
    is_regex: bool = False
    match_case: bool = False
    whole_value: bool = False

    @property
    def fills_blanks(self) -> bool:
        """Whether values that are empty or missing are what is looked for."""
        return self.find in _BLANKS if self.is_regex else self.whole_value and not self.find


class Row(NamedTuple):
    """One value that changes; ``after`` None takes the field out of the entry."""

    entry: int
    field: str
    before: str | None
    after: str | None


@dataclass
class Replacing:
    """What was found: a row a value, in document order, and what has to stay as it is.

    ``occurrences`` counts each place in a value; ``left`` counts values by why they stay.
    """

    doc: Document
    rows: list[Row] = field(default_factory=list)
    occurrences: int = 0
    left: Counter[str] = field(default_factory=Counter)

    def __len__(self) -> int:
        return len(self.rows)

    def entry_count(self, chosen: Bools | None = None) -> int:
        """How many entries change."""
        ids = self.entries if chosen is None else self.entries[chosen]
        return int(np.count_nonzero(mask_of(ids, self.doc.store.count)))

    @cached_property
    def entries(self) -> Ids:
        """The entry of each row, once all rows are there."""
        return np.fromiter((row.entry for row in self.rows), np.int64, len(self.rows))

    def _chosen(self, chosen: Bools | None, progress: Progress) -> Iterator[Row]:
        for number, row in enumerate(self.rows):
            if number % AT_ONCE == 0:
                progress.tick(number, len(self.rows))
            if chosen is None or chosen[number]:
                yield row

    def edit(self, chosen: Bools | None = None, progress: Progress = NO_PROGRESS) -> Edit | None:
        """One edit of all rows, or of those ``chosen``; None when nothing changes."""
        cells: dict[int, dict[str, str | None]] = {}
        for row in self._chosen(chosen, progress):
            cells.setdefault(row.entry, {})[row.field] = row.after
        several: dict[int, dict[str, str | None]] = {}
        single: dict[str, tuple[list[int], list[str | None]]] = {}
        for number, (entry, values) in enumerate(cells.items()):
            if number % AT_ONCE == 0:
                progress.tick(number, len(cells))
            if len(values) > 1:
                several[entry] = values
                continue
            ((name, value),) = values.items()
            ids, texts = single.setdefault(name, ([], []))
            ids.append(entry)
            texts.append(value)
        edits: list[Edit | None] = [
            editing.set_values(self.doc, np.array(ids, np.int64), name, texts, progress)
            for name, (ids, texts) in single.items()
        ]
        if several:
            edits.append(editing.set_cells(self.doc, several, progress))
        return compound(edits)


def find(
    doc: Document, wanted: Search, ids: Ids | None = None, progress: Progress = NO_PROGRESS
) -> Replacing:
    """Look through entries, all unless ``ids`` names some.

    Raises SitemapError for a pattern that cannot be read or takes too long, for a field that
    entries of this kind have not, and for a document that cannot be changed.
    """
    require_editable(doc.kind)
    if wanted.field is not None:
        editing.require_field(doc, wanted.field)
    elif wanted.fills_blanks:
        raise SitemapError(_("Choose the field that is to be filled where it is empty."))
    found = Replacing(doc)
    # A line that holds no address is another kind of line, and no gap to be filled.
    if wanted.fills_blanks and not doc.kind.is_xml:
        return found
    if not wanted.find and not wanted.fills_blanks:
        return found
    change = changer(wanted)
    places = doc.ids if ids is None else ids
    fields = [one.name for one in fields_of(doc.kind) if wanted.field in (None, one.name)]
    places = _candidates(doc, wanted, places, fields, progress)
    for start in range(0, len(places), AT_ONCE):
        part = places[start : start + AT_ONCE]
        rows = [row for name in fields for row in _rows(found, wanted, part, name, change)]
        if len(fields) > 1:
            place = {entry: number for number, entry in enumerate(part.tolist())}
            rows.sort(key=lambda row: place[row.entry])
        found.rows += rows
        progress.tick(start, len(places))
    return found


def _candidates(
    doc: Document, wanted: Search, ids: Ids, fields: Sequence[str], progress: Progress
) -> Ids:
    """Entries that may have what is looked for: plain text is found in the bytes first."""
    text = wanted.find
    is_plain = not wanted.is_regex and text.isascii() and text.isprintable()
    if not text or not is_plain or any(mark in text for mark in "&<>\"'") or doc.kind.is_feed:
        return ids
    sure, unsure = search(doc, ids, fields, text.lower().encode(), progress)
    sure[unsure] = True
    return ids[sure]


def _rows(found: Replacing, wanted: Search, ids: Ids, name: str, change: Change) -> Iterator[Row]:
    doc = found.doc
    known: dict[str, tuple[str, int]] = {}
    plain, codec = _plain(doc, ids, name), doc.codec
    for place, (entry, value) in enumerate(
        zip(ids.tolist(), doc.values_of(ids, name), strict=True)
    ):
        if not value and not wanted.fills_blanks:
            continue
        text = value or ""
        if text not in known:
            known[text] = change(text)
        after, count = known[text]
        after = after.strip(WHITE)
        if not count or after == text:
            continue
        if not (plain[place] and after.isprintable() and after[:1] not in ("", "<")):
            reason = _why_not(doc, entry, name, after)
            if reason:
                found.left[reason] += 1
                continue
        found.occurrences += count
        yield Row(entry, name, value, written_value(name, after, codec) or None)


def _plain(doc: Document, ids: Ids, name: str) -> list[bool]:
    """Which entries have the field as text and nothing else, so that it surely can be written."""
    raws, lengths = doc.columns.raw_slices(ids, name)
    pairs = zip(raws, (lengths >= 0).tolist(), strict=True)
    return [is_there and b"<" not in raw and b"&" not in raw for raw, is_there in pairs]


def _why_not(doc: Document, entry: int, name: str, after: str) -> str:
    """Why a value cannot be written; empty when it can."""
    if name == "loc" and not after:
        return EMPTIED
    try:
        if doc.kind is Kind.TEXT:
            line_of(after, doc.codec)
        else:
            check_characters(after)
    except SitemapError:
        return ILLEGAL
    if not doc.kind.is_xml:
        return ILLEGAL if "\n" in after or "\r" in after else ""
    span = doc.columns.span(entry, name)
    raw = doc.raw(entry)
    if span is not None:
        return "" if is_editable(raw[span[0] : span[0] + span[1]]) else UNWRITABLE
    children = lex_entry(raw, doc.names).all_of(name)
    contents = [raw[child.content_start : child.content_end] for child in children]
    is_free = children or b"&" not in raw or is_editable(_without_tags(raw))
    return "" if is_free and all(map(is_editable, contents)) else UNWRITABLE


def _without_tags(raw: bytes) -> bytes:
    return re.sub(rb"<[^>]*>", b"", raw)


# What is put in the place of what


def changer(wanted: Search) -> Change:
    """What makes the new value of an old one; raises SitemapError for a wrong pattern."""
    if wanted.is_regex:
        pattern = Pattern(wanted.find, wanted.replacement, match_case=wanted.match_case)
        return pattern.whole if wanted.whole_value else pattern.parts
    text, new = wanted.find, wanted.replacement
    if wanted.whole_value:
        same = text if wanted.match_case else text.casefold()
        return lambda value: (
            (new, 1) if (value if wanted.match_case else value.casefold()) == same else (value, 0)
        )
    if wanted.match_case:
        return lambda value: (value.replace(text, new), value.count(text))
    plain = re.compile(re.escape(text), re.IGNORECASE)
    return lambda value: plain.subn(lambda _found: new, value)
