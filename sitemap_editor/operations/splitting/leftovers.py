"""What stands in the folder already: files that would be replaced, and parts no longer named."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from sitemap_editor.document.opening import open_document
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind

from .index import address_of
from .planning import Outline


def replaced_by(plan: Outline, folder: Path) -> list[Path]:
    """The files in a folder that the split would replace, the index last."""
    names = [*(part.name for part in plan.parts), plan.index_name]
    return [folder / name for name in names if (folder / name).exists()]


def leftovers(plan: Outline, folder: Path) -> list[Path]:
    """The files that the index in the folder names now and the new one will not name.

    Only files in the folder itself count, and never one that is read for the split and whose
    entries are not all written again.
    """
    kept = {part.name for part in plan.parts} | {plan.index_name}
    old, needed = plan.old_files(folder)
    found = [path for path in old if path.name not in kept and path.is_file()]
    found += _named_by_old_index(plan, folder, kept)
    stay = {path.resolve() for path in needed}
    return [path for path in dict.fromkeys(found) if path.resolve() not in stay]


def _named_by_old_index(plan: Outline, folder: Path, kept: set[str]) -> list[Path]:
    try:
        old = open_document(folder / plan.index_name)
    except SitemapError:
        return []
    if old.kind is not Kind.SITEMAPINDEX:
        return []
    found = []
    for address in old.values_of(old.ids, "loc"):
        name = unquote((address or "").rpartition("/")[2])
        path = folder / name
        is_ours = bool(name) and Path(name).name == name and name not in kept
        if is_ours and address == address_of(plan.base_url, name) and path.is_file():
            found.append(path)
    return found
