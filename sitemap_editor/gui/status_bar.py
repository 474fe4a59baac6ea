"""The line at the bottom: limits, findings, encoding, edited or not, and the job that runs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStatusBar,
    QWidget,
)

from sitemap_editor.protocol.findings import Severity
from sitemap_editor.support.i18n import _, format_number

from . import theme
from .elided_label import ElidedLabel
from .limits_bar import LimitsBar
from .session import Session
from .severities import count_text

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

    from .jobs import Job, JobRunner

NOTICE_MS = 8_000
NEWLINES = {b"\r\n": "CRLF", b"\n": "LF", b"\r": "CR"}


class StatusBar(QStatusBar):
    """Everything about the active document that should never need a click to be seen.

    ``severity_requested`` carries a Severity: show the entries with such findings.
    """

    severity_requested = Signal(object)
    properties_requested = Signal()

    def __init__(self, jobs: JobRunner | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(_("Status"))
        self.setSizeGripEnabled(False)
        self._session: Session | None = None
        self.limits = LimitsBar()
        self.counts = SeverityCounts()
        self.counts.severity_requested.connect(self.severity_requested)
        self.notice = Notice()
        self.notice.changed.connect(self._fit)
        self.job = JobStatus(jobs)
        self.job.shown.connect(self._fit)
        self.summary = QPushButton()
        self.summary.setAccessibleName(_("Document properties"))
        theme.set_role(self.summary, "quiet")
        self.summary.setToolTip(_("Document properties"))
        self.summary.clicked.connect(lambda: self.properties_requested.emit())
        self.state = QLabel()
        theme.set_role(self.state, "dim")
        self._assemble()
        self.set_session(None)

    def _assemble(self) -> None:
        left = QWidget()
        # What does not fit is cut off rather than keeping the window from getting smaller.
        left.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        row = QHBoxLayout(left)
        row.setContentsMargins(theme.GRID, 0, 0, 0)
        row.setSpacing(theme.GRID * 2)
        for widget in (self.limits, self.counts):
            row.addWidget(widget)
        row.addWidget(self.notice, 1)
        row.addStretch()
        self.addWidget(left, 1)
        for part in (self.job, self.summary, self.state):
            self.addPermanentWidget(part)
        self.state.setContentsMargins(0, 0, theme.GRID, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Leave the meters out when the whole line does not fit; a notice also covers the rest."""
        self._show_rest(True)
        self.limits.set_compact(False)
        self.limits.set_compact(self._is_too_long())
        self._show_rest(self.notice.isHidden() or not self._is_too_long())

    def _is_too_long(self) -> bool:
        parts = (self.limits, self.counts, self.notice, self.job, self.summary, self.state)
        shown = [part for part in parts if part.isVisibleTo(self)]
        return sum(part.sizeHint().width() + theme.GRID * 2 for part in shown) > self.width()

    def _show_rest(self, is_shown: bool) -> None:
        for part in (self.summary, self.state):
            part.setVisible(is_shown and self._session is not None)

    def show_notice(self, text: str) -> None:
        """Say something beside the limits for a while."""
        self.notice.show_text(text)

    def set_session(self, session: Session | None) -> None:
        """Show this document's state; only running jobs without one."""
        if self._session is not None:
            self._session.state_changed.disconnect(self.refresh)
            self._session.findings_changed.disconnect(self._refresh_counts)
            self._session.checking_changed.disconnect(self._on_checking_changed)
        self._session = session
        if session is not None:
            session.state_changed.connect(self.refresh)
            session.findings_changed.connect(self._refresh_counts)
            session.checking_changed.connect(self._on_checking_changed)
        self.limits.set_session(session)
        self.refresh()
        self._refresh_counts()

    def refresh(self) -> None:
        """Read encoding and edited state again."""
        session = self._session
        if session is None:
            self._show_rest(False)
            return
        text = format_summary(session.doc)
        self.summary.setText(text)
        self.summary.setAccessibleName(_("Document properties: {summary}").format(summary=text))
        self.state.setText(_state_of(session))
        self._fit()

    def _on_checking_changed(self, _is_checking: bool) -> None:
        self._refresh_counts()

    def _refresh_counts(self) -> None:
        self.counts.show_session(self._session)
        self._fit()


def format_summary(doc: Document) -> str:
    """How the document is written: "UTF-8 · LF · gzip"."""
    source = doc.source
    parts = [source.encoding.upper() + (" BOM" if source.has_bom else "")]
    parts.append(NEWLINES.get(doc.style.newline, ""))
    if source.gzip_layers:
        parts.append("gzip")
    return " · ".join(part for part in parts if part)


