"""What a split will make, worked out to the byte before anything is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitemap_editor.markup.inflate import deflate
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.urls import split_url
from sitemap_editor.support.i18n import _, format_number
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .filling import Frame, Room, frame_of, hashes_of, room_for
from .grouping import group
from .index import index_bytes, newest_of
from .naming import (
    GZIP,
    Template,
    index_name_of,
    require_distinct,
    sections_for,
    suffix_of,
    usual_template,
)
from .parts import text_of
from .wishes import Limits, Wish, folder_of, limits_of

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.store import Ids

SAMPLE = 1 << 16
MOST_SAMPLES = 48
"""How much is packed, and of how many files, to tell what gzip will make of them."""

_BLOCK = 4_000


@dataclass(frozen=True, eq=False)
class Part:
    """One file: its entries in document order, bytes before compression, newest date in it."""

    name: str
    ids: Ids
    size: int
    packed: int
    newest: str | None = None

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, eq=False)
class GroupPlan:
    """One group: its name as found in the entries (empty: everything else), and its files."""

    name: str
    parts: tuple[Part, ...]

    def __len__(self) -> int:
        return sum(map(len, self.parts))


@dataclass(frozen=True, eq=False)
class SplitPlan:
    """All files of a split; ``revision`` is that of the document it was made for.

    ``foreign`` entries are on another host than the index will be, ``left_out`` are not split.
    """

    doc: Document
    wish: Wish
    revision: int
    frame: Frame
    groups: tuple[GroupPlan, ...]
    index_name: str
    index_size: int
    base_url: str
    limits: Limits
    foreign: int = 0
    left_out: int = 0

    @property
    def parts(self) -> list[Part]:
        """All files in the order of the index, which does not count."""
        return [part for one in self.groups for part in one.parts]

    @property
    def count(self) -> int:
        """How many entries the files hold together."""
        return sum(map(len, self.groups))

    @property
    def is_packed(self) -> bool:
        """Whether the parts are compressed."""
        return suffix_of(self.wish, is_text=False).endswith(GZIP)

    def text_of(self, part: Part) -> Iterator[bytes | memoryview]:
        """The text of a part as UTF-8."""
        return text_of(self.doc, self.frame, part.ids)


def plan(
    doc: Document, wish: Wish, ids: Ids | None = None, progress: Progress = NO_PROGRESS
) -> SplitPlan:
    """Work out the files for all entries, or for those in ``ids``, which may stand in any order.

    A document without entries becomes one file without entries. Raises SitemapError, which says
    what to choose otherwise, when it cannot be done.
    """
    _require_splittable(doc)
    base_url, limits = folder_of(wish.base_url), wish.limits
    is_text = doc.kind is Kind.TEXT
    template = Template(wish.name or usual_template(wish), suffix_of(wish, is_text=is_text))
    index_name = index_name_of(wish)
    chosen = doc.ids if ids is None else ids[np.argsort(doc.positions_of(ids))]
    frame = frame_of(doc)
    room = room_for(doc, chosen, frame, limits, progress)
    cut = _cut(doc, chosen, room, wish, progress)
    _require_few(sum(len(parts) for _name, parts in cut), limits)
    named = _named(cut, wish, template)
    require_distinct(
        (name for _group, parts in named for name, _places in parts),
        index_name,
        has_number=template.has_number,
    )
    groups = _groups(doc, chosen, room, frame, named, suffix_of(wish, is_text=is_text), progress)
    index_size = sum(
        map(len, index_bytes(base_url, [part for one in groups for part in one.parts], wish))
    )
    return SplitPlan(
        doc,
        wish,
        doc.revision,
        frame,
        groups,
        index_name,
        _require_small(index_size, limits_of(wish.profiles)),
        base_url,
        limits,
        _foreign(doc, chosen, base_url, progress),
        len(doc) - len(chosen),
    )


def _require_splittable(doc: Document) -> None:
    if doc.kind in (Kind.URLSET, Kind.TEXT):
        return
    if doc.kind is Kind.SITEMAPINDEX:
        raise SitemapError(
            _("An index cannot be split: an index of indexes is read by nobody."),
            advice=_("Split the sitemaps that it names."),
        )
    raise SitemapError(
        _("Only a sitemap or a text list can be split."),
        advice=_("Make a sitemap of it first."),
    )


Cut = list[tuple[str, dict[int, "Ids"]]]
Named = list[tuple[str, list[tuple[str, "Ids"]]]]


def _cut(doc: Document, ids: Ids, room: Room, wish: Wish, progress: Progress) -> Cut:
    """The groups, each with its files by number; entries are places in ``ids``."""
    if not len(ids):
        return [("", {1: np.zeros(0, np.int64)})]
    places = np.arange(doc.store.count)  # by id
    places[ids] = np.arange(len(ids))
    hashes = hashes_of(doc, ids, progress) if wish.assign == "hash" else None
    cut: Cut = []
    for name, members in group(doc, ids, wish, progress):
        own = places[members]
        if hashes is None:
            cut.append((name, dict(enumerate(room.filled(own), 1))))
        else:
            cut.append((name, room.hashed(own, hashes)))
    return cut


def _named(cut: Cut, wish: Wish, template: Template) -> Named:
    """The files with their names; numbers run through when nothing else tells groups apart."""
    sections = sections_for(name for name, _parts in cut)
    runs_through = wish.by != "size" and not template.has_section
    named: Named = []
    before = 0
    for group_name, parts in cut:
        section = sections[group_name]
        files = [
            (template.name(wish.base, section, number + before), places)
            for number, places in parts.items()
        ]
        before += max(parts) if runs_through else 0
        named.append((group_name, files))
    return named


def _groups(
    doc: Document,
    ids: Ids,
    room: Room,
    frame: Frame,
    named: Named,
    suffix: str,
    progress: Progress,
) -> tuple[GroupPlan, ...]:
    estimate = _Estimate(doc, frame, sum(len(files) for _name, files in named))
    groups = []
    for group_name, files in named:
        parts = []
        for name, places in files:
            own = ids[places]
            size = room.size_of(places)
            packed = estimate.of(own, size) if suffix.endswith(GZIP) else 0
            parts.append(Part(name, own, size, packed, newest_of(doc, own, progress)))
            progress.tick()
        groups.append(GroupPlan(group_name, tuple(parts)))
    return tuple(groups)


class _Estimate:
    """What gzip will make of files, judged by how their beginnings shrink."""

    def __init__(self, doc: Document, frame: Frame, count: int) -> None:
        self._doc = doc
        self._frame = frame
        self._every = max(1, count // MOST_SAMPLES)
        self._asked = 0
        self._share = 0.1

    def of(self, ids: Ids, size: int) -> int:
        """About how many bytes a file takes when it is compressed."""
        if self._asked % self._every == 0:
            sample = _beginning(text_of(self._doc, self._frame, ids))
            self._share = sum(map(len, deflate([sample]))) / max(1, len(sample))
        self._asked += 1
        return int(size * self._share)


def _beginning(chunks: Iterator[bytes | memoryview]) -> bytes:
    kept, length = [], 0
    for chunk in chunks:
        kept.append(bytes(chunk[: SAMPLE - length]))
        length += len(kept[-1])
        if length >= SAMPLE:
            break
    return b"".join(kept)


def _require_few(count: int, limits: Limits) -> None:
    if count > limits.children:
        raise SitemapError(
            _("That makes {n} files; an index may name {limit}.").format(
                n=format_number(count), limit=format_number(limits.children)
            ),
            advice=_("Split by something with fewer groups, or allow larger files."),
        )


def _require_small(index_size: int, limits: Limits) -> int:
    if index_size > limits.bytes:
        raise SitemapError(
            _("The index alone would have {size} bytes; {limit} are allowed.").format(
                size=format_number(index_size), limit=format_number(limits.bytes)
            ),
            advice=_("Split by something with fewer groups, or allow larger files."),
        )
    return index_size


def _foreign(doc: Document, ids: Ids, base_url: str, progress: Progress) -> int:
    """How many entries are on another host than the index."""
    url = split_url(base_url)
    own = f"{url.scheme}://{url.authority}/".lower()
    count = 0
    for start in range(0, len(ids), _BLOCK):
        values = doc.values_of(ids[start : start + _BLOCK], "loc")
        count += sum(
            1 for one in values if one and not (one[: len(own)].lower() + "/").startswith(own)
        )
        progress.tick(start, len(ids))
    return count
