"""Commands on the selected cells: copy, paste, set, clear, fill down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QApplication, QWidget

from sitemap_editor.gui.table.clipboard import Block, read_block, to_tsv
from sitemap_editor.gui.table.model import EntryModel
from sitemap_editor.gui.table.selection import columns_in, rows_in
from sitemap_editor.gui.together import BULK_ENTRIES
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from . import entries
from .context import Context

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sitemap_editor.document.document import Document
    from sitemap_editor.document.edits import Edit
    from sitemap_editor.gui.dialogs.set_value import SetValue

    Ids = NDArray[np.int64]

COPY_BLOCK = 1_000


# Copy


def copy(context: Context) -> None:
    """Copy what is selected where the focus is: text of a field, or cells as TSV."""
    focus = QApplication.focusWidget()
    own = getattr(focus, "copy", None)
    if focus is not None and own is not None and not _is_in_table(context, focus):
        own()
        return
    copy_cells(context)


def _is_in_table(context: Context, widget: QWidget) -> bool:
    return widget is context.table or context.table.isAncestorOf(widget)


def copy_cells(context: Context) -> None:
    """Copy the selected cells as tab-separated text."""
    model, ranges = context.table.entries, context.table.selected_ranges()
    if model is None or not ranges:
        return
    selected = columns_in(ranges)
    columns = [index for index in context.table.header.columns_on_screen() if index in selected]
    columns = [index for index in columns if model.columns[index].heading]
    ids, rows = model.rows, rows_in(ranges)

    def read(progress: Progress) -> str:
        return to_tsv(_cells(model, ids[rows], columns, progress))

    _read_and_copy(context, read, len(rows), _("Copying cells"))


def _cells(
    model: EntryModel, ids: Ids, columns: list[int], progress: Progress
) -> Iterator[list[str]]:
    doc = model.doc
    for first in range(0, len(ids), COPY_BLOCK):
        progress.tick(first, len(ids))
        block = ids[first : first + COPY_BLOCK]
        read = [_column_texts(doc, block, model, index) for index in columns]
        yield from (list(row) for row in zip(*read, strict=True))


def _column_texts(doc: Document, ids: Ids, model: EntryModel, index: int) -> list[str]:
    column = model.columns[index]
    if column.count:
        return [str(column.count(bytes(doc.raw(entry)))) for entry in ids.tolist()]
    return [value or "" for value in doc.values_of(ids, column.key)]


def copy_urls(context: Context) -> None:
    """Copy the addresses of the selected entries, one a line."""
    ids, doc = context.selected_ids(), context.doc

    def read(progress: Progress) -> str:
        return "\n".join(value for block in _values(doc, ids, progress) for value in block if value)

    _read_and_copy(context, read, len(ids), _("Copying addresses"))


def _values(doc: Document, ids: Ids, progress: Progress) -> Iterator[list[str | None]]:
    for first in range(0, len(ids), COPY_BLOCK):
        progress.tick(first, len(ids))
        yield doc.values_of(ids[first : first + COPY_BLOCK], "loc")


def copy_xml(context: Context) -> None:
    """Copy the selected entries as they stand in the file."""
    ids, doc = context.selected_ids(), context.doc

    def read(progress: Progress) -> str:
        parts = []
        for number, entry in enumerate(ids.tolist()):
            if number % COPY_BLOCK == 0:
                progress.tick(number, len(ids))
            parts.append(bytes(doc.raw(entry)).decode("utf-8", "replace"))
        return "\n".join(parts)

    _read_and_copy(context, read, len(ids), _("Copying XML"))


def _read_and_copy(
    context: Context, read: Callable[[Progress], str], count: int, label: str
) -> None:
    def put(text: str) -> None:
        QApplication.clipboard().setText(text)
        said = ngettext("Copied {n} entry.", "Copied {n} entries.", count)
        context.notify(said.format(n=format_number(count)))

    if count < BULK_ENTRIES:
        put(read(NO_PROGRESS))
    else:
        context.active.read(read, put, label=label)


# Change what is selected

Plan = list[tuple[str, "Ids", list[str | None]]]
"""What to write: field, entries, and a value for each of them."""


def _write(context: Context, plan: Plan, label: str, added: list[dict[str, str]]) -> None:
    """Write values, and add entries below the last one written, as one step."""
    doc = context.doc
    count = sum(len(ids) for _field, ids, _values in plan) + len(added)
    places = [int(doc.position_of(ids[-1])) + 1 for _field, ids, _values in plan if len(ids)]

    def build(progress: Progress) -> Edit | None:
        from sitemap_editor.document import editing
        from sitemap_editor.document.edits import compound

        edits = [_values_edit(doc, plan, progress)]
        edits.append(editing.insert(doc, max(places, default=len(doc)), added))
        return compound(edits)

    if count:
        context.change(build, label.format(n=format_number(count)), count)


def _values_edit(doc: Document, plan: Plan, progress: Progress) -> Edit | None:
    from sitemap_editor.document import editing

    if len(plan) == 1:
        field, ids, values = plan[0]
        return editing.set_values(doc, ids, field, values, progress)
    # Edits replace whole entries, so all fields of an entry must come in one.
    cells: dict[int, dict[str, str | None]] = {}
    for field, ids, values in plan:
        for number, (entry, value) in enumerate(zip(ids.tolist(), values, strict=True)):
            cells.setdefault(entry, {})[field] = value
            if number % COPY_BLOCK == 0:
                progress.tick()
    return editing.set_cells(doc, cells, progress) if cells else None


def _ids_by_field(context: Context) -> dict[str, Ids]:
    """For each field the visible entries whose cell is selected."""
    model, ranges = context.table.entries, context.table.selected_ranges()
    if model is None:
        return {}
    result = {}
    for index, field in context.table.fields_on_screen():
        parts = [part for part in ranges if part.left <= index <= part.right]
        if parts:
            result[field] = model.rows[rows_in(parts)]
    return result


def clear(context: Context) -> None:
    """Empty the selected cells; whole rows are deleted instead."""
    if context.table.has_whole_rows():
        entries.delete(context)
        return
    if not context.doc.kind.is_xml:
        context.notify(_("A line of a text list is an address: delete the entry instead."))
        return
    # An entry keeps its address element: without one it is no entry to any reader.
    plan: Plan = [
        (field, ids, ["" if field == "loc" else None] * len(ids))
        for field, ids in _ids_by_field(context).items()
    ]
    count = sum(len(ids) for _field, ids, _values in plan)
    _write(context, plan, ngettext("Clear {n} cell", "Clear {n} cells", count), [])


def set_value(context: Context) -> None:
    """Set one field of all selected entries to one value."""
    ids, doc = context.selected_ids(), context.doc
    fields = context.table.selected_fields()
    chosen: SetValue | None = context.interaction.ask_form(
        "set_value", kind=doc.kind, count=len(ids), field=fields[0] if len(fields) == 1 else None
    )
    if chosen is not None:
        set_field(context, ids, chosen.field, chosen.value)


def set_field(context: Context, ids: Ids, field: str, value: str | None) -> None:
    """Set one field of some entries as one step; None removes it."""
    if value is None:
        label = ngettext("Remove {field} of {n} entry", "Remove {field} of {n} entries", len(ids))
    else:
        label = ngettext("Set {field} of {n} entry", "Set {field} of {n} entries", len(ids))
    named = label.format(field=field, n="{n}")
    _write(context, [(field, ids, [value] * len(ids))], named, [])


def fill_down(context: Context) -> None:
    """Copy the top cell of each selected block into those below; one row takes from above."""
    model = context.table.entries
    if model is not None:
        plan = list(_fill_plan(context, model))
        count = sum(len(ids) for _field, ids, _values in plan)
        _write(context, plan, ngettext("Fill down {n} cell", "Fill down {n} cells", count), [])


def _fill_plan(context: Context, model: EntryModel) -> Iterator[tuple[str, Ids, list[str | None]]]:
    for part in context.table.selected_ranges():
        top = part.top if part.bottom > part.top else part.top - 1
        if top < 0:
            continue
        ids = model.rows[top + 1 : part.bottom + 1]
        for index, field in context.table.fields_on_screen():
            if part.left <= index <= part.right:
                value = model.doc.value_of(model.id_at(top), field)
                yield field, ids, [value] * len(ids)


# Paste


def paste(context: Context) -> None:
    """Write the clipboard's cells over those from the current one on."""
    focus = QApplication.focusWidget()
    own = getattr(focus, "paste", None)
    if focus is not None and own is not None and not _is_in_table(context, focus):
        own()
        return
    block = read_block(QApplication.clipboard().text())
    if not block.width or not any(cell for row in block.rows for cell in row):
        context.notify(_("The clipboard holds no text."))
    elif not len(context.doc):
        entries.paste_new(context)
    elif not context.doc.kind.is_xml and block.width > 1:
        entries.offer_xml(context)
    else:
        _paste_over(context, block)


