"""Writing a split: parts, index and robots.txt as one set, each part looked at before it counts."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from sitemap_editor.document.file_set import described, recover_folder
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.markup.encoding import decode_source
from sitemap_editor.markup.inflate import deflate
from sitemap_editor.markup.scan import scan
from sitemap_editor.markup.text_lines import scan_lines
from sitemap_editor.protocol.errors import SitemapError, describe_os_error
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.file_sets import NewFile, Written, write_set
from sitemap_editor.support.files import read_file
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress, Share

from .index import address_of, index_bytes
from .leftovers import leftovers, replaced_by
from .naming import GZIP
from .planning import Feed, Outline, Part, SplitPlan
from .robots import robots_with

__all__ = [
    "Outcome",
    "check_written",
    "described",
    "new_files",
    "recover_folder",
    "require_possible",
    "write_plan",
]

PACKERS = 2
"""Files that are compressed at a time: zlib works outside the interpreter's lock."""


@dataclass(frozen=True)
class Outcome:
    """What was written: the index, its files, a robots.txt that changed, and what was removed."""

    index: Path
    parts: tuple[Path, ...]
    robots: Path | None = None
    removed: tuple[Path, ...] = ()


def write_plan(
    plan: Outline,
    folder: Path,
    *,
    robots: Path | None = None,
    force: bool = False,
    remove_leftovers: bool = False,
    now: datetime | None = None,
    progress: Progress = NO_PROGRESS,
) -> Outcome:
    """Write all files of a plan into a folder, or none.

    ``robots`` is a robots.txt that gets a line, ``remove_leftovers`` takes away the files that
    only the old index names. A missing folder is made. Existing files are replaced with ``force``
    only. Raises SitemapError.
    """
    require_possible(plan, folder, force=force)
    index_address = address_of(plan.base_url, plan.index_name)
    new_robots = robots_with(robots, index_address) if robots is not None else None
    removed = leftovers(plan, folder) if remove_leftovers else []
    with _made(folder):
        try:
            with plan.feed(folder, Share(progress, 0, 3)) as feed:
                files = new_files(plan, folder, now, feed)
                if robots is not None and new_robots is not None:
                    files.append(NewFile(robots, partial(_one, new_robots), len(new_robots)))
                write_set(
                    folder,
                    files,
                    removed=removed,
                    check=lambda written, _own: check_written(plan, written, Share(progress, 2, 3)),
                    workers=PACKERS if plan.is_packed else 1,
                    progress=Share(progress, 1, 3),
                )
        except OSError as error:
            raise described(error, folder) from error
    return Outcome(
        folder / plan.index_name,
        tuple(folder / part.name for part in plan.parts),
        robots if new_robots is not None else None,
        tuple(removed),
    )


def require_possible(plan: Outline, folder: Path, *, force: bool) -> None:
    """Raise SitemapError when the files may not be written; asked before the work."""
    plan.require_unchanged()
    if folder.exists() and not folder.is_dir():
        raise SitemapError(
            _("This is a file, not a folder."), path=folder, advice=_("Choose a folder.")
        )
    existing = replaced_by(plan, folder)
    if existing and not force:
        raise SitemapError(
            _("The file exists already."),
            path=existing[0],
            advice=_("Allow it to be replaced (--force), or choose other names or another folder."),
        )


@contextmanager
def _made(folder: Path) -> Iterator[None]:
    """Make a folder that is not there yet; it goes again when nothing gets into it."""
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise describe_os_error(error, folder, saving=True) from error
    try:
        yield
    except BaseException:
        for one in missing:
            with suppress(OSError):
                one.rmdir()
        raise


def new_files(
    plan: Outline, folder: Path, now: datetime | None = None, feed: Feed | None = None
) -> list[NewFile]:
    """The parts and, last, the index as files to be written; a document feeds them itself."""
    if feed is None:
        assert isinstance(plan, SplitPlan)
        feed = plan
    parts = (_new_part(feed, folder, part) for part in plan.parts)
    return [*parts, _new_index(plan, folder, now)]


def _one(content: bytes) -> Iterable[bytes]:
    return (content,)


def _new_part(feed: Feed, folder: Path, part: Part) -> NewFile:
    return NewFile(folder / part.name, partial(feed.chunks_of, part), part.packed or part.size)


def _new_index(plan: Outline, folder: Path, now: datetime | None) -> NewFile:
    content = b"".join(index_bytes(plan.base_url, plan.parts, plan.wish, now))
    if plan.index_name.lower().endswith(GZIP):
        content = b"".join(deflate([content]))
    return NewFile(folder / plan.index_name, partial(_one, content), len(content))


# Looking at what was written


def check_written(
    plan: Outline, written: Sequence[Written], progress: Progress = NO_PROGRESS
) -> None:
    """Open every file again; raises SitemapError for one that is not what was planned."""
    parts = plan.parts
    for number, one in enumerate(written):
        share = Share(progress, number, len(written))
        data = read_file(one.temporary, share)
        if (len(data), zlib.crc32(data)) != (one.size, one.checksum):
            raise _not_as_written(one)
        if number < len(parts):
            _check_part(plan, parts[number], one, data, share)
        elif number == len(parts) and len(open_bytes(data, one.file.target)) != len(parts):
            raise _not_as_written(one)


def _check_part(plan: Outline, part: Part, one: Written, data: bytes, progress: Progress) -> None:
    if not len(part) and not plan.kind.is_xml:
        return  # a list without addresses shows nothing of what it is
    source = decode_source(data, max_inflated=part.size + 1, progress=progress)
    is_whole = source.inflated_size == part.size <= plan.limits.bytes
    if not is_whole or _count(source.text, plan.kind, progress) != len(part):
        raise _not_as_written(one)


def _count(text: bytes, kind: Kind, progress: Progress) -> int:
    """How many entries a text has, read as a file that is opened is; -1 for another kind."""
    if not kind.is_xml:
        return len(scan_lines(text, progress).start)
    found = scan(text, progress)
    return len(found.start) if found.root.kind is kind else -1


def _not_as_written(one: Written) -> SitemapError:
    return SitemapError(
        _("The file was not written as it should be, so nothing was changed."),
        path=one.file.target,
        advice=_("Try another folder or disk; this one may be damaged."),
    )
