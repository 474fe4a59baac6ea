"""What rules about one value are given: the value, and for an address what it consists of."""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

from sitemap_editor.protocol.urls import WHITE_SPACE, Url, split_url

XML_WHITE = " \t\r\n"

SLIP = re.compile(
    r"(?:https?:/*){2,}|h?t{1,3}ps?(?:[:;]/{0,3}|/{2,3})|https?/", re.IGNORECASE | re.ASCII
)
"""Beginnings that are meant as http:// or https://; exactly these two are no slip."""


class Value:
    """One field of one entry: its name, its decoded text, and the text without white space."""

    __slots__ = ("field", "raw", "text")

    def __init__(self, field: str, raw: str) -> None:
        """Take the text between the tags, references resolved, not trimmed."""
        self.field = field
        self.raw = raw
        self.text = raw.strip(XML_WHITE)


class Loc(Value):
    """An address, trimmed of all that people paste around one, and its parts.

    ``rest`` is everything behind host and port.
    """

    __slots__ = ("address", "is_web", "rest", "slip", "url")

    def __init__(self, raw: str, field: str = "loc") -> None:
        """Take the text between the tags, references resolved, not trimmed."""
        super().__init__(field, raw)
        self.address = raw.strip(WHITE_SPACE)
        self.url: Url = split_url(self.address)
        found = SLIP.match(self.address)
        self.slip = found[0] if found and found[0].lower() not in _RIGHT else None
        self.is_web = self.slip is None and self.url.is_web
        self.rest = self.url.rest

    @property
    def site_name(self) -> str | None:
        """Scheme and authority of a web address, as written."""
        return f"{self.url.scheme}://{self.url.authority}" if self.is_web else None

    @property
    def parameter_names(self) -> list[str]:
        """Names of the query's parameters, as written."""
        query = self.url.query
        return [piece.partition("=")[0] for piece in query.split("&")] if query else []


_RIGHT = ("http://", "https://")


def decoded_bytes(text: str) -> bytes:
    """The bytes a server gets for a path or query."""
    return unquote_to_bytes(text)
