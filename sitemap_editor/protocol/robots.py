"""robots.txt as Google's parser reads it: lines, groups, and which paths they allow.

Sources: RFC 9309; Google's robots.txt specification; google/robotstxt (robots.cc), which also
reads frequent slips such as ``Useragent``, ``Dissallow`` or a missing colon.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from functools import cached_property
from typing import NamedTuple
from urllib.parse import quote

MAX_BYTES = 512_000
"""500 KiB: what follows is not read (RFC 9309 section 2.5)."""

MAX_LINE_BYTES = 16_663
"""What Google's parser keeps of a line (kMaxLineLen)."""

BOM = b"\xef\xbb\xbf"

_WHITE = b" \t\r\n\v\f"
_AGENTS = (b"user-agent", b"useragent", b"user agent")
_ALLOWS = (b"allow",)
_DISALLOWS = (b"disallow", b"dissallow", b"dissalow", b"disalow", b"diasllow", b"disallaw")
_SITEMAPS = (b"sitemap", b"site-map")
_NO_COLON = re.compile(rb"site-?map[^\s:]*[ \t]+[<\"']?https?://", re.IGNORECASE)
"""The colon of an address is not the one that is missing before it."""

_PRODUCT = re.compile(r"[A-Za-z_-]*")
_ESCAPE = re.compile(r"%[0-9a-fA-F]{2}")
_KEPT = "".join(map(chr, range(33, 127)))
"""What a pattern keeps as it stands: all visible ASCII, ``%`` included."""


class Field(Enum):
    """What a line is about, as Google's parser takes it."""

    AGENT = "user-agent"
    ALLOW = "allow"
    DISALLOW = "disallow"
    SITEMAP = "sitemap"
    OTHER = ""


class Line(NamedTuple):
    """One line: its field and value with their places in bytes; no ``kind`` when it says nothing.

    ``comment`` is the place of ``#``; ``has_colon`` is false for two words without a colon, which
    Google reads all the same.
    """

    raw: bytes
    kind: Field | None
    field_span: tuple[int, int] = (0, 0)
    value_span: tuple[int, int] = (0, 0)
    comment: int | None = None
    has_colon: bool = True

    @property
    def field(self) -> str:
        """The name before the colon, as written."""
        return _text(self.raw[slice(*self.field_span)])

    @property
    def value(self) -> str:
        """What is behind the colon and before a comment."""
        return _text(self.raw[slice(*self.value_span)])

    @property
    def is_sitemap(self) -> bool:
        """Whether the line names a sitemap."""
        return self.kind is Field.SITEMAP


def read_line(raw: bytes) -> Line:
    """Take a line apart; it has no line end, and no byte order mark before it."""
    hash_at = raw.find(b"#")
    comment = hash_at if hash_at >= 0 else None
    first, last = _trimmed(raw, 0, len(raw) if comment is None else comment)
    colon = raw.find(b":", first, last)
    has_colon = colon >= 0 and not _NO_COLON.match(raw, first, last)
    if not has_colon:
        colon = _only_gap(raw, first, last)
    field = _trimmed(raw, first, max(colon, first))
    if colon < 0 or field[0] == field[1]:
        return Line(raw, None, comment=comment)
    value = _trimmed(raw, colon + 1, last)
    return Line(raw, _kind_of(raw[slice(*field)]), field, value, comment, has_colon)


def split_lines(text: bytes) -> Iterator[Line]:
    """The lines of a file; they end with LF, CR or CR LF."""
    for raw in re.split(rb"\r\n|\r|\n", text.removeprefix(BOM)):
        yield read_line(raw)


def _trimmed(raw: bytes, first: int, last: int) -> tuple[int, int]:
    piece = raw[first:last]
    start = first + len(piece) - len(piece.lstrip(_WHITE))
    return start, max(start, first + len(piece.rstrip(_WHITE)))


def _only_gap(raw: bytes, first: int, last: int) -> int:
    """Where two words, and no more, are parted; -1 otherwise.

    After the name of a sitemap any number of addresses may follow: rules say what is wrong there.
    """
    words = re.split(rb"[ \t]+", raw[first:last])
    is_split = len(words) == 2 or _NO_COLON.match(raw, first, last)
    return first + len(words[0]) if is_split else -1


def _kind_of(field: bytes) -> Field:
    name = field.lower()
    if name.startswith(_SITEMAPS):
        return Field.SITEMAP
    if name.startswith(_AGENTS):
        return Field.AGENT
    if name.startswith(_ALLOWS):
        return Field.ALLOW
    return Field.DISALLOW if name.startswith(_DISALLOWS) else Field.OTHER


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


# Groups


class _Pattern(NamedTuple):
    """A path pattern taken apart at its ``*``."""

    pieces: tuple[str, ...]
    is_anchored: bool
    is_allow: bool
    weight: int

    @property
    def beginning(self) -> str:
        """A regular expression for what each path that matches begins with: two pieces at most."""
        return ".*".join(map(re.escape, self.pieces[:2]))

    def matches(self, path: str) -> bool:
        """Whether the pattern matches the beginning of ``path``, or all of it with ``$``."""
        first, *rest = self.pieces
        if not path.startswith(first):
            return False
        at = len(first)
        if not rest:
            return not self.is_anchored or at == len(path)
        for piece in rest[:-1]:
            at = path.find(piece, at)
            if at < 0:
                return False
            at += len(piece)
        if self.is_anchored:
            return len(path) - len(rest[-1]) >= at and path.endswith(rest[-1])
        return path.find(rest[-1], at) >= 0


