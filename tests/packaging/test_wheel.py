"""The wheel carries the resources, and finds them where it is installed."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from sitemap_editor.support.resources import resource_path

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return next(out.glob("*.whl"))


def test_resources_are_found_in_the_source_tree():
    assert resource_path("samples", "sitemap.xml").is_file()


def test_every_resource_is_in_the_wheel(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    folder = ROOT / "resources"
    tracked = [path.relative_to(ROOT).as_posix() for path in folder.rglob("*") if path.is_file()]
    hidden = [name for name in tracked if "/." in name]
    missing = [name for name in tracked if f"sitemap_editor/{name}" not in inside]
    assert sorted(missing) == sorted(hidden)


def test_an_installed_wheel_finds_its_resources(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = (
        "from sitemap_editor.support.resources import resource_path as r; "
        "print(r('samples', 'sitemap.xml').is_file(), r())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["True", str(tmp_path / "sitemap_editor" / "resources")]
