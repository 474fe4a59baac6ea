"""From the bytes on disk to UTF-8 text and back: gzip and encoding, decided by the bytes.

What the bytes show beats what the file declares: a byte order mark first, then the zero bytes of
UTF-16, then valid UTF-8, and only then the declaration and, last, a guess.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from sitemap_editor.markup import charsets
from sitemap_editor.markup.damaged import Damage, is_eight_bit, read_damaged
from sitemap_editor.markup.guess import guess_encoding, is_damaged_utf8
from sitemap_editor.markup.inflate import deflate, inflate
from sitemap_editor.markup.magic import refuse_binary, refuse_control_characters
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

Lacking = Literal["reference", "percent"]
"""How a character that an encoding lacks is written."""

_SLICE = 1 << 20
_DECODED_SLICE = 1 << 17
"""Legacy codecs need up to 40 ns a byte both ways; a slice must stay under 10 ms."""

MOST_DAMAGE, _RARELY = 200, 100
"""A file of two bytes a letter with more damage than this was none, or is beyond repair."""

_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32le"),
    (codecs.BOM_UTF32_BE, "utf-32be"),
    (codecs.BOM_UTF8, charsets.UTF_8),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
"""Longest first: the mark of UTF-32 LE begins with that of UTF-16 LE."""

_BOM_OF = {name: bom for bom, name in _BOMS}


@dataclass(frozen=True)
class Source:
    """One file as it was read: its bytes, its text, and how the one became the other.

    ``text`` is UTF-8 without byte order mark, the XML declaration as it stands in the file; it is
    the same object as ``original`` when that is plain UTF-8. ``encoding`` is the IANA name in
    lower case; a file of ASCII bytes keeps a declared legacy encoding, since that is what later
    characters must be written in. ``declared`` is the label as written. ``lossless`` tells that
    ``encode_text`` gives back the inflated bytes; ``guessed`` that nothing said what they are.
    ``is_utf8`` tells that the inflated bytes, mark aside, are valid UTF-8. ``gzip_layers`` is how
    the file is to be written, ``layers_read`` how ``original`` is. ``damage`` is what meant nothing
    in the text, ``stray_mark`` a byte order mark that is not that of the encoding.
    """

    original: bytes = field(repr=False)
    text: bytes = field(repr=False)
    encoding: str = charsets.UTF_8
    declared: str | None = None
    bom: bytes = b""
    gzip_layers: int = 0
    lossless: bool = True
    guessed: bool = False
    is_utf8: bool = True
    inflated_size: int = -1
    layers_read: int = -1
    damage: tuple[Damage, ...] = field(default=(), repr=False)
    stray_mark: bytes = b""

    def __post_init__(self) -> None:
        if self.layers_read < 0:
            object.__setattr__(self, "layers_read", self.gzip_layers)
        if self.inflated_size < 0:
            object.__setattr__(self, "inflated_size", len(self.bom) + len(self.text))

    @property
    def has_bom(self) -> bool:
        """Whether a byte order mark stands at the beginning."""
        return bool(self.bom)

    @property
    def encoding_as_saved(self) -> str:
        """The encoding an edited document is written in: UTF-8 when the way back is not exact."""
        return self.encoding if self.lossless else charsets.UTF_8


@dataclass(frozen=True)
class _Reading:
    """One way to read the bytes after the mark."""

    text: bytes
    encoding: str
    lossless: bool = True
    guessed: bool = False
    is_utf8: bool = False
    damage: tuple[Damage, ...] = ()


def decode_source(
    data: bytes, *, max_inflated: int | None = None, progress: Progress = NO_PROGRESS
) -> Source:
    """Read the bytes of a file, gzip or not, in whatever encoding.

    ``max_inflated`` (bytes) replaces the caps of the rule ``gzip-bomb``. Raises SitemapError with
    the code gzip-corrupt, gzip-bomb, gzip-double, file-truncated, archive-not-gzip,
    format-unsupported or encoding-not-utf8 when that cannot be done.
    """
    refuse_binary(data)
    inflated = inflate(data, max_inflated=max_inflated, progress=progress)
    content = inflated.data
    if inflated.layers:
        refuse_binary(content)
    bom, marked = _mark(content)
    stray = b""
    if marked and marked.startswith("utf-16") and is_eight_bit(content, len(bom)):
        stray, bom, marked = bom, b"", None
        content = content[len(stray) :]
    reading = _read(content, bom, marked, progress)
    return Source(
        original=data,
        text=reading.text,
        encoding=reading.encoding,
        declared=charsets.declared_label(reading.text),
        bom=bom,
        gzip_layers=inflated.layers,
        lossless=reading.lossless,
        guessed=reading.guessed,
        is_utf8=reading.is_utf8 and not stray,
        inflated_size=len(stray) + len(content),
        damage=reading.damage,
        stray_mark=stray,
    )


def encode_text(
    chunks: Iterable[bytes | memoryview],
    source: Source,
    *,
    gzip: bool | int | None = None,
    encoding: str | None = None,
    bom: bool | None = None,
    lacking: Lacking = "reference",
) -> Iterator[bytes | memoryview]:
    """Turn the UTF-8 text of a document into the bytes of its file, piece by piece.

    Everything left at None stays as in ``source``: ``gzip`` (True is one layer, a number that
    many), ``encoding`` (UTF-8 when the source is not lossless), ``bom``. When the encoding changes,
    a label in the XML declaration follows. A character the encoding lacks becomes a numeric
    reference, or percent-encoded UTF-8 where there are no references (text lists): a safety net,
    right in text and attribute values only.
    """
    target = encoding or source.encoding_as_saved
    if target != source.encoding:
        chunks = _relabelled(chunks, target)
    mark = _mark_to_write(source, target, bom)
    stream = _encoded(chunks, target, mark, lacking)
    layers = source.gzip_layers if gzip is None else int(gzip)
    for _layer in range(layers):
        stream = deflate(stream)
    return iter(stream)


def encoded_size(text: bytes, encoding: str, lacking: Lacking) -> int:
    """Bytes that a piece of the text takes in the file."""
    if encoding == charsets.UTF_8:
        return len(text)
    return len(text.decode().encode(charsets.codec_of(encoding), _ERRORS[lacking]))


def mark_of(encoding: str) -> bytes:
    """The byte order mark of an encoding; empty for one that has none."""
    return _BOM_OF.get(encoding, b"")


def _mark(content: bytes) -> tuple[bytes, str | None]:
    for bom, name in _BOMS:
        if content.startswith(bom):
            return bom, name
    return b"", None


def _read(content: bytes, bom: bytes, marked: str | None, progress: Progress) -> _Reading:
    wide = marked if marked and charsets.is_wide(marked) else None
    if wide is None and not bom:
        wide = _wide_by_zeros(content[:64])
    if wide:
        return _decode_wide(content, len(bom), wide, progress)
    refuse_control_characters(content)
    failed_at, is_ascii = _first_not_utf8(content, len(bom), progress)
    if failed_at is None:
        name = _declared_legacy(content) if is_ascii and not bom else None
        return _Reading(_without_mark(content, bom, progress), name or charsets.UTF_8, is_utf8=True)
    return _read_legacy(content, len(bom), failed_at, progress)


def _wide_by_zeros(head: bytes) -> str | None:
    """Name UTF-16 or UTF-32 without a mark by where the zero bytes of its first characters are.

    XML 1.0, appendix F: ``<`` is 3C 00 or 00 3C; so is any ASCII character of a text list.
    """
    quad, pair = head[:4], head[:2]
    if len(quad) == 4 and quad.count(0) == 3 and (quad[0] or quad[3]):
        return "utf-32le" if quad[0] else "utf-32be"
    if len(pair) == 2 and pair.count(0) == 1:
        name, zeros = ("utf-16le", head[1::2]) if pair[0] else ("utf-16be", head[::2])
        others = head[::2] if pair[0] else head[1::2]
        if zeros.count(0) * 2 > len(zeros) and not others.count(0):
            return name
    return None


def _declared_legacy(content: bytes) -> str | None:
    """The encoding the file names, when it is a known one and neither UTF-8 nor UTF-16 or 32."""
    label = charsets.declared_label(content)
    name = charsets.canonical(label) if label else None
    return None if name is None or name == charsets.UTF_8 or charsets.is_wide(name) else name


def _first_not_utf8(content: bytes, start: int, progress: Progress) -> tuple[int | None, bool]:
    """Where strict UTF-8 ends (None when all of it is), and whether what was seen is ASCII."""
    total, is_ascii = len(content), True
    while start < total:
        end = _character_border(content, start + _SLICE)
        piece = content[start:end]
        if not piece.isascii():
            is_ascii = False
            try:
                piece.decode()
            except UnicodeDecodeError as error:
                return start + error.start, False
        start = end
        progress.tick(start, total)
    return None, is_ascii


def _character_border(content: bytes, end: int) -> int:
    """The last place at or before ``end`` where a character of UTF-8 begins."""
    if end >= len(content):
        return len(content)
    for back in range(4):
        if content[end - back] & 0xC0 != 0x80:
            return end - back
    return end


def _without_mark(content: bytes, bom: bytes, progress: Progress) -> bytes:
    if not bom:
        return content
    out, view = io.BytesIO(), memoryview(content)
    for start in range(len(bom), len(content), _SLICE):
        out.write(view[start : start + _SLICE])
        progress.tick(start, len(content))
    return out.getvalue()


def _decode_wide(content: bytes, start: int, name: str, progress: Progress) -> _Reading:
    reading = _transcode(content, start, name, progress)
    if reading is not None:
        return reading
    text, damage = read_damaged(content, start, charsets.codec_of(name), progress)
    if len(damage) <= MOST_DAMAGE and len(damage) * _RARELY < len(text):
        return _Reading(text, name, lossless=False, damage=damage)
    raise SitemapError(
        _("The file is {encoding}, but part of it is damaged or missing.").format(
            encoding=name.upper()
        ),
        code="encoding-not-utf8",
        advice=_("Copy or download it again, or save it as UTF-8 with the program that made it."),
    )


def _read_legacy(content: bytes, start: int, failed_at: int, progress: Progress) -> _Reading:
    declared = _declared_legacy(content[start : start + charsets.DECLARATION_AREA])
    for name in charsets.with_supersets(declared) if declared else ():
        if reading := _transcode(content, start, name, progress):
            return reading
    if is_damaged_utf8(content, failed_at):
        return _damaged_utf8(content, start, progress)
    for name in guess_encoding(content, failed_at):
        if reading := _transcode(content, start, name, progress):
            return _Reading(reading.text, name, reading.lossless, guessed=True)
    return _damaged_utf8(content, start, progress)


def _transcode(content: bytes, start: int, name: str, progress: Progress) -> _Reading | None:
    """Decode strictly and prove the way back; None when a byte has no meaning in ``name``."""
    codec = charsets.codec_of(name)
    decoder = codecs.getincrementaldecoder(codec)()
    encoder = codecs.getincrementalencoder(codec)("surrogatepass")
    out, total, back, lossless = io.BytesIO(), len(content), start, True
    try:
        for at in range(start, total + 1, _DECODED_SLICE):
            end = min(at + _DECODED_SLICE, total)
            is_last = at + _DECODED_SLICE > total
            characters = decoder.decode(content[at:end], is_last)
            out.write(characters.encode())
            if lossless:
                again = _encode_back(encoder, characters, is_last)
                lossless = again is not None and content.startswith(again, back)
                back += len(again or b"")
            progress.tick(end, total)
    except UnicodeDecodeError:
        return None
    return _Reading(out.getvalue(), name, lossless and back == total)


def _encode_back(
    encoder: codecs.IncrementalEncoder, characters: str, is_last: bool
) -> bytes | None:
    try:
        return encoder.encode(characters, is_last)
    except UnicodeEncodeError:
        return None


def _damaged_utf8(content: bytes, start: int, progress: Progress) -> _Reading:
    """UTF-8 with U+FFFD for what is none: the damaged entries can be found, the rest be read."""
    text, damage = read_damaged(content, start, charsets.UTF_8, progress)
    return _Reading(text, charsets.UTF_8, lossless=False, guessed=True, damage=damage)


def _mark_to_write(source: Source, target: str, bom: bool | None) -> bytes:
    if bom is None:
        if target == source.encoding:
            return source.bom
        bom = charsets.is_wide(target)  # XML 1.0, section 4.3.3: UTF-16 must begin with one
    return _BOM_OF.get(target, b"") if bom else b""


def _encoded(
    chunks: Iterable[bytes | memoryview], target: str, mark: bytes, lacking: Lacking
) -> Iterator[bytes | memoryview]:
    if mark:
        yield mark
    if target == charsets.UTF_8:
        yield from chunks
        return
    decoder = codecs.getincrementaldecoder("utf-8")()
    encoder = codecs.getincrementalencoder(charsets.codec_of(target))(_ERRORS[lacking])
    for chunk in chunks:
        for start in range(0, len(chunk), _DECODED_SLICE):
            yield encoder.encode(decoder.decode(chunk[start : start + _DECODED_SLICE]))
    yield encoder.encode(decoder.decode(b"", True), True)


def _relabelled(chunks: Iterable[bytes | memoryview], target: str) -> Iterator[bytes | memoryview]:
    rest = iter(chunks)
    head = b""
    for chunk in rest:
        head += bytes(chunk)
        if len(head) >= charsets.DECLARATION_AREA or b"?>" in head:
            break
    yield charsets.relabel(head, target.upper())
    yield from rest


def _percent(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end].encode()
    return "".join(f"%{byte:02X}" for byte in missing), error.end


_ERRORS: dict[Lacking, str] = {"reference": "xmlcharrefreplace", "percent": "sitemap-percent"}
_PERCENT: Callable[[UnicodeError], tuple[str, int]] = _percent
codecs.register_error(_ERRORS["percent"], _PERCENT)
