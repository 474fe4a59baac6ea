"""The line of robots.txt that names the index."""

from __future__ import annotations

from pathlib import Path

from sitemap_editor.markup.robots_lines import sitemap_line
from sitemap_editor.protocol.errors import SitemapError, describe_os_error
from sitemap_editor.protocol.robots import split_lines
from sitemap_editor.support.files import read_file
from sitemap_editor.support.i18n import _


def with_sitemap(text: bytes, address: str) -> bytes:
    """A robots.txt that names a sitemap, the rest as it was; the same when it does already."""
    for line in split_lines(text):
        if line.is_sitemap and line.value == address:
            return text
    newline = b"\r\n" if b"\r\n" in text else b"\n"
    if text and not text.endswith((b"\n", b"\r")):
        text += newline
    return text + sitemap_line(address) + newline


def robots_with(path: Path, address: str) -> bytes | None:
    """What a robots.txt on disk has to become; None when it names the sitemap already.

    Raises SitemapError when it cannot be read, or is no text of one byte a letter.
    """
    try:
        old = read_file(path) if path.exists() else b""
    except OSError as error:
        raise describe_os_error(error, path) from error
    if b"\0" in old:
        raise SitemapError(
            _("This robots.txt is no plain text, so no line was added."),
            path=path,
            advice=_("Save it as UTF-8 first."),
        )
    new = with_sitemap(old, address)
    return None if new == old else new
