"""What a rule is: plain data and one small function, told what it reads and nothing else.

A rule never builds a message and never changes a document: it returns the parameters of both.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from sitemap_editor.protocol.findings import FixKind, Severity
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.protocol.profiles import DEFAULT_PROFILES
from sitemap_editor.protocol.urls import DEFAULT_PORTS, Url, site_of, split_url

from .decisions.policy import NO_POLICY, Policy

if TYPE_CHECKING:
    from .beside.neighbours import Neighbours

Subject = TypeVar("Subject")
_split = lru_cache(maxsize=16)(split_url)
_NO_PARAMETERS: Mapping[str, Any] = MappingProxyType({})


class Note(NamedTuple):
    """How the value of a field was understood: a text to translate, and what goes into it."""

    message: str
    parameters: Mapping[str, Any] = _NO_PARAMETERS
    field: str = "lastmod"


class Fix(NamedTuple):
    """How a finding can be mended: name of a change that ``operations.fixes`` knows, and its data.

    ``kind`` is what applies to this finding, which may be less sure than the catalogue's word.
    ``question`` names what people have to decide first, one of ``questions.QUESTIONS``; ``note``
    tells how the value was understood.
    """

    name: str
    kind: FixKind
    parameters: Mapping[str, Any] = _NO_PARAMETERS
    question: str = ""
    note: Note | None = None


def safe(name: str, **parameters: Any) -> Fix:
    """A fix that may run unasked."""
    return Fix(name, FixKind.SAFE, parameters)


def ask(name: str, **parameters: Any) -> Fix:
    """A fix whose result people must see and accept."""
    return Fix(name, FixKind.ASK, parameters)


def set_field(field: str, value: str, *, is_sure: bool = True) -> Fix:
    """Give a field another value."""
    return (safe if is_sure else ask)("set_field", field=field, value=value)


def remove_field(field: str, *, is_sure: bool = True) -> Fix:
    """Take a field out of its entry."""
    return (safe if is_sure else ask)("remove_field", field=field)


class Hit(NamedTuple):
    """What a rule found: parameters of its message, and what differs from the rule's usual.

    ``at`` is an offset into the bytes that were read (entry or head), None for the field's value
    or the beginning. ``value`` is what was found where that is not the field's own value.
    ``hides`` adds to what the rule hides. ``more`` counts the further elements of the entry that
    have the same.
    """

    parameters: Mapping[str, Any] = _NO_PARAMETERS
    fix: Fix | None = None
    severity: Severity | None = None
    field: str | None = None
    value: str | None = None
    at: int | None = None
    message: str | None = None
    hides: tuple[str, ...] = ()
    more: int = 0


SITEMAPS = (Kind.URLSET, Kind.SITEMAPINDEX, Kind.TEXT)

Check = Callable[[Subject, "Context"], Hit | None]


@dataclass(frozen=True, slots=True)
class Rule(Generic[Subject]):
    """One rule: code, the fields it reads, what it says, and its check.

    ``title`` and ``message`` are marked for translation and translated when shown; ``help`` is the
    page about it. A hit ``hides`` the hits of other codes on the same subject: the narrow one
    speaks for them. ``kinds`` are those of the documents it is for: all sitemaps by default.
    """

    code: str
    reads: tuple[str, ...]
    title: str
    message: str
    check: Check[Subject] = field(repr=False)
    hides: tuple[str, ...] = ()
    kinds: frozenset[Kind] = frozenset(SITEMAPS)

    @property
    def help(self) -> str:
        """What the rule is about, for its page."""
        return self.check.__doc__ or ""


def rule(
    code: str,
    *,
    title: str,
    message: str,
    reads: tuple[str, ...] = (),
    hides: tuple[str, ...] = (),
    kinds: Iterable[Kind] = SITEMAPS,
) -> Callable[[Check[Subject]], Rule[Subject]]:
    """Make a rule of a check; its docstring becomes the rule's help."""

    def make(check: Check[Subject]) -> Rule[Subject]:
        return Rule(code, reads, title, message, check, hides, frozenset(kinds))

    return make


