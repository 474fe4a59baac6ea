"""One beginning of addresses for another: scheme, user, host, port and folders.

Compared is what a server would be asked: letter case of scheme and host, punycode, a port that goes
without saying and the spelling of percent signs make no difference. Whole folders count: ``/shop``
begins ``/shop/a`` and not ``/shopping``. What stands behind is never looked at.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.urls import (
    DEFAULT_PORTS,
    WEB_SCHEMES,
    WHITE_SPACE,
    Url,
    ascii_host,
    normal_percents,
    percent_encode,
    split_url,
)
from sitemap_editor.support.i18n import _

_HEAD = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://[^/?#]*")
_SCHEME_ONLY = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):(?://)?")
_NOT_IN_PREFIX = re.compile(r"[\s\x00-\x1f<>\"?#\\]")
_PORT = re.compile(r"[0-9]{1,5}")


@dataclass(frozen=True, slots=True)
class Prefix:
    """The beginning of addresses; a part that is None may be anything.

    ``folders`` are the segments of the path, ``is_closed`` tells that a slash follows them.
    """

    scheme: str | None
    user: str | None
    host: str | None
    port: str | None
    path: str

    @property
    def folders(self) -> list[str]:
        """The segments of the path."""
        return self.path.rstrip("/").split("/")[1:]

    @property
    def is_closed(self) -> bool:
        """Whether the path ends in a slash."""
        return self.path.endswith("/")


def read_prefix(text: str) -> Prefix:
    """Read what people write: an address, ``example.com/shop``, ``https://`` or ``/shop``.

    Raises SitemapError when it is none of these.
    """
    trimmed = text.strip(WHITE_SPACE)
    if not trimmed:
        raise SitemapError(_("The beginning of the addresses is empty."))
    if _NOT_IN_PREFIX.search(trimmed):
        raise SitemapError(
            _("{text} is no beginning of addresses.").format(text=trimmed),
            advice=_("Write a scheme, a host or folders, without blanks, ? and #."),
        )
    alone = _SCHEME_ONLY.fullmatch(trimmed)
    if alone is not None and "." not in alone[1]:
        return Prefix(alone[1].lower(), None, None, None, "")
    is_bare = "://" not in trimmed and not trimmed.startswith("/")
    url = split_url(f"//{trimmed}" if is_bare else trimmed)
    if url.authority is None:
        return Prefix(None, None, None, None, url.path)
    _require_authority(url, trimmed)
    scheme = url.scheme.lower() if url.scheme else None
    return Prefix(scheme, url.userinfo, url.host, url.port or None, url.path)


def _require_authority(url: Url, text: str) -> None:
    host = url.host
    # A port in its place would be an address like example.com:x.
    is_port_right = not url.port or (_PORT.fullmatch(url.port) and 0 < int(url.port) < 65536)
    if not host or not is_port_right or not ascii_host(host):
        said = _("{text} has no host that could be asked.")
        raise SitemapError(said.format(text=text))


class Moved(NamedTuple):
    """``new`` comes in the place of the first ``cut`` characters of an address."""

    new: str
    cut: int


class Move:
    """Tells what addresses under one prefix are called under another.

    A part that the new prefix does not name stays as it is: with ``https://`` for ``http://`` the
    host, with a host alone the scheme. A user in an address stays unless a prefix names one.
    """

    def __init__(self, old: str, new: str) -> None:
        """Raises SitemapError when one is no prefix, or one names a host where none is left."""
        self.old, self.new = read_prefix(old), read_prefix(new)
        if self.old.host is None and self.new.host is not None:
            raise SitemapError(
                _("All hosts would become one."),
                advice=_("Name the old host too, or only the new scheme or folder."),
            )
        self._folders = [_normal(one) for one in self.old.folders]
        self._plain = "/".join(("", *self.old.folders))
        self._heads: dict[str, str | None] = {}

    def __call__(self, address: str) -> Moved | None:
        """What an address becomes; None for one that is not under the old prefix."""
        head = _HEAD.match(address)
        if head is None:
            return None
        text = head[0]
        if text not in self._heads:
            self._heads[text] = self._moved_head(split_url(text))
        new = self._heads[text]
        if new is None:
            return None
        size = self._size_of_folders(address[head.end() :])
        if size < 0:
            return None
        cut = head.end() + size
        return Moved(new + self._new_path(address, head.end(), cut), cut)

    def site_of(self, address: str) -> str:
        """Scheme and host that an address begins with; empty when it has none."""
        head = _HEAD.match(address)
        return head[0] if head is not None else ""

    def _moved_head(self, url: Url) -> str | None:
        """Scheme and authority of an address under the new prefix; None when not under the old."""
        old, new = self.old, self.new
        scheme = (url.scheme or "").lower()
        if scheme != old.scheme if old.scheme else scheme not in WEB_SCHEMES:
            return None
        if old.host is not None and not self._is_same_place(url, scheme):
            return None
        if new.host is None:
            host, port = url.host, url.port
            port = None if port == DEFAULT_PORTS.get(scheme) and new.scheme else port
        else:
            host, port = _host_like(new.host, url.host), new.port
        user = new.user if new.user is not None else url.userinfo
        if old.user is not None and new.host is not None:
            user = new.user
        at = "" if user is None else f"{user}@"
        written = "" if port is None else f":{port}"
        return f"{new.scheme or url.scheme}://{at}{host}{written}"

    def _is_same_place(self, url: Url, scheme: str) -> bool:
        old = self.old
        if old.user is not None and old.user != url.userinfo:
            return False
        usual = DEFAULT_PORTS.get(scheme)
        is_port = (old.port or usual) == (url.port or usual)
        return is_port and _asked(old.host or "") == _asked(url.host)

    def _size_of_folders(self, rest: str) -> int:
        """How much of what follows the host are the old folders; -1 when it begins otherwise."""
        size = len(self._plain)
        if not size:
            return 0
        if rest.startswith(self._plain) and (rest[size : size + 1] or "?") in "/?#":
            return -1 if self.old.is_closed and rest[size : size + 1] != "/" else size
        if all(text.isascii() and "%" not in text for text in (rest, self._plain)):
            return -1
        path = split_url(rest).path
        segments = path.split("/")
        count = len(self._folders)
        if [_normal(one) for one in segments[1 : count + 1]] != self._folders:
            return -1
        if self.old.is_closed and len(segments) < count + 2:
            return -1
        return len("/".join(segments[: count + 1]))

    def _new_path(self, address: str, start: int, cut: int) -> str:
        """The folders of the new prefix, before what is left of the address."""
        path = "/".join(("", *self.new.folders))
        if address[cut : cut + 1] != "/":
            is_folder = self.new.is_closed or (not path and cut > start)
            path += "/" if is_folder else ""
        return percent_encode(path) if address.isascii() else path


def _normal(segment: str) -> str:
    return normal_percents(percent_encode(segment))


@lru_cache(maxsize=1024)
def _asked(host: str) -> str:
    """The host as it is asked for."""
    decoded = normal_percents(host).removesuffix(".")
    return ascii_host(decoded) or decoded.lower()


def _host_like(host: str, old: str) -> str:
    """A host in the letters that the old one is written in: as it is, or for the wire."""
    if host.isascii() or not old.isascii():
        return host.lower()
    return ascii_host(host) or host.lower()
