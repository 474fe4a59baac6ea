"""Goes to a place in a file, which is opened first when it is not open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from sitemap_editor.gui.over_set.files import SetFile
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session
    from sitemap_editor.gui.table.pane import EntryPane
    from sitemap_editor.gui.workspace import Workspace

Arrive = Callable[["Session"], object]


class Visits(QObject):
    """One visit at a time: the last wish counts."""

    def __init__(
        self,
        workspace: Workspace,
        pane: EntryPane,
        notify: Callable[[str], None],
        parent: QObject | None = None,
    ) -> None:
        """``notify`` says why a place cannot be gone to."""
        super().__init__(parent)
        self._workspace = workspace
        self._pane = pane
        self._notify = notify
        self._waiting: tuple[SetFile, Arrive] | None = None
        workspace.active_changed.connect(self._on_active_changed)

    def visit(self, file: SetFile, arrive: Arrive) -> None:
        """Show a file, then do what is to be done there."""
        self._waiting = None
        session = file.session(self._workspace)
        if session is not None:
            self._workspace.activate(session)
            arrive(session)
        elif file.path is not None:
            self._waiting = (file, arrive)
            self._workspace.open_paths([file.path])
        else:
            self._notify(_("A file in an archive is not opened from here: unpack it first."))

    def visit_entry(self, file: SetFile, position: int, loc: str) -> None:
        """Show an entry: that at the 1-based position, or where its address stands by now."""
        self.visit(file, lambda session: self._reveal(session, position, loc))

    def visit_finding(self, file: SetFile, code: str) -> None:
        """Show the entries of a file with a finding, as soon as they are known."""
        self.visit(file, lambda session: self._show_finding(session, code))

    def _on_active_changed(self, session: Session | None) -> None:
        if self._waiting is None or session is None:
            return
        file, arrive = self._waiting
        if file.session(self._workspace) is session:
            self._waiting = None
            arrive(session)

    def _reveal(self, session: Session, position: int, loc: str) -> None:
        entry = entry_of(session, position, loc)
        if entry is None:
            self._notify(_("This entry is no longer in {name}.").format(name=session.name))
        else:
            self._pane.reveal(entry)

    def _show_finding(self, session: Session, code: str) -> None:
        if session.report is not None:
            self._pane.show_finding(code)
            return

        def known() -> None:
            session.findings_changed.disconnect(known)
            if session is self._workspace.active:
                self._pane.show_finding(code)

        session.findings_changed.connect(known)


def entry_of(session: Session, position: int, loc: str) -> EntryId | None:
    """The entry at a 1-based position if it has this address, else the first that has it."""
    doc = session.doc
    if position <= len(doc):
        entry = int(doc.ids[position - 1])
        if (doc.value_of(entry, "loc") or "") == loc:
            return EntryId(entry)
    for first in range(0, len(doc), 4096):
        ids = doc.ids[first : first + 4096]
        for entry, value in zip(ids.tolist(), doc.values_of(ids, "loc"), strict=True):
            if loc and value == loc:
                return EntryId(entry)
    return None
