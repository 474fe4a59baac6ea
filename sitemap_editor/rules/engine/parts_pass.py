"""The part of the walk that looks at extensions: which entries have any, what links they hold."""

from __future__ import annotations

from collections.abc import Collection, Hashable

import numpy as np

from sitemap_editor.document.document import Document
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.urls import norm_eq, split_url
from sitemap_editor.rules.extensions.news_values import publication_of
from sitemap_editor.rules.extensions.parts import extension_of

from .blocks import Block, Bools, Ints
from .columns import Columns
from .entry import Entry
from .found import Key
from .gate_loc import LocGate
from .gate_parts import PartGate
from .hashing import hash_spans, hash_texts
from .judge import Judge
from .links import page_named_by
from .tails import Tails


class PartsPass:
    """Looks at what stands behind the fields of entries."""

    def __init__(self, doc: Document, judge: Judge, gate: LocGate, columns: Columns) -> None:
        namespaces = doc.names.namespaces
        self.has_links = doc.kind is Kind.URLSET and any(
            extension_of(uri) == "xhtml" for uri in namespaces.values()
        )
        self._doc = doc
        self._sites = gate
        self._links = columns.links
        self._news = columns.news
        self._judge = judge
        self._gate = PartGate(namespaces)
        self._keys: dict[Hashable, list[Key]] = {}
        self._tails = Tails(doc)
        self._end = self._tails.end_size
        self._site_numbers: dict[str, int] = {}

    # Which entries have extensions

    def ends_of_fields(self, ids: Ints) -> Ints:
        """Where the last field of each entry ends, counted from its start; 0 without fields."""
        return self._tails.ends_of_fields(ids)

    def extended(self, ids: Ints) -> Bools:
        """Which entries have more behind their fields than white space."""
        return self._tails.extended(ids)

    # What they hold

    def keys_of(self, entry: int, end: int) -> Collection[Key] | None:
        """What is found in the extensions of an entry, whose fields end there.

        None when the rules have to look at this very entry. ``end`` counts from its start.
        """
        doc = self._doc
        span = doc.columns.span(entry, "loc")
        if span is None:
            return None
        raw = doc.raw(entry)
        loc = raw[span[0] : span[0] + span[1]]
        found = self._gate.run(loc, raw[end : len(raw) - self._end])
        if found is None:
            return None
        if self.has_links:
            for code, href in zip(found.codes, found.hrefs, strict=True):
                address = href.decode().replace("&amp;", "&")
                self._note(entry, code.decode().lower(), address)
        keys = self._keys.get(found.shape)
        if keys is None:
            hits = self._judge.entry(Entry(raw, doc.names, doc.kind))
            keys = self._keys[found.shape] = [self._judge.key(rule, hit) for rule, hit in hits]
        return keys

    def note_links(self, entry: int, whole: Entry) -> None:
        """Remember the links of an entry that the rules have looked at."""
        if self.has_links:
            for part in whole.all_of("xhtml", "link"):
                page = page_named_by(part)
                if page is not None:
                    self._note(entry, page.code, page.address)

    def note_news(self, entry: int, whole: Entry) -> None:
        """Remember the publications of the news items of an entry."""
        items = whole.all_of("news", "news")
        if items:
            self._news[entry] = tuple(map(publication_of, items))

    def _note(self, entry: int, code: str, address: str) -> None:
        name = address[: address.find("/", 8)]
        number = self._site_numbers.get(name)
        if number is None:
            url = split_url(address)
            number = self._sites.number_of(f"{url.scheme}://{url.authority}") if url.is_web else -1
            self._site_numbers[name] = number
        self._links.add(entry, code, address, number)

    # The addresses that links may name

    def note_pages(self, block: Block, clean: Bools) -> None:
        """Remember the addresses of entries; ``clean`` ones are normal and hold no references."""
        if not self.has_links:
            return
        pages = np.zeros(len(block.ids), np.uint64)
        rows = np.flatnonzero(clean)
        pages[rows] = hash_spans(block, block.starts[rows], block.lengths[rows], exact=True)
        others = np.flatnonzero(~clean)
        if len(others):
            values = self._doc.values_of(block.ids[others], "loc")
            normal = [norm_eq(value) if value else "" for value in values]
            pages[others] = hash_texts(normal, exact=True)
        self._links.pages[block.ids] = pages
