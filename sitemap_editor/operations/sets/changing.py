"""One change made in all files of a set, which are written into a folder together, or not at all.

One document is in memory at a time, so a set may be larger than that. Files in which nothing
changes are copied byte for byte.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Generic, TypeVar

from sitemap_editor.document.edits import Edit
from sitemap_editor.document.saving import file_bytes
from sitemap_editor.operations.sets.checking import checked_members
from sitemap_editor.operations.sets.members import Member, SitemapSet
from sitemap_editor.operations.sets.reading import read_member
from sitemap_editor.operations.splitting.writing import described
from sitemap_editor.protocol.errors import SitemapError, describe_os_error
from sitemap_editor.support.file_sets import NewFile, write_set
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

T = TypeVar("T")
Make = Callable[["Document", Progress], tuple[Edit | None, T]]
"""The edit of one document, None when nothing changes in it, and what is to be told of it."""


@dataclass(frozen=True, slots=True)
class FileDone(Generic[T]):
    """One file that was written: ``told`` is None for one that cannot be changed, as a feed."""

    member: Member
    target: Path
    is_changed: bool
    told: T | None


def change_set(
    one: SitemapSet,
    make: Make[T],
    folder: Path,
    *,
    force: bool = False,
    max_inflated: int | None = None,
    progress: Progress = NO_PROGRESS,
) -> list[FileDone[T]]:
    """Write all files of a set into a folder, changed by ``make``, below it as they stood.

    Existing files are replaced with ``force`` only; the folder may be that of the set. Raises
    SitemapError when a file cannot be read or written: then nothing has changed.
    """
    members = checked_members(one)
    targets = _targets(one, members, folder, force=force)
    done: list[FileDone[T]] = []
    whole = _Whole(progress)

    def chunks(member: Member, target: Path) -> Iterable[bytes | memoryview]:
        return _changed(member, target, make, max_inflated, whole.within, done)

    files = [
        NewFile(target, partial(chunks, member, target), _size_of(member))
        for member, target in zip(members, targets, strict=True)
    ]
    with _made({folder, *(target.parent for target in targets)}):
        try:
            # An index comes last: by then all that it names is there.
            write_set(folder, files[::-1], progress=whole)
        except OSError as error:
            raise described(error, folder) from error
    return done[::-1]


def _changed(
    member: Member,
    target: Path,
    make: Make[T],
    max_inflated: int | None,
    progress: Progress,
    done: list[FileDone[T]],
) -> Iterator[bytes | memoryview]:
    doc = read_member(member, max_inflated=max_inflated, progress=progress)
    edit, told = (None, None) if doc.kind.is_feed else make(doc, progress)
    if edit is not None:
        doc.edit(edit, "")
        yield from file_bytes(doc)
    else:
        # One that had to be mended to be read stays as broken as it is.
        yield doc.source.original or b"".join(file_bytes(doc))
    done.append(FileDone(member, target, edit is not None, told))


class _Whole(Progress):
    """How many bytes of the set are written; ``within`` keeps the work on one file alive."""

    def __init__(self, outer: Progress) -> None:
        self._outer = outer
        self._at = (0, 0)
        self.within = _Within(self)

    def tick(self, done: int = 0, total: int = 0) -> None:
        self._at = (done, total)
        self._outer.tick(done, total)

    def again(self) -> None:
        """Tell the same once more."""
        self._outer.tick(*self._at)


class _Within(Progress):
    def __init__(self, whole: _Whole) -> None:
        self._whole = whole

    def tick(self, done: int = 0, total: int = 0) -> None:
        self._whole.again()


def _size_of(member: Member) -> int:
    try:
        return member.path.stat().st_size if member.path is not None else 0
    except OSError:
        return 0


# Where the files go


def _below(path: Path, folder: Path | None) -> str:
    """The path of a file below the folder of its set, or its name."""
    with suppress(ValueError):
        if folder is not None:
            return path.relative_to(folder).as_posix()
    return path.name


def _targets(
    one: SitemapSet, members: Sequence[Member], folder: Path, *, force: bool
) -> list[Path]:
    if folder.exists() and not folder.is_dir():
        raise SitemapError(
            _("This is a file, not a folder."), path=folder, advice=_("Choose a folder.")
        )
    targets: dict[Path, Member] = {}
    for member in members:
        target = folder / _name_of(one, member)
        if target in targets:
            raise SitemapError(
                _("Two files of the set would be called {name}.").format(name=target.name),
                advice=_("Take the folder that both are in as the set."),
            )
        if target.exists() and not force:
            raise SitemapError(
                _("The file exists already."),
                path=target,
                advice=_("Use --force to replace it, or choose another folder."),
            )
        targets[target] = member
    return list(targets)


def _name_of(one: SitemapSet, member: Member) -> str:
    """The path of a member's new file in the folder; never one that leads out of it."""
    if member.inner:
        parts = PurePosixPath(member.inner.replace("\\", "/")).parts
        if ".." in parts or PurePosixPath(member.inner).is_absolute() or ":" in parts[0]:
            said = _("The name of this file in the archive leads out of the folder: {name}")
            raise SitemapError(said.format(name=member.inner), path=member.path)
        return "/".join(parts)
    assert member.path is not None  # only those are asked for
    return _below(member.path, one.folder)


@contextmanager
def _made(folders: set[Path]) -> Iterator[None]:
    """Make folders that are not there yet; those that are still empty go again on an error."""
    missing = {up for one in folders for up in (one, *one.parents) if not up.exists()}
    try:
        for one in sorted(missing):
            one.mkdir(exist_ok=True)
    except OSError as error:
        raise describe_os_error(error, error.filename or "", saving=True) from error
    try:
        yield
    except BaseException:
        for one in sorted(missing, key=lambda path: len(os.fspath(path)), reverse=True):
            with suppress(OSError):
                one.rmdir()
        raise
