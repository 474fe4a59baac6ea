"""What is known of the files of a set while they are read one after another, each once.

A look around one of them asks here first, so that it reads none of the others again.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sitemap_editor.protocol.kinds import Kind

from .digests import Digest
from .earlier import Earlier
from .languages import LinkBook


class Known:
    """Kinds and places of all files of a set, and what those say that were read already.

    ``files``: paths by ``norm_eq`` of the address. ``packed``: those in an archive, named as if it
    were a folder. ``is_mapped``: people said which folder is public where, no name decided it.
    """

    def __init__(
        self,
        kinds: Mapping[Path, Kind | None],
        files: Mapping[str, Path],
        packed: frozenset[Path] = frozenset(),
        *,
        is_mapped: bool = False,
    ) -> None:
        self.is_mapped = is_mapped
        self.kinds = kinds
        self.files = files
        self.packed = packed
        self.digests: dict[Path, Digest] = {}
        self.errors: dict[Path, tuple[int, str]] = {}
        self.earlier = Earlier()
        self.languages = LinkBook()

    def take(self, path: Path, digest: Digest, errors: tuple[int, str] = (0, "")) -> None:
        """Keep of a file what others ask for; its addresses count for the files after it."""
        self.errors[path] = errors
        if digest.is_page_list and path not in self.digests:
            self.earlier.add(path, digest.addresses)
        self.digests[path] = digest.without_addresses()
