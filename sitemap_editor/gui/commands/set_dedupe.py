"""Removing duplicates in all files of a set, as one step of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_editor.gui.merging.duplicates import FoundInSet, InSet
from sitemap_editor.gui.over_set.files import files_in_hand
from sitemap_editor.gui.over_set.loading import Loading, require_room
from sitemap_editor.gui.together import build_together
from sitemap_editor.operations.sets.deduplicating import SetDuplicates, changed_files, edit_of
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _, format_number, ngettext

from .context import Context

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.edits import Edit
    from sitemap_editor.gui.dialogs.dedupe import DedupeRequest
    from sitemap_editor.gui.session import Session
    from sitemap_editor.support.jobs import Progress


def places_of(context: Context) -> list[InSet]:
    """The sets of files in which duplicates can be looked for."""
    found = [InSet(hand, context.workspace) for hand in files_in_hand(context.workspace)]
    return [one for one in found if len(one.files) > 1]


def dedupe_set(context: Context, request: DedupeRequest, found: FoundInSet) -> None:
    """Work out what becomes of the files, open those that change, and change them together."""

    def work(progress: Progress) -> SetDuplicates:
        return found.decided(request.keep, request.chosen, progress)

    def failed(error: BaseException) -> None:
        found.close()
        context.report(error)

    context.workspace.jobs.run(
        work,
        lambda decided: _Change(context, found, decided).start(),
        failed,
        _("Removing duplicates"),
        on_cancelled=found.close,
    )


class _Change:
    """One removal over several files."""

    def __init__(self, context: Context, found: FoundInSet, decided: SetDuplicates) -> None:
        self._context = context
        self._found = found
        self._decided = decided
        self._numbers = list(changed_files(decided))

    def start(self) -> None:
        """Open the files that are closed, then change all of them as one step."""
        workspace = self._context.workspace
        files = [self._found.files[number] for number in self._numbers]
        facts = [self._decided.survey.facts[number] for number in self._numbers]
        size = sum(one.size for one in facts if one is not None)
        try:
            require_room(workspace, files, size)
        except SitemapError as error:
            self._failed(error)
            return
        if files:
            Loading(workspace, files, self._change, workspace).start()

    def _change(self, sessions: list[Session]) -> None:
        if self._context.is_busy(*sessions):
            self._decided.close()
            return
        count = self._decided.decision.removed
        label = ngettext("Remove {n} duplicate", "Remove {n} duplicates", count)
        build_together(
            sessions,
            lambda progress: self._build(sessions, progress),
            label.format(n=format_number(count)),
            sum(len(one.doc) for one in sessions),
            self._done,
            self._failed,
        )

    def _build(
        self, sessions: list[Session], progress: Progress
    ) -> list[tuple[Document, Edit | None]]:
        pairs = []
        for session, number in zip(sessions, self._numbers, strict=True):
            progress.tick()
            facts, doc = self._decided.survey.facts[number], session.doc
            if facts is None or (len(doc), doc.size_bytes) != (facts.count, facts.size):
                said = _("The document has changed since the duplicates were looked for.")
                raise SitemapError(said, path=session.name, advice=_("Look for them again."))
            pairs.append((doc, edit_of(doc, self._decided.decision.selections[number])))
        return pairs

    def _done(self, is_changed: bool) -> None:
        count = self._decided.decision.removed
        self._decided.close()
        if is_changed:
            said = ngettext(
                "Removed {n} duplicate; {files} changed.",
                "Removed {n} duplicates; {files} changed.",
                count,
            )
            files = ngettext("{n} file", "{n} files", len(self._numbers))
            of_files = files.format(n=format_number(len(self._numbers)))
            self._context.notify(said.format(n=format_number(count), files=of_files))
        else:
            self._context.notify(_("The files were changed meanwhile; nothing was done."))

    def _failed(self, error: BaseException) -> None:
        self._decided.close()
        self._context.report(error)
