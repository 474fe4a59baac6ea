"""Several rows about one page: which of them counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sitemap_editor.markup.values import decode_value
from sitemap_editor.protocol.dates import moment_of
from sitemap_editor.protocol.fields import FIELD_BY_NAME
from sitemap_editor.protocol.urls import norm_eq
from sitemap_editor.support.i18n import N_
from sitemap_editor.support.jobs import Progress

from .rejects import Reason

if TYPE_CHECKING:
    from .build import Imported

Ints = npt.NDArray[np.int64]

DOUBLE = "duplicate-row"
_SAID = N_("The page is in line {line} too, and that row counts.")
_LOC, _LASTMOD = FIELD_BY_NAME["loc"].index, FIELD_BY_NAME["lastmod"].index


def drop_doubles(found: Imported, progress: Progress) -> None:
    """Let each page come in once, as the mapping says; the other rows are rejects."""
    policy = found.mapping.duplicates
    if policy == "keep" or len(found) < 2:
        return
    ranked = np.sort(found.hashes)
    if not (ranked[1:] == ranked[:-1]).any():
        return
    order = np.argsort(found.hashes, kind="stable")
    same = np.flatnonzero(found.hashes[order][1:] == found.hashes[order][:-1])
    mask = np.ones(len(found), np.bool_)
    for number, run in enumerate(_runs(same)):
        members = sorted(order[run].tolist())
        for group in _same_pages(found, members):
            winner = _winner(found, group, policy)
            reason = Reason(DOUBLE, _SAID, (("line", int(found.lines[winner])),))
            for member in group:
                if member != winner:
                    mask[member] = False
                    found.rejects.add(int(found.lines[member]), reason)
        if number % 512 == 0:
            progress.tick(number)
    found.keep(mask)


def _runs(same: Ints) -> list[slice]:
    """Stretches of the sorted hashes that are equal."""
    breaks = np.flatnonzero(np.diff(same) > 1) + 1
    return [slice(int(part[0]), int(part[-1]) + 2) for part in np.split(same, breaks)]


def _same_pages(found: Imported, members: list[int]) -> list[list[int]]:
    """Entries that really name one page; equal hashes alone prove nothing."""
    groups: dict[str, list[int]] = {}
    for member, raw in zip(members, found.raw_values(members, _LOC), strict=True):
        groups.setdefault(norm_eq(decode_value(raw or b"")), []).append(member)
    return [group for group in groups.values() if len(group) > 1]


def _winner(found: Imported, group: list[int], policy: str) -> int:
    if policy == "last":
        return group[-1]
    if policy == "newest":
        dates = found.raw_values(group, _LASTMOD)
        moments = [moment_of(decode_value(raw or b"")) for raw in dates]
        return group[moments.index(max(moments))]
    return group[0]
