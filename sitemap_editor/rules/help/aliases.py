"""What the search engines' own tools call their errors, and which rules look for the cause.

The names are those of Search Console's Sitemaps report and of Yandex Webmaster, in English. They
are not translated: the words that those tools use in other languages are not known here.
"""

from __future__ import annotations

from typing import NamedTuple

from sitemap_editor.protocol.findings import Severity
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.support.i18n import N_


class Alias(NamedTuple):
    """An error of another tool: its wordings, the newest first, and the codes of the rules.

    ``note`` says why there are none, where there are none.
    """

    tool: str
    names: tuple[str, ...]
    codes: tuple[str, ...]
    note: str = ""

    @property
    def is_summary(self) -> bool:
        """Whether it only says that something is wrong."""
        return self.codes == _ERRORS


SEARCH_CONSOLE, YANDEX = "Search Console", "Yandex Webmaster"

_Row = tuple[tuple[str, ...], tuple[str, ...]]


def _name(names: tuple[str, ...], *codes: str) -> _Row:
    return names, codes


_ERRORS = tuple(code for code, info in CATALOGUE.items() if info.severity is Severity.ERROR)
"""A name that only sums up that there are errors leads to all of them."""

_SEARCH_CONSOLE = (
    _name(
        ("Couldn't fetch", "Sitemap could not be read"),
        "robots-sitemap-disallowed",
        "index-child-missing",
        "robots-sitemap-unknown-file",
    ),
    _name(("Sitemap can be read, but has errors",), *_ERRORS),
    _name(("URLs not accessible",), "loc-http-status"),
    _name(("URLs not followed",), "loc-http-status", "loc-not-absolute"),
    _name(
        ("URL not allowed", "This url is not allowed for a Sitemap at this location"),
        "loc-outside-directory",
        "loc-host-mismatch",
        "loc-www-mismatch",
        "loc-scheme-mismatch",
        "loc-port-mismatch",
        "cross-host-unproven",
    ),
    _name(
        ("Compression error",),
        "gzip-corrupt",
        "gzip-double",
        "archive-not-gzip",
        "gzip-name-mismatch",
    ),
    _name(("Empty sitemap",), "urlset-empty", "index-empty", "file-empty"),
    _name(("Sitemap file size error: exceeds the maximum",), "file-too-large"),
    _name(
        ("Invalid attribute value",),
        "video-relationship-missing",
        "hreflang-rel-invalid",
        "hreflang-syntax",
        "hreflang-language-unknown",
        "hreflang-region-unknown",
        "video-legacy-value",
    ),
    _name(
        ("Invalid date",),
        "lastmod-time-without-zone",
        "lastmod-date-with-zone",
        "lastmod-offset-without-colon",
        "lastmod-space-separator",
        "lastmod-unpadded",
        "lastmod-compact",
        "lastmod-locale-format",
        "lastmod-fraction-comma",
        "lastmod-hour-only",
        "lastmod-impossible",
        "lastmod-year-shape",
        "lastmod-before-1970",
        "lastmod-multiple-values",
        "element-empty",
        "news-date-invalid",
        "video-date-invalid",
    ),
    _name(
        ("Invalid tag value",),
        "changefreq-invalid",
        "changefreq-case",
        "priority-not-a-number",
        "priority-decimal-comma",
        "priority-out-of-range",
        "priority-percent",
        "priority-exponent",
        "element-empty",
        "video-duration-invalid",
        "video-rating-invalid",
        "video-yes-no-invalid",
        "video-restriction-country",
        "video-platform-invalid",
        "news-language-invalid",
    ),
    _name(
        ("Invalid URL",),
        "loc-empty",
        "loc-whitespace-inside",
        "loc-whitespace-around",
        "loc-not-absolute",
        "loc-scheme-malformed",
        "loc-scheme-unsupported",
        "loc-host-invalid",
        "loc-illegal-character",
        "loc-percent-malformed",
        "loc-port-invalid",
        "image-loc-invalid",
        "video-url-invalid",
    ),
    _name(("Invalid URL in sitemap index file: incomplete URL",), "index-child-not-absolute"),
    _name(
        ("Invalid XML: too many tags",),
        "loc-multiple",
        "tag-duplicate",
        "video-tag-repeated",
        "image-loc-multiple",
        "news-multiple",
    ),
    _name(
        ("Missing XML attribute",),
        "hreflang-attribute-missing",
        "video-relationship-missing",
        "pagemap-structure",
    ),
    _name(
        ("Missing XML tag",),
        "url-no-loc",
        "image-loc-missing",
        "news-tag-missing",
        "video-description-missing",
        "video-location-missing",
    ),
    _name(("Missing thumbnail URL",), "video-thumbnail-missing"),
    _name(("Missing video title",), "video-title-missing"),
    _name(
        ("Incorrect sitemap index format: Nested sitemap indexes", "Nested indexing"),
        "index-nested",
        "index-cycle",
        "index-self-reference",
    ),
    _name(
        ("Parsing error",),
        "xml-not-wellformed",
        "ampersand-unescaped",
        "entity-html-undefined",
        "control-char-illegal",
        "charref-surrogate",
        "tag-mismatched",
        "tag-space-after-lt",
        "tag-reopened-instead-of-closed",
        "tag-quote-missing",
        "xml-declaration-malformed",
        "xml-declaration-duplicate",
        "ns-prefix-undeclared",
        "ns-duplicate-declaration",
        "content-after-root",
        "root-multiple",
        "file-truncated",
        "encoding-not-utf8",
        "encoding-declaration-mismatch",
    ),
    _name(("Unbound XML namespace prefix",), "ns-prefix-undeclared"),
    _name(("Temporary error",)),
    _name(("Too many sitemaps",), "index-too-many"),
    _name(("Too many URLs",), "too-many-urls"),
    _name(
        ("Unsupported format",),
        "format-unsupported",
        "root-unknown",
        "root-wrong-case",
        "feed-version",
    ),
    _name(
        ("Your Sitemap appears to be an HTML page",),
        "html-instead-of-xml",
        "xml-declaration-not-first",
        "content-before-root",
    ),
    _name(("Path mismatch: Missing www",), "loc-www-mismatch"),
    _name(("Path mismatch: Includes www",), "loc-www-mismatch"),
    _name(
        (
            "Incorrect namespace",
            "Your Sitemap or Sitemap index file doesn't properly declare the namespace",
        ),
        "ns-missing",
        "ns-https",
        "ns-trailing-slash",
        "ns-typo",
        "ns-unknown",
        "ns-legacy-google",
        "ns-child-mismatch",
        "ns-extension-wrong",
        "news-legacy-namespace",
    ),
    _name(("Leading whitespace",), "xml-declaration-not-first"),
    _name(("HTTP error", "General HTTP error"), "index-child-missing"),
    _name(("Thumbnail too large", "Thumbnail too small"), "video-thumbnail-size"),
    _name(("Video location and play page location are the same",), "video-location-is-page"),
    _name(("Video location URL appears to be a play page URL",), "video-location-looks-like-page"),
    _name(("Too many News URLs",), "news-too-many"),
    _name(("Missing <publication> tag",), "news-tag-missing"),
    _name(("Sitemap contains URLs which are blocked by robots.txt",), "loc-blocked-by-robots"),
)
_YANDEX = (
    _name(
        (
            "Not indexed",
            "HTTP error",
            "DNS error",
            "Connection failed",
            "Connection lost",
            "Incorrect HTTP response",
            "Invalid URL",
        ),
        "index-child-missing",
    ),
    _name(("Maximum file size exceeded",), "file-too-large"),
    _name(("The URL is forbidden in robots.txt",), "robots-sitemap-disallowed"),
    _name(("Response contains no data",), "file-empty"),
    _name(("Extraction error",), "gzip-corrupt", "gzip-double", "archive-not-gzip"),
    _name(("Tag found more than once",), "loc-multiple", "tag-duplicate"),
    _name(
        ("Unknown tag",),
        "element-unknown",
        "element-wrong-case",
        "element-misspelt",
        "index-tag-not-allowed",
    ),
    _name(("Tag not found",), "url-no-loc"),
    _name(
        ("Incorrect page address",),
        "loc-not-absolute",
        "loc-illegal-character",
        "loc-scheme-malformed",
        "loc-host-invalid",
        "loc-percent-malformed",
    ),
    _name(
        ("Incorrect URL", "URL does not match the Sitemap file location"),
        "loc-outside-directory",
        "loc-host-mismatch",
        "loc-scheme-mismatch",
    ),
    _name(("URL too long",), "loc-too-long-yandex"),
    _name(("Tag cannot be empty",), "element-empty", "loc-empty"),
    _name(("Tag cannot contain other tags",), "value-has-child-elements"),
    _name(("Data limit exceeded",), "lastmod-yandex-length"),
)

_NOTES = {
    "Temporary error": N_("This is on Google's side and says nothing about the file: wait."),
}

ALIASES: tuple[Alias, ...] = tuple(
    Alias(tool, names, codes, _NOTES.get(names[0], ""))
    for tool, rows in ((SEARCH_CONSOLE, _SEARCH_CONSOLE), (YANDEX, _YANDEX))
    for names, codes in rows
)
"""Every name, in the order of the tools' own lists."""


def names_of(code: str) -> tuple[str, ...]:
    """What other tools call what a rule looks for, summaries left out."""
    return _BY_CODE.get(code, ())


def _by_code() -> dict[str, tuple[str, ...]]:
    names: dict[str, dict[str, None]] = {}
    for alias in ALIASES:
        for code in () if alias.is_summary else alias.codes:
            names.setdefault(code, {}).update(dict.fromkeys(alias.names))
    return {code: tuple(known) for code, known in names.items()}


_BY_CODE = _by_code()
