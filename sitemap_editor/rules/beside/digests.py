"""What one sitemap says, as far as the other files of its site need it; kept by file and state.

Nothing here raises because of a file: what cannot be read has a reason instead.
"""

from __future__ import annotations

import re
import time
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.markup.encoding import decode_source
from sitemap_editor.markup.feeds import is_feed
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.namespaces import EXTENSIONS
from sitemap_editor.protocol.urls import site_of, split_url
from sitemap_editor.rules.decisions.policy import NO_POLICY, Policy, Scope
from sitemap_editor.rules.engine.blocks import blocks_of_ids
from sitemap_editor.rules.engine.gate_lastmod import NO_INSTANT
from sitemap_editor.support.files import FileStamp, read_file
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .hashes import NONE, Hashes, hashes_of
from .heads import read_head
from .instants import instants_of

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

    from .known import Known
    from .neighbours import Neighbours

MOST_KEPT = 2_000
"""Files remembered at a time; the one asked for longest ago goes first."""

MOST_ADDRESSES = 16_000_000
"""Addresses remembered of all files, eight bytes each."""

HOST_SAMPLE = 200
"""Addresses looked at to tell whose sitemap it is."""

UNREADABLE = "unreadable"
TOO_LARGE = "too-large"
"""Problems that are no code of a rule: nothing is said about such a file."""

_SPECIAL = {one.uri for one in EXTENSIONS if one.prefix in ("news", "video")}
_NOTHING: Hashes = np.zeros(0, np.int64)


@dataclass(frozen=True, eq=False, slots=True)
class Digest:
    """One sitemap in short.

    ``problem``: the code of the rule that names why it cannot be read, or not without repairs, or
    UNREADABLE, TOO_LARGE.
    ``newest``: the newest lastmod that is not in the future, as written, ``instant`` when that is.
    ``addresses``: sorted hashes of all its addresses (``hashes``). ``listed``: what an index
    names. ``site``: scheme and host that most addresses begin with. ``is_special``: it holds news
    or videos, which repeat pages of other sitemaps.
    """

    kind: Kind | None = None
    problem: str = ""
    is_feed: bool = False
    entries: int = 0
    size: int = 0
    newest: str = ""
    instant: int = NO_INSTANT
    hosts: frozenset[str] = frozenset()
    site: str = ""
    addresses: Hashes = field(default_factory=lambda: _NOTHING)
    listed: tuple[str, ...] = ()
    is_special: bool = False

    @property
    def is_page_list(self) -> bool:
        """Whether its pages should stand in no other sitemap."""
        return self.kind in (Kind.URLSET, Kind.TEXT) and not self.is_special

    def without_addresses(self) -> Digest:
        """The same for those who ask for none of its addresses."""
        return replace(self, addresses=_NOTHING)


def digest_of(doc: Document, progress: Progress = NO_PROGRESS) -> Digest:
    """Take a document in."""
    hashes = hashes_of(doc, progress)
    newest, instant = newest_date(doc, progress)
    progress.tick()
    listed = doc.values_of(doc.ids, "loc") if doc.kind is Kind.SITEMAPINDEX else ()
    return Digest(
        doc.kind,
        doc.mending.repairs[0].code if doc.mending is not None else "",
        entries=len(doc),
        size=doc.size_bytes,
        newest=newest,
        instant=instant,
        hosts=hosts_of(doc),
        site=site_of_most(doc),
        addresses=np.unique(hashes[hashes != NONE]),
        listed=tuple(loc for loc in listed if loc),
        is_special=is_special(doc),
        is_feed=doc.kind.is_feed,
    )


def newest_date(doc: Document, progress: Progress = NO_PROGRESS) -> tuple[str, int]:
    """The newest lastmod up to now, as written, empty when there is none, and when that is."""
    newest, instant, now = -1, NO_INSTANT, int(time.time())
    for ids in blocks_of_ids(doc.ids) if doc.kind.is_xml else ():
        progress.tick()
        entry, found = _newest(doc, ids, now)
        newest, instant = (entry, found) if found > instant else (newest, instant)
    date = doc.value_of(newest, "lastmod") if newest >= 0 else None
    return date or "", instant


