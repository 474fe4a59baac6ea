"""Finish what was interrupted when several files were written as one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.support import settings as declared
from sitemap_editor.support.i18n import _
from sitemap_editor.support.set_plan import is_unfinished

from .context import Context

if TYPE_CHECKING:
    from sitemap_editor.support.jobs import Progress


def remember(context: Context, folder: Path) -> None:
    """Note a folder before files are written into it, for the next start to look after."""
    known = context.settings.get(declared.UNFINISHED_FOLDERS)
    if str(folder) not in known:
        context.settings.set(declared.UNFINISHED_FOLDERS, (*known, str(folder)))


def forget(context: Context, folder: Path) -> None:
    """Note that a folder needs no looking after, unless something is unfinished there."""
    if not is_unfinished(folder):
        known = context.settings.get(declared.UNFINISHED_FOLDERS)
        rest = tuple(one for one in known if one != str(folder))
        context.settings.set(declared.UNFINISHED_FOLDERS, rest)


def finish_interrupted(context: Context) -> None:
    """Finish or undo what the program was writing when it ended."""
    for name in context.settings.get(declared.UNFINISHED_FOLDERS):
        _finish(context, Path(name))


def _finish(context: Context, folder: Path) -> None:
    def work(_progress: Progress) -> tuple[bool, tuple[str, ...]] | None:
        from sitemap_editor.document.file_set import recover_folder

        return recover_folder(folder) if folder.is_dir() else None

    def done(result: tuple[bool, tuple[str, ...]] | None) -> None:
        from sitemap_editor.operations.splitting.telling import recovered_text

        forget(context, folder)
        if result is not None:
            said = recovered_text(result[0], len(result[1]))
            names = "\n".join(str(folder / name) for name in result[1])
            context.interaction.inform(
                said, title=_("Files in {folder}").format(folder=folder.name), details=names
            )

    context.workspace.jobs.run(
        work, done, context.report, _("Looking after {name}").format(name=folder.name)
    )
