"""New from pasted text: the text left, what it becomes right, before anything is opened."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QRadioButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.gui import theme
from sitemap_editor.gui.failures import describe
from sitemap_editor.gui.jobs import EXPECTED_ERRORS, JobRunner
from sitemap_editor.gui.live_work import LiveWork
from sitemap_editor.gui.pasted import PastedText, Reading, read
from sitemap_editor.gui.raw_text import raw_text
from sitemap_editor.gui.repairs.note import NoteLine
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _, format_number, ngettext

from .base import SheetDialog, name_button
from .pasted_preview import PastedPreview


class PastedTextDialog(SheetDialog):
    """Takes text and shows what it becomes; ``request`` is the answer (a PastedText)."""

    is_as_high_as_needed = False

    def __init__(self, jobs: JobRunner, text: str = "", parent: QWidget | None = None) -> None:
        """``text`` is what to begin with, usually what the clipboard holds."""
        lead = _(
            "A sitemap, some of its entries, a listing from an article, or addresses. What is "
            "broken is repaired; nothing is written to disk until you save."
        )
        super().__init__(_("New from pasted text"), lead, parent)
        self.resize(980, 600)
        self.reading: Reading | None = None
        self.edit = QPlainTextEdit()
        self.note = NoteLine()
        self.preview = PastedPreview()
        self._kinds = QButtonGroup(self)
        self.as_sitemap = QRadioButton(_("As a sitemap (XML)"))
        self.as_list = QRadioButton(_("As a list of addresses (text)"))
        self._choice = QWidget()
        self.work = LiveWork(jobs, self._on_failed, self)
        self._assemble()
        self.edit.textChanged.connect(self._on_text_changed)
        self._kinds.buttonToggled.connect(lambda _button, _is_on: self._say())
        QShortcut(QKeySequence("Ctrl+Return"), self, self._accept_if_ready)
        self.edit.setPlainText(text)
        self.edit.setFocus()
        self._show(None)
        self._read()

    def _assemble(self) -> None:
        self.edit.setObjectName("pastedText")
        self.edit.setAccessibleName(_("Pasted text"))
        self.edit.setFont(theme.monospace_font())
        self.edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.edit.setTabChangesFocus(True)
        self.edit.setPlaceholderText(_("Paste here"))
        choice = QHBoxLayout(self._choice)
        choice.setContentsMargins(0, 0, 0, 0)
        choice.setSpacing(theme.GRID * 2)
        for button in (self.as_sitemap, self.as_list):
            self._kinds.addButton(button)
            choice.addWidget(button)
        choice.addStretch(1)
        self.as_sitemap.setChecked(True)
        splitter = QSplitter()
        splitter.setAccessibleName(_("Pasted text"))
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(theme.GRID)
        splitter.addWidget(self._side(_("Text"), self.edit))
        splitter.addWidget(self.preview)
        splitter.setSizes([440, 540])
        self.body.addWidget(self.note)
        self.body.addWidget(splitter, 1)
        self.body.addWidget(self._choice)

    def _side(self, heading: str, widget: QWidget) -> QWidget:
        side = QFrame()
        side.setAccessibleName(heading)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GRID // 2)
        label = QLabel(heading)
        theme.set_role(label, "heading")
        label.setBuddy(widget)
        column.addWidget(label)
        column.addWidget(widget, 1)
        return side

    # What it becomes

    def _on_text_changed(self) -> None:
        self.verb.setEnabled(False)
        self.work.after_rest(self._read)

    def _read(self) -> None:
        """Read the text in the background; a later one takes its place."""
        text = raw_text(self.edit.document())
        if text.strip():
            self.work.run(partial(read, text), self._on_read)
        else:
            self._show(None)

    def _on_read(self, reading: Reading) -> None:
        self.note.say("")
        self._show(reading)

    def _on_failed(self, error: BaseException) -> None:
        self._show(None)
        if isinstance(error, EXPECTED_ERRORS):
            self.note.say(describe(error, with_place=False), "warning")

    def _show(self, reading: Reading | None) -> None:
        self.reading = reading
        if reading is None:
            self.note.say("")
        self.preview.show_reading(reading)
        self._say()

    def _say(self) -> None:
        """Name the button after what it does."""
        reading = self.reading
        self._choice.setVisible(reading is not None and reading.is_plain)
        self.verb.setEnabled(reading is not None and reading.count > 0)
        if reading is None:
            name_button(self.verb, _("Open"))
            return
        name_button(self.verb, verb_text(reading.count, self._kind(reading)))

    def _kind(self, reading: Reading) -> Kind:
        if not reading.is_plain:
            return reading.kind
        return Kind.URLSET if self.as_sitemap.isChecked() else Kind.TEXT

    def _accept_if_ready(self) -> None:
        if self.verb.isEnabled():
            self.accept()

    @property
    def request(self) -> PastedText | None:
        """What is to be opened; None as long as nothing can be made of the text."""
        if self.reading is None:
            return None
        return PastedText(self.reading, self._kind(self.reading))

    def done(self, result: int) -> None:
        """Stop reading when the dialog goes."""
        self.work.stop()
        super().done(result)


def verb_text(count: int, kind: Kind) -> str:
    """What the button says."""
    if kind is Kind.SITEMAPINDEX:
        text = ngettext("New index of {n} sitemap", "New index of {n} sitemaps", count)
    elif kind is Kind.TEXT:
        text = ngettext("New list of {n} address", "New list of {n} addresses", count)
    elif kind is Kind.ROBOTS:
        text = ngettext("New robots.txt of {n} line", "New robots.txt of {n} lines", count)
    else:
        text = ngettext("New sitemap of {n} entry", "New sitemap of {n} entries", count)
    return text.format(n=format_number(count))
