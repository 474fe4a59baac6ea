"""Group P: the sitemaps that a robots.txt names, and whether they are where it says."""

from __future__ import annotations

from sitemap_editor.protocol.urls import split_url
from sitemap_editor.rules.base import ROBOTS_ONLY, Context, Hit, Site, ask, rule
from sitemap_editor.support.i18n import N_

from .robots import become, home_of, value_at
from .robots_text import RobotsLine


@rule(
    "robots-sitemap-scheme",
    title=N_("Sitemap named under another form of the host"),
    message=N_(
        "The line names {given}, but the addresses in that sitemap are on {found}. http and https, "
        "with and without www, are different sites to search engines; name “{example}”."
    ),
    hides=("robots-sitemap-other-host",),
    kinds=ROBOTS_ONLY,
)
def robots_sitemap_scheme(one: RobotsLine, context: Context) -> Hit | None:
    """The address of a sitemap differs from those in it by http and https, or by www.

    Good: ``https://www.example.com/sitemap.xml`` with entries on https://www.example.com. Bad:
    ``http://example.com/sitemap.xml`` with the same entries.
    """
    if not one.is_meant or not one.is_web or context.neighbours is None:
        return None
    child = context.neighbours.child(one.value)
    found = split_url(child.digest.site) if child is not None else None
    if found is None or not found.is_web or _bare(found.host) != _bare(one.url.host):
        return None
    given = (one.site.scheme, one.url.host.lower())
    if given == (found.scheme, found.host):
        return None
    new = str(one.url.replace(scheme=found.scheme, authority=found.authority))
    words = {"given": "://".join(given), "found": str(found), "example": new}
    fix = become(one.with_value(new), is_sure=False)
    return Hit(words, fix, value=one.value, at=value_at(one))


def _bare(host: str) -> str:
    return host.lower().removeprefix("www.")


@rule(
    "robots-sitemap-other-host",
    title=N_("Sitemap on another host"),
    message=N_(
        "The sitemap is on {host}, this robots.txt belongs to {own}. That is allowed, and proves "
        "that the sitemap may list addresses of {own}; it should then list no others."
    ),
    kinds=ROBOTS_ONLY,
)
def robots_sitemap_other_host(one: RobotsLine, context: Context) -> Hit | None:
    """A Sitemap line names a sitemap on another host.

    Good: ``https://www.example.com/sitemap.xml`` in the robots.txt of www.example.com. Said for
    information only: ``https://sitemaps.example.net/shop.xml`` there.
    """
    base = context.base
    if not one.is_meant or not one.is_web or base is None or not base.is_web:
        return None
    host, own = one.site.host, Site.of(base).host
    if not own or host == own:
        return None
    return Hit({"host": host, "own": own}, value=one.value, at=value_at(one))


@rule(
    "robots-sitemap-disallowed",
    title=N_("Sitemap that crawlers may not fetch"),
    message=N_(
        "The rules for {agent} in this file forbid {path}, so the sitemap named here cannot be "
        "fetched. Allow it with “{example}”."
    ),
    kinds=ROBOTS_ONLY,
)
def robots_sitemap_disallowed(one: RobotsLine, context: Context) -> Hit | None:
    """A Sitemap line names a file that the same robots.txt forbids.

    Good: ``Disallow: /private/`` and ``Sitemap: https://www.example.com/sitemap.xml``. Bad:
    ``Disallow: /*.xml$`` with the same line.
    """
    if not one.is_meant or not one.is_web:
        return None
    site, _is_known = home_of(one, context)
    if site is None or site.host != one.site.host:
        return None
    for agent, names in (("Googlebot", ("Googlebot", "*")), ("*", ("*",))):
        if one.text.robots.rules_for(names).allows(one.path):
            continue
        bound = agent if agent.lower() in one.text.robots.agents else "*"
        after = one.text.robots.end_of_group(bound)
        allow = f"Allow: {one.text.pattern_for(one.path, after, names)}"
        fix = ask("robots_insert", after=after, line=allow.encode())
        found = {"agent": bound, "path": one.path, "example": allow}
        return Hit(found, fix, value=one.value, at=value_at(one))
    return None


@rule(
    "robots-sitemap-unknown-file",
    title=N_("Sitemap that is not there"),
    message=N_(
        "The line names “{value}”, but there is no such file among the sitemaps beside this "
        "robots.txt. Crawlers get an error page if it is missing on the server too."
    ),
    kinds=ROBOTS_ONLY,
)
def robots_sitemap_unknown_file(one: RobotsLine, context: Context) -> Hit | None:
    """A Sitemap line names a file of this site that the project does not have.

    Good: a line for each sitemap that lies beside the robots.txt. Bad: a line for
    ``old-sitemap.xml``, which is gone.
    """
    if not one.is_meant or not one.is_web or context.neighbours is None:
        return None
    child = context.neighbours.child(one.value)
    if child is None or not child.is_missing:
        return None
    return Hit(fix=become(is_sure=False), value=one.value, at=value_at(one))


RULES = (
    robots_sitemap_scheme,
    robots_sitemap_other_host,
    robots_sitemap_disallowed,
    robots_sitemap_unknown_file,
)
"""Rules about the sitemap that a line names."""
