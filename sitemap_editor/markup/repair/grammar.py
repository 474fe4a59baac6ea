"""What repairs know of sitemaps: which elements there are, and which may stand in which."""

from __future__ import annotations

from functools import lru_cache

from sitemap_editor.protocol.namespaces import edit_distance

ROOTS = frozenset((b"urlset", b"sitemapindex"))
ENTRIES = frozenset((b"url", b"sitemap"))
LEAVES = frozenset((b"loc", b"lastmod", b"changefreq", b"priority"))
ROOT_OF = {b"url": b"urlset", b"sitemap": b"sitemapindex"}
PREFIXES = frozenset((b"image", b"video", b"news", b"xhtml", b"mobile"))
_CORE = (*ROOTS, *ENTRIES, *LEAVES)
_CONTAINERS = frozenset((b"image:image", b"video:video", b"news:news", b"news:publication"))


def local_of(name: bytes) -> bytes:
    """A name without its prefix, in lower case."""
    return name.rpartition(b":")[2].lower()


def prefix_of(name: bytes) -> bytes:
    """The prefix of a name, empty for none."""
    return name.rpartition(b":")[0]


def is_known(name: bytes) -> bool:
    """Whether a name, with a slash before it or not, is one that sitemaps have, in any case."""
    plain = name.removeprefix(b"/")
    if prefix_of(plain).lower() in PREFIXES:
        return True
    return local_of(plain) in _CORE


def is_leaf(name: bytes) -> bool:
    """Whether an element of this name holds text and no elements."""
    if prefix_of(name).lower() in PREFIXES:
        return name.lower() not in _CONTAINERS
    return local_of(name) in LEAVES


@lru_cache(maxsize=512)
def is_near(one: bytes, other: bytes) -> bool:
    """Whether one name is a slip of the other."""
    first, second = one.decode("utf-8", "replace").lower(), other.decode("utf-8", "replace").lower()
    if first == second:
        return True
    most = 1 if len(second) <= 4 else 2
    return edit_distance(first, second, most) <= most