def _state_of(session: Session) -> str:
    if session.path is None:
        return _("Not saved yet")
    return _("Edited") if session.is_modified else _("Saved")


class Notice(ElidedLabel):
    """A sentence that goes away by itself; nothing that must stay in view is hidden for it."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setObjectName("notice")
        self._timer = QTimer(self, singleShot=True, interval=NOTICE_MS)
        self._timer.timeout.connect(self.dismiss)
        self.hide()

    def show_text(self, text: str) -> None:
        """Say ``text``, in place of what was said before."""
        self.setText(text)
        self.setVisible(bool(text))
        self._timer.start()
        self.changed.emit()

    def dismiss(self) -> None:
        """Say nothing any more."""
        self._timer.stop()
        self.clear()
        self.hide()
        self.changed.emit()


class SeverityCounts(QWidget):
    """Errors, warnings and notes by shape, colour and number; each a link to its entries."""

    severity_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.setAccessibleName(_("Findings"))
        self.buttons: dict[Severity, QPushButton] = {}
        for severity in Severity:
            button = QPushButton()
            theme.set_role(button, f"count_{severity}")
            button.setCursor(Qt.CursorShape.PointingHandCursor)
            button.clicked.connect(partial(self._on_button_clicked, severity))
            self.buttons[severity] = button
            layout.addWidget(button)
        self.note = QLabel()
        theme.set_role(self.note, "dim")
        layout.addWidget(self.note)

    def _on_button_clicked(self, severity: Severity, _checked: bool = False) -> None:
        self.severity_requested.emit(severity)

    def show_session(self, session: Session | None) -> None:
        """Count the findings of this document."""
        report = session.report if session is not None else None
        for severity, button in self.buttons.items():
            count = report.counts.get(severity, 0) if report is not None else 0
            button.setVisible(count > 0)
            button.setText(f"{theme.SEVERITY_MARKS[severity]} {format_number(count)}")
            button.setAccessibleName(count_text(severity, count))
            button.setToolTip(count_text(severity, count))
        self.note.setText(_note_of(session))


def _note_of(session: Session | None) -> str:
    if session is None:
        return ""
    if session.is_checking:
        return _("checking…")
    report = session.report
    return _("No findings") if report is not None and not sum(report.counts.values()) else ""


class JobStatus(QWidget):
    """What runs now, how far it is, and Cancel; out of sight for jobs that end at once."""

    shown = Signal()

    def __init__(self, jobs: JobRunner | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._job: Job | None = None
        self.setAccessibleName(_("Progress"))
        self.label = ElidedLabel()
        self.label.setMinimumWidth(120)
        self.bar = QProgressBar()
        self.bar.setAccessibleName(_("Progress"))
        self.bar.setFixedWidth(100)
        self.bar.setTextVisible(False)
        self.cancel = QPushButton(_("Cancel"))
        theme.set_role(self.cancel, "link")
        self.cancel.clicked.connect(self._on_cancel_clicked)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, theme.GRID, 0)
        layout.setSpacing(theme.GRID)
        for widget in (self.label, self.bar, self.cancel):
            layout.addWidget(widget)
        self.setVisible(False)
        if jobs is not None:
            # A job that has reported once has run for a while; others would only flash by.
            jobs.progressed.connect(self.show_job)
            jobs.ended.connect(self._on_job_ended)

    def show_job(self, job: Job) -> None:
        """Show how far ``job`` is, unless it has no name or a more urgent one is shown."""
        if not job.label or not job.is_running or self._is_outranking(job):
            return
        is_new = job is not self._job
        self._job = job
        self.label.setText(job.label)
        self.bar.setAccessibleName(job.label)
        # Thousandths, for the bar counts in 32 bits and a file may have more bytes.
        self.bar.setRange(0, 1000 if job.total else 0)
        self.bar.setValue(round(1000 * job.done / job.total) if job.total else 0)
        self.cancel.setVisible(job.is_cancellable)
        self.cancel.setAccessibleName(_("Cancel: {job}").format(job=job.label))
        self.setVisible(True)
        if is_new:
            self.shown.emit()

    def _is_outranking(self, job: Job) -> bool:
        """Whether the job shown now goes before ``job``: what is waited for, then the older."""
        shown = self._job
        if shown is None or shown is job or not shown.is_running:
            return False
        return job.is_background or not shown.is_background

    def _on_job_ended(self, job: Job) -> None:
        if job is self._job:
            self._job = None
            self.setVisible(False)
            self.shown.emit()

    def _on_cancel_clicked(self) -> None:
        if self._job is not None:
            self._job.cancel()
