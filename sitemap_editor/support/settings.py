"""Settings of one person: each declared once with key, type, default and label, stored as JSON.

A value that is missing, of another type or out of range counts as the default; keys this version
does not know are kept, so that an older program does not lose what a newer one wrote.
"""

from __future__ import annotations

import base64
import binascii
import json
import logging
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from .i18n import LANGUAGES, N_

T = TypeVar("T", str, int, bool, bytes, tuple[str, ...])

CONFIG_VARIABLE = "SITEMAP_EDITOR_CONFIG_DIR"
"""Environment variable that names another folder for settings and log."""

MAX_RECENT = 12

_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Setting(Generic[T]):
    """One setting. ``label`` is empty for what the program remembers and nobody chooses.

    ``choices`` limits a text to a list and ``titles`` are their names; ``minimum`` and ``maximum``
    limit a number to a range.
    """

    key: str
    default: T
    label: str = ""
    choices: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 2**31 - 1

    def accepts(self, value: object) -> bool:
        """Whether ``value`` has the type and range of this setting."""
        if type(value) is not type(self.default):
            return False
        if isinstance(value, str) and self.choices:
            return value in self.choices
        if type(value) is int:
            return self.minimum <= value <= self.maximum
        return not isinstance(value, tuple) or all(isinstance(item, str) for item in value)


THEME = Setting(
    "look.theme",
    "system",
    N_("Theme"),
    choices=("system", "light", "dark"),
    titles=(N_("As the system"), N_("Light"), N_("Dark")),
)
LANGUAGE = Setting(
    "look.language",
    "",
    N_("Language"),
    choices=("", *LANGUAGES),
    titles=(N_("As the system"), *LANGUAGES.values()),
)
COMPACT_ROWS = Setting("look.compact_rows", False, N_("Compact rows"))
UNDO_BUDGET_MB = Setting(
    "editing.undo_budget_mb", 256, N_("Memory for undo, in MB"), minimum=16, maximum=8192
)
BACKUP_ON_SAVE = Setting("saving.backup", False, N_("Keep a backup when saving"))
PROFILES: Setting[tuple[str, ...]] = Setting(
    "checks.profiles", ("protocol", "google", "bing", "advice"), N_("Whose rules count")
)
POLICY = Setting("checks.policy", "")
"""What a person decided about rules: a text like that of a folder's ``sitemap-editor.toml``."""
LOG_ADDRESSES = Setting("log.addresses", False, N_("Write addresses into the log"))
RECENT_FILES: Setting[tuple[str, ...]] = Setting("files.recent", ())
LAST_FOLDER = Setting("files.last_folder", "")
PUBLIC_ADDRESSES: Setting[tuple[str, ...]] = Setting("files.public_addresses", ())
"""Where files are published: each a path and an address with a tab between, the newest first."""
UNFINISHED_FOLDERS: Setting[tuple[str, ...]] = Setting("files.unfinished", ())
"""Folders into which several files were being written when the program ended."""
SET_FOLDERS: Setting[tuple[str, ...]] = Setting("sets.folders", ())
"""Where the sitemaps of indexes are: index, public prefix and folder, tabs between them.

The newest first; without prefix and folder nobody wants to be asked.
"""
FOLLOW_DATES = Setting(
    "sets.follow_dates", False, N_("Dates in an index follow the sitemaps that are saved")
)
DATED_OTHERWISE: Setting[tuple[str, ...]] = Setting("sets.dated_otherwise", ())
"""Indexes for which people chose otherwise than for the rest."""
SAVED_MAPPINGS: Setting[tuple[str, ...]] = Setting("imports.mappings", ())
"""What columns of lists mean, as people said: each a JSON text, the newest first."""
WINDOW_GEOMETRY = Setting("window.geometry", b"")
WINDOW_STATE = Setting("window.state", b"")
TABLE_COLUMNS_URLSET = Setting("table.columns.urlset", b"")
TABLE_COLUMNS_SITEMAPINDEX = Setting("table.columns.sitemapindex", b"")
TABLE_COLUMNS_TEXT = Setting("table.columns.text", b"")
TABLE_COLUMNS_FEED = Setting("table.columns.feed", b"")

