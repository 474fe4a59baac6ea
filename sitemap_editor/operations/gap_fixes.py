"""The changes that fixes make to what stands between two entries, by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sitemap_editor.markup.lexer import Child, lex_entry
from sitemap_editor.markup.style import WHITE, start_of_white
from sitemap_editor.markup.values import SPECIAL
from sitemap_editor.protocol.namespaces import EXTENSION_BY_URI
from sitemap_editor.rules.between import WRAP
from sitemap_editor.rules.engine.entry import Entry
from sitemap_editor.rules.engine.frame import STYLESHEET

from .entry_fixes import Surroundings, renamed

_END = b"</x>"


@dataclass(slots=True)
class Gap:
    """What stands before an entry, to be changed step by step.

    ``adopted`` are elements for the entry before, ``sheets`` instructions for the start of the
    file, ``entries`` new entries, each with the gap before it.
    """

    text: bytes
    at: Surroundings
    adopted: list[bytes] = field(default_factory=list)
    sheets: list[bytes] = field(default_factory=list)
    entries: list[tuple[bytes, bytes]] = field(default_factory=list)

    @property
    def entry(self) -> Entry:
        """The gap wrapped in an element, to take it apart."""
        return Entry(WRAP + self.text + _END, self.at.names, self.at.kind)

    def children(self) -> list[Child]:
        """The elements in it; their places count from the start of the wrapped gap."""
        return lex_entry(WRAP + self.text + _END, self.at.names).children


def _delete_text(gap: Gap) -> None:
    """Take out everything that is no element, comment or instruction."""
    shift = len(WRAP)
    kept: list[bytes] = []
    position = 0
    for child in gap.children():
        kept.append(without_text(gap.text[position : child.start - shift]))
        kept.append(gap.text[child.start - shift : child.end - shift])
        position = child.end - shift
    kept.append(without_text(gap.text[position:]))
    gap.text = b"".join(kept)


def without_text(piece: bytes) -> bytes:
    """White space, comments and instructions of a piece between elements, and nothing else."""
    kept: list[bytes] = []
    position = 0
    for special in SPECIAL.finditer(piece):
        kept.append(_white_of(piece[position : special.start()]))
        if not special[0].startswith(b"<![CDATA["):
            kept.append(special[0])
        position = special.end()
    kept.append(_white_of(piece[position:]))
    return b"".join(kept)


def _white_of(text: bytes) -> bytes:
    """The white space around a text, and the text itself when it is nothing else."""
    if not text.strip(WHITE):
        return text
    before = text[: len(text) - len(text.lstrip(WHITE))]
    after = text[len(text.rstrip(WHITE)) :]
    return after if b"\n" in after or b"\r" in after else before


def _move_stylesheets(gap: Gap) -> None:
    for found in reversed(list(STYLESHEET.finditer(gap.text))):
        gap.sheets.insert(0, found[0])
        start = start_of_white(gap.text, found.start())
        gap.text = gap.text[:start] + gap.text[found.end() :]


def _adopt_extensions(gap: Gap) -> None:
    """Take the extensions out, for the entry that they follow."""
    wrapped, shift = gap.entry, len(WRAP)
    for child in reversed(wrapped.parts.children):
        if not child.is_core and wrapped.namespace(child) in EXTENSION_BY_URI:
            first, last = child.start - shift, child.end - shift
            gap.adopted.insert(0, gap.text[first:last])
            gap.text = gap.text[: start_of_white(gap.text, first)] + gap.text[last:]


def _to_entries(gap: Gap) -> None:
    """Make entries of elements whose name is right but for capital letters."""
    wanted, shift, position = gap.at.kind.entry_name, len(WRAP), 0
    for child in gap.children():
        name = child.local.decode()
        if child.is_core and name != wanted and name.lower() == wanted:
            first, last = child.start - shift, child.end - shift
            xml = renamed(gap.text[first:last], child, wanted.encode(), -child.start)
            gap.entries.append((gap.text[position:first], xml))
            position = last
    gap.text = gap.text[position:]


CHANGES: dict[str, Callable[[Gap], None]] = {
    "delete_text": _delete_text,
    "move_stylesheets": _move_stylesheets,
    "adopt_extensions": _adopt_extensions,
    "to_entries": _to_entries,
}
