"""Which file on disk an address of the site stands for, and never one outside of its folder."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from sitemap_editor.protocol.urls import Url, directory_of, norm_eq, normal_path, split_url

from .digests import bare_host

MOST_NAMES = 50_000
"""Names of one folder that are looked at."""

_PLAIN = re.compile(r"[\w-][\w.-]{0,250}", re.ASCII)


class _Folder(NamedTuple):
    """A folder, the names in it, and whether the public address says that it is the right one."""

    path: Path
    names: frozenset[str]
    is_certain: bool


class Place:
    """A folder, and the address it is published under when that is known."""

    def __init__(self, folder: Path, base: Url | None, open_paths: frozenset[Path]) -> None:
        """``folder`` and ``open_paths`` are resolved; ``base`` is the address of a file in it."""
        self.folder = folder
        self._base = base if base is not None and base.is_web else None
        self._open_paths = open_paths
        self._names: dict[Path, frozenset[str]] = {}
        self._folders: dict[str, list[_Folder]] = {}
        self._found: dict[str, tuple[Path | None, bool]] = {}
        self._orders: dict[int, tuple[Sequence[str], dict[Path, int]]] = {}
        self.root = self._root()

    def _root(self) -> Path | None:
        """The folder of ``/``, when the folders on the way there have the names of the path."""
        if self._base is None:
            return None
        folder = self.folder
        for segment in reversed(directory_of(self._base).strip("/").split("/")):
            if segment and folder.name != unquote(segment):
                return None
            folder = folder.parent if segment else folder
        return folder

    @property
    def top(self) -> Path:
        """The folder beyond which nothing is looked at."""
        return self.root or self.folder

    def names_in(self, folder: Path) -> frozenset[str]:
        """The names in a folder; none when it cannot be read."""
        if folder not in self._names:
            self._names[folder] = _names_in(folder)
        return self._names[folder]

    def has(self, path: Path) -> bool:
        """Whether there is such a file, open or on disk."""
        return path in self._open_paths or path.name in self.names_in(path.parent)

    def is_ours(self, address: str) -> bool:
        """Whether an address is on the host of the place; unknown hosts count as such."""
        return self._base is None or bare_host(address) == bare_host(str(self._base))

    def file_of(self, address: str) -> tuple[Path | None, bool]:
        """The file that an address stands for, and whether its place says so, not its name alone.

        The file is None when there is none; it may be the unpacked one of a ``.gz``.
        """
        if address not in self._found:
            self._found[address] = self._look_for(address)
        return self._found[address]

    def files_of(self, addresses: Sequence[str]) -> dict[Path, int]:
        """The files that addresses stand for, in their order, with their numbers in it."""
        key = id(addresses)
        if key not in self._orders:
            paths = (path for path, _sure in map(self.file_of, addresses) if path is not None)
            order = {path: number for number, path in enumerate(dict.fromkeys(paths))}
            self._orders[key] = (addresses, order)  # which keeps the number from another
        return self._orders[key][1]

    def _look_for(self, address: str) -> tuple[Path | None, bool]:
        above, _, last = address.strip().partition("#")[0].rpartition("/")
        names = _names_for(last) if "?" not in address else ()
        for folder, known, is_certain in self._folders_of(above):
            for name in names:
                if name in known and self._is_inside(folder / name):
                    return (folder / name).resolve(), is_certain
        return None, False

    def _folders_of(self, above: str) -> list[_Folder]:
        """The folders that may hold what lies right below an address; an index names few."""
        if above not in self._folders:
            segments = segments_of(f"{above}/x")
            found = self._by_place(above, segments[:-1]) if segments else {}
            by_name = (self.folder, self.folder.joinpath(*segments[:-1])) if segments else ()
            found = {**dict.fromkeys(by_name, False), **found}
            ordered = sorted(found.items(), key=lambda one: not one[1])
            folders = [_Folder(path, self._all_in(path), is_sure) for path, is_sure in ordered]
            self._folders[above] = [one for one in folders if one.names]
        return self._folders[above]

    def _all_in(self, folder: Path) -> frozenset[str]:
        opened = (path.name for path in self._open_paths if path.parent == folder)
        return self.names_in(folder).union(opened)

    def _by_place(self, address: str, segments: list[str]) -> dict[Path, bool]:
        if self._base is None or not self.is_ours(address):
            return {}
        found = {self.root.joinpath(*segments): True} if self.root is not None else {}
        own = _split(directory_of(self._base))
        if segments[: len(own)] == own:
            found[self.folder.joinpath(*segments[len(own) :])] = True
        return found

    def _is_inside(self, path: Path) -> bool:
        try:
            return path.resolve().is_relative_to(self.top)
        except (OSError, RuntimeError):
            return False


def segments_of(address: str) -> list[str]:
    """The parts of an address' path as names of folders and a file; none when they cannot be."""
    url = split_url(norm_eq(address))
    if not url.is_web or url.query is not None or url.path.endswith("/"):
        return []
    return _split(normal_path(url))


def _split(path: str) -> list[str]:
    names = [unquote(name) for name in path.split("/") if name]
    is_safe = not any(name in (".", "..") or set(name) & set("/\\\0:") for name in names)
    return names if is_safe and all(len(name) < 256 for name in names) else []


def _names_for(last: str) -> tuple[str, ...]:
    """Names of the file that the last part of an address stands for, packed and unpacked."""
    names = (last,) if _PLAIN.fullmatch(last) else tuple(_split(last))
    return (*names, names[0][:-3]) if names and names[0].endswith(".gz") else names


def _names_in(folder: Path) -> frozenset[str]:
    names: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                names.append(entry.name)
                if len(names) >= MOST_NAMES:
                    break
    except OSError:
        return frozenset()
    return frozenset(names)
