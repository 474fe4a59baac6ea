"""Files to read: from disk, or from standard input for ``-``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.protocol.errors import SitemapError, describe_os_error
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.support.files import read_file
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from . import terminal
from .outputs import STANDARD

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.markup.repair import Key, Repair

MOST_ROUNDS = 10
"""What is refused may give way to another guess; nobody should wait for the last."""


def read(name: str, progress: Progress = NO_PROGRESS) -> bytes:
    """All bytes of a file or of standard input; raises OSError."""
    if name == STANDARD:
        return sys.stdin.buffer.read()
    return read_file(name, progress)


def path_of(name: str) -> Path | None:
    """The path by which a document knows its file; None for standard input."""
    return None if name == STANDARD else Path(name)


def open_input(
    name: str, *, max_inflated: int | None = None, progress: Progress = NO_PROGRESS
) -> Document:
    """Open a document, mended where it is broken.

    SitemapError names the file when it cannot be read or is refused.
    """
    data = read_or_say(name, progress)
    return open_bytes(data, path_of(name), max_inflated=max_inflated, progress=progress)


def open_surely(
    name: str, *, max_inflated: int | None = None, progress: Progress = NO_PROGRESS
) -> Document:
    """Open a document with no repair made that needs a decision.

    SitemapError names the first of those when the file cannot be read without them.
    """
    data = read_or_say(name, progress)
    refused: set[Key] = set()
    first: SitemapError | None = None
    for _round in range(MOST_ROUNDS):
        try:
            doc = open_bytes(
                data, path_of(name), refused=refused, max_inflated=max_inflated, progress=progress
            )
        except SitemapError as error:
            raise first or error from None
        unsure = [repair for repair in repairs_of(doc) if repair.kind is FixKind.ASK]
        if not unsure:
            return doc
        first = first or _needs_decision(doc, unsure[0]).at(path_of(name))
        refused.update(repair.key for repair in unsure)
    assert first is not None  # each round found one
    raise first


def open_telling(name: str, max_inflated: int | None) -> Document:
    """Open a document as ``open_input`` does, with progress, and say when it had to be mended."""
    with terminal.progress(_("Opening {name}").format(name=name)) as shown:
        doc = open_input(name, max_inflated=max_inflated, progress=shown)
    tell_repairs(doc, name)
    return doc


def tell_repairs(doc: Document, name: str) -> None:
    """Say on standard error that a file had to be mended to be read."""
    count = len(repairs_of(doc))
    if count:
        said = ngettext(
            "{name} is broken: {n} repair was needed to read it. {command} tells it.",
            "{name} is broken: {n} repairs were needed to read it. {command} tells them.",
            count,
        )
        command = "sitemap-editor repair"
        terminal.complain(said.format(name=name, n=format_number(count), command=command))


def read_or_say(name: str, progress: Progress = NO_PROGRESS) -> bytes:
    """All bytes of a file or of standard input; raises SitemapError."""
    try:
        return read(name, progress)
    except OSError as error:
        raise describe_os_error(error, name) from error


def repairs_of(doc: Document) -> list[Repair]:
    """What had to be done to read a document; nothing when its file was not broken."""
    return doc.mending.repairs if doc.mending is not None else []


def _needs_decision(doc: Document, repair: Repair) -> SitemapError:
    assert doc.mending is not None  # the repair is one of its
    line, column = doc.mending.place_of(repair)
    return SitemapError(
        repair.reason,
        line=line,
        column=column,
        code=repair.code,
        advice=guess_advice(),
    )


def guess_advice() -> str:
    """What to do about something that is mended by a decision only."""
    said = _("To mend it is a guess; look at it, and allow that with {option}.")
    return said.format(option="--ask accept")
