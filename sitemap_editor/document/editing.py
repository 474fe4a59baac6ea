"""Edits for what people do: each function returns one, or None when nothing would change.

They put new bytes in blobs of the document and leave it as it is otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from sitemap_editor.markup.build import build_entry, open_root
from sitemap_editor.markup.charsets import UTF_8, relabel, writable
from sitemap_editor.markup.encoding import Source, mark_of
from sitemap_editor.markup.patch import set_field as patch_field
from sitemap_editor.markup.scan import root_of_head, scan
from sitemap_editor.markup.style import WHITE
from sitemap_editor.markup.typed import check_entry_xml, check_head
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import FIELD_BY_NAME
from sitemap_editor.protocol.kinds import require_editable
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .blobs import cells_of
from .edits import DeleteAt, Edit, InsertIds, Recode, ReplaceEntries, ReplaceFrame, compound
from .line_editing import lines_with, new_line, require_loc_only, typed_line
from .splicing import splice_values
from .store import Ids, Ints

if TYPE_CHECKING:
    from .document import Document

Values = Mapping[str, str | None]
TICK = 512
TAIL = -1
"""Stands among ids for what follows the last entry."""


# Fields


def set_field(
    doc: Document,
    ids: Ids,
    field: str,
    value: str | None,
    progress: Progress = NO_PROGRESS,
) -> Edit | None:
    """Set one field of many entries to one value, or remove it with None.

    Raises SitemapError when an entry's field cannot be written (it holds elements, or references
    the program does not know) or the value cannot.
    """
    return set_values(doc, ids, field, [value] * len(ids), progress)


def set_values(
    doc: Document,
    ids: Ids,
    field: str,
    values: Sequence[str | None],
    progress: Progress = NO_PROGRESS,
) -> Edit | None:
    """Set one field of many entries, each to its own value; raises like ``set_field``."""
    ids = np.asarray(ids, np.int64)
    if not doc.kind.is_xml:
        return _set_lines(doc, ids, field, values)
    if np.any(ids[1:] < ids[:-1]):
        # In the order of a sorted table the bytes would be read all over the file.
        order = np.argsort(ids, kind="stable")
        ids, values = ids[order], [values[place] for place in order.tolist()]
    quick, rest = splice_values(doc, ids, field, values, progress)
    raws = doc.store.raws(ids[rest])
    new = []
    for number, (raw, place) in enumerate(zip(raws, rest.tolist(), strict=True)):
        new.append(_patched(doc, raw, field, values[place]))
        if number % TICK == 0:
            progress.tick(number, len(rest))
    return compound([quick, replace_raws(doc, ids[rest], raws, new)])


def set_cells(
    doc: Document, cells: Mapping[int, Values], progress: Progress = NO_PROGRESS
) -> Edit | None:
    """Set several fields of several entries: ``cells`` maps ids to values by field."""
    ids = np.array(list(cells), np.int64)
    if not doc.kind.is_xml:
        for fields in cells.values():
            require_loc_only(doc.kind, fields)
        ids = np.array([entry for entry, fields in cells.items() if fields], np.int64)
        return _set_lines(doc, ids, "loc", [cells[entry]["loc"] for entry in ids.tolist()])
    raws = doc.store.raws(ids)
    new = []
    for number, (raw, fields) in enumerate(zip(raws, cells.values(), strict=True)):
        for field, value in fields.items():
            raw = _patched(doc, raw, field, value)
        new.append(raw)
        if number % TICK == 0:
            progress.tick(number, len(raws))
    return replace_raws(doc, ids, raws, new)


def _patched(doc: Document, raw: bytes, field: str, value: str | None) -> bytes:
    return patch_field(raw, field, value, doc.names, doc.style, doc.kind, codec=doc.codec)


def replace_raws(
    doc: Document, ids: Ids, old: Sequence[bytes], new: Sequence[bytes]
) -> Edit | None:
    """Give entries other bytes; those whose bytes stay the same are left out."""
    changed = [n for n, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
    if not changed:
        return None
    chosen = np.asarray(ids, np.int64)[changed]
    return ReplaceEntries(chosen, cells_of(doc, [new[n] for n in changed], doc.store.gaps(chosen)))


def _set_lines(doc: Document, ids: Ids, field: str, values: Sequence[str | None]) -> Edit | None:
    return replace_raws(doc, ids, doc.store.raws(ids), lines_with(doc, ids, field, values))


# Entries that come, go and move


def insert(doc: Document, position: int, entries: Sequence[Values]) -> Edit | None:
    """Add new entries so that the first one stands at ``position``; beyond the end is the end."""
    if doc.kind.is_xml:
        raws = [
            build_entry(values, doc.names, doc.style, doc.kind, codec=doc.codec)
            for values in entries
        ]
    else:
        raws = [new_line(doc, values) for values in entries]
    return insert_raws(doc, position, raws)


def insert_raws(doc: Document, position: int, raws: Sequence[bytes]) -> Edit | None:
    """Add entries of these bytes so that the first one stands at ``position``."""
    if not raws:
        return None
    place = min(max(position, 0), len(doc))
    gaps, others = _gaps_for_insert(doc, place, len(raws))
    ids = doc.store.append(cells_of(doc, raws, gaps))
    positions = np.arange(place, place + len(raws), dtype=np.int64)
    return compound([_opened_frame(doc), InsertIds(ids, positions), others])


def _gaps_for_insert(doc: Document, place: int, count: int) -> tuple[list[bytes], Edit | None]:
    """Gaps of new entries, and the edit of what follows them.

    What stands before the first entry is often the file's header comment: it stays first.
    """
    gaps = [doc.style.gap] * count
    if place > 0 or not len(doc):
        if not len(doc) and not doc.kind.is_xml:
            gaps[0] = b""
        return gaps, None
    first = doc.id_at(0)
    gap = doc.store.gap(first)
    if doc.kind.is_xml and not gap.strip(WHITE):
        return gaps, None
    gaps[0] = gap
    return gaps, with_gaps(doc, {first: doc.style.gap})


def _opened_frame(doc: Document) -> Edit | None:
    """Make room between the root's tags where there is none yet."""
    if len(doc):
        return None
    head, tail = doc.head, doc.tail
    if head.endswith(b"/>"):
        head, end = open_root(head, doc.style)
        tail = end + tail
    elif doc.kind.is_xml and tail.startswith(b"</") and not doc.style.is_minified:
        tail = doc.style.tail_gap + tail
    elif not doc.kind.is_xml and not tail.endswith((b"\n", b"\r")):
        tail += doc.style.newline
    if (head, tail) == (doc.head, doc.tail):
        return None
    return ReplaceFrame(head, tail)


