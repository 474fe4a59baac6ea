"""The explicit list of all rules that run, and of those that do not and why.

To add a rule: write it in the file of its family and name it in that file's RULES; a new family
is added here. The order is that of running: narrow before general.
"""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

from . import (
    between,
    changefreq,
    content,
    cross_file,
    damage,
    duplicates,
    feed,
    file_bytes,
    index,
    lastmod,
    loc_form,
    loc_path,
    loc_size,
    mismatch,
    pairs,
    priority,
    root,
    site,
    structure,
    text_list,
    whole,
)
from .base import Rule
from .decisions import house
from .extensions import alternates, hreflang, image, legacy, news, video
from .robots_txt import robots, robots_file, robots_site

AnyRule = Rule[Any]

VALUE_RULES: dict[str, tuple[AnyRule, ...]] = {
    "loc": (
        *damage.RULES,
        *text_list.RULES,
        *loc_form.RULES,
        *loc_size.RULES,
        *loc_path.RULES,
        *index.RULES,
    ),
    "lastmod": (*damage.RULES, *lastmod.RULES),
    "changefreq": (*damage.RULES, *changefreq.RULES),
    "priority": (*damage.RULES, *priority.RULES),
}
"""Rules about the value of a field alone."""

SITE_RULES: tuple[AnyRule, ...] = (*site.RULES, *mismatch.RULES, *house.SITE_RULES)
"""Rules about scheme, host and port of a loc."""

HOUSE_RULES: tuple[AnyRule, ...] = house.ADDRESS_RULES
"""Rules of people about the whole address; run only where they are filled in."""

ENTRY_RULES: tuple[AnyRule, ...] = (
    *hreflang.ENTRY_RULES,
    *structure.RULES,
    *content.RULES,
    *image.ENTRY_RULES,
    *news.ENTRY_RULES,
)
"""Rules about the elements of an entry."""

PART_RULES: dict[str, tuple[AnyRule, ...]] = {
    "image": image.RULES,
    "video": video.RULES,
    "news": news.RULES,
    "xhtml": hreflang.RULES,
    "mobile": legacy.RULES,
    "pagemap": legacy.RULES,
    "codesearch": legacy.RULES,
    "geo": legacy.RULES,
}
"""Rules about one element of an extension, by the usual prefix of its namespace."""

RHYTHM_RULES: tuple[AnyRule, ...] = pairs.RULES
"""Rules about two fields of an entry."""

PAIR_RULES: tuple[AnyRule, ...] = duplicates.RULES
"""Rules about an entry and an earlier one."""

LINK_RULES: tuple[AnyRule, ...] = alternates.RULES
"""Rules about an entry and others that it names as other languages of its page."""

LINE_RULES: tuple[AnyRule, ...] = (*robots.RULES, *robots_site.RULES)
"""Rules about a line of a robots.txt."""

ITEM_RULES: tuple[AnyRule, ...] = feed.RULES
"""Rules about an item of a feed."""

CROSS_RULES: tuple[AnyRule, ...] = cross_file.RULES
"""Rules about an entry and the other files of its site."""

CROSS_FILE_RULES: tuple[AnyRule, ...] = cross_file.FILE_RULES
"""Rules about the file and the other files of its site."""

GAP_RULES: tuple[AnyRule, ...] = between.RULES
"""Rules about what stands between entries."""

FILE_RULES: tuple[AnyRule, ...] = (
    *file_bytes.RULES,
    *news.FILE_RULES,
    *root.RULES,
    *text_list.FILE_RULES,
    *whole.RULES,
    *hreflang.FILE_RULES,
    *robots_file.RULES,
    *feed.FILE_RULES,
)
"""Rules about the file."""

ALL: tuple[AnyRule, ...] = (
    *FILE_RULES,
    *GAP_RULES,
    *LINE_RULES,
    *ENTRY_RULES,
    *VALUE_RULES["loc"],
    *SITE_RULES,
    *HOUSE_RULES,
    *VALUE_RULES["lastmod"],
    *VALUE_RULES["changefreq"],
    *VALUE_RULES["priority"],
    *dict.fromkeys(rule for rules in PART_RULES.values() for rule in rules),
    *RHYTHM_RULES,
    *PAIR_RULES,
    *LINK_RULES,
    *ITEM_RULES,
    *CROSS_RULES,
    *CROSS_FILE_RULES,
)
RULES: dict[str, AnyRule] = {one.code: one for one in reversed(ALL)}
"""Every rule that runs, by code; the first in running order where a code has several."""

REFUSED = "reported as the reason why a file is refused"
REPAIR = "reported as what had to be mended before a file could be read"
NETWORK = "needs the network"
LATER = "said while a list is brought in, not by a check"

LEFT_OUT: dict[str, str] = {
    **dict.fromkeys(
        (
            "file-empty",
            "html-instead-of-xml",
            "format-unsupported",
            "file-truncated",
            "gzip-corrupt",
            "archive-not-gzip",
            "gzip-bomb",
            "root-unknown",
            "xml-not-wellformed",
        ),
        REFUSED,
    ),
    **dict.fromkeys(
        (
            "control-char-illegal",
            "charref-surrogate",
            "xml-declaration-not-first",
            "xml-declaration-malformed",
            "xml-declaration-duplicate",
            "content-before-root",
            "content-after-root",
            "root-missing",
            "root-wrong-case",
            "root-multiple",
            "ns-duplicate-declaration",
            "ns-prefix-undeclared",
            "tag-space-after-lt",
            "tag-mismatched",
            "tag-reopened-instead-of-closed",
            "tag-quote-missing",
            "ampersand-unescaped",
            "entity-html-undefined",
            "lt-unescaped",
            "cdata-end-in-text",
        ),
        REPAIR,
    ),
    **dict.fromkeys(
        ("served-content-type", "loc-http-status", "loc-not-canonical", "video-thumbnail-size"),
        NETWORK,
    ),
    "text-no-metadata": "said when a date is typed into a list, not by a check",
}
"""Codes that no rule reports, and who does or why nobody can."""

LEFT_OUT_GROUPS: dict[str, str] = {
    "R": LATER,
    "Q": NETWORK,
}
"""The same for whole groups."""


READ_ONLY = "a feed cannot be changed: a sitemap is made of it, which has none of this"
RENAME = "the file has to be renamed, which saving under another name does"

WITHOUT_FIX: dict[str, str] = {
    "index-too-many": "an index of indexes is read by nobody",
    **dict.fromkeys(("file-name-unsafe", "text-extension"), RENAME),
    **dict.fromkeys(
        ("feed-yandex", "feed-link-relative", "feed-date-invalid", "feed-limits"), READ_ONLY
    ),
    "loc-too-short": "nothing can be added but the slash, of which loc-path-empty speaks",
}
"""Codes whose fix in the catalogue is not carried out, and why."""


def help_text(rule: AnyRule) -> str:
    """The help of a rule as it stands in the catalogues, without the title it may begin with."""
    return cleandoc(rule.help).removeprefix(f"{rule.title}. ")
