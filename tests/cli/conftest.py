"""Run the command line in this process, and look at what it said and wrote."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from sitemap_editor.cli import main
from sitemap_editor.support.i18n import set_language

SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


@dataclass(frozen=True)
class Done:
    """How one call ended."""

    code: int
    out: bytes
    err: str

    @property
    def text(self) -> str:
        return self.out.decode("utf-8")


Run = Callable[..., Done]


@pytest.fixture
def run(capfdbinary, tmp_path, monkeypatch) -> Iterator[Run]:
    """Call ``run("check", "a.xml", stdin=b"…")`` in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def call(*argv: object, stdin: bytes = b"") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
        capfdbinary.readouterr()
        code = main([str(word) for word in argv])
        said = capfdbinary.readouterr()
        return Done(code, said.out, said.err.decode("utf-8"))

    yield call
    set_language("en")


def urlset(*locs: str, **fields: str) -> bytes:
    """A plain urlset; the fields are the same in every entry."""
    inside = "".join(f"<{name}>{value}</{name}>" for name, value in fields.items())
    entries = "".join(f"  <url><loc>{loc}</loc>{inside}</url>\n" for loc in locs)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f'{head}<urlset xmlns="{SITEMAP}">\n{entries}</urlset>\n'.encode()
