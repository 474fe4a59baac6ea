"""What an address becomes under another prefix, and which are under the old one at all."""

from __future__ import annotations

import pytest

from sitemap_editor.operations.prefixes import Move
from sitemap_editor.protocol.errors import SitemapError

MOVED = [
    # scheme
    ("http://", "https://", "http://a.example/x?y#z", "https://a.example/x?y#z"),
    ("http:", "https:", "HTTP://A.example:8080/x", "https://A.example:8080/x"),
    ("http://", "https://", "http://a.example:80/x", "https://a.example/x"),
    ("http://", "https://", "https://a.example/", None),
    ("http://", "https://", "/relative", None),
    ("http://", "https://", "mailto:x@a.example", None),
    # host
    ("http://a.example", "https://b.example", "http://a.example/x", "https://b.example/x"),
    ("http://a.example/", "https://b.example", "http://a.example/x", "https://b.example/x"),
    ("http://a.example", "https://b.example/", "http://a.example/x", "https://b.example/x"),
    ("http://a.example", "https://b.example", "http://a.example", "https://b.example"),
    ("http://a.example", "https://b.example/", "http://a.example", "https://b.example/"),
    ("http://a.example", "https://b.example", "http://a.example?q", "https://b.example?q"),
    ("http://a.example", "https://b.example", "http://A.EXAMPLE./X", "https://b.example/X"),
    ("http://a.example", "https://b.example", "http://a.example.org/x", None),
    ("http://a.example", "https://b.example", "http://www.a.example/x", None),
    ("http://a.example", "https://", "http://a.example/x", "https://a.example/x"),
    ("a.example", "b.example", "https://a.example/x", "https://b.example/x"),
    ("a.example/old", "B.example/new", "http://a.example/old/x", "http://b.example/new/x"),
    ("ftp://a.example", "https://a.example", "ftp://a.example/x", "https://a.example/x"),
    # port
    ("http://a.example", "http://b.example", "http://a.example:80/x", "http://b.example/x"),
    ("http://a.example", "http://b.example", "http://a.example:8080/x", None),
    ("http://a.example:8080", "http://b.example", "http://a.example:8080/", "http://b.example/"),
    ("http://a.example:8080", "http://b.example", "http://a.example/", None),
    ("http://a.example", "http://a.example:81", "http://a.example/", "http://a.example:81/"),
    ("http://a.example:80", "https://a.example", "http://a.example/", "https://a.example/"),
    ("a.example", "b.example", "https://a.example:443/", "https://b.example/"),
    ("a.example", "b.example", "http://a.example:443/", None),
    ("http://[::1]:81", "http://a.example", "http://[::1]:81/x", "http://a.example/x"),
    # user
    ("http://a.example", "http://b.example", "http://u:p@a.example/", "http://u:p@b.example/"),
    ("http://u@a.example", "http://b.example", "http://u@a.example/", "http://b.example/"),
    ("http://u@a.example", "http://b.example", "http://v@a.example/", None),
    ("http://a.example", "http://v@b.example", "http://u@a.example/", "http://v@b.example/"),
    # punycode
    ("http://bücher.example", "http://b.example", "http://xn--bcher-kva.example/x",
     "http://b.example/x"),
    ("http://xn--bcher-kva.example", "http://b.example", "http://BÜCHER.example/",
     "http://b.example/"),
    ("http://a.example", "http://bücher.example", "http://a.example/",
     "http://xn--bcher-kva.example/"),
    ("http://ä.example", "http://bücher.example", "http://ä.example/", "http://bücher.example/"),
    # folders
    ("http://a.example/shop", "http://a.example/s", "http://a.example/shop/x",
     "http://a.example/s/x"),
    ("http://a.example/shop", "http://a.example/s", "http://a.example/shop?x",
     "http://a.example/s?x"),
    ("http://a.example/shop", "http://a.example/s", "http://a.example/shop",
     "http://a.example/s"),
    ("http://a.example/shop", "http://a.example/s", "http://a.example/shopping", None),
    ("http://a.example/shop", "http://a.example/s", "http://a.example/Shop/x", None),
    ("http://a.example/shop/", "http://a.example/s/", "http://a.example/shop/",
     "http://a.example/s/"),
    ("http://a.example/shop/", "http://a.example/s", "http://a.example/shop", None),
    ("http://a.example/shop", "http://a.example", "http://a.example/shop/x",
     "http://a.example/x"),
    ("http://a.example/shop", "http://a.example", "http://a.example/shop", "http://a.example/"),
    ("http://a.example/shop", "http://a.example", "http://a.example/shop?x",
     "http://a.example/?x"),
    ("http://a.example", "http://a.example/shop", "http://a.example/x",
     "http://a.example/shop/x"),
    ("/shop", "/s", "https://any.example/shop/x", "https://any.example/s/x"),
    ("http://a.example/caf%c3%a9", "http://a.example/bar", "http://a.example/café/x",
     "http://a.example/bar/x"),
    ("http://a.example/café", "http://a.example/bar", "http://a.example/caf%C3%A9/%7e",
     "http://a.example/bar/%7e"),
    ("http://a.example/a", "http://a.example/é", "http://a.example/a/x",
     "http://a.example/%C3%A9/x"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "address", "expected"), MOVED)
def test_an_address_under_the_old_prefix_comes_under_the_new_one(
    old: str, new: str, address: str, expected: str | None
) -> None:
    moved = Move(old, new)(address)
    said = None if moved is None else moved.new + address[moved.cut :]
    assert said == expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", "https://b.example"),
        ("http://a.example", " "),
        ("http://a.example?x", "http://b.example"),
        ("http://a.example", "http://b.example/#top"),
        ("http://a example", "http://b.example"),
        ("http://a.example:99999", "http://b.example"),
        ("http://a.example:x", "http://b.example"),
        ("http://:80", "http://b.example"),
        ("http://", "https://b.example"),
        ("/shop", "http://b.example/shop"),
    ],
)
def test_what_is_no_prefix_is_refused(old: str, new: str) -> None:
    with pytest.raises(SitemapError):
        Move(old, new)
