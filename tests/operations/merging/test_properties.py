"""Whatever files are merged: what lxml reads in the result is what it reads in all of them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from sitemap_editor.operations.merging.joining import join
from sitemap_editor.operations.merging.planning import plan_merge
from sitemap_editor.operations.merging.wishes import MergeWish
from sitemap_editor.operations.sets import set_of_files
from sitemap_editor.operations.splitting import Wish
from sitemap_editor.operations.splitting.measuring import measure
from sitemap_editor.operations.splitting.set_planning import plan_set
from sitemap_editor.operations.splitting.writing import write_plan
from tests.document.conftest import consistent

S = "http://www.sitemaps.org/schemas/sitemap/0.9"
IMAGE = "http://www.google.com/schemas/sitemap-image/1.1"
A = "https://a.example/"

PAGES = st.sampled_from(["1", "2", "3?a&amp;b", "4"])
DATES = st.sampled_from(["", "2023-01-01", "2024-05-06", "2025-07-08"])
PICTURES = st.lists(st.sampled_from(["p", "q", "r"]), max_size=2, unique=True)
ENTRIES = st.lists(st.tuples(PAGES, DATES, PICTURES, st.booleans()), max_size=4)
ROOTS = st.tuples(
    st.sampled_from(["", "s:", "image:"]),
    st.sampled_from(["image:", "i:", "s:", "g:"]),
    st.sampled_from(["\n", "\r\n", ""]),
)
FILES = st.lists(st.tuples(ROOTS, ENTRIES), min_size=1, max_size=4)


def written(root, entries) -> str:
    """A sitemap whose names have these prefixes; some entries declare them themselves."""
    own, media, newline = root
    media = "m:" if media == own else media
    declared = f"xmlns:{media[:-1]}='{IMAGE}'"
    lines = []
    for page, date, pictures, is_local in entries:
        inside = f"<{own}loc>{A}{page}</{own}loc>"
        inside += f"<{own}lastmod>{date}</{own}lastmod>" if date else ""
        local = declared if is_local and pictures else ""
        for name in pictures:
            inside += f"<{media}image><{media}loc>{A}{name}</{media}loc></{media}image>"
        lines.append(f"<{own}url {local}>{newline}{inside}</{own}url><!-- {page[0]} -->")
    core = f"xmlns:{own[:-1]}" if own else "xmlns"
    body = newline.join(lines)
    return f"<{own}urlset {core}='{S}' {declared}>{body}{newline}</{own}urlset>"


def pages_in(text: bytes) -> dict[str, tuple[list[str], list[set[str]]]]:
    """Dates and pictures of each page, entry by entry."""
    found: dict[str, tuple[list[str], list[set[str]]]] = {}
    for entry in etree.fromstring(text).iterfind(f"{{{S}}}url"):
        dates, pictures = found.setdefault(entry.findtext(f"{{{S}}}loc") or "", ([], []))
        dates.append(entry.findtext(f"{{{S}}}lastmod") or "")
        pictures.append({one.text or "" for one in entry.iterfind(f".//{{{IMAGE}}}loc")})
    return found


@given(FILES, st.sampled_from(["first", "last", "newest", "richest", "keep"]))
def test_nothing_is_lost_and_nothing_made_up(files, keep) -> None:
    texts = [written(*one).encode() for one in files]
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{number}.xml") for number in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_bytes(text)
        plan = plan_merge(set_of_files(paths), MergeWish(keep))
        made = join(plan.survey, plan.decision, plan.target).document()
        plan.close()
    consistent(made)
    _compare(pages_in(made.text()), texts, keep)
    if keep != "keep":
        assert made.text().count(b"<!--") == b"".join(texts).count(b"<!--")


@settings(max_examples=20)
@given(FILES, st.sampled_from(["first", "newest", "keep"]), st.integers(1, 3))
def test_parts_say_the_same(files, keep, most) -> None:
    texts = [written(*one).encode() for one in files]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        paths = [folder / f"{number}.xml" for number in range(len(texts))]
        for path, text in zip(paths, texts, strict=True):
            path.write_bytes(text)
        one = set_of_files(paths)
        plan = plan_merge(one, MergeWish(keep), for_parts=True)
        wish = Wish(A, max_entries=most)
        selections = dict(enumerate(plan.decision.selections))
        made = plan_set(measure(one, wish, selections=selections), wish)
        write_plan(made, folder / "parts")
        plan.close()
        parts = [folder / "parts" / part.name for part in made.parts]
        found: dict[str, tuple[list[str], list[set[str]]]] = {}
        for part in parts:
            _add(found, pages_in(part.read_bytes()))
    _compare(found, texts, keep)


def _add(found, more) -> None:
    for page, (dates, pictures) in more.items():
        known = found.setdefault(page, ([], []))
        known[0].extend(dates)
        known[1].extend(pictures)


def _compare(merged, texts, keep) -> None:
    before: dict[str, tuple[list[str], list[set[str]]]] = {}
    for text in texts:
        _add(before, pages_in(text))
    if keep != "keep":
        before = {
            page: ([max(dates)], [set().union(*pictures)])
            for page, (dates, pictures) in before.items()
        }
    assert merged == before
