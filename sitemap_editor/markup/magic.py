"""Formats known by their first bytes that are no text at all: each is refused by its own name.

Looked at before any encoding is guessed, because a guess makes letters of anything.
"""

from __future__ import annotations

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import N_, _

_UNPACK = N_("Unpack it first and open the sitemap inside; only gzip is known to search engines.")
_LOOK_AGAIN = N_("Choose a sitemap: an XML file, or a text file with one address a line.")

_ARCHIVES = (
    (b"PK\x03\x04", N_("a ZIP archive")),
    (b"PK\x05\x06", N_("an empty ZIP archive")),
    (b"BZh", N_("a bzip2 archive")),
    (b"\xfd7zXZ\0", N_("an xz archive")),
    (b"\x28\xb5\x2f\xfd", N_("a Zstandard archive")),
    (b"7z\xbc\xaf\x27\x1c", N_("a 7-Zip archive")),
    (b"Rar!\x1a\x07", N_("a RAR archive")),
)
"""Magic numbers: RULES archive-not-gzip and the formats' own specifications."""

_OTHERS = (
    (b"%PDF-", N_("a PDF document")),
    (b"\x89PNG\r\n", N_("an image (PNG)")),
    (b"\xff\xd8\xff", N_("an image (JPEG)")),
    (b"GIF87a", N_("an image (GIF)")),
    (b"GIF89a", N_("an image (GIF)")),
    (b"SQLite format 3\0", N_("an SQLite database")),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", N_("an old Office document")),
    (b"\x7fELF", N_("a program")),
    (b"MZ\x90\0", N_("a program")),
)

_TAR_MAGIC = slice(257, 262)
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\f\r\x1b"))
_SAMPLE = 1 << 16
_BINARY_SHARE = 0.02
"""More control characters than this in a file that does not begin with ``<``: no text."""


def refuse_binary(data: bytes) -> None:
    """Raise SitemapError (archive-not-gzip, format-unsupported) for what is known and no text."""
    head = data[:_SAMPLE]
    archive = _archive(head)
    if archive is not None:
        raise _spreadsheet() if _is_spreadsheet(head) else _refusal(archive, is_archive=True)
    other = _other(head)
    if other is not None:
        raise _refusal(other)


def known_format(data: bytes) -> str | None:
    """What bytes are that are no text, in the language spoken now; None when that is not known."""
    name = _archive(data) or _other(data)
    return None if name is None else _(name)


def _archive(head: bytes) -> str | None:
    tar = N_("a TAR archive") if head[_TAR_MAGIC] == b"ustar" else None
    return next((name for magic, name in _ARCHIVES if head.startswith(magic)), tar)


def _other(head: bytes) -> str | None:
    webp = N_("an image (WebP)") if head[:4] == b"RIFF" and head[8:12] == b"WEBP" else None
    return next((name for magic, name in _OTHERS if head.startswith(magic)), webp)


def refuse_control_characters(data: bytes) -> None:
    """Raise SitemapError (format-unsupported) when 8-bit data can be no text.

    A few control characters in a text are left alone: whoever reads it says where they are.
    """
    sample = data[:_SAMPLE]
    if sample.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    if controls > len(sample) * _BINARY_SHARE:
        raise _refusal(N_("binary data"))


def _is_spreadsheet(head: bytes) -> bool:
    return head.startswith(b"PK") and b"[Content_Types].xml" in head and b"xl/" in head


def _spreadsheet() -> SitemapError:
    return SitemapError(
        _("This is a spreadsheet, not a sitemap."),
        code="format-unsupported",
        advice=_("Save its column of addresses as a text file, one address a line."),
    )


def _refusal(name: str, *, is_archive: bool = False) -> SitemapError:
    return SitemapError(
        _("This is {format}, not a sitemap.").format(format=_(name)),
        code="archive-not-gzip" if is_archive else "format-unsupported",
        advice=_(_UNPACK if is_archive else _LOOK_AGAIN),
    )
