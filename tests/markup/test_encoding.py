"""From bytes to text and back, whatever the encoding."""

from __future__ import annotations

import codecs
import gzip
import io
import tarfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.markup import charsets, encoding
from sitemap_editor.markup.encoding import Source, decode_source, encode_text
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.jobs import Progress


def _xml(label: str | None, value: str = "") -> str:
    declared = f' encoding="{label}"' if label is not None else ""
    return f'<?xml version="1.0"{declared}?>\n<urlset><loc>{value}</loc></urlset>\r\n'


def _written(source: Source, *more: str, **options: object) -> bytes:
    chunks = [source.text[:7], memoryview(source.text)[7:], *(text.encode() for text in more)]
    return b"".join(encode_text(chunks, source, **options))  # type: ignore[arg-type]


DECODED = [
    # bytes, encoding, declared, mark, guessed, valid UTF-8
    (b"", "utf-8", None, b"", False, True),
    (b"http://a/\n", "utf-8", None, b"", False, True),
    (_xml("UTF-8", "é").encode(), "utf-8", "UTF-8", b"", False, True),
    (_xml("utf8", "é").encode("utf-8-sig"), "utf-8", "utf8", codecs.BOM_UTF8, False, True),
    (_xml("UTF-16", "é").encode("utf-16"), "utf-16le", "UTF-16", b"\xff\xfe", False, False),
    (_xml(None, "😀").encode("utf-16-le"), "utf-16le", None, b"", False, False),
    (_xml(None, "é").encode("utf-16-be"), "utf-16be", None, b"", False, False),
    ("\ufeffhttp://a/é".encode("utf-16-be"), "utf-16be", None, b"\xfe\xff", False, False),
    ("http://a/é".encode("utf-16-le"), "utf-16le", None, b"", False, False),
    (_xml(None, "é").encode("utf-32"), "utf-32le", None, codecs.BOM_UTF32_LE, False, False),
    (_xml(None, "é").encode("utf-32-be"), "utf-32be", None, b"", False, False),
    # a declared encoding is believed when the bytes need one
    (_xml("ISO-8859-1", "é").encode("latin-1"), "iso-8859-1", "ISO-8859-1", b"", False, False),
    (_xml("Windows-1251", "ы").encode("cp1251"), "windows-1251", "Windows-1251", b"", False, False),
    (_xml("cp1252", "€").encode("cp1252"), "windows-1252", "cp1252", b"", False, False),
    (_xml("KOI8-R", "ы").encode("koi8-r"), "koi8-r", "KOI8-R", b"", False, False),
    (_xml("x-sjis", "表示").encode("shift_jis"), "shift_jis", "x-sjis", b"", False, False),
    (_xml("GB2312", "国").encode("gb2312"), "gb2312", "GB2312", b"", False, False),
    (_xml("GB2312", "囧國").encode("gbk"), "gbk", "GB2312", b"", False, False),
    (_xml("Shift_JIS", "①").encode("cp932"), "windows-31j", "Shift_JIS", b"", False, False),
    (_xml("macroman", "é").encode("mac_roman"), "macintosh", "macroman", b"", False, False),
    # … and for what will be added to a file of ASCII
    (_xml("ISO-8859-2").encode(), "iso-8859-2", "ISO-8859-2", b"", False, True),
    (_xml("us-ascii").encode(), "us-ascii", "us-ascii", b"", False, True),
    # the bytes beat a declaration they contradict
    (_xml("ISO-8859-1", "é").encode(), "utf-8", "ISO-8859-1", b"", False, True),
    (_xml("koi8-r").encode("utf-8-sig"), "utf-8", "koi8-r", codecs.BOM_UTF8, False, True),
    (_xml("UTF-16", "é").encode(), "utf-8", "UTF-16", b"", False, True),
    (_xml("UTF-16").encode(), "utf-8", "UTF-16", b"", False, True),
    (_xml("UTF-8", "été").encode("cp1252"), "windows-1252", "UTF-8", b"", True, False),
    # what is no encoding is none, whatever Python knows
    *(
        (_xml(label).encode(), "utf-8", label, b"", False, True)
        for label in ("UFT-8", "", "idna", "unicode_escape", "punycode", "utf-7", "rot13", "zip")
    ),
    (_xml("utf-7", "été").encode("cp1252"), "windows-1252", "utf-7", b"", True, False),
    # a mark that the rest belies
    (codecs.BOM_UTF8 + "été".encode("cp1252"), "windows-1252", None, codecs.BOM_UTF8, True, False),
]


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(("data", "name", "declared", "mark", "guessed", "is_utf8"), DECODED)
def test_bytes_are_read_and_written_back(
    data: bytes,
    name: str,
    declared: str | None,
    mark: bytes,
    guessed: bool,
    is_utf8: bool,
    packed: bool,
) -> None:
    original = gzip.compress(data) if packed else data
    source = decode_source(original)
    assert source.encoding == name
    assert (source.declared, source.bom, source.guessed) == (declared, mark, guessed)
    assert (source.is_utf8, source.lossless, source.has_bom) == (is_utf8, True, bool(mark))
    assert source.text == data[len(mark) :].decode(charsets.codec_of(name)).encode()
    assert (source.gzip_layers, source.inflated_size) == (int(packed), len(data))
    assert source.original is original
    assert _written(source, gzip=False) == data
    assert decode_source(_written(source)).text == source.text


