"""Group B: the root's namespace and what else its start tag declares."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from sitemap_editor.protocol.kinds import XML_KINDS, Kind
from sitemap_editor.protocol.namespaces import (
    EXTENSION_BY_PREFIX,
    EXTENSION_BY_URI,
    SITEMAP,
    XSI,
    Extension,
    classify_root_namespace,
    edit_distance,
    resembling_extension,
)
from sitemap_editor.support.i18n import N_

from .base import Check, Context, Fix, Hit, Rule, ask, rule, safe
from .engine.frame import Attribute, File

SCHEMAS = {
    Kind.URLSET: "http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd",
    Kind.SITEMAPINDEX: "http://www.sitemaps.org/schemas/sitemap/0.9/siteindex.xsd",
}
_KNOWN_ATTRIBUTES = ("xmlns",)


def _root_declaration(file: File) -> Attribute | None:
    """Where the root's own namespace is declared."""
    root = file.doc.root
    prefix = root.prefix.rstrip(b":").decode() if root is not None else ""
    return file.attribute(f"xmlns:{prefix}" if prefix else "xmlns")


def _namespace_rule(code: str, title: str, message: str, *, is_sure: bool = True) -> Rule[File]:
    """A rule about the root's namespace: the classifier says which of them it is."""

    def check(file: File, _context: Context) -> Hit | None:
        root = file.doc.root
        if root is None or not _is_named(root.namespace, code):
            return None
        declared = _root_declaration(file)
        at = declared.name_start if declared is not None else root.start
        parameters = {"wanted": SITEMAP, "name": root.name}
        fix: Fix = (safe if is_sure else ask)("set_root_namespace", uri=SITEMAP)
        return Hit(parameters, fix, value=root.namespace, at=at)

    typed: Check[File] = check
    typed.__doc__ = f'{title}. Right is ``xmlns="{SITEMAP}"``, character by character.'
    return rule(code, title=title, message=message, kinds=XML_KINDS)(typed)


def _is_named(uri: str, code: str) -> bool:
    """Whether a code is said about a namespace: a misspelt one may end in a slash as well."""
    found = classify_root_namespace(uri)
    if code == "ns-trailing-slash" and found == "ns-typo":
        return uri.strip().endswith("/")
    return found == code


NAMESPACES = (
    _namespace_rule(
        "ns-missing",
        N_("No namespace"),
        N_(
            '<{name}> declares no namespace; write xmlns="{wanted}". '
            "The protocol asks for it, and Google reports “Incorrect namespace”."
        ),
    ),
    _namespace_rule(
        "ns-legacy-google",
        N_("Google's namespace of 2005"),
        N_(
            "The namespace “{value}” is the one of 2005; today's is “{wanted}”. "
            "Search engines still read it, but nothing new should be written in it."
        ),
    ),
    _namespace_rule(
        "ns-https",
        N_("https in the namespace"),
        N_(
            "The namespace is “{value}”; it must be “{wanted}”, with http. It is a name and no "
            "link, compared letter by letter; Google reports “Incorrect namespace”."
        ),
    ),
    _namespace_rule(
        "ns-trailing-slash",
        N_("Slash or space at the end of the namespace"),
        N_(
            "The namespace is “{value}”; it must be exactly “{wanted}”. It is compared letter by "
            "letter, and strict readers do not see a sitemap."
        ),
    ),
    _namespace_rule(
        "ns-typo",
        N_("Misspelt namespace"),
        N_(
            "The namespace is “{value}”; “{wanted}” is meant. It is compared letter by letter; "
            "Google reports “Incorrect namespace”."
        ),
    ),
    _namespace_rule(
        "ns-unknown",
        N_("Unknown namespace"),
        N_(
            "The namespace “{value}” is not that of sitemaps, “{wanted}”. "
            "Google reports “Incorrect namespace”."
        ),
        is_sure=False,
    ),
)


@rule(
    "ns-prefixed-core",
    title=N_("Prefix on the sitemap's own elements"),
    message=N_(
        "The elements of the sitemap carry the prefix “{value}”, as in <{value}url>; usual is "
        "<url>. It is legal, but simple readers look for <loc> and find nothing."
    ),
    kinds=XML_KINDS,
)
def ns_prefixed_core(file: File, _context: Context) -> Hit | None:
    """Root and entries are bound to the sitemap namespace through a prefix."""
    root = file.doc.root
    if root is None or not root.prefix or classify_root_namespace(root.namespace) is not None:
        return None
    default = file.attribute("xmlns")
    is_free = default is None or default.value == root.namespace
    prefix = root.prefix.decode().rstrip(":")
    fix = safe("rename_prefix", old=prefix, new="") if is_free else None
    return Hit(fix=fix, value=root.prefix.decode(), at=root.start)


