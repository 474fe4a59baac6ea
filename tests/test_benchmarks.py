"""The benchmarks measure what they say: the files are what they claim, and every row runs."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from sitemap_editor.markup.scan import scan
from tests.benchmarks import large
from tests.benchmarks.__main__ import ROWS
from tests.benchmarks.files import KINDS, chunks_of

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize("kind", KINDS)
def test_a_seed_gives_the_same_file_each_time(kind):
    assert b"".join(chunks_of(kind, 50)) == b"".join(chunks_of(kind, 50))


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_has_as_many_entries_as_asked_for_and_takes_the_fast_way(kind):
    found = scan(b"".join(chunks_of(kind, 50)))
    assert (len(found.start), found.is_fast) == (50, True)


def test_rich_entries_have_five_languages_and_three_images():
    text = b"".join(chunks_of("rich", 50))
    assert (text.count(b"<xhtml:link "), text.count(b"<image:image>")) == (250, 150)


@pytest.mark.slow
def test_every_row_runs():
    rows = [name for name in ROWS if name not in ("start", "edit-usual")]  # slow, or twice
    command = [sys.executable, "-m", "tests.benchmarks", "--size", "300", "--repeats", "1", *rows]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "not available" not in done.stdout, done.stdout + done.stderr


def test_a_large_set_is_the_same_each_time_and_its_files_repeat_each_other(monkeypatch, tmp_path):
    made = []
    for name in ("a", "b"):
        monkeypatch.setattr(large, "FOLDER", tmp_path / name)
        made.append(large.large_set(3, 2_000))
    assert [path.read_bytes() for path in made[0].files] == [
        path.read_bytes() for path in made[1].files
    ]
    texts = [path.read_bytes() for path in made[0].files]
    assert [len(scan(text).start) for text in texts] == [2_000] * 3
    locs = [set(re.findall(b"<loc>(.*)</loc>", text)) for text in texts]
    assert locs[0] & locs[1] and locs[2] & (locs[0] | locs[1])
    index = made[0].index.read_bytes()
    assert index.count(b"<loc>") == 3 and locs[0].isdisjoint(re.findall(b"<loc>(.*)</loc>", index))


@pytest.mark.slow
def test_every_work_over_a_large_set_runs():
    command = [sys.executable, "-m", "tests.benchmarks", "--large", "--files", "3"]
    command += ["--entries", "300"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "not available" not in done.stdout, done.stdout + done.stderr
