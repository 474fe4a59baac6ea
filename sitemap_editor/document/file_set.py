"""Files written as one set: what is said when that fails, and finishing what was interrupted."""

from __future__ import annotations

from pathlib import Path

from sitemap_editor.protocol.errors import SitemapError, describe_os_error
from sitemap_editor.support.file_sets import recover
from sitemap_editor.support.i18n import _
from sitemap_editor.support.set_plan import (
    PLAN_NAME,
    SetBusy,
    SetDamaged,
    SetUnfinished,
    is_unfinished,
)


def described(error: OSError, folder: Path) -> SitemapError:
    """Say why a set of files could not be written or finished."""
    command = f"sitemap-editor recover {folder}"
    if isinstance(error, SetBusy):
        return SitemapError(
            _("Another program is just writing files into this folder."),
            path=folder,
            advice=_("Try again when it is done."),
        )
    if isinstance(error, SetUnfinished):
        return SitemapError(
            _("Files that were written into this folder before were not finished."),
            path=folder,
            advice=_("Finish or undo that first: {command}").format(command=command),
        )
    if isinstance(error, SetDamaged):
        return SitemapError(
            _("What was begun in this folder cannot be finished: new files are missing."),
            path=error.filename or folder,
            advice=_("Look at the files, and delete {name} when all is well.").format(
                name=PLAN_NAME
            ),
        )
    said = describe_os_error(error, error.filename or folder, saving=True)
    if Path(said.path or "").name == PLAN_NAME:
        said.path = str(folder)  # nobody knows the plan's own file
    if is_unfinished(folder):
        said.advice = _("Some files are new and some old. Finish it: {command}").format(
            command=command
        )
    return said


def recover_folder(folder: Path) -> tuple[bool, tuple[str, ...]] | None:
    """Finish or undo what was begun in a folder; whether its files are new, and their names.

    None when nothing was begun there. Raises SitemapError.
    """
    try:
        done = recover(folder)
    except OSError as error:
        raise described(error, folder) from error
    return None if done is None else (done.is_new, done.names)
