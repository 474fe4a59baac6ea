"""How a broken file becomes one that can be opened, and which files are not even tried.

What is a page, a table or an archive is refused by its own name: taking addresses out of it in
silence would be wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from sitemap_editor.markup import charsets
from sitemap_editor.markup.damaged import LOST
from sitemap_editor.markup.encoding import Source
from sitemap_editor.markup.repair import Change, History, Key, Repair, Repaired, may_be_root, repair
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.support.i18n import N_
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


def is_damaged(source: Source) -> bool:
    """Whether some bytes of a file mean nothing, though its text may be well-formed."""
    return bool(source.damage or source.stray_mark)


def mended(
    source: Source, error: SitemapError | None, refused: Collection[Key], progress: Progress
) -> tuple[Source, Mending] | None:
    """Mend a text in which ``error`` was found; raises it again when that cannot be done.

    ``error`` is None when nothing is wrong but the bytes. Returns None when all is refused.
    """
    if error is None:
        done = _restored(source, refused)
        return _as_mended(source, done) if done.repairs else None
    if error.code in BEYOND or (error.code == "root-unknown" and not may_be_root(source.text)):
        raise error
    before = _restored(source, refused)
    done = repair(before.text, refused, progress, before)
    if done.error is not None or not done.repairs:
        raise _what_is_left(done, error, refused)
    return _as_mended(source, done)


def _as_mended(source: Source, done: Repaired) -> tuple[Source, Mending]:
    """The source as it is after the repairs; its own bytes are not to be written again."""
    text = done.text
    new = replace(
        source,
        original=b"",
        text=text,
        declared=charsets.declared_label(text),
        damage=(),
        stray_mark=b"",
    )
    if is_damaged(source):
        is_wide = charsets.is_wide(source.encoding)
        new = replace(new, lossless=True, guessed=False, is_utf8=not is_wide)
    return new, Mending(done.repairs, done.history)


def _restored(source: Source, refused: Collection[Key]) -> Repaired:
    """What can be made of bytes that mean nothing: letters of Western Europe, mostly."""
    history = History(source.text)
    made = history.take(_letters_of_damage(source), frozenset(refused))
    if source.stray_mark:
        mark = _mark_gone(source.stray_mark)
        made[:0] = [mark] if mark.key not in refused else []
    return Repaired(history, made)


def _letters_of_damage(source: Source) -> Iterator[Change]:
    if charsets.is_wide(source.encoding):
        reason = N_("The bytes {value} mean nothing in {encoding}; they were left out.")
    else:
        reason = N_("{value} is no UTF-8; as Western European text it is “{character}”.")
    for at, raw in source.damage:
        text = "" if charsets.is_wide(source.encoding) else _western(raw)
        shown = {"value": raw.hex(" ").upper(), "character": text}
        shown["encoding"] = source.encoding.upper()
        span = (at, at + len(LOST))
        yield Change(*span, text.encode(), "encoding-not-utf8", reason, FixKind.ASK, shown)


def _western(raw: bytes) -> str:
    try:
        return raw.decode("cp1252")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def _mark_gone(mark: bytes) -> Repair:
    reason = N_("The byte order mark of UTF-16 stood before text that is none.")
    return Repair("encoding-not-utf8", FixKind.SAFE, 0, 0, mark, b"", (), reason)


def _what_is_left(done: Repaired, error: SitemapError, refused: Collection[Key]) -> SitemapError:
    """Why the file still cannot be read: what was refused may be the reason, not what came first.

    Places are those in the file on disk.
    """
    left = done.error
    is_trap = left is not None and left.code in BEYOND
    if left is None or not (refused or is_trap):
        return error
    if left.line is not None:
        mending = Mending([], done.history)
        left.line, left.column = mending.place_on_disk(left.line, left.column or 1)
        if left.opened is not None:
            line, column = mending.place_on_disk(left.opened.line, left.opened.column)
            left.opened = replace(left.opened, line=line, column=column)
            left.reason = left.opened.told()
    return left
