"""What kind of document a text is, from its content; of names only robots.txt is believed.

Whether the text is well-formed is not asked here: a broken sitemap is a sitemap. What is none is
refused by its own name, with what to do instead.
"""

from __future__ import annotations

import os
from pathlib import PurePath

from sitemap_editor.markup.encoding import Source
from sitemap_editor.markup.feeds import kind_of_root
from sitemap_editor.markup.first_tag import FirstTag, first_tag, is_html_doctype
from sitemap_editor.markup.places import place_in
from sitemap_editor.markup.plain_text import TextFormat, text_format
from sitemap_editor.markup.well_formed import refuse_second_mark
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.kinds import Kind
from sitemap_editor.support.i18n import N_, _

_BLANKS = b" \t\r\n"
_BOM = b"\xef\xbb\xbf"
ROBOTS_NAME = "robots.txt"
_AREA = 1 << 20
"""What a text is shows in its beginning; nobody should wait for the rest to be read."""

_NEAR_MISSES = {"url-set", "url_set", "urlsets", "siteindex", "sitemap_index", "sitemap-index"}
_PARTS = {"url", "sitemap", "loc"}
_PAGE = {"html", "head", "body"}
_HEADING = {"title", "meta", "script", "style", "link", "h1", "h2", "h3"}
_CONTENT = {"div", "p", "br", "hr", "pre", "center", "form", "ul", "table", "span", "a", "b"}
_HTML = _HEADING | _CONTENT | {"font", "strong"}
"""Elements of a page, which may also stand before a sitemap that was copied out of one."""

_ONE_A_LINE = N_("Save the column of addresses as a text file, one address a line, and open that.")
_IMPORT = N_("Import it as a list, or turn it into a sitemap with the command convert.")
_TREE_VIEW = (b"webkit-xml-viewer", b"pretty-print", b'class="html-tag"', b"XMLPrettyPrint")
"""What browsers write into the page in which they show XML as a tree."""
_SITE_PAGE = N_("It may be an error or login page. Download the sitemap itself and open that.")
_SOURCE_VIEW = N_("Download the sitemap itself, or copy it from the browser's view of the source.")

_TEXT_REFUSALS: dict[TextFormat, tuple[str, str]] = {
    TextFormat.JSON: (N_("This is JSON, not a sitemap."), _ONE_A_LINE),
    TextFormat.JSON_LINES: (N_("These are lines of JSON, not a sitemap."), _IMPORT),
    TextFormat.TABLE: (N_("This is a table (CSV), not a sitemap."), _IMPORT),
    TextFormat.RICH_TEXT: (N_("This is a word processor's document (RTF)."), _ONE_A_LINE),
    TextFormat.OTHER: (
        N_("This is neither XML nor a list of addresses."),
        N_("In a text list each line is a whole address, such as https://www.example.com/page."),
    ),
}


def sniff(source: Source, path: str | os.PathLike[str] | None = None) -> Kind:
    """Tell the kind of a document; whatever is called robots.txt is one, unless it is a sitemap.

    Raises SitemapError with the code file-empty, html-instead-of-xml, root-missing, root-unknown,
    root-wrong-case, content-before-root, bom-misplaced, control-char-illegal or format-unsupported.
    """
    try:
        if _is_named_robots(path) and not _is_sitemap(source.text):
            return Kind.ROBOTS
        return _kind_of(source.text)
    except SitemapError as error:
        raise error.at(path) from None


def _is_named_robots(path: str | os.PathLike[str] | None) -> bool:
    return path is not None and PurePath(path).name.lower() == ROBOTS_NAME


def _is_sitemap(text: bytes) -> bool:
    """Whether the first thing in a text is the root of a sitemap."""
    start = _first_content(text)
    if start is None or not text.startswith(b"<", start) or is_html_doctype(text, start):
        return False
    tag = first_tag(text, start)
    return tag is not None and tag.local in (Kind.URLSET, Kind.SITEMAPINDEX)


