"""Addresses of a column: thousands that are right at once, the others one by one.

What people and programs put around an address is taken off, a relative one is resolved, and what a
rule would mend unasked is mended. What is still no address a sitemap can hold is told why.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from sitemap_editor.markup.values import check_characters
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.protocol.urls import WHITE_SPACE, percent_encode, split_url
from sitemap_editor.rules.base import Context
from sitemap_editor.rules.extensions.addresses import flaw_of
from sitemap_editor.support.i18n import N_

from .rejects import Reason

_SITE = re.compile(r"https?://[a-z0-9.-]+(?=/)")
_PATH, _QUERY = r"[A-Za-z0-9._~!$'()*+,;:@=/-]*+", r"[A-Za-z0-9._~!$'()*+,;:@=/?&-]*+"
_HEX = "%[0-9A-Fa-f]{2}"
_REST = rf"/{_PATH}(?:{_HEX}{_PATH})*(?:\?{_QUERY}(?:{_HEX}{_QUERY})*)?"
_PLAIN = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~!$'()*+,;:@=/?&-"
_MOST_SITES = 16
_MOST_MENDS = 4

_AROUND = WHITE_SPACE + "\"'`<>«»“”„‘’\u2039\u203a"
_WRAPPED = re.compile(r" (?:\r\n|\n|\r)")
_BEHIND = re.compile(r"(?<=[>\"'»”’])[,;]+$")
_FRAGMENT = re.compile(r"^[^#]*#(?![!/])")
"""A place within a page; what begins with ``#!`` or ``#/`` may be a page of its own."""

_HOST = re.compile(r"https?://[^/?#]*", re.IGNORECASE)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")

NO_ADDRESS = Reason("no-address", N_("The row has no address."))
_INVALID = N_("“{value}” is no address for a sitemap: {why}")
_RELATIVE = N_("“{value}” is not a whole address; say which site it belongs to.")
_CONTEXT = Context(now=0)


class AddressReader:
    """Reads addresses; ``base_url`` is what relative ones are resolved against.

    ``mended`` counts by code what was put right; ``are_normal`` tells of those read last that each
    is the one spelling of what it means.
    """

    def __init__(self, is_empty: Callable[[str], bool], base_url: str = "") -> None:
        self._is_empty = is_empty
        self._base_url = base_url
        self._base = split_url(base_url) if base_url else None
        self._sites: list[str] = []
        self._pattern = re.compile(r"(?!)")
        self.are_normal = False
        self.mended: Counter[str] = Counter()

    def read(self, cells: list[str]) -> tuple[list[str], list[tuple[int, Reason]]]:
        """The addresses of some cells, and which cells hold none that can be used."""
        text = "\n".join(cells) + "\n"
        if self._are_plain(text, len(cells)):
            self.are_normal = "/." not in text
            return cells, []
        self.are_normal = False
        if text.count("\n") != len(cells):
            return self._one_by_one(cells)
        values = cells
        flaws: list[tuple[int, Reason]] = []
        at = number = 0
        while at < len(text):
            found = self._pattern.match(text, at)
            if found is not None and found.end() > at:
                number += text.count("\n", at, found.end()) if found.end() < len(text) else 0
                at = found.end()
                continue
            if values is cells:
                values = list(cells)
            at += len(cells[number]) + 1
            self._take(values, number, flaws)
            number += 1
        return values, flaws

    def _are_plain(self, text: str, count: int) -> bool:
        """Whether all lines are addresses of the site met last, of letters that need no look."""
        if not self._sites or not text.isascii():
            return False
        site = f"{self._sites[0]}/"
        if not text.startswith(site) or text.count(f"\n{site}") != count - 1:
            return False
        return text.encode().translate(None, _PLAIN) == b"\n" * count

    def _one_by_one(self, cells: list[str]) -> tuple[list[str], list[tuple[int, Reason]]]:
        values = list(cells)
        flaws: list[tuple[int, Reason]] = []
        for number in range(len(cells)):
            self._take(values, number, flaws)
        return values, flaws

    def _take(self, values: list[str], number: int, flaws: list[tuple[int, Reason]]) -> None:
        value = self.one(values[number])
        if isinstance(value, Reason):
            flaws.append((number, value))
            value = ""
        values[number] = value

    def one(self, cell: str) -> str | Reason:
        """One address, or why the cell holds none."""
        text = self._whole(cell)
        if isinstance(text, Reason):
            return text
        for _try in range(_MOST_MENDS):
            flaw = flaw_of(text, _CONTEXT)
            if flaw is None:
                break
            if flaw.kind is not FixKind.SAFE or not flaw.mended:
                # What the rule says is put in words only when somebody reads it.
                return Reason(
                    "csv-row-url-invalid", _INVALID, (("value", text[:200]), ("why", flaw.said))
                )
            self.mended[flaw.code] += 1
            text = flaw.mended
        text = self._as_sent(text)
        try:
            check_characters(text)
        except SitemapError as error:
            return Reason(
                "csv-row-url-invalid", _INVALID, (("value", text[:200]), ("why", error.reason))
            )
        self._learn(text)
        return text

    def _as_sent(self, text: str) -> str:
        """The address as a browser asks for it: as the rules would mend it when they are asked.

        So two rows about one page are seen to be that.
        """
        if _FRAGMENT.match(text):
            self.mended["loc-fragment"] += 1
            text = text.partition("#")[0]
        host = _HOST.match(text)
        rest = text[host.end() :] if host is not None else ""
        if not rest.isascii():
            self.mended["loc-non-ascii"] += 1
            text = text[: len(text) - len(rest)] + percent_encode(rest)
        return text

    def _whole(self, cell: str) -> str | Reason:
        """The text of a cell without what stands around it, resolved against the base."""
        text = _WRAPPED.sub(" ", cell).strip(_AROUND)
        text = _BEHIND.sub("", text).strip(_AROUND)
        if self._is_empty(text):
            return NO_ADDRESS
        if _SCHEME.match(text) and not self._is_host(text):
            return text
        if self._base is None:
            is_path = text.startswith("/") or "." not in text.partition("/")[0]
            return (
                Reason("csv-row-url-invalid", _RELATIVE, (("value", text[:200]),))
                if is_path
                else text
            )
        if self._is_host(text):
            return f"{self._base.scheme}://{text}"
        return self._resolved(text)

    def _is_host(self, text: str) -> bool:
        """Whether an address begins with its host, the scheme left out."""
        first = re.split(r"[/?#]", text, maxsplit=1)[0].lower()
        host = self._base.host.lower() if self._base is not None else ""
        return first.startswith("www.") or (bool(host) and first.partition(":")[0] == host)

    def _resolved(self, text: str) -> str | Reason:
        import ada_url  # only lists with relative addresses need it

        try:
            return str(ada_url.join_url(self._base_url, text))
        except ValueError:
            return Reason("csv-row-url-invalid", _RELATIVE, (("value", text[:200]),))

    def _learn(self, text: str) -> None:
        """Let addresses of this site pass at once from now on."""
        site = _SITE.match(text)
        if site is None or site[0] in self._sites or flaw_of(f"{site[0]}/", _CONTEXT) is not None:
            return
        self._sites = [site[0], *self._sites][:_MOST_SITES]
        known = "|".join(map(re.escape, self._sites))
        self._pattern = re.compile(rf"(?:(?:{known}){_REST}\n)*")
