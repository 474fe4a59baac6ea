"""``sitemap-editor.toml``: what is decided about the sitemaps of a folder, read and checked.

What is wrong in it is named with file and line, and everything else counts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.profiles import PROFILES
from sitemap_editor.protocol.urls import split_url
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.support.i18n import N_, _

from .policy import NO_POLICY, House, Ignore, Policy, Scope, is_like
from .policy_places import Path, Places, line_of_error

T = TypeVar("T")

FILE_NAME = "sitemap-editor.toml"
OFF = "off"
TABLES = ("profiles", "base_urls", "severity", "ignore", "house")
OF_VERBS = ("check", "fix", "convert", "rules")
"""Tables that the command line's ``--config`` reads, which may be the same file."""
HIGHEST_PORT = 65_535

_TEXT = N_("a text")
_NUMBER = N_("a whole number")
_LIST = N_("a list")
_TABLE = N_("a table")
_NAMES: dict[type, str] = {str: _TEXT, int: _NUMBER, list: _LIST, dict: _TABLE}


def read_policy(
    text: str, file_name: str | None, source: str, scope: Scope
) -> tuple[Policy, tuple[str, ...]]:
    """What a text says about the sitemap of this name, and what is wrong in the text.

    ``source`` is what problems call the text; ``scope`` is that of decisions about every file.
    """
    if not text.strip():
        return NO_POLICY, ()
    reader = _Reader(source, file_name, scope, Places(text))
    try:
        data = tomllib.loads(text)
    except ValueError as error:
        said = _("This is not valid TOML, so that nothing in it counts: {reason}.")
        reader.say_at(line_of_error(error, text), said.format(reason=error))
        return NO_POLICY, reader.problems
    except RecursionError:
        reader.say_at(1, _("This is nested too deeply, so that nothing in it counts."))
        return NO_POLICY, reader.problems
    policy = reader.read(data)
    return policy, reader.problems


