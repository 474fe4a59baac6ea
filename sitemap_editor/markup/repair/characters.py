"""Repairs of text: characters XML forbids, references, < and ]]> that begin and end nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.entities import html5

from sitemap_editor.markup.values import is_character
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.support.i18n import N_

from .asides import comments_in, outside
from .changes import Change
from .grammar import is_known

_CONTROLS = bytes(sorted({*range(32)} - {9, 10, 13}))
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]+|(?:\xef\xbf[\xbe\xbf])+")
_REFERENCE = re.compile(
    rb"(?P<number>&\#(?:[xX]0*(?P<hex>[0-9A-Fa-f]{1,8})|0*(?P<dec>[0-9]{1,9}))(?P<end>;?))"
    rb"|(?P<name>&(?P<word>[A-Za-z][A-Za-z0-9]{0,30}))(?P<semi>;?)|(?P<bare>&)"
)
_SUSPECT = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);)")
_AROUND = re.compile(rb"&[ \t]?[^\s<&]{0,20}")
"""What is told of a bare ``&``: it and the word behind it."""

_XML = (b"amp", b"lt", b"gt", b"quot", b"apos")
_ENTITIES = re.compile(rb"<!ENTITY\s+([\w.-]+)\s")
_LESS = re.compile(
    rb"<(?!/?(?:[A-Za-z_][\w.-]*:)?"
    rb"(?:url|urlset|sitemap|sitemapindex|loc|lastmod|changefreq|priority)[\s/>]|!DOCTYPE)"
)
_TAG = re.compile(rb"/?[A-Za-z_:][^\s<>/=\"'&?;,]*")
_REST = re.compile(rb"(?:\s+[^\s<>=\"'/]+\s*=\s*(?:\"[^\"<]*\"|'[^'<]*'))*\s*/?>")
_CUT_TAG = re.compile(rb"[/!?]?[\w:.-]*\s*\Z")
_CDATA_END = re.compile(rb"\]\]>")


def controls(text: bytes) -> Iterator[Change]:
    """Control characters, which XML has no way to hold."""
    reason = N_("A control character ({value}) stood here, which XML forbids.")
    has_none = len(text.translate(None, _CONTROLS)) == len(text)
    if has_none and b"\xef\xbf\xbe" not in text and b"\xef\xbf\xbf" not in text:
        return
    for one in _CONTROL.finditer(text):
        shown = " ".join(f"U+{ord(c):04X}" for c in one[0].decode("utf-8", "replace")[:4])
        yield Change(
            *one.span(), b"", "control-char-illegal", reason, FixKind.SAFE, {"value": shown}
        )


# References


def references(text: bytes) -> Iterator[Change]:
    """Each & that begins no reference XML knows."""
    declared = frozenset(_ENTITIES.findall(text[:65_536]))
    high: re.Match[bytes] | None = None
    for place in outside(text, _SUSPECT):
        one = _REFERENCE.match(text, place.start())
        assert one is not None
        if one["number"] is not None:
            number = _value(one)
            if 0xD800 <= number < 0xDC00:
                high = one
                continue
            if high is not None and 0xDC00 <= number < 0xE000 and high.end() == one.start():
                yield _pair(high, one)
                high = None
                continue
            change = _number(one, number)
        elif one["name"] is not None:
            change = _name(one, declared)
        else:
            change = _bare(one) if one["bare"] is not None else None
        if high is not None:
            yield _lone(high)
            high = None
        if change is not None:
            yield change
    if high is not None:
        yield _lone(high)


def _value(one: re.Match[bytes]) -> int:
    """The number that a reference tells."""
    return int(one["hex"] or one["dec"], 16 if one["hex"] else 10)


def _pair(high: re.Match[bytes], low: re.Match[bytes]) -> Change:
    code = 0x10000 + ((_value(high) - 0xD800) << 10) + (_value(low) - 0xDC00)
    reason = N_("Two halves of the character {value} were written as references of their own.")
    shown = {"value": chr(code)}
    return Change(
        high.start(),
        low.end(),
        chr(code).encode(),
        "charref-surrogate",
        reason,
        FixKind.SAFE,
        shown,
    )


def _lone(one: re.Match[bytes]) -> Change:
    reason = N_("{value} is half a character, whose other half is missing.")
    shown = {"value": one[0].decode()}
    return Change(*one.span(), b"", "charref-surrogate", reason, FixKind.ASK, shown)


def _number(one: re.Match[bytes], number: int) -> Change | None:
    shown = {"value": one[0].decode()}
    if 0xDC00 <= number < 0xE000:
        return _lone(one)
    if not is_character(number):
        reason = N_("{value} stands for a character that XML forbids.")
        return Change(*one.span(), b"", "control-char-illegal", reason, FixKind.SAFE, shown)
    if one["end"] and b"&#X" not in one[0]:
        return None
    reason = N_("{value} was not written as a reference is.")
    new = one[0].replace(b"#X", b"#x").rstrip(b";") + b";"
    return Change(*one.span(), new, "ampersand-unescaped", reason, FixKind.ASK, shown)


def _name(one: re.Match[bytes], declared: frozenset[bytes]) -> Change | None:
    word = one["word"]
    if one["semi"] and (word in _XML or word in declared):
        return None
    if not one["semi"]:
        return _bare(one)
    character = html5.get(word.decode() + ";")
    shown = {"value": one[0].decode(), "character": character or ""}
    if character is None:
        return _bare(one)
    reason = N_("{value} is known in HTML, not in XML: it stands for “{character}”.")
    new = character.encode().replace(b"&", b"&amp;").replace(b"<", b"&lt;")
    return Change(*one.span(), new, "entity-html-undefined", reason, FixKind.SAFE, shown)


def _bare(one: re.Match[bytes]) -> Change:
    at = one.start()
    reason = N_("The & of {value} was not written as &amp;.")
    around = _AROUND.match(one.string, at)
    values = {"value": around[0].decode("utf-8", "ignore") if around is not None else "&"}
    return Change(at, at + 1, b"&amp;", "ampersand-unescaped", reason, FixKind.SAFE, values)


# Signs that begin or end nothing


def less_than(text: bytes) -> Iterator[Change]:
    """Each < that begins no tag."""
    reason = N_("A < stood here that begins no tag.")
    last = text.rfind(b">")
    for one in outside(text, _LESS):
        if one.start() > last and _CUT_TAG.match(text, one.end()):
            continue  # the file broke off in a tag, which goes with what it stands in
        if not _begins_tag(text, one.end()):
            yield Change(*one.span(), b"&lt;", "lt-unescaped", reason)


def _begins_tag(text: bytes, at: int) -> bool:
    name = _TAG.match(text, at)
    if name is None:
        return False
    if is_known(name[0]):
        return True
    return _REST.match(text, name.end()) is not None


def section_ends(text: bytes) -> Iterator[Change]:
    """``]]>`` outside of CDATA sections."""
    reason = N_("]]> stood in text, outside of a CDATA section.")
    for one in outside(text, _CDATA_END):
        yield Change(*one.span(), b"]]&gt;", "cdata-end-in-text", reason)


def comments(text: bytes) -> Iterator[Change]:
    """Two hyphens inside a comment, and a comment or section that is never closed."""
    reason = N_("Two hyphens stood inside a comment, which XML forbids.")
    for start, end in comments_in(text):
        inner = text[start + 4 : end - 3]
        if b"--" in inner or inner.endswith(b"-"):
            new = re.sub(rb"-(?=-)", b"- ", inner)
            new += b" " if new.endswith(b"-") else b""
            yield Change(start + 4, end - 3, new, "xml-not-wellformed", reason)
    for opening, closing in ((b"<!--", b"-->"), (b"<![CDATA[", b"]]>")):
        yield from _unclosed(text, opening, closing)


def _unclosed(text: bytes, opening: bytes, closing: bytes) -> Iterator[Change]:
    at = text.rfind(opening)
    if at < 0 or text.find(closing, at) >= 0:
        return
    end = text.find(b"<", at + len(opening))
    reason = N_("{value} was opened and never closed.")
    place = end if end >= 0 else len(text)
    values = {"value": opening.decode()}
    new = b" " + closing if text[place - 1 : place] == closing[:1] else closing
    yield Change(place, place, new, "xml-not-wellformed", reason, FixKind.ASK, values)
