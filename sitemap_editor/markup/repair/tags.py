"""Repairs inside of tags: quotes, spaces after <, a missing >, attributes given twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.protocol.namespaces import EXTENSION_BY_URI, SITEMAP
from sitemap_editor.support.i18n import N_

from .asides import outside
from .changes import Change, quoted
from .grammar import is_known

_DOUBLE = "“”„‟″＂«»"
_SINGLE = "‘’‚‛′＇`´"
_CURLY = "|".join(re.escape(sign) for sign in _DOUBLE + _SINGLE).encode()
_HAS_CURLY = re.compile(_CURLY)
_SINGLES = re.compile("|".join(re.escape(sign) for sign in _SINGLE).encode())
_ANY_QUOTE = rb"(?:\"|'|%b)" % _CURLY

_TAG = re.compile(rb"(?P<tag><[A-Za-z_][^\s<>/=]*\s[^<>]*>?)")
_OPENING = re.compile(rb"=\s*(%b)" % _ANY_QUOTE)
_CLOSING = re.compile(rb"%b(?=[\s/?>]|$)" % _ANY_QUOTE)
_GOOD = re.compile(rb"\s*[^\s=\"'<>/?]+\s*=\s*(?:\"[^\"<]*\"|'[^'<]*')")
_LOOSE = re.compile(
    rb"\s*(?P<name>[A-Za-z_:][^\s=\"'<>/]*)\s*=\s*"
    rb"(?:\"(?P<open>[^\"'<>]*?)(?<!\s)(?=\s*/?>|\s+[A-Za-z_:][\w:.-]*\s*=)"
    rb"|(?P<bare>[^\s\"'<>]+)(?P<close>\"?))"
)
_SPACED = re.compile(
    rb"<(?P<white>[ \t\r\n]+)(?P<name>/?[ \t]*[A-Za-z_][\w:.-]*)(?=[\s/>])"
    rb"|</(?P<slash>[ \t\r\n]+)(?P<closing>[A-Za-z_][\w:.-]*)\s*>",
    re.DOTALL,
)
_UNFINISHED = re.compile(
    rb"(?P<tag></?(?P<name>[A-Za-z_][\w:.-]*))(?![\w:.-])(?P<rest>[^<>]*)(?=<|\Z)"
)
_GLUED = re.compile(rb"<(?:[A-Za-z_][\w.-]*:)?loc(?=(?:https?|ftp)://)")
_KNOWN_TAG = re.compile(rb"<(?P<slash>/?)(?P<name>[A-Za-z_][\w:.-]*)(?P<rest>[^<>\w:.-][^<>]*)>")
_NAME = rb"[A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?"
_VALUE = rb"(?:\"[^\"<]*\"|'[^'<]*')"
_STRICT = re.compile(rb"<%b(?:\s+%b\s*=\s*%b)*\s*/?>|</%b\s*>" % (_NAME, _NAME, _VALUE, _NAME))
_WHOLE = re.compile(rb"(?<!\s)\s+(%b)\s*=\s*%b" % (_NAME, _VALUE))
_DUPLICATES = re.compile(rb"(?<!\s)\s+([^\s\"'<>/=]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_START_TAG = re.compile(rb"<(?P<name>[A-Za-z_][^\s<>/=]*)(?P<rest>\s[^<>]*?)/?>", re.DOTALL)


def quotes(text: bytes) -> Iterator[Change]:
    """Values of attributes that do not stand in straight quotes, one at each end."""
    if b"=" not in text:
        return
    for one in outside(text, _TAG):
        if b"=" in one["tag"]:
            yield from _curly(one) if _HAS_CURLY.search(one["tag"]) else _loose(one)


def _curly(one: re.Match[bytes]) -> Iterator[Change]:
    reason = N_("Quotes of a word processor stood around {value}.")
    start = one.start("tag")
    for opening, closing in _quoted(one["tag"]):
        value = one["tag"][opening.end() : closing.start()]
        if _HAS_CURLY.search(opening[1] + closing[0]):
            quote = b"'" if _SINGLES.fullmatch(opening[1]) and b"'" not in value else b'"'
            inner = value if quote == b"'" else value.replace(b'"', b"&quot;")
            first, last = start + opening.start(1), start + closing.end()
            shown = quoted(value)
            new = quote + inner + quote
            yield Change(first, last, new, "tag-quote-missing", reason, FixKind.SAFE, shown)


def _quoted(tag: bytes) -> Iterator[tuple[re.Match[bytes], re.Match[bytes]]]:
    """The quotes, straight or not, at both ends of each value."""
    position = 0
    while opening := _OPENING.search(tag, position):
        closing = _CLOSING.search(tag, opening.end())
        if closing is None:
            return
        yield opening, closing
        position = closing.end()


def _loose(one: re.Match[bytes]) -> Iterator[Change]:
    """Quotes that are missing at one end or both."""
    tag = one["tag"]
    position = re.match(rb"<\??[^\s]+", tag).end()  # type: ignore[union-attr]  # it begins so
    reason = N_("The value {value} did not stand in quotes.")
    while position < len(tag):
        good = _GOOD.match(tag, position)
        if good is not None:
            position = good.end()
            continue
        loose = _LOOSE.match(tag, position)
        if loose is None:
            return
        value = loose["open"] if loose["open"] is not None else loose["bare"]
        if loose["bare"] is not None and value.endswith(b"/") and tag[loose.end() :] == b">":
            value = value[:-1]
        first = one.start("tag") + loose.start("open" if loose["open"] is not None else "bare")
        first -= loose["open"] is not None
        last = first + len(value) + (loose["open"] is not None) + len(loose["close"] or b"")
        shown = quoted(value)
        new = b'"' + value + b'"'
        yield Change(first, last, new, "tag-quote-missing", reason, FixKind.SAFE, shown)
        position = last - one.start("tag")


def spaces(text: bytes) -> Iterator[Change]:
    """White space between < and the name of an element that sitemaps have."""
    reason = N_("White space stood between < and {value}.")
    for one in outside(text, _SPACED):
        name = one["name"] or one["closing"]
        if is_known(name.replace(b" ", b"").replace(b"\t", b"")):
            shown = quoted(name)
            if one["closing"]:
                span = one.span("slash")
                yield Change(*span, b"", "tag-space-after-lt", reason, FixKind.SAFE, shown)
                continue
            plain = b"/" + name[1:].lstrip() if name.startswith(b"/") else name
            first, last = one.start("white"), one.end("name")
            yield Change(first, last, plain, "tag-space-after-lt", reason, FixKind.SAFE, shown)


def unfinished(text: bytes) -> Iterator[Change]:
    """Tags of known elements in which the > is missing."""
    reason = N_("The > of {value} was missing.")
    for one in outside(text, _GLUED):
        shown = {"value": one[0].decode("utf-8", "replace") + ">"}
        yield Change(one.end(), one.end(), b">", "xml-not-wellformed", reason, FixKind.ASK, shown)
    for one in outside(text, _UNFINISHED):
        if not is_known(one["name"]) or one.end() == len(text):
            continue
        shown = {"value": one["tag"].decode() + ">"}
        at = one.end("tag")
        if one["rest"].strip() and b"=" in one["rest"] and not one["tag"].startswith(b"</"):
            at = one.start("rest") + len(one["rest"].rstrip())
        yield Change(at, at, b">", "xml-not-wellformed", reason, FixKind.ASK, shown)


def attributes(text: bytes) -> Iterator[Change]:
    """Tags of known elements in which something stands that is no attribute; it goes."""
    reason = N_("{value} could not be read as a tag; only its attributes stay.")
    for one in outside(text, _KNOWN_TAG):
        if not is_known(one["name"]) or _STRICT.fullmatch(one[0]):
            continue
        shown = quoted(one[0][:200])
        closed = b"/" if one[0].endswith(b"/>") and not one["slash"] else b""
        kept = b"" if one["slash"] else b"".join(found[0] for found in _kept(one["rest"]))
        new = b"<%b%b%b%b>" % (one["slash"], one["name"], kept, closed)
        yield Change(*one.span(), new, "xml-not-wellformed", reason, FixKind.ASK, shown)


def _kept(rest: bytes) -> Iterator[re.Match[bytes]]:
    seen = set()
    for one in _WHOLE.finditer(rest):
        if one[1] not in seen:
            seen.add(one[1])
            yield one


def duplicates(text: bytes) -> Iterator[Change]:
    """Attributes given twice in one tag, namespaces above all."""
    for tag in outside(text, _START_TAG):
        if tag["rest"].count(b"=") < 2:
            continue
        seen: dict[bytes, re.Match[bytes]] = {}
        names = {one[1] for one in _DUPLICATES.finditer(tag["rest"])}
        for one in _DUPLICATES.finditer(tag["rest"]):
            first = seen.setdefault(one[1], one)
            if first is not one:
                yield _duplicate(tag, first, one, names)


def _duplicate(
    tag: re.Match[bytes], first: re.Match[bytes], one: re.Match[bytes], names: set[bytes]
) -> Change:
    """Let go of one of two, or give an extension the prefix it usually has."""
    at = tag.start("rest")
    name = one[1]
    shown = quoted(name)
    reason = N_("The attribute {value} was given twice in one tag.")
    if not name.startswith(b"xmlns"):
        return Change(
            at + one.start(), at + one.end(), b"", "xml-not-wellformed", reason, FixKind.ASK, shown
        )
    code = "ns-duplicate-declaration"
    values = {one_: _value(one_) for one_ in (first, one)}
    for candidate in (one, first):
        known = EXTENSION_BY_URI.get(values[candidate])
        wanted = f"xmlns:{known.prefix}".encode() if known is not None else b""
        if known is not None and wanted not in names:
            span = (at + candidate.start(1), at + candidate.end(1))
            return Change(*span, wanted, code, reason, FixKind.SAFE, shown)
    is_core = name == b"xmlns" or tag["name"].startswith(name[6:] + b":")
    drops_first = is_core and values[one] == SITEMAP != values[first]
    gone = first if drops_first else one
    return Change(at + gone.start(), at + gone.end(), b"", code, reason, FixKind.SAFE, shown)


def _value(one: re.Match[bytes]) -> str:
    return (one[2] if one[2] is not None else one[3]).decode("utf-8", "replace")
