"""Files to read: from disk, or from standard input for ``-``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.protocol.errors import describe_os_error
from sitemap_editor.support.files import read_file
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .outputs import STANDARD

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document


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
    """Open a document; SitemapError names the file when it cannot be read or is refused."""
    try:
        data = read(name, progress)
    except OSError as error:
        raise describe_os_error(error, name) from error
    return open_bytes(data, path_of(name), max_inflated=max_inflated, progress=progress)
