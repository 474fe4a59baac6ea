"""What a split will make, worked out to the byte before anything is written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.inflate import deflate
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.urls import split_url
from sitemap_editor.support.i18n import _, format_number
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .filling import Frame, Room, frame_of, hashes_of, room_for
from .grouping import Grouper, too_many
from .index import index_bytes, newest_of
from .languages import LanguageCheck
from .naming import (
    GZIP,
    Template,
    index_name_of,
    require_distinct,
    sections_for,
    suffix_of,
    usual_template,
)
from .parts import bytes_of, text_of
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


class Feed(Protocol):
    """Where the bytes of parts come from while they are written; several threads may ask."""

    def chunks_of(self, part: Part) -> Iterator[bytes | memoryview]:
        """A part as it is written."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Outline(ABC):
    """All files of a split, whatever is split.

    ``foreign`` entries are on another host than the index will be, ``left_out`` are not split.
    ``skipped`` are the files of a set that could not be read, ``mended`` those that were broken.
    ``languages``: how links between languages fare over all files, where those are told apart.
    """

    wish: Wish
    kind: Kind
    groups: tuple[GroupPlan, ...]
    index_name: str
    index_size: int
    base_url: str
    limits: Limits
    foreign: int = 0
    left_out: int = 0
    skipped: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    languages: LanguageCheck | None = None

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

    @property
    def split_paths(self) -> list[Path]:
        """The files of a set that is split, its indexes too: what they hold is written anew."""
        return []

    @abstractmethod
    def require_unchanged(self) -> None:
        """Raise SitemapError when what is split is no longer what it was."""

    @abstractmethod
    def feed(self, folder: Path, progress: Progress) -> AbstractContextManager[Feed]:
        """Get ready to give the bytes of parts; ``folder`` is where they will be written."""

    @abstractmethod
    def old_files(self, folder: Path) -> tuple[list[Path], list[Path]]:
        """Files of what is split that may go once it is written, and those that must stay."""


@dataclass(frozen=True, eq=False, kw_only=True)
class SplitPlan(Outline):
    """All files of the split of a document; ``revision`` is the one it was made for."""

    doc: Document
    revision: int
    frame: Frame

    def text_of(self, part: Part) -> Iterator[bytes | memoryview]:
        """The text of a part as UTF-8."""
        return text_of(self.doc, self.frame, part.ids)

    def require_unchanged(self) -> None:
        if self.doc.revision != self.revision:
            raise changed()

    def chunks_of(self, part: Part) -> Iterator[bytes | memoryview]:
        """A part as it is written."""
        return bytes_of(self.doc, self.frame, part.ids, gzip=part.name.endswith(GZIP))

    def feed(self, folder: Path, progress: Progress) -> AbstractContextManager[Feed]:
        return nullcontext(self)

    def old_files(self, folder: Path) -> tuple[list[Path], list[Path]]:
        return [], [self.doc.path] if self.doc.path is not None else []


def changed() -> SitemapError:
    """Say that a plan is of yesterday."""
    return SitemapError(
        _("The document has changed since the split was worked out."),
        advice=_("Work it out again."),
    )


def plan(
    doc: Document, wish: Wish, ids: Ids | None = None, progress: Progress = NO_PROGRESS
) -> SplitPlan:
    """Work out the files for all entries, or for those in ``ids``, which may stand in any order.

    A document without entries becomes one file without entries. Raises SitemapError, which says
    what to choose otherwise, when it cannot be done.
    """
    _require_splittable(doc)
    naming = Naming(wish, is_text=doc.kind is Kind.TEXT)
    chosen = doc.ids if ids is None else ids[np.argsort(doc.positions_of(ids))]
    frame = frame_of(doc)
    room = room_for(doc, chosen, frame, wish.limits, progress)
    grouper = Grouper(wish)
    named = naming.named(_cut(doc, chosen, room, grouper, progress))
    groups = _groups(doc, chosen, room, frame, named, naming.suffix, progress)
    return SplitPlan(
        doc=doc,
        wish=wish,
        kind=doc.kind,
        revision=doc.revision,
        frame=frame,
        groups=groups,
        index_name=naming.index_name,
        index_size=naming.index_size(groups),
        base_url=naming.base_url,
        limits=wish.limits,
        foreign=_foreign(doc, chosen, naming.base_url, progress),
        left_out=len(doc) - len(chosen),
        languages=grouper.languages(),
    )


def _groups(
    doc: Document,
    chosen: Ids,
    room: Room,
    frame: Frame,
    named: Named,
    suffix: str,
    progress: Progress,
) -> tuple[GroupPlan, ...]:
    estimate = _Estimate(doc, frame, sum(len(files) for _name, files in named))

    def part(name: str, places: Ids) -> Part:
        own, size = chosen[places], room.size_of(places)
        packed = estimate.of(own, size) if suffix.endswith(GZIP) else 0
        progress.tick()
        return Part(name, own, size, packed, newest_of(doc, own, progress))

    return groups_of(named, part)


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


Places = npt.NDArray[Any]
Cut = list[tuple[str, dict[int, "Ids"]]]
Named = list[tuple[str, list[tuple[str, "Ids"]]]]


def _cut(doc: Document, ids: Ids, room: Room, grouper: Grouper, progress: Progress) -> Cut:
    """The groups, each with its files by number; entries are places in ``ids``."""
    codes = [grouper.codes_of(doc, ids, progress)]
    grouper.settle(codes)
    is_hashed = grouper.wish.assign == "hash"
    hashes = hashes_of(doc, ids, progress) if is_hashed else None
    return cut_into(room, grouper, codes[0], hashes)


def cut_into(room: Room, grouper: Grouper, codes: Ids, hashes: Ids | None) -> Cut:
    """The groups by these codes, each with its files by number; one empty file for no entries."""
    places: Places = np.arange(len(codes), dtype=np.int32)
    if not len(places):
        return [("", {1: places})]
    cut: Cut = []
    for name, own in grouper.groups(places, codes):
        if hashes is None:
            cut.append((name, dict(enumerate(room.filled(own), 1))))
        else:
            cut.append((name, room.hashed(own, hashes)))
    return cut


class Naming:
    """What the files of a split are called, and the index that names them; raises SitemapError."""

    def __init__(self, wish: Wish, *, is_text: bool) -> None:
        self._wish = wish
        self.base_url, self._limits = folder_of(wish.base_url), wish.limits
        self.suffix = suffix_of(wish, is_text=is_text)
        self._template = Template(wish.name or usual_template(wish), self.suffix)
        self.index_name = index_name_of(wish)

    def named(self, cut: Cut) -> Named:
        """The files with their names, all different."""
        count = sum(len(parts) for _name, parts in cut)
        if count > self._limits.children:
            raise too_many(count, self._limits.children)
        named = _named(cut, self._wish, self._template)
        require_distinct(
            (name for _group, parts in named for name, _places in parts),
            self.index_name,
            has_number=self._template.has_number,
        )
        return named

    def index_size(self, groups: Sequence[GroupPlan]) -> int:
        """Bytes of the index."""
        parts = [part for one in groups for part in one.parts]
        size = sum(map(len, index_bytes(self.base_url, parts, self._wish)))
        return _require_small(size, limits_of(self._wish.profiles))


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


def groups_of(named: Named, part: Callable[[str, Ids], Part]) -> tuple[GroupPlan, ...]:
    """The groups, each file made of its name and the places of its entries."""
    return tuple(
        GroupPlan(group_name, tuple(part(name, places) for name, places in files))
        for group_name, files in named
    )


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