@dataclass
class _Reader:
    """Takes what is right out of the tables, and says what is not."""

    source: str
    file_name: str | None
    scope: Scope
    places: Places
    found: list[tuple[int, str]] = field(default_factory=list)

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong, from top to bottom."""
        return tuple(said for _line, said in sorted(self.found))

    def say(self, path: Path, reason: str, value: str = "") -> None:
        """Name a problem with the line of what it is about."""
        self.say_at(self.places.line_of(path, value), reason)

    def say_at(self, line: int, reason: str) -> None:
        """Name a problem."""
        self.found.append((line, str(SitemapError(reason, path=self.source, line=line))))

    def read(self, data: dict[str, Any]) -> Policy:
        """The whole text."""
        verbs = {key for key in OF_VERBS if isinstance(data.get(key), dict)}
        self._refuse_others({k: v for k, v in data.items() if k not in verbs}, TABLES, ())
        severities, disabled = self._severities(self._table(data, "severity"))
        return Policy(
            severities=severities,
            disabled=disabled,
            ignores=tuple(self._ignores(self._typed(data, "ignore", list, ()) or [])),
            house=self._house(self._table(data, "house")),
            profiles=self._profiles(data),
            base_url=self._base_url(self._table(data, "base_urls")),
        )

    # Parts of it

    def _profiles(self, data: dict[str, Any]) -> tuple[str, ...] | None:
        said = _("There is no profile {value}; there are: {choices}.")
        choices = ", ".join(PROFILES)

        def check(name: str) -> str | None:
            return None if name in PROFILES else said.format(value=name, choices=choices)

        return self._list(data, "profiles", (), check) or None

    def _base_url(self, table: dict[str, Any]) -> str | None:
        """The address of this file; those of the others are looked at all the same."""
        found = None
        for name in table:
            address = self._typed(table, name, str, ("base_urls",))
            if address is None:
                continue
            if not split_url(address).is_web:
                said = _("{value} is no address; write one like {example}.")
                example = "https://www.example.com/sitemap.xml"
                self.say(("base_urls", name), said.format(value=address, example=example))
            elif name == self.file_name:
                found = address
        return found

    def _severities(self, table: dict[str, Any]) -> tuple[dict[str, Severity], frozenset[str]]:
        choices = (*(str(one) for one in Severity), OFF)
        severities, disabled = {}, set()
        for code in table:
            path = ("severity", code)
            word = self._typed(table, code, str, ("severity",))
            if word is None or not self._is_rule(code, path):
                continue
            if word == OFF:
                disabled.add(code)
            elif word in choices:
                severities[code] = Severity(word)
            else:
                said = _("{value} is no severity; there are: {choices}.")
                self.say(path, said.format(value=word, choices=", ".join(choices)))
        return severities, frozenset(disabled)

    def _ignores(self, entries: list[Any]) -> Iterable[Ignore]:
        """What is ignored in this file; an entry counts only when all of it is right."""
        for number, entry in enumerate(entries):
            known = len(self.found)
            self._look_at_ignore(entry, ("ignore", number))
            if len(self.found) == known and self._is_meant(entry.get("file")):
                yield self._ignore(entry["rule"], entry.get("file"), entry.get("loc"))

    def _look_at_ignore(self, entry: Any, path: Path) -> None:
        keys = ("rule", "file", "loc")
        if not isinstance(entry, dict):
            self._say_type(path, "ignore", dict)
            return
        self._refuse_others(entry, keys, path)
        code, _file, _loc = (self._typed(entry, key, str, path) for key in keys)
        if code is not None:
            self._is_rule(code, (*path, "rule"))
        elif "rule" not in entry:
            self.say(path, _('It is not said which rule to ignore; write rule = "code".'))

    def _is_meant(self, file: str | None) -> bool:
        return file is None or is_named(self.file_name, file)

    def _ignore(self, code: str, file: str | None, loc: str | None) -> Ignore:
        if loc is not None:
            return Ignore(code, Scope.FINDING, loc)
        return Ignore(code, Scope.FILE if file and file == self.file_name else self.scope)

    def _house(self, table: dict[str, Any]) -> House:
        self._refuse_others(table, [known.name for known in fields(House)], ("house",))
        path: Path = ("house",)
        depth = self._typed(table, "max_depth", int, path)
        if depth is not None and depth < 0:
            self.say((*path, "max_depth"), _("A depth cannot be less than 0."))
            depth = None
        return House(
            allowed_hosts=self._list(table, "allowed_hosts", path),
            forbidden=self._list(table, "forbidden", path, pattern_problem),
            forbidden_ports=self._ports(table),
            forbidden_parameters=self._list(table, "forbidden_parameters", path),
            max_depth=depth,
        )

    def _ports(self, table: dict[str, Any]) -> tuple[int, ...]:
        path: Path = ("house", "forbidden_ports")
        found = []
        for port in self._typed(table, "forbidden_ports", list, ("house",)) or []:
            if type(port) is int and 0 < port <= HIGHEST_PORT:
                found.append(port)
            else:
                said = _("{value} is no port; one is a number from 1 to 65535.")
                self.say(path, said.format(value=port), str(port))
        return tuple(found)

    # What all of them need

    def _is_rule(self, code: str, path: Path) -> bool:
        if code not in CATALOGUE:
            self.say(path, _("There is no rule {code}.").format(code=code))
        return code in CATALOGUE

    def _table(self, data: dict[str, Any], key: str) -> dict[str, Any]:
        return self._typed(data, key, dict, ()) or {}

    def _typed(self, table: dict[str, Any], key: str, kind: type[T], path: Path) -> T | None:
        """The value of a key when it is of this kind; None when it is not there, or wrong."""
        value = table.get(key)
        if value is None or type(value) is kind:
            return value
        self._say_type((*path, key), key, kind)
        return None

    def _say_type(self, path: Path, key: str, kind: type) -> None:
        said = _("{key} has to be {kind}.")
        self.say(path, said.format(key=key, kind=_(_NAMES[kind])))

    def _list(
        self,
        table: dict[str, Any],
        key: str,
        path: Path,
        problem: Callable[[str], str | None] = lambda _text: None,
    ) -> tuple[str, ...]:
        """The texts of a list that nothing is wrong with."""
        found = []
        for item in self._typed(table, key, list, path) or []:
            is_text = isinstance(item, str) and item != ""
            said = problem(item) if is_text else _("{value} is no text.").format(value=item)
            if said is None:
                found.append(item)
            else:
                self.say((*path, key), said, str(item).partition("\\")[0])
        return tuple(found)

    def _refuse_others(self, table: dict[str, Any], known: Iterable[str], path: Path) -> None:
        for key in table.keys() - set(known):
            said = _("There is no setting {name}; there are: {choices}.")
            self.say((*path, key), said.format(name=key, choices=", ".join(known)))


def is_named(file_name: str | None, wanted: str) -> bool:
    """Whether a file is the one that is meant, or one of those: ``*`` stands for anything."""
    return file_name is not None and is_like(file_name, wanted)


def pattern_problem(text: str) -> str | None:
    """What is wrong with a pattern; None when nothing is."""
    import regex  # takes its time, and few look for patterns

    try:
        regex.compile(text)
    except regex.error as error:
        return _("The pattern “{value}” cannot be read: {reason}.").format(value=text, reason=error)
    return None
