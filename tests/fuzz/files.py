"""What is broken: the project's own cases, or the files of a folder."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

CASES = Path(__file__).parent.parent / "cases"
LARGEST_CASE = 3_000
LARGEST_FILE = 200_000


def cases() -> list[bytes]:
    """The small ones among the project's own cases, in an order that stays."""
    found = {text.encode() for text in _texts()}
    return sorted(text for text in found if b"<" in text and len(text) <= LARGEST_CASE)


def _texts() -> Iterator[str]:
    for case in json.loads((CASES / "breakages.json").read_text(encoding="utf-8")):
        yield case["broken"]
        yield case["repaired"]
    for path in sorted((CASES / "seeds").glob("**/*.*")):
        yield path.read_text(encoding="utf-8")
    documents = tomllib.loads((CASES / "rules" / "documents.toml").read_text(encoding="utf-8"))
    for document in documents.values():
        if document.get("raw"):
            yield document["bad"]


def files_of(folder: Path) -> list[bytes]:
    """The files of a folder and the folders in it that are not too large."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return [path.read_bytes() for path in paths if 0 < path.stat().st_size <= LARGEST_FILE]
