"""What lies beside a sitemap and belongs to it: robots.txt, indexes, the sitemaps of an index."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Neighbours:
    """What is known of the other files of the site."""
