"""``convert IN -o OUT``: write a document in the format that the suffix of OUT names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.formats import Target, leaves_out, own_format, target_of, write
from sitemap_editor.formats.robots import ADDRESS, ROBOTS_LINES
from sitemap_editor.formats.text import count_left_out
from sitemap_editor.formats.xml import XML
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import N_, _, format_number, ngettext

from . import lists, outputs
from .inputs import path_of, read_or_say, tell_repairs
from .lists import Filter, Map, Preset, RejectsFile
from .options import (
    BaseUrl,
    Config,
    Force,
    Language,
    MaxInflated,
    Out,
    bytes_of,
    check_base_url,
    require_out,
)
from .terminal import complain, progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sitemap_editor.document.document import Document
    from sitemap_editor.support.jobs import Progress


def convert(
    file: Annotated[
        str, typer.Argument(metavar="IN", help=N_("File to read; - is standard input."))
    ],
    out: Out = None,
    language: Language = None,
    force: Force = False,
    config: Config = None,
    max_inflated: MaxInflated = None,
    base_url: BaseUrl = None,
    columns: Map = None,
    preset: Preset = None,
    filters: Filter = None,
    rejects: RejectsFile = None,
) -> int:
    """Read IN, write OUT; return the exit code."""
    name = require_out(out)
    cap = bytes_of(max_inflated)
    check_base_url(base_url)
    for path in (name, rejects):
        outputs.require_free(path, force=force)
    _target_for(name, Kind.URLSET)  # an unknown suffix is said before the work
    wish = lists.wish_from(columns, preset, filters, base_url)
    is_list = lists.is_list(file) or bool(columns or preset or filters)
    with progress(_("Opening {name}").format(name=file)) as shown:
        data = read_or_say(file, shown)
        doc = None if is_list else _opened(data, file, name, cap, shown)
        if doc is None:
            tables = lists.tables_of(data, file, cap, shown)
            doc = lists.document_of(
                tables, wish, shown, rejects=rejects, force=force, as_it_is=not is_list
            )
    tell_repairs(doc, file)
    target = _target_for(name, doc.kind)
    chunks = write(doc, target, {ADDRESS.key: base_url or ""})
    with progress(_("Writing {name}").format(name=name)) as shown:
        outputs.write(name, _ticking(chunks, shown), force=force)
    if leaves_out(doc, target):
        _tell_left_out(count_left_out(doc))
    return 0


def _opened(data: bytes, file: str, out: str, cap: int | None, shown: Progress) -> Document | None:
    """The document in a file; None for what has to be read as a list to become OUT."""
    try:
        doc = open_bytes(data, path_of(file), max_inflated=cap, progress=shown)
    except SitemapError as error:
        if error.code == "format-unsupported" and lists.holds_table(data, file, cap, shown):
            return None
        raise
    return doc if doc.kind.is_xml or _stays(doc.kind, out) else None


def _stays(kind: Kind, out: str) -> bool:
    """Whether a document is written as it is: in its own format, or as a line about it."""
    if kind is Kind.ROBOTS:  # nothing but a sitemap is made of it, of its Sitemap lines
        return _target_for(out, Kind.URLSET).format is not XML
    return _target_for(out, kind).format in (own_format(kind), ROBOTS_LINES)


def _ticking(chunks: Iterable[bytes | memoryview], shown: Progress) -> Iterator[bytes | memoryview]:
    for chunk in chunks:
        shown.tick()
        yield chunk


def _target_for(name: str, kind: Kind) -> Target:
    """What a name asks for; standard output, which has no suffix, is XML."""
    return Target(XML) if outputs.is_standard(name) else target_of(name, kind)


def _tell_left_out(count: int) -> None:
    if count:
        said = ngettext(
            "{n} entry without an address was left out.",
            "{n} entries without an address were left out.",
            count,
        )
        complain(said.format(n=format_number(count)))
