"""Group C: which elements an entry has, how often, in what order, and what is in them."""

from __future__ import annotations

import re

from sitemap_editor.markup.lexer import Child
from sitemap_editor.protocol.dates import read_date
from sitemap_editor.protocol.fields import CHANGE_FREQUENCIES, FIELD_BY_NAME, fields_of
from sitemap_editor.protocol.findings import FixKind, Severity
from sitemap_editor.protocol.kinds import XML_KINDS, Kind
from sitemap_editor.protocol.namespaces import edit_distance
from sitemap_editor.support.i18n import N_

from .base import INDEX_ONLY, URLSET_ONLY, Context, Fix, Hit, ask, rule, safe
from .engine.entry import Entry
from .priority import number_of
from .questions import answer_to

_ALIASES = {"changefrequency": "changefreq", "location": "loc", "lastmodified": "lastmod"}
_ENTRY_NAMES = (b"url", b"sitemap")
_WITHOUT_PREFIX = ("image", "video", "news")
"""Elements of extensions that stand directly in an entry."""


def _names(kind: Kind) -> list[str]:
    return [field.name for field in fields_of(kind)]


def _name(child: Child) -> str:
    return child.local.decode()


@rule(
    "ns-child-mismatch",
    title=N_("Elements outside of the sitemap namespace"),
    message=N_(
        "<{name}> is not in the namespace of the root; it should inherit {wanted}. "
        "Readers that go by namespaces do not see this entry."
    ),
    kinds=XML_KINDS,
    hides=("element-unknown", "index-tag-not-allowed", "ns-prefixed-core", "urlset-empty"),
)
def ns_child_mismatch(entry: Entry, _context: Context) -> Hit | None:
    """The root is in the sitemap namespace, but the entry or its fields are not.

    Bad: ``<url xmlns="">``, or ``<url>`` under ``<ns2:urlset xmlns:ns2="…">``.
    """
    if b"xmlns" not in entry.xml and entry.parts.prefix == entry.names.prefix:
        return None
    stray = [entry.parts.name] if entry.is_stray else entry.stray
    if not stray:
        return None
    name = stray[0].decode()
    inherits = ":" not in name and "" not in entry.names.namespaces and not _has_default(entry)
    fix = safe("default_root" if inherits else "drop_declarations")
    wanted = entry.names.root_namespace
    hides = ("url-no-loc",) if entry.is_stray or name.endswith("loc") else ()
    return Hit({"name": name, "wanted": wanted}, fix, value=name, at=0, hides=hides)


def _has_default(entry: Entry) -> bool:
    """Whether the entry or one of its fields declares a default namespace."""
    fields = [one for one in entry.parts.children if one.local.decode() in FIELD_BY_NAME]
    return any("xmlns" in one for one in (entry.attributes, *map(entry.attributes_of, fields)))


@rule(
    "element-wrong-case",
    title=N_("Element name in the wrong case"),
    message=N_(
        "<{name}> should be <{example}>: XML tells capital from small letters. "
        "Search engines do not know the element as it is written."
    ),
    kinds=XML_KINDS,
    hides=("element-unknown", "index-tag-not-allowed", "element-misspelt"),
)
def element_wrong_case(entry: Entry, _context: Context) -> Hit | None:
    """An element's name is right but for capital letters.

    Good: ``<lastmod>``. Bad: ``<lastMod>``.
    """
    known = _names(entry.kind)
    for child in entry.core:
        name = _name(child)
        if name not in known and name.lower() in known:
            right = name.lower()
            severity = Severity.ERROR if right == "loc" else Severity.WARNING
            fix = safe("rename_child", old=name, new=right)
            shown = {"name": name, "example": right}
            hides = ("url-no-loc",) if right == "loc" else ()
            return Hit(shown, fix, severity, right, name, child.start, hides=hides)
    return None


def meant(name: str, kind: Kind) -> str | None:
    """The field that an unknown name most likely means."""
    plain = re.sub("[-_]", "", name).lower()
    known = _names(kind)
    if _ALIASES.get(plain) in known:
        return _ALIASES[plain]
    if plain in ("url", "sitemap", "urlset", "sitemapindex"):
        return None
    near = [one for one in known if edit_distance(plain, one, 2) <= (1 if len(one) < 4 else 2)]
    return near[0] if near else None


