"""Group A, the part that shows in a value: characters that were read or joined wrongly."""

from __future__ import annotations

import re

from sitemap_editor.protocol.urls import percent_encode
from sitemap_editor.support.i18n import N_

from .base import Context, Hit, ask, rule, safe
from .values import Value

ALL_FIELDS = ("loc", "lastmod", "changefreq", "priority")
_TWICE = re.compile("\ufffd|[ÃÂÐ][\u0080-\u00bf]|[ÃÂÐ][\u0152-\u2122]")
"""What UTF-8 looks like when it was read as Latin-1 or windows-1252 and written as UTF-8 again."""


@rule(
    "text-mojibake",
    reads=ALL_FIELDS,
    title=N_("Garbled letters"),
    message=N_(
        "“{value}” holds {found}, which looks like text read in the wrong character set; "
        "“{example}” is probably meant. The page it names does not exist."
    ),
    hides=("loc-non-ascii",),
)
def text_mojibake(value: Value, _context: Context) -> Hit | None:
    """Text in UTF-8 was taken for another character set and saved so.

    Good: ``café``. Bad: ``cafÃ©``.
    """
    if value.raw.isascii():
        return None
    found = _TWICE.search(value.text)
    if found is None:
        return None
    right = repaired(value.text)
    shown = {"found": found[0], "example": right or "…"}
    if right is None:
        return Hit(shown, field=value.field)
    new = percent_encode(right) if value.field == "loc" else right
    fix = ask("set_field", field=value.field, value=new)
    return Hit({**shown, "example": new}, fix, field=value.field)


def repaired(text: str) -> str | None:
    """The text as it was before it was read wrongly; None when that cannot be told."""
    for codec in ("cp1252", "latin-1"):
        try:
            right = text.encode(codec).decode("utf-8")
        except UnicodeError:
            continue
        return right if right != text else None
    return None


@rule(
    "bom-misplaced",
    reads=ALL_FIELDS,
    title=N_("Byte order mark in the middle"),
    message=N_(
        "There is a byte order mark (U+FEFF), which cannot be seen, inside “{value}”; it belongs "
        "at the beginning of a file, if anywhere. Files joined end to end leave such marks."
    ),
    hides=("loc-whitespace-around",),
)
def bom_misplaced(value: Value, _context: Context) -> Hit | None:
    """The character U+FEFF stands within a value."""
    if "\ufeff" not in value.raw:
        return None
    new = value.text.replace("\ufeff", "")
    return Hit(fix=safe("set_field", field=value.field, value=new), field=value.field)


RULES = (text_mojibake, bom_misplaced)
