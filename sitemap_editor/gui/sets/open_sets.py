"""The sets in a window: each index, robots.txt or folder that is open, and not below another."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _

from . import dates
from .open_set import LISTING, READ_MS, OpenSet

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session
    from sitemap_editor.gui.workspace import Workspace


class OpenSets(QObject):
    """Makes a set of what is opened and lets go of it when that is closed."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.all: list[OpenSet] = []
        self._workspace = workspace
        workspace.session_opened.connect(self._on_session_opened)
        workspace.session_closed.connect(self._on_session_closed)
        workspace.session_replaced.connect(self._on_session_replaced)

    def set_of(self, session: Session) -> OpenSet | None:
        """The set that a document is the root of, or else belongs to."""
        own = next((one for one in self.all if one.root is session), None)
        return own or next((one for one in self.all if one.has_open(session)), None)

    def open_folder(self, path: Path, is_shown: bool) -> OpenSet:
        """List the sitemaps of a folder, and open the first of them if it ``is_shown``."""
        real = Path(os.path.realpath(path))
        known = next((one for one in self.all if one.source == real), None)
        if known is not None:
            known.refresh()
            return known
        made = self._add(OpenSet(real, self._workspace))
        made.changed.connect(
            lambda: self._on_folder_read(made, is_shown), Qt.ConnectionType.SingleShotConnection
        )
        return made

    def close(self, one: OpenSet) -> None:
        """Let go of a set; its open files stay open."""
        if one in self.all:
            self.all.remove(one)
            one.close()
            one.deleteLater()
            self._consider_all()
            self._workspace.sets_changed.emit()

    def _add(self, made: OpenSet) -> OpenSet:
        self.all.append(made)
        made.changed.connect(self._on_set_changed)
        self._workspace.sets_changed.emit()
        return made

    def _on_set_changed(self) -> None:
        """Let go of sets whose index is below that of another."""
        for one in list(self.all):
            if one.root is not None and self._is_below_another(one):
                self.all.remove(one)
                one.close()
                one.deleteLater()
        self._workspace.sets_changed.emit()

    def _is_below_another(self, own: OpenSet) -> bool:
        """Whether another set holds its index; of two that name each other the first stays."""
        place = self.all.index(own)
        return any(
            other is not own
            and other.owns(own.source)
            and not (own.owns(other.source) and place < number)
            for number, other in enumerate(self.all)
        )

    # Sessions

    def _on_session_opened(self, session: Session) -> None:
        if session.doc.kind in LISTING:
            session.changing.connect(self._stop)
            session.changed.connect(lambda _change: self._on_listing_changed(session))
        session.saved.connect(lambda: self._on_session_saved(session))
        session.policy_written.connect(self._on_policy_written)
        for signal in (session.state_changed, session.findings_changed):
            signal.connect(lambda: self._tell(session))
        for one in self.all:
            one.attach(session)
        self._consider(session)

    def _consider(self, session: Session) -> None:
        """Make a set of an index or robots.txt that is on disk and belongs to no other."""
        real = _real(session)
        if real is None or session.doc.kind not in LISTING:
            return
        if any(one.source == real or one.root is session for one in self.all):
            return
        if not any(one.owns(real) for one in self.all):
            self._add(OpenSet(real, self._workspace, session))

    def _consider_all(self) -> None:
        for session in self._workspace.sessions:
            self._consider(session)

    def _on_session_replaced(self, old: Session, new: Session) -> None:
        for one in list(self.all):
            if one.root is old and new.doc.kind not in LISTING:
                self.close(one)
            elif one.root is old:
                one.root = new
                one.refresh()

    def _on_session_closed(self, session: Session) -> None:
        for one in list(self.all):
            one.detach(session)
            if one.root is session:
                self.close(one)

    def _on_session_saved(self, session: Session) -> None:
        """A file that was saved may stand elsewhere now, or be new."""
        for one in list(self.all):
            if one.root is session and one.source != _real(session):
                self.close(one)
        self._consider(session)
        dates.follow(self._workspace, session)
        for one in self.all:
            one.refresh(READ_MS)

    def _on_listing_changed(self, session: Session) -> None:
        for one in self.all:
            if one.has_open(session):
                one.refresh(READ_MS)

    def _on_policy_written(self, _session: Session) -> None:
        """Count findings again: what was decided may be about closed files too."""
        for one in self.all:
            one.recount()

    def _stop(self) -> None:
        for one in self.all:
            one.stop()

    def _tell(self, session: Session) -> None:
        for one in self.all:
            one.tell(session)

    def _on_folder_read(self, made: OpenSet, is_shown: bool) -> None:
        """Open the first file of a folder; say so when there is none."""
        error = made.error or (None if made.rows else _nothing_in(made.source))
        if error is not None:
            self.close(made)
            self._workspace.opening_failed.emit([(made.source, error)])
            return
        self._workspace.path_opened.emit(made.source)
        first = next((row for row in made.rows if row.is_there), None)
        is_alone = self._workspace.active is None and not self._workspace.is_opening
        if first is not None and (is_shown or is_alone):
            made.open(first)


def _real(session: Session) -> Path | None:
    return Path(os.path.realpath(session.path)) if session.path is not None else None


def _nothing_in(folder: Path) -> SitemapError:
    return SitemapError(
        _("There is no sitemap in this folder."),
        path=folder,
        advice=_("Sitemaps are .xml, .xml.gz and .txt files."),
    )
