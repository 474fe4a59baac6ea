"""What a chosen path is: a sitemap, the files of a set, or a list."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.document.opening import open_document
from sitemap_editor.operations.comparing import DocumentSide, ListSide, list_side, open_side
from sitemap_editor.operations.importing.choosing import Wish
from sitemap_editor.support.jobs import Progress

if TYPE_CHECKING:
    from sitemap_editor.operations.comparing import Side

FILTERS = ("status=200", "html", "indexable")
"""Rows of a list that are about pages which belong in a sitemap."""


def read_path(
    path: Path, *, is_one_file: bool, only_indexable: bool, site: str, progress: Progress
) -> Side:
    """One side of a comparison. Raises SitemapError.

    ``is_one_file``: of an index nothing but the file itself. ``only_indexable``: rows of a list
    about other pages do not count. ``site``: where addresses of a list without their own belong.
    """
    if is_one_file:
        return DocumentSide(open_document(path, progress=progress), path.name)
    side = open_side(path, site=site, progress=progress)
    if only_indexable and isinstance(side, ListSide) and side.proposal is not None:
        filters = tuple(one for one in FILTERS if one in side.proposal.offers)
        if filters:
            wish = Wish(filters=filters)
            tables = [side.proposal.table]
            side = list_side(tables, path.name, wish=wish, site=site, progress=progress)
    side.name = path.name or str(path)
    return side
