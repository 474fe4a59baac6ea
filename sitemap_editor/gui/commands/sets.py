"""Commands on the files of a set: open a folder, name, rename, remove and make sitemaps."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.gui.files.folder_line import folder_of
from sitemap_editor.gui.files.panel import FilesPanel
from sitemap_editor.gui.session import Session
from sitemap_editor.gui.sets.file_names import problem_with, suggestion
from sitemap_editor.gui.sets.open_set import OpenSet
from sitemap_editor.gui.sets.row import Row
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import Progress

from . import closing, set_check, set_files
from .context import Context

if TYPE_CHECKING:
    from sitemap_editor.operations.sets import Mapping

MOST_TRIED = 500
"""Addresses that are looked up to see whether a folder is the right one."""


def _panel(context: Context) -> FilesPanel | None:
    panel = context.panels.get("filesPanel")
    return panel if isinstance(panel, FilesPanel) else None


def chosen(context: Context) -> tuple[OpenSet, Row] | None:
    """The file of a set whose line in the Files panel is the current one."""
    panel = _panel(context)
    one, row = (panel.chosen_set, panel.chosen) if panel is not None else (None, None)
    return (one, row) if one is not None and row is not None else None


def chosen_set(context: Context) -> OpenSet | None:
    """The set that is looked at."""
    panel = _panel(context)
    return panel.chosen_set if panel is not None else None


def has_set(context: Context) -> bool:
    """Possible while a set is looked at."""
    return chosen_set(context) is not None


def listing_of(one: OpenSet, row: Row | None = None) -> Session | None:
    """The open index or robots.txt that names a file, or is to name a new one."""
    return one.root if row is None else one.session_of_index(row)


def connect(context: Context, panel: FilesPanel, refresh_actions: Callable[[], None]) -> None:
    """Let the Files panel's links and questions be answered."""
    panel.link_requested.connect(lambda what: do_link(context, what))
    panel.set_close_requested.connect(lambda one: close_set(context, one))
    panel.folder_line.folder_requested.connect(
        lambda one, prefix: choose_folder(context, one, prefix)
    )
    panel.totals.findings_requested.connect(lambda: set_check.check_set(context))
    panel.chosen_changed.connect(refresh_actions)


# Open


def open_folder(context: Context) -> None:
    """Show the sitemaps of a folder."""
    folder = context.interaction.ask_folder(_("Open a folder of sitemaps"), context.last_folder)
    if folder is not None:
        context.workspace.open_paths([folder])


def close_set(context: Context, one: OpenSet) -> None:
    """Close a folder with all that is open of it, asking what becomes of changes."""
    closing.close_all(context, one.sessions, lambda: context.workspace.close_set(one))


def refresh(context: Context) -> None:
    """Look for the files of the set again."""
    one = chosen_set(context)
    if one is not None:
        one.refresh()


def do_link(context: Context, what: str) -> None:
    """Do what the link of the chosen line says."""
    done = {"add": add_to_index, "flatten": flatten, "folder": ask_for_folder}.get(what)
    if done is not None:
        done(context)


def entry_row(context: Context) -> tuple[OpenSet, Row] | None:
    """The file that the current entry of an index or robots.txt names, when it can be opened."""
    session = context.session
    if session is None or session.doc.kind is not Kind.SITEMAPINDEX or session.current is None:
        return None
    one = context.workspace.set_of(session)
    address = session.doc.value_of(session.current, "loc")
    row = one.row_named(address) if one is not None and address else None
    return (one, row) if one is not None and row is not None and row.is_there else None


def can_open_entry(context: Context) -> bool:
    """Possible on an entry whose sitemap is there."""
    return entry_row(context) is not None


def open_entry(context: Context) -> None:
    """Show the sitemap that an entry of an index names."""
    found = entry_row(context)
    if found is not None:
        found[0].open(found[1])


# Where the files are


def ask_for_folder(context: Context) -> None:
    """Ask in the panel which folder holds the sitemaps."""
    one = chosen_set(context)
    if one is not None:
        one.ask_for_folder()


def can_have_folder(context: Context) -> bool:
    """Possible for a set of addresses, which a folder has none of."""
    one = chosen_set(context)
    return one is not None and one.root is not None


