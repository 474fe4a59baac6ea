"""What a command may use: open documents, table, settings, and the seam for questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.jobs import EXPECTED_ERRORS
from sitemap_editor.gui.profiles import chosen_profiles
from sitemap_editor.gui.session import Session
from sitemap_editor.gui.table.pane import EntryPane
from sitemap_editor.gui.table.view import EntryTable
from sitemap_editor.gui.workspace import Workspace
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support import settings as declared
from sitemap_editor.support.i18n import _
from sitemap_editor.support.interaction import Interaction
from sitemap_editor.support.settings import Settings

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtWidgets import QMainWindow, QWidget

    from sitemap_editor.document.document import Document
    from sitemap_editor.document.edits import Edit
    from sitemap_editor.support.jobs import Progress


@dataclass
class Context:
    """Handed to every command; ``notify`` puts a sentence into the status bar."""

    window: QMainWindow
    workspace: Workspace
    pane: EntryPane
    settings: Settings
    interaction: Interaction
    notify: Callable[[str], None]
    panels: dict[str, QWidget] = field(default_factory=dict)

    @property
    def session(self) -> Session | None:
        """The session shown."""
        return self.workspace.active

    @property
    def active(self) -> Session:
        """The session shown; for commands that are possible with one only."""
        assert self.workspace.active is not None
        return self.workspace.active

    @property
    def doc(self) -> Document:
        """The document shown; for commands that are possible with one only."""
        return self.active.doc

    @property
    def profiles(self) -> tuple[str, ...]:
        """Whose rules count for the document shown, or usually."""
        session = self.session
        of_session = session.effective_profiles if session is not None else None
        return of_session or chosen_profiles(self.settings)

    @property
    def table(self) -> EntryTable:
        """The table of entries."""
        return self.pane.table

    def change(
        self,
        build: Callable[[Progress], Edit | None],
        label: str,
        count: int,
        on_done: Callable[[bool], None] | None = None,
    ) -> None:
        """Build an edit of ``count`` entries and apply it; says so when it cannot be done."""
        if self.is_busy(self.active):
            return
        self.active.edit_many(build, label, count, on_done, self.report)

    def is_busy(self, *sessions: Session) -> bool:
        """Whether one of these is just being written or changed, which is said."""
        busy = next((session for session in sessions if session.is_busy), None)
        if busy is None:
            return False
        saving = _("{name} is just being saved. Try again when that is done.")
        changing = _("{name} is just being changed. Try again when that is done.")
        self.notify((saving if busy.is_saving else changing).format(name=busy.name))
        return True

    def report(self, error: BaseException) -> None:
        """Say why something could not be done; a fault is shown elsewhere."""
        if isinstance(error, EXPECTED_ERRORS):
            self.interaction.report_error(describe(error))

    def commit(self) -> bool:
        """Take over what is being typed anywhere; False when it cannot be taken."""
        self.pane.commit()
        inspector = self.panels.get("entryInspector")
        is_taken = inspector is None or bool(inspector.commit_pending())  # type: ignore[attr-defined]
        if not is_taken:
            self.notify(_("What is being typed in the inspector is not valid yet."))
        return is_taken

    @property
    def last_folder(self) -> Path | None:
        """The folder of the document shown, else the one used last."""
        if self.session is not None and self.session.path is not None:
            return self.session.path.parent
        folder = self.settings.get(declared.LAST_FOLDER)
        return Path(folder) if folder else None

    def selected_ids(self) -> NDArray[np.int64]:
        """The entries commands apply to: visible ones with a selected cell."""
        return self.table.selected_ids()


# Conditions of actions


def always(_context: Context) -> bool:
    """Possible at any time."""
    return True


def has_document(context: Context) -> bool:
    """Possible while a document is open."""
    return context.session is not None


def has_table(context: Context) -> bool:
    """Possible while the entries of a document are shown as a table."""
    return context.session is not None and context.doc.kind is not Kind.ROBOTS


def is_read_only(context: Context) -> bool:
    """Whether the document shown can be looked at only, as feeds are."""
    return bool(why_read_only(context))


def why_read_only(context: Context) -> str:
    """Why what changes a document is not possible now; empty when that is not the reason."""
    return context.session.why_read_only if context.session is not None else ""


def can_edit(context: Context) -> bool:
    """Possible while entries that can be changed are shown as a table."""
    return has_table(context) and not is_read_only(context)


def can_edit_selection(context: Context) -> bool:
    """Possible when a cell of a document that can be changed is selected."""
    return has_selection(context) and not is_read_only(context)


def has_file(context: Context) -> bool:
    """Possible when the document is on disk."""
    return context.session is not None and context.session.path is not None


def has_selection(context: Context) -> bool:
    """Possible when a cell is selected."""
    return context.session is not None and bool(context.table.selected_ranges())


def is_in_document_order(context: Context) -> bool:
    """Possible when rows are selected and stand as in the document, none left out."""
    arrangement = context.pane.arrangement
    is_plain = arrangement is not None and arrangement.query.is_plain
    return can_edit_selection(context) and is_plain
