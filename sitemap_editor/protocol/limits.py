"""Limits of the protocol and of this program.

Sources: https://www.sitemaps.org/protocol.html#index (50,000 entries, 50 MB = 52,428,800 bytes
uncompressed); the share at which the window warns and the caps on inflating are this program's.
"""

from collections.abc import Collection

MAX_ENTRIES = 50_000
MAX_BYTES = 52_428_800
NEAR_LIMIT_SHARE = 0.9
MEGABYTE = 1_048_576
LEGACY_BYTES = 10 * MEGABYTE
"""Before 2016 a file could have 10 MB (sitemaps.org, as archived)."""

MAX_LOC_LENGTH = 2_048
"""A loc must be shorter than this many characters (protocol page; the schema allows it)."""

MAX_INFLATED = 2 * 1024**3
"""Inflating stops here whatever the ratio (rule gzip-bomb)."""
SUSPECT_INFLATED = 100 * MEGABYTE
SUSPECT_RATIO = 200
"""Above SUSPECT_INFLATED bytes a ratio above this stops inflating (rule gzip-bomb)."""
MAX_GZIP_LAYERS = 3


def most_bytes(profiles: Collection[str] | None) -> int:
    """How many bytes a sitemap may have before compression by these profiles."""
    return LEGACY_BYTES if "legacy-2005" in (profiles or ()) else MAX_BYTES