ALL_SETTINGS: tuple[Setting[Any], ...] = (
    THEME,
    LANGUAGE,
    COMPACT_ROWS,
    UNDO_BUDGET_MB,
    BACKUP_ON_SAVE,
    PROFILES,
    POLICY,
    LOG_ADDRESSES,
    RECENT_FILES,
    LAST_FOLDER,
    PUBLIC_ADDRESSES,
    UNFINISHED_FOLDERS,
    SET_FOLDERS,
    FOLLOW_DATES,
    DATED_OTHERWISE,
    SAVED_MAPPINGS,
    WINDOW_GEOMETRY,
    WINDOW_STATE,
    TABLE_COLUMNS_URLSET,
    TABLE_COLUMNS_SITEMAPINDEX,
    TABLE_COLUMNS_TEXT,
    TABLE_COLUMNS_FEED,
)

CHOSEN_SETTINGS = tuple(s for s in ALL_SETTINGS if s.label and not isinstance(s.default, tuple))
"""Those of the dialog; whose rules count has a menu of its own."""


def config_folder() -> Path:
    """The folder of this person's settings; it need not exist yet."""
    chosen = os.environ.get(CONFIG_VARIABLE)
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home()) / "sitemap-editor"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "sitemap-editor"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "sitemap-editor"


class Settings:
    """The values in one file; a change is written at once, whole or not at all."""

    def __init__(self, path: Path | None) -> None:
        """Read ``path``; None keeps everything in memory only."""
        self.path = path
        self.on_change: list[Callable[[Setting[Any]], None]] = []
        self._values: dict[str, object] = _read(path) if path else {}

    @classmethod
    def of_user(cls) -> Settings:
        """The settings of the person who runs the program."""
        return cls(config_folder() / "settings.json")

    def get(self, setting: Setting[T]) -> T:
        """The value of ``setting``, or its default."""
        value = _decode(setting, self._values.get(setting.key))
        return cast("T", value) if setting.accepts(value) else setting.default

    def set(self, setting: Setting[T], value: T) -> None:
        """Change ``setting`` and write the file; ValueError for a value it does not accept."""
        if not setting.accepts(value):
            raise ValueError(f"{setting.key} cannot be {value!r}")
        if self.get(setting) == value:
            return
        self._values[setting.key] = _encode(value)
        self._write()
        for announce in self.on_change:
            announce(setting)

    def _write(self) -> None:
        if self.path is None:
            return
        from .files import write_atomically

        text = json.dumps(self._values, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self.path, [text.encode()])
        except OSError as error:
            # Work must go on when the home folder is read-only or full.
            _logger.warning("Settings were not written: %s", error.strerror)


def recent_files(settings: Settings) -> list[Path]:
    """The files opened last, newest first."""
    return [Path(name) for name in settings.get(RECENT_FILES)]


def remember_file(settings: Settings, path: Path) -> None:
    """Put ``path`` first among the recent files."""
    name = str(path)
    others = [other for other in settings.get(RECENT_FILES) if other != name]
    settings.set(RECENT_FILES, (name, *others)[:MAX_RECENT])
    settings.set(LAST_FOLDER, str(path.parent))


def forget_file(settings: Settings, path: Path) -> None:
    """Take ``path`` out of the recent files."""
    names = settings.get(RECENT_FILES)
    settings.set(RECENT_FILES, tuple(name for name in names if name != str(path)))


def _read(path: Path) -> dict[str, object]:
    try:
        values = json.loads(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        _logger.warning("The settings cannot be read; the defaults are used")
        return {}
    return values if isinstance(values, dict) else {}


def _encode(value: object) -> object:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    return list(value) if isinstance(value, tuple) else value


def _decode(setting: Setting[Any], value: object) -> object:
    if isinstance(setting.default, bytes) and isinstance(value, str):
        try:
            return base64.b64decode(value, validate=True)
        except binascii.Error:
            return None
    return tuple(value) if isinstance(value, list) else value