def duplicate(doc: Document, ids: Ids) -> Edit | None:
    """Add a copy of each entry right below it."""
    if not len(ids):
        return None
    places = np.sort(doc.positions_of(np.asarray(ids, np.int64)))
    raws = doc.store.raws(doc.ids[places])
    new = doc.store.append(cells_of(doc, raws, [doc.style.gap] * len(raws)))
    return InsertIds(new, places + 1 + np.arange(len(places)))


def delete(doc: Document, ids: Ids) -> Edit | None:
    """Take entries out; comments and the like that stand before them stay where they are."""
    if not len(ids):
        return None
    places = np.sort(doc.positions_of(np.asarray(ids, np.int64)))
    return compound([_leave_markup(doc, places), DeleteAt(places)])


def move(doc: Document, ids: Ids, position: int) -> Edit | None:
    """Move entries, in document order, so that the first of them stands at ``position``."""
    places = np.sort(doc.positions_of(np.asarray(ids, np.int64)))
    count = len(places)
    first = min(max(position, 0), len(doc) - count)
    targets = np.arange(first, first + count, dtype=np.int64)
    if not count or bool((places == targets).all()):
        return None
    moved = doc.ids[places]
    rest = np.delete(doc.ids, places)
    gaps = _gaps_for_move(doc, places, moved, rest, first)
    return compound([with_gaps(doc, gaps), DeleteAt(places), InsertIds(moved, targets)])


