"""The last resort: entries that can be read stay, everything else that breaks the file goes.

Each entry is parsed for itself, so that one that nobody can read takes no other along.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.parsers.expat import ExpatError, ParserCreate

from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.protocol.namespaces import EXTENSION_BY_PREFIX, SITEMAP
from sitemap_editor.support.i18n import N_

from .changes import Change

_ROOT = re.compile(rb"<((?:[A-Za-z_][\w.-]*:)?(?:urlset|sitemapindex))(?![\w.-])[^<>]*>?")
_PROLOG = re.compile(rb"\s*(?:<\?xml[^<>]*\?>)?\s*")
_ASIDE = re.compile(rb"<!--(?:(?!--).)*-->", re.DOTALL)
_PREFIX = re.compile(rb"</?([A-Za-z_][\w.-]*):|\s([A-Za-z_][\w.-]*):[\w.-]+\s*=")


def salvage(text: bytes) -> Iterator[Change]:
    """Take out whatever keeps the file from being read, entry by entry."""
    root = _ROOT.search(text)
    name = root[1] if root is not None else b"urlset"
    prefix = name[: name.rfind(b":") + 1]
    entry = b"sitemap" if name.endswith(b"index") else b"url"
    found = list(_entries(text, re.escape(prefix + entry), root.end() if root is not None else 0))
    opened = root[0] if root is not None and _is_root(root[0], name) else _root_for(name, text)
    whole = [one for one in found if _is_whole(opened, one[0], name)]
    if not whole and root is None:
        return
    end = b"</%b>" % name
    reason = N_("This place could not be read.")
    position, before = 0, _PROLOG.match(text)
    start = before.end() if before is not None else 0
    head = text[start : root.end()] if root is not None else b""
    if head != opened:
        stop = root.end() if root is not None else start
        yield Change(start, stop, opened, "xml-not-wellformed", reason, FixKind.ASK)
        position = stop
    else:
        position = root.end() if root is not None else start
    for one in whole:
        yield from _gap(text, position, one.start(), reason)
        position = one.end()
    rest = text[position:]
    if rest.strip() != end:
        stop = len(text.rstrip())
        first = position + len(rest) - len(rest.lstrip()) if rest.strip() else position
        yield Change(first, max(stop, first), end, "xml-not-wellformed", reason, FixKind.ASK)


def _entries(text: bytes, name: bytes, start: int) -> Iterator[re.Match[bytes]]:
    """Runs from an entry's start tag to its end tag, with no other start tag in between."""
    one = re.compile(
        rb"<%b(?:\s[^<>]*)?>(?:(?!<%b[\s>]).)*?</%b\s*>|<%b(?:\s[^<>]*)?/>"
        % (name, name, name, name),
        re.DOTALL,
    )
    return one.finditer(text, start)


def _gap(text: bytes, start: int, end: int, reason: str) -> Iterator[Change]:
    """What stands between two entries, unless it is white space and comments."""
    piece = text[start:end]
    if _ASIDE.sub(b"", piece).strip():
        inner = piece.strip()
        at = start + piece.index(inner)
        yield Change(at, at + len(inner), b"", "xml-not-wellformed", reason, FixKind.ASK)


def _is_root(tag: bytes, name: bytes) -> bool:
    return not tag.endswith(b"/>") and _parses(tag + b"</%b>" % name)


def _is_whole(opened: bytes, entry: bytes, name: bytes) -> bool:
    return _parses(opened + entry + b"</%b>" % name)


def _parses(text: bytes) -> bool:
    try:
        ParserCreate("utf-8", "\x01").Parse(text, True)
    except ExpatError:
        return False
    return True


def _root_for(name: bytes, text: bytes) -> bytes:
    """A start tag of the root that declares what is used and known."""
    prefix = name.rpartition(b":")[0].decode()
    used = {(a or b).decode("utf-8", "replace") for a, b in _PREFIX.findall(text)}
    declared = "".join(
        f' xmlns:{one}="{EXTENSION_BY_PREFIX[one].uri}"'
        for one in sorted(used)
        if one in EXTENSION_BY_PREFIX and one != prefix
    )
    own = f"xmlns:{prefix}" if prefix else "xmlns"
    return f'<{name.decode()} {own}="{SITEMAP}"{declared}>'.encode()
