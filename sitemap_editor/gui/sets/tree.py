"""What stands below what in the Files panel: a set, what its index names, and lone documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.gui.files.tree import arrange

from .open_set import OpenSet
from .row import Row

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session


@dataclass(eq=False, slots=True)
class Node:
    """One line: the top of a set, a file of a set, or a document that is open by itself."""

    session: Session | None = None
    set: OpenSet | None = None
    row: Row | None = None
    children: list[Node] = field(default_factory=list)
    folder: str = ""
    """Where it is, for a line that would else be called like another one beside it."""

    @property
    def path(self) -> Path | None:
        """The file or folder that it stands for."""
        if self.session is not None:
            return self.session.path
        return self.set.source if self.is_top and self.set is not None else None

    @property
    def is_top(self) -> bool:
        """Whether it stands for a whole set."""
        return self.set is not None and self.row is None

    @property
    def key(self) -> str:
        """What it stands for; the same as long as that is in the window."""
        if self.row is not None:
            member = self.row.member
            return f"{member.path or member.address}\n{member.index}\n{member.state}"
        if self.set is not None:
            return str(self.set.source)
        return f"{id(self.session)}"


def tree_of(sessions: Sequence[Session], sets: Sequence[OpenSet]) -> list[Node]:
    """Folders first; everything else in the order it was opened, each document once."""
    shown: set[int] = set()
    tops = {id(one): _top(one, sets, shown) for one in sets}
    roots = {id(one.root): one for one in sets if one.root is not None}
    shown.update(roots)
    nodes = [tops[id(one)] for one in sets if one.root is None]
    lone = [one for one in sessions if id(one) not in shown]
    branches = {id(branch.session): branch for branch in arrange(lone)}
    for session in sessions:
        if id(session) in roots:
            nodes.append(tops[id(roots[id(session)])])
        elif id(session) in branches:
            below = [Node(child) for child in branches[id(session)].children]
            nodes.append(Node(session, children=below))
    paths = [node.path for node in nodes]
    for node, folder in zip(nodes, folders_apart(paths), strict=True):
        node.folder = folder
    return nodes


def folders_apart(paths: Sequence[Path | None]) -> list[str]:
    """For each path whose name another has too the folders that tell them apart, else nothing."""
    named: dict[str, set[Path]] = {}
    for path in paths:
        if path is not None:
            named.setdefault(path.name, set()).add(path)
    return ["" if path is None else _folder_of(path, named[path.name]) for path in paths]


def _folder_of(path: Path, namesakes: set[Path]) -> str:
    others = namesakes - {path}
    if not others:
        return ""
    up = path.parent.parts
    for depth in range(1, len(up) + 1):
        if all(one.parent.parts[-depth:] != up[-depth:] for one in others):
            return "/".join(part.strip("/\\") for part in up[-depth:])
    return str(path.parent)


def _top(one: OpenSet, sets: Sequence[OpenSet], shown: set[int]) -> Node:
    """A set with its files, those of an index that it names below that index."""
    top = Node(one.root, one)
    by_index: dict[Path | None, Node] = {}
    for row in one.rows:
        if _is_of_another(row, one, sets) or (row.session is not None and id(row.session) in shown):
            continue
        if row.session is not None:
            shown.add(id(row.session))
        node = Node(row.session, one, row)
        by_index.get(row.member.index, top).children.append(node)
        if row.member.is_index and row.member.is_readable:
            by_index.setdefault(row.path, node)
    return top


def _is_of_another(row: Row, own: OpenSet, sets: Sequence[OpenSet]) -> bool:
    """Whether a file that this index does not name is, or belongs to, another set."""
    if row.belongs or row.path is None:
        return False
    return any(
        other is not own and (other.source == row.path or other.owns(row.path)) for other in sets
    )
