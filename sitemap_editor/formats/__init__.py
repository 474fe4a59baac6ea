"""The formats a document can be written in: the explicit list, and which one a name asks for.

The suffix decides: ``.xml``, ``.txt``, ``.csv``, ``.tsv``, ``.xlsx``, ``.rss``, ``.atom``,
``.jsonl`` and ``.robots.txt``, each with ``.gz`` for gzip. A document that stays in its own format
keeps its bytes and its encoding; every other file is UTF-8.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from sitemap_editor.document.saving import file_bytes
from sitemap_editor.markup.inflate import deflate
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _

from .base import Choice, Format, Option, Options
from .feeds import ATOM, RSS
from .jsonl import JSON_LINES
from .robots import ROBOTS, ROBOTS_LINES, ROBOTS_NAME
from .tables import CSV, TSV
from .text import TEXT
from .xlsx import XLSX
from .xml import XML

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

    from .base import Ids

__all__ = [
    "FORMATS",
    "Choice",
    "Format",
    "Option",
    "Options",
    "Target",
    "leaves_out",
    "own_format",
    "preview",
    "target_of",
    "write",
]

FORMATS: tuple[Format, ...] = (
    XML,
    TEXT,
    ROBOTS,
    CSV,
    TSV,
    XLSX,
    JSON_LINES,
    RSS,
    ATOM,
    ROBOTS_LINES,
)

GZIP_SUFFIX = ".gz"
PREVIEWED = 500
"""Entries that a preview is made of."""


@dataclass(frozen=True, slots=True)
class Target:
    """How a file is to be written: format and container."""

    format: Format
    gzip: bool = False


def own_format(kind: Kind) -> Format:
    """The format that documents of this kind are kept in."""
    return next(known for known in FORMATS if kind in known.own_kinds)


def target_of(path: str | os.PathLike[str], kind: Kind, default: Format | None = None) -> Target:
    """What the name of a file asks for, when a document of ``kind`` is written to it.

    ``default`` is taken for a name with another suffix or none; without it SitemapError is raised.
    A bare ``.gz`` is the document's own format.
    """
    suffix, is_gzip = _suffix_of(path)
    if is_gzip and not suffix:
        return Target(own_format(kind), True)
    if _is_for_robots(path) and kind in ROBOTS_LINES.kinds:
        return Target(ROBOTS_LINES, is_gzip)
    for known in FORMATS:
        if suffix in known.suffixes and kind in known.kinds:
            return Target(known, is_gzip)
    if kind is Kind.ROBOTS and suffix and any(suffix in known.suffixes for known in FORMATS):
        raise SitemapError(
            _("A robots.txt is no list of entries, so it cannot be written as {suffix}.").format(
                suffix=suffix
            ),
            path=path,
            advice=_("Use .txt."),
        )
    if default is not None:
        return Target(default, is_gzip)
    raise _unknown(path)


def write(
    doc: Document, target: Target, options: Options | None = None, ids: Ids | None = None
) -> Iterable[bytes | memoryview]:
    """The bytes of a document's file in pieces; untouched bytes are given as they are on disk.

    ``ids`` are the entries wanted, in this order; all of them without. Raises SitemapError, also
    between the pieces, for what the format cannot hold.
    """
    chosen = options or {}
    if ids is None and target.format.keeps_bytes(doc.kind, chosen):
        return file_bytes(doc, gzip=target.gzip)
    text = target.format.write(doc, chosen, ids)
    return deflate(text) if target.gzip else text


def preview(
    doc: Document,
    target: Target,
    options: Options | None,
    limit: int = 4_000,
    ids: Ids | None = None,
) -> str:
    """How the file would begin: some lines of text, whatever the container."""
    head = b""
    shown = (doc.ids if ids is None else ids)[:PREVIEWED]
    for chunk in (target.format.preview or target.format.write)(doc, options or {}, shown):
        head += bytes(chunk[:limit])
        if len(head) >= limit:
            break
    return head[:limit].decode("utf-8", "ignore").removeprefix("\ufeff")


def leaves_out(doc: Document, target: Target) -> bool:
    """Whether entries without an address have no place in what is written."""
    is_own = doc.kind in target.format.own_kinds
    return not is_own and target.format in (TEXT, XML, RSS, ATOM)


def _suffix_of(path: str | os.PathLike[str]) -> tuple[str, bool]:
    name = PurePath(path)
    is_gzip = name.suffix.lower() == GZIP_SUFFIX
    if is_gzip:
        name = name.with_suffix("")
    return name.suffix.lower(), is_gzip


def _is_for_robots(path: str | os.PathLike[str]) -> bool:
    """Whether a name is that of a robots.txt, or of lines for one."""
    name = PurePath(path).name.lower()
    return name == ROBOTS_NAME or name.endswith(ROBOTS_LINES.suffixes)


def _unknown(path: str | os.PathLike[str]) -> SitemapError:
    suffixes = ", ".join(dict.fromkeys(name for known in FORMATS for name in known.suffixes))
    reason = _("The suffix of the name decides the format, and this one is not known.")
    advice = _("Use {suffixes}, each also with .gz.").format(suffixes=suffixes)
    return SitemapError(reason, path=path, advice=advice)
