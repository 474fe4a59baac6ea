"""Rows of split: writing the files, and looking at them again."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from .files import FOLDER, file_of
from .measure import Result, Sizes, medians, seconds
from .peers import bare_expat, copy_with_fsync


def split(sizes: Sizes) -> Iterator[Result]:
    """Split the big plain file into twenty and an index, and open them again."""
    from sitemap_editor import open_document
    from sitemap_editor.operations.splitting import Wish, plan
    from sitemap_editor.operations.splitting.writing import check_written, new_files
    from sitemap_editor.support.file_sets import Written, write_set

    source = file_of("plain", sizes.big)
    doc = open_document(source)
    wish = Wish("https://www.example.com/", max_entries=max(1, sizes.big // 20))
    made = plan(doc, wish)
    with tempfile.TemporaryDirectory(dir=FOLDER) as name:
        folder = Path(name)
        files, kept = new_files(made, folder), list[Written]()
        copying = partial(copy_with_fsync, source, folder / "copy.xml")
        writing = partial(write_set, folder, files, check=lambda done, _p: kept.__init__(done))
        ours, disk = medians(sizes.repeats, writing, copying)
        said = f"split {sizes.big:,}"
        yield Result(f"{said} into {len(made.parts)}: write", ours, "s", disk, "copy + fsync", 3)
        placed = [Written(one.file, one.file.target, one.size, one.checksum) for one in kept]
        looking = partial(check_written, made, placed)
        ours, bare = medians(sizes.repeats, looking, partial(bare_expat, source.read_bytes()))
        yield Result("  open them again", ours, "s", bare, "bare expat", 2)
        for by in ("size", "section"):
            work = partial(plan, doc, Wish("https://www.example.com/", by=by))
            yield Result(f"  work it out by {by}", seconds(work), "s")
        packed = new_files(plan(doc, Wish("https://www.example.com/", gzip=True)), folder)
        alone = seconds(partial(write_set, folder, packed))
        yield Result(
            "  gzip",
            seconds(partial(write_set, folder, packed, workers=2)),
            "s",
            alone,
            "one core",
        )
