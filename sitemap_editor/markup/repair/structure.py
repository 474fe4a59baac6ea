"""Repairs of nesting: tags that close nothing, elements never closed, roots too many or none.

One walk over the tags with the elements that are open. What a sitemap's grammar says decides: an
entry cannot stand in an entry, nor a field in a field, so that the place of a missing end tag is
known. A file that breaks off keeps its whole entries; half a value is never taken for a whole one.
"""

from __future__ import annotations

import bisect
import itertools
import re
from collections.abc import Callable, Collection

from sitemap_editor.markup.style import start_of_white
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.support.i18n import N_

from .asides import blotted
from .changes import Change, quoted
from .endings import finish, make_root, open_lost_entry
from .grammar import ENTRIES, LEAVES, ROOT_OF, ROOTS, is_known, is_leaf, is_near, local_of
from .tag_stream import Tag, tags_of

_DECLARED = re.compile(rb"\s(xmlns:[^\s=]+)\s*=\s*(?:\"[^\"]*\"|'[^']*')")

MISMATCHED = "tag-mismatched"

UNLIKE = N_("</{value}> was not written like the tag it closes.")
MISPLACED = N_("</{value}> stood where another element had to be closed.")


class Walk:
    """Goes from tag to tag and gathers what has to change.

    ``stack`` holds the elements that are open, ``root_end`` the tag that ended the root,
    ``last_end`` where the last tag ended.
    """

    def __init__(self, text: bytes) -> None:
        self.text = text = blotted(text)
        self.changes: list[Change] = []
        self.stack: list[Tag] = []
        self.nested = 0  # roots inside the root whose end tag is still to come
        self.root: Tag | None = None
        self.root_end: Tag | None = None
        self.made_root = False
        self.first_entry: Tag | None = None
        self.last_end = 0
        self.tags = list(tags_of(text))
        ends = [n for n, tag in enumerate(self.tags) if tag.is_end and local_of(tag.name) in ROOTS]
        self.last_root_end = ends[-1] if ends else -1
        self.number = 0

    def run(self) -> list[Change]:
        """Everything about tags that do not pair."""
        for number, tag in enumerate(self.tags):
            self.number = number
            if tag.is_end:
                self._close(tag)
            else:
                self._open(tag)
            self.last_end = tag.end
        finish(self)
        return self.changes

    # Helpers

    def _next(self) -> Tag | None:
        return self.tags[self.number + 1] if self.number + 1 < len(self.tags) else None

    def add(
        self,
        start: int,
        end: int,
        new: bytes,
        reason: str,
        name: bytes,
        code: str = MISMATCHED,
        kind: FixKind = FixKind.SAFE,
        also: tuple[str, ...] = (),
    ) -> None:
        """Note a change; ``name`` is what the reason speaks of."""
        shown = quoted(name)
        self.changes.append(Change(start, end, new, code, reason, kind, shown, also))

    def opened(self, names: Collection[bytes]) -> int:
        """Where the innermost open element of these names is in the stack; -1 for nowhere."""
        return self._innermost(lambda name: local_of(name) in names)

    def _innermost(self, is_meant: Callable[[bytes], bool]) -> int:
        for place in range(len(self.stack) - 1, -1, -1):
            if is_meant(self.stack[place].name):
                return place
        return -1

    def _insert_ends(self, down_to: int, at: int) -> None:
        """Close what is open above a place of the stack, before byte ``at``."""
        while len(self.stack) > down_to:
            one = self.stack.pop()
            reason = N_("<{value}> was never closed.")
            place = start_of_white(self.text, at) if is_leaf(one.name) else at
            self.add(place, place, b"</%b>" % one.name, reason, one.name)

    # Start tags

    def _open(self, tag: Tag) -> None:
        local = local_of(tag.name)
        if self.root_end is not None and not self.stack and not self._goes_on(tag, local):
            return
        if local in ROOTS and tag.name.count(b":") < 2:
            self._open_root(tag, local)
        elif local in ENTRIES:
            self._open_entry(tag, local)
        else:
            self._open_other(tag)

    def _goes_on(self, tag: Tag, local: bytes) -> bool:
        """Whether what begins behind the end of the root still belongs to the sitemap."""
        end = self.root_end
        assert self.root is not None
        assert end is not None
        if local in ROOTS:
            return True
        if end.is_closed or ROOT_OF.get(local) != local_of(self.root.name):
            return False
        reason = N_("<{value}> stood behind the end of the root, which was there too early.")
        self.add(end.start, end.end, b"", reason, tag.name, "content-after-root", FixKind.ASK)
        self.stack.append(self.root)
        self.root_end = None
        return True

    def _open_root(self, tag: Tag, local: bytes) -> None:
        if self.root is None:
            self.root = tag
            if tag.is_closed:
                self.root_end = tag
            else:
                self.stack.append(tag)
            return
        following = self._next()
        if self.stack and (following is None or (following.is_end and len(self.stack) == 1)):
            self._reopened(tag)
            return
        same = local == local_of(self.root.name)
        if not self.stack:
            self._second_root(tag, same=same)
        else:
            entries = self.opened(ENTRIES)
            if entries >= 0 and is_leaf(self.stack[-1].name):
                self._drop_half(entries, tag)
            elif entries >= 0 and not self._goes_on_with_field(following):
                self._insert_ends(entries, tag.start)
            self._drop_root(tag)

    def _goes_on_with_field(self, following: Tag | None) -> bool:
        """Whether an entry goes on behind a root's tag that stands in it for no reason."""
        return following is not None and not following.is_end and local_of(following.name) in LEAVES

    def _drop_half(self, place: int, tag: Tag) -> None:
        """Let go of an entry that broke off in a value where another file was put behind it."""
        entry = self.stack[place]
        leaf = self.stack[-1]
        if local_of(leaf.name) != b"loc" and self.has_whole_loc(entry):
            gone = leaf
            self.stack.pop()
        else:
            gone = entry
            del self.stack[place:]
        start = start_of_white(self.text, gone.start)
        reason = N_("The file broke off before <{value}> was closed, and another followed.")
        while self.changes and self.changes[-1].end > start:
            self.changes.pop()
        end = start_of_white(self.text, tag.start)
        self.add(start, end, b"", reason, gone.name, "file-truncated", FixKind.ASK)
        self._insert_ends(min(place, len(self.stack)), tag.start)

    def _second_root(self, tag: Tag, *, same: bool) -> None:
        """A root behind the root: its entries join those of the first."""
        end = self.root_end
        if end is None or not same or end.is_closed:
            return
        reason = N_("A second <{value}> followed the first; its entries now stand with the others.")
        self.add(end.start, end.end, b"", reason, tag.name, "root-multiple", FixKind.ASK)
        self._carry_declarations(tag)
        self.root_end = None
        assert self.root is not None
        self.stack.append(self.root)
        self._drop_root(tag)

    def _drop_root(self, tag: Tag) -> None:
        reason = N_("A second <{value}> stood inside the first.")
        self.add(tag.start, tag.end, b"", reason, tag.name, "root-multiple", FixKind.ASK)
        if not tag.is_closed:
            self.nested += 1

    def _carry_declarations(self, tag: Tag) -> None:
        """Let the first root declare what only the second did."""
        assert self.root is not None
        known = {one[1] for one in _DECLARED.finditer(self.root.attributes)}
        new = b"".join(one[0] for one in _DECLARED.finditer(tag.attributes) if one[1] not in known)
        if new:
            at = self.root.end - 1 - self.root.is_closed
            reason = N_("Namespaces of the second <{value}> were needed by its entries.")
            self.add(at, at, new, reason, tag.name, "root-multiple", FixKind.ASK)

    def _open_entry(self, tag: Tag, local: bytes) -> None:
        if self.first_entry is None:
            self.first_entry = tag
        if self.root is None and not self.stack:
            make_root(self, tag)
        place = self.opened(ENTRIES)
        if place >= 0:
            if self._is_reopened(tag, place):
                self._reopened(tag)
                return
            self._insert_ends(place, start_of_white(self.text, tag.start))
        elif self.stack and is_leaf(self.stack[-1].name):
            self._insert_ends(max(self.opened(ROOTS) + 1, 0), tag.start)
        if not tag.is_closed:
            self.stack.append(tag)

    def _is_reopened(self, tag: Tag, place: int) -> bool:
        """Whether an entry's start tag was written for its end tag."""
        if local_of(self.stack[place].name) != local_of(tag.name) or tag.is_closed:
            return False
        following = self._next()
        if following is None:
            return self.text[tag.end :].strip() == b"" and place < len(self.stack)
        name = local_of(following.name)
        if following.is_end:
            return name in ROOTS
        return name in ENTRIES or name in ROOTS

    def _reopened(self, tag: Tag) -> None:
        """Turn a start tag into the end tag that is missing there."""
        local = local_of(tag.name)
        self._insert_ends(max(self.opened((local,)), 0) + 1, tag.start)
        one = self.stack.pop()
        reason = N_("<{value}> was opened again where it should be closed.")
        code = "tag-reopened-instead-of-closed"
        self.add(tag.start, tag.end, b"</%b>" % one.name, reason, tag.name, code)
        if local in ROOTS:
            self.root_end = tag

    def _open_other(self, tag: Tag) -> None:
        if self.stack and is_leaf(self.stack[-1].name) and is_known(tag.name):
            top = self.stack[-1]
            if top.name == tag.name and self._closes_again(top, tag):
                self._reopened(tag)
                return
            self._insert_ends(len(self.stack) - 1, tag.start)
        if local_of(tag.name) == b"loc" and self.stack == [self.root]:
            open_lost_entry(self, tag)
        if not tag.is_closed:
            self.stack.append(tag)

    def _closes_again(self, top: Tag, tag: Tag) -> bool:
        """Whether ``<loc>…<loc>`` has its value between the two, and nothing behind the second."""
        following = self._next()
        behind = self.text[tag.end : following.start if following is not None else None]
        return bool(self.text[top.end : tag.start].strip()) and not behind.strip()

    # End tags

    def _close(self, tag: Tag) -> None:
        if not self.stack:
            self._stray(tag)
            return
        if self._closes_nested(tag):
            return
        top = self.stack[-1]
        if top.name == tag.name:
            self._pop(tag)
            return
        called = tag.name.lower()
        if top.name.lower() == called and tag.name in LEAVES:
            self._rename_start(top, tag)
            return
        place = self._innermost(lambda name: name.lower() == called)
        if place < 0 or (is_leaf(top.name) and self._is_slip(tag, place)):
            self._close_unknown(tag, top)
        elif self.stack[place].name == tag.name:
            self._insert_ends(place + 1, start_of_white(self.text, tag.start))
            self._pop(tag)
        else:
            self._close_as(tag, place, UNLIKE, ("element-wrong-case",))

    def _close_as(self, tag: Tag, place: int, reason: str, also: tuple[str, ...] = ()) -> None:
        """Take an end tag for that of an open element with another name, and what is in it too."""
        self._insert_ends(place + 1, start_of_white(self.text, tag.start))
        self.rename(tag, self.stack[place].name, reason, also)
        self._pop(tag)

    def _is_slip(self, tag: Tag, place: int) -> bool:
        """Whether an end tag of something further out was written for that of the field."""
        following = self._next()
        if following is None or not following.is_end:
            return False
        outer = self.stack[place].name
        return following.name == outer and place == len(self.stack) - 2

    def _close_unknown(self, tag: Tag, top: Tag) -> None:
        following = self._next()
        closes_soon = following is not None and following.is_end and following.name == top.name
        local = local_of(tag.name)
        if local in LEAVES and not is_known(top.name) and self.tags[self.number - 1] is top:
            self._rename_start(top, tag)
            return
        if closes_soon and not is_near(tag.name, top.name):
            self._stray(tag)
            return
        is_outer = len(self.stack) == 1 and local not in ENTRIES | LEAVES
        if is_leaf(top.name) or is_near(tag.name, top.name) or is_outer:
            self._close_as(tag, len(self.stack) - 1, MISPLACED)
        elif (near := self._innermost(lambda name: is_near(tag.name, name))) >= 0:
            self._close_as(tag, near, UNLIKE)
        elif local in ROOTS and self.root is not None:
            self._close_as(tag, 0, MISPLACED)
        else:
            self._stray(tag)

    def rename(self, tag: Tag, name: bytes, reason: str, also: tuple[str, ...]) -> None:
        """Give an end tag another name."""
        start = tag.start + 2
        self.add(start, start + len(tag.name), name, reason, tag.name, also=also)

    def _rename_start(self, top: Tag, tag: Tag) -> None:
        """Let a start tag that no sitemap has be called like the end tag that follows it."""
        kind = FixKind.SAFE if is_near(top.name, tag.name) else FixKind.ASK
        is_same = top.name.lower() == tag.name
        also = "element-wrong-case" if is_same else "element-misspelt"
        reason = N_("<{value}> was not written like the tag that closes it.")
        span = (top.start + 1, top.start + 1 + len(top.name))
        self.add(*span, tag.name, reason, top.name, MISMATCHED, kind, (also,))
        self.stack.pop()

    def _pop(self, tag: Tag) -> None:
        if self.stack.pop() is self.root:
            self.root_end = tag

    def _closes_nested(self, tag: Tag) -> bool:
        """Whether an end tag is that of a root inside the root; it goes like the start tag."""
        if not self.nested or local_of(tag.name) not in ROOTS or self.number == self.last_root_end:
            return False
        self.nested -= 1
        self._insert_ends(1, start_of_white(self.text, tag.start))
        reason = N_("The end of a second <{value}> stood inside the first.")
        self.add(tag.start, tag.end, b"", reason, tag.name, "root-multiple", FixKind.ASK)
        return True

    def _stray(self, tag: Tag) -> None:
        if self.root_end is not None or (self.root is None and local_of(tag.name) in ROOTS):
            return
        reason = N_("</{value}> closed nothing.")
        self.add(tag.start, tag.end, b"", reason, tag.name)

    def has_whole_loc(self, entry: Tag) -> bool:
        """Whether an entry's address is there from its start tag to its end tag."""
        opened = -1
        first = bisect.bisect_left(self.tags, entry.end, key=lambda tag: tag.start)
        for tag in itertools.islice(self.tags, first, None):
            if local_of(tag.name) != b"loc":
                continue
            if tag.is_end:
                return opened >= 0
            opened = tag.end
        return False


def nesting(text: bytes) -> list[Change]:
    """Everything about tags that do not pair."""
    return Walk(text).run()
