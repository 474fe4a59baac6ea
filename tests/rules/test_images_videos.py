"""Images and videos as real files have them: what is found, what becomes of it, and no surprise."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.document.document import Document
from sitemap_editor.document.opening import open_document
from sitemap_editor.markup.elements import Splice, splice
from sitemap_editor.operations.fixes import fix_rule
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.namespaces import EXTENSION_BY_PREFIX
from sitemap_editor.rules.base import Context, Rule, run_rules
from sitemap_editor.rules.engine.entry import Entry
from sitemap_editor.rules.engine.messages import message_of
from sitemap_editor.rules.extensions import addresses, image, video
from sitemap_editor.rules.extensions.image import MAX_IMAGES

from .conftest import NOW, checker_of, from_text, load

FURTHER: list[dict[str, Any]] = load("images_videos_further.toml")["case"]  # type: ignore[assignment]
RULES: dict[str, tuple[Rule[Any], ...]] = {"image": image.RULES, "video": video.RULES}
ENTRY_RULES: tuple[Rule[Any], ...] = image.ENTRY_RULES
FLAGGED = [case for case in FURTHER if "bad" in case]


def named(case: dict[str, Any]) -> str:
    return f"{case['code']}: {case['name']}"


@pytest.mark.parametrize("case", FLAGGED, ids=named)
def test_case_is_flagged_and_mended(case: dict[str, Any]) -> None:
    doc = from_text(case["bad"])
    report = checker_of(doc, case).run()
    found = list(report.findings(case["code"]))
    assert len(found) == 1
    assert (found[0].value or "") == case.get("value", "")
    fix = fix_rule(doc, report, case["code"], accept_ask=True, answers=case.get("answers", {}))
    assert (fix is not None) == ("fixed" in case)
    if fix is not None:
        doc.edit(fix, "Fix")
        assert text_of(doc) == text_of(from_text(case["fixed"]))
        left = {one.code for one in checker_of(doc, case).run().findings()}
        assert (case["code"] in left) == case.get("left", False)


@pytest.mark.parametrize("case", [case for case in FURTHER if "good" in case], ids=named)
def test_near_miss_is_not_flagged(case: dict[str, Any]) -> None:
    doc = from_text(case["good"])
    assert case["code"] not in {one.code for one in checker_of(doc, case).run().findings()}


def text_of(doc: Document) -> str:
    return b"".join(doc.chunks()).decode()


def test_the_first_thousand_images_stay() -> None:
    one = "<image:image><image:loc>https://www.shop.org/{}.jpg</image:loc></image:image>"
    images = [one.format(number) for number in range(MAX_IMAGES + 2)]
    case = {"code": "image-too-many"}
    assert "image-too-many" not in codes_of(from_text("".join(images[:MAX_IMAGES])))
    doc = from_text("".join(images))
    report = checker_of(doc, case).run()
    (finding,) = report.findings("image-too-many")
    entry = doc.text().splitlines()[2]
    assert (finding.line, finding.value) == (3, str(MAX_IMAGES + 2))
    assert finding.column == entry.index(images[MAX_IMAGES].encode()) + 1
    assert fix_rule(doc, report, "image-too-many") is None
    doc.edit(fix_rule(doc, report, "image-too-many", accept_ask=True), "Fix")
    assert text_of(doc) == text_of(from_text("".join(images[:MAX_IMAGES])))


def codes_of(doc: Document) -> set[str]:
    return {one.code for one in checker_of(doc, {}).run().findings()}


def test_message_of_a_megabyte_is_short() -> None:
    text = "<b>" + "x y" * 350_000
    doc = from_text(
        f"<video:video><video:thumbnail_loc>data:{'x' * 1_000_000}</video:thumbnail_loc>"
        f"<video:title/><video:description><![CDATA[{text}]]></video:description></video:video>"
    )
    found = {one.code: one for one in checker_of(doc, {}).run().findings()}
    assert {"video-url-invalid", "video-description-too-long", "video-text-html"} <= set(found)
    assert max(len(one.message) for one in found.values()) < 1_000


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("ekalinin__sitemap.js/cli-urls.json.bad.xml", "video-title-missing"),
        ("bart-turczynski__sitemapr/video-missing-required.xml", "video-thumbnail-missing"),
        ("alphadev-net__kotlin-sitemap/yoast.com.sitemap2.xml", "image-duplicate"),
    ],
)
def test_corpus(corpus: Path, path: str, code: str) -> None:
    assert code in codes_of(open_document(corpus / path))


# Whatever stands in an entry

NAMES = (*video.ORDER, "video", "image", "caption", "Title", "x")
ATTRIBUTES = ("", ' relationship="Deny"', " info='//u'", ' Info=""', ' e:autoplay="1"', ' a="b"')
TEXTS = (
    "", " ", "https://www.shop.org/a", "/b", "rtmp://x/y", "ftp://", "http://a b/", "data:,",
    "&amp;", "&amp;#233;", "&lt;b>x", "&foo;", "0", "1", "-1", "4,5", "9", "70", "999999", "1,234",
    "true", "YES", "de,UK,xx", "Web tv", "2024-05-01", "2024-05", "0000-00-00", "1/2/2024", "a,b,",
    ",", "<!-- c -->", "<?p i?>", "<![CDATA[ <p>&nbsp;</p> ]]>", "<e:x/>", "<loc>x</loc>",
    "x" * 300, "w " * 1100, "\u00a0", "\U0001f600", "PT", "P1DT", "1:00", "12.0", "1e5", "٣",
)  # fmt: skip


@st.composite
def elements(draw: st.DrawFn, depth: int = 0) -> str:
    """An element of an extension with anything in it."""
    name = draw(st.sampled_from(NAMES if depth else ("video", "image", "video", "image", "loc")))
    attributes = "".join(draw(st.sets(st.sampled_from(ATTRIBUTES), max_size=2)))
    if draw(st.integers(0, 9)) == 0:
        return f"<e:{name}{attributes}/>"
    inner = [st.sampled_from(TEXTS)] + ([elements(depth + 1)] * 3 if depth < 3 else [])
    content = draw(st.lists(st.one_of(inner), max_size=2 if depth else 9))
    return f"<e:{name}{attributes}>{''.join(content)}</e:{name}>"


NAMES_OF_FILE = from_text("<url></url>").names


def entry_of(xml: bytes) -> Entry:
    return Entry(xml, NAMES_OF_FILE, Kind.URLSET)


@pytest.mark.parametrize("extension", ["image", "video"])
@given(data=st.data())
def test_no_rule_stumbles_and_every_fix_ends(extension: str, data: st.DataObject) -> None:
    parts = "\n ".join(data.draw(st.lists(elements(), max_size=3)))
    uri = EXTENSION_BY_PREFIX[extension].uri
    xml = f'<url xmlns:e="{uri}"><loc>https://www.shop.org/a</loc>{parts}</url>'.encode()
    for code in {one.code for one in (*RULES[extension], *ENTRY_RULES)}:
        require_an_end(xml, extension, code)


def require_an_end(xml: bytes, extension: str, code: str) -> None:
    """Mending an entry again and again comes to an end soon, and leaves it well-formed."""
    for answers in ({}, {"relationship": "deny", "video_expired": "tag"}):
        context = Context(now=NOW, answers=answers)
        now = xml
        for _round in range(6):
            after = mended(now, extension, code, context)
            if after == now:
                break
            now = after
        assert mended(now, extension, code, context) == now


def mended(xml: bytes, extension: str, code: str, context: Context) -> bytes:
    entry = entry_of(xml)
    hits = [*run_rules([one for one in ENTRY_RULES if one.code == code], entry, context)]
    for part in entry.all_of(extension):
        hits += run_rules([one for one in RULES[extension] if one.code == code], part, context)
    changes: list[Splice] = []
    for one, hit in hits:
        assert message_of(one, hit, hit.value)
        assert hit.at is not None and 0 <= hit.at < len(xml)
        assert hit.fix is None or hit.fix.kind is not FixKind.NONE
        changes += hit.fix.parameters["splices"] if hit.fix is not None else ()
    after = splice(xml, changes)
    fromstring(b'<!DOCTYPE url [<!ENTITY foo "f">]>' + after)
    return after


PIECES = (
    "https://", "http://", "a", "b.com", "xn--", "-", ".", "/", "//", "%", "%41", "?", "&", "&amp;",
    "#", ":", "80", "'", "[", "ü", " ", "HTTP:", "\u200b",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join), st.sampled_from(PIECES[:2]))
def test_addresses_plain_at_a_glance_have_no_flaw(rest: str, scheme: str) -> None:
    address = scheme + rest
    slowly = addresses._judged(address, None)
    quickly = addresses.flaw_of(address, Context(now=NOW))
    assert (slowly is None) == (quickly is None)