@rule(
    "element-misspelt",
    title=N_("Misspelt element name"),
    message=N_(
        "<{name}> is no element of a sitemap; <{example}> is probably meant. "
        "Search engines ignore what they do not know."
    ),
    kinds=XML_KINDS,
    hides=("element-unknown", "index-tag-not-allowed"),
)
def element_misspelt(entry: Entry, _context: Context) -> Hit | None:
    """An element's name is close to one that sitemaps have.

    Good: ``<lastmod>``. Bad: ``<last_mod>``.
    """
    for child in _unknown(entry):
        name = _name(child)
        right = meant(name, entry.kind)
        if right is not None:
            fix = ask("rename_child", old=name, new=right)
            shown = {"name": name, "example": right}
            return Hit(shown, fix, field=right, value=name, at=child.start)
    return None


def _unknown(entry: Entry) -> list[Child]:
    """Core children that are no field of any kind and no entry."""
    return [
        child
        for child in entry.core
        if child.local.decode().lower() not in FIELD_BY_NAME and child.local not in _ENTRY_NAMES
    ]


@rule(
    "url-nested",
    title=N_("Entry inside an entry"),
    message=N_(
        "There is a <{name}> inside this entry; entries stand side by side under the root. "
        "Search engines do not see the inner one."
    ),
    kinds=XML_KINDS,
)
def url_nested(entry: Entry, _context: Context) -> Hit | None:
    """A ``url`` stands inside a ``url``, or a ``sitemap`` inside a ``sitemap``."""
    inner = next((child for child in entry.core if child.local in _ENTRY_NAMES), None)
    if inner is None:
        return None
    fix = ask("lift_entries") if _name(inner) == entry.kind.entry_name else None
    return Hit({"name": _name(inner)}, fix, value=_name(inner), at=inner.start)


@rule(
    "index-tag-not-allowed",
    title=N_("Element that an index has not"),
    message=N_(
        "<{name}> has no place in an index, which knows loc and lastmod only. "
        "Search engines ignore it, and Yandex reports “Unknown tag”."
    ),
    kinds=INDEX_ONLY,
)
def index_tag_not_allowed(entry: Entry, _context: Context) -> Hit | None:
    """A sitemap of an index has other elements than ``loc`` and ``lastmod``."""
    allowed = (b"loc", b"lastmod", *_ENTRY_NAMES)
    for child in entry.core:
        if child.local not in allowed and not _is_slip(child, entry.kind):
            name = _name(child)
            fix = (safe if name in FIELD_BY_NAME else ask)("remove_child", local=name)
            return Hit({"name": name}, fix, value=name, at=child.start)
    return None


def _is_slip(child: Child, kind: Kind) -> bool:
    name = _name(child)
    return name.lower() in _names(kind) or (
        name.lower() not in FIELD_BY_NAME and meant(name, kind) is not None
    )


@rule(
    "element-unknown",
    title=N_("Unknown element"),
    message=N_(
        "<{name}> is no element of a sitemap; allowed are {allowed}. "
        "Search engines ignore it, and Yandex reports “Unknown tag”."
    ),
    kinds=URLSET_ONLY,
)
def element_unknown(entry: Entry, context: Context) -> Hit | None:
    """An element in the sitemap namespace is none that the protocol knows.

    Bad: ``<title>``, ``<expires>``.
    """
    for child in _unknown(entry):
        if meant(_name(child), entry.kind) is None:
            name = _name(child)
            shown = {"name": name, "allowed": ", ".join(_names(entry.kind))}
            return Hit(shown, _fix_of_unknown(name, context), value=name, at=child.start)
    return None


def _fix_of_unknown(name: str, context: Context) -> Fix:
    """Remove it, or give it back the prefix that an extension's element lacks."""
    if name not in _WITHOUT_PREFIX:
        return ask("remove_child", local=name)
    is_meant = answer_to("unknown_element", context.answers) == "prefix"
    fix = ask("prefix_child" if is_meant else "remove_child", local=name)
    return fix._replace(question="unknown_element")


