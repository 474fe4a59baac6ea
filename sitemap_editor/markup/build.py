"""New markup: an entry, an empty document, a root that opens; in the style of the file it joins."""

from __future__ import annotations

from collections.abc import Mapping

from sitemap_editor.markup.lexer import Names
from sitemap_editor.markup.style import WHITE, Style
from sitemap_editor.markup.typed import check_entry_xml, check_head
from sitemap_editor.markup.values import escape_text, written_value
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.fields import fields_of
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.namespaces import SITEMAP
from sitemap_editor.support.i18n import _

__all__ = [
    "build_entry",
    "check_entry_xml",
    "check_head",
    "element",
    "empty_document",
    "open_root",
    "open_tag",
    "require_field",
]

_FIELDS = {kind: frozenset(field.name for field in fields_of(kind)) for kind in Kind}


def build_entry(
    values: Mapping[str, str | None],
    names: Names,
    style: Style,
    kind: Kind,
    *,
    codec: str | None = None,
) -> bytes:
    """Return a new entry with these values, without the gap before it.

    Fields stand in the file's order; None and, but for loc, empty values are left out. Raises
    SitemapError for a field the kind does not have and for characters XML has not.
    """
    for name in values:
        require_field(name, kind)
    given = {name: text for name, text in values.items() if text or (name == "loc" and text == "")}
    prefix = names.prefix
    if style.prefix is not None and names.is_core_prefix(style.prefix):
        prefix = style.prefix
    inside = b"".join(
        style.child_gap
        + element(prefix, name, written_value(name, given[name] or "", codec), codec)
        for name in sorted(given, key=style.rank)
    )
    tag = prefix + names.entry_name
    return b"<%b>%b%b</%b>" % (tag, inside, style.close_gap, tag)


def element(prefix: bytes, field: str, value: str, codec: str | None = None) -> bytes:
    """Return one element with a value that ``written_value`` has made ready."""
    tag = prefix + field.encode()
    return b"<%b>%b</%b>" % (tag, escape_text(value, codec), tag)


def require_field(field: str, kind: Kind) -> None:
    """Raise SitemapError when an entry of this kind cannot have the field."""
    if field not in _FIELDS[kind]:
        raise SitemapError(
            _("An entry of this kind of sitemap ({kind}) has no field {field}.").format(
                kind=kind.value, field=field
            )
        )


def empty_document(kind: Kind, newline: str = "\n") -> bytes:
    """Return the bytes of a new document without entries; a text list is empty."""
    if not kind.is_xml:
        return b""
    lines = (
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<{kind.value} xmlns="{SITEMAP}">',
        f"</{kind.value}>",
        "",
    )
    return newline.join(lines).encode()


def open_root(head: bytes, style: Style) -> tuple[bytes, bytes]:
    """Open a self-closed root: return the head that ends with its start tag, and its end tag.

    ``head`` is everything up to the root's ``/>``. The white space of ``style`` stands before the
    end tag; what followed the root in the file follows the end tag.
    """
    opened, name = open_tag(head)
    return opened, b"%b</%b>" % (style.tail_gap, name)


def open_tag(xml: bytes) -> tuple[bytes, bytes]:
    """Make a start tag of the self-closed tag these bytes end with; return them and its name.

    No ``<`` can stand in a tag, which is why the last one begins it.
    """
    if not xml.endswith(b"/>"):
        raise ValueError("no self-closed tag at the end")
    opened = xml[:-2].rstrip(WHITE) + b">"
    name = opened[opened.rindex(b"<") + 1 : -1].split(None, 1)[0]
    return opened, name
