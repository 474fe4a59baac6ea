"""Where results go: a file that is written whole or not at all, or standard output.

``-`` is standard output. A file that exists is replaced with ``--force`` only; a device or a pipe
with a name is written as it is.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from sitemap_editor.protocol.errors import SitemapError, describe_os_error
from sitemap_editor.support.files import write_atomically, written_beside
from sitemap_editor.support.i18n import _

STANDARD = "-"
IN_MEMORY = 32 * 1024 * 1024


def is_standard(name: str | None) -> bool:
    """Whether a name means standard input or output."""
    return name is None or name == STANDARD


def require_free(name: str | None, *, force: bool) -> None:
    """Raise SitemapError when nothing may or can be written under ``name``.

    Asked before the work, so that nobody waits for a result that cannot be kept.
    """
    if name is None or is_standard(name):
        return
    path = Path(name)
    if path.is_dir():
        raise SitemapError(_("This is a folder; name a file to write to."), path=name)
    if path.is_file() and not force:
        advice = _("Use --force to replace it, or choose another name.")
        raise SitemapError(_("The file exists already."), path=name, advice=advice)
    if not path.parent.is_dir():
        raise SitemapError(_("The folder does not exist."), path=name)


def write(name: str | None, chunks: Iterable[bytes | memoryview], *, force: bool = False) -> None:
    """Write a result under ``name``; None and ``-`` are standard output."""
    if name is None or is_standard(name):
        _write_standard(chunks)
        return
    require_free(name, force=force)
    path = Path(name)
    try:
        if _is_device(path):
            _write_device(path, chunks)
        else:
            write_atomically(path, chunks)
    except OSError as error:
        raise describe_os_error(error, name, saving=True) from error


@contextmanager
def written_with(
    name: str | None, chunks: Iterable[bytes | memoryview], *, force: bool = False
) -> Iterator[None]:
    """Write a result that belongs to what the block writes: both are there in the end, or neither.

    It is made before the block, which may replace what it is made from.
    """
    if name is None or is_standard(name) or _is_device(Path(name)):
        made = [bytes(chunk) for chunk in chunks]
        yield
        write(name, made, force=force)
        return
    require_free(name, force=force)
    with ExitStack() as stack:
        try:
            stack.enter_context(written_beside(name, chunks))
        except OSError as error:
            raise describe_os_error(error, name, saving=True) from error
        yield


def encoded(text: str) -> bytes:
    """``text`` in UTF-8; what a file name holds beyond Unicode as JSON escapes."""
    return text.encode("utf-8", "backslashreplace")


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file()


def _write_device(path: Path, chunks: Iterable[bytes | memoryview]) -> None:
    with path.open("wb") as file:
        for chunk in chunks:
            file.write(chunk)


def _write_standard(chunks: Iterable[bytes | memoryview]) -> None:
    """Collect everything first: half a result looks like a whole one to the next program."""
    with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as spool:
        for chunk in chunks:
            spool.write(chunk)
        spool.seek(0)
        try:
            sys.stdout.flush()
            shutil.copyfileobj(spool, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            silence_output()


def silence_output() -> None:
    """The reader has gone (``| head``): write nothing more, and let Python end without a word."""
    null = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, sys.stdout.fileno())
    finally:
        os.close(null)


def open_closed_streams() -> None:
    """Let what is written to a stream that was closed before the start (``>&-``) go nowhere."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115
