"""A gate never lets pass what a rule would report, and knows about a value what the rules know."""

from __future__ import annotations

from xml.sax.saxutils import escape

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sitemap_editor.protocol.dates import read_date
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.profiles import PROFILES
from sitemap_editor.protocol.urls import norm_eq, norm_probable
from sitemap_editor.rules.base import Context
from sitemap_editor.rules.engine.blocks import block_of
from sitemap_editor.rules.engine.gate_lastmod import days_since_1970, gate_dates
from sitemap_editor.rules.engine.gate_loc import LocGate, is_clean, is_clean_child, slash_style
from sitemap_editor.rules.engine.hashing import hash_texts
from sitemap_editor.rules.engine.judge import Judge
from sitemap_editor.rules.values import Loc, Value

from .conftest import NOW

PIECES = (
    "https://www.shop.org/", "https://www.shop.org/", "http://a.io/", "https://", "/", "//", ".",
    "..", "a", "b-c", "_d~", "Page", "123", "?", "&", "=", "#", "%20", "%2F", "%C3%A9", "%c3%a9",
    "%E9", "%zz", "%25", "%41", "é", " ", "[", "]", "{{", "${", ",", ";", "'", "+", "(", ")", "@",
    ":", "!", "*", "$", "\\", "|", "index.html", "default.asp", "/index.php", ".jpg", ".html",
    ".css", ".xml", ".xml.gz", "sitemap", "/null", "/None", "/NaN", "/undefined/", "utm_source=1",
    "sid=1", "gclid", "&amp;", "&AMP;", "&#38;", ";jsessionid=1", "%s", "www.", ":443",
    "2024-05-01", ",0.5", "https://b", "x" * 30, "\ufeff", "\u00a0", "/.well-known",
)  # fmt: skip
ADDRESSES = st.lists(st.sampled_from(PIECES), min_size=1, max_size=9).map("".join)
USUAL = ADDRESSES.map(lambda rest: f"https://www.shop.org/{rest}")
BASES = (None, "https://www.shop.org/sitemap.xml", "https://www.shop.org/a/map", "http://a.io/b/c")


def judge(kind: Kind, base: str | None = None) -> Judge:
    return Judge(Context(kind=kind, profiles=frozenset(PROFILES), base_url=base, now=NOW))


JUDGES = {(kind, base): judge(kind, base) for kind in Kind for base in BASES}


def said(address: str, kind: Kind, base: str | None) -> set[str]:
    return {rule.code for rule, _hit in JUDGES[kind, base].loc(address)[1]}


@given(st.lists(USUAL | ADDRESSES, min_size=1, max_size=20), st.sampled_from(BASES))
@pytest.mark.parametrize("kind", [Kind.URLSET, Kind.TEXT])
def test_block_gate_hides_nothing(kind: Kind, addresses: list[str], base: str | None) -> None:
    raws = [address.encode() for address in addresses]
    gate = LocGate(JUDGES[kind, base].context)
    found = gate.run(block_of(raws))
    for number in np.flatnonzero(found.clean).tolist():
        address = addresses[number]
        assert not said(address, kind, base)
        assert norm_eq(address) == address
        loc = Loc(address)
        assert gate.site_names[found.sites[number]] == loc.site_name
        assert found.slash[number] == slash_style(loc.url.path, loc.url.query)
        assert found.hashes[number] == hash_texts([norm_probable(address)])[0]


@given(USUAL | ADDRESSES)
@example("https://www.shop.org/?a=1&AMP;b=2")
@example("https://www.shop.org/;jsessionid=1")
def test_second_gate_hides_nothing(address: str) -> None:
    if is_clean(escape(address).encode()):
        assert not said(address, Kind.URLSET, None)
        assert norm_eq(address) == address


@given(USUAL | ADDRESSES)
def test_gate_of_indexes_hides_nothing(address: str) -> None:
    if is_clean_child(escape(address).encode()):
        assert not said(address, Kind.SITEMAPINDEX, None)
        assert norm_eq(address) == address


@pytest.mark.parametrize(
    "address",
    [
        "https://www.shop.org/",
        "https://www.shop.org/a/b-c_d~e",
        "https://www.shop.org/page-1.html",
        "https://www.shop.org/a.b/C.d/",
        "https://www.shop.org/(a)/b$c!d*e+f=g@h:i",
    ],
)
def test_usual_addresses_pass_the_block_gate(address: str) -> None:
    assert LocGate(Context()).run(block_of([address.encode()])).clean.all()


@pytest.mark.parametrize(
    "address",
    ["https://www.shop.org/a?b=1&c=2", "https://www.shop.org/%D0%B0?q=%C3%A9", "http://a.io/x;y=1"],
)
def test_usual_queries_pass_the_second_gate(address: str) -> None:
    assert is_clean(escape(address).encode()) == (";" not in address)


DATES = st.builds(
    "{:04}-{:02}-{:02}{}".format,
    st.integers(0, 2100),
    st.integers(0, 13),
    st.integers(0, 32),
    st.sampled_from(["", "Z", "T", "T08:30:00Z", "T23:59:59.999Z", "T08:30:00+02:00", "t08:30:00Z"])
    | st.builds(
        "T{:02}:{:02}:{:02}{}{:02}:{:02}".format,
        st.integers(0, 25),
        st.integers(0, 61),
        st.integers(0, 61),
        st.sampled_from("+-Z "),
        st.integers(0, 15),
        st.integers(0, 61),
    ),
)


@given(st.lists(DATES | st.text("0123456789-:TZ+.:;/ ", max_size=25), min_size=1, max_size=20))
def test_gate_of_dates_hides_nothing(dates: list[str]) -> None:
    found = gate_dates(block_of([date.encode() for date in dates]), NOW)
    rules = JUDGES[Kind.URLSET, None]
    for number in np.flatnonzero(found.clean).tolist():
        assert not rules.value(Value("lastmod", dates[number]))
        assert found.instants[number] == read_date(dates[number]).instant
        assert found.date_only[number] == ("T" not in dates[number])


@pytest.mark.parametrize(
    "date",
    ["2024-05-01", "2024-02-29T23:59:59Z", "2024-05-01T08:30:00-14:00", "2024-05-01T08:30:00.123Z"],
)
def test_usual_dates_pass(date: str) -> None:
    assert gate_dates(block_of([date.encode()]), NOW).clean.all()


@given(st.dates())
def test_days_are_counted_as_calendars_do(day: object) -> None:
    year, month, number = (np.array([int(part)]) for part in str(day).split("-"))
    expected = np.datetime64(str(day)).astype("datetime64[D]").astype(int)
    assert days_since_1970(year, month, number)[0] == expected


@given(st.lists(ADDRESSES, min_size=1, max_size=10))
def test_hash_hangs_on_the_value_alone(texts: list[str]) -> None:
    assert hash_texts(texts).tolist() == [int(hash_texts([text])[0]) for text in texts]
    assert hash_texts(["ABC/def"]) == hash_texts(["abc/DEF"])
