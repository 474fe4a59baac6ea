"""dev.py and its two modules are scripts beside the package, not part of it."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def dev(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    yield importlib.import_module("dev")
    for name in ("dev", "dev_environment", "dev_system"):
        sys.modules.pop(name, None)


@pytest.fixture
def system(dev):
    return sys.modules["dev_system"]


@pytest.fixture
def environment(dev):
    return sys.modules["dev_environment"]
