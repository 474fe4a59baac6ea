"""The columns of the table, each declared once; model, delegates and column chooser read them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sitemap_editor.protocol.fields import FIELD_BY_NAME, fields_of
from sitemap_editor.support.i18n import N_

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document

MARK = "mark"
MARK_WIDTH = 34


@dataclass(frozen=True, slots=True)
class Column:
    """One column: what it shows, how it is headed, which editor it has.

    ``heading`` is an element name in every language, ``title`` the word to translate,
    ``characters`` how many digits it should have room for. ``count`` makes a read-only column of
    numbers from an entry's bytes.
    """

    key: str
    heading: str
    title: str
    characters: int
    editor: str = ""
    align_right: bool = False
    count: Callable[[bytes], int] | None = None

    @property
    def is_field(self) -> bool:
        """Whether it shows one field's value and can be edited."""
        return bool(self.editor)


MARK_COLUMN = Column(MARK, "", N_("Findings"), 0)

EXTENSIONS = (
    ("http://www.google.com/schemas/sitemap-image/", "image", N_("Images")),
    ("http://www.google.com/schemas/sitemap-video/", "video", N_("Videos")),
    ("http://www.google.com/schemas/sitemap-news/", "news", N_("News")),
    ("http://www.w3.org/1999/xhtml", "link", N_("Languages")),
)
"""Namespace (or its beginning), local name of the element counted, title."""


def columns_of(doc: Document) -> tuple[Column, ...]:
    """The columns for a document: severity mark, the kind's fields, counts of its extensions."""
    fields = tuple(_field_column(field.name) for field in fields_of(doc.kind))
    return (MARK_COLUMN, *fields, *_extension_columns(doc))


def _field_column(name: str) -> Column:
    field = FIELD_BY_NAME[name]
    return Column(name, name, field.title, field.width, field.editor, field.align_right)


def _extension_columns(doc: Document) -> list[Column]:
    root = getattr(doc, "root", None)
    namespaces = getattr(root, "namespaces", None) or {}
    columns = []
    for uri, local, title in EXTENSIONS:
        prefixes = [prefix for prefix, bound in namespaces.items() if _text(bound).startswith(uri)]
        if prefixes and _text(prefixes[0]):
            count = _counter(_text(prefixes[0]), local)
            columns.append(Column(local, local, title, 4, align_right=True, count=count))
    return columns


def _counter(prefix: str, local: str) -> Callable[[bytes], int]:
    pattern = re.compile(rb"<" + re.escape(f"{prefix}:{local}".encode()) + rb"[\s/>]")
    return lambda raw: len(pattern.findall(raw))


def _text(value: str | bytes | None) -> str:
    return value.decode() if isinstance(value, bytes) else value or ""
