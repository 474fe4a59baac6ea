"""What rules about extensions are given: one element of an extension, and the entry it is in.

A part is an image, a video, a news item, a link to another language, or a legacy element; a rule
looks at one part at a time, and what it finds in several parts of an entry is one finding.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from sitemap_editor.markup.elements import Element, Splice
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.protocol.namespaces import EXTENSION_BY_URI, resembling_extension
from sitemap_editor.rules.base import Fix

if TYPE_CHECKING:
    from sitemap_editor.rules.engine.entry import Entry
    from sitemap_editor.rules.values import Loc


def extension_of(uri: str) -> str | None:
    """The usual prefix of the extension that a namespace is, or is meant to be; None for others."""
    extension = EXTENSION_BY_URI.get(uri) or resembling_extension(uri)
    return extension.prefix if extension is not None else None


class Part:
    """One extension element directly in an entry.

    ``extension`` is the usual prefix of its namespace (``image``, ``video``, ``news``, ``xhtml``,
    ``mobile``, ``pagemap``, ``codesearch``, ``geo``), whatever prefix the file gives it.
    """

    def __init__(self, extension: str, element: Element, entry: Entry) -> None:
        self.extension = extension
        self.element = element
        self.entry = entry

    @property
    def page(self) -> Loc | None:
        """The address of the page the entry is about; None when it has none that is known."""
        return self.entry.page

    @property
    def own(self) -> list[Element]:
        """The elements directly in it that are of its namespace."""
        return self.element.own

    @cached_property
    def named(self) -> dict[str, list[Element]]:
        """The same by their names."""
        found: dict[str, list[Element]] = {}
        for child in self.own:
            found.setdefault(child.local, []).append(child)
        return found

    def children(self, local: str) -> list[Element]:
        """The elements of this name directly in it, in its namespace."""
        return self.named.get(local, [])

    def child(self, local: str) -> Element | None:
        """The first of them."""
        found = self.named.get(local)
        return found[0] if found else None

    def value(self, local: str) -> str | None:
        """The trimmed text of the first of them; None when there is none."""
        child = self.child(local)
        return None if child is None else child.text

    def name(self, local: str) -> bytes:
        """A name in this part's namespace as it is written in this file."""
        prefix, colon, _local = self.element.name.rpartition(b":")
        return prefix + colon + local.encode()

    def field(self, local: str) -> str:
        """How people call an element of this part, such as ``image:loc``."""
        return f"{self.extension}:{local}"


def splices(*changes: Iterable[Splice]) -> tuple[Splice, ...]:
    """All these changes."""
    return tuple(one for change in changes for one in change)


def splice(changes: Sequence[Splice], *, is_sure: bool = True, question: str = "") -> Fix | None:
    """A fix that changes these places of the entry; None when there are none."""
    if not changes:
        return None
    kind = FixKind.SAFE if is_sure else FixKind.ASK
    return Fix("splice", kind, {"splices": tuple(changes)}, question)
