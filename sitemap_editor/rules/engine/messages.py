"""Turns a rule and what it found into a finding for people: message, place, value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sitemap_editor.document.document import Document
from sitemap_editor.markup.feeds import feed_of_head, item_of
from sitemap_editor.protocol.fields import FIELD_BY_NAME
from sitemap_editor.protocol.findings import Finding, FixKind
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.rules.base import Hit, Rule
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.support.i18n import _, ngettext

from .entry import Entry
from .found import Key

LONGEST = 120
"""Characters of a value quoted in a message; the finding itself has the whole value."""


def shortened(text: str) -> str:
    """The text on one line, its middle left out when it is long."""
    line = " ".join(text.split()) if "\n" in text or "\t" in text else text
    if len(line) <= LONGEST:
        return line
    return f"{line[: LONGEST - 30]}…{line[-29:]}"


def filled(message: str, parameters: Mapping[str, Any]) -> str:
    """A message in the language that is on, with its parameters as they are shown."""
    shown = {n: shortened(one) if isinstance(one, str) else one for n, one in parameters.items()}
    return _(message).format(**shown)


def message_of(rule: Rule[Any], hit: Hit, value: str | None) -> str:
    """The message: what was found, what is expected, why, and who says so."""
    said = filled(hit.message or rule.message, {"value": value or "", **hit.parameters})
    if hit.more:
        again = ngettext(
            "{message} The same is true of {count} more in this entry.",
            "{message} The same is true of {count} more in this entry.",
            hit.more,
        )
        said = again.format(message=said, count=hit.more)
    return _("{message} ({source})").format(
        message=said, source=CATALOGUE[rule.code].source_names()
    )


def finding_about_file(
    doc: Document, rule: Rule[Any], hit: Hit, key: Key, at: tuple[int, int] | None = None
) -> Finding:
    """A finding about the file; ``at`` is its line and column, else told from the head."""
    if at is None and hit.at is not None:
        at = place_in(doc.head, hit.at)
    line, column = at or (None, None)
    return Finding(
        code=rule.code,
        severity=key.severity,
        scope=CATALOGUE[rule.code].scope,
        message=message_of(rule, hit, hit.value),
        line=line,
        column=column,
        field=key.field,
        value=hit.value,
        fix=hit.fix.kind if hit.fix is not None else FixKind.NONE,
    )


def place_in(text: bytes, at: int) -> tuple[int, int]:
    """Line and column, from 1, of a byte in a text that begins a line."""
    before = text[:at].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    last = before.rpartition(b"\n")[2]
    return before.count(b"\n") + 1, len(last.decode("utf-8", "replace")) + 1


def finding_about_entry(doc: Document, entry: int, rule: Rule[Any], hit: Hit, key: Key) -> Finding:
    """A finding about an entry, placed at the value or the tag it is about."""
    value, offset = _value_and_offset(doc, entry, hit, key.field)
    line, column = doc.lines.position_in_file(entry, offset)
    return Finding(
        code=rule.code,
        severity=key.severity,
        scope=CATALOGUE[rule.code].scope,
        message=message_of(rule, hit, value),
        entry=doc.position_of(entry) + 1,
        line=line,
        column=column,
        field=key.field,
        value=value,
        fix=hit.fix.kind if hit.fix is not None else FixKind.NONE,
        entry_id=EntryId(entry),
    )


def finding_in_gap(doc: Document, entry: int, rule: Rule[Any], hit: Hit, key: Key) -> Finding:
    """A finding about what stands before an entry."""
    finding = finding_about_entry(doc, entry, rule, hit._replace(at=0), key)
    line, column = place_in_gap(doc, entry, hit.at or 0)
    return replace(finding, line=line, column=column)


def end_of_entries(doc: Document) -> tuple[int, int]:
    """Line and column where the last entry ends."""
    if not len(doc):
        return place_in(doc.head, len(doc.head))
    last = int(doc.ids[-1])
    return doc.lines.position_in_file(last, len(doc.raw(last)))


def place_in_gap(doc: Document, entry: int, at: int) -> tuple[int, int]:
    """Line and column of a byte of the gap before an entry."""
    position = doc.position_of(entry)
    if position:
        before = int(doc.ids[position - 1])
        start = doc.lines.position_in_file(before, len(doc.raw(before)))
    else:
        start = place_in(doc.head, len(doc.head))
    line, column = place_in(doc.store.gap(entry), at)
    return start[0] + line - 1, column + (start[1] - 1 if line == 1 else 0)


def _value_and_offset(
    doc: Document, entry: int, hit: Hit, field: str | None
) -> tuple[str | None, int]:
    """What was found, and where it stands in the entry's bytes."""
    if doc.kind is Kind.ROBOTS:
        return hit.value, hit.at or 0
    if doc.kind.is_feed:
        return _of_item(doc, entry, hit)
    if not doc.kind.is_xml:
        return hit.value or doc.value_of(entry, "loc"), 0
    if field not in FIELD_BY_NAME:
        return hit.value, hit.at or 0
    span = doc.columns.span(entry, field)
    if span is not None:
        raw = doc.raw(entry)[span[0] : span[0] + span[1]]
        value = hit.value if hit.value is not None else doc.decoded(raw)
        return value, hit.at if hit.at is not None else span[0] + _blank_before(raw)
    whole = Entry(doc.raw(entry), doc.names, doc.kind)
    child = whole.parts.first_of(field)
    if child is None:
        return hit.value, hit.at or 0
    raw = whole.content(child)
    value = hit.value if hit.value is not None else whole.text_of(child)
    return value, hit.at if hit.at is not None else child.content_start + _blank_before(raw)


def _of_item(doc: Document, entry: int, hit: Hit) -> tuple[str | None, int]:
    """What was found in an item of a feed: what does not say where is about its link."""
    if hit.at is not None:
        return hit.value, hit.at
    link = item_of(doc.raw(entry), feed_of_head(bytes(doc.head))).link
    return hit.value or doc.value_of(entry, "loc"), link.at if link is not None else 0


def _blank_before(raw: bytes) -> int:
    """Bytes of white space before the text, none where there is nothing else."""
    return len(raw) - len(raw.lstrip()) if raw.strip() else 0
