"""Group A: size, encoding, declaration and name of the file."""

from __future__ import annotations

import re
from urllib.parse import quote

from sitemap_editor.document.document import Document
from sitemap_editor.markup import charsets
from sitemap_editor.markup.entities import used_entities, values_of_entities
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.kinds import XML_KINDS, Kind
from sitemap_editor.protocol.limits import MAX_BYTES, NEAR_LIMIT_SHARE
from sitemap_editor.support.i18n import N_, format_megabytes, format_number

from .base import Context, Fix, Hit, ask, rule, safe
from .engine.frame import File
from .questions import answer_to

LEGACY_BYTES = 10_485_760
_NEW_IN_XML_11 = (b"\xc2\x85", b"\xe2\x80\xa8", b"&#1;", b"&#x1;", b"&#x85;", b"&#133;")
"""What XML 1.1 reads in another way: two more line ends, and control characters as references."""
_PLAIN_LABELS = ("utf-8", "utf8", "us-ascii", "ascii")


def splitting(file: File) -> Fix | None:
    """The fix that makes several files, which people choose for themselves; none of an index."""
    can_be_split = file.doc.kind in (Kind.URLSET, Kind.TEXT)
    return ask("split") if can_be_split else None


def _sizes(size: int, limit: int) -> dict[str, str]:
    return {
        "size": format_number(size),
        "megabytes": format_megabytes(size),
        "limit": format_number(limit),
    }


@rule(
    "file-too-large",
    title=N_("File too large"),
    message=N_(
        "The file has {size} bytes uncompressed ({megabytes} MB); {limit} are allowed. "
        "Search engines reject larger files: split it into several."
    ),
    kinds=XML_KINDS,
)
def file_too_large(file: File, _context: Context) -> Hit | None:
    """The uncompressed file has more than 52,428,800 bytes (50 MB)."""
    size = file.doc.size_bytes
    return Hit(_sizes(size, MAX_BYTES), splitting(file)) if size > MAX_BYTES else None


@rule(
    "file-near-size-limit",
    title=N_("File nearly too large"),
    message=N_(
        "The file has {size} bytes uncompressed ({megabytes} MB), close to the {limit} allowed. "
        "Split it before it grows over the limit, since larger files are rejected."
    ),
)
def file_near_size_limit(file: File, _context: Context) -> Hit | None:
    """The file takes more than nine tenths of the size allowed."""
    size = file.doc.size_bytes
    is_near = NEAR_LIMIT_SHARE * MAX_BYTES < size <= MAX_BYTES
    return Hit(_sizes(size, MAX_BYTES), splitting(file)) if is_near else None


@rule(
    "file-over-legacy-size",
    title=N_("Larger than the limit of 2005"),
    message=N_(
        "The file has {size} bytes uncompressed ({megabytes} MB); the format of 2005 allowed "
        "{limit}. Today's search engines take 52,428,800."
    ),
)
def file_over_legacy_size(file: File, _context: Context) -> Hit | None:
    """The file has more than 10,485,760 bytes, the limit until November 2016."""
    size = file.doc.size_bytes
    return Hit(_sizes(size, LEGACY_BYTES), splitting(file)) if size > LEGACY_BYTES else None


@rule(
    "encoding-not-utf8",
    title=N_("Not UTF-8"),
    message=N_(
        "The file is in {encoding}; a sitemap must be in UTF-8. "
        "Save it as UTF-8: readers take other bytes for garbled letters or reject them."
    ),
    kinds=XML_KINDS,
    hides=("encoding-declaration-not-utf8",),
)
def encoding_not_utf8(file: File, context: Context) -> Hit | None:
    """The bytes of the file are not UTF-8, whatever its declaration says."""
    return other_encoding(file, context)


def other_encoding(file: File, context: Context) -> Hit | None:
    """A hit when the bytes on disk are not UTF-8."""
    source = file.doc.source
    if source.is_utf8 and not source.encoding.startswith(("utf-16", "utf-32")):
        return None
    fix = _transcoded(file, context)
    return Hit({"encoding": source.encoding.upper()}, fix, value=source.encoding)


