"""Repairs of the name of the root, and what it may have been meant to be."""

from __future__ import annotations

from collections.abc import Iterator

from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.support.i18n import N_

from .asides import blotted
from .changes import Change, quoted
from .grammar import ENTRIES, LEAVES, ROOTS, is_near, local_of
from .tag_stream import tags_of


def may_be_root(text: bytes) -> bool:
    """Whether the first tag is meant to be the root of a sitemap."""
    first = next(tags_of(blotted(text)), None)
    return first is not None and not first.is_end and _meant(local_of(first.name)) is not None


def root_name(text: bytes) -> Iterator[Change]:
    """A root whose name is that of a sitemap but for letter case or a slip."""
    text = blotted(text)
    first = next(tags_of(text), None)
    if first is None or first.is_end:
        return
    name = first.name
    prefix, local = name[: name.rfind(b":") + 1], name.rpartition(b":")[2]
    right = _meant(local)
    if local == right or right is None:
        return
    kind = FixKind.SAFE if local.lower() == right else FixKind.ASK
    reason = N_("<{value}> is not how the root of a sitemap is written.")
    shown = quoted(name)
    places = [(first.start + 1, first.start + 1 + len(name))]
    ends = (tag.start + 2 for tag in tags_of(text) if tag.is_end and tag.name == name)
    places += [(start, start + len(name)) for start in ends]
    for start, end in places:
        new = prefix + right
        yield Change(start, end, new, "root-wrong-case", reason, kind, shown)


def _meant(local: bytes) -> bytes | None:
    """The root that a name is meant to be."""
    plain = local.lower().replace(b"-", b"").replace(b"_", b"")
    if plain in (b"siteindex", b"sitemapsindex"):
        return b"sitemapindex"
    if plain in ENTRIES | LEAVES:
        return None
    return next((root for root in sorted(ROOTS) if is_near(plain, root)), None)
