"""What several looks in one go share, so that a thousand files do not look at each other anew.

Files count as they were when they were first looked at; a survey lives for one call of ``check``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.urls import directory_of, norm_eq, split_url

from .digests import Stamps
from .earlier import Earlier
from .known import Known
from .neighbours import RobotsFile
from .places import Place

ROBOTS = "robots.txt"


class Survey:
    """Places, states of files and kinds known so far."""

    def __init__(self, together: Sequence[Path] = (), known: Known | None = None) -> None:
        """``together``: files that are checked in one go, in their order.

        ``known``: what is known of them, when they are a set whose files are read once.
        """
        self.known = known
        self.together = tuple(path for one in together if (path := resolved(one)) is not None)
        self.stamps: Stamps = {}
        self.kinds: dict[Path, Mapping[Path, Kind]] = {}
        self.indexes: dict[Path, tuple[Path, ...]] = {}
        self.robots_files = tuple(path for path in self.together if path.name == ROBOTS)
        self.robots: dict[Path, RobotsFile | None] = {}
        self._positions = {path: at for at, path in enumerate(self.together)}
        self._places: dict[tuple[Path, str], Place] = {}
        self._by_name: dict[int, tuple[Sequence[str], dict[str, list[str]]]] = {}

    def place(self, folder: Path, base_url: str | None, open_paths: frozenset[Path]) -> Place:
        """The place of the files of a folder."""
        base = split_url(base_url) if base_url else None
        name = f"{base.scheme}://{base.authority}{directory_of(base)}" if base else ""
        if (folder, name) not in self._places:
            self._places[folder, name] = Place(folder, base, open_paths)
        return self._places[folder, name]

    @property
    def packed(self) -> frozenset[Path]:
        """Paths of files in an archive, which the system does not know."""
        return self.known.packed if self.known is not None else frozenset()

    def earlier_than(self, path: Path) -> Earlier | None:
        """The sitemaps of the set that were read before one."""
        return self.known.earlier.before(path) if self.known is not None else None

    def kind_of(self, path: Path) -> Kind | None:
        """The kind of a file of the set; None for others."""
        return self.known.kinds.get(path) if self.known is not None else None

    def file_of(self, address: str) -> tuple[Path, bool] | None:
        """The file of the set with this address, and whether that is certain; None for others."""
        known = self.known
        path = known.files.get(norm_eq(address)) if known is not None else None
        return None if known is None or path is None else (path, known.is_mapped)

    def before(self, path: Path) -> Sequence[Path]:
        """The files that are checked before this one."""
        return self.together[: self._positions.get(path, 0)]

    def named(self, addresses: Sequence[str], names: Sequence[str]) -> list[str]:
        """Those of many addresses whose last part is one of these names."""
        key = id(addresses)
        if key not in self._by_name:
            by_name: dict[str, list[str]] = {}
            for address in addresses:
                by_name.setdefault(address.rpartition("/")[2].strip(), []).append(address)
            self._by_name[key] = (addresses, by_name)  # which keeps the number from another
        return [one for name in names for one in self._by_name[key][1].get(name, ())]


def resolved(path: Path) -> Path | None:
    """The path without links; None when it cannot be one."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        return None
