"""What broke a text that expat refuses: the rule that names it, in plain words, at its cause.

Expat points at the character it could not use; the cause is often a little before that.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from xml.parsers.expat import ExpatError, ParserCreate, errors

from sitemap_editor.protocol.errors import Opened
from sitemap_editor.support.i18n import N_, _

BOM = b"\xef\xbb\xbf"
GENERAL = "xml-not-wellformed"
_NEAR = 512
_STACK_LIMIT = 16 << 20
"""A second pass with handlers tells what is open; not worth the wait in larger texts."""

_REPAIR = N_("Correct this place in a text editor, or make the file anew.")
_AGAIN = N_("Copy or download it again: its end is missing.")


@dataclass(frozen=True)
class Cause:
    """One cause: code of the rule, reason for people, the byte where it is, what to do.

    ``opened`` is the element that was still open, where the reason tells of it.
    """

    code: str
    reason: str
    at: int
    advice: str
    opened: Opened | None = None


Explanation = Callable[[bytes, int], Cause]


def explain(code: int, text: bytes, at: int) -> Cause:
    """Explain expat's error ``code`` at byte ``at``."""
    known = _EXPLANATIONS.get(errors.messages.get(code, ""))
    if known is not None:
        return known(text, at)
    return _cause(GENERAL, _("This is not correct XML."), at)


def _cause(code: str, reason: str, at: int, advice: str = _REPAIR) -> Cause:
    return Cause(code, reason, at, _(advice))


def misplaced_mark(at: int) -> Cause:
    """A byte order mark that is not the first thing in the file."""
    reason = _("A byte order mark stands where it does not belong.")
    return _cause("bom-misplaced", reason, at, N_("Delete it with a text editor."))


def _quoted(found: bytes) -> str:
    return found.decode("utf-8", "replace")


# What expat calls "not well-formed (invalid token)" has many causes: the first that fits.


def _invalid_token(text: bytes, at: int) -> Cause:
    for look in _INVALID_TOKENS:
        if cause := look(text, at):
            return cause
    return _cause(GENERAL, _("This is not correct XML."), at)


_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]|\xef\xbf[\xbe\xbf]")


def _control_character(text: bytes, at: int) -> Cause | None:
    found = _CONTROL.match(text, at)
    if not found:
        return None
    name = f"U+{ord(found[0].decode('utf-8', 'surrogatepass')):04X}"
    reason = _("A control character ({name}) stands here, which XML forbids.").format(name=name)
    return _cause("control-char-illegal", reason, at, N_("Delete it with a text editor."))


_PROLOG = re.compile(
    rb"(?:\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)*", re.DOTALL | re.IGNORECASE
)
_MALFORMED_DECLARATION = re.compile(rb"\s*<\s*\?\s*xml\b", re.IGNORECASE)


def _declaration(text: bytes, at: int) -> Cause | None:
    found = _MALFORMED_DECLARATION.match(text)
    if not found or at > found.end():
        return None
    return _malformed_declaration(text, found.end() - len(found[0].lstrip()))


def _before_root(text: bytes, at: int) -> Cause | None:
    prolog = _PROLOG.match(text[:65_536])
    start = prolog.end() if prolog else 0
    if text[start : start + 1] == b"<" or not start <= at <= start + 1:
        return None
    if text.startswith(BOM, start):
        return misplaced_mark(start)
    reason = _("Text stands before the first element.")
    return _cause("content-before-root", reason, start, N_("Delete what stands before it."))


_AMPERSAND = re.compile(rb"&[^;&<>\s]{0,64}\Z")


def _ampersand(text: bytes, at: int) -> Cause | None:
    found = _AMPERSAND.search(text, max(0, at - 65), at)
    if not found:
        return None
    return _cause(
        "ampersand-unescaped",
        _("An & stands here that begins no reference."),
        found.start(),
        N_("Write &amp; for it."),
    )


_SPACED_TAG = re.compile(rb"</?\Z")


def _less_than(text: bytes, at: int) -> Cause | None:
    found = _SPACED_TAG.search(text, max(0, at - 2), at)
    if found and re.match(rb"\s+/?[A-Za-z_:]", text[at : at + _NEAR]):
        reason = _("A space stands between < and the name of the tag.")
        return _cause("tag-space-after-lt", reason, found.start(), N_("Delete the space."))
    if not found and text[at : at + 1] != b"<":
        return None
    reason = _("A < stands here that begins no tag.")
    start = found.start() if found else at
    return _cause("lt-unescaped", reason, start, N_("Write &lt; for it."))


