"""Lists out of texts, and what entries hold, for the tests of importing."""

from __future__ import annotations

import re

from sitemap_editor.formats.reading import read_tables
from sitemap_editor.markup.charsets import codec_of
from sitemap_editor.markup.encoding import mark_of
from sitemap_editor.operations.importing.build import build
from sitemap_editor.operations.importing.choosing import Wish, choose
from sitemap_editor.operations.importing.into import as_document

FIELDS = ("loc", "lastmod", "changefreq", "priority")
_IMAGE = re.compile(rb"<image:loc>(.*?)</image:loc>")
_LINK = re.compile(rb'hreflang="(.*?)" href="(.*?)"')


def tables_of(text, name="list.csv", encoding="utf-8", bom=False):
    mark = mark_of(encoding) if bom else b""
    return read_tables(mark + text.removeprefix("\n").encode(codec_of(encoding)), name)


def table_of(text, **options):
    (table,) = tables_of(text, **options)
    return table


def imported(text, into=None, **wish):
    proposal = choose(tables_of(text), Wish(**wish))
    return build(proposal.table, proposal.mapping, into)


def document(text, **wish):
    return as_document(imported(text, **wish))


def entries_of(doc):
    """The fields of each entry, without empty ones at the end."""
    found = []
    for position in range(len(doc)):
        values = [doc.value(position, field) or "" for field in FIELDS]
        while values and not values[-1]:
            values.pop()
        found.append(values)
    return found


def images_of(doc):
    return [[m.decode() for m in _IMAGE.findall(doc.raw(i))] for i in doc.ids.tolist()]


def links_of(doc):
    found = [_LINK.findall(doc.raw(i)) for i in doc.ids.tolist()]
    return [
        [f"{code.decode()} {page.decode().replace('&amp;', '&')}" for code, page in links]
        for links in found
    ]


def rejects_of(found):
    return [f"{one.line} {one.reason.code}" for one in found.rejects.listed()]


def lost_of(found):
    return [f"{one.line} {one.field} {one.reason.code}" for one in found.lost.listed()]