@rule(
    "url-no-loc",
    title=N_("Entry without an address"),
    message=N_(
        "This entry has no loc; it must name the address of the page, such as "
        "<loc>https://www.example.com/page</loc>. Google reports “Missing XML tag”."
    ),
    reads=("loc",),
    kinds=XML_KINDS,
)
def url_no_loc(entry: Entry, _context: Context) -> Hit | None:
    """An entry has no ``loc`` element.

    Good: ``<url><loc>https://www.example.com/a</loc></url>``. Bad: ``<url></url>``.
    """
    if any(child.local == b"loc" for child in entry.core):
        return None
    text = entry.text[1].decode(errors="replace") if entry.text is not None else ""
    if not re.fullmatch(r"https?://\S+", text):
        return Hit(at=0)
    fix = ask("wrap_text", field="loc", value=text)
    return Hit(fix=fix, value=text, at=0, hides=("text-outside-elements",))


@rule(
    "loc-multiple",
    title=N_("Several addresses in one entry"),
    message=N_(
        "This entry has {count} loc elements; each address needs an entry of its own. "
        "Google reports “Invalid XML: too many tags”."
    ),
    reads=("loc",),
    kinds=XML_KINDS,
)
def loc_multiple(entry: Entry, _context: Context) -> Hit | None:
    """An entry has more than one ``loc``."""
    found = entry.parts.all_of("loc")
    if len(found) < 2:
        return None
    values = [entry.text_of(child) for child in found]
    is_same = len(set(values)) == 1
    fix = safe("keep_one", field="loc", keep=0) if is_same else ask("split_locs")
    return Hit({"count": len(found)}, fix, field="loc", value=values[1], at=found[1].start)


@rule(
    "tag-duplicate",
    title=N_("Element given twice"),
    message=N_(
        "This entry has {count} {field} elements; “{example}” would be kept. "
        "Google reports “Invalid XML: too many tags”."
    ),
    reads=("lastmod", "changefreq", "priority"),
    kinds=XML_KINDS,
)
def tag_duplicate(entry: Entry, _context: Context) -> Hit | None:
    """An entry has more than one ``lastmod``, ``changefreq`` or ``priority``."""
    for field in ("lastmod", "changefreq", "priority"):
        found = entry.parts.all_of(field)
        if len(found) > 1:
            values = [entry.text_of(child) for child in found]
            keep = _best(field, values)
            kind = FixKind.SAFE if len(set(values)) == 1 else FixKind.ASK
            fix = Fix("keep_one", kind, {"field": field, "keep": keep})
            shown = {"count": len(found), "field": field, "example": values[keep]}
            return Hit(shown, fix, field=field, value=values[1], at=found[1].start)
    return None


def _best(field: str, values: list[str]) -> int:
    """Which of several values to keep: the latest valid date, the first valid of others."""
    if field == "lastmod":
        instants = [read_date(value).instant for value in values]
        known = [instant for instant in instants if instant is not None]
        return instants.index(max(known)) if known else 0
    is_valid = _IS_VALID[field]
    return next((place for place, value in enumerate(values) if is_valid(value)), 0)


def _is_priority(value: str) -> bool:
    number = number_of(value)
    return number is not None and 0 <= number <= 1


_IS_VALID = {"changefreq": CHANGE_FREQUENCIES.__contains__, "priority": _is_priority}


@rule(
    "element-order",
    title=N_("Elements in another order"),
    message=N_(
        "The elements stand in the order {found}; the schema wants {wanted}, then extensions. "
        "No search engine is known to mind."
    ),
    kinds=XML_KINDS,
)
def element_order(entry: Entry, context: Context) -> Hit | None:
    """The fields are not in the order of the schema, or extensions stand before them.

    The schema of 2005 allowed any order.
    """
    if context.is_legacy:
        return None
    known = [name.encode() for name in _names(entry.kind)]
    ranks = [
        known.index(child.local) if child.is_core and child.local in known else len(known)
        for child in entry.parts.children
        if not child.is_core or child.local in known
    ]
    place = next((i for i in range(1, len(ranks)) if ranks[i] < ranks[i - 1]), None)
    if place is None:
        return None
    found = ", ".join(child.name.decode() for child in entry.parts.children[:6])
    wanted = ", ".join(_names(entry.kind))
    return Hit({"found": found, "wanted": wanted}, safe("reorder"), value=found, at=0)


RULES = (
    ns_child_mismatch,
    element_wrong_case,
    element_misspelt,
    url_nested,
    index_tag_not_allowed,
    element_unknown,
    url_no_loc,
    loc_multiple,
    tag_duplicate,
    element_order,
)