def _newest(doc: Document, ids: npt.NDArray[np.int64], now: int) -> tuple[int, int]:
    """The entry with the newest lastmod up to now, and when that is."""
    instants = instants_of(doc, ids, now).seconds
    instants[instants > now] = NO_INSTANT
    best = int(np.argmax(instants)) if len(instants) else -1
    return (int(ids[best]), int(instants[best])) if best >= 0 else (-1, NO_INSTANT)


def hosts_of(doc: Document) -> frozenset[str]:
    """The hosts that the first addresses are on, as asked over the wire."""
    locs = [loc for loc in doc.values_of(doc.ids[:HOST_SAMPLE], "loc") if loc]
    return frozenset(filter(None, map(bare_host, locs)))


def site_of_most(doc: Document) -> str:
    """Scheme and host, ``www.`` included, that most of the first addresses begin with."""
    urls = (split_url(loc) for loc in doc.values_of(doc.ids[:HOST_SAMPLE], "loc") if loc)
    counts = Counter(
        f"{(url.scheme or '').lower()}://{url.host.lower()}"
        for url in urls
        if url.is_web and url.host
    )
    return counts.most_common(1)[0][0] if counts else ""


def bare_host(address: str) -> str:
    """The host of an address, without ``www.``; empty when it has none."""
    return site_of(split_url(address))[1].removesuffix(".").removeprefix("www.")


def is_special(doc: Document) -> bool:
    """Whether the document holds news or videos, not only declares them."""
    if doc.root is None:
        return False
    tags = [
        f"<{prefix}:".encode()
        for prefix, uri in doc.root.namespaces.items()
        if prefix and uri in _SPECIAL
    ]
    if not tags:
        return False
    sample = re.compile(b"|".join(map(re.escape, tags)))
    return any(sample.search(run) for run in doc.store.runs(doc.ids))


# Files


class Budget:
    """How many bytes may still be read, and the files for which that was too little."""

    def __init__(self, size: int) -> None:
        """``size``: bytes, counted unpacked."""
        self.left = size
        self.refused: set[Path] = set()

    @property
    def unread(self) -> int:
        """How many files were not read."""
        return len(self.refused)

    def refuse(self, path: Path) -> Digest:
        """Note that a file was not read."""
        self.refused.add(path)
        return Digest(problem=TOO_LARGE)


Stamps = dict[Path, FileStamp | None]
_Errors = dict[tuple[object, ...], tuple[int, str]]


@dataclass(slots=True)
class _Kept:
    digest: Digest
    errors: _Errors = field(default_factory=dict)


_kept: OrderedDict[tuple[Path, FileStamp], _Kept] = OrderedDict()
_open: WeakKeyDictionary[Document, tuple[int, _Kept]] = WeakKeyDictionary()
_lock = Lock()


def _forget_oldest() -> None:
    total = sum(len(one.digest.addresses) for one in _kept.values())
    while len(_kept) > 1 and (total > MOST_ADDRESSES or len(_kept) > MOST_KEPT):
        _key, gone = _kept.popitem(last=False)
        total -= len(gone.digest.addresses)


def _stamp_of(path: Path) -> FileStamp | None:
    """The state of a file; None when it cannot be looked at or is a folder, pipe or device."""
    try:
        return FileStamp.of(path) if path.is_file() else None
    except (OSError, ValueError):
        return None


def _for_others(policy: Policy) -> Policy:
    """What is decided about all files of the folder, not about one of them."""
    wide = tuple(one for one in policy.ignores if one.scope in (Scope.FOLDER, Scope.USER))
    return replace(policy, ignores=wide, profiles=None, base_url=None)