def _transcoded(file: File, context: Context) -> Fix:
    """Write UTF-8: surely right when a mark or a declaration says what the bytes are."""
    source = file.doc.source
    if not source.guessed:
        return safe("recode", encoding=charsets.UTF_8)
    if source.encoding == charsets.UTF_8 or charsets.is_wide(source.encoding):
        return ask("recode", encoding=charsets.UTF_8)  # damaged: there is nothing to choose
    chosen = answer_to("charset", context.answers)
    name, encoding = ("recode", charsets.UTF_8) if chosen == "guess" else ("read_as", chosen)
    return ask(name, encoding=encoding)._replace(question="charset")


def _label(file: File) -> str | None:
    """The encoding named in the declaration; None when none is."""
    return file.declared.get("encoding")


def _relabel(file: File) -> Fix | None:
    """Write UTF-8 into the declaration, and into the file where that is not what it is."""
    source = file.doc.source
    if source.encoding_as_saved == charsets.UTF_8:
        return safe("set_declaration", encoding="UTF-8")
    return None if source.guessed else safe("recode", encoding=charsets.UTF_8)


@rule(
    "encoding-name-unknown",
    title=N_("Unknown encoding named"),
    message=N_(
        "The XML declaration names the encoding “{value}”, which does not exist; write UTF-8. "
        "Strict readers refuse the file."
    ),
    kinds=XML_KINDS,
    hides=("encoding-declaration-mismatch", "encoding-declaration-not-utf8"),
)
def encoding_name_unknown(file: File, _context: Context) -> Hit | None:
    """The declaration names an encoding that nobody knows, such as ``UFT-8``."""
    label = _label(file)
    if label is None or charsets.canonical(label) is not None:
        return None
    return Hit(fix=_relabel(file), value=label, at=0)


@rule(
    "encoding-declaration-mismatch",
    title=N_("Another encoding than declared"),
    message=N_(
        "The XML declaration says “{value}”, but the bytes are {encoding}; write {encoding} there. "
        "Strict readers stop, others show garbled letters."
    ),
    kinds=XML_KINDS,
    hides=("encoding-declaration-not-utf8",),
)
def encoding_declaration_mismatch(file: File, _context: Context) -> Hit | None:
    """The declaration and the bytes disagree about the encoding."""
    label, source = _label(file), file.doc.source
    named = charsets.canonical(label) if label else None
    if named is None or named in (charsets.UTF_8, charsets.ASCII):
        return None
    # Bytes that are plain ASCII keep the declared encoding, unless it takes two bytes a letter.
    is_wrong = source.is_utf8 and (charsets.is_wide(named) or source.encoding == charsets.UTF_8)
    if not is_wrong:
        return None
    return Hit({"encoding": "UTF-8"}, _relabel(file), value=label, at=0)


@rule(
    "encoding-declaration-not-utf8",
    title=N_("Declared encoding is not UTF-8"),
    message=N_(
        "The XML declaration says “{value}”; a sitemap must be in UTF-8. "
        "That does no harm before the first letter outside of ASCII, and breaks there."
    ),
    kinds=XML_KINDS,
)
def encoding_declaration_not_utf8(file: File, _context: Context) -> Hit | None:
    """The declaration names another encoding than UTF-8."""
    label = _label(file)
    if label is None or label.lower() in _PLAIN_LABELS:
        return None
    is_ascii = file.doc.source.is_utf8
    severity = Severity.WARNING if is_ascii else Severity.ERROR
    return Hit(fix=_relabel(file), severity=severity, value=label, at=0)


@rule(
    "bom-present",
    title=N_("Byte order mark at the beginning"),
    message=N_(
        "The file begins with a byte order mark (EF BB BF), which UTF-8 does not need; save it "
        "without. It is legal, but some readers stumble over it."
    ),
)
def bom_present(file: File, _context: Context) -> Hit | None:
    """The file begins with the byte order mark of UTF-8."""
    has_mark = file.doc.source.bom == b"\xef\xbb\xbf"
    return Hit(fix=safe("recode", bom=False)) if has_mark else None


@rule(
    "xml-version-unsupported",
    title=N_("Another XML version than 1.0"),
    message=N_(
        "The XML declaration says version “{value}”; write 1.0. Readers of sitemaps know no other."
    ),
    kinds=XML_KINDS,
)
def xml_version_unsupported(file: File, _context: Context) -> Hit | None:
    """The declaration names another version of XML than 1.0."""
    version = file.declared.get("version")
    if version in (None, "1.0"):
        return None
    is_needed = any(file.uses(mark) for mark in _NEW_IN_XML_11)
    fix = None if is_needed else safe("set_declaration", version="1.0")
    return Hit(fix=fix, value=version, at=0)


