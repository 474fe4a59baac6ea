"""Who says so: the sources of the catalogue by their keys, with names and addresses for people.

The keys are those of the catalogue's source column, such as ``P #index; G-build; XML §2.8``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from sitemap_editor.support.i18n import N_, _, language


class Source(NamedTuple):
    """One source as people read it; ``address`` is empty where there is nothing to open."""

    name: str
    address: str = ""


_GOOGLE = "https://developers.google.com/search/docs/crawling-indexing/sitemaps/"
_SCHEMAS = "https://github.com/kjvarga/sitemap_generator/tree/master/spec/support/schemas"
_W3C_PATTERNS = "https://www.w3.org/2002/ws/databinding/edcopy/collection/detected/"

OWN_ADVICE = Source(N_("advice of this editor"))
HOUSE = Source(N_("house rules"))
REPORTS = Source(N_("public reports"))
EXPERIMENTS = Source(N_("experiments with the schema and parsers"))

BY_KEY: dict[str, Source] = {
    "house": HOUSE,
    "P": Source("sitemaps.org", "https://www.sitemaps.org/protocol.html"),
    "F": Source(N_("sitemaps.org FAQ"), "https://www.sitemaps.org/faq.php"),
    "X": Source("sitemap.xsd", "https://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd"),
    "XI": Source("siteindex.xsd", "https://www.sitemaps.org/schemas/sitemap/0.9/siteindex.xsd"),
    "L84": Source(N_("Google schema of 2005"), f"{_W3C_PATTERNS}Google-sitemap.html"),
    "G-build": Source("Google: Build and submit a sitemap", f"{_GOOGLE}build-sitemap"),
    "G-large": Source("Google: Manage your sitemaps", f"{_GOOGLE}large-sitemaps"),
    "G-img": Source("Google: Image sitemaps", f"{_GOOGLE}image-sitemaps"),
    "G-images": Source(
        "Google: Image SEO best practices",
        "https://developers.google.com/search/docs/appearance/google-images",
    ),
    "G-vid": Source("Google: Video sitemaps", f"{_GOOGLE}video-sitemaps"),
    "G-news": Source("Google: News sitemaps", f"{_GOOGLE}news-sitemap"),
    "G-combine": Source(
        "Google: Combine sitemap extensions", f"{_GOOGLE}combine-sitemap-extensions"
    ),
    "G-loc": Source(
        "Google: Localized versions of your pages",
        "https://developers.google.com/search/docs/specialty/international/localized-versions",
    ),
    "G-url": Source(
        "Google: URL structure",
        "https://developers.google.com/search/docs/crawling-indexing/url-structure",
    ),
    "G-robots": Source(
        "Google: robots.txt specification",
        "https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec",
    ),
    "G-clean": Source(
        "Google: Spring cleaning of sitemap extensions (2022)",
        "https://developers.google.com/search/blog/2022/05/spring-cleaning-sitemap-extensions",
    ),
    "G-ping": Source(
        "Google: Sitemaps ping and lastmod (2023)",
        "https://developers.google.com/search/blog/2023/06/sitemaps-lastmod-ping",
    ),
    "G": Source("Google Search Central", f"{_GOOGLE}overview"),
    "GSC": Source(
        "Google Search Console", "https://support.google.com/webmasters/answer/7451001#errors"
    ),
    "B-size": Source(
        "Bing: Size limit of sitemaps (2016)",
        "https://blogs.bing.com/webmaster/November-2016/"
        "Increasing-the-size-limit-of-Sitemaps-file-to-addr",
    ),
    "B-09": Source(
        "Bing: Large sitemaps (2009)",
        "https://blogs.bing.com/webmaster/2009/06/12/bing-enhances-support-for-large-sitemaps/",
    ),
    "B-fmt": Source("Bing: Sitemaps", "https://www.bing.com/webmaster/help/sitemaps-3b5cf6ed"),
    "B-ping": Source(
        "Bing: Anonymous submission removed (2022)",
        "https://blogs.bing.com/webmaster/may-2022/"
        "Spring-cleaning-Removed-Bing-anonymous-sitemap-submission",
    ),
    "B-23": Source(
        "MediaPost on Bing: The lastmod tag (2023)",
        "https://www.mediapost.com/publications/article/382131/",
    ),
    "B-25": Source(
        "Etavrian on Bing: Sitemaps and AI search (2025)",
        "https://www.etavrian.com/news/bing-lastmod-ai-recrawling",
    ),
    "B": Source("Bing", "https://www.bing.com/webmaster/help/sitemaps-3b5cf6ed"),
    "Y-map": Source(
        "Yandex: Sitemap", "https://yandex.com/support/webmaster/en/controlling-robot/sitemap"
    ),
    "Y-err": Source(
        "Yandex: Sitemap errors",
        "https://yandex.com/support/webmaster/error-dictionary/sitemap.html?lang=en",
    ),
    "Y": Source("Yandex", "https://yandex.com/support/webmaster/en/controlling-robot/sitemap"),
    "IN": Source("IndexNow", "https://www.indexnow.org/documentation"),
    "IN-faq": Source("IndexNow FAQ", "https://www.indexnow.org/faq"),
    "DTF": Source(N_("W3C note on dates and times"), "https://www.w3.org/TR/NOTE-datetime"),
    "XML": Source("XML 1.0", "https://www.w3.org/TR/xml/"),
    "XMLNS": Source("Namespaces in XML", "https://www.w3.org/TR/xml-names/"),
    "XML-stylesheet": Source("xml-stylesheet", "https://www.w3.org/TR/xml-stylesheet/"),
    "RT": Source(
        N_("Google's robots.txt parser"),
        "https://github.com/google/robotstxt/blob/master/robots.cc",
    ),
    **dict.fromkeys(("VX", "NX", "MX", "PX"), Source(N_("Google extension schema"), _SCHEMAS)),
    "image XSD": Source(N_("Google extension schema"), _SCHEMAS),
    "RSS 2.0 spec": Source("RSS 2.0", "https://www.rssboard.org/rss-specification"),
    "CC": Source("crawler-commons", "https://github.com/crawler-commons/crawler-commons"),
    "USP": Source("ultimate-sitemap-parser", "https://github.com/GateNLP/ultimate-sitemap-parser"),
    "ED": OWN_ADVICE,
}
"""By key; the longest key that a part of the column begins with counts."""

_KEY = re.compile(
    "|".join(rf"{re.escape(key)}(?![\w-])" for key in sorted(BY_KEY, key=len, reverse=True))
)
_RFC = re.compile(r"RFC (\d+)(?: (§[\d.–-]+))?")
_ISSUE = re.compile(r"([\w.-]+/[\w.-]+)#(\d+)")
_NUMBER = re.compile(r"#(\d+)")
_ANCHOR = re.compile(r"#([A-Za-z_]+)")
_SECTION = re.compile(r"§[\d.]+\d")


def sources_of(column: str) -> tuple[Source, ...]:
    """The sources in a source column, each once, what can be opened first."""
    return _sources_of(column, language())


@lru_cache(maxsize=1024)
def _sources_of(column: str, _language: str) -> tuple[Source, ...]:
    found = [source for part in _parts(column) if (source := _source_of(part)) is not None]
    unique = dict.fromkeys(found) or {OWN_ADVICE: None}
    ordered = sorted(unique, key=lambda source: not source.address)
    return tuple(Source(_(source.name), source.address) for source in ordered)


def _parts(column: str) -> list[str]:
    return [part.strip() for part in re.split(r"[;,]| versus ", column) if part.strip()]


def _source_of(part: str) -> Source | None:
    """The source that a part of the column names; None for a remark about the one before."""
    if part.startswith("experiment"):
        return EXPERIMENTS
    rfc = _RFC.match(part)
    if rfc is not None:
        return _rfc(rfc[1], rfc[2])
    issue = _ISSUE.search(part)
    if issue is not None:
        return Source(f"{issue[1]}#{issue[2]}", _issue(issue[1], issue[2]))
    known = _KEY.match(part)
    if known is not None:
        return _detailed(known[0], part[known.end() :])
    return REPORTS if "public" in part or "JAXB" in part else None


def _rfc(number: str, section: str | None) -> Source:
    address = f"https://www.rfc-editor.org/rfc/rfc{number}"
    return Source(f"RFC {number}, {section}" if section else f"RFC {number}", address)


def _issue(repository: str, number: str) -> str:
    return f"https://github.com/{repository}/issues/{number}"


def _detailed(key: str, rest: str) -> Source:
    """A source with the place in it, where that has an address or a number of its own."""
    source = BY_KEY[key]
    number, anchor, section = _NUMBER.search(rest), _ANCHOR.match(rest.strip()), None
    if key in ("CC", "USP") and number is not None:
        repository = source.address.removeprefix("https://github.com/")
        return Source(f"{source.name} #{number[1]}", _issue(repository, number[1]))
    if key == "P" and anchor is not None:
        return source._replace(address=f"{source.address}#{anchor[1]}")
    section = _SECTION.search(rest)
    if key in ("XML", "XMLNS") and section is not None:
        return source._replace(name=f"{source.name}, {section[0]}")
    return source
