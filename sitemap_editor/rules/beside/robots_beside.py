"""Which robots.txt speaks of a sitemap: one beside it, above it, or open in the window."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.robots import MAX_BYTES, parse_robots

from .digests import Reader, bare_host
from .neighbours import RobotsFile
from .places import segments_of
from .survey import ROBOTS, Survey

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

MOST_PARENTS = 3
_HOST = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RobotsSearch:
    """What is known of the sitemap: its file, address and hosts, and the files beside it.

    ``top`` is the folder beyond which its public address does not lead.
    """

    own: Path
    base_url: str | None
    hosts: frozenset[str]
    top: Path
    reader: Reader
    open_documents: Mapping[Path, Document]
    survey: Survey

    def find(self) -> RobotsFile | None:
        """The first robots.txt that has to do with the sitemap's site."""
        found = (self.read(path) for path in self._paths())
        return next((one for one in found if one is not None and self._is_of_site(one)), None)

    def _paths(self) -> Iterator[Path]:
        folder = self.own.parent
        folders = [folder, *folder.parents[:MOST_PARENTS]]
        if self.base_url:
            folders = [one for one in folders if one.is_relative_to(self.top)]
        yield from (one / ROBOTS for one in folders)
        yield from (path for path, doc in self.open_documents.items() if doc.kind is Kind.ROBOTS)
        yield from self.survey.robots_files

    def read(self, path: Path) -> RobotsFile | None:
        """A robots.txt; None when there is none, or nothing in it."""
        known = self.survey.robots
        if path not in known:
            known[path] = self._read(path)
        else:
            self.reader.note(path)
        return known[path]

    def _read(self, path: Path) -> RobotsFile | None:
        doc = self.open_documents.get(path)
        if doc is not None:
            self.reader.seen[path] = doc.revision
            text = doc.text()
        else:
            text = self.reader.head(path, MAX_BYTES)
        owner = path.parent.name if _HOST.fullmatch(path.parent.name) else ""
        return RobotsFile(path, parse_robots(text), bare_host(f"//{owner}")) if text else None

    def _is_of_site(self, robots: RobotsFile) -> bool:
        """Whether a robots.txt has to do with the site, as far as its lines tell."""
        sitemaps = robots.text.sitemaps
        if self._is_above(robots.path):
            below = list(self.own.relative_to(robots.path.parent).parts)
            named = (one for one in sitemaps if segments_of(one) == below)
            return any(bare_host(one) in self.hosts for one in named)
        if not sitemaps:
            return robots.path.parent == self.own.parent or bool(self.base_url)
        hosts = {bare_host(one) for one in sitemaps}
        is_named = bool(self.base_url) and bare_host(self.base_url or "") in hosts
        return is_named or not hosts.isdisjoint(self.hosts)

    def _is_above(self, path: Path) -> bool:
        """Whether a file lies above, where only a known address could say that it belongs here."""
        is_above = path.parent in self.own.parent.parents and path not in self.open_documents
        return is_above and not self.base_url and path not in self.survey.together
