"""Files that could not be opened: why, and what can be done all the same."""

from __future__ import annotations

from collections.abc import Sequence

from sitemap_editor.gui.dialogs import questions
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.workspace import Failure
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support import settings as declared
from sitemap_editor.support.i18n import _, format_number, ngettext

from . import texts
from .context import Context

BOMB = "gzip-bomb"
MOST_ASKED = 3
"""Broken files that are asked about one by one; of more of them only the reasons are told."""


def report_opening_failed(context: Context, failures: Sequence[Failure]) -> None:
    """Say why files could not be opened; what is open stays as it was."""
    for path, _error in failures:
        declared.forget_file(context.settings, path)
    doubtful = [failure for failure in failures if _is_doubtful(context, failure)]
    broken = [failure for failure in failures if texts.has_text(failure[1])][:MOST_ASKED]
    refused = [one for one in failures if one not in doubtful and one not in broken]
    if len(refused) > 1:
        _report_several(context, refused)
    elif refused:
        _report(context, refused[0])
    for failure in broken:
        _offer_text(context, failure)
    for path, error in doubtful:
        assert isinstance(error, SitemapError)
        if questions.ask_open_anyway(context.interaction, path.name, error.reason):
            context.workspace.open_anyway(path)


def _is_doubtful(context: Context, failure: Failure) -> bool:
    """Whether the file was only too large to be opened unasked; memory was there."""
    path, error = failure
    is_bomb = isinstance(error, SitemapError) and error.code == BOMB
    is_full = isinstance(error.__cause__, MemoryError)
    return is_bomb and not is_full and not context.workspace.is_trusted(path)


def _report(context: Context, failure: Failure) -> None:
    path, error = failure
    details = (error.text or "") if isinstance(error, SitemapError) else ""
    title = _("{name} cannot be opened").format(name=path.name)
    context.interaction.report_error(_words(failure), title=title, details=details)


def _offer_text(context: Context, failure: Failure) -> None:
    """Say why a broken file cannot be read, and show its text when that is wanted."""
    path, error = failure
    assert isinstance(error, SitemapError)
    title = _("{name} cannot be opened").format(name=path.name)
    if questions.ask_open_as_text(context.interaction, title, _words(failure), error.text or ""):
        texts.open_failed(context, path, error)


def _report_several(context: Context, failures: Sequence[Failure]) -> None:
    count = len(failures)
    title = ngettext("{n} file cannot be opened", "{n} files cannot be opened", count)
    context.interaction.report_error(
        _("What is open stays as it was."),
        title=title.format(n=format_number(count)),
        details="\n".join(_words(failure) for failure in failures),
    )


def _words(failure: Failure) -> str:
    path, error = failure
    if isinstance(error, SitemapError) and error.code == BOMB:
        # Its own advice is for the command line.
        advice = _("There is not enough free memory for more. Close what you do not need.")
        return f"{path}: {error.reason} {advice}"
    return describe(error)
