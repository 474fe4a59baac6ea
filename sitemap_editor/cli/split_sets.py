"""What ``split`` does when several files are split together: an index, a folder, a ZIP, a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _

from .outputs import STANDARD
from .terminal import progress

if TYPE_CHECKING:
    from sitemap_editor.operations.sets import SitemapSet
    from sitemap_editor.operations.splitting import Wish
    from sitemap_editor.operations.splitting.planning import Outline


def set_of_words(files: Sequence[str], folder: Path) -> SitemapSet | None:
    """The set that the arguments name; None for one sitemap. Raises SitemapError.

    What was written into ``folder`` before is none of it.
    """
    from sitemap_editor.operations.sets import set_of
    from sitemap_editor.operations.sets.opening import is_set
    from sitemap_editor.operations.splitting.set_planning import without_outcome

    if len(files) > 1 and STANDARD in files:
        said = _("Standard input cannot be split together with files. Merge them first.")
        raise SitemapError(said)
    if len(files) == 1 and (files[0] == STANDARD or not is_set(Path(files[0]))):
        return None
    with progress(_("Looking for the files of {name}").format(name=files[0])) as shown:
        return without_outcome(set_of(files, progress=shown), folder)


def prefix_of(one: SitemapSet | None, folder: Path) -> str | None:
    """The public address of the folder that files go to, when the set tells it."""
    if one is None or one.mapping is None or one.mapping.folder != folder.resolve():
        return None
    return one.mapping.prefix


def index_name_for(one: SitemapSet | None, folder: Path) -> str:
    """The name of the index: that of the old one where it is replaced; empty for the usual one."""
    if one is None or one.kind != "index" or one.source is None:
        return ""
    return one.source.name if one.source.parent == folder.resolve() else ""


def planned(
    one: SitemapSet, name: str, wanted: Wish, cap: int | None, *, skip_unreadable: bool
) -> Outline:
    """Work out the split of a set. Raises SitemapError."""
    from sitemap_editor.operations.splitting.measuring import Incomplete, measure
    from sitemap_editor.operations.splitting.set_planning import base_of_set, plan_set

    with progress(_("Splitting {name}").format(name=name)) as shown:
        wanted = replace(wanted, base=base_of_set(one))
        try:
            measured = measure(
                one, wanted, max_inflated=cap, skip_unreadable=skip_unreadable, progress=shown
            )
        except Incomplete as error:
            said = _("Put the files there, or leave them out with {option}.")
            error.advice = said.format(option="--skip-unreadable")
            raise
        return plan_set(measured, wanted, shown)
