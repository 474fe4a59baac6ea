"""What kind of sitemap a file is, as its first bytes tell; nothing more is read."""

from __future__ import annotations

import re
import stat
import zlib
from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import Literal

from sitemap_editor.markup.inflate import is_gzip
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.files import FileStamp

HEAD = 4_096
LONG_HEAD = 65_536
"""Bytes looked at: more only where comments fill the first ones."""
MOST_KEPT = 5_000

_ROOT = re.compile(rb"<(?:[\w.-]+:)?(urlset|sitemapindex)[\s>/]")
_COMMENT = re.compile(rb"<!--.*?(?:-->|$)", re.DOTALL)
_ELEMENT = re.compile(rb"<[A-Za-z_]")

_kept: OrderedDict[tuple[Path, FileStamp], Kind | None] = OrderedDict()
_lock = Lock()


def read_head(path: Path, size: int) -> bytes:
    """The first bytes of a file; none when it cannot be read, or is no file."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return b""
        with path.open("rb") as file:
            return file.read(size)
    except OSError:
        return b""


def kind_of_head(path: Path) -> Kind | None:
    """Whether a file is a urlset or an index; None when it is neither or cannot be read."""
    try:
        key = path, FileStamp.of(path)
    except OSError:
        return None
    with _lock:
        if key in _kept:
            return _kept[key]
    kind = _sniffed(path)
    with _lock:
        _kept[key] = kind
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return kind


def _sniffed(path: Path) -> Kind | None:
    for size in (HEAD, LONG_HEAD):
        data = read_head(path, size)
        root = _root_of(data)
        if root is not None or len(data) < size:
            return root or None
    return None


def kind_of_bytes(head: bytes) -> Kind | None:
    """What ``kind_of_head`` says of a file that begins with these bytes."""
    return _root_of(head) or None


def _root_of(head: bytes) -> Kind | Literal[False] | None:
    """The kind of the first element, False when it is another one, None when there is none yet."""
    text = _COMMENT.sub(b"", _inflated(head))
    first = _ELEMENT.search(text)
    if first is None:
        return None
    found = _ROOT.match(text, first.start())
    return Kind(found[1].decode()) if found else False


def _inflated(data: bytes) -> bytes:
    if not is_gzip(data):
        return data.replace(b"\0", b"")  # enough to see through UTF-16
    try:
        return zlib.decompressobj(31).decompress(data, LONG_HEAD)
    except zlib.error:
        return b""
