"""What reading a file finds, from which a document is made."""

from __future__ import annotations

from dataclasses import dataclass

from sitemap_editor.markup.encoding import Source
from sitemap_editor.markup.spans import Root
from sitemap_editor.protocol.kinds import Kind

from .mending import Mending
from .store import Store


@dataclass(frozen=True, slots=True)
class Parts:
    """What a document is made of when it is opened.

    ``hides_root`` tells that another root stands inside the root, whose entries are not seen.
    """

    kind: Kind
    source: Source
    head: bytes
    tail: bytes
    store: Store
    root: Root | None
    has_doctype: bool = False
    mending: Mending | None = None
    hides_root: bool = False
