"""What the system says, in plain words."""

from __future__ import annotations

import errno
import os

import pytest

from sitemap_editor.protocol.errors import SitemapError, describe_os_error


@pytest.mark.parametrize(
    ("number", "saving", "word"),
    [
        (errno.ENOENT, False, "no such file"),
        (errno.ENOTDIR, False, "no such file"),
        (errno.ENOENT, True, "folder is not there"),
        (errno.EISDIR, False, "a folder"),
        (errno.EACCES, False, "may not read"),
        (errno.EPERM, True, "may not write"),
        (errno.ENOSPC, True, "disk is full"),
        (errno.ENOSPC, False, "disk is full"),
        (errno.EROFS, True, "read-only"),
        (errno.ENAMETOOLONG, True, "too long"),
        (errno.EIO, False, "could not be read: Input/output error."),
        (errno.EIO, True, "could not be saved: Input/output error."),
    ],
)
def test_an_error_of_the_system_is_said_plainly(number: int, saving: bool, word: str) -> None:
    error = describe_os_error(OSError(number, os.strerror(number)), "a.xml", saving=saving)
    assert word in error.reason
    assert error.path == "a.xml"
    assert str(number) in (error.detail or "")


def test_an_error_without_a_number_keeps_its_words() -> None:
    assert "odd thing" in describe_os_error(OSError("odd thing"), "a.xml").reason


def test_one_line_holds_file_place_reason_and_advice() -> None:
    error = SitemapError("Broken.", line=3, column=7, advice="Mend it.")
    assert str(error) == "3:7: Broken. Mend it."
    assert str(error.at("a.xml").at("b.xml")) == "a.xml:3:7: Broken. Mend it."