def _extension_of(declared: Attribute) -> Extension | None:
    """The extension a declaration is meant for although its address is not right."""
    near = resembling_extension(declared.value)
    if near is not None or declared.value in EXTENSION_BY_URI:
        return near
    known = EXTENSION_BY_PREFIX.get(declared.name.removeprefix("xmlns:"))
    if known is None or classify_root_namespace(declared.value) != "ns-unknown":
        return None
    # A known prefix bound to something else altogether may be meant so.
    is_near = edit_distance(declared.value, known.uri, 12) <= 12
    return known if is_near else None


def wrong_extensions(file: File) -> list[tuple[Attribute, Extension]]:
    """Declarations of known extensions with a wrong address, and what is meant."""
    own = _root_declaration(file)
    found = []
    for declared in file.declarations:
        if declared is own or declared == own:
            continue
        meant = _extension_of(declared)
        if meant is not None:
            found.append((declared, meant))
    return found


@rule(
    "ns-extension-wrong",
    title=N_("Wrong address of an extension"),
    message=N_(
        "{name} is declared as “{value}”; it must be “{wanted}”. The address is compared letter "
        "by letter, and Google ignores the extension."
    ),
    kinds=XML_KINDS,
)
def ns_extension_wrong(file: File, _context: Context) -> Hit | None:
    """The namespace of images, videos, news or languages is not spelt exactly."""
    found = wrong_extensions(file)
    if not found:
        return None
    declared, meant = found[0]
    uris = {one.name: extension.uri for one, extension in found}
    shown = {"name": declared.name, "wanted": meant.uri}
    fix = safe("set_namespaces", uris=uris)
    return Hit(shown, fix, value=declared.value, at=declared.name_start)


@rule(
    "ns-extension-prefix-unusual",
    title=N_("Unusual prefix for an extension"),
    message=N_(
        "The extension is bound to “{value}”; usual is “{wanted}”. "
        "It is legal, but simple readers look for the usual prefix."
    ),
    kinds=XML_KINDS,
)
def ns_extension_prefix_unusual(file: File, _context: Context) -> Hit | None:
    """A known namespace is bound to another prefix than everybody uses."""
    for declared in file.declarations:
        known = EXTENSION_BY_URI.get(declared.value)
        prefix = declared.name.removeprefix("xmlns:")
        if known is not None and prefix not in ("xmlns", known.prefix):
            taken = file.attribute(f"xmlns:{known.prefix}")
            is_free = taken is None or taken.value == known.uri
            fix = ask("rename_prefix", old=prefix, new=known.prefix) if is_free else None
            return Hit({"wanted": known.prefix}, fix, value=prefix, at=declared.name_start)
    return None


@rule(
    "ns-extension-unknown",
    title=N_("Unknown extension"),
    message=N_(
        "The namespace “{value}” is none that search engines document. "
        "The protocol allows it; they ignore what is in it."
    ),
    kinds=XML_KINDS,
)
def ns_extension_unknown(file: File, _context: Context) -> Hit | None:
    """The root declares a namespace that belongs to no known extension."""
    own = _root_declaration(file)
    for declared in file.declarations:
        if declared == own or declared.value in EXTENSION_BY_URI or not declared.value:
            continue
        if classify_root_namespace(declared.value) != "ns-unknown":
            continue
        if _extension_of(declared) is None:
            return Hit(value=declared.value, at=declared.name_start)
    return None


def unused_declarations(file: File) -> list[Attribute]:
    """Declarations of known extensions whose prefix no element and no attribute carries."""
    return [
        declared
        for declared in file.declarations
        if declared.name.startswith("xmlns:")
        and (declared.value in EXTENSION_BY_URI or resembling_extension(declared.value))
        and not _is_used(file, declared.name.removeprefix("xmlns:"))
    ]


def _is_used(file: File, prefix: str) -> bool:
    mark = prefix.encode() + b":"
    root = file.doc.root
    if root is not None and root.prefix == mark:
        return True
    if any(attribute.name.startswith(f"{prefix}:") for attribute in file.attributes):
        return True
    return file.uses(mark)


