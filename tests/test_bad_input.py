"""What cannot be opened or saved: one clear message, and nothing else changes."""

from __future__ import annotations

import gzip
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

import sitemap_editor
from sitemap_editor import SitemapError
from sitemap_editor.__main__ import main
from sitemap_editor.document.document import Document
from sitemap_editor.protocol import limits

S = "http://www.sitemaps.org/schemas/sitemap/0.9"
URL = "<url><loc>https://www.example.com/</loc></url>"
GOOD = f'<urlset xmlns="{S}">\n{URL}\n</urlset>\n'.encode()

posix_only = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")


def _urlset(content: str, before: str = "") -> bytes:
    return f'{before}<urlset xmlns="{S}">\n{content}\n</urlset>\n'.encode()


def _laughs() -> bytes:
    entities = ['<!ENTITY a0 "ha">']
    entities += [f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(10)]
    doctype = f"<!DOCTYPE urlset [{''.join(entities)}]>\n"
    return _urlset("<url><loc>&a10;</loc></url>", doctype)


REFUSED = {
    # name: bytes, code, line, a word of the message
    "empty.xml": (b"", "file-empty", None, "empty"),
    "blank.xml.gz": (gzip.compress(b"\n \n"), "file-empty", None, "empty"),
    "binary.xml": (bytes(range(256)) * 9, "format-unsupported", None, "binary"),
    "image.xml": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "format-unsupported", None, "PNG"),
    "page.xml": (b"<!doctype html>\n<title>Log in</title>", "html-instead-of-xml", None, "HTML"),
    "data.xml": (b'{"urls": ["https://a.example/"]}', "format-unsupported", None, "JSON"),
    "table.txt": (b"url,lastmod\nhttps://a/,2024-01-01\n", "format-unsupported", None, "CSV"),
    "words.txt": (b"no address\nin here\n", "format-unsupported", None, "neither"),
    "catalog.xml": (b"<catalog/>", "root-unknown", 1, "<catalog>"),
    "short.xml.gz": (gzip.compress(GOOD)[:-9], "file-truncated", None, "bytes could be read"),
    "bomb.xml": (gzip.compress(b" " * 120_000_000, 9), "gzip-bomb", None, "--max-inflated"),
    "laughs.xml": (_laughs(), "doctype-present", 3, "far more text"),
    "nul.txt": (b"https://a.example/\n" * 99 + b"\0\n", "control-char-illegal", 100, "zero byte"),
}


