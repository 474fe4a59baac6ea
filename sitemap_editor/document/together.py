"""One step in several documents: done, taken back and done again in all of them or in none.

Each document keeps its own history; a step that several took together is in each of them, and
knows the others. What stands above it elsewhere has to be undone before it, so taking one step
back may take several in other documents: ``way_back`` tells before anything is done.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import require_editable
from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    from .document import Document
    from .edits import Change, Edit
    from .history import Step

LATER_STEPS = "later-steps"
FILE_CLOSED = "file-closed"
"""Codes of the errors that say why a step of several documents cannot simply be undone."""


class Together:
    """The documents that took one step; ``left`` names those that were closed since."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self.documents = list(documents)
        self.left: list[str] = []

    def drop_redo(self) -> None:
        """Let no document take the step again: one of them went another way meanwhile."""
        for doc in self.documents:
            doc.history.drop_redo(self)


@dataclass(frozen=True, slots=True)
class Way:
    """What it takes to undo or redo one step: how many steps in which document.

    ``others`` are the documents besides the one asked, which take part in the step itself;
    ``further`` names, by document, the steps that have to go with it. ``gone`` are the names of
    files that took part and no longer can.
    """

    label: str
    steps: tuple[tuple[Document, int], ...]
    others: tuple[Document, ...] = ()
    further: tuple[tuple[Document, tuple[str, ...]], ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def is_simple(self) -> bool:
        """Whether nothing else than the step itself is undone or redone, and all of it."""
        return not self.further and not self.gone

    @property
    def documents(self) -> list[Document]:
        """All documents that change."""
        return [doc for doc, _count in self.steps]


# Doing


def edit_together(pairs: Iterable[tuple[Document, Edit | None]], label: str) -> list[Document]:
    """Apply an edit to each of several documents as one step; returns those that changed.

    Each edit must be built for its document as it is now, each document be named once. Undo in any
    of them undoes it in all. Raises SitemapError, before anything is done, when one is a feed.
    """
    real = [(doc, edit) for doc, edit in pairs if edit is not None]
    documents = [doc for doc, _edit in real]
    if len({id(doc) for doc in documents}) < len(documents):
        raise ValueError("a document is named twice")
    for doc in documents:
        require_editable(doc.kind)
    together = Together(documents) if len(documents) > 1 else None
    try:
        for doc, edit in real:
            doc.edit(edit, label, together)
    except BaseException:
        if together is not None:
            _give_up(together)
        raise
    return documents


def _give_up(together: Together) -> None:
    """Leave all documents as they were before a step that could not be done in one of them."""
    for doc in together.documents:
        steps = doc.history.undo_steps
        if steps and steps[-1].together is together:
            doc.step(back=True)
    together.drop_redo()


def undo(doc: Document, *, anyway: bool = False) -> Change | None:
    """Take the last step back, in all documents that took it; None when there is none.

    Raises SitemapError when later steps of other documents would go with it, or when a file that
    took part is closed: ``anyway`` undoes those steps too, and what can be undone.
    """
    way = way_back(doc)
    if way is None:
        return None
    if not anyway:
        _require_simple(way)
    return _go(doc, way, lambda one: one.step(back=True))


def redo(doc: Document, *, anyway: bool = False) -> Change | None:
    """Take an undone step again, in all documents that took it; None when there is none.

    Raises SitemapError when steps of other documents would have to be taken again before it.
    """
    way = way_forward(doc)
    if way is None:
        return None
    if not anyway:
        _require_simple(way)
    return _go(doc, way, lambda one: one.step(back=False))


def let_go(doc: Document, name: str) -> None:
    """Take a document that is being closed out of the steps it took together with others."""
    for step in doc.history.redo_steps:
        if step.together is not None:
            step.together.drop_redo()
    for step in doc.history.undo_steps:
        if step.together is not None and doc in step.together.documents:
            step.together.documents.remove(doc)
            step.together.left.append(name)


def shared_unsaved(doc: Document, leaving: Collection[Document]) -> tuple[str, list[Document]]:
    """The last unsaved step of a document that others took too, and those that do not leave too.

    When it is let go without being saved, what was moved to it is in no file any more.
    """
    for step in reversed(doc.history.steps_since(doc.baseline.state)):
        others = step.together.documents if step.together is not None else ()
        staying = [one for one in others if one is not doc and one not in leaving]
        if staying:
            return step.label, staying
    return "", []


def _go(doc: Document, way: Way, step: Callable[[Document], Change]) -> Change | None:
    told: Change | None = None
    for one, count in way.steps:
        for _number in range(count):
            change = step(one)
            if one is doc:
                told = change
    return told


def _require_simple(way: Way) -> None:
    if way.further:
        names = ", ".join(doc.path.name if doc.path else "–" for doc, _labels in way.further)
        raise SitemapError(
            _("“{step}” changed several files, and there are later steps in {names}.").format(
                step=way.label, names=names
            ),
            code=LATER_STEPS,
            advice=_("Undo those first, or all of them together."),
        )
    if way.gone:
        raise SitemapError(
            _("“{step}” changed several files, of which {names} is no longer open.").format(
                step=way.label, names=", ".join(way.gone)
            ),
            code=FILE_CLOSED,
            advice=_("It can be undone in the files that are open only."),
        )


# Looking


def way_back(doc: Document) -> Way | None:
    """What undoing the last step of a document takes; None when there is none."""
    return _way(doc, lambda one: one.history.undo_steps)


def way_forward(doc: Document) -> Way | None:
    """What redoing the last undone step of a document takes; None when there is none."""
    return _way(doc, lambda one: one.history.redo_steps)


def _way(doc: Document, steps_of: Callable[[Document], Sequence[Step]]) -> Way | None:
    """Follow the steps from document to document until none asks for more of another."""
    steps = steps_of(doc)
    if not steps:
        return None
    first = steps[-1]
    needed: dict[int, tuple[Document, int]] = {id(doc): (doc, 1)}
    gone: list[str] = []
    pending = [first]
    while pending:
        step = pending.pop()
        if step.together is None:
            continue
        gone += [name for name in step.together.left if name not in gone]
        for other in step.together.documents:
            depth = _depth(steps_of(other), step.together)
            _known, before = needed.get(id(other), (other, 0))
            if depth > before:
                needed[id(other)] = (other, depth)
                pending += steps_of(other)[len(steps_of(other)) - depth :][: depth - before]
            elif not depth and other is not doc:
                gone.append(_name(other))
    return _told(doc, first, list(needed.values()), gone, steps_of)


def _depth(steps: Sequence[Step], together: Together) -> int:
    """How many steps have to be gone until one is; 0 when it is not among them."""
    for depth in range(1, len(steps) + 1):
        if steps[-depth].together is together:
            return depth
    return 0


def _told(
    doc: Document,
    first: Step,
    needed: list[tuple[Document, int]],
    gone: Sequence[str],
    steps_of: Callable[[Document], Sequence[Step]],
) -> Way:
    further, others = [], []
    for one, count in needed:
        chosen = steps_of(one)[len(steps_of(one)) - count :][::-1]
        is_shared = [_is_same(step, first) for step in chosen]
        labels = tuple(s.label for s, shared in zip(chosen, is_shared, strict=True) if not shared)
        if one is not doc and any(is_shared):
            others.append(one)
        if labels:
            further.append((one, labels))
    return Way(first.label, tuple(needed), tuple(others), tuple(further), tuple(gone))


def _is_same(step: Step, first: Step) -> bool:
    return step is first or (step.together is not None and step.together is first.together)


def _name(doc: Document) -> str:
    return doc.path.name if doc.path is not None else _("Untitled")
