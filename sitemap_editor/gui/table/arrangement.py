"""Which entries the table shows and in which order: a query, applied in a job when it is long.

The result is a view only. An edit moves no row: the query is applied again when somebody asks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from sitemap_editor.document.store import distinct, mask_of
from sitemap_editor.gui.jobs import Job
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .model import EntryModel
from .sections import Sections

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Ids = NDArray[np.int64]

SYNCHRONOUS_ENTRIES = 10_000
"""Up to this many entries a query is applied at once, without a job."""

SEVERITY_PREFIX = "severity:"
ANY_FINDING = "severity:any"


@dataclass(frozen=True, slots=True, eq=False)
class Marked:
    """Entries that somebody pointed out, and what they have in common in a few words."""

    ids: Ids
    title: str


@dataclass(frozen=True, slots=True)
class Query:
    """What to show; a field that is empty, None or False does not filter.

    ``finding`` is a rule's code, ``severity:error`` (or warning, info) or ``severity:any``;
    ``section`` the first path segment, empty for pages in no folder; ``host`` is empty for
    addresses that are not absolute.
    """

    text: str = ""
    is_regex: bool = False
    finding: str | None = None
    section: str | None = None
    host: str | None = None
    missing: str | None = None
    is_edited: bool = False
    marked: Marked | None = None
    sort_field: str | None = None
    is_descending: bool = False

    @property
    def is_filtering(self) -> bool:
        """Whether entries may be left out."""
        return replace(self, sort_field=None, is_descending=False) != Query()

    @property
    def is_sorting(self) -> bool:
        """Whether the order is not the document's."""
        return self.sort_field is not None

    @property
    def is_plain(self) -> bool:
        """Whether the table shows the document as it is."""
        return not self.is_filtering and not self.is_sorting


def typed_query(text: str, query: Query) -> Query:
    """``query`` with what was typed into the field: text, or a pattern between slashes."""
    if len(text) > 2 and text.startswith("/") and text.endswith("/") and _is_pattern(text[1:-1]):
        return replace(query, text=text[1:-1], is_regex=True)
    return replace(query, text=text, is_regex=False)


def _is_pattern(text: str) -> bool:
    # "/shop/" is a folder people look for far more often than it is a pattern.
    return any(character in text for character in r".^$*+?{}[]\|()")


def pattern_error(query: Query) -> str | None:
    """Why the pattern cannot be used, None when it can."""
    if not query.is_regex:
        return None
    try:
        re.compile(query.text)
    except re.error as error:
        return str(error)
    return None


class Arrangement(QObject):
    """The query of one model and its application.

    ``applied`` when rows are shown, ``query_changed`` when somebody asked for others,
    ``went_stale`` when the rows shown need not be those of the query any more, ``failed`` with the
    exception.
    """

    applied = Signal()
    went_stale = Signal()
    query_changed = Signal()
    failed = Signal(object)

    def __init__(self, model: EntryModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self.query = Query()
        self.is_stale = False
        self.sections: Sections | None = None
        self._job: Job | None = None
        self._applied = self.query
        self._revision = 0
        model.session.changed.connect(self._on_session_changed)

    @property
    def is_busy(self) -> bool:
        """Whether a query is being applied."""
        return self._job is not None

    def set_query(self, query: Query) -> None:
        """Show what ``query`` asks for; the rows stay until the result is there."""
        if query != self.query:
            self.query = query
            self.query_changed.emit()
            self.apply()

    def apply(self) -> None:
        """Apply the query again."""
        if self._job is not None:
            self._job.cancel()
            self._job = None
        session = self.model.session
        if self.query.is_plain:
            self._show(session.doc.ids)
        elif len(session.doc) <= SYNCHRONOUS_ENTRIES:
            self._apply_now()
        else:
            query = self.query
            self._revision = session.doc.revision
            label = _("Sorting") if query.is_sorting else _("Filtering")
            self._job = job = session.read(
                lambda progress: self._find(query, progress),
                lambda ids: self._on_found(job, ids),
                lambda error: self._on_failed(job, error),
                label,
                on_cancelled=lambda: self._on_cancelled(job),
            )

    def _apply_now(self) -> None:
        try:
            self._show(self._find(self.query, NO_PROGRESS))
        except SitemapError as error:
            self.failed.emit(error)

    def _find(self, query: Query, progress: Progress) -> Ids:
        """The entries a query asks for; in a worker's thread when there are many."""
        from sitemap_editor.document.views import Filter, filter_ids, sort_ids

        doc = self.model.doc
        ids = doc.ids
        if query.is_filtering:
            wanted = Filter(
                text=query.text,
                regex=query.is_regex,
                edited=query.is_edited,
                missing=query.missing,
                among=self._among(query, progress),
            )
            ids = filter_ids(doc, wanted, progress)
        if query.sort_field is not None:
            ids = sort_ids(doc, ids, query.sort_field, query.is_descending, progress)
        return ids

    def _among(self, query: Query, progress: Progress) -> Ids | None:
        wanted = [self._with_finding(query.finding)] if query.finding else []
        if query.marked is not None:
            wanted.append(query.marked.ids)
        if query.section is not None:
            wanted.append(self.read_sections(progress).by_section.ids_in(query.section))
        if query.host is not None:
            wanted.append(self.read_sections(progress).by_host.ids_in(query.host))
        if not wanted:
            return None
        among = wanted.pop()
        for others in wanted:
            among = among[mask_of(others, self.model.doc.store.count)[among]]
        return among

    def _with_finding(self, finding: str) -> Ids:
        report = self.model.session.report
        if report is None:
            return np.empty(0, np.int64)
        if not finding.startswith(SEVERITY_PREFIX):
            return report.ids_with(finding)
        severity = finding.removeprefix(SEVERITY_PREFIX)
        arrays = [
            report.ids_with(group.code)
            for group in report.groups
            if severity in ("any", str(group.severity))
        ]
        return distinct(np.concatenate(arrays)) if arrays else np.empty(0, np.int64)

    def read_sections(self, progress: Progress) -> Sections:
        """The sections of the document as it is now, read once a revision."""
        sections = self.sections
        if sections is None or sections.revision != self.model.doc.revision:
            sections = self.sections = Sections(self.model.doc, progress)
        return sections

    def _show(self, ids: Ids) -> None:
        self.is_stale = False
        self._applied = self.query
        self.model.set_rows(ids, is_whole=self.query.is_plain)
        self.applied.emit()

    def _on_found(self, job: Job, ids: Ids) -> None:
        if job is self._job:
            self._job = None
            self._show(ids)

    def _on_failed(self, job: Job, error: BaseException) -> None:
        if job is self._job:
            self._job = None
            self.failed.emit(error)

    def _on_cancelled(self, job: Job) -> None:
        """An edit came in between and the query is applied anew, or the user gave it up."""
        if job is not self._job:
            return
        self._job = None
        if self.model.doc.revision != self._revision:
            self.apply()
        else:
            self.query = self._applied
            self.query_changed.emit()

    def _on_session_changed(self, _change: object) -> None:
        if not self.query.is_plain:
            self._go_stale()

    def _go_stale(self) -> None:
        self.is_stale = True
        self.went_stale.emit()
