"""A ZIP archive on disk, of which only what is looked at comes into memory."""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sitemap_editor.formats.archive import ZIP_MAGIC, is_zip

Bytes = bytes | mmap.mmap


@contextmanager
def mapped(path: Path) -> Iterator[Bytes]:
    """The bytes of a file, mapped where the system can. Raises OSError."""
    with path.open("rb") as file:
        try:
            view = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:  # an empty file
            yield b""
            return
        try:
            yield view
        finally:
            # Views of an archive that failed may live on in its traceback.
            try:
                view.close()
            except BufferError:
                pass


def is_archive(path: Path) -> bool:
    """Whether a file is a ZIP archive; a pipe, which gives its bytes only once, is left alone."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return is_zip(file.read(len(ZIP_MAGIC[0])))
    except OSError:
        return False
