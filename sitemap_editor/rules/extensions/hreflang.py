"""Group L: links to the same page in other languages, one by one; those of an entry elsewhere."""

from __future__ import annotations

from functools import lru_cache

from sitemap_editor.markup.elements import Splice
from sitemap_editor.protocol.findings import Severity
from sitemap_editor.protocol.hreflang_codes import (
    WHITE,
    CodeFlaw,
    flaw_of_code,
    flaws_of_code,
    in_customary_case,
)
from sitemap_editor.rules.base import URLSET_ONLY, Context, Fix, Hit, Rule, rule
from sitemap_editor.support.i18n import N_

from . import language_sets
from .addresses import Flaw, flaw_of
from .language_links import (
    FIELD,
    NAMES,
    Link,
    link_of,
    place_of_attribute,
    with_value,
    written_name,
)
from .part_hits import flaw_fix
from .parts import Part, splice, splices


@lru_cache(maxsize=4096)
def is_clean_code(code: str) -> bool:
    """Whether no rule has anything to say about a code; its capitals do not count."""
    return bool(code.strip(WHITE)) and flaw_of_code(code) is None


def _hit(link: Link, local: str, value: str, fix: Fix | None, **shown: object) -> Hit:
    at = place_of_attribute(link.element, local)
    return Hit(shown, fix, None, FIELD, value, at)


# Attributes


@rule(
    "hreflang-attribute-missing",
    title=N_("Link to another language lacks an attribute"),
    message=N_(
        'This <xhtml:link> has no {attribute}; it needs rel="alternate", hreflang and href. '
        "Google reports “Missing XML attribute” and ignores the link."
    ),
    kinds=URLSET_ONLY,
)
def hreflang_attribute_missing(part: Part, _context: Context) -> Hit | None:
    """A link has no ``rel``, ``hreflang`` or ``href``, or one that is empty or has a prefix.

    Good: ``<xhtml:link rel="alternate" hreflang="de" href="https://www.example.com/de"/>``.
    """
    link = link_of(part)
    if link is None:
        return None
    attributes = link.element.attributes
    missing = [name for name in NAMES if not attributes.get(name, "").strip(WHITE)]
    if not missing:
        return None
    prefixed = [name for name in missing if _is_prefixed(link, name)]
    fix = splice(splices(*(_given(link, name) for name in missing)))
    value = ", ".join(missing)
    at = link.element.start
    if prefixed:
        written = written_name(link.element, prefixed[0])
        shown = {"attribute": prefixed[0], "found": written}
        return Hit(shown, fix, None, FIELD, written, at, _PREFIXED)
    return Hit({"attribute": value}, fix, None, FIELD, value, at)


_PREFIXED = N_(
    "The attribute {found} should be {attribute}, without a prefix. "
    "Google reports “Missing XML attribute” and ignores the link."
)


def _is_prefixed(link: Link, name: str) -> bool:
    written = written_name(link.element, name)
    return name not in link.element.attributes and ":" in written


def _given(link: Link, name: str) -> tuple[Splice, ...]:
    """Take the prefix off an attribute, or say what kind of link it is."""
    element = link.element
    if _is_prefixed(link, name):
        renamed = element.with_attribute_renamed(written_name(element, name), name)
        is_blank = name == "rel" and not (link.rel or "").strip(WHITE)
        return splices(renamed, with_value(element, name, "alternate") if is_blank else ())
    return element.with_attribute(name, "alternate") if name == "rel" and link.code else ()


@rule(
    "hreflang-rel-invalid",
    title=N_("Link to another language is no alternate"),
    message=N_(
        "The rel of this <xhtml:link> is “{value}”; it must be “alternate”. "
        "Google takes no other kind of link from a sitemap."
    ),
    kinds=URLSET_ONLY,
)
def hreflang_rel_invalid(part: Part, _context: Context) -> Hit | None:
    """The ``rel`` of a link is not ``alternate``. Pages for other devices are left out."""
    link = link_of(part)
    if link is None or link.rel == "alternate":
        return None
    value = (link.rel or "").strip(WHITE)
    if not value or value == "alternate":
        return None
    fix = splice(with_value(link.element, "rel", "alternate")) if link.code else None
    return _hit(link, "rel", value, fix)


# Codes


