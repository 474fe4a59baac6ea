"""What saving will change: how much on top, and the lines that go and come below."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QLabel,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from sitemap_editor.document.changes import Changes, Difference, What, differences
from sitemap_editor.gui import theme
from sitemap_editor.gui.quiet_table import quieten
from sitemap_editor.gui.tooltip import plain_tooltip
from sitemap_editor.support.i18n import _, format_number, ngettext

from .base import SheetDialog, name_button
from .message import plain_label

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.document.mending import Mending

BEFORE, AFTER, TEXT = 0, 1, 2
SIGN_ROLE = Qt.ItemDataRole.UserRole
PADDING = 8
ROW_HEIGHT = 20
SEPARATOR = " · "
_COLOURS = {"-": "error_soft", "+": "changed_line"}
_SIGNS = {"-": "−", "+": "+"}

_Index = QModelIndex | QPersistentModelIndex


class ChangesDialog(SheetDialog):
    """Shows what differs from the file on disk; accepted means: save it."""

    is_as_high_as_needed = False

    def __init__(
        self, doc: Document, changes: Changes, file: str, parent: QWidget | None = None
    ) -> None:
        title = _("What will change in {name}").format(name=file)
        super().__init__(title, summary_of(changes, doc.mending), parent)
        self.resize(860, 560)
        self.set_verb(_("Save"))
        name_button(self.cancel, _("Close"))
        theme.set_role(self.lead, "")
        for text in remarks_of(changes, doc.mending):
            label = plain_label(text)
            theme.set_role(label, "dim")
            self.body.addWidget(label)
        shown = list(differences(doc, changes))
        self.model = LinesModel(shown, self)
        self.view = _LinesView(self.model)
        self.view.setVisible(bool(shown))
        self.body.addWidget(self.view, 1)
        if not shown and doc.mending is not None:
            self.body.addWidget(_compared(doc.mending), 1)
        elif not shown:
            self.body.addStretch(1)
        if len(shown) < changes.count:
            self.body.addWidget(_more(changes.count - len(shown)))


def summary_of(changes: Changes, mending: Mending | None = None) -> str:
    """How many entries change, come, go and stay, in one line; first how much was repaired."""
    edited, new = int(changes.edited.sum()), int(changes.new.sum())
    gone = int(changes.gone.sum())
    repaired = len(mending.repairs) if mending is not None else 0
    # What is repaired does not stay as it is, and may be anywhere.
    kept = changes.kept if mending is None else 0
    counted = (
        (repaired, ngettext("{n} repair", "{n} repairs", repaired)),
        (edited, ngettext("{n} entry changes", "{n} entries change", edited)),
        (new, ngettext("{n} is new", "{n} are new", new)),
        (gone, ngettext("{n} goes", "{n} go", gone)),
        (kept, _kept_text(changes)),
    )
    parts = [text.format(n=format_number(count)) for count, text in counted if count]
    return SEPARATOR.join(parts)


def _kept_text(changes: Changes) -> str:
    before = changes.before
    if before is not None and before.encoding != changes.after.encoding:
        return ngettext("{n} stays as it is", "{n} stay as they are", changes.kept)
    return ngettext("{n} stays byte for byte", "{n} stay byte for byte", changes.kept)


def remarks_of(changes: Changes, mending: Mending | None = None) -> list[str]:
    """What changes besides lines, one sentence each."""
    before, after = changes.before, changes.after
    if before is None:
        return [_("There is no such file yet: all of it will be written.")]
    remarks = [_("The repairs themselves are under Tools ▸ Repairs.")] if mending else []
    remarks += [_("Entries change places.")] if changes.is_reordered else []
    if before.encoding != after.encoding:
        text = _("The encoding changes from {before} to {after}.")
        remarks.append(text.format(before=before.encoding.upper(), after=after.encoding.upper()))
    if before.has_bom != after.has_bom:
        added, taken = _("A byte order mark is added."), _("The byte order mark goes.")
        remarks.append(added if after.has_bom else taken)
    if before.is_gzip != after.is_gzip:
        packed, plain = _("The file will be compressed."), _("The file will not be compressed.")
        remarks.append(packed if after.is_gzip else plain)
    return remarks


def _compared(mending: Mending) -> QWidget:
    """The file as it was and with its repairs, when nothing else has changed."""
    from sitemap_editor.gui.repairs.alignment import alignment_of
    from sitemap_editor.gui.repairs.compare import ComparePanel

    panel = ComparePanel()
    panel.show_texts(alignment_of(mending))
    return panel


def _more(count: int) -> QLabel:
    text = ngettext("And {n} more.", "And {n} more.", count)
    label = plain_label(text.format(n=format_number(count)))
    theme.set_role(label, "dim")
    return label


class _Row(NamedTuple):
    """A heading (no sign), or a line."""

    sign: str
    before: str
    after: str
    text: str


def rows_of(parts: list[Difference]) -> list[_Row]:
    """What the list shows: a heading for each part, its lines below."""
    rows = []
    for part in parts:
        rows.append(_Row("", "", "", heading_of(part)))
        for sign, number, text in part.lines:
            shown = format_number(number)
            is_gone = sign == "-"
            rows.append(_Row(sign, shown if is_gone else "", "" if is_gone else shown, text))
        if part.left_out:
            more = ngettext("And {n} more line.", "And {n} more lines.", part.left_out)
            rows.append(_Row("", "", "", more.format(n=format_number(part.left_out))))
    return rows


def heading_of(part: Difference) -> str:
    """What a part of the list is about."""
    texts = {
        What.HEAD: _("Prolog and root element"),
        What.TAIL: _("After the last entry"),
        What.EDITED: _("Entry {position}: {address}"),
        What.NEW: _("New entry {position}: {address}"),
        What.GONE: _("Deleted, was entry {position}: {address}"),
    }
    position = format_number(part.position or 0)
    return texts[part.what].format(position=position, address=part.address)


class LinesModel(QAbstractTableModel):
    """The lines of differences: number before, number after, text."""

    def __init__(self, parts: list[Difference], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows = rows_of(parts)

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else 3

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return (_("On disk"), _("To save"), _("Line"))[section]
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.rows[index.row()]
        if role == SIGN_ROLE:
            return row.sign
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tooltip(row.text) if index.column() == TEXT else None
        if role == Qt.ItemDataRole.DisplayRole:
            shown = f"{_SIGNS[row.sign]} {row.text}" if row.sign else row.text
            return (row.before, row.after, shown)[index.column()]
        return None


class _LinesView(QTableView):
    """The lines, coloured as in a diff, headings across the whole width."""

    def __init__(self, model: LinesModel) -> None:
        super().__init__()
        self.setModel(model)
        self.setAccessibleName(_("Lines that change"))
        self.setItemDelegate(_LineDelegate(self))
        quieten(self, ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setSectionsClickable(False)
        header.setStretchLastSection(True)
        width = self.fontMetrics().horizontalAdvance
        longest = max((len(r.before or r.after) for r in model.rows), default=0)
        for column in (BEFORE, AFTER):
            title = str(model.headerData(column, Qt.Orientation.Horizontal))
            header.resizeSection(column, max(width(title), width("0" * longest)) + 3 * PADDING)


class _LineDelegate(QStyledItemDelegate):
    """Draws a line on the colour of its sign, and a heading over all columns."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        painter.save()
        sign = index.data(SIGN_ROLE)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, theme.color("selection"))
        elif sign:
            painter.fillRect(option.rect, theme.color(_COLOURS[sign]))
        else:
            painter.fillRect(option.rect, theme.color("gutter"))
        if sign:
            self._paint_line(painter, option, index)
        elif index.column() == TEXT:
            self._paint_heading(painter, option, index)
        painter.restore()

    def _paint_line(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        room = option.rect.adjusted(PADDING, 0, -PADDING, 0)
        painter.setFont(theme.monospace_font(option.font))
        if index.column() == TEXT:
            painter.setPen(theme.color("text"))
            _draw(painter, option, index.data().replace("\t", "    "))
        else:
            painter.setPen(theme.color("gutter_text"))
            painter.drawText(
                room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, index.data()
            )

    def _paint_heading(
        self, painter: QPainter, option: QStyleOptionViewItem, index: _Index
    ) -> None:
        font = option.font
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        _draw(painter, option, index.data())


def _draw(painter: QPainter, option: QStyleOptionViewItem, text: str) -> None:
    room = option.rect.adjusted(PADDING, 0, -PADDING, 0)
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, shown)
