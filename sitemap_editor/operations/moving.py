"""Change the address of a site: in locs, links to languages, media and the children of an index.

Only the beginning of an address is written anew, in the bytes where it stands; what follows keeps
its spelling. Namespaces are no addresses of the site and never touched.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from sitemap_editor.document import editing
from sitemap_editor.document.blobs import BLOCK, cells_of
from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Edit, ReplaceEntries, compound
from sitemap_editor.document.store import Cells, Ids, joined_cells
from sitemap_editor.markup.elements import Splice, splice
from sitemap_editor.markup.lexer import lex_entry
from sitemap_editor.markup.patch import replace_text
from sitemap_editor.markup.values import QUOTES, decode_value, escape_attribute
from sitemap_editor.protocol.kinds import Kind, require_editable
from sitemap_editor.rules.engine.entry import Entry
from sitemap_editor.rules.extensions.parts import Part
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .plans import Sample
from .prefixes import Move, Moved

LOC, ALTERNATES, MEDIA, CHILDREN = "loc", "alternates", "media", "children"
PLACES = (LOC, ALTERNATES, MEDIA, CHILDREN)

MOST_SHOWN = 200
TICK = 128
AT_ONCE = 2048
_WHITE = b" \t\r\n"
_SECTION = b"<![CDATA["
_MAY_HAVE_PARTS = re.compile(rb"<[\w.-]+:[\w.-]|xmlns")

_TEXTS = {
    "image": ("loc", "license"),
    "video": ("thumbnail_loc", "content_loc", "player_loc", "gallery_loc"),
}
_ATTRIBUTES = {
    "xhtml": {"link": "href"},
    "video": {"uploader": "info"},
    "media": {"content": "url", "thumbnail": "url", "player": "url"},
}


def places_of(kind: Kind) -> tuple[str, ...]:
    """Where a document of this kind has addresses."""
    if kind in (Kind.SITEMAPINDEX, Kind.ROBOTS):
        return (CHILDREN,)
    return (LOC, ALTERNATES, MEDIA) if kind is Kind.URLSET else (LOC,)


@dataclass(slots=True)
class Found:
    """What there is in one place: how many addresses change, and the first of them.

    ``stays`` counts the others by scheme and host.
    """

    changed: int = 0
    samples: list[Sample] = field(default_factory=list)
    stays: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        """All addresses there."""
        return self.changed + self.stays.total()

    def count_in(self, other: Found) -> None:
        """Add what there is in the same place of another file; samples stay those of the first."""
        self.changed += other.changed
        self.stays.update(other.stays)


Survey = dict[str, Found]
"""What was found by place, those that the kind of document has."""


def survey(doc: Document, move: Move, progress: Progress = NO_PROGRESS) -> Survey:
    """Tell what a move would change, place by place."""
    require_editable(doc.kind)
    found: Survey = {place: Found() for place in places_of(doc.kind)}
    for number, ids in enumerate(_blocks(doc)):
        values = _plain_values(doc, ids)
        if values is None:
            _survey_closely(doc, ids, move, found, progress)
        else:
            _survey_plain(doc, ids, values, move, found[places_of(doc.kind)[0]])
        progress.tick(number * AT_ONCE, len(doc))
    return found


def _survey_plain(doc: Document, ids: Ids, values: Sequence[str], move: Move, found: Found) -> None:
    for entry, value in zip(ids.tolist(), values, strict=True):
        moved = move(value)
        if moved is not None:
            found.changed += 1
            if len(found.samples) < MOST_SHOWN:
                after = moved.new + value[moved.cut :]
                found.samples.append(Sample(doc.position_of(entry) + 1, "loc", value, after))
        elif value:
            found.stays[move.site_of(value)] += 1


def _survey_closely(doc: Document, ids: Ids, move: Move, found: Survey, progress: Progress) -> None:
    first = doc.position_of(int(ids[0]))
    for number, (entry, raw) in enumerate(zip(ids.tolist(), doc.store.raws(ids), strict=True)):
        for one, moved in _moved(doc, entry, raw, move, found):
            of_place = found[one.place]
            of_place.changed += 1
            if len(of_place.samples) < MOST_SHOWN:
                position, after = doc.position_of(entry) + 1, moved.new + one.text[moved.cut :]
                of_place.samples.append(Sample(position, one.field, one.text, after))
        if number % TICK == 0:
            progress.tick(first + number, len(doc))


def change_addresses(
    doc: Document,
    move: Move,
    places: Collection[str] = PLACES,
    progress: Progress = NO_PROGRESS,
) -> Edit | None:
    """Move all addresses in these places as one edit; None when there is none to move."""
    require_editable(doc.kind)
    plain: tuple[list[int], list[str | None]] = ([], [])
    ids: list[int] = []
    cells: list[Cells] = []
    pending: list[tuple[int, bytes]] = []
    for number, block in enumerate(_blocks(doc)):
        values = _plain_values(doc, block)
        if values is not None and places_of(doc.kind)[0] in places:
            for entry, value in zip(block.tolist(), values, strict=True):
                moved = move(value)
                if moved is not None:
                    plain[0].append(entry)
                    plain[1].append(moved.new + value[moved.cut :])
        elif values is None:
            pending += _changed_closely(doc, block, move, places, progress)
        if len(pending) >= BLOCK:
            cells.append(_kept(doc, ids, pending))
        progress.tick(number * AT_ONCE, len(doc))
    if pending:
        cells.append(_kept(doc, ids, pending))
    quick = editing.set_values(doc, np.array(plain[0], np.int64), "loc", plain[1], progress)
    close = ReplaceEntries(np.array(ids, np.int64), joined_cells(cells)) if ids else None
    return compound([quick, close])


def _blocks(doc: Document) -> Iterator[Ids]:
    for first in range(0, len(doc), AT_ONCE):
        yield doc.ids[first : first + AT_ONCE]


def _plain_values(doc: Document, ids: Ids) -> list[str] | None:
    """The addresses of entries that have no others, written plainly; None when some are odd."""
    raws, lengths = doc.columns.raw_slices(ids, "loc")
    if doc.kind.is_xml:
        joined = b"".join(raws)
        if bool((lengths < 0).any()) or b"&" in joined or b"<" in joined:
            return None
        if doc.kind is Kind.URLSET and any(map(_MAY_HAVE_PARTS.search, doc.store.runs(ids))):
            return None
    return [value or "" for value in doc.values_of(ids, "loc")]


def _changed_closely(
    doc: Document, ids: Ids, move: Move, places: Collection[str], progress: Progress
) -> Iterator[tuple[int, bytes]]:
    first = doc.position_of(int(ids[0]))
    for number, (entry, raw) in enumerate(zip(ids.tolist(), doc.store.raws(ids), strict=True)):
        pairs = [pair for pair in _moved(doc, entry, raw, move) if pair[0].place in places]
        if pairs:
            splices = [_splice(raw, one, moved, doc.codec) for one, moved in pairs]
            yield entry, splice(raw, splices, doc.codec)
        if number % TICK == 0:
            progress.tick(first + number, len(doc))


def _kept(doc: Document, ids: list[int], pending: list[tuple[int, bytes]]) -> Cells:
    """Put new bytes into a blob."""
    entries = [entry for entry, _new in pending]
    gaps = doc.store.gaps(np.array(entries, np.int64))
    cells = cells_of(doc, [new for _entry, new in pending], gaps)
    ids += entries
    pending.clear()
    return cells


class _Address(NamedTuple):
    """An address, and from where to where its bytes stand in an entry."""

    place: str
    field: str
    text: str
    start: int
    end: int


Pair = tuple[_Address, Moved]


def _moved(
    doc: Document, entry: int, raw: bytes, move: Move, found: Survey | None = None
) -> Iterator[Pair]:
    """The addresses of an entry that change; the sites of others are noted in ``found``."""
    for one in _addresses(doc, entry, raw):
        moved = move(one.text)
        if moved is not None:
            yield one, moved
        elif found is not None and one.text:
            found[one.place].stays[move.site_of(one.text)] += 1


def _addresses(doc: Document, entry: int, raw: bytes) -> Iterator[_Address]:
    place = places_of(doc.kind)[0]
    span = doc.columns.span(entry, "loc")
    if span is not None:
        start, end = span[0], span[0] + span[1]
        yield _Address(place, "loc", decode_value(raw[start:end]), start, end)
    else:
        yield from _odd_locs(doc, raw, place)
    if doc.kind is Kind.URLSET and _MAY_HAVE_PARTS.search(raw):
        for parts in Entry(raw, doc.names, doc.kind).extensions.values():
            for part in parts:
                yield from _of_part(part)


def _odd_locs(doc: Document, raw: bytes, place: str) -> Iterator[_Address]:
    """Addresses that only the lexer finds, each of several."""
    for one in lex_entry(raw, doc.names).all_of("loc"):
        if not (one.has_elements or one.self_closed):
            start, end = one.content_start, one.content_end
            yield _Address(place, "loc", decode_value(raw[start:end]), start, end)


def _of_part(part: Part) -> Iterator[_Address]:
    """The addresses in an element of an extension, and in the elements in it."""
    extension = part.extension
    place = ALTERNATES if extension == "xhtml" else MEDIA
    waiting = [part.element]
    while waiting:
        one = waiting.pop()
        waiting += reversed(one.children)
        if one.namespace != part.element.namespace:
            continue
        is_text = one.local in _TEXTS.get(extension, ()) and not one.children
        if is_text and not one.self_closed:
            name = part.field(one.local)
            yield _Address(place, name, one.text, one.content_start, one.content_end)
        attribute = _ATTRIBUTES.get(extension, {}).get(one.local)
        found = one.places.get(attribute) if attribute else None
        if found is not None:
            name = f"{part.field(one.local)} {attribute}"
            text = found.value.strip()
            yield _Address(place, name, text, found.value_start, found.value_end)


def _splice(raw: bytes, one: _Address, moved: Moved, codec: str | None) -> Splice:
    """What writes the new beginning; the whole text anew where it is written oddly."""
    content = raw[one.start : one.end]
    quote = raw[one.start - 1 : one.start]  # before text stands the end of a tag
    first = one.start + len(content) - len(content.lstrip(_WHITE))
    old = one.text[: moved.cut].encode()
    is_section = raw.startswith(_SECTION, first)
    if is_section:
        first += len(_SECTION)
    last = first + len(old)
    is_plain = b"&" not in old and (not is_section or moved.new.isascii())
    if is_plain and "&" not in moved.new and raw.startswith(old, first):
        new = moved.new.encode()
        return Splice(first, last, new.replace(quote, QUOTES[quote]) if quote in QUOTES else new)
    whole = moved.new + one.text[moved.cut :]
    if quote not in QUOTES:
        return Splice(one.start, one.end, replace_text(content, whole, codec))
    return Splice(one.start, one.end, escape_attribute(whole, quote))
