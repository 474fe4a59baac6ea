"""House rules: what people themselves allow and forbid, in ``sitemap-editor.toml`` or for all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from sitemap_editor.protocol.urls import ascii_host
from sitemap_editor.rules.base import INDEX_ONLY, PAGES, Context, Hit, Rule, rule
from sitemap_editor.rules.site import Authority
from sitemap_editor.rules.values import Loc
from sitemap_editor.support.i18n import N_
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .patterns import Patterns
from .policy import House, is_like

WITH_ADDRESSES = (*PAGES, *INDEX_ONLY)
AT_ONCE = 512
"""Addresses looked at between two ticks."""


@rule(
    "house-host",
    reads=("loc",),
    title=N_("Host that the house rules do not allow"),
    message=N_(
        "“{host}” in “{value}” is not among the allowed hosts: {allowed}. "
        "Correct the address, or add the host to the house rules."
    ),
    kinds=WITH_ADDRESSES,
)
def house_host(site: Authority, context: Context) -> Hit | None:
    """The host is not among those the house rules allow.

    Good with ``allowed_hosts = ["www.example.com"]``: ``https://www.example.com/``.
    Bad: ``https://shop.example.com/``.
    """
    allowed = context.policy.house.allowed_hosts
    if not allowed or not site.host:
        return None
    if any(is_like(site.host, _plain_host(host)) for host in allowed):
        return None
    return Hit({"host": site.url.host, "allowed": ", ".join(allowed)})


def _plain_host(host: str) -> str:
    """A host of the house rules as hosts are compared."""
    return (host if "*" in host else ascii_host(host) or host).lower().removesuffix(".")


@rule(
    "house-port",
    reads=("loc",),
    title=N_("Port that the house rules forbid"),
    message=N_(
        "“{value}” leads to port {port}, which the house rules forbid. "
        "Such ports mostly belong to test servers, which visitors do not reach."
    ),
    kinds=WITH_ADDRESSES,
)
def house_port(site: Authority, context: Context) -> Hit | None:
    """The address leads to a port that the house rules forbid.

    Good with ``forbidden_ports = [8080]``: ``https://www.example.com/``.
    Bad: ``http://www.example.com:8080/``.
    """
    port = site.url.effective_port or ""
    number = int(port) if port.isdecimal() and len(port) <= 9 else 0
    return Hit({"port": number}) if number in context.policy.house.forbidden_ports else None


@rule(
    "house-pattern",
    reads=("loc",),
    title=N_("Address that the house rules forbid"),
    message=N_(
        "“{value}” holds “{found}”, which the house rules forbid by the pattern “{pattern}”. "
        "Such an address is not meant to be found by visitors."
    ),
    kinds=WITH_ADDRESSES,
)
def house_pattern(loc: Loc, context: Context) -> Hit | None:
    """A pattern that the house rules forbid is found in the address.

    Good with ``forbidden = ["/admin/"]``: ``https://www.example.com/shoes``.
    Bad: ``https://www.example.com/admin/users``.
    """
    return _find(Patterns(context.policy.house.forbidden), loc)


def _find(patterns: Patterns, loc: Loc) -> Hit | None:
    found = patterns.first_in(loc.address)
    return Hit({"pattern": found[0], "found": found[1]}) if found is not None else None


_GIVEN_UP = N_(
    "The pattern “{pattern}” of the house rules takes too long to try and was given up. "
    "Not every address was compared with it; repetitions within repetitions are what usually "
    "does it."
)


@rule(
    "house-parameter",
    reads=("loc",),
    title=N_("Parameter that the house rules forbid"),
    message=N_(
        "“{value}” holds the parameter “{parameter}”, which the house rules forbid. "
        "List the address without it, if that shows the same page."
    ),
    kinds=WITH_ADDRESSES,
)
def house_parameter(loc: Loc, context: Context) -> Hit | None:
    """The query holds a parameter that the house rules forbid.

    Good with ``forbidden_parameters = ["utm_*"]``: ``https://www.example.com/?page=2``.
    Bad: ``https://www.example.com/?utm_source=mail``.
    """
    wanted = [name.lower() for name in context.policy.house.forbidden_parameters]
    for name in loc.parameter_names if wanted else ():
        plain = unquote(name).lower()
        if any(is_like(plain, one) for one in wanted):
            return Hit({"parameter": name})
    return None


@rule(
    "house-depth",
    reads=("loc",),
    title=N_("Path deeper than the house rules allow"),
    message=N_(
        "The path of “{value}” has {depth} parts; the house rules allow {most}. "
        "Pages that deep are mostly found and read less."
    ),
    kinds=PAGES,
)
def house_depth(loc: Loc, context: Context) -> Hit | None:
    """The path has more parts than the house rules allow.

    Good with ``max_depth = 2``: ``https://www.example.com/shop/shoes/``.
    Bad: ``https://www.example.com/shop/shoes/red/42``.
    """
    most = context.policy.house.max_depth
    if most is None or not loc.is_web:
        return None
    depth = sum(1 for part in loc.url.path.split("/") if part)
    return Hit({"depth": depth, "most": most}) if depth > most else None


SITE_RULES = (house_host, house_port)
ADDRESS_RULES = (house_pattern, house_parameter, house_depth)
RULES = (*SITE_RULES, *ADDRESS_RULES)


class HouseSearch:
    """Looks at every address for what the house rules say about addresses.

    It remembers which patterns were given up, for one check and what is shown of it.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._patterns = Patterns(house.forbidden)

    def rules(self) -> Iterator[Rule[Loc]]:
        """The rules about addresses that are configured, with the memory of this search."""
        house, patterns = self._house, self._patterns
        if house.forbidden:
            yield replace(house_pattern, check=lambda loc, _context: _find(patterns, loc))
        if house.forbidden_parameters:
            yield house_parameter
        if house.max_depth is not None:
            yield house_depth

    def rows(
        self,
        rules: Iterable[Rule[Loc]],
        values: Sequence[str | None],
        context: Context,
        progress: Progress = NO_PROGRESS,
    ) -> Iterator[tuple[Rule[Any], list[int]]]:
        """The numbers of the values that each rule has something to say about."""
        for start in range(0, len(values), AT_ONCE):
            texts = [value or "" for value in values[start : start + AT_ONCE]]
            for one in rules:
                rows = self._rows(one, texts, context)
                if rows:
                    yield one, [start + row for row in rows]
            progress.tick()

    def _rows(self, one: Rule[Loc], texts: Sequence[str], context: Context) -> list[int]:
        if one.code == house_pattern.code:
            return sorted(self._patterns.rows(texts))
        return [
            row
            for row, text in enumerate(texts)
            if self._may_concern(one, text) and one.check(Loc(text), context) is not None
        ]

    def _may_concern(self, one: Rule[Loc], text: str) -> bool:
        """Rule out most addresses before they are taken apart."""
        if one.code == house_parameter.code:
            return "?" in text
        return text.count("/") - 2 > (self._house.max_depth or 0)

    def given_up(self) -> list[tuple[Rule[Any], Hit]]:
        """What to say about the file: the patterns that took too long."""
        return [
            (house_pattern, Hit({"pattern": text}, message=_GIVEN_UP))
            for text in self._patterns.given_up
        ]
