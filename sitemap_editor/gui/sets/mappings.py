"""Where the files of a set are, as people answered; remembered in their settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.support.settings import SET_FOLDERS, Settings

if TYPE_CHECKING:
    from sitemap_editor.operations.sets import Mapping

MOST_REMEMBERED = 200


def remembered(settings: Settings | None, source: Path) -> Mapping | None:
    """The public prefix and the folder that were chosen for a set; None when none were."""
    answer = _answer(settings, source)
    if answer is None or not all(answer):
        return None
    from sitemap_editor.operations.sets import Mapping
    from sitemap_editor.protocol.errors import SitemapError

    try:
        return Mapping.of(answer[0], Path(answer[1]))
    except (SitemapError, OSError, RuntimeError, ValueError):
        return None


def was_asked(settings: Settings | None, source: Path) -> bool:
    """Whether people answered already, be it that they do not want to be asked."""
    return _answer(settings, source) is not None


def remember(settings: Settings | None, source: Path, mapping: Mapping | None) -> None:
    """Remember the answer for a set; None: it is not to be asked for."""
    if settings is None:
        return
    name = _clean(source)
    others = [x for x in settings.get(SET_FOLDERS) if x.partition("\t")[0] != name]
    told = (mapping.prefix, _clean(mapping.folder)) if mapping is not None else ("", "")
    line = "\t".join((name, *told))
    settings.set(SET_FOLDERS, tuple([line, *others][:MOST_REMEMBERED]))


def _answer(settings: Settings | None, source: Path) -> tuple[str, str] | None:
    name = _clean(source)
    for line in settings.get(SET_FOLDERS) if settings is not None else ():
        known, *rest = line.split("\t")
        if known == name and len(rest) == 2:
            return rest[0], rest[1]
    return None


def _clean(path: Path) -> str:
    return str(path).replace("\t", " ")
