"""What a report of Search Console means for the pages in it: take them out, keep them, or look.

Search Console names the reason in the language of the account, so what is looked for are the words
and numbers most languages share. Reasons: https://support.google.com/webmasters/answer/7440203.
"""

from __future__ import annotations

import re
from enum import StrEnum

from sitemap_editor.support.i18n import N_, _


class Verdict(StrEnum):
    """What is usually right."""

    REMOVE = "remove"
    KEEP = "keep"
    LOOK = "look"

    @property
    def words(self) -> str:
        """Why, as a sentence in the language spoken now."""
        return _(_WORDS[self])


_WORDS = {
    Verdict.REMOVE: N_(
        "Pages with this reason have no place in a sitemap: it should list pages that can be "
        "indexed, under their final addresses."
    ),
    Verdict.KEEP: N_(
        "Google knows these pages and has not taken them in yet. They may stay in the sitemap."
    ),
    Verdict.LOOK: N_("Look at these pages first: the cause may be a fault of the site."),
}

_PATTERNS = (
    (Verdict.LOOK, r"soft\s*404|\b(?:401|403|4xx|5xx)\b|robots\.txt"),
    (Verdict.LOOK, r"error|erreur|fehler|errore|ошибк"),
    (Verdict.REMOVE, r"\b(?:404|410)\b|noindex|redire?c|canoni|duplica|doppel|doublon|dupli"),
    (Verdict.REMOVE, r"редирект|переадрес|перенаправ|каноническ|повтор|дубл|weiterleit"),
    (
        Verdict.KEEP,
        r"not indexed|non index|nicht indexiert|no indexada|sin indexar|не проиндексирован",
    ),
)


def verdict_on(reason: str) -> Verdict:
    """What is usually right for pages with a reason, as Search Console calls it."""
    said = reason.casefold()
    found = (verdict for verdict, pattern in _PATTERNS if re.search(pattern, said))
    return next(found, Verdict.LOOK)
