"""Mends a sitemap that is no well-formed XML, step by step, and tells each change.

A step is a kind of fault; it looks at the whole text once. After each step that changed something
the text is parsed again, until it is well-formed. Nothing else is touched.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from sitemap_editor.markup.feeds import kind_of_root
from sitemap_editor.markup.first_tag import first_tag
from sitemap_editor.markup.well_formed import check_well_formed, is_trap
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _
from sitemap_editor.support.jobs import NO_PROGRESS, Progress

from .asides import outside
from .beginning import before_declaration, declaration, listing_numbers
from .changes import Change, History, Key, Repair
from .characters import comments, controls, less_than, references, section_ends
from .grammar import ENTRIES, LEAVES, ROOTS
from .namespaces import undeclared
from .root_names import may_be_root, root_name
from .salvage import salvage
from .structure import nesting
from .tags import attributes, duplicates, quotes, spaces, unfinished

__all__ = [
    "Change",
    "History",
    "Key",
    "Repair",
    "Repaired",
    "has_second_root",
    "may_be_root",
    "repair",
    "second_root",
]

STEPS: tuple[Callable[[bytes], Iterable[Change]], ...] = (
    listing_numbers,
    before_declaration,
    declaration,
    controls,
    comments,
    references,
    spaces,
    quotes,
    unfinished,
    attributes,
    less_than,
    section_ends,
    root_name,
    nesting,
    duplicates,
    undeclared,
)
"""In the order in which one may hide another."""

FEED_STEPS = (declaration, controls, references, section_ends, undeclared)
"""Those that need not know what the elements of a sitemap are."""

MOST_MENTIONS = 2
"""A root is named in its start tag and its end tag; more may be a root inside the root."""

_ROOTS = re.compile(rb"<(?:[A-Za-z_][\w.-]*:)?(?:urlset|sitemapindex)[\s/>]")

MOST_ROUNDS = 3
"""A repair may lay bare what an earlier step looks for."""


@dataclass(frozen=True, slots=True)
class Repaired:
    """The text after repair, what was done, and what is still wrong; None when nothing is.

    ``history`` leads from places in the text back to those in the text as it was.
    """

    history: History
    repairs: list[Repair] = field(default_factory=list)
    error: SitemapError | None = None

    @property
    def text(self) -> bytes:
        """The text after repair."""
        return self.history.text


def repair(
    text: bytes,
    refused: Iterable[Key] = (),
    progress: Progress = NO_PROGRESS,
    before: Repaired | None = None,
) -> Repaired:
    """Make a text (UTF-8 without byte order mark) well-formed.

    ``refused``: keys of repairs that must not be made. ``before``: what was done to get this text.
    Never raises for what is in the text.
    """
    unwanted = frozenset(refused)
    history = before.history if before is not None else History(text)
    repairs: list[Repair] = list(before.repairs) if before is not None else []
    error = _error_in(text, progress)
    root = first_tag(text)
    is_feed = root is not None and kind_of_root(root.local) is not None
    for _number in range(MOST_ROUNDS):
        if error is None:
            break
        count = len(repairs)
        for step in FEED_STEPS if is_feed else STEPS:
            made = history.take(step(history.text), unwanted)
            progress.tick()
            if made:
                repairs += made
                error = _error_in(history.text, progress)
                if error is None:
                    break
        if len(repairs) == count:
            break
    if error is not None and not unwanted and not is_feed and not is_trap(error):
        made = history.take(salvage(history.text), unwanted)
        if made:
            repairs += made
            error = _error_in(history.text, progress)
    repairs.sort(key=lambda one: (one.start, one.end))
    return Repaired(history, repairs, error)


def has_second_root(text: bytes) -> bool:
    """Whether a root stands inside the root and hides its entries."""
    if text.count(b"urlset") + text.count(b"sitemapindex") <= MOST_MENTIONS:
        return False
    return len(list(itertools.islice(outside(text, _ROOTS), 2))) > 1


def second_root() -> SitemapError:
    """What is wrong with a text that has a root inside the root."""
    return SitemapError(_("A second root stands inside the first."), code="root-multiple")


def _error_in(text: bytes, progress: Progress) -> SitemapError | None:
    """Why a text cannot be read as a sitemap yet; None when it can."""
    try:
        check_well_formed(text, progress)
    except SitemapError as error:
        return error
    root = first_tag(text)
    if root is None or root.local.encode() in ROOTS:
        return second_root() if has_second_root(text) else None
    if kind_of_root(root.local) is not None:
        return None
    code = "root-missing" if root.local.encode() in ENTRIES | LEAVES else "root-unknown"
    return SitemapError(
        _("The root element is <{name}>, not <urlset> or <sitemapindex>.").format(name=root.name),
        code=code,
    )
