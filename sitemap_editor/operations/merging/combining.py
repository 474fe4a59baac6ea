"""One entry of several about a page, from any files: which stays, and what it takes from where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sitemap_editor.markup.lexer import Child
from sitemap_editor.operations.entry_fixes import Surroundings, change_entry, without
from sitemap_editor.protocol.dates import moment_of
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.rules.engine.entry import Entry
from sitemap_editor.rules.extensions.parts import extension_of

from .carrying import prefixes_in, renamed
from .entries import appended, carried, identity, prefixes_of
from .wishes import ALL, HIGHEST, KEPT, LAST, LOWEST, MEDIA, NEWEST, OLDEST, MergeWish

OTHER = ""
"""Elements of all other namespaces, which are taken over like media."""


class Copy:
    """One of the entries about a page: its bytes, where it stands, and the file's number.

    One that cannot change stays only where all of them are such.
    """

    def __init__(
        self, xml: bytes, at: Surroundings, file: int, position: int, *, can_change: bool = True
    ) -> None:
        self.xml = xml
        self.at = at
        self.file = file
        self.position = position
        self.can_change = can_change

    @cached_property
    def entry(self) -> Entry | None:
        """Its parts; None for a line of a list."""
        return Entry(self.xml, self.at.names, self.at.kind) if self.at.kind.is_xml else None

    @cached_property
    def values(self) -> dict[str, str]:
        """The fields that say something, the address aside."""
        entry = self.entry
        if entry is None:
            return {}
        found = {}
        for one in fields_of(self.at.kind):
            value = entry.value(one.name) if one.name != "loc" else None
            if value is not None and value.text.strip():
                found[one.name] = value.text.strip()
        return found

    @cached_property
    def moment(self) -> float:
        """When it says the page changed last; before all others when it says nothing."""
        return moment_of(self.values.get("lastmod"))

    @property
    def richness(self) -> tuple[int, int]:
        """How much it says."""
        entry = self.entry
        return (len(entry.parts.children) if entry is not None else 0), len(self.xml)

    def media(self, name: str) -> list[tuple[str, ...]]:
        """What its elements of an extension are known by."""
        entry = self.entry
        if entry is None:
            return []
        return [
            identity(entry, child)
            for child in entry.parts.children
            if not child.is_core and self.is_of(entry.namespace(child), name)
        ]

    @staticmethod
    def is_of(uri: str, name: str) -> bool:
        """Whether a namespace is that of an extension, or of none of the known ones."""
        extension = extension_of(uri) or OTHER
        return extension == name if name in MEDIA else extension not in MEDIA


@dataclass(slots=True)
class Combined:
    """What becomes of the entries about a page.

    ``stays`` is the number of the copy that stays with the bytes ``xml``. ``taken``: by field, the
    number of the copy its value is from now. ``conflicts``: fields that copies disagree about.
    """

    stays: int
    xml: bytes
    taken: dict[str, int] = field(default_factory=dict)
    conflicts: tuple[str, ...] = ()


def combine(copies: Sequence[Copy], wish: MergeWish, stays: int | None = None) -> Combined:
    """Make one entry of several, which are in the order of their files.

    ``stays`` is the one that people chose; None for the one that is wished for.
    """
    if all(_is_same(one, copies[0]) for one in copies):
        keep = "last" if wish.duplicates == "last" else "first"
        stays = survivor_of(copies, keep) if stays is None else stays
        return Combined(stays, copies[stays].xml)
    stays = survivor_of(copies, wish.duplicates) if stays is None else stays
    done = Combined(stays, copies[stays].xml, conflicts=_conflicts(copies))
    if copies[stays].can_change:
        _Combining(copies, wish, done).run()
    return done


def _is_same(one: Copy, other: Copy) -> bool:
    """Whether two say the same in the same bytes, whose prefixes have one meaning."""
    mine, theirs = one.at, other.at
    is_named_alike = mine.names is theirs.names or mine.names.namespaces == theirs.names.namespaces
    return one.xml == other.xml and mine.kind is theirs.kind and is_named_alike


def survivor_of(copies: Sequence[Copy], keep: str) -> int:
    """Which of the copies stays: first of equals, and one that can change if there is any."""
    numbers = [n for n, one in enumerate(copies) if one.can_change] or list(range(len(copies)))
    if keep == "last":
        return numbers[-1]
    if keep == "newest":
        return max(numbers, key=lambda n: (copies[n].moment, -n))
    if keep == "richest":
        return max(numbers, key=lambda n: (*copies[n].richness, -n))
    return numbers[0]


def _conflicts(copies: Sequence[Copy]) -> tuple[str, ...]:
    names = dict.fromkeys(name for one in copies for name in one.values)
    fields = [
        name
        for name in names
        if len({one.values[name] for one in copies if name in one.values}) > 1
    ]
    media = [
        name
        for name in MEDIA
        if len({frozenset(media) for one in copies if (media := one.media(name))}) > 1
    ]
    return (*fields, *media)


class _Combining:
    """Brings what the others say into the entry that stays."""

    def __init__(self, copies: Sequence[Copy], wish: MergeWish, done: Combined) -> None:
        self._copies = copies
        self._wish = wish
        self._done = done
        self._kept = copies[done.stays]

    def run(self) -> None:
        """Take over fields, then elements of extensions."""
        for one in fields_of(self._kept.at.kind):
            if one.name != "loc":
                self._take_field(one.name)
        for name in (*MEDIA, OTHER):
            self._take_media(name)

    # Fields

    def _take_field(self, name: str) -> None:
        having = [n for n, one in enumerate(self._copies) if name in one.values]
        if not having:
            return
        chosen = self._chosen(name, having)
        value = self._copies[chosen].values[name]
        if value == self._kept.values.get(name):
            return
        change = {"field": name, "value": value}
        new = change_entry(self._done.xml, self._kept.at, "set_field", change)
        if new != self._done.xml:
            self._done.xml = new
            self._done.taken[name] = chosen

    def _chosen(self, name: str, having: Sequence[int]) -> int:
        """Whose value counts, of those that have one."""
        winner = self._wish.winner(name)
        if winner.isdecimal():
            own = [n for n in having if self._copies[n].file == int(winner) - 1]
            if own:
                return own[0]
            winner = KEPT
        if winner == KEPT:
            return self._done.stays if self._done.stays in having else self._newest(having)
        return self._picked(name, winner, having)

    def _picked(self, name: str, winner: str, having: Sequence[int]) -> int:
        if winner == LAST:
            return having[-1]
        if winner == NEWEST:
            return self._newest(having)
        if winner == OLDEST:
            return min(having, key=lambda n: (self._copies[n].moment, n))
        if winner in (HIGHEST, LOWEST):
            sign = 1 if winner == HIGHEST else -1
            return max(having, key=lambda n: (sign * _number(self._copies[n].values[name]), -n))
        return having[0]

    def _newest(self, having: Sequence[int]) -> int:
        """The newest; the one that stays where several are equally new."""
        stays = self._done.stays
        return max(having, key=lambda n: (self._copies[n].moment, n == stays, -n))

    # Extensions

    def _take_media(self, name: str) -> None:
        having = [n for n, one in enumerate(self._copies) if one.media(name)]
        if having in ([], [self._done.stays]):
            return
        winner = self._wish.winner(name) if name in MEDIA else ALL
        if winner != ALL:
            chosen = self._chosen(name, having)
            if chosen == self._done.stays:
                return
            self._drop_media(name)
            having = [chosen]
        for number in having:
            if number != self._done.stays:
                self._add_media(name, number)

    def _drop_media(self, name: str) -> None:
        entry = Entry(self._done.xml, self._kept.at.names, self._kept.at.kind)
        going = [
            child
            for child in entry.parts.children
            if not child.is_core and Copy.is_of(entry.namespace(child), name)
        ]
        self._done.xml = without(self._done.xml, going)

    def _add_media(self, name: str, number: int) -> None:
        """Add the elements of a copy that are not there yet."""
        at, theirs = self._kept.at, self._copies[number].entry
        assert theirs is not None  # it has elements
        now = Entry(self._done.xml, at.names, at.kind)
        present = {identity(now, child) for child in now.parts.children if not child.is_core}
        for child in theirs.parts.children:
            is_meant = not child.is_core and Copy.is_of(theirs.namespace(child), name)
            if is_meant and identity(theirs, child) not in present:
                new = appended(self._done.xml, _element(theirs, child, now), at)
                if new != self._done.xml:
                    self._done.xml = new
                    self._done.taken.setdefault(name or "other", number)


def _element(entry: Entry, child: Child, target: Entry) -> bytes:
    """The bytes of an element, under the names used there where these are enough."""
    names, there = entry.names, target.names
    raw = entry.xml[child.start : child.end]
    is_declaring = entry.scope != names.namespaces or target.scope != there.namespaces
    if names is there or is_declaring or b"xmlns" in raw:
        return carried(entry, child, target.scope)
    prefixes = prefixes_in(names, there)
    used = prefixes_of(raw)
    if any(one + b":" not in prefixes for one in used if one != b"xml"):
        return carried(entry, child, target.scope)
    return renamed(raw, prefixes, names)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("-inf")