def _gaps_for_move(
    doc: Document, places: Ints, moved: Ids, rest: Ids, first: int
) -> dict[int, bytes]:
    """New gaps by id: markup before a moved entry stays, the file's first gap stays first."""
    gaps: dict[int, bytes] = {}
    if doc.kind.is_xml:
        gaps = _markup_to_followers(doc, places)
        for entry in moved[gaps_with_markup(doc, moved)].tolist():
            gap = doc.store.gap(entry)
            gaps[entry] = gap[len(gap.rstrip(WHITE)) :]
    old_first, new_first = doc.id_at(0), int((moved if first == 0 else rest)[0])
    if old_first != new_first:
        before = gaps.get(new_first, doc.store.gap(new_first))
        front = doc.store.gap(old_first)
        if not doc.kind.is_xml:
            gaps[new_first], gaps[old_first] = front, before
        elif front.strip(WHITE) and first == 0:
            gaps[new_first], gaps[old_first] = front, doc.style.gap
    return gaps


def _leave_markup(doc: Document, places: Ints) -> Edit | None:
    """Give what stands before deleted entries, beyond white space, to what follows them."""
    gaps = _markup_to_followers(doc, places) if doc.kind.is_xml else {}
    gone = set(places.tolist())
    edits = [with_gaps(doc, gaps)]
    if not doc.kind.is_xml and 0 in gone:
        follower = next((p for p in range(len(places) + 1) if p not in gone), len(doc))
        if follower < len(doc):
            edits.append(with_gaps(doc, {doc.id_at(follower): doc.store.gap(doc.id_at(0))}))
    return compound(edits)


def _markup_to_followers(doc: Document, places: Ints) -> dict[int, bytes]:
    """Gaps, by id, of the entries after those at ``places``, what is kept put before them.

    The tail's new bytes have the key TAIL.
    """
    gaps: dict[int, bytes] = {}
    kept = b""
    chosen = places[gaps_with_markup(doc, doc.ids[places])].tolist()
    leaving = set(places.tolist()) if chosen else set()
    for place in chosen:
        kept = doc.store.gap(doc.id_at(place)).rstrip(WHITE)
        follower = place + 1
        while follower in leaving:
            follower += 1
        entry = doc.id_at(follower) if follower < len(doc) else TAIL
        present = doc.tail if entry == TAIL else doc.store.gap(entry)
        before = gaps.get(entry)
        gaps[entry] = kept + present if before is None else _between(before, present, kept)
    return gaps


def _between(before: bytes, present: bytes, kept: bytes) -> bytes:
    """Add what a further entry leaves behind what earlier ones left."""
    return before[: len(before) - len(present)] + kept + present


