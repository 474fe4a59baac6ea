"""Sitemaps that belong together: an index and what it names, a folder, a ZIP, or some files.

A set is a list of files, not their contents; ``walk`` holds one document in memory at a time.
"""

from __future__ import annotations

from .mapping import Mapping
from .members import Member, SitemapSet, State
from .opening import open_set, set_of, set_of_files
from .reading import read_member, walk

__all__ = [
    "Mapping",
    "Member",
    "SitemapSet",
    "State",
    "open_set",
    "read_member",
    "set_of",
    "set_of_files",
    "walk",
]