def _paste_over(context: Context, block: Block) -> None:
    model = context.table.entries
    ranges = context.table.selected_ranges()
    if model is None or not ranges:
        return
    if block.width == 1 and len(block.rows) == 1 and block.fields is None:
        _paste_one(context, block.rows[0][0])
        return
    top = min(part.top for part in ranges)
    fields = block.fields or _fields_from(context, min(part.left for part in ranges))
    _tell_of_columns_left_out(context, block.width - len(fields))
    fitting = len(model.rows) - top
    ids = model.rows[top : top + len(block.rows)]
    surplus = [_cells_of(row, fields) for row in block.rows[fitting:]]
    if surplus:
        _paste_beyond(context, block.rows[:fitting], fields, ids, surplus)
    else:
        _write_block(context, block.rows, fields, ids, [])


def _tell_of_columns_left_out(context: Context, count: int) -> None:
    if count > 0:
        said = ngettext(
            "{n} pasted column reaches beyond the last one and was left out.",
            "{n} pasted columns reach beyond the last one and were left out.",
            count,
        )
        context.notify(said.format(n=format_number(count)))


def _fields_from(context: Context, column: int) -> list[str]:
    shown = context.table.fields_on_screen()
    places = [place for place, (index, _field) in enumerate(shown) if index == column]
    return [field for _index, field in shown[places[0] if places else 0 :]]


