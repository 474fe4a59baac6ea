"""Each case of fixes.toml, and what else fixes do to a file as a whole."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_bytes
from sitemap_editor.markup.encoding import encode_text
from sitemap_editor.operations.fixes import fix_all_safe, fix_rule, plan_all_safe, plan_rule
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.protocol.namespaces import SITEMAP
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.registry import RULES, WITHOUT_FIX
from sitemap_editor.support.jobs import Progress
from tests.rules.conftest import checker, from_text, load, load_documents, with_value

CASES = load("fixes.toml")
VALUES = {code: case for code, case in load("values.toml").items() if case.get("fixed")}
ENTRY = "<url><loc>https://www.shop.org/é</loc></url>"


def document(text: str) -> Document:
    if text.lstrip().startswith("<"):
        return from_text(text)
    return open_bytes(text.encode(), "list.txt")


@pytest.mark.parametrize("name", CASES)
def test_case_is_mended(name: str) -> None:
    case: dict[str, Any] = CASES[name]
    code = name.partition(".")[0]
    doc = document(case["bad"])
    before, kind = doc.text(), doc.kind
    report = checker(doc, case.get("base")).run()
    doc.edit(fix_rule(doc, report, code, True, answers=case.get("answers", {})), "Fix")
    assert doc.text().decode() == document(case["fixed"]).text().decode()
    report = checker(doc, case.get("base")).run()
    assert code not in {group.code for group in report.groups}
    doc.undo()
    assert (doc.text(), doc.kind) == (before, kind)


@pytest.mark.parametrize("code", VALUES)
def test_nothing_but_the_value_changes(code: str) -> None:
    case = VALUES[code]
    kind, field = case.get("kind", "urlset"), case.get("field", code.partition("-")[0])
    doc = with_value(kind, field, case["bad"])
    report = checker(doc, case.get("base")).run()
    doc.edit(fix_rule(doc, report, code, accept_ask=True), "Fix")
    assert doc.text() == with_value(kind, field, case["fixed"]).text()


# How the file is written


def saved(doc: Document) -> bytes:
    return b"".join(encode_text(doc.chunks(), doc.source))


def mended(data: bytes, name: str, code: str, **answers: str) -> bytes:
    """The bytes of a file after the fixes of a rule; undone, they must be what they were."""
    doc = open_bytes(data, name)
    report = checker(doc).run()
    assert code in {group.code for group in report.groups}
    doc.edit(fix_rule(doc, report, code, accept_ask=True, answers=answers), "Fix")
    after = saved(doc)
    assert code not in {group.code for group in checker(doc).run().groups}
    source = doc.source
    doc.undo()
    assert doc.source is not source
    assert doc.is_untouched
    assert saved(doc) == data or data.startswith(b"\x1f\x8b")
    assert code in {group.code for group in checker(doc).run().groups}
    return after


def urlset(declaration: str, entry: str = ENTRY) -> str:
    return f'{declaration}<urlset xmlns="{SITEMAP}">{entry}</urlset>'


UTF_8 = urlset('<?xml version="1.0" encoding="UTF-8"?>').encode()


@pytest.mark.parametrize(
    ("label", "codec"),
    [("UTF-16", "utf-16"), ("ISO-8859-1", "latin-1"), ("windows-1252", "cp1252")],
)
def test_declared_character_set_becomes_utf8(label: str, codec: str) -> None:
    data = urlset(f'<?xml version="1.0" encoding="{label}"?>').encode(codec)
    assert mended(data, "a.xml", "encoding-not-utf8") == UTF_8
    doc = open_bytes(data, "a.xml")
    doc.edit(fix_all_safe(doc, checker(doc).run()), "Fix")
    assert saved(doc) == UTF_8.replace("é".encode(), b"%C3%A9")


def test_character_set_that_was_guessed_is_asked_for() -> None:
    entries = "".join(f"<url><loc>https://www.shop.org/{n}/страница</loc></url>" for n in range(9))
    data = urlset('<?xml version="1.0"?>', entries).encode("cp1251")
    doc = open_bytes(data, "a.xml")
    report = checker(doc).run()
    assert next(report.findings("encoding-not-utf8")).fix is FixKind.ASK
    assert plan_rule(doc, report, "encoding-not-utf8", accept_ask=True).questions == ("charset",)
    assert "страница".encode() in mended(data, "a.xml", "encoding-not-utf8")
    western = mended(data, "a.xml", "encoding-not-utf8", charset="windows-1252")
    assert "ñòðàíèöà".encode() in western


def test_text_list_becomes_utf8() -> None:
    data = "https://www.shop.org/caf\u00e9-cr\u00e8me\n".encode("cp1252")
    assert mended(data, "a.txt", "text-encoding") == "https://www.shop.org/café-crème\n".encode()


def test_label_on_ascii_becomes_utf8() -> None:
    entry = "<url><loc>https://www.shop.org/a</loc></url>"
    data = urlset("<?xml version='1.0' encoding='ISO-8859-2'?>", entry).encode()
    after = mended(data, "a.xml", "encoding-declaration-not-utf8")
    assert after == data.replace(b"ISO-8859-2", b"UTF-8")


def test_mark_goes() -> None:
    assert mended(b"\xef\xbb\xbf" + UTF_8, "a.xml", "bom-present") == UTF_8


def test_compressed_once_is_enough() -> None:
    data = gzip.compress(gzip.compress(UTF_8))
    assert gzip.decompress(mended(data, "a.xml.gz", "gzip-double")) == UTF_8


def test_file_is_what_its_name_promises() -> None:
    assert mended(gzip.compress(UTF_8), "a.xml", "gzip-name-mismatch") == UTF_8
    assert gzip.decompress(mended(UTF_8, "a.xml.gz", "gzip-name-mismatch")) == UTF_8


def test_declaration_is_added_in_utf8() -> None:
    data = urlset("").encode("utf-16")
    after = mended(data, "a.xml", "xml-declaration-missing")
    assert after == urlset('<?xml version="1.0" encoding="UTF-8"?>\n').encode()


# All entries together


def slashes(with_slash: int, without: int) -> Document:
    paths = [f"a/{n}/" for n in range(with_slash)] + [f"b/{n}" for n in range(without)]
    entries = "".join(f"<url><loc>https://www.shop.org/{path}</loc></url>" for path in paths)
    return from_text(f'<urlset xmlns="S">{entries}</urlset>')


@pytest.mark.parametrize(
    ("answer", "is_with"), [("usual", False), ("with", True), ("without", False)]
)
def test_addresses_end_alike(answer: str, is_with: bool) -> None:
    doc = slashes(2, 18)
    code, answers = "loc-mixed-trailing-slash", {"slash": answer}
    doc.edit(fix_rule(doc, checker(doc).run(), code, True, answers=answers), "Fix")
    values = [value or "" for value in doc.values_of(doc.ids, "loc")]
    assert {value.endswith("/") for value in values} == {is_with}
    assert fix_rule(doc, checker(doc).run(), code, True, answers=answers) is None


def dated(*dates: str) -> Document:
    entries = "".join(
        f"<url><loc>https://www.shop.org/{n}</loc><lastmod>{date}</lastmod></url>"
        for n, date in enumerate(dates)
    )
    return from_text(f'<urlset xmlns="S">{entries}</urlset>')


@pytest.mark.parametrize(
    ("dates", "kinds", "notes"),
    [
        (
            ("03/04/2024", "25/04/2024"),
            {FixKind.SAFE},
            [
                "day first, because entry 2 says 25/04/2024",
                "day first: there is no such month",
            ],
        ),
        (
            ("04/25/2024", "25/04/2024", "03/04/2024"),
            {FixKind.SAFE, FixKind.ASK},
            [
                "month first: there is no such month",
                "day first: there is no such month",
                "day first, which nothing in this file proves",
            ],
        ),
        (
            ("03/04/2024",),
            {FixKind.ASK},
            ["day first, which nothing in this file proves"],
        ),
        (("1714550400",), {FixKind.SAFE}, ["time as computers count it from 1970"]),
        (("45413",), {FixKind.ASK}, ["days as Excel counts them from 1900"]),
    ],
)
def test_order_of_dates_is_told(
    dates: tuple[str, ...], kinds: set[FixKind], notes: list[str]
) -> None:
    doc = dated(*dates)
    report = checker(doc).run()
    assert {one.fix for one in report.findings("lastmod-locale-format")} == kinds
    plan = plan_rule(doc, report, "lastmod-locale-format", accept_ask=True)
    assert [sample.note for sample in plan.samples()] == notes


def test_how_a_date_is_understood_is_told_at_the_date_alone() -> None:
    loc, told = "<loc>https://www.shop.org/</loc>", "day first: there is no such month"
    fields = "<lastmod>25/04/2024</lastmod><changefreq>Weekly</changefreq>"
    doc = from_text(f'<urlset xmlns="S"><url>{loc}{fields}</url></urlset>')
    samples = plan_all_safe(doc, checker(doc).run()).samples()
    assert [(one.field, one.note) for one in samples] == [("lastmod", told), ("changefreq", "")]


def test_questions_are_those_that_matter() -> None:
    doc = dated("03/04/2024 08:30", "2024-05-01 08:30")
    report = checker(doc).run()
    plan = plan_rule(doc, report, "lastmod-locale-format", accept_ask=True)
    assert plan.questions == ("date_order", "zone")
    assert plan_rule(doc, report, "lastmod-space-separator").questions == ("zone",)


def test_a_namespace_is_no_address() -> None:
    doc = from_text(
        '<urlset xmlns="S" xmlns:x="HTTP://Www.Shop.org:80/a/../é?utm_source=x">'
        "<url><loc>HTTP://Www.Shop.org:80/a/../é?utm_source=x</loc><x:y/></url></urlset>"
    )
    report = checker(doc, "https://shop.org/").run()
    for code in [group.code for group in report.groups]:
        doc.edit(fix_rule(doc, report, code, accept_ask=True), "Fix")
        report = checker(doc, "https://shop.org/").run()
    assert doc.value(0, "loc") == "https://shop.org/%C3%A9"
    assert 'xmlns:x="HTTP://Www.Shop.org:80/a/../é?utm_source=x"'.encode() in doc.text()


# All of them

ELSEWHERE = {
    # above, in test_fixes.py (fields that go) and in the tests of what lies beside a file
    "encoding-not-utf8", "text-encoding", "bom-present", "gzip-double", "gzip-name-mismatch",
    "loc-mixed-trailing-slash", "lastmod-all-identical", "lastmod-equals-build-time",
    "priority-all-identical", "loc-blocked-by-robots", "index-nested", "index-lastmod-stale",
    "index-lastmod-missing", "index-orphan", "url-in-two-sitemaps", "image-too-many",
    # several files come of these, in the tests of Split
    "file-too-large", "file-near-size-limit", "file-over-legacy-size", "too-many-urls",
    "near-url-limit", "text-limits", "news-too-many",
}  # fmt: skip


def test_every_fix_of_the_catalogue_has_a_case_or_a_reason() -> None:
    promised = {
        code for code, info in CATALOGUE.items() if info.fix is not FixKind.NONE and code in RULES
    }
    documents = load_documents() | load("robots.toml")
    tried = {name.partition(".")[0] for name in CASES} | set(VALUES)
    tried |= {code for code, case in load("values.toml").items() if "fixed" in case}
    tried |= {name.partition(".")[0] for name, case in documents.items() if "fixed" in case}
    assert promised - tried - ELSEWHERE == set(WITHOUT_FIX)


def identical(field: str, value: str) -> Document:
    entries = "".join(
        f"<url><loc>https://www.shop.org/{n}</loc><{field}>{value}</{field}></url>"
        for n in range(25)
    )
    return from_text(f'<urlset xmlns="S">{entries}</urlset>')


@pytest.mark.parametrize(
    ("code", "doc"),
    [
        ("lastmod-all-identical", identical("lastmod", "2024-05-01")),
        ("priority-all-identical", identical("priority", "0.5")),
        (
            "lastmod-equals-build-time",
            dated(*(f"2024-05-01T08:30:{n:02}Z" for n in range(25))),
        ),
    ],
)
def test_what_says_nothing_goes_everywhere(code: str, doc: Document) -> None:
    before, field = doc.text(), code.partition("-")[0]
    doc.edit(fix_rule(doc, checker(doc).run(), code, accept_ask=True), "Fix")
    assert set(doc.values_of(doc.ids, field)) == {None}
    doc.undo()
    assert doc.text() == before


class Told(Progress):
    """Notes how far the work is."""

    def __init__(self) -> None:
        self.steps: list[tuple[int, int]] = []

    def tick(self, done: int = 0, total: int = 0) -> None:
        if total == 200:
            self.steps.append((done, total))


def test_progress_is_told_entry_by_entry() -> None:
    told, doc = Told(), slashes(0, 200)
    text = doc.text().replace(b"/b/", b"/b/./")
    doc = open_bytes(text)
    plan_rule(doc, checker(doc).run(), "loc-dot-segments", progress=told)
    assert told.steps
    assert told.steps == sorted(told.steps)
