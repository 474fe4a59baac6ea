"""The one seam through which the program asks people anything or tells them something.

Commands get an Interaction and never open a dialog themselves; so the same command runs in the
window, on a terminal and in a test.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from .i18n import _


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: ``id`` for the program, ``label`` (a verb) for people.

    Exactly one choice of a question should be the default, and one what closing the question means.
    """

    id: str
    label: str
    is_default: bool = False
    is_cancel: bool = False
    is_destructive: bool = False


@dataclass(frozen=True, slots=True)
class FileFilter:
    """A group of files in an open or save dialog: a name and suffixes such as ``.xml.gz``."""

    name: str
    suffixes: tuple[str, ...]


class Interaction(ABC):
    """Questions and messages, whoever answers and reads them."""

    @abstractmethod
    def ask(
        self, question: str, choices: Sequence[Choice], *, title: str = "", details: str = ""
    ) -> str:
        """Ask and return the id of the choice; closing means the choice marked ``is_cancel``."""

    @abstractmethod
    def inform(self, message: str, *, title: str = "", details: str = "") -> None:
        """Say something that needs no answer."""

    @abstractmethod
    def report_error(self, message: str, *, title: str = "", details: str = "") -> None:
        """Say what could not be done; ``details`` can be copied."""

    @abstractmethod
    def ask_open_paths(
        self, title: str, folder: Path | None = None, filters: Sequence[FileFilter] = ()
    ) -> list[Path]:
        """Let the user choose files to read; empty when they change their mind."""

    @abstractmethod
    def ask_save_path(
        self, title: str, suggestion: Path | None = None, filters: Sequence[FileFilter] = ()
    ) -> Path | None:
        """Let the user choose where to write; None when they change their mind."""

    @abstractmethod
    def ask_folder(self, title: str, folder: Path | None = None) -> Path | None:
        """Let the user choose a folder that exists; None when they change their mind."""

    @abstractmethod
    def ask_form(self, name: str, /, **context: object) -> Any:
        """Open the form ``name`` on ``context``; return what it holds, None when given up.

        The forms, their contexts and results are listed in ``gui.interaction.FORMS``.
        """

    def ask_text(self, question: str, *, title: str = "", text: str = "") -> str | None:
        """Ask for one line of text; None when given up."""
        answer = self.ask_form("text", question=question, title=title, text=text)
        return answer if isinstance(answer, str) else None

    def confirm(self, question: str, verb: str, *, title: str = "", details: str = "") -> bool:
        """Ask whether to go on; the button that does carries ``verb``."""
        choices = (
            Choice("go", verb, is_default=True),
            Choice("cancel", _("Cancel"), is_cancel=True),
        )
        return self.ask(question, choices, title=title, details=details) == "go"


def cancel_of(choices: Sequence[Choice]) -> str:
    """The id that closing the question without an answer means."""
    return next((choice.id for choice in choices if choice.is_cancel), choices[-1].id)


class ConsoleInteraction(Interaction):
    """Questions on a terminal; without one every question gets its ``is_cancel`` choice."""

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        self._source = source or sys.stdin
        self._target = target or sys.stderr

    def ask(
        self, question: str, choices: Sequence[Choice], *, title: str = "", details: str = ""
    ) -> str:
        """Number the choices and read a number."""
        self._say(question, details)
        for number, choice in enumerate(choices, 1):
            self._say(f"  {number}  {choice.label}")
        answer = self._read_line()
        if answer.isdecimal() and 1 <= int(answer) <= len(choices):
            return choices[int(answer) - 1].id
        return cancel_of(choices)

    def inform(self, message: str, *, title: str = "", details: str = "") -> None:
        """Print the message."""
        self._say(message, details)

    def report_error(self, message: str, *, title: str = "", details: str = "") -> None:
        """Print the message."""
        self._say(message, details)

    def ask_open_paths(
        self, title: str, folder: Path | None = None, filters: Sequence[FileFilter] = ()
    ) -> list[Path]:
        """Read one path."""
        path = self.ask_save_path(title)
        return [path] if path else []

    def ask_save_path(
        self, title: str, suggestion: Path | None = None, filters: Sequence[FileFilter] = ()
    ) -> Path | None:
        """Read one path."""
        self._say(title)
        answer = self._read_line()
        return Path(answer) if answer else None

    def ask_folder(self, title: str, folder: Path | None = None) -> Path | None:
        """Read one path."""
        return self.ask_save_path(title)

    def ask_form(self, name: str, /, **context: object) -> Any:
        """Give up: a terminal has options instead of forms."""
        return None

    def _say(self, *lines: str) -> None:
        for line in lines:
            if line:
                print(line, file=self._target)

    def _read_line(self) -> str:
        return self._source.readline().strip() if self._source.isatty() else ""


@dataclass(frozen=True, slots=True)
class Asked:
    """One call that a RecordingInteraction received."""

    what: str
    text: str
    context: dict[str, object] = field(default_factory=dict)


class RecordingInteraction(Interaction):
    """Answers prepared by a test; a question nobody prepared for fails the test."""

    def __init__(self, *answers: object) -> None:
        """``answers`` are given one after another, whatever is asked."""
        self.asked: list[Asked] = []
        self.answers: deque[object] = deque(answers)

    @property
    def texts(self) -> list[str]:
        """What was said and asked, in order."""
        return [asked.text for asked in self.asked]

    def ask(
        self, question: str, choices: Sequence[Choice], *, title: str = "", details: str = ""
    ) -> str:
        """Return the next answer, which must be the id of a choice."""
        answer = self._next("ask", question, choices=tuple(choices), title=title, details=details)
        assert answer in [choice.id for choice in choices], f"{answer!r} is no choice"
        return str(answer)

    def inform(self, message: str, *, title: str = "", details: str = "") -> None:
        """Note the message."""
        self._note("inform", message, title=title, details=details)

    def report_error(self, message: str, *, title: str = "", details: str = "") -> None:
        """Note the message."""
        self._note("report_error", message, title=title, details=details)

    def ask_open_paths(
        self, title: str, folder: Path | None = None, filters: Sequence[FileFilter] = ()
    ) -> list[Path]:
        """Return the next answer, a list of paths."""
        answer = self._next("ask_open_paths", title, folder=folder, filters=tuple(filters))
        assert isinstance(answer, list)
        return answer

    def ask_save_path(
        self, title: str, suggestion: Path | None = None, filters: Sequence[FileFilter] = ()
    ) -> Path | None:
        """Return the next answer, a path or None."""
        answer = self._next("ask_save_path", title, suggestion=suggestion, filters=tuple(filters))
        assert answer is None or isinstance(answer, Path)
        return answer

    def ask_folder(self, title: str, folder: Path | None = None) -> Path | None:
        """Return the next answer, a path or None."""
        answer = self._next("ask_folder", title, folder=folder)
        assert answer is None or isinstance(answer, Path)
        return answer

    def ask_form(self, name: str, /, **context: object) -> Any:
        """Return the next answer."""
        return self._next("ask_form", name, **context)

    def _note(self, what: str, text: str, /, **context: object) -> None:
        self.asked.append(Asked(what, text, context))

    def _next(self, what: str, text: str, /, **context: object) -> object:
        self._note(what, text, **context)
        assert self.answers, f"nobody expected {what}: {text}"
        return self.answers.popleft()
