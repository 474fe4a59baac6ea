"""What our figures stand beside: the least a full check can do, the usual way, the disk."""

from __future__ import annotations

import os
from pathlib import Path
from pyexpat import ParserCreate

SLICE = 1 << 20
FIELDS = ("loc", "lastmod", "changefreq", "priority")
NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def bare_expat(text: bytes) -> None:
    """Prove with namespaces that the text is well-formed, and do nothing else."""
    parser = ParserCreate("utf-8", "\x01")
    view = memoryview(text)
    for first in range(0, len(text), SLICE):
        parser.Parse(view[first : first + SLICE], False)
    parser.Parse(b"", True)


def lxml_tuples(text: bytes) -> list[tuple[str | None, ...]]:
    """Parse into a tree, then list the four values of each entry."""
    from lxml import etree

    tags = [NAMESPACE + name for name in FIELDS]
    root = etree.fromstring(text, etree.XMLParser(huge_tree=True))
    return [tuple(entry.findtext(tag) for tag in tags) for entry in root]


def copy_with_fsync(source: Path, target: Path) -> None:
    """Copy a file, and wait until it is on the disk."""
    with source.open("rb") as reading, target.open("wb") as writing:
        while block := reading.read(SLICE):
            writing.write(block)
        writing.flush()
        os.fsync(writing.fileno())