def choose_folder(context: Context, one: OpenSet, prefix: str) -> None:
    """Let people choose the folder that is published at ``prefix``, and look there."""
    folder = context.interaction.ask_folder(
        _("Folder published at {address}").format(address=prefix), folder_of(one)
    )
    if folder is None:
        return
    found = _best_mapping(one, prefix, folder)
    if found is None:
        said = _("None of the sitemaps that {name} names is in this folder.")
        advice = _("Choose the folder that holds them, or change the public address above.")
        context.interaction.report_error(
            said.format(name=one.name), title=_("Nothing was found"), details=advice
        )
        return
    one.set_mapping(found)


def _best_mapping(one: OpenSet, prefix: str, folder: Path) -> Mapping | None:
    """The mapping of a folder under which most files are there; None when none is."""
    from sitemap_editor.gui.sets.prefixes import wider
    from sitemap_editor.operations.sets import Mapping
    from sitemap_editor.protocol.errors import SitemapError

    addresses = [row.member.address for row in one.rows if row.member.address][:MOST_TRIED]
    best: tuple[int, Mapping | None] = (0, None)
    for address in wider(prefix):
        try:
            mapping = Mapping.of(address, folder)
        except SitemapError:
            continue
        paths = map(mapping.file_of, addresses)
        count = sum(path is not None and path.is_file() for path in paths)
        if count > best[0]:
            best = count, mapping
    return best[1]


# What an index names


def can_add(context: Context) -> bool:
    """Possible for a file that the index does not name."""
    found = chosen(context)
    return found is not None and not found[1].belongs and found[0].can_name(found[1])


def add_text(context: Context) -> str:
    """Where a file is to be named."""
    one = chosen_set(context)
    is_robots = one is not None and one.is_robots
    return _("Add to robots.txt") if is_robots else _("Add to the index")


def add_to_index(context: Context) -> None:
    """Name a file in the index."""
    found = chosen(context)
    index = listing_of(found[0]) if found is not None else None
    if found is None or index is None or context.is_busy(index):
        return
    _name(index, found[1].member.address, found[1].newest, found[1].member.name)


def _name(index: Session, address: str, date: str, name: str) -> None:
    from sitemap_editor.operations.listing import name_children

    label = _("Add {name} to {index}").format(name=name, index=index.name)
    index.edit(name_children(index.doc, [(address, date)]), label)


def can_flatten(context: Context) -> bool:
    """Possible for an index within an index."""
    found = chosen(context)
    return found is not None and found[0].is_nested(found[1])


def flatten(context: Context) -> None:
    """Put what an inner index names in its place; its file stays."""
    found = chosen(context)
    index = listing_of(*found) if found is not None else None
    if found is None or index is None or context.is_busy(index):
        return
    row = found[1]
    opened = row.session.doc if row.session is not None else None

    def read(progress: Progress) -> list[tuple[str, str]]:
        from sitemap_editor.document.opening import open_document

        assert row.path is not None
        doc = opened or open_document(row.path, progress=progress)
        values = zip(doc.values_of(doc.ids, "loc"), doc.values_of(doc.ids, "lastmod"), strict=True)
        return [(loc.strip(), (date or "").strip()) for loc, date in values if loc]

    def done(children: list[tuple[str, str]]) -> None:
        from sitemap_editor.operations.listing import flatten as edit_of

        label = _("Put what {name} names in its place").format(name=row.member.name)
        index.edit(edit_of(index.doc, row.member.address, children), label)

    label = _("Reading {name}").format(name=row.member.name)
    index.read(read, done, context.report, label)


def follows_dates(context: Context) -> bool:
    """Whether the dates in the index follow its sitemaps."""
    one = chosen_set(context)
    return one is not None and one.follows_dates


def has_index(context: Context) -> bool:
    """Possible while a set with an index is looked at."""
    one = chosen_set(context)
    index = listing_of(one) if one is not None else None
    return index is not None and index.doc.kind is Kind.SITEMAPINDEX


