"""Extensions that are plainly written, reduced to what the rules about them can tell apart.

Most entries with extensions have images and links to other languages in one form throughout. What
rules say about those hangs on a few facts, the shape: which language codes, whether the page names
itself, which hosts the images are on. Rules run once for each shape. What is written in another
form goes to the rules entry by entry; a property test holds both to the same.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from functools import lru_cache
from typing import NamedTuple

from sitemap_editor.protocol.namespaces import EXTENSION_BY_PREFIX
from sitemap_editor.rules.base import Context
from sitemap_editor.rules.extensions.addresses import flaw_of

from .gate_loc import ESCAPE

LONGEST = 1_000
MOST_IMAGES = 1_000

_URL = (
    rb"https?://[a-z0-9.-]+/(?![/.])(?:[A-Za-z0-9\-_~!$'()*+,=:@]++|/(?![/.])|(?<!/)\.|"
    + ESCAPE
    + rb")*(?:\?(?:[A-Za-z0-9\-._~!$'()*+,=:@/?]++|&amp;(?![A-Za-z]\w*;)|"
    + ESCAPE
    + rb")*)?"
)
_PLAIN_URL = re.compile(_URL)
_WHITE = rb"[ \t\r\n]"
_OLD_TAGS = rb"(?:title|caption|geo_location)"
_TAG_NAME = re.compile(rb"</[^:>]*:([a-z_]+)>")
_NEVER = rb"(?!)()()"


class Plain(NamedTuple):
    """What an entry has: its shape, and codes and addresses of its links as written."""

    shape: Hashable
    codes: list[bytes]
    hrefs: list[bytes]


class PartGate:
    """Knows how images and links are written in one document."""

    def __init__(self, namespaces: Mapping[str, str]) -> None:
        """``namespaces``: those declared on the root, by prefix."""
        self._items = _items(_prefix_of(namespaces, "image"), _prefix_of(namespaces, "xhtml"))

    def run(self, loc: bytes, tail: bytes) -> Plain | None:
        """What stands behind the fields of an entry; None when the rules have to look at it.

        ``loc`` is the raw address of the page, ``tail`` everything behind the fields but the
        entry's end tag.
        """
        if self._items is None or _PLAIN_URL.fullmatch(loc) is None:
            return None
        images, old, codes, hrefs = [], b"", [], []
        for image, tags, code, href, strange in self._items.findall(tail):
            if href:
                codes.append(code)
                hrefs.append(href)
            elif image:
                images.append(image)
                old += tags
            elif strange:
                return None
        own = loc[: loc.find(b"/", 8) + 1]
        pictures = _shape_of_images(images, old, loc, own) if images else ()
        languages = _shape_of_links(codes, hrefs, loc) if hrefs else ()
        if pictures is None or languages is None:
            return None
        return Plain((pictures, languages), codes, hrefs)


def _shape_of_images(
    images: list[bytes], old: bytes, loc: bytes, own: bytes
) -> tuple[Hashable, ...] | None:
    """What rules can tell apart about the images of an entry; None when they have to look."""
    hosts = {image[: image.find(b"/", 8) + 1] for image in images}
    if len(images) > MOST_IMAGES or max(map(len, images)) > LONGEST:
        return None
    if not all(_is_good(host) for host in hosts):
        return None
    tags = frozenset(_TAG_NAME.findall(old)) if old else frozenset()
    return own, frozenset(hosts), loc in images, len(set(images)) < len(images), tags


def _shape_of_links(
    codes: list[bytes], hrefs: list[bytes], loc: bytes
) -> tuple[Hashable, ...] | None:
    """The same about its links to other languages."""
    if max(map(len, hrefs)) > LONGEST or not all(
        _is_good(href[: href.find(b"/", 8) + 1]) for href in hrefs
    ):
        return None
    selves = tuple([href == loc for href in hrefs])
    has_repeats = len({code.lower() for code in codes}) < len(codes)
    firsts: dict[bytes, int] = {}
    rows = [firsts.setdefault(href, row) for row, href in enumerate(hrefs)] if has_repeats else ()
    return tuple(codes), selves, tuple(rows)


def _prefix_of(namespaces: Mapping[str, str], extension: str) -> bytes | None:
    """The prefix that stands for exactly this extension; None when none does."""
    uri = EXTENSION_BY_PREFIX[extension].uri
    found = [prefix for prefix, one in namespaces.items() if one == uri and prefix]
    return re.escape(found[0].encode()) if len(found) == 1 else None


def _items(image: bytes | None, link: bytes | None) -> re.Pattern[bytes] | None:
    """What may stand behind the fields: images, links, white space; anything else is strange.

    Its groups are address and further tags of an image, code and address of a link, and what is
    strange.
    """
    if image is None and link is None:
        return None
    images = _NEVER if image is None else _image(image)
    links = _NEVER if link is None else _link(link)
    return re.compile(rb"%b+|%b|%b|(.)" % (_WHITE, images, links), re.DOTALL)


def _image(prefix: bytes) -> bytes:
    name, white = prefix + b":", _WHITE + b"*"
    old = rb"%b<%b%b>[^<&]*</%b%b>" % (white, name, _OLD_TAGS, name, _OLD_TAGS)
    loc = rb"<%bloc>(%b)</%bloc>" % (name, _URL, name)
    return rb"<%bimage>%b%b((?:%b)*)%b</%bimage>" % (name, white, loc, old, white, name)


def _link(prefix: bytes) -> bytes:
    white = _WHITE + b"+"
    pieces = (
        prefix + b":link",
        b'rel="alternate"',
        b'hreflang="([A-Za-z-]{2,20})"',
        b'href="(%b)"' % _URL,
    )
    return b"<" + white.join(pieces) + _WHITE + b"*/>"


@lru_cache(maxsize=1024)
def _is_good(beginning: bytes) -> bool:
    """Whether scheme and host, up to the first slash, are fine for an image or a link."""
    return flaw_of(beginning.decode(), Context(now=0)) is None
