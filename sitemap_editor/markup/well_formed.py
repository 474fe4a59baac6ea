"""Whether a text is well-formed XML, and if not, where and why.

Well-formed means that expat with namespaces says so.
"""

from __future__ import annotations

from collections.abc import Callable
from xml.parsers.expat import ExpatError, ParserCreate, XMLParserType

from sitemap_editor.markup.diagnosis import BOM, Cause, explain, misplaced_mark
from sitemap_editor.markup.places import byte_index, place_in
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

_SLICE = 1 << 20
_SEPARATOR = "\x01"  # no URI may hold it; a space may stand in xmlns and would break the parse


def check_well_formed(text: bytes, progress: Progress = NO_PROGRESS) -> None:
    """Raise SitemapError when ``text`` (UTF-8 without byte order mark) is not well-formed XML.

    The error has line, column (in characters, 1-based), the text of the line, and the narrowest
    code that is cheap to tell: file-truncated, tag-mismatched, ampersand-unescaped … or, for the
    rest, xml-not-wellformed. External entities are never fetched, and the parser stops entities
    that expand without limit (expat 2.4.1 and later: output over 8 MiB and 100 times the input).
    """
    refuse_second_mark(text)
    # The encoding given here beats the declaration, which may name what the file was in.
    parser = ParserCreate("utf-8", _SEPARATOR)
    parse_whole(parser, text, _SLICE, lambda fed: progress.tick(fed, len(text)))


def parse_whole(parser: XMLParserType, text: bytes, size: int, tick: Callable[[int], None]) -> None:
    """Give a parser all of a text in slices, and ``tick`` how far it is; raises SitemapError."""
    view, fed = memoryview(text), 0
    try:
        while fed < len(text):
            stop = min(fed + size, len(text))
            parser.Parse(view[fed:stop], False)
            if parser.CurrentByteIndex < fed:
                size *= 2  # an unfinished token is read again with each slice
            fed = stop
            tick(fed)
        parser.Parse(b"", True)
    except ExpatError as error:
        raise describe_expat_error(error, text) from error


def is_trap(error: SitemapError) -> bool:
    """Whether a text was refused because its entities are made to do harm."""
    return error.code == "doctype-present"


def describe_expat_error(error: ExpatError, text: bytes) -> SitemapError:
    """Say in plain words what expat found wrong with ``text``, where, and what helps."""
    cause = explain(error.code, text, byte_index(text, error.lineno, error.offset))
    return _error(cause, text, str(error))


def refuse_second_mark(text: bytes) -> None:
    """Raise SitemapError when a byte order mark begins the text.

    The first of the file is not in its text, so this is a second, which expat would take for the
    first and let pass.
    """
    if text.startswith(BOM):
        raise _error(misplaced_mark(0), text, "U+FEFF twice")


def _error(cause: Cause, text: bytes, detail: str) -> SitemapError:
    place = place_in(text, cause.at)
    found = SitemapError(
        cause.reason,
        line=place.line,
        column=place.column,
        text=place.text,
        code=cause.code,
        advice=cause.advice,
        detail=detail,
    )
    found.opened = cause.opened
    return found
