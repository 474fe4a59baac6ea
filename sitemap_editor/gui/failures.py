"""What is said about work that ended with an expected error."""

from __future__ import annotations

from sitemap_editor.protocol.errors import SitemapError, describe_os_error
from sitemap_editor.support.i18n import _


def describe(error: BaseException, *, with_place: bool = True) -> str:
    """What an expected error says to people; without its place where that is shown already."""
    if isinstance(error, MemoryError):
        return _("There is not enough memory for this. The open documents are as they were.")
    if isinstance(error, OSError):
        return str(describe_os_error(error, error.filename or ""))
    if isinstance(error, SitemapError) and not with_place:
        return error.message
    return str(error)
