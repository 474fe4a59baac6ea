"""Addresses are split as written and compared by what they mean."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitemap_editor.protocol.urls import (
    Url,
    directory_of,
    norm_eq,
    norm_probable,
    remove_dot_segments,
    split_url,
)

SPLITS = [
    ("https://h/a?b#c", Url("https", "h", "/a", "b", "c")),
    ("http://h", Url("http", "h", "", None, None)),
    ("//h/a", Url(None, "h", "/a", None, None)),
    ("mailto:a@b", Url("mailto", None, "a@b", None, None)),
    ("https://h/a\\b c?", Url("https", "h", "/a\\b c", "", None)),
    ("", Url(None, None, "", None, None)),
]

EQUIVALENT = [
    ("HTTPS://WWW.Example.com:443/caf%c3%a9", "https://www.example.com/caf%C3%A9"),
    ("https://www.example.com/café", "https://www.example.com/caf%C3%A9"),
    ("https://example.com", "https://example.com/"),
    ("https://example.com?x=1", "https://example.com/?x=1"),
    ("https://example.com/%7Euser", "https://example.com/~user"),
    ("https://example.com/a/./b/../c", "https://example.com/a/c"),
    ("https://example.com/a#top", "https://example.com/a"),
    ("https://example.com:/a", "https://example.com/a"),
    ("https://bücher.example/a", "https://xn--bcher-kva.example/a"),
    (" https://example.com/a\u200b", "https://example.com/a"),
]

DIFFERENT = [
    ("https://example.com/a", "https://example.com/A"),
    ("https://example.com/a", "https://example.com/a/"),
    ("https://example.com/a", "http://example.com/a"),
    ("https://example.com/a?", "https://example.com/a"),
    ("https://example.com/a?b=1&c=2", "https://example.com/a?c=2&b=1"),
    ("https://example.com/a%2Fb", "https://example.com/a/b"),
    ("https://example.com:80/a", "https://example.com/a"),
]

PROBABLE = [
    ("http://www.example.com/a/", "https://example.com/a"),
    ("https://example.com/index.html", "https://example.com/"),
    ("https://example.com/a/Default.aspx", "https://example.com/a"),
    ("https://example.com/a?c=2&b=1", "https://example.com/a?b=1&c=2"),
    ("https://example.com/a?utm_source=x&b=1", "https://example.com/a?b=1"),
    ("https://example.com/A", "https://example.com/a"),
    ("https://example.com/a?", "https://example.com/a"),
]


@pytest.mark.parametrize(("text", "url"), SPLITS)
def test_splits_as_written(text: str, url: Url) -> None:
    assert split_url(text) == url


@pytest.mark.parametrize(
    ("authority", "parts"),
    [
        ("h", (None, "h", None)),
        ("u:p@h:8080", ("u:p", "h", "8080")),
        ("[::1]:80", (None, "[::1]", "80")),
        ("h:", (None, "h", "")),
        ("a@b@h", ("a@b", "h", None)),
    ],
)
def test_authority_has_user_host_and_port(authority: str, parts: tuple[str | None, ...]) -> None:
    url = split_url(f"https://{authority}/")
    assert (url.userinfo, url.host, url.port) == parts


@pytest.mark.parametrize(("one", "other"), EQUIVALENT)
def test_equivalent_spellings_compare_equal(one: str, other: str) -> None:
    assert norm_eq(one) == norm_eq(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_addresses_stay_different(one: str, other: str) -> None:
    assert norm_eq(one) != norm_eq(other)


@pytest.mark.parametrize(("one", "other"), PROBABLE)
def test_probably_the_same_page(one: str, other: str) -> None:
    assert norm_eq(one) != norm_eq(other)
    assert norm_probable(one) == norm_probable(other)


@pytest.mark.parametrize(
    ("path", "result"),
    [("/a/b/../c", "/a/c"), ("/..", "/"), ("/a/..", "/"), ("/a/.", "/a/"), ("/a//b", "/a//b")],
)
def test_dot_segments_are_removed(path: str, result: str) -> None:
    assert remove_dot_segments(path) == result


@pytest.mark.parametrize(
    ("url", "folder"),
    [("https://h/a/b.xml?x=/y/", "/a/"), ("https://h", "/"), ("https://h/%61/b", "/a/")],
)
def test_folder_of_a_file(url: str, folder: str) -> None:
    assert directory_of(split_url(url)) == folder


URLS = st.lists(
    st.sampled_from(["http://", "HTTPS://", "h.example", "/", "a", "..", ".", "%7e", "%C3", "é"])
    | st.sampled_from(["?", "#", "&", "=", ":443", "@", "[", " ", "utm_x", "index.html", "www."]),
    max_size=10,
).map("".join)


@given(URLS)
def test_normal_form_is_stable(text: str) -> None:
    assert norm_eq(norm_eq(text)) == norm_eq(text)


@given(URLS)
def test_parts_join_to_the_text(text: str) -> None:
    assert str(split_url(text)) == text
