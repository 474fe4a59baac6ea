"""Which findings nobody wants to hear of: those of a rule, or those about one address."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from sitemap_editor.document.document import Document
from sitemap_editor.protocol.urls import norm_probable
from sitemap_editor.rules.engine.blocks import Ints, blocks_of_ids
from sitemap_editor.rules.engine.columns import Columns
from sitemap_editor.rules.engine.found import EMPTY, Found, Key, contains
from sitemap_editor.rules.engine.hashing import hash_texts
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .policy import Policy

FEW = 1_000
"""As many entries are compared by their addresses at once; of more, those with a like hash."""


class Ignoring:
    """The ignored findings of one policy; their keys say so and are counted apart."""

    def __init__(self, policy: Policy) -> None:
        self.codes = policy.ignored_codes
        self._addresses = policy.ignored_findings

    def marked(self, doc: Document, entry: int, keys: set[Key]) -> set[Key]:
        """The keys of an entry, those ignored because of its address marked."""
        if not self._addresses or self._addresses.keys().isdisjoint(key.code for key in keys):
            return keys
        return {
            key._replace(is_ignored=key.is_ignored or self.is_about(doc, entry, key.code))
            for key in keys
        }

    def is_about(self, doc: Document, entry: int, code: str) -> bool:
        """Whether an entry's findings of a code are ignored because of its address."""
        addresses = self._addresses.get(code)
        return addresses is not None and address_of(doc.value_of(entry, "loc")) in addresses

    def apply(
        self, doc: Document, columns: Columns, store: Found, progress: Progress = NO_PROGRESS
    ) -> None:
        """Mark what is found so far and ignored because of an address."""
        if not self._addresses:
            return
        for key in store.keys():  # noqa: SIM118 - it is no mapping
            addresses = self._addresses.get(key.code)
            if addresses and not key.is_ignored:
                ids = _about(doc, columns, store.ids(key), addresses, progress)
                store.move(key, key._replace(is_ignored=True), ids)


def address_of(loc: str | None) -> str:
    """What an entry is recognised by."""
    return (loc or "").strip()


def _about(
    doc: Document, columns: Columns, ids: Ints, addresses: Collection[str], progress: Progress
) -> Ints:
    """Those of the entries that have one of the addresses."""
    if len(ids) > FEW:
        wanted = np.sort(hash_texts([norm_probable(address) for address in addresses]))
        parts = []
        for part in blocks_of_ids(ids):
            parts.append(part[contains(wanted, columns.hashes[part])])
            progress.tick()
        ids = np.concatenate(parts)
    chosen = [EMPTY]
    for part in blocks_of_ids(ids):
        values = doc.values_of(part, "loc")
        chosen.append(part[np.array([address_of(value) in addresses for value in values])])
        progress.tick()
    return np.concatenate(chosen)
