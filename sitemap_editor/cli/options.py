"""The options, each declared once for all the verbs that have it, and what their values mean."""

from __future__ import annotations

import urllib.parse
from collections.abc import Callable, Collection
from pathlib import PurePath
from typing import Annotated, Any

import typer
import typer.main

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.profiles import PROFILES
from sitemap_editor.support.i18n import LANGUAGES, N_, _

Language = Annotated[
    str | None,
    typer.Option("--language", metavar="|".join(LANGUAGES), help=N_("Language of texts.")),
]
Force = Annotated[bool, typer.Option("--force", help=N_("Replace OUT when it exists."))]
Config = Annotated[
    str | None,
    typer.Option("--config", metavar="FILE", help=N_("Defaults for these options, in TOML.")),
]
MaxInflated = Annotated[
    str | None,
    typer.Option(
        "--max-inflated",
        metavar="BYTES",
        help=N_("Stop inflating a gzip file after so many bytes."),
    ),
]
Profile = Annotated[
    str | None,
    typer.Option("--profile", metavar="NAME,…", help=N_("Whose rules count.")),
]
BaseUrl = Annotated[
    str | None,
    typer.Option(
        "--base-url",
        metavar="URL",
        help=N_("Public address of the file, or of its folder when it ends in /."),
    ),
]
Out = Annotated[
    str | None,
    typer.Option("--output", "-o", metavar="OUT", help=N_("File to write; - is standard output.")),
]
FORMATS = ("text", "json")
ReportFormat = Annotated[
    str, typer.Option("--format", metavar="|".join(FORMATS), help=N_("Form of the report."))
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help=N_("Say what would be done, and write nothing."))
]
ASK = ("skip", "accept")
"""What ``--ask`` can be; what it is about, each verb says itself."""


def command_of(function: Callable[..., int], summary: str) -> Any:
    """Make the command of a verb, its help in the language spoken now.

    It is a click Command, which typer does not export.
    """
    app = typer.Typer(add_completion=False)
    app.command(help=summary)(function)
    command: Any = typer.main.get_command(app)
    for parameter in command.params:
        said = getattr(parameter, "help", None)
        if said:
            parameter.help = _(said)
        _hide_type(parameter)
    own = command.get_help_option(command.context_class(command))
    own.help = _("Show this message and exit.")
    _hide_type(own)
    return command


def _hide_type(parameter: Any) -> None:
    """Leave out <bool> and <str>, which typer prints in the help where nobody has to give them."""
    if parameter.param_type_name == "argument":
        parameter.display_type_rich = lambda ctx: ""
    elif parameter.metavar is None:
        parameter.metavar = ""


def option_names(command: Any) -> dict[str, str]:
    """Parameter by long name of option, without the dashes, as a settings file writes it."""
    return {
        word.removeprefix("--"): parameter.name
        for parameter in command.params
        for word in parameter.opts
        if word.startswith("--")
    }


def one_of(option: str, value: str, choices: Collection[str]) -> str:
    """``value`` when it is one of the choices; else SitemapError, in words."""
    if value in choices:
        return value
    said = _("{option} cannot be {value}; there are: {choices}.")
    raise SitemapError(said.format(option=option, value=value, choices=", ".join(choices)))


def listed(value: str) -> list[str]:
    """The words of a list with commas."""
    return [word.strip() for word in value.split(",") if word.strip()]


def profiles_of(value: str | None) -> tuple[str, ...] | None:
    """The profiles of ``--profile``; None when it is not given."""
    if value is None:
        return None
    names = listed(value)
    for name in names or [value]:
        one_of("--profile", name, PROFILES)
    return tuple(names)


def bytes_of(value: str | None) -> int | None:
    """The number of ``--max-inflated``; SitemapError when it is none."""
    if value is None:
        return None
    if not value.isdecimal() or not int(value):
        said = _("--max-inflated {value} is no number of bytes; write one like {example}.")
        raise SitemapError(said.format(value=value, example="1000000000"))
    return int(value)


def require_out(name: str | None) -> str:
    """The value of ``-o``; SitemapError when it is missing."""
    if name is None:
        raise SitemapError(_("Say where to write with -o OUT; - is standard output."))
    return name


def check_base_url(value: str | None) -> None:
    """Raise SitemapError when ``--base-url`` is no address a sitemap could have."""
    if value is None:
        return
    try:
        parts = urllib.parse.urlsplit(value)
        is_usable = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_usable = False
    if not is_usable:
        said = _("--base-url {value} is no address; write one like {example}.")
        raise SitemapError(said.format(value=value, example="https://www.example.com/sitemap.xml"))


def address_of(base_url: str | None, file: str) -> str | None:
    """The public address of one file: a base that ends in ``/`` is its folder."""
    if base_url is None or not base_url.endswith("/"):
        return base_url
    name = PurePath(file).name if file != "-" else ""
    return base_url + urllib.parse.quote(name)
