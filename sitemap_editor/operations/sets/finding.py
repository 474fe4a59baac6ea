"""Which file stands behind each address that an index names."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote

from sitemap_editor.protocol.urls import norm_eq, split_url
from sitemap_editor.rules.beside.digests import bare_host
from sitemap_editor.rules.beside.heads import kind_of_head
from sitemap_editor.rules.beside.places import Place, segments_of

from .mapping import Mapping
from .members import Member, State

_GZ = ".gz"


class Finder:
    """Finds files by a mapping; without one by name, and learns the mapping from what is found."""

    def __init__(self, folder: Path, mapping: Mapping | None, open_paths: frozenset[Path]) -> None:
        """``folder`` and ``open_paths`` are without links."""
        self._given = mapping
        self._folder = mapping.folder if mapping is not None else folder
        self._open_paths = open_paths
        self._place = Place(self._folder, None, open_paths)
        self._prefixes: Counter[str] = Counter()

    @cached_property
    def _guessed(self) -> Mapping | None:
        if not self._prefixes:
            return None
        prefix, count = self._prefixes.most_common(1)[0]
        is_clear = count * 2 > sum(self._prefixes.values())
        return Mapping(prefix, self._folder) if is_clear else None

    @property
    def mapping(self) -> Mapping | None:
        """The mapping that was given, or the one that most of what was found agrees in."""
        if self._given is None:
            self.__dict__.pop("_guessed", None)
        return self._given or self._guessed

    def names_in(self, folder: Path) -> frozenset[str]:
        """The names in a folder, open documents that are not on disk included."""
        opened = (path.name for path in self._open_paths if path.parent == folder)
        return self._place.names_in(folder).union(opened)

    def name_of(self, path: Path) -> str:
        """What people see of a file: its path below the folder."""
        try:
            return path.relative_to(self._folder).as_posix()
        except ValueError:
            return path.name

    def members(self, index: Path, addresses: Sequence[str]) -> list[Member]:
        """What an index names, in its order."""
        found = [self._member(index, address) for address in addresses]
        is_known = self._given is not None or any(one.path is not None for one in found)
        return [self._told(one, is_known, found) for one in found]

    def _member(self, index: Path, address: str) -> Member:
        if self._given is not None:
            path, state = self._by_mapping(self._given, address)
        else:
            path, state = self._by_name(address)
        name = self.name_of(path) if path is not None else _end_of(address)
        kind = kind_of_head(path) if path is not None else None
        return Member(name, address.strip(), path, state, index, kind=kind)

    def _by_mapping(self, mapping: Mapping, address: str) -> tuple[Path | None, State]:
        path = mapping.file_of(address)
        if path is None:
            leads_out = mapping.leads_out(address) or mapping.is_below(address)
            return None, State.OUTSIDE if leads_out else State.FOREIGN
        for one in (path, path.with_name(path.name.removesuffix(_GZ))):
            if one in self._open_paths or one.is_file():
                return one.resolve(), State.HERE
        return None, State.MISSING

    def _by_name(self, address: str) -> tuple[Path | None, State]:
        if not split_url(address.strip()).is_web or not segments_of(address):
            return None, State.OUTSIDE
        path, _is_certain = self._place.file_of(address)
        if path is None:
            leads_out = self._is_link_out(address)
            return None, State.OUTSIDE if leads_out else State.ELSEWHERE
        if path not in self._open_paths and not path.is_file():
            return None, State.ELSEWHERE  # a folder or a pipe of that name
        self._note(address, path)
        return path, State.HERE

    def _is_link_out(self, address: str) -> bool:
        """Whether a file of the name is there, and is a link that leads out of the folder."""
        return os.path.lexists(self._folder / segments_of(address)[-1])

    def _note(self, address: str, path: Path) -> None:
        """Learn the prefix that turns this address into this file."""
        below = path.relative_to(self._folder).parts if path.is_relative_to(self._folder) else ()
        segments = segments_of(address)
        count = len(below)
        own = [name.removesuffix(_GZ) for name in segments[-count:]] if count else []
        if own == [name.removesuffix(_GZ) for name in below]:
            whole = norm_eq(address).split("/")
            self._prefixes["/".join(whole[: len(whole) - count]) + "/"] += 1

    def _told(self, one: Member, is_known: bool, found: Sequence[Member]) -> Member:
        """What is not there is missing where other files of its site are."""
        if one.state is not State.ELSEWHERE or not is_known:
            return one
        hosts = {bare_host(other.address) for other in found if other.path is not None}
        state = State.MISSING if bare_host(one.address) in hosts else State.FOREIGN
        return Member(one.name, one.address, None, state, one.index)


def _end_of(address: str) -> str:
    """The last part of an address, or all of it."""
    last = address.strip().partition("?")[0].rpartition("/")[2]
    return unquote(last) or address.strip()
