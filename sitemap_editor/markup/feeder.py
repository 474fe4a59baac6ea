"""A parser fed slice by slice, which tells the root as soon as it has seen it."""

from __future__ import annotations

from collections.abc import Callable
from pyexpat import ExpatError, ParserCreate, XMLParserType

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.jobs import Progress

from .spans import Root
from .tags import end_of_tag, name_of_tag
from .well_formed import describe_expat_error

SEPARATOR = "\x01"
"""Between namespace and name; no address may hold it, whereas a space may stand in one."""

SLICE = 1 << 18
"""Bytes given to the parser at a time: about 1 ms of work, so that a tick is never far."""


class Feeder:
    """A parser fed slice by slice, which knows the root once it has seen it."""

    def __init__(self, text: bytes, progress: Progress) -> None:
        self.text = text
        self.fed = 0
        self.root: Root | None = None
        self.has_doctype = False
        self._progress = progress
        self._view = memoryview(text)
        self._slice = SLICE
        self._declared: dict[str, str] = {}
        self.on_root_seen: Callable[[], None] | None = None
        """Called once, when the root has been seen, to listen to its content."""
        self.parser = self._new_parser()

    def _new_parser(self) -> XMLParserType:
        parser = ParserCreate("utf-8", SEPARATOR)
        parser.StartNamespaceDeclHandler = self._on_namespace
        parser.StartDoctypeDeclHandler = self._on_doctype
        parser.StartElementHandler = self._on_root
        return parser

    def feed(self) -> bool:
        """Parse one more slice; False when all has been parsed. Raises SitemapError."""
        if self.fed >= len(self.text):
            return False
        stop = min(self.fed + self._slice, len(self.text))
        try:
            self.parser.Parse(self._view[self.fed : stop], False)
            if stop == len(self.text):
                self.parser.Parse(b"", True)
        except ExpatError as error:
            raise describe_expat_error(error, self.text) from None
        if self.parser.CurrentByteIndex < self.fed:
            self._slice *= 2  # a token longer than the slice is read again each time
        self.fed = stop
        self._progress.tick(stop, len(self.text))
        return True

    def close(self) -> None:
        """Let go of the text at once: parser and feeder hold each other by what they listen to."""
        self.on_root_seen = None
        parser = self.parser
        parser.StartNamespaceDeclHandler = None
        parser.StartDoctypeDeclHandler = None
        parser.StartElementHandler = None

    def _on_namespace(self, prefix: str | None, uri: str | None) -> None:
        self._declared[prefix or ""] = uri or ""

    def _on_doctype(self, *_: object) -> None:
        self.has_doctype = True

    def _on_root(self, name: str, _attributes: object) -> None:
        start = self.parser.CurrentByteIndex
        self.parser.StartElementHandler = None
        self.parser.StartNamespaceDeclHandler = None
        self.root = _root_of(self.text, name, start, dict(self._declared))
        if self.on_root_seen is not None:
            self.on_root_seen()


def _root_of(text: bytes, name: str, start: int, declared: dict[str, str]) -> Root:
    """Describe the start tag at ``start``; name is the local name, or ``uri SEPARATOR local``."""
    uri, _, local = name.rpartition(SEPARATOR)
    if local not in (Kind.URLSET, Kind.SITEMAPINDEX):
        raise SitemapError(f"<{local}> is not the root of a sitemap", code="root-unknown")
    end = end_of_tag(text, start)
    prefix = name_of_tag(text, start)[: -len(local.encode())]
    return Root(local, prefix, uri, declared, start, end, text[end - 2 : end] == b"/>")
