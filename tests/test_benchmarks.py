"""The benchmarks measure what they say: the files are what they claim, and every row runs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sitemap_editor.markup.scan import scan
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
