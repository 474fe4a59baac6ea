"""Where old addresses lead: chains of a list followed to their end, circles refused."""

from __future__ import annotations

from dataclasses import dataclass, field

from sitemap_editor.protocol.urls import WHITE_SPACE, norm_eq, site_of, split_url

from .listed import Listed


@dataclass(slots=True)
class Redirects:
    """The target of each old address, by row of the list.

    ``targets`` is None for a row that says nothing or leads in a circle. ``chained`` counts rows
    whose target is old itself, ``circular`` are rows in a circle, ``foreign`` rows whose target is
    on another host than the old address.
    """

    targets: list[str | None] = field(default_factory=list)
    chained: int = 0
    circular: list[int] = field(default_factory=list)
    foreign: list[int] = field(default_factory=list)

    @property
    def abroad(self) -> int:
        """How many targets are on another host than the old address."""
        return len(self.foreign)


def follow(listed: Listed) -> Redirects:
    """Work out where each row leads at last."""
    steps: dict[str, str] = {}
    for row, address in enumerate(listed.addresses):
        target = listed.value("new", row).strip(WHITE_SPACE)
        if target:
            steps[norm_eq(address)] = target
    found = Redirects()
    for row, address in enumerate(listed.addresses):
        found.targets.append(_target(found, steps, row, address))
    return found


def _target(found: Redirects, steps: dict[str, str], row: int, address: str) -> str | None:
    start = norm_eq(address)
    target = steps.get(start)
    if target is None:
        return None
    seen = {start}
    is_chained = False
    while True:
        key = norm_eq(target)
        if key == start and not is_chained:
            return target if target != address else None
        if key in seen:
            found.circular.append(row)
            return None
        further = steps.get(key)
        if further is None or norm_eq(further) == key:
            break
        seen.add(key)
        target, is_chained = further, True
    found.chained += is_chained
    if not _is_same_host(target, address):
        found.foreign.append(row)
    return target


def _is_same_host(one: str, other: str) -> bool:
    if one[: one.find("/", 8)] == other[: other.find("/", 8)]:
        return True
    return site_of(split_url(one))[1] == site_of(split_url(other))[1]
