"""What a format is: its suffixes, the kinds it can hold, the choices it leaves, its writer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from sitemap_editor.protocol.kinds import Kind

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sitemap_editor.document.document import Document

    Ids = NDArray[np.int64]

Options = Mapping[str, bool | str]
"""Chosen values by the key of the option; what is missing has its default."""

BLOCK = 1_024
"""Entries read at once: enough to be quick, few enough to let a window paint."""

ALL_KINDS = (Kind.URLSET, Kind.SITEMAPINDEX, Kind.TEXT, Kind.RSS, Kind.ATOM)


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option, with a translatable label."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a format leaves to people, with a translatable label.

    A ``default`` of True or False makes it a yes or no; a text makes it one of ``choices`` or,
    without any, a text that people type.
    """

    key: str
    label: str
    default: bool | str = False
    explanation: str = ""
    choices: tuple[Choice, ...] = ()

    @property
    def is_yes_or_no(self) -> bool:
        """Whether it is answered by yes or no."""
        return isinstance(self.default, bool)

    def of(self, options: Options) -> bool:
        """Whether yes was chosen, or is the default."""
        return bool(options.get(self.key, self.default))

    def text_of(self, options: Options) -> str:
        """The chosen or typed value, or the default; an unknown choice counts as none."""
        value = str(options.get(self.key, self.default))
        is_known = not self.choices or any(value == choice.value for choice in self.choices)
        return value if is_known else str(self.default)


class Writer(Protocol):
    """Gives a document's bytes in pieces, uncompressed; empty ones only say that it goes on.

    ``ids`` are the entries wanted, in this order; all in document order without them.
    """

    def __call__(
        self, doc: Document, options: Options, ids: Ids | None = None, /
    ) -> Iterator[bytes | memoryview]:
        """Write a document; raises SitemapError for what the format cannot hold."""


@dataclass(frozen=True, slots=True)
class Format:
    """One format, with its writer.

    ``title`` is translatable, ``suffixes`` have the dot and are lower case, ``kinds`` are those of
    the documents it can be written from. ``own_kinds`` are the kinds of document that are kept in
    this very format: untouched bytes are written as they are, unless an option in ``reshaping``
    asks for more than its default. ``preview`` writes text where the format itself is binary.
    """

    id: str
    title: str
    suffixes: tuple[str, ...]
    write: Writer
    kinds: tuple[Kind, ...] = ALL_KINDS
    own_kinds: tuple[Kind, ...] = ()
    options: tuple[Option, ...] = ()
    reshaping: tuple[str, ...] = ()
    preview: Writer | None = None

    def keeps_bytes(self, kind: Kind, options: Options) -> bool:
        """Whether a document of this kind is written as its own bytes."""
        asked = (one for one in self.options if one.key in self.reshaping)
        is_plain = all(options.get(one.key, one.default) == one.default for one in asked)
        return kind in self.own_kinds and is_plain


def blocks(doc: Document, ids: Ids | None = None) -> Iterator[Ids]:
    """The ids of a document's entries in document order, or those given, some thousand a time."""
    chosen = doc.ids if ids is None else ids
    for start in range(0, len(chosen), BLOCK):
        yield chosen[start : start + BLOCK]


def resolved_addresses(doc: Document, ids: Ids) -> list[str | None]:
    """The addresses of entries; those of a feed made whole, as far as it says how."""
    addresses = doc.values_of(ids, "loc")
    if not doc.kind.is_feed:
        return addresses
    from sitemap_editor.markup.feeds import feed_of_head

    feed = feed_of_head(bytes(doc.head))
    return [None if one is None else feed.resolved(one) for one in addresses]


def values_of(doc: Document, ids: Ids, field: str) -> list[str | None]:
    """The values of a field as they are written elsewhere."""
    return resolved_addresses(doc, ids) if field == "loc" else doc.values_of(ids, field)