def toggle_dates(context: Context) -> None:
    """Let the dates in the index follow its sitemaps when they are saved, or not."""
    one = chosen_set(context)
    if one is not None:
        one.follow_dates(not one.follows_dates)


# Files that come, go and change their name


def new_child(context: Context) -> None:
    """Write a new sitemap, name it in the index, and show it."""
    one = chosen_set(context)
    if one is None:
        return
    index = listing_of(one)
    if index is not None and context.is_busy(index):
        return
    name: str | None = context.interaction.ask_form(
        "text",
        question=_(
            "The file is written at once, without entries. Undo takes back the index entry alone."
        ),
        title=_("New sitemap in {name}").format(name=one.name),
        text=suggestion(one.folder, [row.member.name for row in one.rows]),
        verb=_("Write the file"),
    )
    if name is None or _is_refused(context, one.folder, name):
        return
    path = one.folder / name

    def written() -> None:
        address = one.address_for(path)
        if index is not None and address:
            _name(index, address, "", name)
        one.refresh()
        context.workspace.open_paths([path])

    set_files.write_new(context, path, written)


def _is_refused(context: Context, folder: Path, name: str, old: str = "") -> bool:
    problem = problem_with(folder, name, old)
    if problem:
        context.interaction.report_error(problem)
    return bool(problem)


def can_rename(context: Context) -> bool:
    """Possible for a file that is there, when the index that names it is open."""
    found = chosen(context)
    return found is not None and found[1].is_there and not why_not_change(*found)


def can_remove(context: Context) -> bool:
    """Possible for a file that is there or named, when the index that names it is open."""
    found = chosen(context)
    return found is not None and not why_not_change(*found)


def why_not_change(one: OpenSet, row: Row) -> str:
    """Why a file cannot be renamed or removed; empty when it can."""
    if row.member.index is None or not row.belongs:
        return ""
    if listing_of(one, row) is None:
        return _("The index that names it is not open.")
    return ""


def rename_child(context: Context) -> None:
    """Give a file another name, and its entry in the index the address of that."""
    found = chosen(context)
    if found is None or found[1].path is None:
        return
    (one, row), path = found, found[1].path
    index = listing_of(one, row) if row.member.address else None
    busy = [session for session in (index, row.session) if session is not None]
    if context.is_busy(*busy) or not context.commit():
        return
    name: str | None = context.interaction.ask_form(
        "text",
        question=_("The file is renamed at once. Undo takes back the index entry alone."),
        title=_("Rename {name}").format(name=path.name),
        text=path.name,
        verb=_("Rename"),
    )
    if name is None or name == path.name or _is_refused(context, path.parent, name, path.name):
        return
    if set_files.rename(context, row, path.with_name(name)) and index is not None:
        _readdress(index, row, path.name, name)
    one.refresh()


def _readdress(index: Session, row: Row, old: str, name: str) -> None:
    from sitemap_editor.operations.listing import rename_child as edit_of
    from sitemap_editor.operations.listing import renamed_address

    # A file may stand unpacked where the address is that of the packed one.
    is_packed = row.member.address.lower().endswith(".gz") and not old.lower().endswith(".gz")
    address = renamed_address(row.member.address, f"{name}.gz" if is_packed else name)
    label = _("Rename {name} in {index}").format(name=old, index=index.name)
    index.edit(edit_of(index.doc, row.member.address, address), label)


def remove_child(context: Context) -> None:
    """Take a file out of the index, and delete it when that is wished."""
    found = chosen(context)
    if found is None:
        return
    one, row = found
    index = listing_of(one, row) if row.belongs and row.member.address else None
    if index is not None and context.is_busy(index):
        return
    answer = set_files.ask_removal(context, row, index.name if index is not None else "")
    if answer == set_files.CANCEL:
        return

    def gone() -> None:
        if index is not None:
            _unname(index, row)
        one.refresh()

    if answer == set_files.DELETE:
        set_files.delete(context, row, gone)
    else:
        gone()


def _unname(index: Session, row: Row) -> None:
    from sitemap_editor.operations.listing import unname_child

    label = _("Take {name} out of {index}").format(name=row.member.name, index=index.name)
    index.edit(unname_child(index.doc, row.member.address), label)
