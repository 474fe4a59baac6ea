"""Whether a file is a list to be imported or a document to be opened, told from its beginning."""

from __future__ import annotations

import gzip
import re
import zlib
from pathlib import Path

SUFFIXES = frozenset((
    ".csv", ".tsv", ".tab", ".xlsx", ".xlsm", ".xls", ".ods", ".zip", ".jsonl", ".ndjson",
))  # fmt: skip
"""Names of files that hold a list and can hold nothing else."""

TEXTS = frozenset((".txt", ".text", ".lst", ".list"))
ROBOTS = "robots.txt"
_ZIP, _OLE, _GZIP = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\x1f\x8b"
_LOOKED_AT = 1 << 16
_BARE = re.compile(rb"(?:https?://[^\s\"'<>|;]+)?")


def is_only_a_list(path: Path) -> bool:
    """Whether a file can be nothing but a list."""
    if path.is_dir():
        return False
    suffixes = path.suffixes[:-1] if path.suffix.lower() == ".gz" else path.suffixes
    if suffixes and suffixes[-1].lower() in SUFFIXES:
        return True
    return _beginning(path).startswith((_ZIP, _OLE))


def is_list(path: Path) -> bool:
    """Whether a file that was dropped is a list to be brought in.

    A text of bare addresses is a sitemap as it is, so it is not.
    """
    return is_only_a_list(path) or (is_document(path) and not _is_sitemap(_beginning(path)))


def _is_sitemap(start: bytes) -> bool:
    """Whether a text is one bare address a line, as far as it was read."""
    lines = [line.strip() for line in start.removeprefix(b"\xef\xbb\xbf").splitlines()]
    whole = lines[:-1] if len(start) >= _LOOKED_AT else lines
    return all(_BARE.fullmatch(line) for line in whole)


def is_document(path: Path) -> bool:
    """Whether a list can also be opened as it is: a feed, or a text with addresses."""
    is_robots = path.name.lower().removesuffix(".gz") == ROBOTS
    if is_robots or path.is_dir() or is_only_a_list(path):
        return False
    from sitemap_editor.markup.feeds import is_feed

    start = _beginning(path)
    if is_feed(start):
        return True
    name = path.with_suffix("") if path.suffix.lower() == ".gz" else path
    is_markup = start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")
    return name.suffix.lower() in TEXTS and not is_markup


def is_table(text: str) -> bool:
    """Whether copied text is cells of a spreadsheet: most of its first lines hold tabs."""
    lines = [line for line in text[:_LOOKED_AT].splitlines() if line.strip()][:50]
    is_markup = text.lstrip().startswith("<")
    return not is_markup and len(lines) > 1 and sum("\t" in line for line in lines) * 2 > len(lines)


def _beginning(path: Path) -> bytes:
    """The first bytes of a file, unpacked; none where it cannot be read, which is told later."""
    try:
        with path.open("rb") as file:
            start = file.read(_LOOKED_AT)
        if start.startswith(_GZIP):
            with gzip.open(path) as packed:
                start = packed.read(_LOOKED_AT)
    except (OSError, EOFError, zlib.error):
        return b""
    return start
