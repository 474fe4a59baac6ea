"""Save as and Export: where, in which format, with what belongs to it, and how it will begin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sitemap_editor.document.saving import file_bytes
from sitemap_editor.formats import FORMATS, Format, Target, own_format, preview, target_of
from sitemap_editor.formats.robots import ADDRESS
from sitemap_editor.gui import theme
from sitemap_editor.gui.scopes import Scope, all_entries
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.interaction import FileFilter, Interaction

from .base import FormGrid, SheetDialog, name_button
from .export_scope import ScopeChoice, is_too_much, limits_text
from .message import plain_label
from .option_editor import OptionEditor
from .preview_pane import PreviewPane

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.store import Ids

PREVIEW_LINES = 30
PREVIEW_BYTES = 4_000
GZIP = ".gz"
UTF_8 = "utf-8"


@dataclass(frozen=True, slots=True)
class SaveRequest:
    """What was asked for. ``is_copy``: the document stays what and where it is.

    ``encoding`` and ``bom`` are for the document's own format; None leaves them as they are.
    ``ids`` are the entries wanted, None for all.
    """

    path: Path
    target: Target
    options: dict[str, bool | str] = field(default_factory=dict)
    backup: bool = False
    is_copy: bool = False
    encoding: str | None = None
    bom: bool | None = None
    ids: Ids | None = field(default=None, compare=False)

    @property
    def save_options(self) -> dict[str, Any]:
        """The options of ``Document.save`` for it."""
        return {
            "gzip": self.target.gzip,
            "backup": self.backup,
            "encoding": self.encoding,
            "bom": self.bom,
        }


class SaveAsDialog(SheetDialog):
    """Asks where and how to write a document; ``request`` is the answer."""

    is_as_high_as_needed = False

    def __init__(
        self,
        doc: Document,
        suggestion: Path,
        interaction: Interaction,
        *,
        is_export: bool = False,
        backup: bool = False,
        scopes: Sequence[Scope] = (),
        address: str = "",
        parent: QWidget | None = None,
    ) -> None:
        """``scopes`` are the entries an export may be about, all of them without.

        ``address`` is the public one, where a format asks for it.
        """
        title = _("Export {name}") if is_export else _("Save {name} as")
        super().__init__(title.format(name=suggestion.name), "", parent)
        self._doc = doc
        self._interaction = interaction
        self._is_export = is_export
        self._formats = [f for f in FORMATS if doc.kind in f.kinds]
        self._options: dict[str, OptionEditor] = {}
        self._address = address
        self.scope = ScopeChoice(scopes or [all_entries(doc)])
        self.resize(900, 520)
        self.path = QLineEdit(str(suggestion))
        self.browse = QPushButton()
        self.format = QComboBox()
        self.gzip = QCheckBox(_("Compress (gzip)"))
        self.backup = QCheckBox(_("Keep the old file as a backup"))
        self.backup.setChecked(backup)
        self.utf8 = QCheckBox(_("Convert to UTF-8"))
        self.bom = QCheckBox(_("Byte order mark (BOM)"))
        self.bom.setChecked(doc.source.has_bom)
        self.pane = PreviewPane(_("First lines"))
        self.note = plain_label("")
        self._assemble()
        self._start(suggestion)

    # How it is put together

    def _assemble(self) -> None:
        name_button(self.browse, _("Browse…"))
        for item in self._formats:
            self.format.addItem(f"{_(item.title)} ({item.suffixes[0]})", item.id)
        place = QWidget()
        row = QHBoxLayout(place)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GRID)
        row.addWidget(self.path, 1)
        row.addWidget(self.browse)
        self.path.setAccessibleName(_("File"))
        self.form = FormGrid()
        self.form.add(_("File"), place)
        self.form.add(_("Format"), self.format)
        if self._is_export and self.scope.count() > 1:
            self.form.add(_("Entries"), self.scope)
        for own in (self.gzip, self.utf8, self.bom):
            self.form.add_wide(own)
        self._option_box = QVBoxLayout()
        self._option_box.setSpacing(theme.GRID // 2)
        box = QWidget()
        box.setLayout(self._option_box)
        self._option_box.setContentsMargins(0, 0, 0, 0)
        self.form.add_wide(box)
        self.form.add_wide(self.backup)
        theme.set_role(self.note, "dim")
        left = QVBoxLayout()
        left.setSpacing(0)
        left.addLayout(self.form)
        left.addSpacing(theme.GRID)
        left.addWidget(self.note)
        left.addStretch(1)
        columns = QHBoxLayout()
        columns.setSpacing(theme.GRID * 3)
        columns.addLayout(left, 5)
        columns.addWidget(self.pane, 6)
        self.body.addLayout(columns)

    def _start(self, suggestion: Path) -> None:
        own = own_format(self._doc.kind)
        try:
            target = target_of(suggestion, self._doc.kind, own)
        except SitemapError:
            target = Target(own)
        if self._doc.kind.is_feed and not self._is_export:
            target = Target(own, target.gzip)  # a sitemap of it is another document
        if self._is_export and target.format is own:
            other = next((f for f in self._formats if f is not own), own)
            target = Target(other)
        self._choose(target)
        self._write_suffix()
        self.browse.clicked.connect(self._on_browse_clicked)
        self.path.textEdited.connect(self._on_path_edited)
        self.format.activated.connect(self._on_format_activated)
        self.scope.activated.connect(lambda _index: self._refresh())
        self.gzip.toggled.connect(self._on_gzip_toggled)
        self.utf8.toggled.connect(self._on_own_option_toggled)
        self.bom.toggled.connect(self._on_own_option_toggled)
        self._refresh()

    # The choices

    @property
    def target(self) -> Target:
        """Format and container chosen."""
        return Target(self._formats[self.format.currentIndex()], self.gzip.isChecked())

    @property
    def is_own_format(self) -> bool:
        """Whether the document can belong to the file afterwards."""
        return self._doc.kind in self.target.format.own_kinds

    @property
    def request(self) -> SaveRequest:
        """What is asked for."""
        return SaveRequest(
            path=Path(self.path.text().strip()).expanduser(),
            target=self.target,
            options={key: box.value for key, box in self._options.items()},
            backup=self.backup.isEnabled() and self.backup.isChecked(),
            is_copy=self._is_export or not self.is_own_format,
            encoding=UTF_8 if self.utf8.isVisibleTo(self) and self.utf8.isChecked() else None,
            bom=self.bom.isChecked() if self.bom.isVisibleTo(self) else None,
            ids=self.scope.scope.ids if self._is_export else None,
        )

    def _choose(self, target: Target) -> None:
        """Take over a format and a container, and show the options that belong to it."""
        self.format.setCurrentIndex(self._formats.index(target.format))
        self.gzip.setChecked(target.gzip)
        self._show_options(target.format)

    def _show_options(self, chosen: Format) -> None:
        for box in self._options.values():
            self._option_box.removeWidget(box)
            box.hide()
            box.deleteLater()
        self._options.clear()
        # Saving keeps the document's bytes, whatever the options for building it.
        is_saving = self.is_own_format and not self._is_export
        for option in () if is_saving else chosen.options:
            if option.key == ADDRESS.key and self._address:
                option = replace(option, default=self._address)
            box = OptionEditor(option)
            box.changed.connect(self._refresh)
            self._options[option.key] = box
            self._option_box.addWidget(box)
        self._show_own_options()

    def _show_own_options(self) -> None:
        """Offer UTF-8 for a file that is not, and a byte order mark where one is optional."""
        is_saving = self.is_own_format and not self._is_export
        is_other = self._doc.source.encoding_as_saved != UTF_8
        self.utf8.setVisible(is_saving and is_other)
        self.bom.setVisible(is_saving and (not is_other or self.utf8.isChecked()))

    def _write_suffix(self) -> None:
        """Make the name in the field end as the choices ask for."""
        path = Path(self.path.text().strip())
        known = [suffix for item in FORMATS for suffix in item.suffixes]
        name = path.name
        if name.lower().endswith(GZIP):
            name = name[: -len(GZIP)]
        suffix = next((s for s in known if name.lower().endswith(s)), "")
        stem = name[: len(name) - len(suffix)] if suffix else name
        target = self.target
        suffixes = target.format.suffixes
        ending = suffix if suffix in suffixes else suffixes[0]
        name = (stem or "sitemap") + ending + (GZIP if target.gzip else "")
        self.path.setText(str(path.with_name(name)) if path.name else name)

    def _on_format_activated(self, _index: int) -> None:
        self._show_options(self.target.format)
        self._write_suffix()
        self._refresh()

    def _on_gzip_toggled(self, _is_on: bool) -> None:
        self._write_suffix()
        self._refresh()

    def _on_own_option_toggled(self, _is_on: bool) -> None:
        self._show_own_options()
        self._refresh()

    def _on_path_edited(self, text: str) -> None:
        try:
            target = target_of(text.strip(), self._doc.kind, self.target.format)
        except SitemapError:
            target = self.target
        blocked = self.gzip.blockSignals(True)
        if target.format in self._formats:
            self._choose(target)
        self.gzip.blockSignals(blocked)
        self._refresh()

    def _on_browse_clicked(self) -> None:
        filters = [FileFilter(_(f.title), f.suffixes) for f in self._formats]
        path = self._interaction.ask_save_path(
            _("Choose a file"), Path(self.path.text().strip()), filters
        )
        if path is not None:
            self.path.setText(str(path))
            self._on_path_edited(str(path))

    # What will happen

    def _refresh(self) -> None:
        request = self.request
        path = request.path
        is_ready = self._show_preview(request)
        count = self.scope.scope.count
        problem = self._problem(path)
        exists = not problem and path.exists()
        self.backup.setEnabled(exists)
        limits = limits_text(self._doc, request.target, request.options, count)
        self.note.setText("\n".join([problem or self._promise(path, exists), *limits]))
        is_too_many = is_too_much(request.target, count)
        theme.set_role(self.note, "error" if problem or is_too_many else "dim")
        self.verb.setEnabled(not problem and not is_too_many and is_ready)
        self.set_verb(self._verb(exists))

    def _problem(self, path: Path) -> str:
        if not self.path.text().strip() or path.is_dir():
            return _("Give the file a name.")
        if not path.absolute().parent.is_dir():
            return _("There is no folder {folder}.").format(folder=path.absolute().parent)
        return ""

    def _promise(self, path: Path, exists: bool) -> str:
        texts = []
        if exists:
            texts.append(_("{name} exists and will be replaced.").format(name=path.name))
        if self.scope.scope.ids is not None:
            texts.append(_("Only these entries are written, in the order of the table."))
        elif self.is_own_format and self._reshapes:
            texts.append(_("The file is laid out anew; the values stay the same."))
        elif self.is_own_format:
            texts.append(_("Everything you did not change is written exactly as it was."))
        elif self.target.format.id == "txt":
            texts.append(_("Only the addresses are written, one a line, in UTF-8."))
        else:
            texts.append(_("The fields of the entries are written, in UTF-8."))
        if not self._is_export and not self.is_own_format:
            texts.append(_("The document you are editing stays as it is."))
        return "\n".join(texts)

    @property
    def _reshapes(self) -> bool:
        """Whether the document's own format is written in another way than it stands."""
        request = self.request
        return not request.target.format.keeps_bytes(self._doc.kind, request.options)

    def _verb(self, exists: bool) -> str:
        if exists:
            return _("Replace")
        if self._is_export and self.scope.scope.ids is not None:
            count = self.scope.scope.count
            text = ngettext("Export {n} entry", "Export {n} entries", count)
            return text.format(n=format_number(count))
        return _("Export") if self.request.is_copy else _("Save")

    def _show_preview(self, request: SaveRequest) -> bool:
        """Show how the file will begin; False where something is missing for it, which is said."""
        is_ready = True
        try:
            text = self._preview(request)
        except SitemapError as error:
            text, is_ready = str(error), False
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[:PREVIEW_LINES]
        self.pane.show_text("\n".join(lines))
        return is_ready

    def _preview(self, request: SaveRequest) -> str:
        is_kept = request.target.format.keeps_bytes(self._doc.kind, request.options)
        if is_kept and request.ids is None:
            return own_preview(self._doc, request)
        return preview(self._doc, request.target, request.options, ids=request.ids)


def own_preview(doc: Document, request: SaveRequest) -> str:
    """How the document's own file will begin."""
    head = b""
    for chunk in file_bytes(doc, gzip=False, encoding=request.encoding, bom=request.bom):
        head += bytes(chunk[:PREVIEW_BYTES])
        if len(head) >= PREVIEW_BYTES:
            break
    encoding = request.encoding or doc.source.encoding_as_saved
    return head[:PREVIEW_BYTES].decode(encoding, "ignore").removeprefix("\ufeff")
