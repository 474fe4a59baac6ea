"""Rows of the core: open, memory, check, save, bulk edit, sort and filter."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from .files import FOLDER, file_of
from .measure import NotAvailable, Result, Sizes, medians, memory_of_process, seconds
from .peers import bare_expat, copy_with_fsync, lxml_tuples

EDITS = 1_000


def _scanner():
    """Give the scanner with all its modules loaded."""
    from sitemap_editor.markup.scan import scan

    scan(file_of("plain", 10).read_bytes())
    scan(file_of("plain", 10).read_bytes(), careful=True)
    return scan


def open_big(sizes: Sizes) -> Iterator[Result]:
    """Open the big files: plain, and with a comment and a CDATA an entry."""
    scan = _scanner()
    for kind, said in (("plain", "plain"), ("marked", "comment + CDATA")):
        text = file_of(kind, sizes.big).read_bytes()
        ours, bare = medians(sizes.repeats, partial(scan, text), partial(bare_expat, text))
        yield Result(f"open {sizes.big:,} {said}", ours, "s", bare, "bare expat", 2.2)


def open_lxml(sizes: Sizes) -> Iterator[Result]:
    """Open the big plain file, beside lxml and a list of tuples."""
    scan = _scanner()
    text = file_of("plain", sizes.big).read_bytes()
    ours, usual = medians(sizes.repeats, partial(scan, text), partial(lxml_tuples, text))
    yield Result(f"open {sizes.big:,} plain", ours, "s", usual, "lxml + tuples", 0.6)


def open_usual(sizes: Sizes) -> Iterator[Result]:
    """Open files of the usual size, by both ways."""
    scan = _scanner()
    for kind in ("plain", "marked", "rich"):
        text = file_of(kind, sizes.usual).read_bytes()
        ways = (partial(scan, text), partial(scan, text, careful=True), partial(bare_expat, text))
        fast, careful, bare = medians(max(5, sizes.repeats), *ways)
        yield Result(f"open {sizes.usual:,} {kind}", fast, "s", bare, "bare expat", 2.5)
        said = f"open {sizes.usual:,} {kind}, careful"
        yield Result(said, careful, "s", bare, "bare expat", 5.5)


def memory(sizes: Sizes) -> Iterator[Result]:
    """Open, check and sort the big plain file, and weigh the process."""
    from sitemap_editor import open_document
    from sitemap_editor.document.views import sort_ids
    from sitemap_editor.rules.check import Checker

    path = file_of("plain", sizes.big)
    size = path.stat().st_size / 1e6
    _warm_up()
    empty = memory_of_process("VmRSS")

    def above(name: str) -> float:
        return (memory_of_process(name) - empty) / 1e6

    doc = open_document(path)
    said = f"memory, open {sizes.big:,}"
    yield Result(f"{said}: peak", above("VmHWM"), "MB", size, "the file", 1.9)
    checker = Checker(doc)
    checker.run()
    order = sort_ids(doc, doc.ids, "loc")
    said = f"memory, and check, sort, duplicates {len(order):,}"
    yield Result(f"{said}: after", above("VmRSS"), "MB", size, "the file", 2.8)
    yield Result(f"{said}: peak", above("VmHWM"), "MB", size, "the file")


def _warm_up() -> None:
    """Load what the program always has loaded, so that it is not counted."""
    from sitemap_editor import open_document
    from sitemap_editor.document.views import sort_ids
    from sitemap_editor.rules.check import Checker

    doc = open_document(file_of("plain", 10))
    Checker(doc).run()
    sort_ids(doc, doc.ids, "loc")


def check(sizes: Sizes) -> Iterator[Result]:
    """Check big files with all rules of the default profiles: clean, flawed, with extensions."""
    for kind, said, limit in (
        ("plain", f"check {sizes.big:,}", 4.0),
        ("flawed", f"check {sizes.big:,}, each third flawed", 12.0),
    ):
        yield _check(file_of(kind, sizes.big).read_bytes(), said, limit, sizes.repeats)
    rich = file_of("rich", sizes.usual).read_bytes()
    yield _check(rich, f"check {sizes.usual:,} with links and images", 6.0, sizes.repeats)


def follow(sizes: Sizes) -> Iterator[Result]:
    """Bring findings up to date after an edit: those of the entry, then all others."""
    from sitemap_editor import open_bytes
    from sitemap_editor.rules.check import Checker

    for kind in ("plain", "flawed", "rich"):
        doc = open_bytes(file_of(kind, sizes.usual).read_bytes())
        checker = Checker(doc)
        checker.run()
        at_once, later = [], []
        doc.observers.append(_Follower(lambda change, c=checker: c.update(change), at_once))
        for number in range(EDITS // 5):
            other = doc.value((number * 7_919) % len(doc), "loc")
            doc.set_value(number * 13 % len(doc), "loc", other if number % 2 else f"{other}x")
            if number % 20 == 0:
                later.append(1_000 * seconds(checker.refresh))
        said = f"{sizes.usual:,} {kind}, after an edit"
        at_once.sort()
        yield Result(f"{said}: its entry, p95", at_once[int(0.95 * len(at_once))], "ms", limit=16)
        yield Result(f"{said}: the rest", sorted(later)[len(later) // 2], "ms", limit=350)


class _Follower:
    """Keeps a checker up to date, and how long that took."""

    def __init__(self, update: Callable[[Any], Any], taken: list[float]) -> None:
        self._update = update
        self._taken = taken

    def about_to_change(self, _change: Any) -> None:
        """Nothing to do."""

    def changed(self, change: Any) -> None:
        self._taken.append(1_000 * seconds(lambda: self._update(change)))


def _check(text: bytes, said: str, limit: float, repeats: int) -> Result:
    from sitemap_editor import open_bytes
    from sitemap_editor.rules.check import Checker

    ours, bare = [], []
    for _ in range(repeats):
        checker = Checker(open_bytes(text))
        ours.append(seconds(checker.run))
        bare.append(seconds(partial(bare_expat, text)))
    middle = repeats // 2
    return Result(said, sorted(ours)[middle], "s", sorted(bare)[middle], "bare expat", limit)


def save(sizes: Sizes) -> Iterator[Result]:
    """Save the big plain file as it is, and with a thousand edits."""
    from sitemap_editor import open_document

    source = file_of("plain", sizes.big)
    with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
        out, copy = Path(folder, "out.xml"), Path(folder, "copy.xml")
        doc = open_document(source)
        copying = partial(copy_with_fsync, source, copy)
        ours, disk = medians(sizes.repeats, lambda: doc.save(out), copying)
        if out.read_bytes() != source.read_bytes():
            raise NotAvailable("saved unchanged, but other bytes")
        said = f"save {sizes.big:,}"
        yield Result(f"{said} unchanged", ours, "s", disk, "copy + fsync", 1.5)
        edited = _edit_some(doc, sizes.big)
        ours, disk = medians(sizes.repeats, lambda: doc.save(out), copying)
        _insist_on_untouched(source, out, edited)
        yield Result(f"{said}, {len(edited):,} edits", ours, "s", disk, "copy + fsync", 1.5)


def _edit_some(doc, count: int) -> set[int]:
    positions = set(range(0, count, max(1, count // EDITS)))
    for position in positions:
        doc.set_value(position, "lastmod", "2018-01-01")
    return positions


def _insist_on_untouched(before: Path, after: Path, edited: set[int]) -> None:
    from sitemap_editor import open_document

    old, new = open_document(before), open_document(after)
    changed = {
        position
        for position, (a, b) in enumerate(zip(old.ids, new.ids, strict=True))
        if old.raw(a) != new.raw(b)
    }
    if changed != edited:
        raise NotAvailable(f"{len(changed ^ edited)} entries differ that should not")


def bulk(sizes: Sizes) -> Iterator[Result]:
    """Set one field in all entries, and take it back."""
    from sitemap_editor import open_document
    from sitemap_editor.document import editing

    doc = open_document(file_of("plain", sizes.big))
    setting, undoing = [], []
    for value in ("always", "hourly", "never")[: max(1, sizes.repeats)]:

        def set_all(value: str = value) -> None:
            doc.edit(editing.set_field(doc, doc.ids, "changefreq", value), "set")

        setting.append(seconds(set_all))
        undoing.append(seconds(doc.undo))
    middle = len(setting) // 2
    said = f"{sizes.big:,} entries"
    yield Result(f"set a field in {said}", sorted(setting)[middle], "s", limit=1.0)
    yield Result("  undo it", sorted(undoing)[middle], "s", limit=0.3)


def sort_and_filter(sizes: Sizes) -> Iterator[Result]:
    """Sort by loc, cold and again; filter by a piece of text."""
    from sitemap_editor import open_document
    from sitemap_editor.document.views import Filter, filter_ids, sort_ids

    cold, again, filtering = [], [], []
    for _ in range(sizes.repeats):
        doc = open_document(file_of("plain", sizes.big))
        cold.append(seconds(partial(sort_ids, doc, doc.ids, "loc")))
        again.append(seconds(partial(sort_ids, doc, doc.ids, "loc", descending=True)))
        filtering.append(seconds(partial(filter_ids, doc, Filter(text="cast-iron-kettle"))))
    middle = sizes.repeats // 2
    yield Result(f"sort {sizes.big:,} by loc, cold", sorted(cold)[middle], "s", limit=1.6)
    yield Result("  again", sorted(again)[middle], "s", limit=0.8)
    yield Result(f"filter {sizes.big:,} by text", sorted(filtering)[middle], "s", limit=0.3)