def _cdata_end(text: bytes, at: int) -> Cause | None:
    if text[max(0, at - 2) : at + 1] != b"]]>":
        return None
    return _cause(
        "cdata-end-in-text",
        _("]]> stands in text, outside a CDATA section."),
        at - 2,
        N_("Write ]]&gt; for it."),
    )


def _comment(text: bytes, at: int) -> Cause | None:
    start = text.rfind(b"<!--", 0, at)
    if start < 0 or text.find(b"-->", start, at) >= 0 or text[at - 2 : at] != b"--":
        return None
    return _cause(GENERAL, _("Two hyphens stand inside a comment."), at - 2)


def _tag(text: bytes, at: int) -> Cause | None:
    start = text.rfind(b"<", max(0, at - _NEAR), at)
    if start < 0 or text.find(b">", start, at) >= 0:
        return None
    if text[start:at].rstrip().endswith(b"="):
        reason = _("The value of an attribute does not stand in straight quotes.")
        return _cause("tag-quote-missing", reason, at, N_('Put it in quotes: name="value".'))
    return _cause(GENERAL, _("The tag is not written correctly."), at)


_INVALID_TOKENS = (
    _control_character,
    _declaration,
    _before_root,
    _ampersand,
    _less_than,
    _cdata_end,
    _comment,
    _tag,
)


# The other errors of expat have one cause each, or nearly.


def _malformed_declaration(_text: bytes, at: int) -> Cause:
    return _cause(
        "xml-declaration-malformed",
        _("The XML declaration is not written correctly."),
        at,
        N_('Write <?xml version="1.0" encoding="UTF-8"?> in its place.'),
    )


def _misplaced_declaration(text: bytes, at: int) -> Cause:
    if text.startswith(b"<?xml"):
        reason = _("A second XML declaration stands here.")
        return _cause("xml-declaration-duplicate", reason, at, N_("Delete it with a text editor."))
    return _cause(
        "xml-declaration-not-first",
        _("Something stands before the XML declaration, which must come first."),
        at,
        N_("Delete what stands before it."),
    )


def _unclosed_token(text: bytes, at: int) -> Cause:
    if text.startswith(b"<!--", at):
        return _cause(GENERAL, _("The comment that begins here is never closed."), at)
    if text.startswith(b"<?xml", at):
        return _malformed_declaration(text, at)
    reason = _("The tag that begins here is never closed.")
    if text.find(b"<", at + 1) < 0:
        return _cause("file-truncated", reason, at, _AGAIN)
    return _cause(GENERAL, reason, at)


def _unclosed_cdata(text: bytes, at: int) -> Cause:
    start = text.rfind(b"<![CDATA[", 0, at)
    reason = _("The CDATA section that begins here is never closed.")
    return _cause(GENERAL, reason, max(start, 0))


def _end(text: bytes, at: int) -> Cause:
    opened = _innermost_open(text)
    if opened is None and not re.search(rb"<[^!?\s/]", text):
        return _cause("file-truncated", _("The file holds no element."), at, _AGAIN)
    reason = _("The file ends before its last element is closed.")
    if opened:
        said = _("The file ends while <{name}> from line {line} is still open.")
        opened = replace(opened, said=said, name=opened.open)
        reason = opened.told()
    return Cause("file-truncated", reason, at, _(_AGAIN), opened)


_NAME = re.compile(rb"[^\s/>]*")


def _mismatched_tag(text: bytes, at: int) -> Cause:
    found = _NAME.match(text, at)
    name = _quoted(found[0] if found else b"")
    opened = _innermost_open(text)
    reason = _("</{name}> closes an element that is not the open one.").format(name=name)
    if opened:
        said = _("</{name}> stands where <{open}> from line {line} must be closed first.")
        opened = replace(opened, said=said, name=name)
        reason = opened.told()
    return Cause("tag-mismatched", reason, max(0, at - 2), _(_REPAIR), opened)


