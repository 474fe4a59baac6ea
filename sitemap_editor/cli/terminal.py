"""What a person at the terminal sees beside the result: progress, and one line for what failed."""

from __future__ import annotations

import contextlib
import shutil
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.jobs import NO_PROGRESS, Progress
from sitemap_editor.support.quotes import quoting
from sitemap_editor.support.unsafe import UNSAFE

from .outputs import is_standard, write

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

PROGRAM = "sitemap-editor"

PATIENCE = 0.7
"""Seconds of work before a progress bar appears: shorter work would only flicker."""
REDRAW = 0.1


class Span(NamedTuple):
    """A piece of a line and how it looks; the style is rich's."""

    text: str
    style: str = ""


Line = Sequence[Span]


def plain(line: Line, encoding: str) -> bytes:
    """A line without its looks, for a file or a pipe."""
    return "".join((*(span.text for span in line), "\n")).encode(encoding, "replace")


def is_terminal(out: str | None) -> bool:
    """Whether what goes to ``out`` is read on a terminal."""
    return is_standard(out) and sys.stdout.isatty()


def terminal_width(out: str | None) -> int | None:
    """Columns of the terminal, None where there is none."""
    return shutil.get_terminal_size().columns if is_terminal(out) else None


def show(lines: Iterable[Line], out: str | None = None, *, force: bool = False) -> None:
    """Write lines for people: with looks and as they come on a terminal, else whole and plain."""
    if is_terminal(out):
        _print_styled(lines)
    else:
        encoding = sys.stdout.encoding if is_standard(out) else "utf-8"
        write(out, (plain(line, encoding) for line in lines), force=force)


def say(lines: Iterable[Line]) -> None:
    """Write lines for people on standard error."""
    encoding = sys.stderr.encoding or "utf-8"
    with contextlib.suppress(BrokenPipeError, ValueError):
        for line in lines:
            sys.stderr.write(plain(line, encoding).decode(encoding))
        sys.stderr.flush()


def _print_styled(lines: Iterable[Line]) -> None:
    """The terminal breaks long lines itself, so that links stay whole."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    for line in lines:
        console.print(Text.assemble(*line), soft_wrap=True)


def harmless(text: str) -> str:
    """``text`` on one line and without what would steer a terminal or turn its direction.

    Texts quote a file that anybody may have written.
    """
    return text.translate(UNSAFE)


def complain(problem: Exception | str) -> None:
    """Say in one line on standard error what failed."""
    say([(Span(f"{PROGRAM}: {harmless(_with_quote(problem))}"),)])


def _with_quote(problem: Exception | str) -> str:
    if not isinstance(problem, SitemapError):
        return str(problem)
    return quoting(str(problem), problem.text, problem.column)


class TerminalProgress(Progress):
    """A bar on standard error that appears when work takes long, and goes when it is done."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._next = time.monotonic() + PATIENCE
        self._bar: Bar | None = None
        self._task: TaskID | None = None

    def tick(self, done: int = 0, total: int = 0) -> None:
        """Move the bar, at most some times a second."""
        now = time.monotonic()
        if now < self._next:
            return
        self._next = now + REDRAW
        bar = self._shown()
        assert self._task is not None
        bar.update(self._task, completed=done, total=total or None, refresh=True)

    def _shown(self) -> Bar:
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, TaskProgressColumn, TextColumn
            from rich.progress import Progress as Bar

            columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
            console = Console(stderr=True)
            self._bar = Bar(*columns, console=console, transient=True, auto_refresh=False)
            self._bar.start()
            self._task = self._bar.add_task(self._label, total=None)
        return self._bar

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()


@contextlib.contextmanager
def progress(label: str) -> Iterator[Progress]:
    """Show progress on a terminal, and nothing where standard error is a file or a pipe."""
    if not sys.stderr.isatty():
        yield NO_PROGRESS
        return
    shown = TerminalProgress(harmless(label).replace("[", r"\["))
    try:
        yield shown
    finally:
        shown.close()