@rule(
    "xml-declaration-missing",
    title=N_("No XML declaration"),
    message=N_(
        'The file does not begin with <?xml version="1.0" encoding="UTF-8"?>. '
        "It is optional, but every published example has it."
    ),
    kinds=XML_KINDS,
)
def xml_declaration_missing(file: File, _context: Context) -> Hit | None:
    """The file has no XML declaration."""
    if file.declaration is not None:
        return None
    # What is not UTF-8 becomes it; where that was guessed, people have to see it.
    is_guess = file.doc.source.guessed and not file.doc.source.is_utf8
    return Hit(fix=(ask if is_guess else safe)("add_declaration"), at=0)


@rule(
    "doctype-present",
    title=N_("DOCTYPE in a sitemap"),
    message=N_(
        "The file has a DOCTYPE, which no sitemap format knows; remove it. "
        "Careful readers refuse such files, because a DOCTYPE can be used to attack them."
    ),
    kinds=XML_KINDS,
)
def doctype_present(file: File, _context: Context) -> Hit | None:
    """A ``<!DOCTYPE …>`` stands before the root."""
    if not file.doc.has_doctype or file.doctype is None:
        return None
    fix = _without_doctype(file.doc, file.doctype[0])
    shown = file.doctype[0][:60].decode(errors="replace")
    return Hit(fix=fix, value=shown, at=file.doctype.start())


def _without_doctype(doc: Document, doctype: bytes) -> Fix | None:
    """Remove it; None where entities are used whose values the file does not hold.

    Attributes that it may declare come from nowhere without it.
    """
    if b"<!ATTLIST" in doctype:
        return None
    used = set(used_entities(doc.chunks()))
    if not used:
        return safe("remove_doctype")
    return ask("inline_entities") if used <= set(values_of_entities(doctype)) else None


@rule(
    "gzip-double",
    title=N_("Compressed twice"),
    message=N_(
        "The file was compressed {count} times; once is right. "
        "Search engines unpack it once and find no sitemap."
    ),
)
def gzip_double(file: File, _context: Context) -> Hit | None:
    """What is inside the gzip file is a gzip file again."""
    layers = file.doc.source.gzip_layers
    return Hit({"count": layers}, safe("recode", layers=1)) if layers > 1 else None


@rule(
    "gzip-name-mismatch",
    title=N_("Name and compression disagree"),
    message=N_(
        "The name “{value}” and the content disagree: a compressed file ends in .gz, and no other "
        "does. Servers send such a file with the wrong type."
    ),
)
def gzip_name_mismatch(file: File, _context: Context) -> Hit | None:
    """A file named ``.gz`` is not compressed, or the other way round."""
    path = file.doc.path
    if path is None:
        return None
    is_named = path.name.lower().endswith(".gz")
    if is_named == (file.doc.source.gzip_layers > 0):
        return None
    return Hit(fix=safe("recode", layers=int(is_named)), value=path.name)


@rule(
    "file-name-unsafe",
    title=N_("File name that needs encoding"),
    message=N_(
        "The name “{value}” has to be written as “{example}” in an address; a name of letters, "
        "digits, hyphens and points needs none. Mistakes there make the sitemap unreachable."
    ),
)
def file_name_unsafe(file: File, _context: Context) -> Hit | None:
    """The file's name holds spaces or letters that an address has to encode."""
    name = file.doc.path.name if file.doc.path is not None else ""
    if not name or re.fullmatch(r"[A-Za-z0-9._~-]+", name):
        return None
    example = quote(name.encode("utf-8", "surrogateescape"), safe="!$&'()*+,;=:@")
    return Hit({"example": example}, value=name) if example != name else None


RULES = (
    file_too_large,
    file_near_size_limit,
    file_over_legacy_size,
    encoding_not_utf8,
    encoding_name_unknown,
    encoding_declaration_mismatch,
    encoding_declaration_not_utf8,
    bom_present,
    xml_version_unsupported,
    xml_declaration_missing,
    doctype_present,
    gzip_double,
    gzip_name_mismatch,
    file_name_unsafe,
)
