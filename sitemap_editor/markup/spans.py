"""What a scan finds: the root, and where entries and their fields stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sitemap_editor.protocol.fields import FIELDS
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.namespaces import is_sitemap_namespace

ABSENT = -1
NEEDS_LEXER = -2
"""Lengths of a field's value: the entry has no such field; only the lexer can tell."""

UNUSUAL, ODD_FIELD, HAS_TEXT = 1, 2, 4
"""Flags of an entry: not just the plain fields in order with extensions behind them; a field that
only the lexer can read; more than white space between its elements or before it."""


@dataclass(frozen=True, slots=True)
class Root:
    """The root's start tag: local name, prefix with its colon, namespace ("" for none), span.

    ``namespaces`` maps the prefixes declared in the tag ("" for the default) to addresses.
    """

    name: str
    prefix: bytes
    namespace: str
    namespaces: Mapping[str, str]
    start: int
    end: int
    self_closed: bool

    @property
    def kind(self) -> Kind:
        """The kind of document this root makes."""
        return Kind(self.name)


@dataclass(slots=True)
class Scan:
    """Spans of all entries, in document order.

    ``start`` and ``end``: int64 of shape (n,), an entry's own bytes; what stands between an entry
    and the one before it belongs to it as its gap. ``value_start`` (relative to the entry) and
    ``value_length``: int32 of shape (4, n), one row a field in the order of FIELDS; a negative
    length is ABSENT or NEEDS_LEXER. ``flags``: uint8 of shape (n,).
    """

    root: Root
    start: npt.NDArray[np.int64]
    end: npt.NDArray[np.int64]
    value_start: npt.NDArray[np.int32]
    value_length: npt.NDArray[np.int32]
    flags: npt.NDArray[np.uint8]
    is_fast: bool
    has_doctype: bool = False

    @property
    def gap_start(self) -> npt.NDArray[np.int64]:
        """Where the gap before each entry starts."""
        first = np.array([self.root.end], np.int64)
        return np.concatenate((first, self.end[:-1]))[: len(self.end)]


class Collector:
    """Gathers the spans of pieces in arrays that grow."""

    def __init__(self, size: int) -> None:
        """``size``: bytes the entries take, from which the first pieces tell how many there are."""
        self._size = size
        self._count = 0
        self._arrays = _empty_columns(0)

    def add(self, *pieces: npt.NDArray[Any]) -> None:
        """Add start, end, value_start, value_length and flags of further entries."""
        first, stop = self._count, self._count + len(pieces[0])
        if stop > len(self._arrays[0]):
            self._grow(stop, pieces[0])
        for array, piece in zip(self._arrays, pieces, strict=True):
            array[..., first:stop] = piece
        self._count = stop

    def _grow(self, needed: int, starts: npt.NDArray[np.int64]) -> None:
        """Make room for as many entries as the density of the latest piece lets expect.

        Pages never written to cost no memory, so that room to spare is cheap; a second copy of
        full arrays is not.
        """
        spread = max(int(starts[-1] - starts[0]), 1)
        expected = int(1.1 * self._size * len(starts) / spread)
        room = max(needed, min(expected, 8 * needed + self._size // 64))
        grown = _empty_columns(max(room, len(self._arrays[0]) * 5 // 4))
        for old, new in zip(self._arrays, grown, strict=True):
            new[..., : self._count] = old[..., : self._count]
        self._arrays = grown

    def join(self, root: Root, is_fast: bool) -> Scan:
        """Return everything added."""
        start, end, value_start, value_length, flags = (
            array[..., : self._count] for array in self._arrays
        )
        return Scan(root, start, end, value_start, value_length, flags, is_fast)


def _empty_columns(size: int) -> tuple[npt.NDArray[Any], ...]:
    count = len(FIELDS)
    return (
        np.empty(size, np.int64),
        np.empty(size, np.int64),
        np.empty((count, size), np.int32),
        np.empty((count, size), np.int32),
        np.empty(size, np.uint8),
    )


def core_prefixes(root: Root) -> list[bytes]:
    """The prefixes (with colon, b"" for the default) that stand for the sitemap on the root.

    A name without prefix and namespace is read as the sitemap's too, as crawlers do.
    """
    declared = {"": "", **root.namespaces}
    return [
        prefix.encode() + b":" * bool(prefix)
        for prefix, uri in declared.items()
        if uri == root.namespace or is_sitemap_namespace(uri)
    ]
