"""What is split: a sitemap that is open, or all files of a set, which need not be."""

from __future__ import annotations

from collections.abc import Mapping as Mapped
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sitemap_editor.operations.sets import Mapping, SitemapSet, open_set
from sitemap_editor.operations.splitting import base_of, plan
from sitemap_editor.operations.splitting.measuring import Measured, key_of, measure
from sitemap_editor.operations.splitting.set_planning import base_of_set, plan_set, without_outcome
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.jobs import Progress

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.operations.splitting.planning import Outline

    from .work import Asked


class Subject(Protocol):
    """Something that can be split; ``index_name`` is empty for the usual one."""

    is_set: bool
    is_text: bool
    base: str
    index_name: str

    def plan(self, asked: Asked, progress: Progress) -> Outline:
        """Work out a split, in a job. Raises SitemapError."""


class OneSitemap:
    """A document, all of it or some of its entries."""

    is_set = False
    index_name = ""

    def __init__(self, doc: Document) -> None:
        self._doc = doc
        self.is_text = doc.kind is Kind.TEXT
        self.base = base_of(doc)

    def plan(self, asked: Asked, progress: Progress) -> Outline:
        """Work out a split, in a job. Raises SitemapError."""
        return plan(self._doc, asked.wish, asked.ids, progress)


class WholeSet:
    """The files that an index or a robots.txt names, open documents as they are now.

    What was measured of them is kept while people choose: names and limits ask nothing anew.
    """

    is_set = True
    is_text = False
    base = ""

    def __init__(
        self,
        source: Path,
        mapping: Mapping | None = None,
        open_documents: Mapped[Path, Document] | None = None,
    ) -> None:
        """``open_documents`` by real path."""
        self.source = source
        self.index_name = source.name if source.suffix.lower() in (".xml", ".gz") else ""
        self._mapping = mapping
        self._open_documents = dict(open_documents or {})
        self._set: SitemapSet | None = None
        self._known: tuple[tuple[object, ...], Measured] | None = None

    def plan(self, asked: Asked, progress: Progress) -> Outline:
        """Work out a split, in a job. Raises SitemapError."""
        wish, one = asked.wish, without_outcome(self._opened(progress), asked.folder)
        key = (*key_of(wish), asked.is_skipping, len(one.members))
        known = self._known
        if known is None or known[0] != key:
            known = self._known = key, self._measured(one, asked, progress)
        return plan_set(known[1], replace(wish, base=base_of_set(one)), progress)

    def _opened(self, progress: Progress) -> SitemapSet:
        if self._set is None:
            self._set = open_set(
                self.source,
                mapping=self._mapping,
                open_documents=self._open_documents,
                progress=progress,
            )
        return self._set

    def _measured(self, one: SitemapSet, asked: Asked, progress: Progress) -> Measured:
        return measure(
            one,
            asked.wish,
            open_documents=self._open_documents,
            skip_unreadable=asked.is_skipping,
            progress=progress,
        )
