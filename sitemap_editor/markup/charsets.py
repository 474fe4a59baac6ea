"""The encodings a sitemap may be in: a closed list, because Python knows codecs that are none.

(``idna``, ``unicode_escape``, ``punycode``, ``utf-7`` and their like read nearly anything and mean
something else.) Names are those of the IANA registry in lower case,
https://www.iana.org/assignments/character-sets; labels are what people write for them, after the
WHATWG Encoding Standard, section 4.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _

UTF_8 = "utf-8"
ASCII = "us-ascii"

_ISO_PARTS = (*range(1, 12), *range(13, 17))  # part 12 was never published
_WINDOWS_PAGES = range(1250, 1259)

_CODECS: dict[str, str] = {
    UTF_8: "utf-8",
    ASCII: "ascii",
    **{f"iso-8859-{n}": f"iso8859-{n}" for n in _ISO_PARTS},
    **{f"windows-{n}": f"cp{n}" for n in _WINDOWS_PAGES},
    "windows-874": "cp874",
    "koi8-r": "koi8_r",
    "koi8-u": "koi8_u",
    "ibm437": "cp437",
    "ibm850": "cp850",
    "ibm852": "cp852",
    "ibm866": "cp866",
    "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "x-mac-ce": "mac_latin2",
    "gb18030": "gb18030",
    "gbk": "gbk",
    "gb2312": "gb2312",
    "big5": "big5",
    "big5-hkscs": "big5hkscs",
    "shift_jis": "shift_jis",
    "windows-31j": "cp932",
    "euc-jp": "euc_jp",
    "euc-kr": "euc_kr",
    "windows-949": "cp949",
    "tis-620": "tis_620",
    "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
    "utf-32le": "utf-32-le",
    "utf-32be": "utf-32-be",
}
"""IANA name -> Python's codec."""

_LABELS: dict[str, str] = {
    "utf8": UTF_8,
    "unicode-1-1-utf-8": UTF_8,
    "ascii": ASCII,
    "ansi-x3.4-1968": ASCII,
    **{f"iso8859-{n}": f"iso-8859-{n}" for n in _ISO_PARTS},
    **{f"iso8859{n}": f"iso-8859-{n}" for n in _ISO_PARTS},
    **{f"cp{n}": f"windows-{n}" for n in _WINDOWS_PAGES},
    **{f"x-cp{n}": f"windows-{n}" for n in _WINDOWS_PAGES},
    **{f"win-{n}": f"windows-{n}" for n in _WINDOWS_PAGES},
    "latin1": "iso-8859-1",
    "latin-1": "iso-8859-1",
    "l1": "iso-8859-1",
    "latin2": "iso-8859-2",
    "latin-2": "iso-8859-2",
    "latin9": "iso-8859-15",
    "latin-9": "iso-8859-15",
    "iso-8859-8-i": "iso-8859-8",
    "dos-874": "windows-874",
    "koi8": "koi8-r",
    "koi": "koi8-r",
    "cp437": "ibm437",
    "cp850": "ibm850",
    "cp852": "ibm852",
    "cp866": "ibm866",
    "866": "ibm866",
    "mac": "macintosh",
    "macroman": "macintosh",
    "mac-roman": "macintosh",
    "x-mac-roman": "macintosh",
    "mac-cyrillic": "x-mac-cyrillic",
    "x-gbk": "gbk",
    "cp936": "gbk",
    "windows-936": "gbk",
    "gb-2312": "gb2312",
    "gb2312-80": "gb2312",
    "x-euc-cn": "gb2312",
    "euc-cn": "gb2312",
    "cn-big5": "big5",
    "big-5": "big5",
    "x-x-big5": "big5",
    "shift-jis": "shift_jis",
    "sjis": "shift_jis",
    "x-sjis": "shift_jis",
    "ms-kanji": "shift_jis",
    "cp932": "windows-31j",
    "ms932": "windows-31j",
    "x-euc-jp": "euc-jp",
    "eucjp": "euc-jp",
    "euckr": "euc-kr",
    "ks-c-5601-1987": "euc-kr",
    "cp949": "windows-949",
    "uhc": "windows-949",
    "utf16": "utf-16",
    "ucs-2": "utf-16",
    "iso-10646-ucs-2": "utf-16",
    "utf-16-le": "utf-16le",
    "utf-16-be": "utf-16be",
    "utf32": "utf-32",
}
"""Other labels, lower case with ``-`` for ``_`` -> IANA name."""

_SUPERSETS: dict[str, tuple[str, ...]] = {
    "gb2312": ("gbk", "gb18030"),
    "gbk": ("gb18030",),
    "big5": ("big5-hkscs",),
    "shift_jis": ("windows-31j",),
    "euc-kr": ("windows-949",),
    "tis-620": ("windows-874",),
    "iso-8859-11": ("windows-874",),
}
"""What programs that write the label really mean where the strict codec fails (WHATWG)."""

_ORDERED = {"utf-16": "utf-16le", "utf-32": "utf-32le"}
"""The byte order to write where none is asked for: that of Windows, where such files come from."""

_WIDE = frozenset({"utf-16", "utf-32", "utf-16le", "utf-16be", "utf-32le", "utf-32be"})

_DECLARATION = re.compile(
    rb"""\s*<\?xml\s[^<>]*?\bencoding\s*=\s*(?P<quote>["'])(?P<label>[^"'<>]*)(?P=quote)"""
)
DECLARATION_AREA = 1024


def canonical(label: str) -> str | None:
    """The IANA name in lower case of what a declaration says; None for an unknown one.

    ``utf-16`` and ``utf-32`` come back without a byte order: the bytes show it.
    """
    name = label.strip().lower()
    if name in _CODECS or name in ("utf-16", "utf-32"):
        return name
    name = name.replace("_", "-").replace(" ", "-")
    if name in _CODECS or name in ("utf-16", "utf-32"):
        return name
    return _LABELS.get(name)


def writable(label: str) -> str:
    """The encoding to write when ``label`` is asked for; SitemapError for one not on the list."""
    name = canonical(label)
    if name is None:
        raise SitemapError(
            _("There is no encoding {name}.").format(name=label),
            code="encoding-name-unknown",
            advice=_("Use {example}.").format(example="UTF-8"),
        )
    return _ORDERED.get(name, name)


def is_wide(name: str) -> bool:
    """Tell whether a character takes two bytes or more, always."""
    return name in _WIDE


def codec_of(name: str) -> str:
    """Python's codec for an IANA name; KeyError for one that is not on the list."""
    return _CODECS[name]


def names() -> Iterator[str]:
    """All encodings on the list."""
    return iter(_CODECS)


def with_supersets(name: str) -> tuple[str, ...]:
    """The encoding and those that read more under the same label."""
    return (name, *_SUPERSETS.get(name, ()))


def declared_label(text: bytes) -> str | None:
    """What the XML declaration names, as written; None when nothing is declared."""
    found = _DECLARATION.match(text[:DECLARATION_AREA])
    return found["label"].decode("ascii", "replace") if found else None


def relabel(head: bytes, label: str = "UTF-8") -> bytes:
    """The beginning of a document with ``label`` in its XML declaration.

    A declaration without an encoding means UTF-8 and is left alone, as is a document without one.
    """
    found = _DECLARATION.match(head[:DECLARATION_AREA])
    if found is None or found["label"] == label.encode():
        return head
    start, end = found.span("label")
    return head[:start] + label.encode() + head[end:]
