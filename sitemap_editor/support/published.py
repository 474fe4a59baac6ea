"""Where each file is published, as people answered; remembered in their settings."""

from __future__ import annotations

from pathlib import Path

from .settings import PUBLIC_ADDRESSES, Settings

MAX_REMEMBERED = 500


def remembered_address(settings: Settings, path: Path) -> str | None:
    """The public address of a file; empty when it is not to be asked for, None when unknown."""
    name = _name(path)
    for line in settings.get(PUBLIC_ADDRESSES):
        known, tab, address = line.partition("\t")
        if tab and known == name:
            return address
    return None


def remember_address(settings: Settings, path: Path, address: str | None) -> None:
    """Remember the answer for a file; None forgets it."""
    name = _name(path)
    others = [x for x in settings.get(PUBLIC_ADDRESSES) if x.partition("\t")[0] != name]
    mine = [f"{name}\t{address}"] if address is not None else []
    settings.set(PUBLIC_ADDRESSES, tuple([*mine, *others][:MAX_REMEMBERED]))


def _name(path: Path) -> str:
    return str(path).replace("\t", " ")