def _innermost_open(text: bytes) -> Opened | None:
    """The element that is open where the text breaks."""
    if len(text) > _STACK_LIMIT:
        return None
    stack: list[Opened] = []
    parser = ParserCreate("utf-8")
    parser.StartElementHandler = lambda name, _: stack.append(
        Opened(name, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
    )
    parser.EndElementHandler = lambda _: stack.pop()
    try:
        parser.Parse(text, True)
    except ExpatError:
        return stack[-1] if stack else None
    return None


def _after_root(text: bytes, at: int) -> Cause:
    advice = N_("Delete what stands after the end of the first element.")
    if text.startswith(b"<?xml", at):
        return _misplaced_declaration(text, at)
    if re.match(rb"<[A-Za-z_]", text[at : at + 2]):
        reason = _("A second root element begins here.")
        return _cause("root-multiple", reason, at, advice)
    reason = _("Something stands after the end of the last element.")
    return _cause("content-after-root", reason, at, advice)


_DECLARED = re.compile(rb"xmlns(?::[^\s=]*)?\s*=")


def _duplicate_attribute(text: bytes, at: int) -> Cause:
    code = "ns-duplicate-declaration" if _DECLARED.match(text, at) else GENERAL
    found = re.match(rb"[^\s=]*", text[at : at + _NEAR])
    name = _quoted(found[0] if found else b"")
    reason = _("The attribute {name} is given twice in one tag.").format(name=name)
    return _cause(code, reason, at, N_("Delete one of them."))


_REFERENCE = re.compile(rb"&[^;\s<]*;?")


def _reference_at(text: bytes, at: int) -> str:
    found = _REFERENCE.match(text, at)
    return _quoted(found[0] if found else b"&")


def _undefined_entity(text: bytes, at: int) -> Cause:
    return _cause(
        "entity-html-undefined",
        _("The reference {name} is not known in XML.").format(name=_reference_at(text, at)),
        at,
        N_("Write the character itself for it, or &amp; for its &."),
    )


def _bad_character_reference(text: bytes, at: int) -> Cause:
    name = _reference_at(text, at)
    digits = name[2:].rstrip(";")
    is_hex = digits[:1] in ("x", "X")
    number = int(digits[1:] if is_hex else digits, 16 if is_hex else 10) if digits.isalnum() else 0
    code = "charref-surrogate" if 0xD800 <= number <= 0xDFFF else "control-char-illegal"
    reason = _("The reference {name} stands for no character XML allows.").format(name=name)
    return _cause(code, reason, at)


_PREFIXED = re.compile(rb"[\s<]([^\s<>=:/\"']+):")
_VALUE = re.compile(rb"\"[^\"]*\"|'[^']*'")


def _unbound_prefix(text: bytes, at: int) -> Cause:
    tag = text[at : text.find(b">", at) + 1 or at + _NEAR]
    found = [
        name for name in _PREFIXED.findall(_VALUE.sub(b"", tag)) if name not in (b"xmlns", b"xml")
    ]
    unknown = [name for name in found if b"xmlns:" + name not in text] or found
    names = ", ".join(dict.fromkeys(map(_quoted, unknown)))
    return _cause(
        "ns-prefix-undeclared",
        _("A prefix of this tag is declared nowhere: {names}.").format(names=names),
        at,
        N_("Declare it on the root element with xmlns:prefix, or remove it."),
    )


def _expansion(_text: bytes, at: int) -> Cause:
    return _cause(
        "doctype-present",
        _("Entities of the DOCTYPE expand into far more text than the file holds."),
        at,
        N_("Such a file is made to harm; do not use it."),
    )


def _endless_entity(_text: bytes, at: int) -> Cause:
    return _cause("doctype-present", _("An entity of the DOCTYPE contains itself."), at)


_EXPLANATIONS: dict[str, Explanation] = {
    errors.XML_ERROR_INVALID_TOKEN: _invalid_token,
    errors.XML_ERROR_SYNTAX: _invalid_token,
    errors.XML_ERROR_NO_ELEMENTS: _end,
    errors.XML_ERROR_UNCLOSED_TOKEN: _unclosed_token,
    errors.XML_ERROR_PARTIAL_CHAR: _unclosed_token,
    errors.XML_ERROR_UNCLOSED_CDATA_SECTION: _unclosed_cdata,
    errors.XML_ERROR_TAG_MISMATCH: _mismatched_tag,
    errors.XML_ERROR_DUPLICATE_ATTRIBUTE: _duplicate_attribute,
    errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT: _after_root,
    errors.XML_ERROR_UNDEFINED_ENTITY: _undefined_entity,
    errors.XML_ERROR_RECURSIVE_ENTITY_REF: _endless_entity,
    errors.XML_ERROR_BAD_CHAR_REF: _bad_character_reference,
    errors.XML_ERROR_MISPLACED_XML_PI: _misplaced_declaration,
    errors.XML_ERROR_XML_DECL: _malformed_declaration,
    errors.XML_ERROR_UNBOUND_PREFIX: _unbound_prefix,
    errors.XML_ERROR_AMPLIFICATION_LIMIT_BREACH: _expansion,
}
