"""Which extension elements are certainly clean: images and language links, plainly written.

Most entries with extensions have nothing else. What does not look like that goes to the rules; a
property test holds the gate to them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from sitemap_editor.protocol.namespaces import EXTENSION_BY_PREFIX

from . import hreflang
from .addresses import flaw_of
from .base import Context
from .gate_loc import ESCAPE

LONGEST = 1_000
MOST_IMAGES = 1_000

_URL = (
    rb"https?://[a-z0-9.-]+/(?![/.])(?:[A-Za-z0-9\-_~!$'()*+,=:@]|/(?![/.])|(?<!/)\.|"
    + ESCAPE
    + rb")*(?:\?(?:[A-Za-z0-9\-._~!$'()*+,=:@/?]|&amp;(?![A-Za-z]\w*;)|"
    + ESCAPE
    + rb")*)?"
)


_NEVER = rb"(?!)()"


class Languages(NamedTuple):
    """The links of one entry: codes and addresses as written in the file."""

    codes: list[bytes]
    hrefs: list[bytes]


NO_LANGUAGES = Languages([], [])


class PartGate:
    """Knows how images and links are written in one document."""

    def __init__(self, namespaces: Mapping[str, str], context: Context) -> None:
        """``namespaces``: those declared on the root, by prefix."""
        self._items = _items(_prefix_of(namespaces, "image"), _prefix_of(namespaces, "xhtml"))
        self._context = context

    def run(self, loc: bytes, tail: bytes) -> Languages | None:
        """What stands behind the fields of an entry; None when the rules have to look at it.

        ``loc`` is the raw address of the page, which the address gate has passed.
        """
        if self._items is None:
            return None
        images, codes, hrefs, strange = _columns(self._items.findall(tail))
        if strange:
            return None
        if images and not self._are_clean(images, loc):
            return None
        if not hrefs:
            return NO_LANGUAGES
        return Languages(codes, hrefs) if self._are_clean_links(codes, hrefs, loc) else None

    def _are_clean(self, images: list[bytes], loc: bytes) -> bool:
        own = loc[: loc.find(b"/", 8) + 1]
        return (
            len(images) <= MOST_IMAGES
            and loc not in images
            and all(image.startswith(own) and len(image) < LONGEST for image in images)
            and len({image.lower() for image in images}) == len(images)
            and _is_good_host(own.decode())
        )

    def _are_clean_links(self, codes: list[bytes], hrefs: list[bytes], loc: bytes) -> bool:
        return (
            loc in hrefs
            and b"x-default" in codes
            and len(set(codes)) == len(codes)
            and all(map(_is_clean_code, map(bytes.decode, codes)))
            and all(
                len(href) < LONGEST and _is_good_host(href[: href.find(b"/", 8) + 1].decode())
                for href in hrefs
            )
        )


def _columns(
    found: list[tuple[bytes, bytes, bytes, bytes]],
) -> tuple[list[bytes], list[bytes], list[bytes], bool]:
    images, codes, hrefs = [], [], []
    for image, code, href, strange in found:
        if href:
            codes.append(code)
            hrefs.append(href)
        elif image:
            images.append(image)
        elif strange:
            return images, codes, hrefs, True
    return images, codes, hrefs, False


def _prefix_of(namespaces: Mapping[str, str], extension: str) -> bytes | None:
    """The prefix that stands for exactly this extension; None when none does."""
    uri = EXTENSION_BY_PREFIX[extension].uri
    found = [prefix for prefix, one in namespaces.items() if one == uri and prefix]
    return re.escape(found[0].encode()) if len(found) == 1 else None


def _items(image: bytes | None, link: bytes | None) -> re.Pattern[bytes] | None:
    """What may stand behind the fields: images, links, white space; anything else is strange.

    Its groups are the address of an image, code and address of a link, and what is strange.
    """
    if image is None and link is None:
        return None
    white = rb"[ \t\r\n]*"
    of_image = rb"<%b:image>%b<%b:loc>(%b)</%b:loc>%b</%b:image>"
    of_link = rb"<%b:link rel=\"alternate\" hreflang=\"([A-Za-z-]{2,20})\" href=\"(%b)\" ?/>"
    images = of_image % (image, white, image, _URL, image, white, image) if image else _NEVER
    links = of_link % (link, _URL) if link else _NEVER + b"()"
    return re.compile(rb"[ \t\r\n]+|%b|%b|(.)" % (images, links), re.DOTALL)


def _is_clean_code(code: str) -> bool:
    return bool(getattr(hreflang, "is_clean_code", lambda _code: False)(code))


@lru_cache(maxsize=1024)
def _is_good_host(beginning: str) -> bool:
    """Whether scheme and host, up to the first slash, are fine for an image or a link."""
    return flaw_of(beginning, Context(now=0)) is None
