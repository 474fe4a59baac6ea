"""The changes that fixes make all over a file: prefixes, entities, another character set or kind.

They look at each entry once; what an entry needs besides is found in the next step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from sitemap_editor.document.document import Document
from sitemap_editor.document.forking import Fork, replaced_by
from sitemap_editor.document.opening import open_bytes_as
from sitemap_editor.markup.charsets import UTF_8, codec_of
from sitemap_editor.markup.entities import expanded, values_of_entities
from sitemap_editor.markup.lexer import START_TAG
from sitemap_editor.markup.scan import root_of_head
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.rules.engine.frame import DOCTYPE, attributes_of_root, masked
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .entry_shapes import with_prefix
from .head_fixes import Frame
from .replacing import Step

READ_AT_ONCE = 512
Change = Callable[[bytes], bytes]


def _everywhere(doc: Document, step: Step, change: Change, progress: Progress) -> None:
    """Change the bytes of all entries and gaps."""
    for start in range(0, len(doc), READ_AT_ONCE):
        ids = doc.ids[start : start + READ_AT_ONCE]
        rows = zip(ids.tolist(), doc.store.raws(ids), doc.store.gaps(ids), strict=True)
        for entry, raw, gap in rows:
            new_raw, new_gap = change(raw), change(gap)
            if new_raw != raw:
                step.raws[entry] = new_raw
            if new_gap != gap:
                step.gaps[entry] = new_gap
        progress.tick(start, len(doc))


def _rename_prefix(
    frame: Frame, doc: Document, step: Step, progress: Progress, *, old: str, new: str
) -> None:
    """Give all elements with a prefix another, or none, and the root what declares it."""
    before, after = (f"{name}:".encode() if name else b"" for name in (old, new))
    used = re.compile(rb"\s" + re.escape(before) + rb"[^\s=]+\s*=")

    def change(piece: bytes) -> bytes:
        piece = with_prefix(piece, before, after)
        # An attribute without a prefix would be in no namespace: such a prefix has to stay.
        return _with_attributes(piece, before, after) if after else piece

    _everywhere(doc, step, change, progress)
    start = root_of_head(frame.head).start
    _rename_declaration(frame, old, new, keeps_old=not after and _uses(doc, used))
    frame.head = frame.head[:start] + change(frame.head[start:])
    frame.tail = change(frame.tail)


def _uses(doc: Document, used: re.Pattern[bytes]) -> bool:
    """Whether attributes carry the prefix."""
    return any(used.search(chunk) is not None for chunk in doc.store.runs(doc.ids))


def _with_attributes(xml: bytes, before: bytes, after: bytes) -> bytes:
    """The same with another prefix on attributes."""
    if before not in xml:
        return xml
    carried = re.compile(rb"(\s)" + re.escape(before) + rb"(?=[^\s=\"'<>/]+\s*=)")
    return START_TAG.sub(lambda tag: carried.sub(rb"\g<1>" + after, tag[0]), xml)


def _rename_declaration(frame: Frame, old: str, new: str, *, keeps_old: bool) -> None:
    """Declare the new prefix instead of the old one, or beside it where attributes need that."""
    was, wanted = f"xmlns:{old}", f"xmlns:{new}" if new else "xmlns"
    attributes = attributes_of_root(frame.head, root_of_head(frame.head))
    names = {one.name for one in attributes}
    found = next((one for one in attributes if one.name == was), None)
    if found is None:
        return
    quoted = frame.head[found.value_start - 1 : found.end]
    declared = f" {wanted}=".encode() + quoted if wanted not in names else b""
    on_root = not new and any(one.name.startswith(f"{old}:") for one in attributes)
    uses_old = keeps_old or on_root
    if uses_old:
        frame.head = frame.head[: found.end] + declared + frame.head[found.end :]
    elif declared:
        start = found.name_start
        new_bytes = wanted.encode() + b"=" + quoted
        frame.head = frame.head[:start] + new_bytes + frame.head[found.end :]
    else:
        frame.head = frame.head[: found.start] + frame.head[found.end :]


def _inline_entities(frame: Frame, doc: Document, step: Step, progress: Progress) -> None:
    """Write what the entities of the DOCTYPE stand for, and take the DOCTYPE out."""
    found = DOCTYPE.search(masked(frame.head))
    values = values_of_entities(found[0]) if found is not None else {}
    if found is None:
        return
    _everywhere(doc, step, lambda piece: expanded(piece, values), progress)
    after = frame.head[found.end() :]
    frame.head = frame.head[: found.end()] + expanded(after, values)
    frame.tail = expanded(frame.tail, values)
    frame.remove_doctype()


def _read_as(frame: Frame, doc: Document, step: Step, progress: Progress, *, encoding: str) -> None:
    """Read the bytes of the file in another character set than was guessed, and write UTF-8."""
    was, now = codec_of(doc.source.encoding), codec_of(encoding)

    def change(piece: bytes) -> bytes:
        if piece.isascii():
            return piece
        return piece.decode().encode(was, "replace").decode(now, "replace").encode()

    _everywhere(doc, step, change, progress)
    frame.head, frame.tail = change(frame.head), change(frame.tail)
    frame.recode(encoding=UTF_8)


WIDE: dict[str, Callable[..., None]] = {
    "rename_prefix": _rename_prefix,
    "inline_entities": _inline_entities,
    "read_as": _read_as,
}


def change_all(
    frame: Frame,
    doc: Document,
    step: Step,
    name: str,
    parameters: Mapping[str, Any],
    progress: Progress = NO_PROGRESS,
) -> bool:
    """Make a change that concerns the whole file; False for the name of another change."""
    change = WIDE.get(name)
    if change is None:
        return False
    change(frame, doc, step, progress, **parameters)
    return True


# Another kind


def converted(doc: Document) -> Fork | None:
    """The document as the other kind, sitemap or index; None when that would be none."""
    if doc.root is None:
        return None
    kind = Kind.URLSET if doc.kind is Kind.SITEMAPINDEX else Kind.SITEMAPINDEX
    name = doc.root.name.encode()
    head = _renamed_root(doc.head, doc.root.start, name, kind)
    tail = re.sub(rb"(</[^\s>]*?)\b%b(?=\s*>)" % name, rb"\g<1>%b" % str(kind).encode(), doc.tail)
    try:
        copy = open_bytes_as(kind, b"".join((head, *_renamed_entries(doc, kind), tail)))
    except SitemapError:
        return None
    return replaced_by(doc, copy)


def _renamed_root(head: bytes, start: int, name: bytes, kind: Kind) -> bytes:
    place = head.index(name, start)
    return head[:place] + str(kind).encode() + head[place + len(name) :]


def _renamed_entries(doc: Document, kind: Kind) -> Iterator[bytes]:
    """All entries with their gaps, under the name that entries of the other kind have."""
    old, new = doc.kind.entry_name.encode(), kind.entry_name.encode()
    pattern = re.compile(
        rb"^(<(?:[\w.-]+:)?)%b(?=[\s/>])|(</(?:[\w.-]+:)?)%b(?=\s*>$)" % (old, old)
    )
    for start in range(0, len(doc), READ_AT_ONCE):
        ids = np.asarray(doc.ids[start : start + READ_AT_ONCE])
        for gap, raw in zip(doc.store.gaps(ids), doc.store.raws(ids), strict=True):
            yield gap
            yield pattern.sub(lambda found: (found[1] or found[2]) + new, raw)
