"""The one entry point: a verb goes to the command line, everything else to the window.

Neither front end is imported before it is needed: the verbs run without Qt, and the window does
not wait for the command line's libraries. A file named like a verb is written ``./check``.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from .cli import VERBS
from .support.i18n import LANGUAGES, _, set_language
from .version import __version__

USAGE_ERROR = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with ``argv`` (default: the process's own) and give its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if words and _means_verb(words[0]):
        from .cli import main as run_verb

        return run_verb(words)
    return _run_window(words)


def _means_verb(word: str) -> bool:
    """Whether a first word is a verb, or nothing else than one with a slip in it."""
    if word in VERBS:
        return True
    if not word.isalpha() or Path(word).exists():
        return False
    return bool(difflib.get_close_matches(word.lower(), VERBS, 1, cutoff=0.7))


def _run_window(words: list[str]) -> int:
    _speak(words)
    options = _window_parser().parse_args(words)
    try:
        from . import app
    except ImportError as error:
        name = (error.name or str(error)).partition(".")[0]
        if name == __package__:
            raise
        said = _("The window needs {name}, which is not installed here.").format(name=name)
        print(f"sitemap-editor: {said}", file=sys.stderr)
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


def _speak(words: list[str]) -> None:
    """Choose the language before anything is said, also about the options themselves."""
    asked = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    asked.add_argument("--language")
    try:
        language = asked.parse_known_args(words)[0].language
    except argparse.ArgumentError:
        language = None
    set_language(language if language in LANGUAGES else None)


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE_ERROR, f"{self.prog}: {message} ({self.prog} --help)\n")


def _window_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="sitemap-editor",
        usage="sitemap-editor [FILE…] [options]\n       sitemap-editor VERB …",
        description=_("Without a verb, the window opens, on the given files."),
        epilog=_verbs(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("files", nargs="*", metavar="FILE", type=Path)
    parser.add_argument("--language", choices=sorted(LANGUAGES), help=_("Language of texts."))
    themes = ("light", "dark", "system")
    parser.add_argument("--theme", choices=themes, help=_("Colours of the window."))
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    picture = parser.add_argument_group(_("one picture of the window, then exit"))
    picture.add_argument("--screenshot", metavar="OUT.png", type=Path, help=_("Where to write it."))
    size = _("Width and height of the window.")
    picture.add_argument("--size", metavar="1440x900", type=_size, default=(1440, 900), help=size)
    scale = _("2 makes a picture twice as fine, for sharp screens.")
    picture.add_argument("--scale", type=int, choices=(1, 2), default=1, help=scale)
    panel = _("A panel to show, or a command to carry out, before.")
    picture.add_argument("--panel", metavar="OBJECTNAME|ACTIONID", help=panel)
    return parser


def _verbs() -> str:
    lines = [f"  {verb:22}{_(summary)}" for verb, summary in VERBS.items()]
    return "\n".join([_("verbs, each with its own --help:"), *lines])


def _size(text: str) -> tuple[int, int]:
    width, _times, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) and int(height)):
        raise argparse.ArgumentTypeError(
            _("{text} is no size; write one like 1440x900").format(text=text)
        )
    return int(width), int(height)


if __name__ == "__main__":
    sys.exit(main())
