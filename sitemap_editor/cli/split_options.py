"""The options that only ``split`` has, and what their values mean."""

from __future__ import annotations

import re
from typing import Annotated, Any

import typer

from sitemap_editor.markup.encoding import decode_source
from sitemap_editor.operations.splitting import BY
from sitemap_editor.operations.splitting.patterns import Pattern, read_patterns
from sitemap_editor.operations.splitting.wishes import ASSIGN, LASTMOD
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import N_, _

from .inputs import path_of, read_or_say

BY_WORDS = "size|section[:N]|host|language|year|month|pattern:FILE"
_SECTION = re.compile(r"section(?::(\d{1,2}))?")
_SIZE = re.compile(r"(\d+)(?:\s?(KB|MB))?", re.IGNORECASE)
_UNITS = {"": 1, "KB": 1024, "MB": 1024 * 1024}
_PERCENT = re.compile(r"(\d{1,2}(?:\.\d+)?)\s?%?")


def _named(value: str | None) -> str | None:
    """A folder that is named; raises SitemapError for the empty word an unset variable leaves."""
    if value == "":
        raise SitemapError(_("{name} is missing.").format(name="--out-dir DIR"))
    return value


OutDir = Annotated[
    str | None,
    typer.Option("--out-dir", metavar="DIR", help=N_("Folder for the files."), callback=_named),
]
FolderUrl = Annotated[
    str | None,
    typer.Option("--base-url", metavar="URL", help=N_("Public address of that folder.")),
]
By = Annotated[
    str,
    typer.Option(
        "--by", metavar=BY_WORDS, help=N_("What is put together; size alone fills files.")
    ),
]
MaxUrls = Annotated[
    int | None, typer.Option("--max-urls", metavar="N", help=N_("Entries a file may have."))
]
MaxBytes = Annotated[
    str | None,
    typer.Option("--max-bytes", metavar="N", help=N_("Bytes a file may have before compression.")),
]
Headroom = Annotated[
    str,
    typer.Option("--headroom", metavar="N%", help=N_("Share of both to be left free.")),
]
Name = Annotated[
    str | None,
    typer.Option(
        "--name",
        metavar="TEMPLATE",
        help=N_("Names of the files, with {base}, {section}, {n} or {n:03} in them."),
    ),
]
IndexName = Annotated[
    str | None, typer.Option("--index-name", metavar="NAME", help=N_("Name of the index."))
]
Assign = Annotated[
    str,
    typer.Option(
        "--assign",
        metavar="|".join(ASSIGN),
        help=N_("Fill one file after the other, or give entries to files by their address."),
    ),
]
Lastmod = Annotated[
    str,
    typer.Option(
        "--lastmod", metavar="|".join(LASTMOD), help=N_("Dates of the files in the index.")
    ),
]
Gzip = Annotated[bool, typer.Option("--gzip", help=N_("Compress the files."))]
Robots = Annotated[
    str | None,
    typer.Option(
        "--robots", metavar="FILE", help=N_("robots.txt that gets a line with the index.")
    ),
]
RemoveOld = Annotated[
    bool,
    typer.Option(
        "--remove-old",
        help=N_("Remove files that only the index of an earlier split names."),
    ),
]
SkipUnreadable = Annotated[
    bool,
    typer.Option(
        "--skip-unreadable",
        help=N_("Leave out files of the set that are missing or cannot be read."),
    ),
]
ForceAll = Annotated[bool, typer.Option("--force", help=N_("Replace files that exist already."))]


def by_of(text: str) -> dict[str, Any]:
    """What ``--by`` says, as fields of a wish."""
    section = _SECTION.fullmatch(text)
    if section is not None and section[1] != "0":
        return {"by": "section", "depth": int(section[1] or 1)}
    kind, _colon, file = text.partition(":")
    if kind == "pattern" and file:
        return {"by": "pattern", "patterns": _patterns_in(file)}
    plain = [one for one in BY if one not in ("section", "pattern")]
    if text in plain:
        return {"by": text}
    said = _("{option} cannot be {value}; there are: {choices}.")
    choices = BY_WORDS.replace("|", ", ")
    raise SitemapError(said.format(option="--by", value=text, choices=choices))


def _patterns_in(name: str) -> tuple[Pattern, ...]:
    """The patterns in a file, whatever its encoding."""
    try:
        return read_patterns(decode_source(read_or_say(name)).text.decode())
    except SitemapError as error:
        raise error.at(path_of(name)) from error.__cause__


def size_of(text: str | None) -> int | None:
    """The bytes of ``--max-bytes``; SitemapError when it is no number of them."""
    if text is None:
        return None
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        said = _("--max-bytes {value} is no number of bytes; write one like {example}.")
        raise SitemapError(said.format(value=text, example="10000000"))
    return int(found[1]) * _UNITS[(found[2] or "").upper()]


def percent_of(text: str) -> float:
    """The share of ``--headroom``, in percent; SitemapError when it is none."""
    found = _PERCENT.fullmatch(text.strip())
    if found is None:
        said = _("--headroom {value} is no share; write one like {example}.")
        raise SitemapError(said.format(value=text, example="10%"))
    return float(found[1])
