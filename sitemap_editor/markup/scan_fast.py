"""The fast way to scan: numpy finds the tags in bytes that expat has accepted, and names them.

Legal when there is no DOCTYPE and every child of the root is an entry under the root's own prefix
that does not declare namespaces itself; else NotFast.
"""

from __future__ import annotations

from contextlib import closing

import numpy as np

from sitemap_editor.protocol.fields import FIELDS
from sitemap_editor.support.jobs import Progress

from .feeder import Feeder
from .pieces import FOREIGN, OTHER, Layout, Named, NotFast, Pieces, Ranks, words_of
from .spans import NEEDS_LEXER, ODD_FIELD, UNUSUAL, Root, Scan, core_prefixes
from .tags import GT, SLASH, Bools, Ints, name_of_tag


def scan_fast(text: bytes, progress: Progress) -> Scan:
    """Scan a file of the usual shape; raises NotFast for another, SitemapError when ill-formed."""
    with closing(Feeder(text, progress)) as feeder:
        return _scanned(text, feeder)


def _scanned(text: bytes, feeder: Feeder) -> Scan:
    while feeder.root is None:
        if not feeder.feed():
            raise NotFast
    if feeder.has_doctype:
        raise NotFast
    namer = _ByBytes(text, feeder.root)
    pieces = Pieces(text, feeder.root, namer)
    pieces.take(feeder.fed)
    while feeder.feed():
        pieces.take(feeder.fed)
    pieces.finish()
    found = pieces.collector.join(pieces.root, True)
    for begin, end in namer.with_attributes:
        _leave_declarations_to_lexer(text, begin, end, found)
    return found


def _leave_declarations_to_lexer(text: bytes, begin: int, end: int, found: Scan) -> None:
    """Mark the entries in which a namespace may be declared: names there need a closer look."""
    at = text.find(b"xmlns", begin, end)
    while at >= 0:
        number = int(np.searchsorted(found.start, at, "right")) - 1
        found.value_length[:, number] = NEEDS_LEXER
        found.flags[number] |= UNUSUAL | ODD_FIELD
        at = text.find(b"xmlns", max(int(found.end[number]), at + 1), end)


def _word(name: bytes) -> tuple[np.uint64, np.uint64]:
    """The first 8 bytes of a name as a number, and the mask of the bytes it has."""
    size = min(len(name), 8)
    mask = (1 << (8 * size)) - 1
    return np.uint64(int.from_bytes(name[:8], "little")), np.uint64(mask)


class _ByBytes:
    """Names elements by comparing the bytes of their tags, eight at a time."""

    def __init__(self, text: bytes, root: Root) -> None:
        self._text = text
        self._bytes = np.frombuffer(text, np.uint8)
        self._words = words_of(text)
        self._prefix = list(root.prefix)
        self._entry = list(root.prefix + root.kind.entry_name.encode())
        names = [field.name.encode() + b">" for field in FIELDS]
        self._heads = [_word(name) for name in names]
        self._tails = [(len(name) - 8, _word(name[-8:])[0]) for name in names]
        self._core = core_prefixes(root)
        self._by_name = {p + f.name.encode(): f.index for p in self._core for f in FIELDS}
        self._foreign: dict[int, bool] = {}
        self.with_attributes: list[tuple[int, int]] = []
        """Stretches of the text in which children of entries may have attributes."""

    def name(self, layout: Layout, tops: Ints, children: Ints) -> Named:
        """See Namer; every child of the root must be an entry."""
        self._check_entries(layout.lt[tops], layout.gt[tops])
        lt = layout.lt[children]
        ranks = self._ranks(lt)
        exact = ranks < FOREIGN
        rest = np.flatnonzero(~exact)
        if len(rest):
            self.with_attributes.append((int(lt[rest[0]]), int(layout.gt[children[rest[-1]]])))
            ranks[rest] = self._ranks_of_unusual(lt[rest])
        return Named(None, ranks, exact)

    def _check_entries(self, lt: Ints, gt: Ints) -> None:
        """Let pass only start tags of entries that declare no namespace."""
        for offset, letter in enumerate(self._entry, 1):
            if not (self._bytes[lt + offset] == letter).all():
                raise NotFast
        after = self._bytes[lt + 1 + len(self._entry)]
        plain = after == GT
        if not (plain | (after == SLASH) | (after <= 32)).all():
            raise NotFast
        for number in np.flatnonzero(~plain).tolist():
            if b"xmlns" in self._text[int(lt[number]) : int(gt[number])]:
                raise NotFast

    def _ranks(self, lt: Ints) -> Ranks:
        """Give each tag that is nothing but a field's name the field's index, others OTHER."""
        at = lt + (1 + len(self._prefix))
        words = self._words[at]
        ranks = np.full(len(lt), OTHER, np.int8)
        for index, ((head, mask), (offset, tail)) in enumerate(
            zip(self._heads, self._tails, strict=True)
        ):
            hits = np.flatnonzero((words & mask) == head)
            if offset > 0:
                hits = hits[self._words[at[hits] + offset] == tail]
            ranks[hits] = index
        for offset, letter in enumerate(self._prefix, 1):
            ranks[self._bytes[lt + offset] != letter] = OTHER
        return ranks

    def _ranks_of_unusual(self, lt: Ints) -> Ranks:
        """Rank the other tags; one by one where 8 bytes do not show a foreign prefix."""
        distinct, where = np.unique(self._words[lt + 1], return_inverse=True)
        foreign: Bools = np.array([self._is_foreign(w) for w in distinct.tolist()], np.bool_)
        ranks: Ranks = np.where(foreign[where], FOREIGN, OTHER).astype(np.int8)
        for number in np.flatnonzero(ranks == OTHER).tolist():
            ranks[number] = self._by_name.get(name_of_tag(self._text, int(lt[number])), OTHER)
        return ranks

    def _is_foreign(self, word: int) -> bool:
        """Whether a name that starts with these 8 bytes has a prefix that is not the sitemap's."""
        known = self._foreign.get(word)
        if known is None:
            prefix, colon, _ = word.to_bytes(8, "little").partition(b":")
            known = bool(colon) and prefix.isalnum() and prefix + b":" not in self._core
            self._foreign[word] = known
        return known
