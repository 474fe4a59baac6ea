"""What is said about repairs in more than one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.support.i18n import _, format_number, ngettext

if TYPE_CHECKING:
    from sitemap_editor.document.mending import Mending


def repairs_text(count: int) -> str:
    """How many repairs, in two words."""
    return ngettext("{n} repair", "{n} repairs", count).format(n=format_number(count))


def needed_text(count: int) -> str:
    """How many repairs it took."""
    text = ngettext(
        "{n} repair was needed to read this file.",
        "{n} repairs were needed to read this file.",
        count,
    )
    return text.format(n=format_number(count))


def guesses_text(mending: Mending) -> str:
    """How many of the repairs are not sure; empty when all are."""
    count = sum(one.kind is FixKind.ASK for one in mending.repairs)
    if not count:
        return ""
    if count == len(mending.repairs) == 1:
        return _("It is a guess.")
    text = ngettext("{n} of them is a guess.", "{n} of them are guesses.", count)
    return text.format(n=format_number(count))


def refused_text(count: int) -> str:
    """How many repairs were refused; empty for none."""
    if not count:
        return ""
    text = ngettext("{n} was refused.", "{n} were refused.", count)
    return text.format(n=format_number(count))
