"""The lock file pins everything, with hashes, and names no server."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
LOCK = (ROOT / "packaging" / "requirements.lock").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NAMED = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["dev"]]

REQUIREMENT = re.compile(r"^([a-z0-9-]+)==(\S+)( ; .+?)? \\$", re.MULTILINE)


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_line_is_a_pinned_requirement_or_a_hash():
    lines = [line for line in LOCK.splitlines() if line and not line.startswith("#")]
    hashes = re.compile(r"^    --hash=sha256:[0-9a-f]{64}( \\)?$")
    odd = [line for line in lines if not REQUIREMENT.match(line) and not hashes.match(line)]
    assert odd == []


def test_no_address_of_a_package_index_is_in_it():
    assert not re.search(r"://|--(extra-)?index-url|--find-links", LOCK)


@pytest.mark.parametrize("requirement", NAMED)
def test_every_dependency_of_the_project_is_locked(requirement):
    name = re.split(r"[<>=!~ ;\[]", requirement, maxsplit=1)[0]
    assert canonical(name) in {found[0] for found in REQUIREMENT.findall(LOCK)}


def test_qt_stays_below_the_version_that_aborts():
    versions = {name: version for name, version, _ in REQUIREMENT.findall(LOCK)}
    assert tuple(map(int, versions["pyside6-essentials"].split(".")[:2])) < (6, 12)
