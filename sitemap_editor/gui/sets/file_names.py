"""Names of files that are added to a set: what is wrong with one, and one that is free."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from sitemap_editor.support.i18n import _

SUFFIXES = (".xml", ".xml.gz", ".txt", ".txt.gz")
_FORBIDDEN = re.compile(r'[/\\:*?"<>|\x00-\x1f]')
_NUMBERED = re.compile(r"(.*?)(\d+)(\.xml)(?:\.gz)?$", re.IGNORECASE)


def problem_with(folder: Path, name: str, old: str = "") -> str:
    """Why a file cannot have this name; empty when it can. ``old``: the name it has now."""
    if not name or _FORBIDDEN.search(name) or name.startswith("."):
        return _("“{name}” cannot be the name of a file in the folder.").format(name=name)
    if not name.lower().endswith(SUFFIXES):
        return _("The name of a sitemap ends in .xml, .xml.gz or .txt.")
    if old and name.lower().endswith(".gz") != old.lower().endswith(".gz"):
        said = _("{old} is written as its name says. To compress it or not, save it under {name}.")
        return said.format(old=old, name=name)
    if not old and name.lower().endswith((".gz", ".txt", ".txt.gz")):
        return _("A new sitemap is an .xml file; it can be saved as another one later.")
    is_taken = (folder / name).exists() and name.lower() != old.lower()
    return _("There is a file {name} already.").format(name=name) if is_taken else ""


def suggestion(folder: Path, names: Sequence[str]) -> str:
    """A name that continues those of a set, or a plain one; no file has it."""
    found = [match for name in names if (match := _NUMBERED.fullmatch(Path(name).name))]
    starts = Counter(match[1] for match in found)
    start, width, number, end = "sitemap-", 1, 1, ".xml"
    usual = next((one for one, count in starts.most_common(1) if count > 1), start)
    alike = [match for match in found if match[1] == usual]
    if alike:
        last = max(alike, key=lambda match: int(match[2]))
        start, width, number, end = last[1], len(last[2]), int(last[2]) + 1, last[3]
    while (folder / f"{start}{number:0{width}}{end}").exists():
        number += 1
    return f"{start}{number:0{width}}{end}"
