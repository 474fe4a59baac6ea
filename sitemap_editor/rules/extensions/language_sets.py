"""Group L, second part: the links of one entry together, and elements meant as links."""

from __future__ import annotations

from collections.abc import Sequence

from sitemap_editor.markup.elements import Element, Splice, read_element
from sitemap_editor.protocol.fields import FIELD_BY_NAME
from sitemap_editor.protocol.findings import FixKind, Severity
from sitemap_editor.protocol.hreflang_codes import flaw_of_code
from sitemap_editor.protocol.namespaces import EXTENSION_BY_PREFIX
from sitemap_editor.protocol.urls import norm_eq
from sitemap_editor.rules.base import URLSET_ONLY, Context, Fix, Hit, Rule, rule
from sitemap_editor.rules.engine.entry import Entry
from sitemap_editor.rules.engine.frame import File
from sitemap_editor.rules.questions import answer_to
from sitemap_editor.support.i18n import N_

from .language_links import FIELD, NAMES, Link, another, links_of, place_of_attribute
from .parts import extension_of, splice, splices

XHTML = EXTENSION_BY_PREFIX["xhtml"].uri
ENOUGH_LINKS = 2


# Elements meant as links


@rule(
    "hreflang-wrong-element",
    title=N_("Link to another language under a wrong name"),
    message=N_(
        "<{name}> should be <{example}> in the namespace {wanted}. "
        "Google knows links to other languages by that name only."
    ),
    kinds=URLSET_ONLY,
)
def hreflang_wrong_element(entry: Entry, _context: Context) -> Hit | None:
    """A link is in the sitemap namespace or in none, or its element is called otherwise.

    Good: ``<xhtml:link …/>``. Bad: ``<link …/>``, ``<xhtml:a …/>``, ``<xhtml:Link …/>``.
    """
    own = _unprefixed(entry) if b"link" in entry.xml.lower() else []
    wrong = sorted([*own, *_misnamed(entry)], key=lambda element: element.start)
    if not wrong:
        return None
    first = wrong[0]
    name = first.name.decode()
    example = f"{_prefix(entry) or 'xhtml'}:link"
    shown = {"name": name, "example": example, "wanted": XHTML}
    hides = ("element-unknown",) if _are_all_unknown(entry, own) else ()
    fix = _renamed(entry, wrong, own)
    return Hit(shown, fix, None, FIELD, name, first.start, hides=hides, more=len(wrong) - 1)


def _unprefixed(entry: Entry) -> list[Element]:
    """Links in the sitemap namespace or in none; those without attributes are something else."""
    found = []
    for child in entry.core:
        if child.local.lower() == b"link":
            element = read_element(entry.xml, child.start, entry.scope)
            if any(name.rpartition(":")[2] in NAMES for name in element.attributes):
                found.append(element)
    return found


def _misnamed(entry: Entry) -> list[Element]:
    """Elements of XHTML that are meant as links."""
    elements = (part.element for part in entry.all_of("xhtml"))
    return [one for one in elements if one.local != "link" and one.local.lower() in ("link", "a")]


def _are_all_unknown(entry: Entry, own: list[Element]) -> bool:
    starts = {element.start for element in own}
    unknown = [child for child in entry.core if child.local.decode().lower() not in FIELD_BY_NAME]
    return bool(own) and all(child.start in starts for child in unknown)


def _prefix(entry: Entry) -> str | None:
    """The prefix that stands for XHTML in the entry."""
    known = (prefix for prefix, uri in entry.scope.items() if prefix and uri == XHTML)
    near = (p for p, uri in entry.scope.items() if p and extension_of(uri) == "xhtml")
    return next(known, None) or next(near, None)


