"""The links of one entry that do not fit those of others, as they are told to people."""

from __future__ import annotations

from collections.abc import Iterator

from sitemap_editor.document.document import Document
from sitemap_editor.rules.extensions.parts import Part

from .clusters import KINDS, Clusters, LinkFlaw
from .entry import Entry
from .links import page_named_by


def link_flaws(doc: Document, clusters: Clusters, entry: int, whole: Entry) -> Iterator[LinkFlaw]:
    """What is wrong with the links of an entry, whose bytes are ``whole``; one flaw a kind."""
    parts = [part for part in whole.all_of("xhtml", "link") if page_named_by(part) is not None]
    rows = clusters.rows_of(entry)
    if len(rows) != len(parts):
        return  # edited since the clusters were found
    by_row = dict(zip(rows.tolist(), parts, strict=True))
    for kind in KINDS:
        found = clusters.flawed(kind, rows).tolist()
        if found:
            flaw = _flaw(doc, clusters, kind, found, by_row)
            if kind == "return":
                flaw = flaw._replace(others=clusters.taking_link_back(rows, flaw.others))
            yield flaw


def _flaw(
    doc: Document, clusters: Clusters, kind: str, rows: list[int], by_row: dict[int, Part]
) -> LinkFlaw:
    """The first of the links of one kind, and what the others are about."""
    first = by_row[rows[0]].element
    code_there = ""
    if kind == "conflict":
        other, number = clusters.code_elsewhere(rows[0])
        code_there, others = clusters.names[number], [other]
    else:
        others = clusters.listed(clusters.targets[rows]).tolist()
    known = [other for other in others if other >= 0 and doc.has(other)]
    return LinkFlaw(
        kind,
        first.attributes["hreflang"].strip(),
        first.attributes["href"].strip(),
        first.start,
        doc.position_of(known[0]) if known else -1,
        code_there,
        tuple(known),
        tuple(dict.fromkeys(by_row[row].element.attributes["href"].strip() for row in rows)),
        more=len(rows) - 1,
    )