@pytest.fixture(params=REFUSED)
def refused(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path: Path = tmp_path / request.param
    path.write_bytes(REFUSED[request.param][0])
    return path


LISTS = ("table.txt",)


def test_a_refusal_names_file_place_and_reason(refused: Path) -> None:
    _, code, line, word = REFUSED[refused.name]
    with pytest.raises(SitemapError) as caught:
        sitemap_editor.open_document(refused)
    error = caught.value
    assert (error.code, error.line) == (code, line)
    assert str(error).startswith(str(refused))
    assert word in str(error)
    assert error.advice
    assert "\n" not in str(error)


@pytest.mark.parametrize("verb", ["convert", "fix"])
def test_the_command_line_says_it_in_one_line(
    refused: Path, verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if verb == "convert" and refused.name in LISTS:
        pytest.skip("a table is a list, which convert makes a sitemap of")
    out = refused.with_name("out.xml")
    assert main([verb, str(refused), "-o", str(out)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert REFUSED[refused.name][3] in said.err
    assert not out.exists()


@posix_only
@pytest.mark.parametrize(
    ("name", "word"), [(".", "folder"), ("gone.xml", "no such file"), ("a/b.xml", "no such file")]
)
def test_what_the_system_refuses_is_said_plainly(tmp_path: Path, name: str, word: str) -> None:
    (tmp_path / "a").write_bytes(b"")
    with pytest.raises(SitemapError, match=word) as caught:
        sitemap_editor.open_document(tmp_path / name)
    assert caught.value.path == str(tmp_path / name)


def test_no_permission_is_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sitemap.xml"
    path.write_bytes(GOOD)

    def refuse(*_args: object, **_options: object) -> None:
        raise PermissionError(13, "Permission denied")  # root, who runs tests too, may do anything

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(SitemapError, match="may not read") as caught:
        sitemap_editor.open_document(path)
    assert caught.value.path == str(path)


ACCEPTED = {
    # bytes, entries
    "odd lines": (b"My pages:\n\n# all\nhttps://a.example/\nwww.b.example\n", 4),
    "a loc of 1 MB": (_urlset(f"<url><loc>https://a/{'x' * 1_000_000}</loc></url>"), 1),
    "20,000 nested elements": (_urlset(f"<url>{'<x>' * 20_000}{'</x>' * 20_000}</url>"), 1),
    "an honest gzip": (gzip.compress(_urlset(URL * 50_000), 9), 50_000),
    "an external entity": (
        _urlset(
            "<url><loc>&x;</loc></url>",
            '<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n',
        ),
        1,
    ),
}


@pytest.mark.parametrize(("data", "entries"), ACCEPTED.values(), ids=ACCEPTED)
def test_what_is_only_odd_opens_and_saves_unchanged(
    tmp_path: Path, data: bytes, entries: int
) -> None:
    path = tmp_path / "odd"
    path.write_bytes(data)
    doc = sitemap_editor.open_document(path)
    assert len(doc) == entries
    assert "root:" not in (doc.value(0, "loc") or "")
    doc.save()
    assert path.read_bytes() == data


def test_a_cap_of_ones_own_opens_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SUSPECT_INFLATED", 1_000_000)
    path = tmp_path / "large.xml.gz"
    path.write_bytes(gzip.compress(GOOD + b" " * 2_000_000, 9))
    with pytest.raises(SitemapError, match="suspiciously"):
        sitemap_editor.open_document(path)
    assert len(sitemap_editor.open_document(path, max_inflated=3_000_000)) == 1


# Saving


@pytest.fixture
def edited(tmp_path: Path) -> Document:
    path = tmp_path / "sitemap.xml"
    path.write_bytes(GOOD)
    doc = sitemap_editor.open_document(path)
    doc.set_value(0, "loc", "https://www.example.com/" + "x" * 200_000)
    return doc


def _assert_nothing_happened(doc: Document) -> None:
    assert doc.path is not None
    assert doc.path.read_bytes() == GOOD
    assert [entry.name for entry in doc.path.parent.iterdir()] == ["sitemap.xml"]
    assert doc.modified
    assert doc.history.can_undo


@contextmanager
def _small_disk(size: int) -> Iterator[None]:
    """Let no file grow over ``size`` bytes: the nearest to a full disk that needs no rights."""
    resource = pytest.importorskip("resource")
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
        signal.signal(signal.SIGXFSZ, handler)


@posix_only
@pytest.mark.parametrize("backup", [False, True])
def test_a_full_disk_leaves_file_and_document_as_they_were(edited: Document, backup: bool) -> None:
    with _small_disk(100_000), pytest.raises(SitemapError, match="old file is as it was"):
        edited.save(backup=backup)
    _assert_nothing_happened(edited)


@posix_only
def test_a_read_only_file_is_left_alone(edited: Document) -> None:
    assert edited.path is not None
    edited.path.chmod(0o444)
    with pytest.raises(SitemapError, match="may not write") as caught:
        edited.save()
    assert caught.value.path == str(edited.path)
    _assert_nothing_happened(edited)


@posix_only
@pytest.mark.parametrize(
    ("name", "word"), [("gone/new.xml", "folder is not there"), (".", "folder")]
)
def test_no_place_to_save_in(edited: Document, name: str, word: str) -> None:
    assert edited.path is not None
    with pytest.raises(SitemapError, match=word):
        edited.save(edited.path.parent / name)
    _assert_nothing_happened(edited)


# The window


def test_open_documents_do_not_notice_what_is_refused(qtbot: QtBot, tmp_path: Path) -> None:
    from sitemap_editor.gui.jobs import JobRunner
    from sitemap_editor.gui.workspace import Workspace

    good = tmp_path / "good.xml"
    good.write_bytes(GOOD)
    workspace = Workspace(JobRunner())
    workspace.open_paths([good])
    qtbot.waitUntil(lambda: len(workspace.sessions) == 1)
    session = workspace.active
    failed: dict[str, str] = {}
    workspace.opening_failed.connect(
        lambda failures: failed.update({path.name: str(error) for path, error in failures})
    )
    for name, (data, *_rest) in REFUSED.items():
        (tmp_path / name).write_bytes(data)
    workspace.open_paths([tmp_path / name for name in REFUSED])
    qtbot.waitUntil(lambda: len(failed) == len(REFUSED), timeout=20_000)
    assert workspace.sessions == [session]
    assert workspace.active is session
    assert not workspace.is_opening
    for name, (_data, _code, _line, word) in REFUSED.items():
        assert word in failed[name]
    workspace.close(workspace.sessions[0])
