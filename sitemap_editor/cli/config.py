"""``--config FILE``: defaults for the options, in TOML.

A key at the top is the name of an option of any verb (``base-url = "https://…"``), a table named
like a verb holds what counts for that verb only (``[check]``). What stands on the command line
wins. Other tables belong to other parts of the program.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _

SHARED = ("profile", "base-url", "format", "fail-on", "ask", "max-inflated", "force")
"""What may stand at the top, for every verb that has it."""


def defaults_from(name: str | None, verb: str, options: Mapping[str, str]) -> dict[str, object]:
    """The defaults a file sets for a verb, by parameter; SitemapError when it cannot be read.

    ``options`` has the verb's parameters by the long names of their options, without dashes.
    """
    if name is None:
        return {}
    settings = _read(name)
    own = settings.get(verb, {})
    common = {key: value for key, value in settings.items() if not isinstance(value, dict)}
    known = {key for key in options if key not in ("config", "language")}
    unknown = [key for key in common if key not in SHARED]
    unknown += [f"{verb}.{key}" for key in own if key not in known] if isinstance(own, dict) else []
    if unknown or not isinstance(own, dict):
        reason = _("There is no setting {name}.").format(name=unknown[0] if unknown else verb)
        raise SitemapError(reason, path=name)
    merged = {**common, **own}
    return {options[key]: _plain(value) for key, value in merged.items() if key in known}


def _read(name: str) -> dict[str, object]:
    try:
        return tomllib.loads(Path(name).read_text("utf-8"))
    except OSError as error:
        reason = _("The settings cannot be read: {reason}.").format(reason=error.strerror)
        raise SitemapError(reason, path=name) from error
    except ValueError as error:
        reason = _("The settings are not valid TOML: {reason}.").format(reason=error)
        raise SitemapError(reason, path=name) from error


def _plain(value: object) -> object:
    return ",".join(map(str, value)) if isinstance(value, list) else value