@rule(
    "ns-extension-unused",
    title=N_("Extension that is not used"),
    message=N_(
        "“{value}” is declared, but nothing in the file carries it; the declaration can go. "
        "It does no harm."
    ),
    kinds=XML_KINDS,
)
def ns_extension_unused(file: File, _context: Context) -> Hit | None:
    """The root declares an extension of which no element follows."""
    unused = unused_declarations(file)
    if not unused:
        return None
    names = [declared.name for declared in unused]
    shown = ", ".join(name.removeprefix("xmlns:") for name in names)
    return Hit(
        fix=safe("remove_root_attributes", names=names), value=shown, at=unused[0].name_start
    )


def _schema_location(file: File) -> Attribute | None:
    prefixes = (a.name.removeprefix("xmlns:") for a in file.declarations if a.value == XSI)
    return next((a for p in prefixes if (a := file.attribute(f"{p}:schemaLocation"))), None)


@rule(
    "schema-location-malformed",
    title=N_("Malformed xsi:schemaLocation"),
    message=N_(
        "xsi:schemaLocation is “{value}”; for this file it would be “{example}”. "
        "It is optional: only programs that check against a schema read it."
    ),
    kinds=XML_KINDS,
)
def schema_location_malformed(file: File, _context: Context) -> Hit | None:
    """The pairs of namespace and schema in ``xsi:schemaLocation`` do not fit the file."""
    declared = _schema_location(file)
    root = file.doc.root
    if declared is None or root is None:
        return None
    tokens = declared.value.split()
    is_legacy_root = classify_root_namespace(root.namespace) == "ns-legacy-google"
    if _fits(file, tokens) and not is_legacy_root:
        return None
    example = f"{SITEMAP} {SCHEMAS[root.kind]}"
    fix = safe("remove_root_attributes", names=[declared.name])
    return Hit({"example": example}, fix, value=declared.value, at=declared.name_start)


def _fits(file: File, tokens: list[str]) -> bool:
    root = file.doc.root
    if root is None or len(tokens) % 2:
        return False
    known = {declared.value for declared in file.declarations}
    other = "siteindex.xsd" if root.kind is Kind.URLSET else "sitemap.xsd"
    pairs = zip(tokens[::2], tokens[1::2], strict=True)
    return all(uri in known and not place.endswith(f"/{other}") for uri, place in pairs)


@rule(
    "root-attribute-unknown",
    title=N_("Unknown attribute of the root"),
    message=N_(
        "<{name}> has the attribute {value}; the schema knows none there. Search engines ignore it."
    ),
    kinds=XML_KINDS,
)
def root_attribute_unknown(file: File, _context: Context) -> Hit | None:
    """The root has an attribute without a namespace."""
    root = file.doc.root
    plain = [a for a in file.attributes if ":" not in a.name and a.name not in _KNOWN_ATTRIBUTES]
    if not plain or root is None:
        return None
    fix = ask("remove_root_attributes", names=[one.name for one in plain])
    return Hit({"name": root.name}, fix, value=plain[0].name, at=plain[0].name_start)


@rule(
    "stylesheet-pi-misplaced",
    title=N_("Style sheet that browsers do not load"),
    message=N_(
        "The style sheet “{value}” is named where browsers do not look, or on another site. "
        "The sitemap works without it, but looks bare in a browser."
    ),
    kinds=XML_KINDS,
)
def stylesheet_pi_misplaced(file: File, context: Context) -> Hit | None:
    """``<?xml-stylesheet …?>`` stands inside the root, or names another site."""
    for at, href in file.stylesheets:
        if _is_elsewhere(href, context):
            return Hit(value=href, at=at)
    return None


def _is_elsewhere(href: str, context: Context) -> bool:
    host = urlsplit(href).hostname if re.match(r"(?:[a-z]+:)?//", href, re.IGNORECASE) else None
    site = context.site
    if host is None:
        return not href.startswith(("/", "#"))
    return site is not None and bool(site.host) and host.lower() != site.host


RULES = (
    *NAMESPACES,
    ns_prefixed_core,
    ns_extension_wrong,
    ns_extension_prefix_unusual,
    ns_extension_unused,
    ns_extension_unknown,
    schema_location_malformed,
    root_attribute_unknown,
    stylesheet_pi_misplaced,
)
