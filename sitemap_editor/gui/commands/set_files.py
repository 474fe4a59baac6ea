"""What happens to files of a set on disk: written, renamed, put into the trash."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QFile

from sitemap_editor.gui.sets.row import Row
from sitemap_editor.protocol.errors import describe_os_error
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _
from sitemap_editor.support.interaction import Choice
from sitemap_editor.support.jobs import Progress
from sitemap_editor.support.settings import forget_file

from . import closing
from .context import Context

UNNAME, DELETE, CANCEL = "unname", "delete", "cancel"
After = Callable[[], None]


def write_new(context: Context, path: Path, after: After) -> None:
    """Write a sitemap without entries where there is no file yet."""

    def work(_progress: Progress) -> None:
        from sitemap_editor.document.opening import new_document

        new_document(Kind.URLSET).save(path)

    label = _("Writing {name}").format(name=path.name)
    context.workspace.jobs.run(work, lambda _result: after(), context.report, label)


def rename(context: Context, row: Row, new: Path) -> bool:
    """Rename a file; the open document belongs to the new one. False when that failed."""
    path, session = row.path, row.session
    if path is None:
        return False
    try:
        path.rename(new)
    except OSError as error:
        context.report(describe_os_error(error, path))
        return False
    if session is not None:
        session.doc.path = new
        session.state_changed.emit()
        forget_file(context.settings, path)
        context.workspace.path_opened.emit(new)
    context.notify(_("{old} is {new} now.").format(old=path.name, new=new.name))
    return True


def ask_removal(context: Context, row: Row, index: str) -> str:
    """Ask what is to go: the entry in the ``index`` that names the file, if any, or both."""
    is_named = bool(index)
    name = row.member.name
    cancel = Choice(CANCEL, _("Cancel"), is_cancel=True, is_default=not is_named)
    unname = Choice(UNNAME, _("Take it out of {index}").format(index=index), is_default=True)
    deleting = _("Take it out and delete the file") if is_named else _("Delete the file")
    delete = Choice(DELETE, deleting, is_destructive=True)
    has_file = row.path is not None and row.is_there
    choices = [*([delete] if has_file else []), cancel, *([unname] if is_named else [])]
    if len(choices) == 1:
        return CANCEL
    said = _("Undo brings the entry of {index} back.").format(index=index) if is_named else ""
    trash = _("A deleted file goes to the trash.") if has_file else ""
    text = " ".join(filter(None, (said, trash)))
    return context.interaction.ask(text, choices, title=_("Remove {name}?").format(name=name))


def delete(context: Context, row: Row, after: After) -> None:
    """Put a file into the trash; what is open of it is closed first, as people say."""
    path = row.path
    if path is None:
        return

    def move() -> None:
        if QFile.moveToTrash(str(path)):
            context.notify(_("{name} is in the trash.").format(name=path.name))
            after()
        else:
            said = _("{name} could not be put into the trash, and stays where it is.")
            context.interaction.report_error(said.format(name=path.name))

    if row.session is not None:
        closing.close_all(context, [row.session], move)
    else:
        move()
