"""The one exception that carries a message for people."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass

from sitemap_editor.support.i18n import N_, _


@dataclass(frozen=True)
class Opened:
    """An element that was still open where a text breaks, and its place (1-based).

    ``said`` is the sentence that tells of it, with {name}, {open} and {line}.
    """

    open: str
    line: int
    column: int
    said: str = ""
    name: str = ""

    def told(self) -> str:
        """The sentence about it."""
        return self.said.format(name=self.name, open=self.open, line=self.line)


class SitemapError(Exception):
    """Something asked for cannot be done, and why.

    ``reason`` says what is wrong, ``path`` which file, ``line`` and ``column`` (1-based, column in
    characters) where, ``text`` the text of that line, ``code`` the rule that names it, ``advice``
    what to do next, ``detail`` a library's own words (English; for logs and bug reports).
    ``text_of_file`` is the text (UTF-8) of a file that was read and is none of ours, for those who
    want to look at it, ``opened`` the element that the reason tells of. ``str()`` is one line that
    holds file, place, reason and advice.
    """

    def __init__(
        self,
        reason: str,
        *,
        path: str | os.PathLike[str] | None = None,
        line: int | None = None,
        column: int | None = None,
        text: str | None = None,
        code: str | None = None,
        advice: str | None = None,
        detail: str | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = os.fspath(path) if path is not None else None
        self.line = line
        self.column = column
        self.text = text
        self.code = code
        self.advice = advice
        self.detail = detail
        self.text_of_file: bytes | None = None
        self.opened: Opened | None = None

    def at(self, path: str | os.PathLike[str] | None) -> SitemapError:
        """Name the file, unless it is named already; returns the error itself."""
        if self.path is None and path is not None:
            self.path = os.fspath(path)
        return self

    @property
    def message(self) -> str:
        """Reason and advice, for where file and place are shown otherwise."""
        return " ".join(part.strip() for part in (self.reason, self.advice) if part)

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.path, self.line, self.column) if part)
        return f"{place}: {self.message}" if place else self.message


_SAVE_ELSEWHERE = N_("Save it under another name or in another folder.")
_FREE_SPACE = N_("Free some space or save it on another disk; the old file is as it was.")

_OPENING: dict[int, tuple[str, str]] = {
    errno.ENOENT: (N_("There is no such file."), N_("Check the name, or look where it went.")),
    errno.EISDIR: (N_("This is a folder, not a file."), N_("Choose a file in it.")),
    errno.EACCES: (
        N_("You may not read this file."),
        N_("Ask its owner, or change its permissions."),
    ),
    errno.EINVAL: (N_("This is a device, not a file."), N_("Choose a file.")),
}
_SAVING: dict[int, tuple[str, str]] = {
    errno.ENOENT: (N_("The folder is not there."), _SAVE_ELSEWHERE),
    errno.EISDIR: (N_("This is a folder, not a file."), _SAVE_ELSEWHERE),
    errno.EACCES: (N_("You may not write to this file or folder."), _SAVE_ELSEWHERE),
    errno.EROFS: (N_("The disk is read-only."), _SAVE_ELSEWHERE),
    errno.ENOSPC: (N_("The disk is full."), _FREE_SPACE),
    errno.EFBIG: (N_("The file is larger than this disk allows."), _FREE_SPACE),
    errno.ENAMETOOLONG: (N_("The name is too long for this disk."), _SAVE_ELSEWHERE),
}
if hasattr(errno, "EDQUOT"):
    _SAVING[errno.EDQUOT] = (N_("Your share of the disk is used up."), _FREE_SPACE)
_SAME = {errno.EPERM: errno.EACCES, errno.ENOTDIR: errno.ENOENT, errno.ELOOP: errno.ENOENT}


def describe_os_error(
    error: OSError, path: str | os.PathLike[str], *, saving: bool = False
) -> SitemapError:
    """Say in plain words why the system would not open, or save, ``path``."""
    number = _SAME.get(error.errno or 0, error.errno or 0)
    if number == errno.EACCES and os.path.isdir(path):  # noqa: PTH112 - also for text
        number = errno.EISDIR  # what Windows says of a folder
    first, second = (_SAVING, _OPENING) if saving else (_OPENING, _SAVING)
    known = first.get(number) or second.get(number)
    if known:
        return SitemapError(_(known[0]), path=path, advice=_(known[1]), detail=str(error))
    reason = _("It could not be saved: {why}.") if saving else _("It could not be read: {why}.")
    why = (error.strerror or str(error)).rstrip(".")
    return SitemapError(reason.format(why=why), path=path, detail=str(error))
