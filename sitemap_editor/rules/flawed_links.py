"""The links of one entry that do not fit those of others, as they are told to people."""

from __future__ import annotations

from collections.abc import Iterator

from sitemap_editor.document.document import Document

from .clusters import KINDS, Clusters, LinkFlaw
from .entry import Entry
from .parts import Part
from .parts_pass import link_of


def link_flaws(doc: Document, clusters: Clusters, entry: int, whole: Entry) -> Iterator[LinkFlaw]:
    """What is wrong with the links of an entry, whose bytes are ``whole``."""
    parts = [part for part in whole.all_of("xhtml", "link") if link_of(part) is not None]
    rows = clusters.rows_of(entry)
    if len(rows) != len(parts):
        return  # edited since the clusters were found
    by_row = dict(zip(rows.tolist(), parts, strict=True))
    own_code = _own_code(clusters, by_row)
    for kind in KINDS:
        for row in clusters.flawed(kind, rows).tolist():
            yield _flaw(doc, clusters, kind, row, by_row[row], own_code)


def _own_code(clusters: Clusters, by_row: dict[int, Part]) -> str:
    """The code an entry gives its own page, a language rather than x-default; empty for none."""
    codes = [
        part.element.attributes["hreflang"].strip()
        for row, part in by_row.items()
        if clusters.targets[row] == clusters.own[row]
    ]
    return min(codes, key=lambda code: code.lower() == "x-default", default="")


def _flaw(
    doc: Document, clusters: Clusters, kind: str, row: int, part: Part, own_code: str
) -> LinkFlaw:
    attributes = part.element.attributes
    code_there = ""
    if kind == "conflict":
        other, number = clusters.code_elsewhere(row)
        code_there = clusters.names[number]
    else:
        other = int(clusters.listed(clusters.targets[row : row + 1])[0])
    return LinkFlaw(
        kind,
        attributes["hreflang"].strip(),
        attributes["href"].strip(),
        part.element.start,
        doc.position_of(other) if other >= 0 and doc.has(other) else -1,
        other,
        own_code,
        code_there,
    )
