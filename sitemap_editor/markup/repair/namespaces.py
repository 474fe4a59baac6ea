"""Repairs of prefixes that nothing declares."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.protocol.namespaces import EXTENSION_BY_PREFIX, SITEMAP
from sitemap_editor.support.i18n import N_

from .asides import outside
from .changes import Change, quoted
from .grammar import ROOTS, is_near, local_of

_TAG = re.compile(rb"<(?P<name>[A-Za-z_][^\s<>/=]*)(?![^\s<>/=])(?P<rest>[^<>]*)>", re.DOTALL)
_ATTRIBUTE = re.compile(rb"\s([A-Za-z_][\w.-]*):([\w.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_UNKNOWN = "urn:undeclared:"


def undeclared(text: bytes) -> Iterator[Change]:
    """Prefixes in use that the root does not declare; they are declared there."""
    root: re.Match[bytes] | None = None
    used: dict[bytes, None] = {}
    declared: dict[bytes, bytes] = {}
    for one in outside(text, _TAG):
        root = root or one
        prefix = one["name"].rpartition(b":")[0]
        if prefix:
            used[prefix] = None
        if b":" in one["rest"] and b"=" in one["rest"]:
            _note(one["rest"], used, declared, is_root=one is root)
    if root is None:
        return
    on_root = _on_root(root)
    for prefix in used:
        if prefix not in (b"xml", b"xmlns") and prefix not in on_root:
            yield _declaration(root, prefix, declared.get(prefix), on_root)


def _note(
    rest: bytes, used: dict[bytes, None], declared: dict[bytes, bytes], *, is_root: bool
) -> None:
    for prefix, local, double, single in _ATTRIBUTE.findall(rest):
        if prefix == b"xmlns":
            if not is_root:
                declared.setdefault(local, double or single)
        else:
            used[prefix] = None


def _on_root(root: re.Match[bytes]) -> dict[bytes, bytes]:
    """The prefixes that the root declares, and what for."""
    found = _ATTRIBUTE.findall(root["rest"])
    return {
        local: double or single for prefix, local, double, single in found if prefix == b"xmlns"
    }


def _meant(prefix: bytes, on_root: dict[bytes, bytes]) -> bytes | None:
    """What a prefix stands for that is a slip of one that is declared or known."""
    near = next((uri for known, uri in on_root.items() if is_near(prefix, known)), None)
    if near is None:
        known = (one for name, one in EXTENSION_BY_PREFIX.items() if is_near(prefix, name.encode()))
        near = next((one.uri.encode() for one in known), None)
    return near


def _declaration(
    root: re.Match[bytes], prefix: bytes, elsewhere: bytes | None, on_root: dict[bytes, bytes]
) -> Change:
    known = EXTENSION_BY_PREFIX.get(prefix.decode("utf-8", "replace"))
    is_root = root["name"].startswith(prefix + b":") and local_of(root["name"]) in ROOTS
    uri, kind = elsewhere, FixKind.SAFE
    if uri is None and is_root:
        uri = SITEMAP.encode()
    elif uri is None and known is not None:
        uri = known.uri.encode()
    elif uri is None:
        uri, kind = _meant(prefix, on_root) or _UNKNOWN.encode() + prefix, FixKind.ASK
    at = root.start("rest") + len(root["rest"].rstrip(b"/ \t\r\n"))
    reason = N_("The prefix {value} was declared nowhere.")
    shown = quoted(prefix)
    new = b' xmlns:%b="%b"' % (prefix, uri)
    return Change(at, at, new, "ns-prefix-undeclared", reason, kind, shown)