class Reader:
    """Reads sitemaps beside a file, each once as long as it does not change.

    An open document wins over its file. ``seen`` tells what the answers rest on.
    """

    def __init__(
        self,
        open_documents: dict[Path, Document],
        budget: Budget,
        profiles: Sequence[str],
        policy: Policy = NO_POLICY,
        stamps: Stamps | None = None,
        progress: Progress = NO_PROGRESS,
        known: Known | None = None,
    ) -> None:
        """``open_documents`` by resolved path; ``profiles``, ``policy``: which errors count.

        ``stamps``: states of files that are known, to be added to. What is ``known`` is not read.
        """
        self._known = known
        self._stamps: Stamps = {} if stamps is None else stamps
        self.budget = budget
        self._policy = _for_others(policy)
        self.seen: dict[Path, object] = {}
        self._open_documents = open_documents
        self._profiles = tuple(profiles)
        self._progress = progress

    def tick(self) -> None:
        """Let work be stopped."""
        self._progress.tick()

    def head(self, path: Path, size: int) -> bytes:
        """The first bytes of a file, none when it cannot be read."""
        return read_head(path, size) if self.note(path) else b""

    def note(self, path: Path) -> bool:
        """Note that answers rest on a file; False when it is not there."""
        stamp = self._stamp_of(path)
        if stamp is not None:
            self.seen[path] = stamp
        return stamp is not None

    def _stamp_of(self, path: Path) -> FileStamp | None:
        if path not in self._stamps:
            self._stamps[path] = _stamp_of(path)
        return self._stamps[path]

    def digest(self, path: Path) -> Digest:
        """What a sitemap says; ``path`` is resolved."""
        kept, _doc = self._take_in(path)
        return kept.digest

    def errors(self, path: Path, address: str, beside: Neighbours) -> tuple[int, str]:
        """How many errors a sitemap has under its public address, and the code of the first.

        ``beside``: the robots.txt that speaks of it too.
        """
        if self._known is not None and path in self._known.errors:
            return self._known.errors[path]
        kept, doc = self._take_in(path)
        if kept.digest.kind is None:
            return 0, ""
        key = (self._profiles, address, beside.robots_proof, repr(self._policy))
        if key not in kept.errors:
            doc = doc or self._open(path)
            if doc is None:
                return 0, ""
            kept.errors[key] = self._count_errors(doc, address, beside)
        return kept.errors[key]

    def _count_errors(self, doc: Document, address: str, beside: Neighbours) -> tuple[int, str]:
        from sitemap_editor.rules.check import Checker  # which runs the rules that ask for this

        checker = Checker(
            doc,
            profiles=self._profiles,
            base_url=address or None,
            policy=self._policy,
            neighbours=None if beside.is_nothing else beside,
        )
        report = checker.run(self._progress)
        wrong = (one.code for one in report.groups if one.severity is Severity.ERROR)
        return report.counts[Severity.ERROR], next(wrong, "")

    def _take_in(self, path: Path) -> tuple[_Kept, Document | None]:
        known = self._known.digests.get(path) if self._known is not None else None
        if known is not None:
            self.note(path)
            return _Kept(known), None
        doc = self._open_documents.get(path)
        if doc is not None:
            self.seen[path] = doc.revision
            return self._of_open(doc), doc
        stamp = self._stamp_of(path)
        if stamp is None:
            return _Kept(Digest(problem=UNREADABLE)), None
        self.seen[path] = stamp
        with _lock:
            kept = _kept.get((path, stamp))
            if kept is not None:
                _kept.move_to_end((path, stamp))
                return kept, None
        return self._read(path, stamp)

    def _of_open(self, doc: Document) -> _Kept:
        revision, kept = _open.get(doc, (-1, None))
        if kept is None or revision != doc.revision:
            revision = doc.revision
            kept = _Kept(digest_of(doc, self._progress))
            _open[doc] = (revision, kept)
        return kept

    def _read(self, path: Path, stamp: FileStamp) -> tuple[_Kept, Document | None]:
        if stamp.size > self.budget.left:
            return _Kept(self.budget.refuse(path)), None
        doc = None
        try:
            doc = self._opened(path)
            digest = digest_of(doc, self._progress)
        except SitemapError as error:
            if error.code == "gzip-bomb":
                return _Kept(self.budget.refuse(path)), None
            digest = Digest(problem=error.code or "xml-not-wellformed", is_feed=_is_feed(path))
        except (OSError, MemoryError):
            digest = Digest(problem=UNREADABLE)
        self.budget.left -= doc.source.inflated_size if doc is not None else stamp.size
        kept = _Kept(digest)
        with _lock:
            _kept[(path, stamp)] = kept
            _forget_oldest()
        return kept, doc

    def _opened(self, path: Path) -> Document:
        data = read_file(path, self._progress)
        return open_bytes(data, path, max_inflated=self.budget.left, progress=self._progress)

    def _open(self, path: Path) -> Document | None:
        try:
            return self._opened(path)
        except (SitemapError, OSError, MemoryError):
            return None


def _is_feed(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            text = decode_source(file.read(1 << 16), max_inflated=1 << 20).text
    except (OSError, SitemapError):
        return False
    return is_feed(text)
