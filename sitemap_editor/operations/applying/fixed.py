"""Values that people set for all entries of a list: today, now, or as they typed them."""

from __future__ import annotations

from datetime import date, datetime

from sitemap_editor.protocol.dates import read_date
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import CHANGE_FREQUENCIES
from sitemap_editor.support.i18n import _

TODAY, NOW = "today", "now"
SETTABLE = ("lastmod", "changefreq", "priority")


def fixed_value(field: str, text: str) -> str:
    """The value that a field gets; raises SitemapError when a sitemap cannot have it."""
    text = text.strip()
    if field == "lastmod" and text in (TODAY, NOW):
        return date.today().isoformat() if text == TODAY else now()
    if not _is_valid(field, text):
        said = _("{field} cannot be {value}; write it like {example}.")
        raise SitemapError(said.format(field=field, value=text or "–", example=_EXAMPLES[field]))
    return text


def now() -> str:
    """This moment with the zone of this machine, to the second."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


_EXAMPLES = {"lastmod": "2024-05-01", "changefreq": "weekly", "priority": "0.5"}


def _is_valid(field: str, text: str) -> bool:
    if field == "lastmod":
        return read_date(text).is_valid
    if field == "changefreq":
        return text in CHANGE_FREQUENCIES
    try:
        return 0 <= float(text) <= 1
    except ValueError:
        return False
