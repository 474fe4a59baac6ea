"""Words that reports for people share: severities, counts, sizes, and text that cannot mislead."""

from __future__ import annotations

from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.limits import MEGABYTE
from sitemap_editor.support.i18n import _, format_megabytes, format_number, ngettext
from sitemap_editor.support.unsafe import UNSAFE

MARKS = {Severity.ERROR: "●", Severity.WARNING: "▲", Severity.INFO: "■"}

_UNSEEN = UNSAFE | {0xFEFF: "\\ufeff"}


def counted(severity: Severity, number: int) -> str:
    """A number of findings with its word, as in ``12 warnings``."""
    text = {
        Severity.ERROR: ngettext("{n} error", "{n} errors", number),
        Severity.WARNING: ngettext("{n} warning", "{n} warnings", number),
        Severity.INFO: ngettext("{n} note", "{n} notes", number),
    }[severity]
    return text.format(n=format_number(number))


def severity_word(severity: Severity) -> str:
    """The severity, in the language spoken."""
    return {Severity.ERROR: _("error"), Severity.WARNING: _("warning")}.get(severity, _("note"))


def size_of(count: int) -> str:
    """A number of bytes for people: megabytes from a tenth of one on."""
    if count < MEGABYTE // 10:
        return ngettext("{n} byte", "{n} bytes", count).format(n=format_number(count))
    return _("{size} MB").format(size=format_megabytes(count))


def seen(text: str) -> str:
    """``text`` on one line, what is not seen or turns the direction of writing spelled out."""
    return text.translate(_UNSEEN)
