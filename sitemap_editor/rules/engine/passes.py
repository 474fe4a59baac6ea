"""One walk over the entries, field by field in blocks: gates first, rules for what fails them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from sitemap_editor.document.document import Document
from sitemap_editor.markup.feeds import feed_of_head, item_of
from sitemap_editor.markup.spans import ABSENT, HAS_TEXT
from sitemap_editor.markup.values import decode_untrimmed, is_editable
from sitemap_editor.protocol.fields import FIELD_BY_NAME
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.urls import norm_probable, probable_of_normal
from sitemap_editor.rules.feed import FeedItem
from sitemap_editor.rules.pairs import OFTEN, contradicts
from sitemap_editor.rules.robots_txt.robots_text import RobotsText
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .address_shapes import AddressShapes, split_rest
from .blocks import Block, Bools, Ints, begin_with, blocks_of_ids, read_block
from .columns import Columns
from .entry import Entry
from .found import Gatherer
from .frame import Stats
from .gate_lastmod import NO_INSTANT, gate_dates
from .gate_loc import Gated, LocGate, is_clean, is_clean_child, slash_style
from .hashing import hash_texts
from .judge import Judge
from .parts_pass import PartsPass
from .remembered import Remembered, Seen

_LOC = FIELD_BY_NAME["loc"].index
_URLSET_ONLY = np.array([FIELD_BY_NAME[name].index for name in ("changefreq", "priority")])

TICK = 40
"""Entries looked at one by one between two ticks."""

MOST_DISTINCT = 16
"""Distinct short values of a block looked for at once; what is left is looked at one by one."""

_MAYBE_UNKNOWN = re.compile(r"<|&#?\w+;")
"""What a value holds when elements or references in it may hide what it says."""


class Walk:
    """Looks at entries and gathers findings, columns and statistics."""

    def __init__(self, doc: Document, judge: Judge, gate: LocGate, columns: Columns) -> None:
        self.gathered = Gatherer()
        self.stats = Stats()
        self._doc = doc
        self._judge = judge
        self._gate = gate
        self._columns = columns
        self._instants: list[Ints] = []
        self._progress = NO_PROGRESS
        is_placed = judge.context.base_url is not None
        can_be_shaped = doc.kind is Kind.URLSET and not is_placed
        self._shapes = AddressShapes(judge, is_possible=can_be_shaped)
        self._parts = PartsPass(doc, judge, gate, columns)
        self._marked_up: set[int] = set()  # entries of the block with comments or CDATA in values
        self._seen = {
            field: Remembered(judge, field) for field in ("lastmod", "changefreq", "priority")
        }

    def run(self, ids: Ints, progress: Progress = NO_PROGRESS) -> None:
        """Look at these entries, all of them of the document."""
        self._columns.links.drop(ids)
        self._columns.drop_news(ids)
        is_robots = self._doc.kind is Kind.ROBOTS
        look = self._look_at_lines if is_robots else self._look_at_locs
        steps: list[Callable[[Ints], None]] = [look]
        if self._doc.kind.is_feed:
            steps.append(self._look_at_items)
        if self._judge.has_house_rules:
            steps.append(self._look_at_house)
        if self._doc.kind.is_xml:
            steps += [self._look_at_other_fields, self._look_at_structure]
        self._walk(ids, steps, progress)

    def run_statistics(self, ids: Ints, progress: Progress = NO_PROGRESS) -> None:
        """Gather just the statistics of all entries, once their addresses have been looked at."""
        self._walk(ids, [self._look_at_other_fields] if self._doc.kind.is_xml else [], progress)

    def _walk(self, ids: Ints, steps: list[Callable[[Ints], None]], progress: Progress) -> None:
        stats, columns, self._progress = self.stats, self._columns, progress
        done = 0
        for block in blocks_of_ids(ids):
            for step in steps:
                step(block)
                progress.tick(done, len(ids))
            slash = columns.slash[block]
            stats.usable += int(np.count_nonzero(columns.hashes[block]))
            stats.with_slash += int(np.count_nonzero(slash == 1))
            stats.without_slash += int(np.count_nonzero(slash == 2))
            done += len(block)
        stats.entries = len(ids)
        if len(ids) == len(self._doc):
            stats.count_news(columns.news.values())
        stats.instants = np.concatenate((np.zeros(0, np.int64), *self._instants))

    def _one_by_one(self, numbers: Ints) -> Iterator[int]:
        """The numbers for work on each, with a tick every few milliseconds."""
        for done, number in enumerate(numbers.tolist()):
            if done % TICK == TICK - 1:
                self._progress.tick()
            yield number

    # Addresses

    def _look_at_locs(self, ids: Ints) -> None:
        block = read_block(self._doc, ids, "loc")
        gated = self._gate.run(block)
        columns = self._columns
        columns.sites[ids] = gated.sites
        columns.hashes[ids] = gated.hashes
        columns.slash[ids] = gated.slash
        self._look_at_suspects(block, gated)
        self._parts.note_pages(block, gated.clean)

    def _look_at_suspects(self, block: Block, gated: Gated) -> None:
        rows = np.flatnonzero(~gated.clean & (block.lengths >= 0))
        if not len(rows):
            return
        ids = block.ids[rows]
        compared = [
            self._look_at_raw(int(block.ids[row]), block.raw(row)) for row in self._one_by_one(rows)
        ]
        self._columns.hashes[ids] = hash_texts(compared)

    def _look_at_raw(self, entry: int, raw: bytes) -> str:
        """Look at an address the gate did not pass; returns what it is compared by."""
        if self._passes_second_gate(raw):
            address = raw.decode().replace("&amp;", "&")
            probable = probable_of_normal(address)  # the gate passes normal addresses only
            if self._gate.is_in_place(address, probable):
                name = address[: address.index("/", 8)]
                path, mark, query = address.partition("?")
                self._note(entry, name, path[len(name) :], query if mark else None)
                return probable
        if not self._doc.kind.is_xml:
            return self._look_at_address(entry, raw.decode("utf-8", "replace"))
        if b"<" in raw:
            self._marked_up.add(entry)
        if not is_editable(raw):
            self._columns.sites[entry] = -1
            return raw.decode()  # nobody knows what it says, but two of them say the same
        return self._look_at_address(entry, decode_untrimmed(raw))

    def _passes_second_gate(self, raw: bytes) -> bool:
        if self._doc.kind is Kind.URLSET:
            return is_clean(raw)
        if self._doc.kind is Kind.SITEMAPINDEX:
            return is_clean_child(raw)
        has_list_signs = any(sign in raw for sign in (b",", b"'", b";")) or b"//" in raw[8:]
        return not has_list_signs and is_clean(raw.replace(b"&", b"&amp;"))

    def _look_at_address(self, entry: int, text: str) -> str:
        """Run the rules on a decoded address; returns what it is compared by."""
        shape = self._shapes.of(text)
        if shape is not None and shape.site is not None:
            self.gathered.add_keys(shape.keys, entry)
            address, path, query = split_rest(text, shape.site)
            self._note(entry, shape.site, path, query)
            return norm_probable(address)
        loc, hits = self._judge.loc(text)
        for rule, hit in hits:
            self.gathered.add(self._judge.key(rule, hit, "loc"), entry)
        if not loc.address:
            return ""
        self._note(entry, loc.site_name, loc.url.path, loc.url.query)
        return norm_probable(loc.address)

    def _note(self, entry: int, name: str | None, path: str, query: str | None) -> None:
        if name is not None:
            self._columns.sites[entry] = self._gate.number_of(name)
            self._columns.slash[entry] = slash_style(path, query)

    def _look_at_lines(self, ids: Ints) -> None:
        lines = RobotsText.of(self._doc).lines
        positions = self._doc.positions_of(ids)
        for entry in self._one_by_one(ids[positions < len(lines)]):
            line = lines[self._doc.position_of(entry)]
            for rule, hit in self._judge.line(line):
                self.gathered.add(self._judge.key(rule, hit, line.about), entry)

    def _look_at_items(self, ids: Ints) -> None:
        feed = feed_of_head(bytes(self._doc.head))
        for entry in self._one_by_one(ids):
            item = FeedItem(item_of(self._doc.raw(entry), feed), feed)
            for rule, hit in self._judge.item(item):
                self.gathered.add(self._judge.key(rule, hit), entry)

    def _look_at_house(self, ids: Ints) -> None:
        values = self._doc.values_of(ids, "loc")
        if self._doc.kind.is_xml:
            for row, value in enumerate(values):
                if value and _MAYBE_UNKNOWN.search(value):
                    loc = self._entry(int(ids[row])).value("loc")
                    values[row] = loc.raw if loc is not None else None
        for key, rows in self._judge.addresses(values, self._progress):
            self.gathered.add_many(key, ids[rows])

    # Elements

    def _look_at_structure(self, ids: Ints) -> None:
        cells = self._doc.store.cells
        flags = cells.flags[ids]
        suspect = (flags != 0) | (cells.value_length[_LOC, ids] == ABSENT)
        suspect |= ~self._begin_plainly(ids)
        if self._doc.kind is Kind.SITEMAPINDEX:
            suspect |= (cells.value_length[np.ix_(_URLSET_ONLY, ids)] != ABSENT).any(axis=0)
        if self._marked_up:
            suspect |= np.isin(ids, list(self._marked_up))
            self._marked_up.clear()
        if self._doc.kind is Kind.URLSET:
            self._look_at_extensions(ids, suspect)
        for row in self._one_by_one(np.flatnonzero(suspect)):
            self._look_at_entry(int(ids[row]), bool(flags[row] & HAS_TEXT))
        self._columns.links.flush()

    def _look_at_extensions(self, ids: Ints, suspect: Bools) -> None:
        """Look at extensions in plain form; marks as suspect what has others."""
        parts = self._parts
        rows = np.flatnonzero(parts.extended(ids) & ~suspect)
        ends = parts.ends_of_fields(ids)
        for row in self._one_by_one(rows):
            keys = parts.keys_of(int(ids[row]), int(ends[row]))
            suspect[row] = keys is None
            self.gathered.add_keys(keys or (), int(ids[row]))

    def _begin_plainly(self, ids: Ints) -> Bools:
        """Which entries begin with a tag that is nothing but its name."""
        names = self._doc.names
        return begin_with(self._doc, ids, b"<%b%b>" % (names.prefix, names.entry_name))

    def _entry(self, entry: int) -> Entry:
        return Entry(self._doc.raw(entry), self._doc.names, self._doc.kind)

    def _look_at_entry(self, entry: int, has_text: bool) -> None:
        doc, whole = self._doc, self._entry(entry)
        hits = self._judge.entry(whole)
        self._parts.note_links(entry, whole)
        self._parts.note_news(entry, whole)
        if has_text:
            hits = hits + self._judge.gap(doc.store.gap(entry), doc.names)
        for rule, hit in hits:
            self.gathered.add(self._judge.key(rule, hit), entry)
        if int(doc.store.cells.value_length[_LOC, entry]) < ABSENT:
            loc = whole.value("loc")
            compared = self._look_at_address(entry, loc.raw) if loc is not None else ""
            self._columns.hashes[entry] = hash_texts([compared])[0]

    # The other fields

    def _look_at_other_fields(self, ids: Ints) -> None:
        instants = self._look_at_dates(ids)
        if self._doc.kind is Kind.URLSET:
            self._look_at_frequencies(ids, instants)
            self._look_at_priorities(ids)

    def _look_at_dates(self, ids: Ints) -> Ints:
        """Look at the dates; returns their instants."""
        block = read_block(self._doc, ids, "lastmod")
        dates = gate_dates(block, self._judge.context.now)
        instants = dates.instants
        self.stats.date_only += int(np.count_nonzero(dates.date_only))
        self.stats.lastmods += int(np.count_nonzero(block.lengths >= 0))
        for row in self._one_by_one(np.flatnonzero(~dates.clean & ~block.absent)):
            seen = self._look_at_value("lastmod", block, row)
            if seen is not None:
                self.stats.lastmods += int(block.lengths[row] < 0)
                instants[row] = seen.instant
                self.stats.date_only += seen.is_date_only
        self._instants.append(instants[instants != NO_INSTANT])
        return instants

    def _look_at_value(self, field: str, block: Block, row: int) -> Seen | None:
        """Run the rules on a value, or remember what they said; None when there is none."""
        entry = int(block.ids[row])
        if block.lengths[row] >= 0:
            raw = block.raw(row)
            if b"<" in raw:
                self._marked_up.add(entry)
            seen = self._seen[field].of_raw(raw)
        else:
            value = self._entry(entry).value(field)
            if value is None:
                return None
            seen = self._seen[field].of_text(value.raw)
        self.gathered.add_keys(seen.keys, entry)
        return seen

    def _look_at_frequencies(self, ids: Ints, instants: Ints) -> None:
        block = read_block(self._doc, ids, "changefreq")
        for seen, rows in self._distinct("changefreq", block):
            self.stats.changefreqs += len(rows)
            if seen.text == "never" or seen.text in OFTEN:
                self._look_at_rhythm(seen.text, ids[rows], instants[rows])

    def _look_at_rhythm(self, text: str, ids: Ints, instants: Ints) -> None:
        ages = self._judge.context.now - instants[instants != NO_INSTANT]
        dated = ids[instants != NO_INSTANT]
        for entry in self._one_by_one(dated[contradicts(text, ages)]):
            hits = self._judge.rhythm(text, self._doc.value_of(entry, "lastmod"))
            for rule, hit in hits:
                self.gathered.add(self._judge.key(rule, hit), entry)

    def _look_at_priorities(self, ids: Ints) -> None:
        block = read_block(self._doc, ids, "priority")
        for seen, rows in self._distinct("priority", block):
            self.stats.priorities[seen.text] += len(rows)

    def _distinct(self, field: str, block: Block) -> Iterable[tuple[Seen, Ints]]:
        """Each distinct value, looked at once, and the rows that have it."""
        rest = np.flatnonzero((block.lengths >= 0) & (block.lengths <= 8))
        words = block.first_words(rest)
        for _ in range(MOST_DISTINCT):
            if not len(rest):
                break
            raw = block.raw(int(rest[0]))
            seen = self._seen[field].of_raw(raw)
            same = words == words[0]
            own = rest[same]
            if b"<" in raw:
                self._marked_up.update(block.ids[own].tolist())
            for key in seen.keys:
                self.gathered.add_many(key, block.ids[own])
            yield seen, own
            rest, words = rest[~same], words[~same]
        others = np.flatnonzero((block.lengths > 8) | block.odd)
        for row in self._one_by_one(np.concatenate((rest, others))):
            one = self._look_at_value(field, block, row)
            if one is not None:
                yield one, np.array([row], np.int64)
