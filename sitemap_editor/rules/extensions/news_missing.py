"""Group K, third part: what a news item lacks, and filling in what people know."""

from __future__ import annotations

from collections.abc import Iterable

from sitemap_editor.markup.elements import Element, Splice
from sitemap_editor.markup.values import escape_text
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.rules.base import URLSET_ONLY, Context, Fix, Hit, Rule, rule
from sitemap_editor.rules.questions import answer_to
from sitemap_editor.support.i18n import N_

from .news_values import is_item, is_news_language
from .part_hits import place_of
from .parts import Part, splices

IN_PUBLICATION = ("name", "language")


@rule(
    "news-tag-missing",
    title=N_("News item lacks an element"),
    message=N_(
        "This <news:news> has no {name}; it needs a publication with name and language, "
        "a publication_date and a title. Google reports a missing tag and leaves the article out."
    ),
    kinds=URLSET_ONLY,
)
def news_tag_missing(part: Part, context: Context) -> Hit | None:
    """A news item lacks one of the five elements that Google requires, or it is empty.

    They are ``news:publication`` with ``news:name`` and ``news:language`` in it,
    ``news:publication_date`` and ``news:title``.
    """
    if not is_item(part):
        return None
    publication = _first(part.own, "publication")
    missing = _missing(part, publication)
    if not missing:
        return None
    inner = publication.own if publication is not None else ()
    blank = _first(part.own, missing[0]) or _first(inner, missing[0])
    at = part.element.start if blank is None else place_of(blank)
    fix = _filled(part, publication, missing, context)
    shown = {"name": ", ".join(f"<{part.field(name)}>" for name in missing)}
    return Hit(shown, fix, None, part.field(missing[0]), None if blank is None else "", at)


def _missing(part: Part, publication: Element | None) -> list[str]:
    missing = []
    if publication is None:
        missing.append("publication")
    else:
        missing += [name for name in IN_PUBLICATION if not _holds(publication.own, name)]
    return missing + [name for name in ("publication_date", "title") if not _holds(part.own, name)]


def _first(elements: Iterable[Element], local: str) -> Element | None:
    """The first of this name, in any case: wrong case is another rule's concern."""
    return next((one for one in elements if one.local.lower() == local), None)


def _holds(elements: Iterable[Element], local: str) -> bool:
    return any(one.local.lower() == local and (one.text or one.children) for one in elements)


def _filled(
    part: Part, publication: Element | None, missing: list[str], context: Context
) -> Fix | None:
    """Fill in name and language of the publication, as far as people have told them."""
    wanted = list(IN_PUBLICATION) if "publication" in missing else missing
    wanted = [name for name in wanted if name in IN_PUBLICATION]
    if not wanted:
        return None
    given = {name: answer_to(f"news_{name}", context.answers).strip() for name in wanted}
    if not is_news_language(given.get("language", "")):
        given.pop("language", None)
    told = {name: value for name, value in given.items() if value}
    if not told:
        changes: tuple[Splice, ...] = ()
    elif publication is None:
        changes = _new_publication(part, told)
    else:
        changes = _in_publication(part, publication, told)
    question = " ".join(f"news_{name}" for name in wanted)
    return Fix("splice", FixKind.ASK, {"splices": changes}, question)


def _elements(part: Part, told: dict[str, str], lead: bytes = b"") -> bytes:
    return b"".join(
        b"%b<%b>%b</%b>" % (lead, part.name(name), escape_text(value), part.name(name))
        for name, value in told.items()
    )


def _new_publication(part: Part, told: dict[str, str]) -> tuple[Splice, ...]:
    name = part.name("publication")
    markup = b"<%b>%b</%b>" % (name, _elements(part, told), name)
    return _put_first(part.element, markup)


def _put_first(element: Element, markup: bytes) -> tuple[Splice, ...]:
    """Put elements before all others in an element, on a line of their own if those have one."""
    if element.self_closed:
        opened = element.xml[element.start : element.tag_end].rstrip(b">").rstrip(b"/").rstrip()
        whole = b"%b>%b</%b>" % (opened, markup, element.name)
        return (Splice(element.start, element.end, whole),)
    content = element.content
    lead = content[: len(content) - len(content.lstrip())] if element.children else b""
    return (Splice(element.content_start, element.content_start, lead + markup),)


def _in_publication(part: Part, publication: Element, told: dict[str, str]) -> tuple[Splice, ...]:
    changes: list[Splice] = []
    new: dict[str, str] = {}
    for name, value in told.items():
        blank = _first(publication.own, name)
        if blank is not None:
            changes += blank.with_text(value)
        else:
            new[name] = value
    if not new:
        return tuple(changes)
    known = _first(publication.own, "name")
    if known is None or "name" in new:
        return splices(changes, _put_first(publication, _elements(part, new)))
    return splices(changes, (Splice(known.end, known.end, _elements(part, new)),))


RULES: tuple[Rule[Part], ...] = (news_tag_missing,)
