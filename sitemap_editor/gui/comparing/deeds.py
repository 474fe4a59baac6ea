"""What it takes to let one side say what the other says; worked out in jobs, no widgets here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sitemap_editor.operations.comparing import ListSide
from sitemap_editor.operations.comparing.contents import DocumentContent
from sitemap_editor.operations.taking_over import Values, Wish
from sitemap_editor.protocol.differences import DiffKind, Place
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from sitemap_editor.document.document import Document
    from sitemap_editor.operations.comparing import Side

    from .compared import Compared
    from .request import Target

    Numbers = NDArray[np.int64]

TICK = 512


@dataclass(slots=True)
class Plan:
    """What is wanted of each document, with the revision it was worked out for.

    ``closed_count`` differences need files, ``closed``, that are not open; ``homeless`` are entries
    of files that are on the other side only.
    """

    is_mine_new: bool
    wishes: list[tuple[Document, list[Wish]]] = field(default_factory=list)
    revisions: list[int] = field(default_factory=list)
    closed: dict[Path, None] = field(default_factory=dict)
    closed_count: int = 0
    homeless: int = 0

    @property
    def count(self) -> int:
        """How many entries change, come or go."""
        return sum(wish.count for _doc, wishes in self.wishes for wish in wishes)

    @property
    def is_current(self) -> bool:
        """Whether no document has changed since."""
        pairs = zip(self.wishes, self.revisions, strict=True)
        return all(doc.revision == revision for (doc, _wishes), revision in pairs)


def plan_of(
    compared: Compared, target: Target, numbers: Numbers, progress: Progress = NO_PROGRESS
) -> Plan:
    """Work out what some differences ask of the documents of ``target``. Raises SitemapError."""
    planning = _Planning(compared, target, progress)
    for count, number in enumerate(numbers.tolist()):
        planning.take(number)
        if count % TICK == 0:
            progress.tick(count, len(numbers))
    return planning.plan()


class _Planning:
    """Gathers wishes by document, and within by the file of the other side they come from."""

    def __init__(self, compared: Compared, target: Target, progress: Progress) -> None:
        self._compared = compared
        self._comparison = compared.comparison
        self._target = target
        self._progress = progress
        sides = (self._comparison.new, self._comparison.old)
        self._mine, self._theirs = sides if target.is_new else sides[::-1]
        self._by_name = {name: number for number, name in enumerate(self._mine.files)}
        self._wishes: dict[tuple[int, int], Wish] = {}
        self._contents: dict[tuple[Side, int], DocumentContent] = {}
        self._plan = Plan(target.is_new)

    def take(self, number: int) -> None:
        """Add one difference."""
        old, new = self._comparison.places(number)
        mine, theirs = (new, old) if self._target.is_new else (old, new)
        kind = self._compared.kind(number)
        if mine is None:
            assert theirs is not None  # it is on one of the sides
            self._bring(theirs)
        elif theirs is None or kind is DiffKind.UNFIT:
            self._let_go(mine)
        elif kind is DiffKind.MOVED:
            self._move(mine, theirs)
        else:
            self._replace(number, mine, theirs)

    def _bring(self, theirs: Place) -> None:
        """Let an entry come in, into the file of the same name where there are several."""
        usual = None if self._theirs.is_set and self._mine.is_set else self._target.usual
        member = self._by_name.get(theirs.file, usual)
        if not self._is_open(member):
            return
        assert member is not None  # it is open
        wish = self._wish(member, theirs.member)
        if isinstance(self._theirs, ListSide):
            wish.rows.append(self._row(theirs))
        else:
            wish.added.append(self._their_entry(theirs))

    def _let_go(self, mine: Place) -> None:
        if self._is_open(mine.member):
            self._wish(mine.member, -1).gone.append(self._my_entry(mine))

    def _move(self, mine: Place, theirs: Place) -> None:
        """Bring an entry into the file it is in on the other side, and take it from its own."""
        member = self._by_name.get(theirs.file)
        if self._is_open(mine.member) and self._is_open(member):
            assert member is not None  # it is open
            self._wish(member, theirs.member).added.append(self._their_entry(theirs))
            self._wish(mine.member, -1).gone.append(self._my_entry(mine))

    def _replace(self, number: int, mine: Place, theirs: Place) -> None:
        if not self._is_open(mine.member):
            return
        entry = self._my_entry(mine)
        if not isinstance(self._theirs, ListSide):
            wish = self._wish(mine.member, theirs.member)
            wish.replaced[entry] = self._their_entry(theirs)
            return
        one = self._comparison.difference(number)
        pairs = ((one.name, one.old if self._target.is_new else one.new) for one in one.fields)
        values = {name: value for name, value in pairs if value}
        self._wish(mine.member, theirs.member).values[entry] = values

    # Where entries are

    def _is_open(self, member: int | None) -> bool:
        """Whether a file of one's own can be changed; else it is noted as closed."""
        if member in self._target.documents:
            return True
        path = self._target.closed.get(member) if member is not None else None
        if path is None:
            self._plan.homeless += 1
        else:
            self._plan.closed_count += 1
            self._plan.closed[path] = None
        return False

    def _wish(self, member: int, their_member: int) -> Wish:
        """What is wanted of a file from a file of the other side; -1 for none of them."""
        key = (member, their_member)
        if key not in self._wishes:
            self._wishes[key] = Wish(self._source(their_member))
        return self._wishes[key]

    def _source(self, their_member: int) -> Document | None:
        if their_member < 0 or isinstance(self._theirs, ListSide):
            return None
        return self._content(self._theirs, their_member).doc

    def _my_entry(self, place: Place) -> int:
        return int(self._content(self._mine, place.member).ids[place.position])

    def _their_entry(self, place: Place) -> int:
        return int(self._content(self._theirs, place.member).ids[place.position])

    def _content(self, side: Side, member: int) -> DocumentContent:
        """What is in a file; it is kept, since its entries are wanted in the end."""
        found = self._contents.get((side, member))
        if found is None:
            content = side.content(member, self._progress)
            assert isinstance(content, DocumentContent)  # lists have no entries to be asked for
            found = self._contents[side, member] = content
        return found

    def _row(self, place: Place) -> Values:
        assert isinstance(self._theirs, ListSide)
        facts = self._theirs.content(0).facts([place.position])[0]
        return {"loc": facts.address, **facts.fields}

    def plan(self) -> Plan:
        """All of it, by document."""
        by_member: dict[int, list[Wish]] = {}
        for (member, _their), wish in self._wishes.items():
            by_member.setdefault(member, []).append(wish)
        for member, wishes in by_member.items():
            doc = self._target.documents[member]
            self._plan.wishes.append((doc, wishes))
            self._plan.revisions.append(doc.revision)
        return self._plan
