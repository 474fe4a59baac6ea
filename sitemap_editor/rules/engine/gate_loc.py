"""Which addresses are certainly clean, told without looking at them one by one.

Two gates: one over thousands of addresses at a time for those of letters, digits and hyphens under
a known site, and a regular expression for those with queries and escapes. What fails both goes to
the rules. Neither may let pass what a rule would report; a property test holds them to it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.urls import directory_of, norm_probable, site_of, split_url
from sitemap_editor.rules.base import Context

from .blocks import Block, Bools, Ints, Words
from .hashing import hash_spans, hash_texts

LONGEST = 1023
SHORTEST = 12
_SITE = re.compile(rb"https?://[a-z0-9.-]+/")
MOST_PREFIXES = 8
"""Sites tried on a block at once; a file with more is looked at entry by entry."""

# Classes of bytes. Values behind the site may hold what is PLAIN; a slash must not be followed by
# a slash or point, and some words behind it need a closer look.
_OTHER, _SLASH, _POINT = 0x01, 0x02, 0x04
_PLAIN = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~!$()*+=:@"


def _classes(also: bytes) -> bytes:
    table = bytearray([_OTHER]) * 256
    for byte in (*_PLAIN, *also, 0):
        table[byte] = 0
    table[ord("/")], table[ord(".")] = _SLASH, _POINT
    return bytes(table)


_TABLES = {Kind.URLSET: _classes(b",'"), Kind.TEXT: _classes(b"")}
"""In a text list a comma may separate columns."""


def _each(byte: int) -> np.uint64:
    return np.uint64(int.from_bytes(bytes([byte]) * 8, "little"))


_OTHERS, _SLASHES, _POINTS = _each(_OTHER), _each(_SLASH), _each(_POINT)
_BYTE, _TOP, _ONE = np.uint64(8), np.uint64(56), np.uint64(1)
_LOWER = np.uint64(0x2020202020202020)


def _words(*texts: bytes) -> Words:
    return np.array([int.from_bytes(text.ljust(8, b"\0"), "little") for text in texts], np.uint64)


_FOUR = np.uint64(0xFFFFFFFF)
_THREE = np.uint64(0xFFFFFF)
_SUSPECT_FOUR = _words(b"unde", b"null", b"none", b"fals", b"inde", b"defa") & _FOUR
_SUSPECT_THREE = _words(b"nan")[0] & _THREE
_ENDINGS = tuple(
    (np.uint64(64 - 8 * len(text)), np.uint64(int.from_bytes(text, "little")))
    for text in b".css .js .map .json .png .jpg .jpeg .gif .svg .webp .ico .woff .woff2 .ttf .zip "
    b".gz .mp4 .xml .txt".split()
)


class Site(NamedTuple):
    """A beginning of addresses, such as ``https://www.example.com/``, and its number.

    ``skip`` is the length of scheme and ``www.``; ``required`` what addresses of this site must
    begin with to lie in the folder of the file.
    """

    prefix: bytes
    number: int
    skip: int
    required: bytes


class Gated(NamedTuple):
    """What the gates found out about n addresses.

    ``sites``: number of the site, -1 where not known yet. ``clean``: no rule about the value has
    anything to say. ``hashes``: of ``norm_probable`` where clean. ``slash``: 1 for a path without
    suffix that ends in a slash, 2 for one that does not.
    """

    sites: npt.NDArray[np.int32]
    clean: Bools
    hashes: Words
    slash: npt.NDArray[np.uint8]


class LocGate:
    """Knows the sites met so far."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._table = _TABLES.get(context.kind)
        self.site_names: list[str] = []
        self._numbers: dict[str, int] = {}
        self._known: dict[bytes, Site] = {}
        base = context.base
        self._home = site_of(base) if base is not None and base.is_web else None
        has_folder = base is not None and not context.is_named_by_robots
        self._folder = directory_of(base) if base is not None and has_folder else "/"
        self._own = norm_probable(context.base_url or "-")
        self._own_hash = hash_texts([self._own])[0]

    def number_of(self, name: str) -> int:
        """The number of a site (scheme and authority as written), given out when it is new."""
        number = self._numbers.get(name)
        if number is None:
            number = self._numbers[name] = len(self.site_names)
            self.site_names.append(name)
        return number

    def is_in_place(self, address: str, probable: str) -> bool:
        """Whether an address that passed ``is_clean`` is neither the file's own nor outside it."""
        if self._home is None:
            return True
        name = address[: address.index("/", 8)]
        if self._folder != "/" and site_of(split_url(name)) == self._home:
            return address.startswith(name + self._folder) and probable != self._own
        return probable != self._own

    def run(self, block: Block) -> Gated:
        """Look at a block of addresses."""
        count = len(block.ids)
        found = Gated(
            np.full(count, -1, np.int32),
            np.zeros(count, np.bool_),
            np.zeros(count, np.uint64),
            np.zeros(count, np.uint8),
        )
        if self._table is not None:
            rows = np.flatnonzero((block.lengths >= SHORTEST) & (block.lengths <= LONGEST))
            for _ in range(MOST_PREFIXES):
                if not len(rows):
                    break
                rows = self._run_site(block, rows, found)
        return found

    def _run_site(self, block: Block, rows: Ints, found: Gated) -> Ints:
        """Look at the addresses of the first one's site; returns the others."""
        match = _SITE.match(block.raw(int(rows[0])))
        if match is None:
            return rows[1:]
        site = self._known.get(match[0]) or self._learn(match[0])
        own = _starts_with(block, rows, site.prefix)
        of_site = rows[own]
        found.sites[of_site] = site.number
        clean = of_site[self._are_plain(block, of_site)]
        if len(site.required) > len(site.prefix):
            clean = clean[_starts_with(block, clean, site.required)]
        self._take(block, clean, site, found)
        return rows[~own]

    def _learn(self, prefix: bytes) -> Site:
        name = prefix[:-1].decode()
        scheme, host = name.split("://")
        port = {"http": "80", "https": "443"}[scheme]
        is_home = self._home == (scheme, host, port)
        required = f"{name}{self._folder}".encode() if is_home else prefix
        skip = len(scheme) + 3 + (4 if host.startswith("www.") else 0)
        site = Site(prefix, self.number_of(name), skip, required)
        self._known[prefix] = site
        return site

    def _take(self, block: Block, rows: Ints, site: Site, found: Gated) -> None:
        starts, lengths = block.starts[rows], block.lengths[rows]
        lasts = block.words[starts + lengths - 8]
        is_slash = (lasts >> _TOP) == ord("/")
        is_root = lengths == len(site.prefix)
        hashed = lengths - site.skip - (is_slash & ~is_root)
        hashes = hash_spans(block, starts + site.skip, hashed)
        not_own = hashes != self._own_hash
        rows = rows[not_own]
        found.clean[rows] = True
        found.hashes[rows] = hashes[not_own]
        path_lengths = lengths - len(site.prefix) + 1
        found.slash[rows] = _slash_style(lasts, is_slash, path_lengths)[not_own]

    def _are_plain(self, block: Block, rows: Ints) -> Bools:
        """Which addresses of a known site hold nothing that any rule looks for."""
        bad = _has_suspect_ending(block, rows)
        left = np.flatnonzero(~bad)
        carry = np.zeros(len(rows), np.uint64)
        offset = 0
        while len(left):
            chosen = rows[left]
            classes = self._classified(block.words_at(chosen, offset))
            wrong = (classes & _OTHERS) != 0
            if offset:
                # A slash ends scheme or host within the first word only, at no earlier place.
                wrong |= _ill_followed(classes, carry[left])
                wrong |= _suspect_segments(block, chosen, offset, classes)
            carry[left] = classes >> _TOP if offset else 0
            bad[left] |= wrong
            offset += 8
            left = left[~wrong & (block.lengths[chosen] > offset)]
        return ~bad

    def _classified(self, words: Words) -> Words:
        table = self._table or b""
        return np.frombuffer(words.tobytes().translate(table), np.uint64)


