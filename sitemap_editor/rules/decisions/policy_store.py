"""Where decisions about one file are kept: a file beside it, and the settings of a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sitemap_editor.protocol.errors import SitemapError, describe_os_error
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.support.files import read_file, write_atomically
from sitemap_editor.support.i18n import _
from sitemap_editor.support.settings import POLICY, Settings

from . import policy_edit
from .policy import NO_POLICY, House, Ignore, Policy, Scope, combine
from .policy_file import FILE_NAME, read_policy

Change = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Step:
    """One decision written: in which files or settings, what stood there, and what stands now."""

    changes: tuple[tuple[Path | Settings, bytes | None, bytes], ...]

    def undo(self) -> bool:
        """Put back what stood there; False when somebody has changed it since.

        Raises SitemapError when it cannot be written.
        """
        if any(_read(target) != after for target, _before, after in self.changes):
            return False
        for target, before, _after in self.changes:
            _write(target, before)
        return True


class PolicyStore:
    """The decisions that count for one sitemap; ``path`` is None as long as it is not saved."""

    def __init__(self, path: Path | None, settings: Settings | None = None) -> None:
        self._name = path.name if path is not None else None
        self._file = path.parent / FILE_NAME if path is not None else None
        self._settings = settings

    # Reading

    def load(self) -> tuple[Policy, tuple[str, ...]]:
        """What is decided about the file, and what is wrong where it is written down; never raises.

        Problems are sentences with file and line.
        """
        user, problems = self._of_user()
        folder, others = self._of_folder()
        return combine(user, folder), (*problems, *others)

    def policy_of(self, scope: Scope) -> Policy:
        """What is decided for the folder alone, or for the person alone."""
        return (self._of_user() if scope is Scope.USER else self._of_folder())[0]

    def _of_user(self) -> tuple[Policy, tuple[str, ...]]:
        text = self._settings.get(POLICY) if self._settings is not None else ""
        return read_policy(text, self._name, _("Settings"), Scope.USER)

    def _of_folder(self) -> tuple[Policy, tuple[str, ...]]:
        if self._file is None:
            return NO_POLICY, ()
        try:
            text = _text_of(self._file)
        except SitemapError as error:
            return NO_POLICY, (str(error),)
        return read_policy(text, self._name, str(self._file), Scope.FOLDER)

    # Deciding; each returns the step, None when all is so already, and may raise SitemapError

    def ignore(self, scope: Scope, code: str, loc: str | None = None) -> Step | None:
        """Ignore a rule within the scope, or its findings about one address of this file."""
        scope = Scope.FILE if scope is Scope.FINDING and loc is None else scope
        one = Ignore(code, scope, loc if scope is Scope.FINDING else None)
        name = self._name if scope in (Scope.FINDING, Scope.FILE) else None
        return self._change([(scope, lambda text: policy_edit.with_ignore(text, one, name))])

    def unignore(self, code: str, loc: str | None = None) -> Step | None:
        """Take away everything that lets a rule be ignored here, or its finding about an address.

        With an address, the rule itself is heard of again too: else the finding would stay away.
        """

        def change(text: str) -> str:
            return policy_edit.without_ignore(text, code, self._name, loc)

        return self._change([(Scope.FOLDER, change), (Scope.USER, change)])

    def set_severity(self, scope: Scope, code: str, severity: Severity | str | None) -> Step | None:
        """Let a rule count as bad as this, "off", or as usual (None)."""
        return self.set_rules({scope: {code: None if severity is None else str(severity)}}, {})

    def set_rules(
        self, words: Mapping[Scope, Mapping[str, str | None]], houses: Mapping[Scope, House]
    ) -> Step | None:
        """The same for several rules, and house rules in place of others, as one decision."""

        def change(text: str, scope: Scope) -> str:
            text = policy_edit.with_severities(text, words.get(scope, {}))
            return policy_edit.with_house(text, houses[scope]) if scope in houses else text

        scopes = dict.fromkeys((*words, *houses))
        return self._change([(scope, partial(change, scope=scope)) for scope in scopes])

    def _change(self, changes: list[tuple[Scope, Change]]) -> Step | None:
        """Work out all new texts before the first one is written."""
        done: list[tuple[Path | Settings, bytes | None, bytes]] = []
        for scope, change in changes:
            target = self._target(scope, is_needed=len(changes) == 1)
            if target is None:
                continue
            before = _read(target)
            text = _decoded(before or b"", target)
            try:
                after = change(text)
            except SitemapError as error:
                raise error.at(target if isinstance(target, Path) else None) from error
            if after != text:
                done.append((target, before, after.encode()))
        for target, _before, new in done:
            _write(target, new)
        return Step(tuple(done)) if done else None

    def _target(self, scope: Scope, *, is_needed: bool) -> Path | Settings | None:
        target = self._settings if scope is Scope.USER else self._file
        if target is None and is_needed and scope is not Scope.USER:
            raise SitemapError(
                _("The document has no file yet."),
                advice=_("Save it first: the decision is written beside it."),
            )
        return target


def _text_of(path: Path) -> str:
    return _decoded(_read(path) or b"", path)


def _decoded(data: bytes, target: Path | Settings) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SitemapError(
            _("This is no UTF-8 text."),
            path=target if isinstance(target, Path) else None,
            line=data[: error.start].count(b"\n") + 1,
        ) from error


def _read(target: Path | Settings) -> bytes | None:
    """What stands there; None for no file."""
    if isinstance(target, Settings):
        return target.get(POLICY).encode()
    try:
        return read_file(target)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise describe_os_error(error, target) from error


def _write(target: Path | Settings, data: bytes | None) -> None:
    if isinstance(target, Settings):
        target.set(POLICY, (data or b"").decode())
        return
    try:
        if data is None:
            target.unlink(missing_ok=True)
        else:
            write_atomically(target, [data])
    except OSError as error:
        raise describe_os_error(error, target, saving=True) from error