def _paste_beyond(
    context: Context,
    rows: list[list[str]],
    fields: list[str],
    ids: Ids,
    surplus: list[dict[str, str]],
) -> None:
    """Paste cells that reach below the last row, once it is known what becomes of those."""
    session = context.active

    def go_on(present: set[str]) -> None:
        if session is not context.session:
            return
        present = _present_then(session.doc, rows, fields, ids, present)
        new = entries.absent_ones(surplus, present)
        answer = _ask_about_surplus(context, new, fields, len(surplus) - len(new))
        if answer is not None:
            _write_block(context, rows, fields, ids, new if answer == "add" else [])

    entries.find_present(session, surplus, go_on)


def _present_then(
    doc: Document, rows: list[list[str]], fields: list[str], ids: Ids, present: set[str]
) -> set[str]:
    """The addresses present once ``rows`` have been written over those of entries."""
    if "loc" not in fields:
        return present
    over = {loc for loc in doc.values_of(ids, "loc") if loc}
    return (present - over) | {_cells_of(row, fields).get("loc", "") for row in rows}


def _ask_about_surplus(
    context: Context, new: list[dict[str, str]], fields: list[str], left_out: int
) -> str | None:
    """What becomes of cells below the last row: "add", "fit" (leave them out) or None."""
    if not new:
        context.notify(_("All addresses below the last row are already present."))
        return "fit"
    answer = context.interaction.ask_form(
        "paste_preview", entries=new, fields=fields, left_out=left_out, can_fit=True
    )
    return answer if isinstance(answer, str) else None


def _write_block(
    context: Context,
    rows: list[list[str]],
    fields: list[str],
    ids: Ids,
    added: list[dict[str, str]],
) -> None:
    plan: Plan = []
    for place, field in enumerate(fields):
        # Short lines leave the cells they do not reach as they are.
        reached = [number for number, row in enumerate(rows) if place < len(row)]
        if reached:
            values = [_value(field, rows[number][place]) for number in reached]
            plan.append((field, ids[reached], values))
    count = len(ids) + len(added)
    label = ngettext("Paste cells into {n} entry", "Paste cells into {n} entries", count)
    _write(context, plan, label.format(n=format_number(count)), added)


def _cells_of(row: list[str], fields: list[str]) -> dict[str, str]:
    pairs = zip(fields, (cell.strip() for cell in row), strict=False)
    return {field: cell for field, cell in pairs if cell}


def _value(field: str, text: str) -> str | None:
    text = text.strip()
    return text if text or field == "loc" else None


def _paste_one(context: Context, text: str) -> None:
    """One value goes into every selected cell."""
    plan: Plan = [
        (field, ids, [_value(field, text)] * len(ids))
        for field, ids in _ids_by_field(context).items()
    ]
    count = sum(len(ids) for _field, ids, _values in plan)
    _write(context, plan, ngettext("Paste into {n} cell", "Paste into {n} cells", count), [])
