"""Takes addresses apart as RFC 3986 says, from the raw text, and compares them.

Parsers that imitate a browser mend what they read, so none of them is asked here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple
from urllib.parse import quote

_PARTS = re.compile(
    r"(?:([A-Za-z][A-Za-z0-9+.\-]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?",
    re.DOTALL,
)
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
_TRIPLET = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_NORMAL_FORM = r"https?://[a-z0-9-]+(?:\.[a-z0-9-]+)*/(?:[A-Za-z0-9_~/-]++|(?<!/)\.)*"
_NORMAL = re.compile(_NORMAL_FORM, re.ASCII)
_NORMAL_LINES = re.compile(rf"(?:{_NORMAL_FORM}\n)*", re.ASCII)
"""Addresses that no step of ``norm_eq`` can change; ports, queries and triplets are not in it."""

WHITE_SPACE = " \t\r\n\u00a0\u200b\u200c\u200d\u2060\ufeff"
"""What people paste around an address without seeing it."""

WEB_SCHEMES = ("http", "https")
DEFAULT_PORTS = {"http": "80", "https": "443"}

DEFAULT_DOCUMENT = re.compile(r"(?:index\.(?:html?|php|aspx?)|default\.aspx?)", re.IGNORECASE)
TRACKING = re.compile(r"(?:utm_.*|gclid|fbclid|msclkid|yclid|mc_cid|mc_eid)", re.IGNORECASE)
SESSION = re.compile(
    r"(?:phpsessid|jsessionid|aspsessionid.*|sid|sessionid|session_id|cfid|cftoken)",
    re.IGNORECASE,
)


class Url(NamedTuple):
    """The parts of an address as written; a part that is not there at all is None."""

    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None

    @property
    def is_web(self) -> bool:
        """Whether it is absolute and its scheme is http or https in any case."""
        return self.authority is not None and (self.scheme or "").lower() in WEB_SCHEMES

    @property
    def userinfo(self) -> str | None:
        """What stands before the last ``@`` of the authority."""
        before, at, _ = (self.authority or "").rpartition("@")
        return before if at else None

    @property
    def host(self) -> str:
        """Host as written, brackets of an IPv6 address included; empty when there is none."""
        return _host_and_port(self.authority or "")[0]

    @property
    def port(self) -> str | None:
        """Port as written; empty for a colon without digits, None without a colon."""
        return _host_and_port(self.authority or "")[1]

    @property
    def effective_port(self) -> str | None:
        """The port that is asked: the one written, else that of the scheme."""
        return self.port or DEFAULT_PORTS.get((self.scheme or "").lower())

    @property
    def rest(self) -> str:
        """Path, query and fragment."""
        if self.query is None and self.fragment is None:
            return self.path
        query = "" if self.query is None else f"?{self.query}"
        fragment = "" if self.fragment is None else f"#{self.fragment}"
        return f"{self.path}{query}{fragment}"

    def replace(self, **parts: str | None) -> Url:
        """The same address with other parts."""
        return self._replace(**parts)  # type: ignore[arg-type]  # the path is never None

    def __str__(self) -> str:
        scheme = "" if self.scheme is None else f"{self.scheme}:"
        authority = "" if self.authority is None else f"//{self.authority}"
        return f"{scheme}{authority}{self.rest}"


def split_url(text: str) -> Url:
    """Take a text apart (RFC 3986 appendix B); every text has parts, right ones or not."""
    match = _PARTS.fullmatch(text)
    if match is None:  # cannot happen: the pattern matches every text
        raise ValueError(text)
    return Url(match[1], match[2], match[3], match[4], match[5])


def _host_and_port(authority: str) -> tuple[str, str | None]:
    rest = authority.rpartition("@")[2]
    close = rest.find("]") if rest.startswith("[") else -1
    host, colon, port = rest[close + 1 :].partition(":")
    return rest[: close + 1] + host, port if colon else None


def ascii_host(host: str) -> str | None:
    """The host as it goes over the wire, lower-case (UTS #46); None when it cannot."""
    if host.isascii():
        return host.lower()
    import idna  # 10 ms, and few files need it

    try:
        return idna.encode(host, uts46=True, transitional=False).decode("ascii").lower()
    except (idna.IDNAError, UnicodeError):
        return None


def percent_encode(text: str) -> str:
    """Percent-encode what is not ASCII as UTF-8 and leave the rest."""
    if text.isascii():
        return text
    return _BEYOND_ASCII.sub(lambda run: quote(run[0], safe="", errors="replace"), text)


def normal_percents(text: str) -> str:
    """Upper-case every triplet and decode those of unreserved characters (RFC 3986 §6.2.2)."""
    return _TRIPLET.sub(_normal_triplet, text) if "%" in text else text


def _normal_triplet(match: re.Match[str]) -> str:
    return _NORMAL_TRIPLETS[match[1]]


def _triplets() -> Iterator[tuple[str, str]]:
    """The two digits of all triplets, and what is written for them."""
    for first, second in product("0123456789ABCDEFabcdef", repeat=2):
        digits = first + second
        character = chr(int(digits, 16))
        yield digits, character if character in _UNRESERVED else f"%{digits.upper()}"


_NORMAL_TRIPLETS = dict(_triplets())


def remove_dot_segments(path: str) -> str:
    """Take ``.`` and ``..`` out of a path that starts with a slash (RFC 3986 §5.2.4)."""
    kept: list[str] = []
    segments = path.split("/")
    for segment in segments:
        if segment == "..":
            del kept[max(1, len(kept) - 1) :]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/".join(kept) if len(kept) > 1 else "/"


def is_normal(address: str) -> bool:
    """Whether ``norm_eq`` surely leaves an address as it is."""
    return _NORMAL.fullmatch(address) is not None


def are_normal(addresses: Iterable[str]) -> bool:
    """The same for many at once."""
    return _NORMAL_LINES.fullmatch("\n".join((*addresses, ""))) is not None


def norm_eq(text: str) -> str:
    """The one spelling of an address among its safely equivalent ones (RFC 3986 §6.2.2–6.2.3).

    Two addresses with the same result name the same page. A text that is no http(s) address is
    only trimmed.
    """
    trimmed = text.strip(WHITE_SPACE)
    if _NORMAL.fullmatch(trimmed):
        return trimmed
    url = split_url(trimmed)
    if not url.is_web:
        return trimmed
    scheme = (url.scheme or "").lower()
    path = _normal_part(url.path) or "/"
    if "/." in path:
        path = remove_dot_segments(path)
    query = "" if url.query is None else f"?{_normal_part(url.query)}"
    return f"{scheme}://{_authority_of(scheme, url.authority or '')}{path}{query}"


def norm_eq_of_all(addresses: Sequence[str]) -> Sequence[str]:
    """``norm_eq`` of each of many; the very ones given when it changes none of them."""
    return addresses if are_normal(addresses) else [norm_eq(address) for address in addresses]


def _normal_part(text: str) -> str:
    """A path or query with all its triplets in their one spelling."""
    if text.isascii() and "%" not in text:
        return text
    return normal_percents(percent_encode(text))


@lru_cache(maxsize=1024)
def _authority_of(scheme: str, authority: str) -> str:
    host, port = _host_and_port(authority)
    user, at, _ = authority.rpartition("@")
    host = ascii_host(normal_percents(host)) or host.lower()
    keeps_port = port not in (None, "", DEFAULT_PORTS.get(scheme))
    return f"{user}{at}{host}{f':{port}' if keeps_port else ''}"


def norm_probable(text: str) -> str:
    """One spelling for addresses that most likely show the same page.

    Without scheme, ``www.``, final slash, default document and tracking parameters, the query
    sorted and the path in lower case: to compare, not to show.
    """
    return probable_of_normal(norm_eq(text))


def probable_of_normal(normal: str) -> str:
    """The same for an address that ``norm_eq`` has been at."""
    scheme, mark, rest = normal.partition("://")
    if not mark or scheme not in WEB_SCHEMES:
        return normal
    rest, mark, query = rest.partition("?")
    host, _, path = rest.partition("/")
    path = f"/{path.lower()}"
    if "index." in path or "default." in path:
        folder, slash, last = path.rpartition("/")
        path = f"{folder}{slash}{'' if DEFAULT_DOCUMENT.fullmatch(last) else last}"
    path = path[:-1] if len(path) > 1 and path.endswith("/") else path
    query = _probable_query(query) if mark else ""
    return f"{host.removeprefix('www.')}{path}{'?' if query else ''}{query}"


def _probable_query(query: str) -> str:
    pieces = [piece for piece in query.split("&") if piece]
    if len(pieces) == 1 and not TRACKING.match(query):
        return pieces[0]
    kept = (piece for piece in pieces if not TRACKING.fullmatch(piece.partition("=")[0]))
    return "&".join(sorted(kept, key=lambda piece: (piece.lower(), piece)))


def site_of(url: Url) -> tuple[str, str, str | None]:
    """Scheme, host on the wire and port asked: what must agree for two to be one site."""
    host = url.host
    return (url.scheme or "").lower(), ascii_host(host) or host.lower(), url.effective_port


def normal_path(url: Url) -> str:
    """The path with its triplets in their one spelling; never empty."""
    return normal_percents(percent_encode(url.path)) or "/"


def directory_of(url: Url) -> str:
    """Path up to and with its last slash, triplets normal: what a sitemap there may list."""
    path = normal_path(url)
    return path[: path.rindex("/") + 1] if "/" in path else "/"
