"""What can be done with the entries that a list is about; each is one edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from sitemap_editor.document import editing
from sitemap_editor.document.document import Document
from sitemap_editor.document.edits import Edit
from sitemap_editor.document.store import Ids
from sitemap_editor.markup.patch import replace_text
from sitemap_editor.markup.values import is_editable, written_value
from sitemap_editor.operations.entry_fixes import Surroundings, change_entry
from sitemap_editor.operations.merging import merged
from sitemap_editor.operations.replacing import Step, replace_all
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import FIELD_BY_NAME, fields_of
from sitemap_editor.protocol.urls import norm_eq, norm_eq_of_all
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .listed import Listed
from .matching import AT_ONCE, Matches
from .redirects import Redirects, follow

ACTIONS = ("remove", "keep", "set", "replace")
TICK = 256
_LOC = FIELD_BY_NAME["loc"].index


@dataclass(slots=True)
class Applied:
    """What applying a list does: the edit, None when it changes nothing, and counts to tell.

    ``changed`` are entries that get other values, ``removed`` those that go, ``merged`` those of
    them that another entry takes over, ``unchanged`` matched entries that are right already.
    """

    edit: Edit | None = None
    changed: int = 0
    removed: int = 0
    merged: int = 0
    unchanged: int = 0
    redirects: Redirects | None = field(default=None)


def apply_list(
    doc: Document,
    listed: Listed,
    matches: Matches,
    action: str,
    *,
    fields: Sequence[str] = (),
    fixed: Mapping[str, str | None] | None = None,
    abroad: bool = True,
    progress: Progress = NO_PROGRESS,
) -> Applied:
    """Work out what an action of ACTIONS does to the entries that match.

    ``fields`` limits ``set`` to some fields, all that the list has by default; ``fixed`` gives
    values that do not come from the list, such as today's date. ``abroad`` tells whether
    ``replace`` takes targets on other hosts. Raises SitemapError for a list that has not what the
    action needs, and as ``editing`` does.
    """
    if action == "remove":
        return _without(doc, matches.matched)
    if action == "keep":
        return _without(doc, matches.unmatched)
    if action == "replace":
        return _replaced(doc, listed, matches, progress, abroad=abroad)
    return _with_values(doc, listed, matches, fields, dict(fixed or {}), progress)


def _without(doc: Document, ids: Ids) -> Applied:
    return Applied(editing.delete(doc, ids), removed=len(ids))


# Set fields


def _with_values(
    doc: Document,
    listed: Listed,
    matches: Matches,
    fields: Sequence[str],
    fixed: dict[str, str | None],
    progress: Progress,
) -> Applied:
    allowed = [one.name for one in fields_of(doc.kind) if one.name != "loc"]
    chosen = [name for name in allowed if name in listed.values or name in fixed]
    chosen = [name for name in chosen if not fields or name in fields]
    if not chosen:
        raise SitemapError(
            _("The list has no column to be set: {fields}.").format(fields=", ".join(allowed)),
            advice=_("Say which column holds it."),
        )
    ids, rows = matches.matched, matches.rows[matches.rows >= 0].tolist()
    cells: dict[int, dict[str, str | None]] = {}
    for field_name in chosen:
        present = doc.values_of(ids, field_name)
        wanted = [fixed.get(field_name, listed.value(field_name, row) or None) for row in rows]
        for entry, old, new in zip(ids.tolist(), present, wanted, strict=True):
            if new and new != old:
                cells.setdefault(entry, {})[field_name] = new
        progress.tick()
    edit = _cells_edit(doc, cells, chosen, progress)
    return Applied(edit, changed=len(cells), unchanged=len(ids) - len(cells))


def _cells_edit(
    doc: Document, cells: dict[int, dict[str, str | None]], names: Sequence[str], progress: Progress
) -> Edit | None:
    if len(names) == 1:
        name = names[0]
        ids = np.array(list(cells), np.int64)
        return editing.set_values(doc, ids, name, [one[name] for one in cells.values()], progress)
    return editing.set_cells(doc, cells, progress)


# Replace addresses


def _replaced(
    doc: Document, listed: Listed, matches: Matches, progress: Progress, *, abroad: bool
) -> Applied:
    """Give entries the addresses their old ones lead to; entries about one page become one."""
    if "new" not in listed.values:
        raise SitemapError(
            _("The list has no column of new addresses."),
            advice=_("Say which column holds them."),
        )
    redirects = follow(listed)
    left = frozenset(() if abroad else redirects.foreign)
    moved: dict[int, str] = {}
    for entry, row in matches.pairs():
        target = redirects.targets[row]
        if target is not None and row not in left:
            moved[entry] = target
    groups = _by_page(doc, moved, progress)
    applied = Applied(redirects=redirects)
    step = _step(doc, moved, groups, applied, progress)
    applied.edit = replace_all(doc, step)
    applied.unchanged = len(matches.matched) - len(moved)
    return applied


def _with_loc(doc: Document, entry: int, xml: bytes, address: str, at: Surroundings) -> bytes:
    """An entry with another address; one whose value stands plainly is not taken apart."""
    cells = doc.store.cells
    start, size = int(cells.value_start[_LOC, entry]), int(cells.value_length[_LOC, entry])
    value = xml[start : start + size]
    if size < 0 or not is_editable(value):
        return change_entry(xml, at, "set_field", {"field": "loc", "value": address})
    new = replace_text(value, written_value("loc", address, at.codec), at.codec)
    return xml[:start] + new + xml[start + size :]


def _by_page(doc: Document, moved: Mapping[int, str], progress: Progress) -> dict[str, list[int]]:
    """Entries by the page they will be about, where some of them move there."""
    groups: dict[str, list[int]] = {norm_eq(target): [] for target in moved.values()}
    ids = doc.ids
    for start in range(0, len(ids), AT_ONCE):
        part = ids[start : start + AT_ONCE].tolist()
        values = doc.values_of(ids[start : start + AT_ONCE], "loc")
        addresses = [moved.get(entry) or old or "" for entry, old in zip(part, values, strict=True)]
        for entry, address in zip(part, norm_eq_of_all(addresses), strict=True):
            if address in groups:
                groups[address].append(entry)
        progress.tick(start, len(ids))
    return groups


def _step(
    doc: Document,
    moved: Mapping[int, str],
    groups: Mapping[str, list[int]],
    applied: Applied,
    progress: Progress,
) -> Step:
    at = Surroundings.of(doc)
    step = Step()
    for number, entries in enumerate(groups.values()):
        # One that was there already stays, as it has the place people know it at.
        kept = next((entry for entry in entries if entry not in moved), entries[0])
        others = [entry for entry in entries if entry != kept]
        xml = doc.raw(kept)
        if kept in moved:
            xml = _with_loc(doc, kept, xml, moved[kept], at)
            applied.changed += 1
        if others:
            xml = merged(xml, [doc.raw(other) for other in others], at)
            applied.merged += len(others)
            applied.removed += len(others)
        if xml != doc.raw(kept):
            step.raws[kept] = xml
        step.gone.update(others)
        if number % TICK == 0:
            progress.tick(number, len(groups))
    return step
