"""From the bytes of an element's content to the value people see, and back.

The value is the text with references resolved, CDATA joined, comments and instructions dropped,
line ends as LF, and white space around it trimmed. Source: XML 1.0 sections 2.2, 2.4, 2.11, 4.6.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from urllib.parse import quote

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _

WHITE = " \t\r\n"
"""What XML calls white space, and all that is trimmed: a no-break space is part of a value."""

SPECIAL = re.compile(rb"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
"""A comment, an instruction, or a CDATA section, whose text is group 1."""

_BECOMES_SPACE = re.compile(rb"[\t\r\n]")
_REFERENCE = re.compile(r"&(?:#x0*([0-9A-Fa-f]{1,6})|#0*([0-9]{1,7})|(lt|gt|amp|quot|apos));")
_UNKNOWN = re.compile(rb"&(?!#x?[0-9A-Fa-f]+;|(?:lt|gt|amp|quot|apos);)")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
QUOTES = {b'"': b"&quot;", b"'": b"&apos;"}
"""What is written for a quotation mark between two of its kind."""

_ESCAPED = re.compile(r"[&<\r]|(?<=\]\])>")
_ESCAPES = {"&": "&amp;", "<": "&lt;", "\r": "&#13;", ">": "&gt;"}


def decode_value(raw: bytes) -> str:
    """Return the value of an element's content.

    References beyond the five of XML and elements stay as they are written; ``is_editable`` tells.
    """
    if b"&" not in raw and b"<" not in raw and b"\r" not in raw:
        return raw.decode().strip(WHITE)
    return _decode_marked_up(raw).strip(WHITE)


def decode_untrimmed(raw: bytes) -> str:
    """Return the value with the white space around it, as findings quote it."""
    return _decode_marked_up(raw)


def decode_attribute(raw: bytes) -> str:
    """Return what stands between an attribute's quotes: white space as spaces, then references.

    Source: XML 1.0 section 3.3.3, for attributes without a declared type.
    """
    if b"&" not in raw and not _BECOMES_SPACE.search(raw):
        return raw.decode()
    text = re.sub("\r\n|[\t\r\n]", " ", raw.decode())
    return _REFERENCE.sub(_resolve, text)


def _decode_marked_up(raw: bytes) -> str:
    if b"<" not in raw:
        return _decode_text(raw)
    parts: list[str] = []
    position = 0
    for special in SPECIAL.finditer(raw):
        parts.append(_decode_text(raw[position : special.start()]))
        if special[1] is not None:
            parts.append(_with_line_feeds(special[1]))
        position = special.end()
    parts.append(_decode_text(raw[position:]))
    return "".join(parts)


def _with_line_feeds(raw: bytes) -> str:
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").decode()


def _decode_text(raw: bytes) -> str:
    text = _with_line_feeds(raw)
    return _REFERENCE.sub(_resolve, text) if "&" in text else text


def _resolve(reference: re.Match[str]) -> str:
    hexadecimal, decimal, name = reference.groups()
    if name:
        return _NAMED[name]
    code = int(hexadecimal, 16) if hexadecimal else int(decimal)
    return chr(code) if is_character(code) else reference[0]


def is_character(code: int) -> bool:
    """Whether XML has a character of this number."""
    return code <= 0x10FFFF and _ILLEGAL.match(chr(code)) is None


def is_editable(raw: bytes) -> bool:
    """Whether new text may replace the content: no elements, no references but the five of XML."""
    if b"&" not in raw and b"<" not in raw:
        return True
    text = SPECIAL.sub(b"", raw)
    return b"<" not in text and _UNKNOWN.search(text) is None


def escape_text(value: str, codec: str | None = None) -> bytes:
    """Return the value as element text: ``&`` and ``<`` escaped, ``>`` only after ``]]``.

    A carriage return becomes ``&#13;``, else reading would make it a line feed. Characters that
    ``codec`` lacks become numeric references. Raises SitemapError for characters XML has not.
    """
    check_characters(value)
    text = _ESCAPED.sub(lambda found: _ESCAPES[found[0]], value)
    if codec is not None and not is_encodable(text, codec):
        text = "".join(c if is_encodable(c, codec) else f"&#{ord(c)};" for c in text)
    return text.encode()


def escape_attribute(value: str, quote: bytes = b'"') -> bytes:
    """Return the value as it stands between an attribute's quotes."""
    return escape_text(value).replace(quote, QUOTES[quote])


def cdata_text(value: str) -> bytes:
    """Return the value as the inside of a CDATA section, split in two wherever it holds ``]]>``.

    The caller makes sure that no carriage return and nothing the file's encoding lacks is in it.
    """
    check_characters(value)
    return value.replace("]]>", "]]]]><![CDATA[>").encode()


def percent_encode(value: str, codec: str | None) -> str:
    """Return an address with the characters that ``codec`` lacks written as ``%xx`` of UTF-8."""
    if codec is None or is_encodable(value, codec):
        return value
    check_characters(value)
    return "".join(c if is_encodable(c, codec) else quote(c) for c in value)


def written_value(field: str, value: str, codec: str | None = None) -> str:
    """Return the value as it will read after it is written: trimmed; a loc made encodable."""
    trimmed = value.strip(WHITE)
    return percent_encode(trimmed, codec) if field == "loc" else trimmed


def is_encodable(text: str, codec: str) -> bool:
    """Whether the file's encoding has all characters of the text."""
    if _is_unicode(codec):
        return True
    try:
        text.encode(codec)
    except UnicodeEncodeError:
        return False
    return True


@lru_cache(maxsize=64)
def _is_unicode(codec: str) -> bool:
    return codec.lower().replace("_", "-").startswith(("utf-8", "utf-16", "utf-32"))


def check_characters(value: str) -> None:
    """Raise SitemapError that names the first character that XML 1.0 has no way to write."""
    found = _ILLEGAL.search(value)
    if found is None:
        return
    character = f"U+{ord(found[0]):04X}"
    name = unicodedata.name(found[0], "")
    raise SitemapError(
        _("The character {character} at place {place} cannot stand in a sitemap.").format(
            character=f"{character} {name}".strip(), place=found.start() + 1
        ),
        advice=_("Remove it and try again."),
        code="control-char-illegal",
    )
