"""One field of one entry set, added or removed; every other byte of the entry stays.

What is kept: white space around the text, comments, CDATA sections, attributes, the way of writing
everything that does not change. A field given twice keeps its second, which a rule reports.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from sitemap_editor.markup.build import element, open_tag, require_field
from sitemap_editor.markup.lexer import Child, EntryParts, Names, lex_entry
from sitemap_editor.markup.style import WHITE, Style, has_line_end, start_of_white, white_before
from sitemap_editor.markup.values import (
    SPECIAL,
    cdata_text,
    decode_value,
    escape_text,
    is_editable,
    is_encodable,
    written_value,
)
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import _

_COMMENTS_ON_LINE = re.compile(rb"(?:[ \t]*<!--(?:[^-]|-(?!->))*-->)+(?=[ \t]*[\r\n])")
_MARKUP_ON_LINE = re.compile(rb"([ \t]*)<(?!/)")
_COMMENT_STARTS = {b"-->": b"<!--", b"?>": b"<?"}


def set_field(
    xml: bytes,
    field: str,
    value: str | None,
    names: Names,
    style: Style,
    kind: Kind,
    *,
    codec: str | None = None,
) -> bytes:
    """Return the entry with the field's value set, or without the field when it is None.

    The value is trimmed first, as it is when read. A value equal to the present one returns the
    same object. ``codec`` is the file's encoding: what it lacks becomes a numeric reference, in a
    loc ``%xx``. Raises SitemapError when the field holds elements or unknown references, when the
    kind has no such field, and for characters XML has not.
    """
    parts = lex_entry(xml, names)
    found = parts.all_of(field)
    if value is None:
        return _without(xml, field, found)
    value = written_value(field, value, codec)
    if found:
        return _with_value(xml, field, found[0], value, codec)
    require_field(field, kind)
    _require_no_hidden_field(xml, parts)
    new = element(parts.prefix, field, value, codec)
    return _with_new(xml, parts, field, new, style)


def _with_value(xml: bytes, field: str, child: Child, value: str, codec: str | None) -> bytes:
    raw = xml[child.content_start : child.content_end]
    if decode_value(raw) == value:
        return xml
    _require_editable(field, child, raw)
    if child.self_closed:
        opened, name = open_tag(xml[child.start : child.end])
        new = b"%b%b</%b>" % (opened, escape_text(value, codec), name)
        return xml[: child.start] + new + xml[child.end :]
    new = replace_text(raw, value, codec)
    return xml[: child.content_start] + new + xml[child.content_end :]


def _require_editable(field: str, child: Child, raw: bytes) -> None:
    if child.has_elements:
        raise SitemapError(
            _("The {field} of this entry holds other elements.").format(field=field),
            advice=_("Change it in the entry's XML."),
            code="value-has-child-elements",
        )
    if not is_editable(raw):
        reason = _("The {field} holds a reference that only the file's DOCTYPE explains.")
        raise SitemapError(
            reason.format(field=field), advice=_("Write the reference out as text first.")
        )


def _require_no_hidden_field(xml: bytes, parts: EntryParts) -> None:
    """Raise SitemapError when a reference beside the children may bring the field along."""
    if b"&" in xml and not is_editable(_between_children(xml, parts)):
        raise SitemapError(
            _("This entry holds a reference that only the file's DOCTYPE explains."),
            advice=_("Write the reference out as text first."),
        )


def replace_text(raw: bytes, value: str, codec: str | None = None) -> bytes:
    """Return an element's content with its text replaced; it must be editable.

    White space around the text and comments stay. Where there are several pieces of text, the
    first CDATA section among them, else the first piece, takes the value and the others go.
    """
    if b"<" not in raw:
        return _in_white(raw, escape_text(value, codec))
    pieces = _pieces(raw)
    full = [piece for piece in pieces if piece.is_full]
    target = _target(full or [piece for piece in pieces if piece.text is not None])
    if not full and not target.is_cdata:  # nothing but comments: before the first
        return escape_text(value, codec) + raw
    return b"".join(
        _filled(piece, value, codec) if piece is target else _emptied(piece) for piece in pieces
    )


class _Piece(NamedTuple):
    """Part of an element's content; ``text`` is None for a comment or instruction."""

    raw: bytes
    text: bytes | None
    is_cdata: bool = False

    @property
    def is_full(self) -> bool:
        """Whether there is more than white space in it."""
        return self.text is not None and bool(self.text.strip(WHITE))


def _pieces(raw: bytes) -> list[_Piece]:
    pieces: list[_Piece] = []
    position = 0
    for special in SPECIAL.finditer(raw):
        before = raw[position : special.start()]
        pieces += (_Piece(before, before), _Piece(special[0], special[1], special[1] is not None))
        position = special.end()
    return [*pieces, _Piece(raw[position:], raw[position:])]


