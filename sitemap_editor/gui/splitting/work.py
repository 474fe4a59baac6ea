"""What is worked out in a job while people choose how to split: nothing of widgets here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.operations.splitting import Wish
from sitemap_editor.operations.splitting.index import address_of
from sitemap_editor.operations.splitting.leftovers import leftovers, replaced_by
from sitemap_editor.operations.splitting.robots import robots_with
from sitemap_editor.protocol.urls import split_url
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sitemap_editor.operations.splitting.planning import Outline

    from .subjects import Subject

ROBOTS = "robots.txt"


@dataclass(frozen=True, eq=False)
class Asked:
    """What people chose: how to split which entries (None: all), and where the files go.

    ``is_skipping``: files of a set that cannot be read are left out.
    """

    wish: Wish
    folder: Path
    ids: NDArray[np.int64] | None = None
    has_robots: bool = False
    is_skipping: bool = False


@dataclass(frozen=True, eq=False)
class Outlook:
    """What would happen: the plan, what stands in the folder, the robots.txt that changes."""

    asked: Asked
    plan: Outline
    existing: tuple[Path, ...] = ()
    leftovers: tuple[Path, ...] = ()
    robots: Path | None = None
    is_robots_new: bool = False


@dataclass(frozen=True, eq=False)
class SplitRequest:
    """What is to be written."""

    outlook: Outlook
    force: bool = False
    remove_leftovers: bool = False


def look_ahead(subject: Subject, asked: Asked, progress: Progress = NO_PROGRESS) -> Outlook:
    """Work out a split. Raises SitemapError when it cannot be done as it is asked for."""
    made = subject.plan(asked, progress)
    robots, is_new = None, False
    if asked.has_robots:
        robots = robots_of(asked.folder, made.base_url)
        is_new = robots_with(robots, address_of(made.base_url, made.index_name)) is not None
    return Outlook(
        asked,
        made,
        tuple(replaced_by(made, asked.folder)),
        tuple(leftovers(made, asked.folder)),
        robots,
        is_new,
    )


def robots_of(folder: Path, base_url: str) -> Path:
    """Where the robots.txt of a site is whose folder has this public address: at its top."""
    place = folder
    for _segment in [one for one in split_url(base_url).path.split("/") if one]:
        place = place.parent
    return place / ROBOTS
