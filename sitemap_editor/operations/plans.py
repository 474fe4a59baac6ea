"""What fixes will do, to be looked at before it is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Edit
from sitemap_editor.document.forking import Fork
from sitemap_editor.markup.encoding import Source
from sitemap_editor.protocol.fields import FIELDS
from sitemap_editor.rules.base import Note
from sitemap_editor.support.i18n import _

from .replacing import Step, replace_all

if TYPE_CHECKING:
    from .working import Work

MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Sample:
    """One value that a plan changes.

    ``position`` is 1-based, None for what stands outside of entries; ``field`` is empty for the
    whole entry. ``before`` None means that the field is added, ``after`` None that it goes.
    ``note`` says how the value was understood.
    """

    position: int | None
    field: str
    before: str | None
    after: str | None
    note: str = ""


@dataclass(slots=True)
class Plan:
    """What a document will be: one step away from what it is, or all that ``target`` shows.

    ``notes`` tell how values were understood, by entry; ``questions`` are the keys of what people
    can decide about these fixes.
    """

    doc: Document
    step: Step = field(default_factory=Step)
    target: Fork | None = None
    notes: Mapping[int, Note] = field(default_factory=dict)
    questions: tuple[str, ...] = ()

    def edit(self) -> Edit | None:
        """The plan as one edit; None when it changes nothing."""
        return replace_all(self.doc, self.step) if self.target is None else self.target.edit()

    def add(self, work: Work) -> None:
        """Take what a further step found out."""
        self.notes = {**work.notes, **self.notes}
        self.questions = tuple(dict.fromkeys((*self.questions, *work.questions)))

    @property
    def count(self) -> int:
        """Entries that change, come or go, and one for what is around them."""
        if self._is_other_kind:
            return max(len(self.doc), 1)
        return len(self._changed) + len(self._gone) + len(self._added) + self._is_framed

    def samples(self, limit: int = MOST_SHOWN) -> list[Sample]:
        """The first values that change, in document order."""
        return list(islice(self._samples(), limit))

    @property
    def _is_other_kind(self) -> bool:
        """Whether the document becomes another one: sitemap instead of index, or the reverse."""
        return self.target is not None and self.target.copy.kind is not self.doc.kind

    @property
    def _changed(self) -> dict[int, bytes]:
        """New bytes of entries, where not just the gap before them differs."""
        if self.target is None:
            return self.step.raws
        ids = self.target.changed
        now, then = self.doc.store.raws(ids), self.target.copy.store.raws(ids)
        triples = zip(ids.tolist(), now, then, strict=True)
        return {entry: new for entry, old, new in triples if new != old}

    @property
    def _gone(self) -> list[int]:
        return sorted(self.step.gone) if self.target is None else self.target.gone.tolist()

    @property
    def _added(self) -> list[bytes]:
        if self.target is not None:
            return self.target.copy.store.raws(self.target.added)
        return [raw for pairs in self.step.added.values() for _gap, raw in pairs]

    @property
    def _frame(self) -> tuple[bytes, bytes, Source]:
        doc, step = self.doc, self.step
        if self.target is not None:
            copy = self.target.copy
            return copy.head, copy.tail, copy.source
        head = doc.head if step.head is None else step.head
        tail = doc.tail if step.tail is None else step.tail
        return head, tail, step.source or doc.source

    @property
    def _is_framed(self) -> bool:
        """Whether what is around the entries changes; entries put there do not count twice."""
        head, tail, source = self._frame
        doc = self.doc
        has_moved = bool(self._added) or bool(self._changed)
        is_other = head != doc.head or source != doc.source
        return is_other or (tail != doc.tail and not has_moved) or self._has_gaps

    @property
    def _has_gaps(self) -> bool:
        """Whether nothing changes but what stands between entries."""
        if self._changed or self._gone or self._added:
            return False
        return bool(self.step.gaps) if self.target is None else len(self.target.changed) > 0

    def _samples(self) -> Iterator[Sample]:
        doc, changed, gone = self.doc, self._changed, set(self._gone)
        if self._is_framed:
            yield from self._of_frame()
        if self._is_other_kind:
            return
        for entry in sorted({*changed, *gone}, key=doc.position_of):
            position = doc.position_of(entry) + 1
            if entry in gone:
                yield Sample(position, "loc", doc.value_of(entry, "loc") or "", None)
            else:
                for one in differences(doc, position, doc.raw(entry), changed[entry]):
                    yield replace(one, note=self._note(entry, one.field))
        for raw in self._added:
            yield Sample(None, "loc", None, _loc_of(doc, raw))

    def _note(self, entry: int, field: str) -> str:
        note = self.notes.get(entry)
        if note is None or field not in (note.field, ""):
            return ""
        return _(note.message).format(**note.parameters)

    def _of_frame(self) -> Iterator[Sample]:
        doc = self.doc
        head, tail, source = self._frame
        if doc.head != head:
            yield Sample(None, "", doc.head.decode(), head.decode())
        elif doc.tail != tail:
            yield Sample(None, "", doc.tail.decode(), tail.decode())
        if doc.source != source:
            yield Sample(None, "", coding_of(doc.source), coding_of(source))
        if self._has_gaps:
            yield from self._of_gaps()

    def _of_gaps(self) -> Iterator[Sample]:
        ids = sorted(self.step.gaps) if self.target is None else self.target.changed.tolist()
        for entry in ids:
            target = self.target
            after = self.step.gaps[entry] if target is None else target.copy.store.gap(entry)
            before = self.doc.store.gap(entry)
            yield Sample(self.doc.position_of(entry) + 1, "", before.decode(), after.decode())


def _loc_of(doc: Document, raw: bytes) -> str:
    if not doc.kind.is_xml:
        return raw.decode("utf-8", "replace")
    return doc.lexed_value(raw, "loc") or ""


def coding_of(source: Source) -> str:
    """How a file is written, in a few words."""
    words = [source.encoding_as_saved.upper()]
    if source.has_bom:
        words.append("BOM")
    words += ["gzip"] * source.gzip_layers
    return ", ".join(words)


def differences(doc: Document, position: int, before: bytes, after: bytes) -> Iterator[Sample]:
    """The fields in which two versions of an entry differ."""
    if not doc.kind.is_xml:
        old = before.decode("utf-8", "replace")
        yield Sample(position, "loc", old, after.decode("utf-8", "replace"))
        return
    is_told = False
    for one in FIELDS:
        old_value, new = doc.lexed_value(before, one.name), doc.lexed_value(after, one.name)
        if old_value != new:
            is_told = True
            yield Sample(position, one.name, old_value, new)
    if not is_told:
        yield Sample(position, "", before.decode(), after.decode())
