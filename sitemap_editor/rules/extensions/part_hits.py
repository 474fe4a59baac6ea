"""What rules about extensions have in common: several wrong children of a part are one hit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from sitemap_editor.markup.elements import Element, Splice
from sitemap_editor.protocol.findings import FixKind, Severity
from sitemap_editor.protocol.urls import norm_eq, site_of, split_url
from sitemap_editor.rules.base import Fix, Hit

from .addresses import Flaw
from .parts import Part, splice, splices

_FIX_RANK = {FixKind.SAFE: 0, FixKind.ASK: 1, FixKind.NONE: 2}


def joined(hits: Iterable[Hit]) -> Hit | None:
    """One hit for all: the worst, of equals the one that is surest to be mended.

    Its fix makes all sure changes, or all others where none is sure.
    """
    found = list(hits)
    if len(found) < 2:
        return found[0] if found else None
    best = min(found, key=_rank)
    fixes = [hit.fix for hit in found if hit.fix is not None]
    if not fixes:
        return best
    kind = min((fix.kind for fix in fixes), key=_FIX_RANK.__getitem__)
    alike = [fix for fix in fixes if fix.kind is kind]
    changes = splices(*(fix.parameters["splices"] for fix in alike))
    question = next((fix.question for fix in alike if fix.question), "")
    return best._replace(fix=Fix("splice", kind, {"splices": changes}, question, alike[0].note))


def _rank(hit: Hit) -> tuple[bool, int]:
    kind = FixKind.NONE if hit.fix is None else hit.fix.kind
    return hit.severity is Severity.INFO, _FIX_RANK[kind]


Look = Callable[[Part, Element], Hit | None]


def each(part: Part, name: str, look: Look) -> Hit | None:
    """What there is to say about the children of this name whose text is known."""
    found = part.named.get(name)
    if found is None:
        return None
    if len(found) == 1:
        hit = look(part, found[0])
        return hit if hit is not None and is_readable(found[0]) else None
    seen = [(child, look(part, child)) for child in found]
    return joined(hit for child, hit in seen if hit is not None and is_readable(child))


def each_of(part: Part, names: Iterable[str], look: Look) -> Hit | None:
    """The same for the children of several names."""
    named = part.named
    hits = [each(part, name, look) for name in names if name in named]
    return joined(hit for hit in hits if hit is not None) if hits else None


def is_readable(child: Element) -> bool:
    """Whether its text is known: it may refer to what only a DOCTYPE explains."""
    return bool(child.children) or child.is_known


def place_of(child: Element) -> int:
    """Where its value stands, or itself when it has none."""
    if child.self_closed:
        return child.start
    content = child.content
    blank = len(content) - len(content.lstrip())
    return child.content_start + (blank if blank < len(content) else 0)


def value_hit(
    part: Part, child: Element, fix: Fix | None = None, shown: dict[str, Any] | None = None
) -> Hit:
    """A hit about the text of a child; one with elements in it is not mended."""
    field = part.field(child.local)
    mended = None if child.children else fix
    return Hit({"name": field, **(shown or {})}, mended, None, field, child.text, place_of(child))


def element_hit(part: Part, child: Element, fix: Fix | None, **shown: Any) -> Hit:
    """A hit about a child as such."""
    field = part.field(child.local)
    return Hit({"name": field, **shown}, fix, None, field, field, child.start)


def misnamed(
    part: Part, element: Element, right: str, message: str, *, is_sure: bool = False
) -> Hit:
    """A hit about an element that should have another name."""
    fix = splice(element.renamed(part.name(right)), is_sure=is_sure)
    return element_hit(part, element, fix, example=part.field(right))._replace(message=message)


def text_fix(child: Element, value: str | None, *, is_sure: bool = True) -> Fix | None:
    """Let a child say something else; None stays None."""
    return None if value is None else splice(child.with_text(value), is_sure=is_sure)


def removal(children: Iterable[Element], *, is_sure: bool = False) -> Fix | None:
    """Take elements out."""
    return splice(splices(*(child.removed() for child in children)), is_sure=is_sure)


def flaw_fix(flaw: Flaw, change: Callable[[str], tuple[Splice, ...]]) -> Fix | None:
    """Write the right address in place of a flawed one."""
    if flaw.mended is None or flaw.kind is FixKind.NONE:
        return None
    return splice(change(flaw.mended), is_sure=flaw.kind is FixKind.SAFE)


def missing(part: Part, local: str) -> Hit | None:
    """A hit when the part has no such element with something in it."""
    found = part.named.get(local)
    if found is not None and (found[0].text or any(child.text for child in found)):
        return None
    field = part.field(local)
    at = place_of(found[0]) if found else part.element.start
    return Hit({"name": field}, None, None, field, "" if found else None, at)


def out_of_order(part: Part, ranks: dict[str, int]) -> Hit | None:
    """A hit when the children stand in another order than these ranks."""
    found = [ranks[child.local] for child in part.own if child.local in ranks]
    if found == sorted(found):
        return None
    known = [child for child in part.own if child.local in ranks]
    for one, (before, after) in enumerate(pairwise(found), 1):
        if before > after:
            example = part.field(known[one - 1].local)
            return element_hit(part, known[one], _sorted(known, ranks), example=example)
    return None


def _sorted(known: Sequence[Element], ranks: dict[str, int]) -> Fix | None:
    """Put the elements in order; what stands between them stays where it is."""
    right = sorted(known, key=lambda child: ranks[child.local])
    changes = [
        Splice(slot.start, slot.end, child.xml[child.start : child.end])
        for slot, child in zip(known, right, strict=True)
        if slot is not child
    ]
    return splice(changes)


def meant(name: str, known: Iterable[str]) -> str | None:
    """The name that another spelling of capitals, hyphens and underscores stands for."""
    plain = _plain(name)
    return next((one for one in known if _plain(one) == plain and one != name), None)


def _plain(name: str) -> str:
    return re.sub("[-_]", "", name).lower()


def host_of(address: str) -> str:
    """The host of an address as it goes over the wire, empty when there is none."""
    return site_of(split_url(address.strip()))[1]


@lru_cache(maxsize=64)
def _normal(page: str) -> str:
    return norm_eq(page)


def is_page(text: str, page: str) -> bool:
    """Whether an address is that of the page, in whatever spelling."""
    normal = _normal(page)
    if ("?" in text) != ("?" in normal) and "#" not in text:
        return False
    return norm_eq(text) == normal


def is_same_host(one: str, other: str) -> bool:
    """Whether two addresses have the same host; those written alike are told at a glance."""
    end = one.find("/", 8)
    if end > 0 and other.startswith(one[: end + 1]):
        return True
    return host_of(one) == host_of(other)
