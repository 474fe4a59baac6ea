"""Group D, last part: the same page listed more than once. ``rules.groups`` finds the pairs."""

from __future__ import annotations

from dataclasses import dataclass

from sitemap_editor.support.i18n import N_, format_number

from .base import INDEX_ONLY, PAGES, Context, Fix, Hit, ask, rule, safe


@dataclass(frozen=True, slots=True)
class Pair:
    """An entry that repeats an earlier one: how, the earlier one's place, and both addresses.

    ``likeness`` is ``exact``, ``equivalent``, ``case`` or ``probable``; ``is_same`` tells that the
    entries are equal in everything but the address.
    """

    likeness: str
    first: int
    first_position: int
    first_value: str
    is_same: bool = False

    @property
    def shown(self) -> dict[str, str]:
        """Parameters of a message."""
        return {"first": format_number(self.first_position + 1), "other": self.first_value}


def _hit(pair: Pair, *likenesses: str, may_fix: bool = True) -> Hit | None:
    if pair.likeness not in likenesses:
        return None
    return Hit(pair.shown, _fix(pair, is_sure=pair.is_same) if may_fix else None)


def _fix(pair: Pair, *, is_sure: bool) -> Fix:
    fix = (safe if is_sure else ask)("drop_duplicate", first=pair.first)
    return fix._replace(question="keep")


@rule(
    "index-child-duplicate",
    reads=("loc",),
    title=N_("Sitemap listed twice"),
    message=N_(
        "“{value}” is the same sitemap as that of entry {first}, “{other}”; list it once. "
        "Search engines read it once anyway."
    ),
    kinds=INDEX_ONLY,
)
def index_child_duplicate(pair: Pair, _context: Context) -> Hit | None:
    """Two entries of an index name the same sitemap."""
    hit = _hit(pair, "exact", "equivalent")
    return hit and hit._replace(fix=_fix(pair, is_sure=True))


@rule(
    "loc-duplicate-exact",
    reads=("loc",),
    title=N_("Address listed twice"),
    message=N_(
        "“{value}” already stands at entry {first}; list each page once. "
        "A second entry says nothing new, or contradicts the first."
    ),
    kinds=PAGES,
)
def loc_duplicate_exact(pair: Pair, _context: Context) -> Hit | None:
    """Two entries have the same address, letter by letter."""
    return _hit(pair, "exact")


@rule(
    "loc-duplicate-equivalent",
    reads=("loc",),
    title=N_("Page listed twice in two spellings"),
    message=N_(
        "“{value}” is the same page as “{other}” of entry {first}; list it once. "
        "The spellings differ in nothing that servers look at."
    ),
    kinds=PAGES,
)
def loc_duplicate_equivalent(pair: Pair, _context: Context) -> Hit | None:
    """Two addresses differ only in ways that mean nothing: case of the host, encoding, port."""
    return _hit(pair, "equivalent")


@rule(
    "loc-duplicate-probable",
    reads=("loc",),
    title=N_("Page probably listed twice"),
    message=N_(
        "“{value}” is probably the same page as “{other}” of entry {first}; list the one that "
        "your links use. Search engines would have to choose between them."
    ),
    kinds=PAGES,
)
def loc_duplicate_probable(pair: Pair, _context: Context) -> Hit | None:
    """Two addresses differ only by www, scheme, final slash, tracking or order of parameters."""
    hit = _hit(pair, "probable")
    return hit and hit._replace(fix=_fix(pair, is_sure=False))


@rule(
    "loc-case-variants",
    reads=("loc",),
    title=N_("Addresses that differ in capitals only"),
    message=N_(
        "“{value}” and “{other}” of entry {first} differ in capital letters only. "
        "Most servers show the same page for both, others know one of them."
    ),
    kinds=PAGES,
)
def loc_case_variants(pair: Pair, _context: Context) -> Hit | None:
    """Two addresses are the same but for capital letters in path or query."""
    return _hit(pair, "case", may_fix=False)


RULES = (
    index_child_duplicate,
    loc_duplicate_exact,
    loc_duplicate_equivalent,
    loc_case_variants,
    loc_duplicate_probable,
)
