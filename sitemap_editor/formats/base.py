"""What a format is: its suffixes, the kinds it can hold, the choices it leaves, its writer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemap_editor.protocol.kinds import Kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sitemap_editor.document.document import Document

Options = Mapping[str, bool]
"""Chosen values by the key of the option; what is missing has its default."""

BLOCK = 4_096
"""Entries read at once: enough to be quick, few enough to let a window paint."""

ALL_KINDS = (Kind.URLSET, Kind.SITEMAPINDEX, Kind.TEXT)


@dataclass(frozen=True, slots=True)
class Option:
    """One choice a format leaves to people: a yes or no with a translatable label."""

    key: str
    label: str
    default: bool = False
    explanation: str = ""

    def of(self, options: Options) -> bool:
        """The chosen value, or the default."""
        return options.get(self.key, self.default)


@dataclass(frozen=True, slots=True)
class Format:
    """One format: ``write`` gives a document's bytes in pieces, uncompressed.

    ``title`` is translatable, ``suffixes`` have the dot and are lower case, ``kinds`` are those of
    the documents it can be written from. ``own_kinds`` are the kinds of document that are kept in
    this very format, so that untouched bytes can be written as they are.
    """

    id: str
    title: str
    suffixes: tuple[str, ...]
    write: Callable[[Document, Options], Iterator[bytes | memoryview]]
    kinds: tuple[Kind, ...] = ALL_KINDS
    own_kinds: tuple[Kind, ...] = ()
    options: tuple[Option, ...] = ()


def blocks(doc: Document) -> Iterator[NDArray[np.int64]]:
    """The ids of a document's entries in document order, some thousand at a time."""
    ids = doc.ids
    for start in range(0, len(ids), BLOCK):
        yield ids[start : start + BLOCK]