def _target(candidates: list[_Piece]) -> _Piece:
    return next((piece for piece in candidates if piece.is_cdata), candidates[0])


def _filled(piece: _Piece, value: str, codec: str | None) -> bytes:
    text = piece.text or b""
    if not piece.is_cdata:
        return _in_white(text, escape_text(value, codec))
    if "\r" in value or (codec is not None and not is_encodable(value, codec)):
        return _in_white(text, escape_text(value, codec))  # no reference can stand in CDATA
    return b"<![CDATA[%b]]>" % _in_white(text, cdata_text(value))


def _emptied(piece: _Piece) -> bytes:
    if not piece.is_full:
        return piece.raw
    return b"" if piece.is_cdata else _in_white(piece.raw, b"")


def _in_white(old: bytes, new: bytes) -> bytes:
    """The new text within the white space of the old; blank text is replaced whole."""
    text = old.strip(WHITE)
    if not text:
        return new
    first = old.index(text)
    return old[:first] + new + old[first + len(text) :]


def _without(xml: bytes, field: str, found: list[Child]) -> bytes:
    for child in found:
        _require_editable(field, child, xml[child.content_start : child.content_end])
    for child in reversed(found):
        first, last = _removed_span(xml, child)
        xml = xml[:first] + xml[last:]
    return xml


def _removed_span(xml: bytes, child: Child) -> tuple[int, int]:
    """The element with the white space before it.

    Where it begins a line that goes on with a comment or another element, that one takes its
    place in the line.
    """
    first = start_of_white(xml, child.start)
    if has_line_end(xml[first : child.start]):
        following = _MARKUP_ON_LINE.match(xml, child.end)
        if following is not None:
            return child.start, following.end(1)
    return first, child.end


def _with_new(xml: bytes, parts: EntryParts, field: str, new: bytes, style: Style) -> bytes:
    if not parts.children:
        return _with_only(xml, parts, new, style)
    rank = style.rank(field)
    before = [place for place, c in enumerate(parts.children) if _rank(c, style) < rank]
    if before:
        at = _after_comments_on_line(xml, parts.children[before[-1]].end)
        return xml[:at] + _white_of(xml, parts, before[-1]) + new + xml[at:]
    at = parts.children[0].start
    return xml[:at] + new + _white_of(xml, parts, 0) + xml[at:]


def _between_children(xml: bytes, parts: EntryParts) -> bytes:
    """What stands in the entry outside of its children."""
    if parts.end_tag is None:
        return b""
    starts = [parts.start_tag[1], *(child.end for child in parts.children)]
    ends = [*(child.start for child in parts.children), parts.end_tag[0]]
    return b"".join(xml[start:end] for start, end in zip(starts, ends, strict=True))


def _rank(child: Child, style: Style) -> int:
    return style.rank(child.local.decode() if child.is_core else "")


def _after_comments_on_line(xml: bytes, position: int) -> int:
    """Where the line's comments end that stand behind this element, which they are about."""
    found = _COMMENTS_ON_LINE.match(xml, position)
    return found.end() if found else position


def _white_of(xml: bytes, parts: EntryParts, place: int) -> bytes:
    """The white space a sibling of this child takes.

    The first child may stand in the entry's own line while the others have lines of theirs.
    """
    children = parts.children
    white = _line_white(xml, children[place].start)
    if place == 0 and len(children) > 1 and not has_line_end(white):
        second = _line_white(xml, children[1].start)
        return second if has_line_end(second) else white
    return white


def _line_white(xml: bytes, position: int) -> bytes:
    """The white space before a place, or before the comments that stand there in the same line."""
    end = position
    while True:
        first = start_of_white(xml, end)
        if has_line_end(xml[first:end]):
            return xml[first:end]
        mark = next((mark for mark in _COMMENT_STARTS if xml.endswith(mark, 0, first)), None)
        end = xml.rfind(_COMMENT_STARTS[mark], 0, first) if mark else -1
        if end < 0:
            return white_before(xml, position)


def _with_only(xml: bytes, parts: EntryParts, new: bytes, style: Style) -> bytes:
    """The entry, which has no elements yet, with this one; a self-closed entry opens."""
    if parts.end_tag is None:
        opened, name = open_tag(xml)
        return b"%b%b%b%b</%b>" % (opened, style.child_gap, new, style.close_gap, name)
    at = start_of_white(xml, parts.end_tag[0])
    white = xml[at : parts.end_tag[0]]
    if not has_line_end(white) and has_line_end(style.child_gap):
        white = style.close_gap
    return xml[:at] + style.child_gap + new + white + xml[parts.end_tag[0] :]
