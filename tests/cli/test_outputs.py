"""Results are written whole or not at all, and never over a file that nobody gave up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sitemap_editor.cli import outputs
from sitemap_editor.protocol.errors import SitemapError

ROOT = Path(__file__).resolve().parents[2]


def failing(after: bytes):
    yield after
    raise KeyboardInterrupt


def test_an_interrupted_file_leaves_nothing(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        outputs.write(str(tmp_path / "out.xml"), failing(b"half"))
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_replacement_leaves_the_old_file(tmp_path):
    path = tmp_path / "out.xml"
    path.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        outputs.write(str(path), failing(b"half"), force=True)
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {"out.xml": b"old"}


def test_interrupted_standard_output_gets_nothing(capsysbinary):
    with pytest.raises(KeyboardInterrupt):
        outputs.write("-", failing(b"half"))
    assert capsysbinary.readouterr().out == b""


def test_an_existing_file_needs_force(tmp_path):
    path = tmp_path / "out.xml"
    path.write_bytes(b"old")
    with pytest.raises(SitemapError, match="--force"):
        outputs.write(str(path), [b"new"])
    assert path.read_bytes() == b"old"
    outputs.write(str(path), [b"new"], force=True)
    assert path.read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_written_to(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(path.read_bytes()))
    reader.start()
    outputs.write(str(path), [b"one ", b"two"])
    reader.join()
    assert read == [b"one two"]


def start(*argv: str, cwd: Path) -> subprocess.Popen[bytes]:
    """Start the program as a terminal does: tests run in the background ignore Ctrl+C."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "sitemap_editor", *argv]
    pipe = subprocess.PIPE
    ignored = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return subprocess.Popen(
            command, cwd=cwd, env=environment, stdin=pipe, stdout=pipe, stderr=pipe
        )
    finally:
        signal.signal(signal.SIGINT, ignored)


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes")
def test_a_reader_that_leaves_is_no_error(tmp_path):
    (tmp_path / "list.txt").write_text("https://www.example.com/\n" * 20_000)
    with start("convert", "list.txt", "-o", "-", cwd=tmp_path) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_ctrl_c_ends_without_a_word_and_without_a_file(tmp_path):
    with start("convert", "-", "-o", "out.xml", cwd=tmp_path) as process:
        assert process.stdin is not None
        process.stdin.write(b"https://www.example.com/\n" * 40_000)  # returns once it reads
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (130, b"", b"")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
@pytest.mark.parametrize("words", ["rules", "check list.txt --format json", "check gone.txt"])
def test_closed_streams_are_no_fault(tmp_path, closed, words):
    (tmp_path / "list.txt").write_text("https://www.example.com/\n")
    command = f"exec {sys.executable} -m sitemap_editor {words} {closed}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, env=environment, capture_output=True, check=False
    )
    assert done.returncode == (2 if "gone" in words else 0)
    assert b"Traceback" not in done.stderr
