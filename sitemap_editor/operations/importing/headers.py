"""Names of columns, compared as people mean them: without case, accents and signs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from sitemap_editor.support.i18n import _

_SIGNS = re.compile(r"[\W_]+")


@lru_cache(maxsize=4096)
def normalised(name: str) -> str:
    """One spelling for ``Size (Bytes)``, ``size_bytes`` and ``SIZE BYTES``."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(c for c in plain if not unicodedata.combining(c))
    # Composed again, so that syllables of Korean and marks of Japanese stay letters.
    return _SIGNS.sub(" ", unicodedata.normalize("NFKC", letters)).strip()


def signature(columns: Sequence[str]) -> str:
    """What two tables have in common whose columns are the same."""
    return "|".join(map(normalised, columns))


def index_of(columns: Sequence[str], names: Iterable[str]) -> int | None:
    """The first column with one of these names, in the order of the names."""
    present = [normalised(column) for column in columns]
    for name in names:
        if normalised(name) in present:
            return present.index(normalised(name))
    return None


def title_of(columns: Sequence[str], index: int) -> str:
    """A column as people call it: by name, or by number where it has none."""
    name = columns[index].strip() if index < len(columns) else ""
    if name:
        return _("“{name}”").format(name=name)
    return _("column {number}").format(number=index + 1)