def _renamed(entry: Entry, wrong: list[Element], own: list[Element]) -> Fix | None:
    """Give all of them the right name.

    The root has to declare the prefix, also when it does already: as long as nothing carries it,
    another fix takes the declaration away.
    """
    known = _prefix(entry)
    prefix = (known or "xhtml").encode()
    is_taken = known is None and "xhtml" in entry.scope  # by something else altogether
    changes: list[Splice] = []
    for element in wrong:
        before, colon, _local = element.name.rpartition(b":")
        if element not in own:
            changes += element.renamed(before + colon + b"link")
            continue
        changes += element.renamed(prefix + b":link")
        if is_taken:
            behind = element.start + 1 + len(element.name)
            changes.append(Splice(behind, behind, b' xmlns:xhtml="%b"' % XHTML.encode()))
    fix = splice(changes)
    is_inside = known is not None and known not in entry.names.namespaces
    if fix is None or not own or is_taken or is_inside:
        return fix
    return fix._replace(parameters={**fix.parameters, "namespaces": {prefix.decode(): XHTML}})


# Codes that repeat


def _by_code(links: Sequence[Link]) -> dict[str, list[Link]]:
    found: dict[str, list[Link]] = {}
    for link in links:
        found.setdefault(link.code, []).append(link)
    return found


@rule(
    "hreflang-duplicate-code",
    title=N_("Language named twice"),
    message=N_(
        "“{value}” is given twice in this entry, with different pages: {first} and {second}. "
        "Only one can be right, and Google is said to drop both."
    ),
    kinds=URLSET_ONLY,
)
def hreflang_duplicate_code(entry: Entry, _context: Context) -> Hit | None:
    """Two links of an entry have the same code."""
    links = links_of(entry)
    if len({link.code for link in links}) == len(links):
        return None
    same: list[Link] = []
    others: list[tuple[Link, Link]] = []
    for first, *rest in _by_code(links).values():
        if first.is_default:
            continue
        page = norm_eq(first.href or "")
        for link in rest:
            if norm_eq(link.href or "") == page:
                same.append(link)
            else:
                others.append((first, link))
    return _repeated(same, others)


_SAME_PAGE = N_(
    "“{value}” is given twice in this entry, with the same page. "
    "One link is enough; the second only makes the file larger."
)


def _repeated(same: list[Link], others: list[tuple[Link, Link]]) -> Hit | None:
    if not same and not others:
        return None
    fix = splice(splices(*(link.element.removed() for link in same)))
    first, second = others[0] if others else (same[0], same[0])
    code = (second.hreflang or "").strip()
    shown = {"first": first.href, "second": second.href}
    at = place_of_attribute(second.element, "hreflang")
    hit = Hit(shown, fix, None, FIELD, code, at, more=len(same) + len(others) - 1)
    return hit if others else hit._replace(severity=Severity.INFO, message=_SAME_PAGE)


@rule(
    "hreflang-x-default-multiple",
    title=N_("Several pages for everybody else"),
    message=N_(
        "This entry has {count} links for x-default; one page can be for everybody else. "
        "Google does not say which it takes."
    ),
    kinds=URLSET_ONLY,
)
def hreflang_x_default_multiple(entry: Entry, _context: Context) -> Hit | None:
    """More than one link of an entry is for ``x-default``."""
    found = [link for link in links_of(entry) if link.is_default]
    if len(found) < 2:
        return None
    second = found[1]
    at = place_of_attribute(second.element, "hreflang")
    return Hit({"count": len(found)}, None, None, FIELD, second.href, at)


# Links that are not there


@rule(
    "hreflang-x-default-missing",
    title=N_("No page for everybody else"),
    message=N_(
        "This entry names {count} languages, but no x-default: the page for people of all others. "
        "Google recommends one."
    ),
    kinds=URLSET_ONLY,
)
def hreflang_x_default_missing(entry: Entry, context: Context) -> Hit | None:
    """Two or more links, and none is for ``x-default``."""
    links = links_of(entry)
    if len(links) < ENOUGH_LINKS or any(link.is_default for link in links):
        return None
    answer = answer_to("x_default", context.answers).strip().lower()
    chosen = _for_everybody(links, answer)
    changes = another(links[-1], "x-default", chosen.href or "")
    fix = splice(changes, is_sure=False, question="x_default")
    codes = ", ".join(link.code for link in links)
    return Hit({"count": len(links)}, fix, None, FIELD, codes, links[0].element.start)