URLSET_ONLY = (Kind.URLSET,)
INDEX_ONLY = (Kind.SITEMAPINDEX,)
TEXT_ONLY = (Kind.TEXT,)
ROBOTS_ONLY = (Kind.ROBOTS,)
PAGES = (Kind.URLSET, Kind.TEXT)


@dataclass(frozen=True, slots=True)
class Site:
    """Scheme, host as asked over the wire, and port: what makes two addresses one site."""

    scheme: str
    host: str
    port: str | None

    @classmethod
    def of(cls, url: Url) -> Site:
        """The site of an address."""
        return cls(*site_of(url))

    @property
    def text(self) -> str:
        """As it is written in an address; a port that goes without saying is left out."""
        is_usual = self.port in (None, "", DEFAULT_PORTS.get(self.scheme))
        return f"{self.scheme}://{self.host}{'' if is_usual else f':{self.port}'}"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What only all entries together tell, where a fix hangs on it.

    ``date_order`` is ``dmy`` or ``mdy`` when the numbers above 12 in all dates agree, ``date_row``
    and ``date_value`` are the first that says so. ``is_other_kind`` tells that every entry belongs
    into a file of the other kind: pages in an index, sitemaps in a urlset.
    """

    date_order: str = ""
    date_row: int = 0
    date_value: str = ""
    is_other_kind: bool = False


@dataclass(frozen=True, slots=True)
class Context:
    """What a check knows beside its subject.

    ``base`` is the public address of the file when known, ``majority`` the site that most entries
    name (its host empty when there is none), ``now`` seconds since 1970. ``answers`` are those to
    the questions of fixes, ``evidence`` what all entries together say, ``neighbours`` what lies
    beside the file, ``policy`` what people decided about the rules themselves.
    """

    kind: Kind = Kind.URLSET
    profiles: frozenset[str] = frozenset(DEFAULT_PROFILES)
    base_url: str | None = None
    majority: Site | None = None
    now: int = field(default_factory=lambda: int(time.time()))
    is_legacy: bool = False
    answers: Mapping[str, str] = field(default_factory=dict)
    evidence: Evidence = field(default_factory=Evidence)
    neighbours: Neighbours | None = None
    policy: Policy = NO_POLICY

    @property
    def base(self) -> Url | None:
        """The public address of the file, taken apart."""
        return _split(self.base_url) if self.base_url else None

    @property
    def site(self) -> Site | None:
        """The site that entries are compared with: that of the file, else the usual one."""
        base = self.base
        return Site.of(base) if base is not None and base.is_web else self.majority

    @property
    def home(self) -> Site | None:
        """The site that addresses without a right one belong to, as far as it is known.

        What people answered beats the usual site, and that counts only with a host.
        """
        named = split_url(self.answers.get("site_host", ""))
        if named.is_web and named.host:
            return Site.of(named)
        site = self.site
        return site if site is not None and site.host else None

    @property
    def is_named_by_robots(self) -> bool:
        """Whether robots.txt names the file: it may then list all of its site."""
        beside = self.neighbours
        return beside is not None and beside.is_named_by_robots(self.base_url)

    @property
    def mismatch(self) -> Severity:
        """How bad it is to differ from ``site``: certain with a known address only."""
        return Severity.ERROR if self.base_url else Severity.WARNING


def run_rules(
    rules: Iterable[Rule[Subject]],
    subject: Subject,
    context: Context,
    hides: Iterable[str] = (),
) -> list[tuple[Rule[Subject], Hit]]:
    """Run rules on one subject, narrow ones first; what a hit hides is not reported.

    ``hides`` are codes that something else hides already.
    """
    found: list[tuple[Rule[Subject], Hit]] = []
    hidden = set(hides)
    for one in rules:
        if one.code in hidden:
            continue
        hit = one.check(subject, context)
        if hit is not None:
            found.append((one, hit))
            hidden.update(one.hides, hit.hides)
    return found
