"""How a broken file becomes one that can be opened, and which files are not even tried.

What is a page, a table or an archive is refused by its own name: taking addresses out of it in
silence would be wrong.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from sitemap_editor.markup import charsets
from sitemap_editor.markup.encoding import Source
from sitemap_editor.markup.repair import Key, Repaired, may_be_root, repair
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.jobs import Progress

from .mending import Mending

BEYOND = frozenset(
    (
        "html-instead-of-xml",
        "format-unsupported",
        "file-empty",
        "archive-not-gzip",
        "doctype-present",
        "gzip-bomb",
        "gzip-corrupt",
        "encoding-not-utf8",
    )
)
"""Codes of files that are no sitemap, not even a text, or a trap."""


def mended(
    source: Source, error: SitemapError, refused: Collection[Key], progress: Progress
) -> tuple[Source, Mending]:
    """Mend a text in which ``error`` was found; raises it again when that cannot be done."""
    if error.code in BEYOND or (error.code == "root-unknown" and not may_be_root(source.text)):
        raise error
    done = repair(source.text, refused, progress)
    if done.error is not None or not done.repairs:
        raise _what_is_left(done, error, refused)
    return as_mended(source, done, refused)


def as_mended(source: Source, done: Repaired, refused: Collection[Key]) -> tuple[Source, Mending]:
    """The source as it is after the repairs; its own bytes are not to be written again."""
    text = done.text
    new = replace(
        source,
        original=b"",
        text=text,
        declared=charsets.declared_label(text),
    )
    return new, Mending(source.text, done.repairs, frozenset(refused), done.history)


def _what_is_left(done: Repaired, error: SitemapError, refused: Collection[Key]) -> SitemapError:
    """Why the file still cannot be read: what was refused may be the reason, not what came first.

    Places are those in the file on disk.
    """
    left = done.error
    if not refused or left is None:
        return error
    if left.line is not None:
        mending = Mending(done.history.original, [], frozenset(refused), done.history)
        left.line, left.column = mending.place_on_disk(left.line, left.column or 1)
    return left