def _code_rule(
    verdict: str,
    title: str,
    message: str,
    mended: str | None = None,
    *,
    explained: str = "",
) -> Rule[Part]:
    """A rule about a code: the reader of codes says which of them it is.

    ``mended`` is the message when the right code is known.
    """

    def check(part: Part, _context: Context) -> Hit | None:
        link = link_of(part)
        if link is None or not link.code:
            return None
        flaws = flaws_of_code(link.hreflang or "")
        found = next((flaw for flaw in flaws if flaw.verdict == verdict), None)
        return None if found is None else _code_hit(link, found, mended)

    check.__doc__ = explained
    return rule(f"hreflang-{verdict}", title=title, message=message, kinds=URLSET_ONLY)(check)


def _code_hit(link: Link, flaw: CodeFlaw, message: str | None) -> Hit:
    fix = None
    if flaw.mended is not None:
        change = with_value(link.element, "hreflang", flaw.mended)
        fix = splice(change, is_sure=flaw.is_sure)
    value = (link.hreflang or "").strip(WHITE)
    hit = _hit(link, "hreflang", value, fix, part=flaw.part, example=flaw.mended or "en-GB")
    if flaw.mended is not None and message is not None:
        hit = hit._replace(message=message)
    return hit if flaw.is_language else hit._replace(severity=Severity.ERROR)


CODES = (
    _code_rule(
        "region-numeric",
        N_("Region given as a number"),
        N_(
            "“{value}” names a region by the number {part}; Google does not support that. "
            "Use “{example}”, or one link for each country."
        ),
        explained=(
            "The region is a number of the United Nations, such as ``es-419`` for Latin America. "
            "Google names this very code as one it does not support."
        ),
    ),
    _code_rule(
        "country-only",
        N_("Country where a language belongs"),
        N_(
            "“{value}” is a country, but as a code of its own it is read as a language. "
            "Check that the language is meant; a country stands behind one, as in “de-CH”."
        ),
        N_(
            "“{value}” is a country; the code begins with a language, so “{example}” is probably "
            "meant. Google ignores a country without a language."
        ),
        explained=(
            "The code is that of a country alone. Good: ``ja``, ``en-US``. Bad: ``jp``, ``us``. "
            "Some are the code of another language too: ``be`` is Belarusian, ``uk`` Ukrainian."
        ),
    ),
    _code_rule(
        "language-unknown",
        N_("Unknown language"),
        N_(
            "“{value}” does not begin with a language of ISO 639-1, which are two letters each. "
            "Google ignores the link."
        ),
        N_(
            "“{value}” does not begin with a language of ISO 639-1, which are two letters each; "
            "write “{example}”. Google ignores the link."
        ),
        explained=(
            "The first part of the code is no language of ISO 639-1. Good: ``en``, ``de-AT``. "
            "Bad: ``eng``, ``xx``. Codes of three letters are right for news, but not here."
        ),
    ),
    _code_rule(
        "script-unknown",
        N_("Unknown script"),
        N_(
            "“{part}” in “{value}” is no script of ISO 15924; those for Chinese are Hans and Hant. "
            "Google does not support the code."
        ),
        explained="The part of four letters is no script of ISO 15924. Good: ``zh-Hant``.",
    ),
    _code_rule(
        "region-reserved",
        N_("Region that is no country"),
        N_(
            "“{part}” in “{value}” is reserved, but no country; “{example}” is right. "
            "Google reads no country from UK, EU or UN."
        ),
        explained=(
            "The region is ``UK``, ``EU`` or ``UN``: such codes are set aside and have no effect. "
            "The United Kingdom is ``GB``."
        ),
    ),
    _code_rule(
        "region-unknown",
        N_("Unknown country"),
        N_(
            "“{part}” in “{value}” is no country of ISO 3166-1. "
            "Google ignores the link, or its country."
        ),
        explained="The part of two letters behind the language is no country of ISO 3166-1.",
    ),
    _code_rule(
        "syntax",
        N_("Code of a language in another form"),
        N_(
            "“{value}” is no code of a language and country; one looks like “{example}”, “zh-Hant” "
            "or “x-default”. Google ignores the link."
        ),
        N_(
            "“{value}” is not written as a code of a language and country; write “{example}”. "
            "Google ignores the link."
        ),
        explained=(
            "The code is not of the form language, script, region, with hyphens between. "
            "Good: ``en-US``, ``zh-Hans-TW``, ``x-default``. Bad: ``en_US``, ``english``."
        ),
    ),
)


