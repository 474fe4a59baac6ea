"""Mappings that people keep by name, offered again for lists with the same columns."""

from __future__ import annotations

import json
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass
from typing import Any

from sitemap_editor.formats.table import Table
from sitemap_editor.support.settings import SAVED_MAPPINGS, Settings

from .headers import signature
from .mapping import Mapping


@dataclass(frozen=True, slots=True)
class Saved:
    """A mapping that was kept: its name, the columns it is for, and plain data."""

    name: str
    signature: str
    data: MappingOf[str, Any]

    def mapping_for(self, table: Table) -> Mapping | None:
        """The mapping for a table; None when the table has not the columns it needs."""
        try:
            return Mapping.from_data(self.data, table)
        except (KeyError, ValueError, TypeError, AttributeError):
            return None


def saved_mappings(settings: Settings) -> list[Saved]:
    """All that were kept, the newest first; what cannot be read is left out."""
    found = []
    for text in settings.get(SAVED_MAPPINGS):
        try:
            kept = json.loads(text)
            found.append(Saved(str(kept["name"]), str(kept["signature"]), kept["mapping"]))
        except (ValueError, KeyError, TypeError):
            continue
    return found


def offered_for(table: Table, settings: Settings) -> list[Saved]:
    """Those kept for lists with the same columns."""
    wanted = signature(table.columns)
    return [
        saved
        for saved in saved_mappings(settings)
        if saved.signature == wanted and saved.mapping_for(table) is not None
    ]


def keep_mapping(settings: Settings, name: str, table: Table, mapping: Mapping) -> None:
    """Keep a mapping under a name; one of the same name is replaced."""
    kept = {
        "name": name,
        "signature": signature(table.columns),
        "mapping": mapping.as_data(table),
    }
    text = json.dumps(kept, ensure_ascii=False, sort_keys=True)
    settings.set(SAVED_MAPPINGS, (text, *_others(settings, name)))


def forget_mapping(settings: Settings, name: str) -> None:
    """Keep a mapping no longer."""
    settings.set(SAVED_MAPPINGS, _others(settings, name))


def _others(settings: Settings, name: str) -> tuple[str, ...]:
    """The kept texts under other names, those that cannot be read included."""
    return tuple(text for text in settings.get(SAVED_MAPPINGS) if _name_of(text) != name)


def _name_of(text: str) -> str | None:
    try:
        return str(json.loads(text)["name"])
    except (ValueError, KeyError, TypeError):
        return None