class Rules:
    """The Allow and Disallow lines that bind one crawler."""

    def __init__(self, patterns: Iterable[_Pattern]) -> None:
        """``patterns``: in any order; the longest that matches decides, Allow when equal."""
        self._patterns = sorted(patterns, key=lambda one: (-one.weight, not one.is_allow))
        beginnings = {one.beginning for one in self._patterns if not one.is_allow}
        # One look at a path tells most of the time that nothing forbids it.
        self._forbidden = re.compile("|".join(sorted(beginnings)), re.DOTALL)
        self._is_open = not beginnings

    def allows(self, path: str) -> bool:
        """Whether a path (with its query, from the first slash on) may be fetched."""
        if self._is_open:
            return True
        if not path.isascii() or "%" in path:
            path = _normal(path)
        if not self._forbidden.match(path):
            return True
        for pattern in self._patterns:
            if pattern.matches(path):
                return pattern.is_allow or path == "/robots.txt"
        return True

    def would_allow(self, path: str, value: str) -> bool:
        """Whether a path may be fetched once there is an Allow line with this value, too."""
        if self.allows(path):
            return True
        path = _normal(path)
        weight = next(one.weight for one in self._patterns if one.matches(path))
        added = _patterns(value, is_allow=True)
        return any(one.matches(path) and one.weight >= weight for one in added)


class Robots:
    """A robots.txt: its sitemap lines, and groups of rules by crawler."""

    def __init__(self, lines: Iterable[Line]) -> None:
        """``lines``: all of the file, in its order."""
        self.sitemaps: list[str] = []
        self._groups: dict[str, list[_Pattern]] = {}
        self._ends: dict[str, int] = {}
        self._rules: dict[tuple[str, ...], Rules] = {}
        self._read(lines)

    def _read(self, lines: Iterable[Line]) -> None:
        agents: list[str] = []
        is_open = False  # agents follow each other until a rule has been read
        for number, line in enumerate(lines):
            if line.kind is Field.SITEMAP:
                self.sitemaps.append(line.value)
            elif line.kind is Field.AGENT:
                agents = [*agents, _agent_of(line.value)] if is_open else [_agent_of(line.value)]
                is_open = True
                self._groups.setdefault(agents[-1], [])
            elif line.kind in (Field.ALLOW, Field.DISALLOW):
                is_open = False
                self._ends.update(dict.fromkeys(agents, number))
                for agent in agents:
                    self._groups[agent] += _patterns(line.value, line.kind is Field.ALLOW)

    @cached_property
    def agents(self) -> frozenset[str]:
        """The crawlers that have a group, in small letters."""
        return frozenset(self._groups)

    def end_of_group(self, agent: str) -> int | None:
        """The number, from 0, of the last line that binds this crawler; None without one."""
        return self._ends.get(agent.lower())

    def rules_for(self, agents: Sequence[str]) -> Rules:
        """The rules that bind a crawler: those of the first of its names that has a group."""
        names = tuple(agents)
        if names not in self._rules:
            own = (self._groups[key] for name in names if (key := name.lower()) in self._groups)
            self._rules[names] = Rules(next(own, []))
        return self._rules[names]


def _agent_of(value: str) -> str:
    """The name of a crawler in small letters; ``*`` for all others, empty for none."""
    if value.startswith("*") and (len(value) == 1 or value[1].isspace()):
        return "*"
    found = _PRODUCT.match(value)
    return found[0].lower() if found else ""


def parse_robots(text: bytes) -> Robots:
    """Read a robots.txt as a crawler does: no more than its first 500 KiB."""
    return Robots(split_lines(text[:MAX_BYTES]))


def is_allowed(robots: Robots, path: str, agents: Sequence[str] = ("Googlebot", "*")) -> bool:
    """Whether a crawler may fetch ``path`` (from the first slash on, with its query).

    ``agents``: the crawler's names, most special first; the first that has a group counts. For
    many paths ask ``robots.rules_for(agents).allows`` instead.
    """
    return robots.rules_for(agents).allows(path or "/")


def _patterns(value: str, is_allow: bool) -> Iterator[_Pattern]:
    if not value:  # an empty Disallow forbids nothing
        return
    text = _normal(value)
    yield _compiled(text, is_allow)
    folder, slash, name = text.rpartition("/")
    if is_allow and slash and name.startswith("index.htm"):  # Google: the folder is meant as well
        yield _compiled(f"{folder}/$", is_allow)


def _compiled(text: str, is_allow: bool) -> _Pattern:
    is_anchored = text.endswith("$")
    pieces = tuple(re.sub(r"\*+", "*", text.removesuffix("$")).split("*"))
    return _Pattern(pieces, is_anchored, is_allow, len(text))


def _normal(path: str) -> str:
    """A path with everything beyond ASCII percent-encoded, in capital digits."""
    if not path.isascii():
        path = quote(path, safe=_KEPT, errors="surrogatepass")
    return _ESCAPE.sub(lambda found: found[0].upper(), path) if "%" in path else path
