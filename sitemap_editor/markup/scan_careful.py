"""The careful way to scan: expat names every element, whatever the shape of the file.

Right for a DOCTYPE, several prefixes for one namespace, foreign elements between the entries.
Every entry is marked for the lexer's closer look.
"""

from __future__ import annotations

from contextlib import closing

import numpy as np

from sitemap_editor.protocol.fields import FIELDS
from sitemap_editor.protocol.namespaces import is_sitemap_namespace
from sitemap_editor.support.jobs import Progress

from .feeder import SEPARATOR, Feeder
from .pieces import FOREIGN, OTHER, Layout, Named, NotFast, Pieces, Ranks
from .spans import HAS_TEXT, UNUSUAL, Scan
from .tags import Ints

ENTRY = OTHER + 1
_LT = ord("<")


def scan_careful(text: bytes, progress: Progress) -> Scan:
    """Scan any well-formed file; raises SitemapError when it is not, or has no root we know."""
    with closing(Feeder(text, progress)) as feeder:
        return _scanned(text, feeder)


def _scanned(text: bytes, feeder: Feeder) -> Scan:
    namer = _ByEvents(feeder)
    pieces: Pieces | None = None
    while feeder.feed():
        if pieces is None and feeder.root is not None:
            pieces = Pieces(text, feeder.root, namer)
        if pieces is not None:
            pieces.take(feeder.fed)
    if pieces is None:
        raise NotFast
    pieces.finish()
    found = pieces.collector.join(pieces.root, False)
    found.flags |= UNUSUAL | HAS_TEXT
    found.has_doctype = feeder.has_doctype
    return found


class _ByEvents:
    """Names elements by what expat calls them, namespace included."""

    def __init__(self, feeder: Feeder) -> None:
        self._feeder = feeder
        self._names: list[str] = []
        self._places: list[int] = []
        self._ranks: dict[str, int] = {}
        feeder.on_root_seen = self._listen

    def _listen(self) -> None:
        """From the root on, note each element's name and place; called at every element."""
        parser, add_name, add_place = (
            self._feeder.parser,
            self._names.append,
            self._places.append,
        )

        def on_element(name: str, _attributes: object) -> None:
            add_name(name)
            add_place(parser.CurrentByteIndex)

        parser.StartElementHandler = on_element

    def name(self, layout: Layout, tops: Ints, children: Ints) -> Named:
        """See Namer; what is no entry under the root is left out."""
        ranks = np.full(len(layout.lt), OTHER, np.int8)
        opens = np.flatnonzero(~layout.is_end)
        ranks[opens] = self._next(len(opens))
        return Named(ranks[tops] == ENTRY, ranks[children], np.ones(len(children), np.bool_))

    def _next(self, count: int) -> Ranks:
        """Ranks of the next ``count`` start tags that stand in the bytes themselves."""
        text, names = self._feeder.text, self._names
        # An element that comes out of an entity has the place of the reference.
        own = [i for i, place in enumerate(self._places) if text[place] == _LT]
        if len(own) != len(names):
            names[:] = [names[i] for i in own]
            self._places[:] = [self._places[i] for i in own]
        known = self._ranks
        for name in set(names[:count]) - known.keys():
            known[name] = self._rank(name)
        ranks: Ranks = np.fromiter(map(known.__getitem__, names[:count]), np.int8, count)
        del names[:count], self._places[:count]
        return ranks

    def _rank(self, name: str) -> int:
        uri, _, local = name.rpartition(SEPARATOR)
        root = self._feeder.root
        assert root is not None  # its children are being named
        if uri != root.namespace and not is_sitemap_namespace(uri):
            return FOREIGN
        if local == root.kind.entry_name:
            return ENTRY
        return next((field.index for field in FIELDS if field.name == local), OTHER)
