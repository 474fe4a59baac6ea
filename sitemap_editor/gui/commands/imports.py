"""Lists brought in: from a file, from files dropped, from what was copied; one step each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from sitemap_editor.gui.lists.dropped import is_document, is_list, is_only_a_list
from sitemap_editor.gui.lists.rejects_file import RejectsFile
from sitemap_editor.gui.lists.request import AS_IT_IS, ImportRequest
from sitemap_editor.gui.lists.source import FILTERS
from sitemap_editor.gui.session import Session
from sitemap_editor.gui.together import BULK_ENTRIES
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support import settings as declared
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.interaction import Choice, FileFilter

from .applying import APPLY, IMPORT, apply_path, ask_what_to_do
from .context import Context

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.edits import Edit
    from sitemap_editor.operations.importing.build import Imported
    from sitemap_editor.operations.importing.into import Merged
    from sitemap_editor.support.jobs import Progress


def import_list(context: Context) -> None:
    """Let people choose lists, and bring them in one after the other."""
    filters = (FileFilter(_("Lists"), FILTERS), FileFilter(_("All files"), ("",)))
    paths = context.interaction.ask_open_paths(_("Import a list"), context.last_folder, filters)
    import_paths(context, paths)


def import_paths(context: Context, paths: Sequence[Path]) -> None:
    """Bring in lists, each in its turn."""
    if not paths:
        return
    first, rest = paths[0], paths[1:]
    _ask(context, lambda: import_paths(context, rest), path=first, can_open=is_document(first))


def import_text(context: Context, text: str) -> None:
    """Bring in a list that was copied."""
    _ask(context, lambda: None, text=text)


def take_dropped(context: Context, names: Iterable[str | Path]) -> None:
    """Open sitemaps that were dropped, and bring in lists or apply them to what is open."""
    paths = [Path(name) for name in names]
    lists = [path for path in paths if is_list(path)]
    context.workspace.open_paths([path for path in paths if path not in lists])
    _soon(context, lists, _take_lists)


def _take_lists(context: Context, paths: Sequence[Path]) -> None:
    """Ask of each list what it is for, and do that."""
    if not paths:
        return
    first, rest = paths[0], paths[1:]
    what = ask_what_to_do(context, first)
    if what == APPLY:
        apply_path(context, first)
        _take_lists(context, rest)
    elif what == IMPORT:
        then = partial(_take_lists, context, rest)
        _ask(context, then, path=first, can_open=is_document(first))


def open_any(context: Context, names: Iterable[str | Path]) -> None:
    """Open files; what can be nothing but a list is brought in."""
    paths = [Path(name) for name in names]
    lists = [path for path in paths if is_only_a_list(path)]
    context.workspace.open_paths([path for path in paths if path not in lists])
    _soon(context, lists, import_paths)


def _soon(
    context: Context, paths: Sequence[Path], take: Callable[[Context, Sequence[Path]], None]
) -> None:
    """Take lists once what goes on has ended: who drops a file waits for the window."""
    if paths:
        QTimer.singleShot(0, context.window, lambda: take(context, paths))


def _ask(
    context: Context,
    then: Callable[[], None],
    *,
    path: Path | None = None,
    text: str = "",
    can_open: bool = False,
) -> None:
    session = context.session
    if session is not None and (context.is_busy(session) or not context.commit()):
        return
    request: ImportRequest | str | None = context.interaction.ask_form(
        "import_list",
        jobs=context.workspace.jobs,
        settings=context.settings,
        path=path,
        text=text,
        doc=session.doc if session is not None else None,
        name=session.name if session is not None else "",
        why_not=_why_not(session),
        can_open=can_open,
    )
    if request == AS_IT_IS and path is not None:
        context.workspace.open_paths([path])
    elif isinstance(request, ImportRequest):
        if path is not None:
            context.settings.set(declared.LAST_FOLDER, str(path.parent))
        carry_out(context, session, request, path)
    then()


def _why_not(session: Session | None) -> str:
    """Why no list can come into the document shown."""
    if session is None:
        return ""
    if session.doc.kind is Kind.ROBOTS:
        return _("A list of pages cannot become lines of a robots.txt.")
    return session.why_read_only


@dataclass(eq=False)
class _Done:
    """What an import made, for telling."""

    found: Imported | None = None
    merged: Merged | None = None
    count: int = 0
    docs: list[Document] = field(default_factory=list)


def carry_out(
    context: Context, session: Session | None, request: ImportRequest, path: Path | None = None
) -> None:
    """Bring a list in as people said."""
    if request.is_new or session is None:
        _into_new(context, request, path)
    else:
        _into(context, session, request, path)


def _entries(request: ImportRequest, doc: Document | None, progress: Progress) -> Imported:
    from sitemap_editor.operations.importing.build import build

    return request.found or build(request.table, request.mapping, doc, progress)


def _into_new(context: Context, request: ImportRequest, path: Path | None) -> None:
    from sitemap_editor.operations.importing.into import as_document

    def work(progress: Progress) -> _Done:
        found = _entries(request, None, progress)
        return _Done(found, None, len(found), [as_document(found)])

    def done(made: _Done) -> None:
        context.workspace.add(made.docs[0])
        _tell(context, request, made, path)

    label = _("Importing {name}").format(name=request.table.name)
    context.workspace.jobs.run(
        work,
        done,
        context.report,
        label,
        on_cancelled=lambda: context.notify(_("Nothing was imported.")),
    )


def _into(context: Context, session: Session, request: ImportRequest, path: Path | None) -> None:
    from sitemap_editor.operations.importing.into import append, merge
    from sitemap_editor.operations.importing.into import label as step

    made, doc = _Done(), session.doc
    policy = request.goal.merging

    def build_edit(progress: Progress) -> Edit | None:
        found = made.found = _entries(request, doc, progress)
        if policy is None:
            made.count = len(found)
            return append(doc, found)
        made.merged = merge(doc, found, policy, progress)
        made.count = made.merged.added
        return made.merged.edit

    def done(is_applied: bool) -> None:
        if is_applied:
            _tell(context, request, made, path)
        else:
            context.notify(_("Nothing was changed: the sitemap says all that the list says."))

    count = max(len(request.found) if request.found is not None else BULK_ENTRIES, len(doc))
    if not context.is_busy(session):
        session.edit_many(build_edit, step(), count, done, context.report)


def _tell(context: Context, request: ImportRequest, made: _Done, path: Path | None) -> None:
    """Say what came in; rows left out that nobody has seen yet can be saved."""
    from sitemap_editor.gui.lists.telling import done_text

    found = made.found
    assert found is not None  # it came in
    text = done_text(found, made.count, made.merged)
    context.notify(text)
    left_out = len(found.rejects)
    if request.found is None and left_out:
        _offer_rejects(context, found, text, path)


def _offer_rejects(context: Context, found: Imported, text: str, path: Path | None) -> None:
    from sitemap_editor.operations.importing.telling import summary

    verb = ngettext("Save the row left out…", "Save the rows left out…", len(found.rejects))
    choices = (
        Choice("close", _("Close"), is_default=True, is_cancel=True),
        Choice("save", verb.format(n=format_number(len(found.rejects)))),
    )
    details = "\n".join(summary(found))
    if context.interaction.ask(text, choices, title=_("Import a list"), details=details) == "save":
        name = path.stem if path is not None else found.table.name
        saving = RejectsFile(found, name, path.parent if path is not None else None)
        saving.ask_and_write(
            context.interaction, context.workspace.jobs, context.notify, context.report
        )
