"""What people decided about the rules: severities of their own, rules off, findings ignored.

Decisions are made for oneself (in the settings) and for a folder (in a file beside the sitemaps);
what a check is given is both, combined, as far as it is about one file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, TypeVar

from sitemap_editor.protocol.findings import Severity

if TYPE_CHECKING:
    from sitemap_editor.rules.catalogue import RuleInfo

T = TypeVar("T")


class Scope(StrEnum):
    """How far a decision reaches: one finding, one file, one folder, or everything of a person."""

    FINDING = "finding"
    FILE = "file"
    FOLDER = "folder"
    USER = "user"


@dataclass(frozen=True, slots=True)
class Ignore:
    """Findings nobody wants to hear of: all of a rule, or those about one address (``loc``)."""

    code: str
    scope: Scope
    loc: str | None = None


@dataclass(frozen=True, slots=True)
class House:
    """Rules of one's own; what is empty is not asked for.

    ``allowed_hosts`` and ``forbidden_parameters`` may hold ``*`` for any characters; ``forbidden``
    are patterns looked for in whole addresses; ``max_depth`` counts the parts of a path.
    """

    allowed_hosts: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()
    forbidden_ports: tuple[int, ...] = ()
    forbidden_parameters: tuple[str, ...] = ()
    max_depth: int | None = None


NO_HOUSE = House()


@dataclass(frozen=True, slots=True)
class Policy:
    """Decisions about one file.

    ``severities`` replace those of the catalogue, ``disabled`` rules never run. ``profiles`` and
    ``base_url`` are what counts for the file where nobody says otherwise.
    """

    severities: Mapping[str, Severity] = field(default_factory=dict)
    disabled: frozenset[str] = frozenset()
    ignores: tuple[Ignore, ...] = ()
    house: House = NO_HOUSE
    profiles: tuple[str, ...] | None = None
    base_url: str | None = None

    def is_on(self, rule: RuleInfo, profiles: Iterable[str]) -> bool:
        """Whether a rule runs: what is off by default does when it is given a severity."""
        if rule.code in self.disabled:
            return False
        is_wanted = rule.code in self.severities and not rule.profiles.isdisjoint(profiles)
        return is_wanted or rule.is_on(profiles)

    @property
    def ignored_codes(self) -> frozenset[str]:
        """Rules whose findings are all ignored."""
        return frozenset(one.code for one in self.ignores if one.loc is None)

    @property
    def ignored_findings(self) -> Mapping[str, frozenset[str]]:
        """The addresses about which findings are ignored, by code."""
        found: dict[str, set[str]] = {}
        for one in self.ignores:
            if one.loc is not None:
                found.setdefault(one.code, set()).add(one.loc)
        return {code: frozenset(locs) for code, locs in found.items()}

    def ignores_of(self, code: str, loc: str | None = None) -> tuple[Ignore, ...]:
        """Why a rule is ignored, or its finding about an address: the narrowest reason first."""
        order = list(Scope)
        found = [one for one in self.ignores if one.code == code and one.loc in (None, loc)]
        return tuple(sorted(found, key=lambda one: order.index(one.scope)))


NO_POLICY = Policy()
"""Nothing decided."""


def combine(user: Policy, folder: Policy) -> Policy:
    """Both together; where they differ the folder's word counts."""
    severities = {
        code: severity for code, severity in user.severities.items() if code not in folder.disabled
    }
    own, other = folder.house, user.house
    return Policy(
        severities={**severities, **folder.severities},
        disabled=(user.disabled - folder.severities.keys()) | folder.disabled,
        ignores=(*folder.ignores, *user.ignores),
        house=House(
            allowed_hosts=own.allowed_hosts or other.allowed_hosts,
            forbidden=_both(own.forbidden, other.forbidden),
            forbidden_ports=_both(own.forbidden_ports, other.forbidden_ports),
            forbidden_parameters=_both(own.forbidden_parameters, other.forbidden_parameters),
            max_depth=other.max_depth if own.max_depth is None else own.max_depth,
        ),
        profiles=folder.profiles or user.profiles,
        base_url=folder.base_url or user.base_url,
    )


def is_like(text: str, wanted: str) -> bool:
    """Whether a text is the one that is wanted, in which ``*`` stands for anything."""
    if "*" not in wanted:
        return text == wanted
    return fnmatchcase(text, wanted.replace("[", "[[]").replace("?", "[?]"))


def _both(first: tuple[T, ...], second: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(dict.fromkeys((*first, *second)))
