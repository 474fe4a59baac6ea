"""Group D, fourth part: whether an address belongs to the site of the file or its neighbours."""

from __future__ import annotations

from sitemap_editor.protocol.urls import DEFAULT_PORTS
from sitemap_editor.support.i18n import N_

from .base import INDEX_ONLY, PAGES, Context, Hit, Site, ask, rule
from .site import Authority

MAY_BE_PROVEN = N_(
    "“{value}” is on {host}, the sitemap on {wanted}. Search engines skip it unless the robots.txt "
    "of {host} names this sitemap, or both sites are verified by one owner."
)


UNPROVEN = N_(
    "“{value}” is on {host}, the sitemap on {wanted}. Search engines skip it unless "
    "{robots} has the line “Sitemap: {sitemap}”, or both sites are verified by one owner."
)


def _is_web(site: Authority) -> bool:
    return bool(site.host)


def _majority(context: Context) -> str:
    return context.majority.host if context.majority is not None else ""


def _is_proven(site: Authority, context: Context) -> bool:
    """Whether the robots.txt of another host names this sitemap."""
    beside = context.neighbours
    return beside is not None and beside.proves(context.base_url, site.host, _majority(context))


@rule(
    "index-child-other-site",
    reads=("loc",),
    title=N_("Sitemap on another site"),
    message=MAY_BE_PROVEN,
    kinds=INDEX_ONLY,
    hides=("loc-port-mismatch", "loc-www-mismatch", "loc-host-mismatch", "loc-scheme-mismatch"),
)
def index_child_other_site(site: Authority, context: Context) -> Hit | None:
    """An index lists a sitemap under another scheme, host or port than its own.

    Good, in ``https://www.example.com/index.xml``: ``https://www.example.com/a.xml``.
    """
    wanted = context.site
    if wanted is None or not context.base_url or not _is_web(site) or site.site == wanted:
        return None
    if _is_proven(site, context):
        return None
    return Hit({"host": _shown(site), "wanted": f"{wanted.scheme}://{wanted.host}"})


def _shown(site: Authority) -> str:
    return f"{site.site.scheme}://{site.site.host}"


@rule(
    "loc-port-mismatch",
    reads=("loc",),
    title=N_("Another port than the sitemap's"),
    message=N_(
        "“{value}” uses port {port}, the sitemap port {wanted}; write “{example}”. "
        "The protocol wants all addresses under the port the sitemap is read from."
    ),
)
def loc_port_mismatch(site: Authority, context: Context) -> Hit | None:
    """The port differs from that of the sitemap's own address."""
    wanted = context.site
    if not context.base_url or wanted is None or site.site.host != wanted.host:
        return None
    if site.site.scheme != wanted.scheme or site.site.port == wanted.port:
        return None
    base = context.base
    port = f":{base.port}" if base is not None and base.port else ""
    new = f"{site.url.scheme}://{site.url.host}{port}"
    fix = ask("set_site", old=site.text, new=new)
    return Hit({"port": site.site.port, "wanted": wanted.port, "example": new}, fix)


@rule(
    "loc-www-mismatch",
    reads=("loc",),
    title=N_("With www. or without"),
    message=N_(
        "“{value}” differs from {wanted} by “www.”; “{example}” may be meant. "
        "Search engines treat the two as two sites."
    ),
    hides=("loc-host-mismatch", "cross-host-unproven"),
)
def loc_www_mismatch(site: Authority, context: Context) -> Hit | None:
    """Host and that of the sitemap (or of most entries) differ by ``www.`` only."""
    wanted = context.site
    if wanted is None or not wanted.host or site.host == wanted.host:
        return None
    if site.host.removeprefix("www.") != wanted.host.removeprefix("www."):
        return None
    fix = ask("set_site", old=site.text, new=site.with_host(wanted.host))
    shown = {"wanted": wanted.host, "example": site.with_host(wanted.host)}
    return Hit(shown, fix, severity=context.mismatch)


@rule(
    "cross-host-unproven",
    reads=("loc",),
    title=N_("Another host that has not agreed"),
    message=UNPROVEN,
    kinds=PAGES,
    hides=("loc-host-mismatch",),
)
def cross_host_unproven(site: Authority, context: Context) -> Hit | None:
    """The sitemap lists pages of another host, whose robots.txt is not known to name it.

    A host agrees by the line ``Sitemap: https://maps.example.com/shop.xml`` in its own robots.txt.
    Said where the sitemap is plainly meant for another host, or a robots.txt is at hand; one
    address of a foreign host among others is ``loc-host-mismatch``.
    """
    base, beside = context.base, context.neighbours
    if base is None or not base.is_web or beside is None or not _is_web(site):
        return None
    if site.host == Site.of(base).host.removesuffix(".") or _is_proven(site, context):
        return None
    if beside.robots is None and site.host != _majority(context):
        return None
    shown = {"host": site.host, "wanted": base.host, "sitemap": context.base_url}
    return Hit({**shown, "robots": f"{site.site.scheme}://{site.host}/robots.txt"})


@rule(
    "loc-host-mismatch",
    reads=("loc",),
    title=N_("Page on another host"),
    message=MAY_BE_PROVEN,
)
def loc_host_mismatch(site: Authority, context: Context) -> Hit | None:
    """The host is not that of the sitemap's own address, or of most entries.

    A host below another is a host of its own.
    """
    wanted = context.site
    if wanted is None or not wanted.host or not _is_web(site):
        return None
    if site.host == wanted.host.removesuffix(".") or _is_proven(site, context):
        return None
    message = None if context.base_url else _UNLIKE_MOST
    shown = {"host": site.host, "wanted": wanted.host}
    return Hit(shown, severity=context.mismatch, message=message)


_UNLIKE_MOST = N_(
    "“{value}” is on {host}, most entries are on {wanted}. "
    "Search engines take addresses of the sitemap's own host only, unless more is proven."
)


@rule(
    "loc-scheme-mismatch",
    reads=("loc",),
    title=N_("http among https, or the other way round"),
    message=N_(
        "“{value}” uses {scheme}, the sitemap {wanted}; write “{example}”. "
        "Search engines may reject addresses under another scheme than the sitemap's."
    ),
)
def loc_scheme_mismatch(site: Authority, context: Context) -> Hit | None:
    """The scheme is not that of the sitemap's own address, or of most entries."""
    wanted = context.site
    if wanted is None or not _is_web(site) or site.site.scheme == wanted.scheme:
        return None
    new = wanted.scheme + site.text[len(site.url.scheme or "") :]
    if site.url.port and site.url.port == DEFAULT_PORTS.get(site.site.scheme):
        new = new.removesuffix(f":{site.url.port}")  # it went without saying, and means no other
    shown = {"scheme": site.site.scheme, "wanted": wanted.scheme, "example": new}
    message = None if context.base_url else _SCHEME_UNLIKE_MOST
    fix = ask("set_site", old=site.text, new=new)
    return Hit(shown, fix, severity=context.mismatch, message=message)


_SCHEME_UNLIKE_MOST = N_(
    "“{value}” uses {scheme}, most entries {wanted}; write “{example}”. "
    "Search engines may reject addresses under another scheme than the sitemap's."
)

RULES = (
    index_child_other_site,
    loc_port_mismatch,
    loc_www_mismatch,
    cross_host_unproven,
    loc_host_mismatch,
    loc_scheme_mismatch,
)