def _kind_of(text: bytes) -> Kind:
    start = _first_content(text)
    if start is None:
        raise SitemapError(
            _("The file is empty."),
            code="file-empty",
            advice=_("Make a new sitemap, or look for the file that has the content."),
        )
    if text.startswith(b"<", start) or first_tag(text[:_AREA], start, known_only=True):
        return _xml_kind(text, start)
    return _text_kind(text, start)


def _first_content(text: bytes) -> int | None:
    for at in range(0, len(text), _AREA):
        rest = text[at : at + _AREA].lstrip(_BLANKS + _BOM)
        if rest:
            return min(at + _AREA, len(text)) - len(rest)
    return None


def _xml_kind(text: bytes, start: int) -> Kind:
    if is_html_doctype(text, start):
        raise _html_page(text)
    refuse_second_mark(text)
    tag = first_tag(text, start)
    if tag is None:
        raise SitemapError(
            _("The file holds no element."),
            code="file-truncated",
            advice=_("Copy or download it again: its end is missing."),
        )
    if tag.local in (Kind.URLSET, Kind.SITEMAPINDEX):
        return Kind(tag.local)
    feed = kind_of_root(tag.local)
    if feed is not None:
        return feed
    raise _foreign_root(text, tag)


def _foreign_root(text: bytes, tag: FirstTag) -> SitemapError:
    name = tag.local.lower()
    if name in _PAGE:
        return _html_page(text)
    if name in _HTML:
        if first_tag(text[:_AREA], tag.at, known_only=True):
            reason = _("Something stands before the sitemap: <{name}>.")
            advice = N_("Delete what stands before it with a text editor.")
            return _error(reason.format(name=tag.name), "content-before-root", advice, text, tag.at)
        return _html_page(text)
    if name in _PARTS:
        reason = _("The first element is <{name}>; the root around all entries is missing.")
        advice = N_("Put all entries into one <urlset> or <sitemapindex>.")
        return _error(reason.format(name=tag.name), "root-missing", advice, text, tag.at)
    if name in _NEAR_MISSES or name in (Kind.URLSET, Kind.SITEMAPINDEX):
        reason = _("The root element is written <{name}>.")
        advice = N_("Write it <urlset> or <sitemapindex>, in small letters.")
        return _error(reason.format(name=tag.name), "root-wrong-case", advice, text, tag.at)
    reason = _("The root element is <{name}>, which is not that of a sitemap.")
    advice = N_("A sitemap has <urlset> or <sitemapindex> there. Choose another file.")
    return _error(reason.format(name=tag.name), "root-unknown", advice, text, tag.at)


def _html_page(text: bytes) -> SitemapError:
    if any(text.find(sign, 0, _AREA) >= 0 for sign in _TREE_VIEW):
        reason = _("This is a page in which a browser showed XML as a tree, not the sitemap.")
        return _error(reason, "html-instead-of-xml", _SOURCE_VIEW)
    reason = _("This is an HTML page, not a sitemap.")
    return _error(reason, "html-instead-of-xml", _SITE_PAGE)


def _text_kind(text: bytes, start: int) -> Kind:
    found = text_format(text[start : start + _AREA])
    if found is TextFormat.ROBOTS:
        return Kind.ROBOTS
    if found is not TextFormat.LIST:
        reason, advice = _TEXT_REFUSALS[found]
        raise _error(_(reason), "format-unsupported", advice)
    zero = text.find(b"\0")
    if zero >= 0:
        reason = _("A zero byte stands in the text.")
        advice = N_("Delete it with a text editor.")
        raise _error(reason, "control-char-illegal", advice, text, zero)
    return Kind.TEXT


def _error(
    reason: str, code: str, advice: str, text: bytes | None = None, at: int = 0
) -> SitemapError:
    if text is None:
        return SitemapError(reason, code=code, advice=_(advice))
    place = place_in(text, at)
    return SitemapError(
        reason, line=place.line, column=place.column, text=place.text, code=code, advice=_(advice)
    )
