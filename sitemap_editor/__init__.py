"""Sitemap editor: open, understand, change and save sitemaps without touching the rest.

The Python interface is what ``__all__`` names, and stays. It is loaded when it is first used, so
that ``import sitemap_editor`` costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .version import __version__

if TYPE_CHECKING:
    from .document.document import Document
    from .document.opening import new_document, open_bytes, open_document
    from .protocol.errors import SitemapError
    from .protocol.findings import Finding, FixKind, Severity
    from .protocol.kinds import Kind
    from .rules.check import check

__all__ = [
    "Document",
    "Finding",
    "FixKind",
    "Kind",
    "Severity",
    "SitemapError",
    "__version__",
    "check",
    "new_document",
    "open_bytes",
    "open_document",
]

_HOMES = {
    "Document": ".document.document",
    "Finding": ".protocol.findings",
    "FixKind": ".protocol.findings",
    "Kind": ".protocol.kinds",
    "Severity": ".protocol.findings",
    "SitemapError": ".protocol.errors",
    "check": ".rules.check",
    "new_document": ".document.opening",
    "open_bytes": ".document.opening",
    "open_document": ".document.opening",
}
"""Which module each name lives in."""


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
