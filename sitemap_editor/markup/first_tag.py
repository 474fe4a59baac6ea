"""The first start tag of a text that may be broken: what a reader would take for the root."""

from __future__ import annotations

import re
from dataclasses import dataclass

_BLANK = re.compile(rb"\s*")
_TAG = re.compile(rb"<\s*(?P<name>[A-Za-z_][^\s<>/]*)")
_KNOWN_TAG = re.compile(
    rb"<(?P<name>(?:[A-Za-z_][^\s<>/:]*:)?"
    rb"(?i:url[-_]?sets?|sitemaps?[-_]?index|siteindex|url(?=>)|sitemap(?=>)))[\s/>]"
)
_HTML_DOCTYPE = re.compile(rb"<!doctype\s+html\b", re.IGNORECASE)
_PROLOG_END = re.compile(rb"[\[>]")
_SUBSET_END = re.compile(rb"\]\s*>")


@dataclass(frozen=True)
class FirstTag:
    """A start tag: its name as written, and the byte where it begins."""

    name: str
    at: int

    @property
    def local(self) -> str:
        """The name without its prefix."""
        return self.name.rpartition(":")[2]


def first_tag(text: bytes, start: int = 0, *, known_only: bool = False) -> FirstTag | None:
    """Find the first start tag from ``start`` on, past comments, PIs, DOCTYPE and stray text.

    ``known_only`` takes the first that is the root of a sitemap, or a slip of it, or an entry,
    wherever it stands.
    """
    if known_only:
        return _found(_KNOWN_TAG.search(text, start))
    at = text.find(b"<", start)
    while at >= 0:
        end = _end_of_other(text, at)
        if end is None:
            if tag := _found(_TAG.match(text, at)):
                return tag
            end = at + 1
        at = text.find(b"<", end)
    return None


def is_html_doctype(text: bytes, start: int) -> bool:
    """Tell whether an HTML DOCTYPE stands first, comments and declarations aside."""
    at = start
    while text.startswith((b"<!--", b"<?"), at):
        end = _end_of_other(text, at)
        blank = _BLANK.match(text, end or at + 1)
        at = blank.end() if blank else len(text)
    return _HTML_DOCTYPE.match(text, at) is not None


def _found(match: re.Match[bytes] | None) -> FirstTag | None:
    return FirstTag(match["name"].decode("utf-8", "replace"), match.start()) if match else None


def _end_of_other(text: bytes, at: int) -> int | None:
    """Where the comment, PI or declaration at ``at`` ends; None when it is none of them."""
    if text.startswith(b"<!--", at):
        return _behind(text.find(b"-->", at), 3, text)
    if text.startswith(b"<?", at):
        if text.startswith(b"<?xml ", at):  # which may lack the ? at its end
            next_tag = text.find(b"<", at + 1)
            end = text.find(b"?>", at, next_tag if next_tag >= 0 else len(text))
            return _behind(next_tag - 2 if end < 0 <= next_tag else end, 2, text)
        return _behind(text.find(b"?>", at), 2, text)
    if text.startswith(b"<!", at):
        border = _PROLOG_END.search(text, at)
        if border and border[0] == b"[":
            border = _SUBSET_END.search(text, border.end())
        return border.end() if border else len(text)
    return None


def _behind(found: int, length: int, text: bytes) -> int:
    return found + length if found >= 0 else len(text)
