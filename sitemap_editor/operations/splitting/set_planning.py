"""What the split of a set will make, to the byte, from what was measured of its entries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sitemap_editor.protocol.dates import moment_of
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.urls import split_url
from sitemap_editor.support.i18n import _, format_number
from sitemap_editor.support.jobs import NO_PROGRESS, Progress, Share

from .feeding import SetFeed, numbers_by_place
from .filling import Frame, Room, require_frame_fits
from .index import newest_of
from .measuring import Measured
from .naming import GZIP, without_suffix
from .planning import Feed, GroupPlan, Naming, Outline, Part, cut_into, groups_of
from .wishes import Wish

if TYPE_CHECKING:
    from sitemap_editor.document.store import Ids
    from sitemap_editor.operations.sets import SitemapSet

_LAST_WORD = re.compile(r"[^\W\d_]*$")


@dataclass(frozen=True, eq=False, kw_only=True)
class SetPlan(Outline):
    """All files of the split of a set; the ids of a part are places in the set."""

    measured: Measured
    frame: Frame

    @property
    def set(self) -> SitemapSet:
        """What is split."""
        return self.measured.reader.set

    @property
    def split_paths(self) -> list[Path]:
        read = [self.set.files[each.number] for each in self.measured.reads]
        files = [member.path for member in read if member.path is not None and not member.inner]
        return [] if self.left_out else [*files, *self.set.indexes]

    def require_unchanged(self) -> None:
        for read in self.measured.reads:
            self.measured.reader.require_same(read)

    @contextmanager
    def feed(self, folder: Path, progress: Progress) -> Iterator[Feed]:
        with SetFeed(self.measured, self.parts, folder) as feed:
            feed.prepare(progress)
            yield feed

    def old_files(self, folder: Path) -> tuple[list[Path], list[Path]]:
        one = self.set
        needed = [member.path for member in self.measured.skipped if member.path is not None]
        if self.left_out:
            return [], [*needed, *one.by_path]
        home = folder.resolve()
        index = home / self.index_name
        is_in_place = one.source is not None and one.source in (index, home)
        old = self.split_paths if is_in_place else []
        return [folder / path.name for path in old if path.parent == home], needed


def plan_set(measured: Measured, wish: Wish, progress: Progress = NO_PROGRESS) -> SetPlan:
    """Work out the files. Raises SitemapError, which says what to choose otherwise."""
    uniting = measured.reader.uniting
    naming = Naming(wish, is_text=uniting.is_lines)
    frame = uniting.frame
    room = _room_for(measured, frame, wish)
    groups = _groups(measured, naming, room, wish, progress)
    return SetPlan(
        wish=wish,
        kind=uniting.kind,
        groups=groups,
        index_name=naming.index_name,
        index_size=naming.index_size(groups),
        base_url=naming.base_url,
        limits=wish.limits,
        foreign=_foreign(measured, naming.base_url),
        left_out=measured.left_out,
        skipped=tuple(member.name for member in measured.skipped),
        mended=tuple(member.name for member in measured.mended),
        languages=measured.languages,
        measured=measured,
        frame=frame,
    )


def _groups(
    measured: Measured, naming: Naming, room: Room, wish: Wish, progress: Progress
) -> tuple[GroupPlan, ...]:
    named = naming.named(cut_into(room, measured.grouper, measured.codes, measured.hashes))
    has_dates = measured.dates.is_kept and not measured.reader.uniting.is_lines
    share = sum(measured.shares) / max(1, len(measured.shares))

    def part(name: str, places: Ids) -> Part:
        size = room.size_of(places)
        packed = int(size * share) if naming.suffix.endswith(GZIP) else 0
        newest = measured.dates.newest_of(places) if has_dates else None
        progress.tick()
        return Part(name, np.asarray(places, np.int32), size, packed, newest)

    groups = groups_of(named, part)
    if not measured.dates.is_kept and wish.lastmod == "newest":
        return _with_dates(measured, groups, progress)
    return groups


def _room_for(measured: Measured, frame: Frame, wish: Wish) -> Room:
    limits = wish.limits
    require_frame_fits(frame, limits)
    over = np.flatnonzero(measured.sizes - measured.dropped > limits.bytes - frame.size)
    if len(over):
        place = int(over[0])
        member, number = measured.member_at(place)
        said = _(
            "{name}: entry {n} alone takes {size} bytes, and beginning and end of a file {frame}; "
            "{limit} are allowed."
        )
        raise SitemapError(
            said.format(
                name=member.name,
                n=format_number(number + 1),
                size=format_number(int(measured.sizes[place])),
                frame=format_number(frame.size),
                limit=format_number(limits.bytes),
            ),
            advice=_("Take something out of that entry, or allow larger files."),
        )
    return Room(measured.sizes, measured.dropped, limits, frame.size)


def _foreign(measured: Measured, base_url: str) -> int:
    url = split_url(base_url)
    own = f"{url.scheme}://{url.authority}".lower()
    return measured.count - measured.sites[own] - measured.sites[""]


def _with_dates(
    measured: Measured, groups: tuple[GroupPlan, ...], progress: Progress
) -> tuple[GroupPlan, ...]:
    """The groups with the newest date of each part: too many are different to remember them."""
    parts = [part for group in groups for part in group.parts]
    number_of = numbers_by_place(parts, measured.count)
    newest: dict[int, str] = {}
    for at, read in enumerate(measured.reads):
        share = Share(progress, at, len(measured.reads))
        doc, ids = measured.reader.again(read, share)
        numbers = number_of[read.first : read.stop]
        for number in np.unique(numbers).tolist():
            date = newest_of(doc, ids[numbers == number], share)
            if date and moment_of(date) > moment_of(newest.get(number)):
                newest[number] = date
    dated = iter([replace(part, newest=newest.get(at)) for at, part in enumerate(parts)])
    return tuple(GroupPlan(one.name, tuple(next(dated) for _part in one.parts)) for one in groups)


def without_outcome(one: SitemapSet, folder: Path) -> SitemapSet:
    """The set of a folder without what an earlier split has written into a folder below."""
    home = folder.resolve()
    if one.kind != "folder" or one.source is None or home == one.source:
        return one
    if not home.is_relative_to(one.source):
        return one
    rest = [
        member
        for member in one.members
        if member.path is None or not member.path.is_relative_to(home)
    ]
    indexes = tuple(path for path in one.indexes if not path.is_relative_to(home))
    rest = [one for one in rest if one.index is None or not one.index.is_relative_to(home)]
    return replace(one, members=tuple(rest), indexes=indexes)


def base_of_set(one: SitemapSet) -> str:
    """What ``{base}`` stands for: what the names of the files have in common, or the index's."""
    names = [without_suffix(Path(member.inner or member.name).name) for member in one.files]
    common = names[0] if names else ""
    while not all(name.startswith(common) for name in names):
        common = common[:-1]
    if any(name[len(common) : len(common) + 1].isalpha() for name in names):
        common = _LAST_WORD.sub("", common)
    common = common.rstrip("0123456789-_. ") if len(names) != 1 else common
    if common or one.source is None:
        return common or "sitemap"
    name = without_suffix(one.source.name).lower()
    for end in ("_index", "-index", "index"):
        name = name.removesuffix(end)
    return name if one.kind == "index" and name else "sitemap"