def _starts_with(block: Block, rows: Ints, prefix: bytes) -> Bools:
    found = block.lengths[rows] >= len(prefix)
    for offset in range(0, len(prefix), 8):
        piece = prefix[offset : offset + 8]
        left = np.flatnonzero(found)
        words = block.words[block.starts[rows[left]] + offset]
        wanted = np.uint64(int.from_bytes(piece, "little"))
        if len(piece) < 8:
            words = words & np.uint64((1 << (8 * len(piece))) - 1)
        found[left] = words == wanted
    return found


def _ill_followed(classes: Words, carry: Words) -> Bools:
    """Where a slash is followed by a slash or a point; ``carry`` is the class before."""
    slashes = (classes << _BYTE) | carry
    slashes &= _SLASHES
    bad: Bools = (slashes & (classes | ((classes & _POINTS) >> _ONE))) != 0
    return bad


def _suspect_segments(block: Block, rows: Ints, offset: int, classes: Words) -> Bools:
    """Where a segment begins with a word that templates and start pages have."""
    bad = np.zeros(len(rows), np.bool_)
    places = np.flatnonzero(classes.view(np.uint8) == _SLASH)
    if not len(places):
        return bad
    numbers, inside = places >> 3, places & 7
    at = block.starts[rows[numbers]] + (offset + 1) + inside
    # A slash at the very end of the source is followed by no segment.
    after = block.words[np.minimum(at, len(block.words) - 1)] | _LOWER
    four = after & _FOUR
    hits = (after & _THREE) == _SUSPECT_THREE
    for word in _SUSPECT_FOUR:
        hits |= four == word
    bad[numbers[hits]] = True
    return bad


