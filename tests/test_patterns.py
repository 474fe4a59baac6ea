"""Regular expressions keep to what every Python from 3.11.0 on gets right.

Before 3.11.5 possessive quantifiers on more than one character or set, and atomic groups, match
the wrong text (gh-106052). Debian 12 ships 3.11.2.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from re import _constants as ops  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]

import pytest

import sitemap_editor

SOUND = {ops.ANY, ops.IN, ops.LITERAL, ops.NOT_LITERAL}


def modules() -> list[str]:
    found = pkgutil.walk_packages(sitemap_editor.__path__, "sitemap_editor.")
    return [module.name for module in found if not module.name.endswith("__main__")]


def patterns_of(name: str) -> Iterator[re.Pattern]:
    for value in vars(importlib.import_module(name)).values():
        if isinstance(value, re.Pattern):
            yield value


def is_risky(parts: object) -> bool:
    if isinstance(parts, tuple) and len(parts) == 2 and parts[0] is ops.POSSESSIVE_REPEAT:
        repeated = parts[1][2]
        return len(repeated) != 1 or repeated[0][0] not in SOUND
    if isinstance(parts, (tuple, list, _parser.SubPattern)):
        return ops.ATOMIC_GROUP in parts or any(is_risky(part) for part in parts)
    return False


def test_no_pattern_trips_over_old_patch_releases():
    risky = [
        (name, pattern.pattern)
        for name in modules()
        for pattern in patterns_of(name)
        if is_risky(_parser.parse(pattern.pattern, pattern.flags))
    ]
    assert risky == []


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [(r"[a-z]++x", False), (r"(?:ab|c)*+", True), (r"x(?>ab)", True), (r"(?:a|b)*", False)],
)
def test_risky_patterns_are_told(pattern, expected):
    assert is_risky(_parser.parse(pattern)) is expected
