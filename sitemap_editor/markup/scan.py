"""From bytes to spans: where each entry and each of its fields stands.

Expat decides what is well-formed; where the shape of a file allows it (nearly always), numpy finds
the entries in the bytes expat has just accepted, else expat's own events do. Both ways give the
same spans.
"""

from __future__ import annotations

from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .pieces import NotFast
from .scan_careful import scan_careful
from .scan_fast import scan_fast
from .spans import Root, Scan


def scan(text: bytes, progress: Progress = NO_PROGRESS, *, careful: bool = False) -> Scan:
    """Find the entries of a sitemap or index.

    ``text`` is UTF-8 without a byte order mark; ``careful`` forbids the fast way. Raises
    SitemapError when the text is not well-formed or its root is neither urlset nor sitemapindex.
    """
    if not careful:
        try:
            return scan_fast(text, progress)
        except NotFast:
            pass
    return scan_careful(text, progress)


def root_of_head(head: bytes) -> Root:
    """Describe the root whose start tag ends this head; raises SitemapError when it has none."""
    if head.endswith(b"/>"):
        return scan(head).root
    name = head[head.rindex(b"<") + 1 : -1].split(None, 1)[0]
    return scan(head + b"</" + name + b">").root