def _has_suspect_ending(block: Block, rows: Ints) -> Bools:
    lasts = block.words[block.starts[rows] + block.lengths[rows] - 8] | _LOWER
    bad = np.zeros(len(rows), np.bool_)
    for shift, ending in _ENDINGS:
        bad |= (lasts >> shift) == ending
    return bad


_POINT_WORD = _each(ord("."))
_SEVEN_BITS = np.uint64(0x7F7F7F7F7F7F7F7F)
_SUFFIX = 6
_LAST_BYTES: Words = np.array([(1 << 64) - (1 << (64 - 8 * n)) for n in range(7)], np.uint64)


def _slash_style(lasts: Words, is_slash: Bools, path_lengths: Ints) -> npt.NDArray[np.uint8]:
    differs = lasts ^ _POINT_WORD
    is_point = ~(((differs & _SEVEN_BITS) + _SEVEN_BITS) | differs | _SEVEN_BITS)
    is_point &= _LAST_BYTES[np.minimum(path_lengths, _SUFFIX)]
    style = np.where(is_slash, 1, 2)
    style[(is_point != 0) | (path_lengths < 2)] = 0
    return style.astype(np.uint8)


def slash_style(path: str, query: str | None) -> int:
    """The same for one address: 1 with a final slash, 2 without, 0 when it does not count."""
    if len(path) < 2 or query is not None or "." in path[-_SUFFIX:]:
        return 0
    return 1 if path.endswith("/") else 2


# The second gate

ESCAPE = (
    rb"%(?:(?:C[2-9A-F]|D[0-9A-F])%[89AB][0-9A-F]|E0%[AB][0-9A-F]%[89AB][0-9A-F]"
    rb"|E[1-9A-CEF](?:%[89AB][0-9A-F]){2}|ED%[89][0-9A-F]%[89AB][0-9A-F]"
    rb"|F0%[9AB][0-9A-F](?:%[89AB][0-9A-F]){2}|F[1-3](?:%[89AB][0-9A-F]){3}"
    rb"|2[0-46-9ABCF]|3[A-F]|40|5[B-E]|60|7[B-D])"
)
_CLEAN = re.compile(
    rb"https?://[a-z0-9.-]+"
    rb"(?P<path>/(?![/.])(?:[A-Za-z0-9\-_~!$'()*+,=:@]|/(?![/.])|(?<!/)\.|" + ESCAPE + rb")*)"
    rb"(?:\?(?P<query>(?:[A-Za-z0-9\-._~!$'()*+,=:@/?]|;(?!jsess)|&amp;(?![A-Za-z]\w*;)|"
    + ESCAPE
    + rb")*))?",
)
_SUSPECT_PATH = re.compile(
    rb"\.(?:css|js|map|json|png|jpe?g|gif|svg|webp|ico|woff2?|ttf|zip|gz|mp4|xml|txt)$"
    rb"|/(?:undefined|null|none|nan|false)(?:/|$)|/(?:index|default)\.[^/]*$",
    re.IGNORECASE,
)
_SUSPECT_QUERY = re.compile(
    rb"(?:^|&amp;)(?:utm_|gclid|fbclid|msclkid|yclid|mc_cid|mc_eid|phpsessid|jsessionid"
    rb"|aspsessionid|sid|sessionid|session_id|cfid|cftoken)|;jsession|%s",
    re.IGNORECASE,
)


def is_clean(raw: bytes) -> bool:
    """Whether an address in a urlset, queries and escapes included, is certainly clean.

    ``raw`` are the bytes in the file, ``&`` written as ``&amp;``.
    """
    if not SHORTEST <= len(raw) <= LONGEST:
        return False
    match = _CLEAN.fullmatch(raw)
    if match is None or _SUSPECT_PATH.search(match["path"]):
        return False
    query = match["query"]
    return query is None or _SUSPECT_QUERY.search(query) is None


_CLEAN_CHILD = re.compile(
    rb"https?://[a-z0-9.-]+(?P<path>/(?![/.])(?:[A-Za-z0-9_~-]|/(?![/.])|(?<!/)\.)*)(?<=\.xml|l\.gz)"
)
_SUSPECT_CHILD = re.compile(rb"/(?:undefined|null|none|nan|false)/", re.IGNORECASE)


def is_clean_child(raw: bytes) -> bool:
    """Whether an address in an index is certainly clean."""
    match = _CLEAN_CHILD.fullmatch(raw) if SHORTEST <= len(raw) <= LONGEST else None
    return match is not None and _SUSPECT_CHILD.search(match["path"]) is None
