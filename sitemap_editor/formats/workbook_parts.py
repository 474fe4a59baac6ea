"""Where the sheets of an XLSX workbook are in its archive, and which calendar its serials use.

Source: ECMA-376 part 1, sections 18.2.19 (sheets) and 18.2.28 (workbookPr); part 2 for relations.
"""

from __future__ import annotations

import posixpath

from lxml import etree

from .archive import Archive, Member

_WORKBOOK = "xl/workbook.xml"
_RELATIONS = "xl/_rels/workbook.xml.rels"
_MAX_BYTES = 1 << 24
_TRUE = ("1", "true", "on")


def sheet_members(archive: Archive) -> dict[str, Member]:
    """The member that holds each sheet, by the sheet's name."""
    targets = {
        node.get("Id"): node.get("Target", "")
        for node in _elements(archive, _RELATIONS, "Relationship")
    }
    found = {}
    for node in _elements(archive, _WORKBOOK, "sheet"):
        ids = (value for key, value in node.items() if key.endswith("}id"))
        target = targets.get(next(ids, None), "")
        if member := archive.find(_path(target)):
            found[node.get("name", "")] = member
    return found


def has_1904_dates(archive: Archive) -> bool:
    """Whether serials count from 1904, as Excel for old Macs did."""
    nodes = _elements(archive, _WORKBOOK, "workbookPr")
    return any(node.get("date1904", "").lower() in _TRUE for node in nodes)


def _path(target: str) -> str:
    return posixpath.normpath(posixpath.join("/xl", target)).lstrip("/")


def _elements(archive: Archive, path: str, local: str) -> list[etree._Element]:
    member = archive.find(path)
    if member is None or member.info.file_size > _MAX_BYTES:
        return []
    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=True)
    try:
        root = etree.fromstring(archive.read(member), parser)
    except etree.XMLSyntaxError:
        return []  # calamine says so
    return [] if root is None else list(root.iter(f"{{*}}{local}"))