@rule(
    "hreflang-case",
    title=N_("Code of a language in unusual case"),
    message=N_("“{value}” is usually written “{example}”. Search engines take both for the same."),
    kinds=URLSET_ONLY,
)
def hreflang_case(part: Part, _context: Context) -> Hit | None:
    """A right code in other capitals than usual, which are those of ``en-GB`` and ``zh-Hant``."""
    link = link_of(part)
    if link is None or not link.hreflang or not is_clean_code(link.hreflang):
        return None
    value, usual = link.hreflang.strip(WHITE), in_customary_case(link.hreflang)
    if value == usual:
        return None
    fix = splice(with_value(link.element, "hreflang", usual))
    return _hit(link, "hreflang", value, fix, example=usual)


# Addresses and content


def _address(part: Part, context: Context) -> tuple[Link, Flaw] | None:
    link = link_of(part)
    if link is None or not link.href:
        return None
    flaw = flaw_of(link.href, context)
    return None if flaw is None or not link.href.strip(WHITE) else (link, flaw)


def _address_hit(link: Link, flaw: Flaw, *, is_sure: bool = True) -> Hit:
    fix = flaw_fix(flaw, lambda mended: with_value(link.element, "href", mended))
    if fix is not None and not is_sure:
        fix = splice(fix.parameters["splices"], is_sure=False)
    value = (link.href or "").strip(WHITE)
    code = link.code or "…"
    return _hit(link, "href", value, fix, code=code, reason=flaw.said, example=flaw.mended)


@rule(
    "hreflang-href-not-absolute",
    title=N_("Link to another language is not absolute"),
    message=N_(
        "“{value}” is not a whole address; it must begin with http:// or https://, even on the "
        "same site. Google ignores the link."
    ),
    kinds=URLSET_ONLY,
)
def hreflang_href_not_absolute(part: Part, context: Context) -> Hit | None:
    """The ``href`` of a link lacks its scheme or host.

    Good: ``https://www.example.com/de``. Bad: ``/de``, ``//www.example.com/de``.
    """
    found = _address(part, context)
    if found is None or found[1].code != "loc-not-absolute":
        return None
    return _address_hit(*found, is_sure=False)


@rule(
    "hreflang-href-invalid",
    title=N_("Link to another language has a wrong address"),
    message=N_(
        "The link to “{code}” has a wrong address. {reason} "
        "Google does not find the page in the other language."
    ),
    kinds=URLSET_ONLY,
)
def hreflang_href_invalid(part: Part, context: Context) -> Hit | None:
    """The ``href`` of a link breaks a rule about addresses. Other hosts are allowed."""
    found = _address(part, context)
    if found is None or found[1].code == "loc-not-absolute":
        return None
    return _address_hit(*found)


@rule(
    "hreflang-has-content",
    title=N_("Link to another language is not empty"),
    message=N_(
        "This <xhtml:link> holds {found}; it says everything in its attributes. "
        "Search engines ignore what is in it."
    ),
    kinds=URLSET_ONLY,
)
def hreflang_has_content(part: Part, _context: Context) -> Hit | None:
    """Text or elements stand in a link. Good: ``<xhtml:link … />``."""
    element = part.element
    if element.content_start == element.content_end or element.local != "link":
        return None
    if not element.children and not element.text:
        return None
    found = f"<{element.children[0].name.decode()}>" if element.children else f"“{element.text}”"
    fix = splice(element.without_content())
    value = element.content.decode().strip()
    content = element.content
    at = element.content_start + len(content) - len(content.lstrip())
    return Hit({"found": found}, fix, None, FIELD, value, at)


RULES: tuple[Rule[Part], ...] = (
    hreflang_attribute_missing,
    hreflang_rel_invalid,
    *CODES,
    hreflang_case,
    hreflang_href_not_absolute,
    hreflang_href_invalid,
    hreflang_has_content,
)
ENTRY_RULES = language_sets.ENTRY_RULES
FILE_RULES = language_sets.FILE_RULES