@pytest.mark.parametrize("data", [b"", b"<a/>", "<é/>".encode(), _xml("koi8-r").encode()])
def test_plain_text_is_not_copied(data: bytes) -> None:
    assert decode_source(data).text is data


@pytest.mark.parametrize("name", list(charsets.names()))
def test_every_encoding_on_the_list_can_be_looked_up(name: str) -> None:
    ascii_text = bytes(range(128)).decode()
    codec = charsets.codec_of(name)
    assert codecs.lookup(codec)
    assert charsets.is_wide(name) or ascii_text.encode(codec) == ascii_text.encode()
    assert charsets.canonical(name.upper()) == name


@pytest.mark.parametrize(
    ("label", "name"),
    [
        (" Latin1 ", "iso-8859-1"),
        ("ISO_8859-15", "iso-8859-15"),
        ("WIN-1251", "windows-1251"),
        ("Shift-JIS", "shift_jis"),
        ("UTF-16", "utf-16"),
        ("hz", None),
        ("base64", None),
    ],
)
def test_labels_people_write(label: str, name: str | None) -> None:
    assert charsets.canonical(label) == name


def test_what_does_not_come_back_is_not_lossless() -> None:
    # Two codes of windows-31j for one character: only one of them is written.
    data = _xml("shift_jis", "-").encode().replace(b"-<", b"\xfa\x54<")
    source = decode_source(data)
    assert source.encoding == "windows-31j"
    assert "￢".encode() in source.text
    assert not source.lossless
    assert source.encoding_as_saved == "utf-8"
    assert _written(source) == _xml("UTF-8", "￢").encode()


@pytest.mark.parametrize("bad", [b"\xe9", b"\xff\xff", b"\xd1"])
def test_utf8_with_some_broken_bytes_stays_utf8(bad: bytes) -> None:
    source = decode_source("Каталог товаров\nцены ".encode() + bad)
    assert (source.encoding, source.lossless, source.guessed) == ("utf-8", False, True)
    assert not source.is_utf8
    assert source.text.decode().startswith("Каталог товаров\nцены \ufffd")


GUESSES = [
    ("windows-1252", "Été à la montagne : nos hôtels préférés"),
    ("windows-1252", "Straße, Grüße, schöne Möbel"),
    ("windows-1252", "Niños pequeños en España"),
    ("windows-1252", "John’s “favourite” café – €5"),
    ("windows-1252", "Rødgrød med fløde på Strøget"),
    ("windows-1251", "https://example.com/каталог/товары"),
    ("windows-1251", "ПОЛНЫЙ КАТАЛОГ"),
    ("windows-1251", "цены"),
    ("windows-1251", "Новини України, євро"),
    ("koi8-r", "Новости России и мира сегодня"),
    ("windows-1250", "Příliš žluťoučký kůň úpěl ďábelské ódy"),
    ("windows-1250", "Zażółć gęślą jaźń, książki"),
    ("iso-8859-2", "Święta już wkrótce w Łodzi, piąte śniadanie"),
    ("windows-1253", "Νέα και ειδήσεις από την Ελλάδα"),
    ("windows-1254", "Şehir rehberi: Ağrı dağı ve Iğdır"),
    ("windows-1250", "https://www.example.sk/ Vianočné darčeky pre deti"),
    ("windows-1255", "https://www.example.co.il/ שלום עולם"),
    ("shift_jis", "最新ニュース：日本の天気"),
    ("euc-jp", "東京のホテルと観光情報"),
    ("gb18030", "北京的酒店和旅游信息"),
    ("big5", "台北的酒店和旅遊資訊"),
    ("euc-kr", "서울의 호텔과 관광 정보"),
]


@pytest.mark.parametrize(("name", "text"), GUESSES)
def test_an_encoding_nobody_names_is_guessed(name: str, text: str) -> None:
    data = _xml(None, text).encode(charsets.codec_of(name))
    source = decode_source(data)
    assert source.text.decode() == _xml(None, text)
    assert source.guessed
    assert _written(source) == data


def _tar() -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        archive.addfile(tarfile.TarInfo("sitemap.xml"))
    return packed.getvalue()


