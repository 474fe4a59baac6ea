"""How near the document is to the protocol's limits, always in view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.limits import (
    MAX_BYTES,
    MAX_ENTRIES,
    MEGABYTE,
    NEAR_LIMIT_SHARE,
    most_bytes,
)
from sitemap_editor.protocol.robots import MAX_BYTES as ROBOTS_BYTES
from sitemap_editor.support.i18n import _, format_megabytes, format_number

from . import theme
from .session import Session

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

METER_WIDTH = 96
METER_HEIGHT = 6
REST_MS = 400
"""Rest after an edit before a size that takes a while is worked out."""


class LimitsBar(QWidget):
    """Entries and megabytes, each with a meter: amber from 90 %, red above the limit.

    Near a limit of a file that can be split stands a button: ``split_requested``.
    """

    split_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("limitsBar")
        self._session: Session | None = None
        self._timer = QTimer(self, singleShot=True, interval=REST_MS)
        self._timer.timeout.connect(self.refresh)
        self.entries = Limit(MAX_ENTRIES)
        self.bytes = Limit(MAX_BYTES)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(theme.GRID)
        for limit in (self.entries, self.bytes):
            layout.addWidget(limit.label)
            layout.addWidget(limit.meter)
        self.split = QPushButton(_("Split…"))
        self.split.setAccessibleName(_("Split…"))
        theme.set_role(self.split, "link")
        self.split.clicked.connect(lambda: self.split_requested.emit())
        layout.addWidget(self.split)
        self.setAccessibleName(_("Limits"))
        self.set_session(None)

    def set_session(self, session: Session | None) -> None:
        """Show the limits of this document; nothing without one."""
        if self._session is not None:
            self._session.state_changed.disconnect(self._on_state_changed)
            self._session.policy_changed.disconnect(self.refresh)
        self._session = session
        if session is not None:
            session.state_changed.connect(self._on_state_changed)
            session.policy_changed.connect(self.refresh)
        self.setVisible(session is not None)
        self.refresh()

    def _on_state_changed(self) -> None:
        """Follow an edit or a save; the size in an older encoding has to be worked out anew."""
        if self._session is not None and is_size_known(self._session.doc):
            self.refresh()
        else:
            self._timer.start()

    def set_compact(self, is_compact: bool) -> None:
        """Leave meters and words out where there is no room; the colours stay."""
        for limit in (self.entries, self.bytes):
            limit.set_compact(is_compact)

    def refresh(self) -> None:
        """Read the two figures again."""
        if self._session is not None:
            doc = self._session.doc
            is_robots = doc.kind is Kind.ROBOTS
            self.entries.set_shown(not is_robots)
            # Apart from the figure before it, or at the edge where there is none.
            self.bytes.label.setContentsMargins(0 if is_robots else theme.GRID, 0, 0, 0)
            if is_robots:
                self.show_size_of_robots(doc.size_bytes)
            else:
                most = most_bytes(self._session.effective_profiles)
                self.show_figures(len(doc), doc.size_bytes, most)
            is_near = any(one.is_near for one in (self.entries, self.bytes))
            self.split.setVisible(is_near and doc.kind in (Kind.URLSET, Kind.TEXT))

    def show_size_of_robots(self, size: int) -> None:
        """Show how much of a robots.txt crawlers read."""
        limit = format_number(ROBOTS_BYTES // 1024)
        kilobytes = format_number(size / 1024, 1)
        text = _("{n} of {limit} KB").format(n=kilobytes, limit=limit)
        said = _("Google reads the first {limit} bytes of a robots.txt; this one has {n}.").format(
            n=format_number(size), limit=format_number(ROBOTS_BYTES)
        )
        self.bytes.show(size, text, text, said, ROBOTS_BYTES)
        self.setAccessibleName(text)

    def show_figures(self, entries: int, size: int, most: int = MAX_BYTES) -> None:
        """Show these figures; ``most`` bytes are allowed."""
        limit = format_number(MAX_ENTRIES)
        count, megabytes = format_number(entries), format_megabytes(size)
        self.entries.show(
            entries,
            _("{n} of {limit} entries").format(n=count, limit=limit),
            f"{count} / {limit}",
            _("A sitemap may hold {limit} entries; this one has {n}.").format(n=count, limit=limit),
        )
        self.bytes.show(
            size,
            _("{n} of {limit} MB").format(n=megabytes, limit=format_number(most // MEGABYTE)),
            _("{n} / {limit} MB").format(n=megabytes, limit=format_number(most // MEGABYTE)),
            _(
                "A sitemap may be {limit} bytes long before compression; this one will be "
                "written with {n}."
            ).format(n=format_number(size), limit=format_number(most)),
            most,
        )
        self.setAccessibleName(f"{self.entries.text}, {self.bytes.text}")


def is_size_known(doc: Document) -> bool:
    """Whether the size comes at once: what is held is what will be written."""
    return doc.source.encoding_as_saved == "utf-8"


class Limit:
    """One figure: its text and its meter."""

    def __init__(self, limit: int) -> None:
        self.label = QLabel()
        self.meter = Meter()
        self.meter.setAccessibleName(_("Limits"))
        self._limit = limit
        self._role = ""
        self._is_compact = False
        self._is_shown = True
        self.text = self._short = ""

    @property
    def is_near(self) -> bool:
        """Whether it is near the limit, or above."""
        return level_of(self.meter.share) != "accent"

    def set_shown(self, is_shown: bool) -> None:
        """Show the figure, or leave it out where it means nothing."""
        self._is_shown = is_shown
        self.label.setVisible(is_shown)
        self.set_compact(self._is_compact)

    def set_compact(self, is_compact: bool) -> None:
        """Show the short text alone, or the whole with the meter."""
        self._is_compact = is_compact
        self.meter.setVisible(self._is_shown and not is_compact)
        self.label.setText(self._short if is_compact else self.text)

    def show(
        self, value: int, text: str, short: str, explanation: str, limit: int | None = None
    ) -> None:
        """Show ``value``, of the usual limit or another; ``explanation`` is the tooltip."""
        share = value / (limit or self._limit)
        self.text, self._short = text, short
        self.set_compact(self._is_compact)
        self.label.setAccessibleName(text)
        self.label.setToolTip(explanation)
        self.meter.set_share(share)
        self.meter.setToolTip(explanation)
        self.meter.setAccessibleName(text)
        level = level_of(share)
        role = "dim" if level == "accent" else level
        if role != self._role:
            self._role = role
            theme.set_role(self.label, role)


def level_of(share: float) -> str:
    """The colour role of a share of a limit: accent, warning from 90 %, error above it."""
    if share > 1:
        return "error"
    return "warning" if share >= NEAR_LIMIT_SHARE else "accent"


class Meter(QWidget):
    """A quiet bar that is filled up to a share."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.share = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def set_share(self, share: float) -> None:
        """Fill the bar up to ``share``, at most wholly."""
        if share != self.share:
            self.share = share
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(METER_WIDTH, METER_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        area = QRectF(self.rect())
        radius = area.height() / 2
        painter.setBrush(theme.color("track"))
        painter.drawRoundedRect(area, radius, radius)
        if self.share > 0:
            # Something is never drawn as nothing.
            area.setWidth(max(min(self.share, 1.0) * area.width(), area.height()))
            painter.setBrush(theme.color(level_of(self.share)))
            painter.drawRoundedRect(area, radius, radius)
        painter.end()
