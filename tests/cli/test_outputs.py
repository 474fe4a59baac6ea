"""Results are written whole or not at all, and never over a file that nobody gave up."""

from __future__ import annotations

import os
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


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes")
def test_a_reader_that_leaves_is_no_error(tmp_path):
    (tmp_path / "list.txt").write_text("https://www.example.com/\n" * 20_000)
    command = [sys.executable, "-m", "sitemap_editor", "convert", "list.txt", "-o", "-"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
