"""Document properties: how a file is written, where it is found, whose rules count, its head."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.document import editing
from sitemap_editor.gui import theme
from sitemap_editor.gui.findings.address_line import is_web_address
from sitemap_editor.gui.raw_text import raw_text
from sitemap_editor.gui.status_bar import NEWLINES
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES
from sitemap_editor.support.i18n import _, format_number

from .base import FormGrid, SheetDialog, fact, heading
from .properties_choices import ProfileChoice, WritingChoices

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document


@dataclass(frozen=True, slots=True)
class PropertiesRequest:
    """What was changed: None leaves a thing as it is, but ``base_url`` None means not known."""

    head: str | None
    base_url: str | None
    encoding: str | None = None
    bom: bool | None = None
    gzip: bool | None = None
    profiles: tuple[str, ...] | None = None

    @property
    def is_recoding(self) -> bool:
        """Whether the file is to be written in another way."""
        return (self.encoding, self.bom, self.gzip) != (None, None, None)


class PropertiesDialog(SheetDialog):
    """Shows facts, takes choices, a public address and a new head; ``request`` is the answer."""

    is_as_high_as_needed = False

    def __init__(
        self,
        doc: Document,
        base_url: str | None = None,
        profiles: tuple[str, ...] = DEFAULT_PROFILES,
        parent: QWidget | None = None,
    ) -> None:
        name = doc.path.name if doc.path is not None else _("Untitled")
        super().__init__(
            _("Properties of {name}").format(name=name),
            str(doc.path) if doc.path is not None else _("Not saved yet"),
            parent,
        )
        self._doc = doc
        self._head = bytes(doc.head).decode("utf-8", "replace")
        self.resize(860, 520)
        self.set_verb(_("Apply"))
        self.address = QLineEdit(base_url or "")
        self.address.setPlaceholderText("https://www.example.com/sitemap.xml")
        self.address.setCursorPosition(0)
        self.address.textChanged.connect(self._refresh)
        self.head = QPlainTextEdit(self._head)
        self._filled = raw_text(self.head.document())
        self.problem = QLabel()
        self.writing = WritingChoices(doc.source)
        self.profiles = ProfileChoice(profiles)
        self._assemble()
        self._refresh()

    def _assemble(self) -> None:
        form = FormGrid()
        for label, value in facts_of(self._doc):
            form.add(label, fact(value))
        self.writing.add_to(form)
        form.add(_("Whose rules count"), self.profiles)
        form.add(_("Public address"), self.address)
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addLayout(form)
        left.addStretch(1)
        columns = QHBoxLayout()
        columns.setSpacing(theme.GRID * 3)
        columns.addLayout(left, 1)
        if self._doc.kind.is_xml:
            columns.addLayout(self._head_column(), 1)
        self.body.addLayout(columns)

    def _head_column(self) -> QVBoxLayout:
        title = heading(_("Prolog and root element"))
        self.head.setFont(theme.monospace_font())
        self.head.setAccessibleName(title.text())
        self.head.setTabChangesFocus(True)
        self.head.textChanged.connect(self._refresh)
        self.problem.setWordWrap(True)
        self.problem.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        column = QVBoxLayout()
        column.setSpacing(theme.GRID)
        column.addWidget(title)
        column.addWidget(self.head, 1)
        column.addWidget(self.problem)
        return column

    @property
    def request(self) -> PropertiesRequest:
        """What was changed."""
        head = self._typed_head()
        chosen = self.writing
        return PropertiesRequest(
            head if head != self._head else None,
            self.address.text().strip() or None,
            encoding=chosen.encoding,
            bom=chosen.has_bom,
            gzip=chosen.is_gzip,
            profiles=self.profiles.changed,
        )

    def _typed_head(self) -> str:
        # A text area knows one kind of line end only; the file's own is put back.
        text = raw_text(self.head.document())
        if text == self._filled:
            return self._head
        newline = self._doc.style.newline.decode()
        return text.replace("\n", newline)

    def _refresh(self) -> None:
        problem = self._head_problem()
        self.problem.setText(problem or _("Applied as one step that Undo takes back."))
        theme.set_role(self.problem, "error" if problem else "dim")
        address = self.address.text().strip()
        is_fine = not address or is_web_address(address)
        theme.set_role(self.address, "" if is_fine else "error")
        self.verb.setEnabled(not problem and is_fine)

    def _head_problem(self) -> str:
        head = self._typed_head()
        if not self._doc.kind.is_xml or head == self._head:
            return ""
        return _problem_of(lambda: editing.replace_head(self._doc, head))


def _problem_of(check: Callable[[], object]) -> str:
    try:
        check()
    except SitemapError as error:
        return str(error)
    return ""


def facts_of(doc: Document) -> list[tuple[str, str]]:
    """What can be known of how a document is written: label and value."""
    facts = [
        (_("Kind"), kind_text(doc.kind)),
        (_("Entries"), format_number(len(doc))),
        (_("Line ends"), NEWLINES.get(doc.style.newline, "")),
    ]
    if doc.kind.is_xml:
        facts += [(_("Indentation"), indentation_text(doc.style.indent))]
        facts += [(_("Namespaces"), "\n".join(_namespaces(doc)))]
    return facts


def kind_text(kind: Kind) -> str:
    """A kind of document in words."""
    return {
        Kind.URLSET: _("Sitemap"),
        Kind.SITEMAPINDEX: _("Sitemap index"),
        Kind.TEXT: _("List of addresses"),
        Kind.ROBOTS: _("robots.txt"),
        Kind.RSS: _("RSS feed, read only"),
        Kind.ATOM: _("Atom feed, read only"),
    }[kind]


def indentation_text(indent: bytes) -> str:
    """An indentation in words."""
    if not indent:
        return _("none")
    if set(indent) == {9}:
        return _("tabs: {n}").format(n=len(indent))
    return _("spaces: {n}").format(n=len(indent))


def _namespaces(doc: Document) -> list[str]:
    if doc.root is None:
        return []
    return [
        f"{prefix}: {address}" if prefix else address
        for prefix, address in doc.root.namespaces.items()
    ]
