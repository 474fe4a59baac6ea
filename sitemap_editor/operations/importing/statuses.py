"""What a status code of a crawl means: a page that is gone is not one that was not shown.

Source of the codes: RFC 9110 section 15; 0 and an empty cell are what crawlers write when nothing
answered.
"""

from __future__ import annotations

import re
from enum import StrEnum

from sitemap_editor.support.i18n import N_, _

_CODE = re.compile(r"\s*(\d{1,3})(?!\d)")


class StatusGroup(StrEnum):
    """What to think of a page by its status; ``words`` say it."""

    FINE = "fine"
    REDIRECT = "redirect"
    GONE = "gone"
    DENIED = "denied"
    TOO_MANY = "too-many"
    CLIENT = "client-error"
    SERVER = "server-error"
    NO_ANSWER = "no-answer"
    OTHER = "other"

    @property
    def words(self) -> str:
        """The group in the language spoken now."""
        return _(_WORDS[self])


_WORDS = {
    StatusGroup.FINE: N_("The page is there (2xx)"),
    StatusGroup.REDIRECT: N_("The page has moved (3xx)"),
    StatusGroup.GONE: N_("The page is gone (404, 410)"),
    StatusGroup.DENIED: N_("The crawler was not let in (401, 403): the page may well be there"),
    StatusGroup.TOO_MANY: N_("The crawler asked too often (429): the page may well be there"),
    StatusGroup.CLIENT: N_("The request was refused (other 4xx)"),
    StatusGroup.SERVER: N_("The server failed (5xx): the page may be back later"),
    StatusGroup.NO_ANSWER: N_("Nothing answered (0): the page may be back later"),
    StatusGroup.OTHER: N_("No status that means anything"),
}
_BY_CODE = {
    0: StatusGroup.NO_ANSWER,
    **dict.fromkeys((404, 410), StatusGroup.GONE),
    **dict.fromkeys((401, 403, 407), StatusGroup.DENIED),
    429: StatusGroup.TOO_MANY,
}
_BY_HUNDRED = {
    2: StatusGroup.FINE,
    3: StatusGroup.REDIRECT,
    4: StatusGroup.CLIENT,
    5: StatusGroup.SERVER,
}


def status_of(cell: str) -> int | None:
    """The code in a cell such as ``404``, ``404.0`` or ``404 Not Found``; None for none."""
    found = _CODE.match(cell)
    return int(found[1]) if found else None


def group_of(cell: str) -> StatusGroup:
    """The group of the status in a cell; an empty one is no answer."""
    code = status_of(cell)
    if code is None:
        return StatusGroup.OTHER if cell.strip() else StatusGroup.NO_ANSWER
    return _BY_CODE.get(code) or _BY_HUNDRED.get(code // 100, StatusGroup.OTHER)
