"""Breakages that were mended when the file was read: findings like those of rules.

They count for every profile, since nobody can read a broken file; only who switches a code off
or ignores it is not told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sitemap_editor.document.document import Document
from sitemap_editor.markup.charsets import canonical, is_wide
from sitemap_editor.markup.encoding import Source
from sitemap_editor.protocol.findings import Finding
from sitemap_editor.rules.base import Hit
from sitemap_editor.rules.catalogue import CATALOGUE

from .judge import Judge
from .state import FileHit


def hits_of_repairs(doc: Document, judge: Judge) -> Iterator[FileHit]:
    """What had to be mended, each place a finding."""
    policy = judge.context.policy
    for finding in doc.repairs:
        info = CATALOGUE[finding.code]
        if policy.is_on(info, info.profiles):
            yield FileHit(None, Hit(), judge.key_of(finding), said=finding)


def on_disk(doc: Document, finding: Finding) -> Finding:
    """A finding about a mended document, placed in the file as it is on disk.

    Once the document is edited there is no way back; the place is then that in its own text.
    """
    mending = doc.mending
    if mending is None or finding.line is None or doc.history.state:
        return finding
    line, column = mending.place_on_disk(finding.line, finding.column or 1)
    return replace(finding, line=line, column=column if finding.column else None)


def is_well_formed(doc: Document) -> bool | None:
    """Whether the file on disk is well-formed XML; None for what is no XML at all."""
    if not (doc.kind.is_xml or doc.kind.is_feed):
        return None
    if doc.mending is not None:
        return doc.mending.was_well_formed
    return is_label_right(doc.source)


def is_label_right(source: Source) -> bool:
    """Whether a reader of XML that goes by the declaration can read the bytes at all."""
    label = source.declared
    if source.guessed or (label is not None and canonical(label) is None):
        return False
    return label is None or not is_wide(canonical(label) or "") or is_wide(source.encoding)