@pytest.mark.parametrize(
    ("data", "code", "word"),
    [
        (b"PK\x03\x04\x14\0", "archive-not-gzip", "ZIP"),
        (b"PK\x03\x04\x14\0[Content_Types].xml xl/x", "format-unsupported", "spreadsheet"),
        (b"BZh91AY", "archive-not-gzip", "bzip2"),
        (b"\xfd7zXZ\0", "archive-not-gzip", "xz"),
        (b"\x28\xb5\x2f\xfd", "archive-not-gzip", "Zstandard"),
        (_tar(), "archive-not-gzip", "TAR"),
        (gzip.compress(b"PK\x03\x04"), "archive-not-gzip", "ZIP"),
        (b"%PDF-1.7\n", "format-unsupported", "PDF"),
        (b"\x89PNG\r\n\x1a\n\0\0", "format-unsupported", "PNG"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "format-unsupported", "JPEG"),
        (b"RIFF\x10\0\0\0WEBPVP8 ", "format-unsupported", "WebP"),
        (b"\0" * 4096, "format-unsupported", "binary"),
        (b"abc\x01\x02\x03", "format-unsupported", "binary"),
        (b"\xff\xfe<\0a", "encoding-not-utf8", "UTF-16LE"),
        (b"\xfe\xff\0<\xd8\0", "encoding-not-utf8", "UTF-16BE"),
        (gzip.compress(b"<a/>")[:-3], "file-truncated", "too early"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, code: str, word: str) -> None:
    with pytest.raises(SitemapError) as caught:
        decode_source(data)
    assert caught.value.code == code
    assert word in caught.value.reason
    assert caught.value.advice


@pytest.mark.parametrize(
    ("name", "lacking", "written"),
    [
        ("iso-8859-1", "reference", b"\xe9&#8364;&#128512;"),
        ("iso-8859-1", "percent", b"\xe9%E2%82%AC%F0%9F%98%80"),
        ("windows-1252", "reference", b"\xe9\x80&#128512;"),
        ("us-ascii", "reference", b"&#233;&#8364;&#128512;"),
        ("gb18030", "reference", "é€😀".encode("gb18030")),
        ("utf-16be", "reference", "é€😀".encode("utf-16-be")),
    ],
)
def test_characters_an_encoding_lacks(name: str, lacking: str, written: bytes) -> None:
    source = Source(b"", b"", encoding=name)
    assert _written(source, "é€😀", lacking=lacking) == written


@pytest.mark.parametrize("target", ["utf-8", "windows-1252", "utf-16le"])
@pytest.mark.parametrize("label", ["windows-1251", "UTF-16", None])
def test_a_label_follows_the_encoding(label: str | None, target: str) -> None:
    source = Source(b"", _xml(label, "x").encode(), encoding="windows-1251")
    data = _written(source, encoding=target)
    assert data.startswith(codecs.BOM_UTF16_LE) == (target == "utf-16le")
    again = decode_source(data)
    assert again.text == _xml(label and target.upper(), "x").encode()


def test_the_container_and_the_mark_are_kept_or_chosen() -> None:
    source = decode_source(gzip.compress(gzip.compress(codecs.BOM_UTF8 + b"<a/>")))
    assert decode_source(_written(source)).gzip_layers == 2
    assert decode_source(_written(source, gzip=True)).gzip_layers == 1
    assert _written(source, gzip=False) == codecs.BOM_UTF8 + b"<a/>"
    assert _written(source, gzip=False, bom=False) == b"<a/>"
    assert _written(Source(b"", b"<a/>"), bom=True) == codecs.BOM_UTF8 + b"<a/>"


def test_utf8_chunks_pass_through_untouched() -> None:
    chunks: list[bytes | memoryview] = [b"<a>", memoryview(b"\xc3"), b"\xa9</a>"]
    written = list(encode_text(chunks, Source(b"", b"")))
    assert all(one is other for one, other in zip(written, chunks, strict=True))


@given(
    text=st.text(st.characters(exclude_characters="\0\ufeff", codec="utf-8")),
    name=st.sampled_from([name for name in charsets.names() if charsets.is_wide(name)]),
    size=st.integers(1, 9),
)
def test_slices_make_no_difference(text: str, name: str, size: int) -> None:
    data = (codecs.BOM_UTF32_LE.decode("utf-32-le") + "<" + text).encode(charsets.codec_of(name))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoding, "_DECODED_SLICE", size)
        source = decode_source(data)
        assert source.text.decode() == "<" + text
        assert _written(source) == data


@given(text=st.text(st.sampled_from("aé€😀")), broken=st.booleans(), size=st.integers(4, 9))
def test_strict_utf8_is_checked_across_slices(text: str, broken: bool, size: int) -> None:
    data = text.encode() + b"\xff" * broken
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoding, "_SLICE", size)
        failed_at, is_ascii = encoding._first_not_utf8(data, 0, Progress())
    assert failed_at == (len(data) - 1 if broken else None)
    assert is_ascii == data.isascii()