def gaps_with_markup(doc: Document, ids: Ids) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Mask of entries whose gap holds more than white space."""
    found = ~doc.columns.plain(ids)
    for number in np.flatnonzero(found).tolist():
        found[number] = bool(doc.store.gap(int(ids[number])).strip(WHITE))
    return found


def with_gaps(doc: Document, gaps: Mapping[int, bytes]) -> Edit | None:
    """Give entries other gaps, their own bytes the same; TAIL stands for what follows them all."""
    changed = {e: gap for e, gap in gaps.items() if e != TAIL and gap != doc.store.gap(e)}
    tail = ReplaceFrame(doc.head, gaps[TAIL]) if TAIL in gaps else None
    if not changed:
        return tail
    ids = np.array(list(changed), np.int64)
    cells = cells_of(doc, doc.store.raws(ids), list(changed.values()))
    return compound([ReplaceEntries(ids, cells), tail])


# Text typed by hand


def replace_entry(doc: Document, entry: int, xml: str) -> Edit | None:
    """Replace the whole of an entry by typed XML; raises SitemapError when it is not one."""
    if not doc.kind.is_xml:
        ids = np.array([entry], np.int64)
        return replace_raws(doc, ids, [doc.raw(entry)], [typed_line(doc, xml)])
    new = check_entry_xml(xml, doc.names, kind=doc.kind, newline=doc.style.newline, codec=doc.codec)
    ids = np.array([entry], np.int64)
    return replace_raws(doc, ids, [doc.raw(entry)], [new])


def replace_head(doc: Document, head: str) -> Edit | None:
    """Replace what stands before the first entry, root tag included; raises SitemapError."""
    if not doc.kind.is_xml:
        require_loc_only(doc.kind, ("",))
    new = check_head(
        head,
        doc.tail,
        doc.kind,
        encoding=doc.source.encoding_as_saved,
        newline=doc.style.newline,
        codec=doc.codec,
    )
    if new == doc.head:
        return None
    _require_well_formed_entries(doc, new)
    return ReplaceFrame(new, doc.tail)


def _require_well_formed_entries(doc: Document, head: bytes) -> None:
    """Refuse a head without what the entries lean on: a prefix or an entity declared in it."""
    root, now = root_of_head(head), doc.root
    lost = set(now.namespaces) - set(root.namespaces) if now is not None else set()
    if not lost and not doc.has_doctype:
        return
    try:
        scan(b"".join([head, *doc.store.runs(doc.ids), doc.tail]))
    except SitemapError as error:
        raise SitemapError(
            _("The entries lean on what you took out of the beginning of the file."),
            advice=error.reason,
            code=error.code,
        ) from error


def recode(
    doc: Document,
    *,
    encoding: str | None = None,
    bom: bool | None = None,
    gzip: bool | None = None,
    head: bytes | None = None,
) -> Edit | None:
    """Have the document written in another encoding, with or without mark, compressed or not.

    None leaves each as it is; ``head`` is a new head that belongs to the same step. The label in
    the XML declaration follows the encoding. Raises SitemapError for an encoding that is not known.
    """
    require_editable(doc.kind)
    encoding = None if encoding is None else writable(encoding)
    source = recoded(doc.source, encoding, bom, gzip)
    head = doc.head if head is None else head
    if source == doc.source:
        return ReplaceFrame(head, doc.tail) if head != doc.head else None
    if source.encoding != doc.source.encoding or source.encoding == UTF_8:
        head = relabel(head, source.encoding.upper())
    frame = ReplaceFrame(head, doc.tail) if head != doc.head else None
    return compound([frame, Recode(source)])


def recoded(source: Source, encoding: str | None, bom: bool | None, gzip: bool | None) -> Source:
    """A source that is written in the way asked for.

    The bytes it was read from are forgotten when they no longer are what is to be written.
    """
    target = encoding or source.encoding
    layers = source.gzip_layers if gzip is None or gzip == bool(source.gzip_layers) else int(gzip)
    mark = source.bom if target == source.encoding else b""
    if bom is not None:
        mark = mark or mark_of(target) if bom else b""
    same = (target, mark, layers) == (source.encoding, source.bom, source.gzip_layers)
    if same:
        return source
    if (target, mark) == (source.encoding, source.bom):
        return replace(source, gzip_layers=layers)
    lossless = source.lossless or target != source.encoding
    return replace(
        source,
        encoding=target,
        bom=mark,
        gzip_layers=layers,
        original=b"",
        lossless=lossless,
        guessed=False,
    )


def require_field(doc: Document, field: str) -> None:
    """Raise SitemapError when entries of this document have no such field."""
    if doc.kind not in FIELD_BY_NAME[field].kinds:
        require_loc_only(doc.kind, (field,))
