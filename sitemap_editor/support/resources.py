"""Where the files that are not code are found: icons, locale, samples, help, screenshots."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent
_CANDIDATES = (_PACKAGE / "resources", _PACKAGE.parent / "resources")
"""A wheel and a frozen app carry the folder inside the package; a source tree has it beside."""


def resource_path(*parts: str) -> Path:
    """Give the path of a file or folder under ``resources/``, from source, wheel or frozen app.

    The path is not promised to exist: a caller that can do without a file looks for itself.
    """
    for folder in _CANDIDATES:
        if folder.is_dir():
            return folder.joinpath(*parts)
    return _CANDIDATES[-1].joinpath(*parts)
