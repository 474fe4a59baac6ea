"""Mends links to other languages that do not fit those of other entries.

A link back is written as the page's own link stands in its entry; a version without an entry gets
one with the same links; entries that name each other take over what only the others have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sitemap_editor.document.document import Document
from sitemap_editor.markup.build import build_entry
from sitemap_editor.protocol.urls import norm_eq
from sitemap_editor.rules.base import Fix
from sitemap_editor.rules.engine.entry import Entry
from sitemap_editor.rules.engine.links import Page, page_named_by

from .entry_fixes import Surroundings
from .merging import appended
from .replacing import TAIL, Step


class LinkMender:
    """Changes entries of one document, as far as a step has them."""

    def __init__(self, doc: Document, step: Step, at: Surroundings) -> None:
        self._doc = doc
        self._step = step
        self._at = at
        self._added: set[str] = set()
        self._fixes: dict[str, Callable[..., None]] = {
            "link_back": self._link_back,
            "add_versions": self._add_versions,
            "join_links": self._join_links,
        }

    def mend(self, entry: int, fix: Fix) -> None:
        """Carry out one fix that was found for an entry."""
        self._fixes[fix.name](entry, **fix.parameters)

    def _entry(self, entry: int) -> Entry:
        raw = self._step.raws.get(entry) or self._doc.raw(entry)
        return Entry(raw, self._at.names, self._at.kind)

    def _link_back(self, entry: int, to: tuple[int, ...]) -> None:
        """Let other entries name this one, the way it names itself."""
        own = [page for page in _pages(self._entry(entry)) if page.is_own]
        if own:
            chosen = min(own, key=lambda page: page.code == "x-default")
            for other in to:
                self._append(other, [chosen])

    def _join_links(self, entry: int, others: tuple[int, ...]) -> None:
        """Let an entry have the links of others besides its own."""
        for other in others:
            self._append(entry, _pages(self._entry(other)))

    def _append(self, entry: int, pages: Iterable[Page]) -> None:
        """Add links that an entry has not; a code that it gives another page stays as it is."""
        if not self._doc.has(entry):
            return
        whole = self._entry(entry)
        present = {page.code for page in _pages(whole)}
        xml = whole.xml
        for page in pages:
            if page.code not in present:
                present.add(page.code)
                xml = appended(xml, page.xml, self._at)
        if xml != whole.xml:
            self._step.raws[entry] = xml

    def _add_versions(self, entry: int, pages: tuple[str, ...]) -> None:
        """Make entries with the same links for pages that have none, behind this one."""
        links = list(_pages(self._entry(entry)))
        place = self._doc.position_of(entry) + 1
        follower = int(self._doc.ids[place]) if place < len(self._doc) else TAIL
        for address in pages:
            if norm_eq(address) in self._added:
                continue
            self._added.add(norm_eq(address))
            at = self._at
            xml = build_entry({"loc": address}, at.names, at.style, at.kind, codec=at.codec)
            for page in links:
                xml = appended(xml, page.xml, at)
            self._step.added.setdefault(follower, []).append((at.style.gap, xml))


def _pages(entry: Entry) -> Iterator[Page]:
    """The pages that an entry names as languages, itself included."""
    for part in entry.all_of("xhtml", "link"):
        page = page_named_by(part)
        if page is not None:
            yield page