def _for_everybody(links: Sequence[Link], answer: str) -> Link:
    """The link with this code, else one in that language, else the first."""
    exact = (link for link in links if link.code == answer)
    near = (link for link in links if link.code.partition("-")[0] == answer.partition("-")[0])
    return next(exact, None) or next(near, None) or links[0]


@rule(
    "hreflang-self-missing",
    title=N_("The page itself is not among its languages"),
    message=N_(
        "None of the links names this page, {page}. Each version must list itself too, "
        "else Google may ignore the links."
    ),
    kinds=URLSET_ONLY,
)
def hreflang_self_missing(entry: Entry, context: Context) -> Hit | None:
    """An entry has links to other languages, but none to its own address."""
    links = links_of(entry)
    if not links or entry.page is None:
        return None
    address = entry.page.address
    if any(link.href == address for link in links):
        return None
    page = norm_eq(address)
    if any(norm_eq(link.href or "") == page for link in links):
        return None
    code = answer_to("self_code", context.answers).strip()
    is_free = code and flaw_of_code(code) is None and code.lower() not in _by_code(links)
    changes = another(links[-1], code, address) if is_free else ()
    fix = Fix("splice", FixKind.ASK, {"splices": changes}, "self_code")
    return Hit({"page": address}, fix, None, FIELD, address, links[0].element.start)


@rule(
    "hreflang-no-generic",
    title=N_("Countries of a language, but not the language"),
    message=N_(
        "There are links to {found}, but none to “{value}” alone and no x-default. "
        "People who speak it elsewhere are sent to none of these pages."
    ),
    kinds=URLSET_ONLY,
)
def hreflang_no_generic(entry: Entry, _context: Context) -> Hit | None:
    """Two or more countries of a language, no link for the language itself and no ``x-default``.

    Good: ``en-GB``, ``en-US`` and ``en``.
    """
    by_code = _by_code(links_of(entry))
    if len(by_code) < ENOUGH_LINKS or "x-default" in by_code:
        return None
    regions: dict[str, list[str]] = {}
    for code in by_code:
        language, hyphen, rest = code.partition("-")
        if hyphen and len(rest.rpartition("-")[2]) == 2:
            regions.setdefault(language, []).append(code)
    for language, codes in regions.items():
        if len(codes) > 1 and language not in by_code:
            link = by_code[codes[0]][0]
            found = ", ".join((by_code[code][0].hreflang or "").strip() for code in codes)
            return Hit({"found": found}, None, None, FIELD, language, link.element.start)
    return None


# The file


@rule(
    "hreflang-not-google",
    title=N_("Links that the plain schema does not know"),
    message=N_(
        "The file has links to other languages; the schema of sitemaps alone rejects them unless "
        "one for XHTML is loaded. Google reads them: do not mind what schema validators say here."
    ),
    kinds=URLSET_ONLY,
)
def hreflang_not_google(file: File, _context: Context) -> Hit | None:
    """The file uses ``xhtml:link``, which schema validators report without need."""
    for declared in file.declarations:
        prefix = declared.name.partition(":")[2]
        if declared.value == XHTML and prefix and file.uses(f"<{prefix}:link".encode()):
            return Hit(value=prefix, at=declared.name_start)
    return None


ENTRY_RULES: tuple[Rule[Entry], ...] = (
    hreflang_wrong_element,
    hreflang_duplicate_code,
    hreflang_x_default_multiple,
    hreflang_x_default_missing,
    hreflang_self_missing,
    hreflang_no_generic,
)
FILE_RULES: tuple[Rule[File], ...] = (hreflang_not_google,)
