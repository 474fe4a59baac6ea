"""Changes to the text of ``sitemap-editor.toml``: comments and layout of people stay."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _

from .policy import House, Ignore, Scope
from .policy_file import is_named, read_policy
from .policy_places import line_of_error

if TYPE_CHECKING:
    from tomlkit import TOMLDocument


def with_ignore(text: str, one: Ignore, file: str | None) -> str:
    """Have this ignored, in one file or (None) in all."""
    import tomlkit

    wanted = {"rule": one.code, "file": file, "loc": one.loc}
    entry = {key: value for key, value in wanted.items() if value is not None}
    document = _parsed(text)
    entries = document.get("ignore")
    if entries is None:
        entries = tomlkit.aot()
        document["ignore"] = entries
    if not isinstance(entries, list):
        raise _not_as_expected("ignore")
    if any(_plain(known) == entry for known in entries):
        return text
    table = tomlkit.table() if isinstance(entries, tomlkit.items.AoT) else tomlkit.inline_table()
    table.update(entry)
    entries.append(table)
    return document.as_string()


def without_ignore(text: str, code: str, file: str | None, loc: str | None) -> str:
    """Let nothing ignore a rule in this file, or its finding about an address."""
    document = _parsed(text)
    entries = document.get("ignore")
    if not isinstance(entries, list):
        return text
    places = [n for n, entry in enumerate(entries) if _is_about(entry, code, file, loc)]
    if not places:
        return text
    if len(places) == len(entries):
        del document["ignore"]
    else:
        for number in reversed(places):
            del entries[number]
    return document.as_string()


def _is_about(entry: Any, code: str, file: str | None, loc: str | None) -> bool:
    """Whether this lets a rule be ignored in this file, or its finding about an address."""
    return (
        isinstance(entry, MutableMapping)
        and entry.get("rule") == code
        and ("file" not in entry or is_named(file, str(entry["file"])))
        and entry.get("loc") in (None, loc)
    )


def with_severities(text: str, words: Mapping[str, str | None]) -> str:
    """Give rules a severity, "off", or (None) the usual one again."""
    return _with_values(text, "severity", words)


def with_house(text: str, house: House) -> str:
    """Have these house rules and no others.

    What is already so stays as it is written, with what in it cannot be read.
    """
    before = read_policy(text, None, "", Scope.USER)[0].house
    values: dict[str, object] = {}
    for known in fields(House):
        value = getattr(house, known.name)
        if value != getattr(before, known.name):
            values[known.name] = (list(value) or None) if isinstance(value, tuple) else value
    return _with_values(text, "house", values)


def _with_values(text: str, name: str, values: Mapping[str, object]) -> str:
    """Set keys of a table; None takes one away, and the table when nothing is left in it."""
    import tomlkit

    document = _parsed(text)
    table = document.get(name, tomlkit.table())
    if not isinstance(table, MutableMapping):
        raise _not_as_expected(name)
    changed = {key: value for key, value in values.items() if _plain(table.get(key)) != value}
    if not changed:
        return text
    if name not in document:
        document[name] = table
        table = document[name]
    for key, value in changed.items():
        if value is None:
            del table[key]
        else:
            table[key] = value
    if not table:
        del document[name]
    return document.as_string()


def _plain(item: Any) -> Any:
    return item.unwrap() if hasattr(item, "unwrap") else item


def _parsed(text: str) -> TOMLDocument:
    import tomllib

    import tomlkit

    try:
        tomllib.loads(text)  # the judge of what is valid; the other lets some things pass
        return tomlkit.parse(text)
    except ValueError as error:
        raise SitemapError(
            _("This is not valid TOML, so that nothing was written: {reason}.").format(
                reason=error
            ),
            line=line_of_error(error, text),
            advice=_("Mend the file by hand first."),
        ) from error


def _not_as_expected(name: str) -> SitemapError:
    said = _("{name} is not what it has to be, so that nothing was written.")
    return SitemapError(said.format(name=name), advice=_("Mend the file by hand first."))
