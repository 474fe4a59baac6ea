"""Parts of a document that know it without keeping it alive.

With a reference back, each document would stay in memory until the garbage collector comes, and
whoever reads a set of files would soon hold all of them.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .document import Document


class Belonging:
    """A part of one document, of no use without it."""

    def __init__(self, doc: Document) -> None:
        self._reference = weakref.ref(doc)

    @property
    def _doc(self) -> Document:
        doc = self._reference()
        if doc is None:
            raise ReferenceError("The document of this part is gone.")
        return doc
