"""The program's log: a few rotating files that hold no address of a user's site.

Whoever sends the log with a fault report should not have to read it first.
"""

from __future__ import annotations

import logging
import logging.handlers
import re
from pathlib import Path

from .settings import config_folder

MAX_LOG_BYTES = 512 * 1024
MAX_LOG_FILES = 3

_TOP_LEVELS = "com|org|net|info|biz|edu|gov|io|dev|app|shop|store|blog|site|fr|ru|рф|de|uk|eu"
_ADDRESS = re.compile(
    rf"""(?ix)
    \b[a-z][a-z0-9+.-]+:/{{1,3}}(?!/)[^\s<>"']+        # anything with a scheme, also a broken one
    | \bwww\.[^\s<>"']+
    | (?<![\w.-])(?:[\w-]+\.)+(?:{_TOP_LEVELS})\b(?:[/:?\#][^\s<>"']*)?
    """
)
_KEPT_SCHEMES = ("file:",)

PLACEHOLDER = "<address>"


def log_folder() -> Path:
    """The folder of the log files; it need not exist yet."""
    return config_folder() / "log"


def log_path() -> Path:
    """The log file written now."""
    return log_folder() / "sitemap-editor.log"


def without_addresses(text: str) -> str:
    """``text`` with every address of a site replaced by a placeholder."""
    return _ADDRESS.sub(_hide, text)


def _hide(match: re.Match[str]) -> str:
    found = match.group()
    return found if found.lower().startswith(_KEPT_SCHEMES) else PLACEHOLDER


class _ScrubbingFormatter(logging.Formatter):
    """Scrubs what is written, so that tracebacks and arguments are covered too."""

    def format(self, record: logging.LogRecord) -> str:
        return without_addresses(super().format(record))


def start_logging(*, with_addresses: bool = False) -> Path | None:
    """Write what the whole program logs into the rotating log; return its path.

    None when the folder cannot be written: the program works without a log.
    """
    path = log_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            path,
            maxBytes=MAX_LOG_BYTES,
            backupCount=MAX_LOG_FILES - 1,
            encoding="utf-8",
            delay=True,
        )
    except OSError:
        return None
    handler.setFormatter(_formatter(with_addresses))
    stop_logging()
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    return path


def stop_logging() -> None:
    """Close the log that ``start_logging`` opened."""
    for handler in _own_handlers():
        logging.getLogger().removeHandler(handler)
        handler.close()


def write_addresses(is_wanted: bool) -> None:
    """Keep addresses in what is logged from now on, or leave them out; when there is a log."""
    for handler in _own_handlers():
        handler.setFormatter(_formatter(is_wanted))


def _own_handlers() -> list[logging.Handler]:
    kind = logging.handlers.RotatingFileHandler
    return [handler for handler in logging.getLogger().handlers if isinstance(handler, kind)]


def _formatter(with_addresses: bool) -> logging.Formatter:
    kind = logging.Formatter if with_addresses else _ScrubbingFormatter
    return kind("%(asctime)s %(levelname)s %(name)s: %(message)s")
