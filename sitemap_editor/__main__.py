"""The one entry point: a verb goes to the command line, everything else to the window.

Neither front end is imported before it is needed: the verbs run without Qt, and the window does
not wait for the command line's libraries. A file named like a verb is written ``./check``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from .version import __version__

VERBS = frozenset({"check", "fix", "convert", "rules"})

USAGE_ERROR = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with ``argv`` (default: the process's own) and give its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments and arguments[0] in VERBS:
        from .cli import main as run_verb

        return run_verb(arguments)
    return _run_window(arguments)


def _run_window(arguments: list[str]) -> int:
    options = _window_parser().parse_args(arguments)
    try:
        from . import app
    except ImportError as error:
        name = (error.name or str(error)).partition(".")[0]
        print(f"sitemap-editor: the window needs {name}, which is missing here", file=sys.stderr)
        return USAGE_ERROR
    if options.screenshot is None:
        return app.run(options.files, language=options.language, theme=options.theme)
    return app.screenshot(
        options.screenshot,
        options.files,
        size=options.size,
        scale=options.scale,
        panel=options.panel,
        language=options.language,
        theme=options.theme,
    )


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"{self.prog}: {message} (see {self.prog} --help)\n")


def _window_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="sitemap-editor",
        description="Open, understand, change and save sitemaps. Without a verb: the window.",
        epilog=f"Verbs, each with its own --help: {', '.join(sorted(VERBS))}. "
        "A file named like a verb is written ./check.",
        allow_abbrev=False,
    )
    parser.add_argument("files", nargs="*", metavar="FILE", type=Path)
    parser.add_argument("--language", choices=("en", "fr", "ru"), help="default: the system's")
    parser.add_argument("--theme", choices=("light", "dark", "system"), help="default: as set")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    picture = parser.add_argument_group("one picture of the window, then exit")
    picture.add_argument("--screenshot", metavar="OUT.png", type=Path)
    picture.add_argument("--size", metavar="WIDTHxHEIGHT", type=_size, default=(1440, 900))
    picture.add_argument("--scale", type=int, choices=(1, 2), default=1)
    picture.add_argument("--panel", metavar="OBJECTNAME|ACTIONID", help="show this, or do this")
    return parser


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) and int(height)):
        raise argparse.ArgumentTypeError(f"{text!r} is no size; write one like 1440x900")
    return int(width), int(height)


if __name__ == "__main__":
    sys.exit(main())
