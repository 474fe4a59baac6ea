"""Group J, second part: titles, descriptions and names."""

from __future__ import annotations

import re
from html import unescape
from html.entities import html5

from sitemap_editor.markup.elements import Element
from sitemap_editor.rules.base import URLSET_ONLY, Context, Hit, rule
from sitemap_editor.support.i18n import N_, format_number

from .part_hits import each, each_of, text_fix, value_hit
from .parts import Part

MAX_TITLE = 100
MAX_DESCRIPTION = 2_048
MAX_UPLOADER = 255


@rule(
    "video-title-too-long",
    title=N_("Title of a video is long"),
    message=N_(
        "The title has {length} characters; Google's schema allows {limit}. Google's page names no "
        "limit any more, but long titles are cut where they are shown."
    ),
    kinds=URLSET_ONLY,
)
def video_title_too_long(part: Part, _context: Context) -> Hit | None:
    """The title has more than 100 characters, a limit of the schema of 2010."""
    return each(part, "title", _title)


def _title(part: Part, child: Element) -> Hit | None:
    return _too_long(part, child, MAX_TITLE)


def _too_long(part: Part, child: Element, limit: int) -> Hit | None:
    length = len(child.text)
    if length <= limit:
        return None
    shown = {"length": format_number(length), "limit": format_number(limit)}
    return value_hit(part, child, None, shown)


def _to_be_cut(part: Part, child: Element, limit: int) -> Hit | None:
    hit = _too_long(part, child, limit)
    if hit is None or child.children:
        return hit
    return hit._replace(fix=text_fix(child, cut(child.text, limit), is_sure=False))


def cut(text: str, limit: int) -> str:
    """As much of a text as fits, up to the end of a word where there is one."""
    if text[limit : limit + 1].isspace():
        return text[:limit].rstrip()
    words = re.match(r"(?s:.*)\S(?=\s)", text[:limit])
    return words[0] if words is not None and len(words[0]) > limit // 2 else text[:limit]


@rule(
    "video-description-too-long",
    title=N_("Description of a video too long"),
    message=N_(
        "The description has {length} characters; Google takes {limit} at most. "
        "It may reject the video or cut the text."
    ),
    kinds=URLSET_ONLY,
)
def video_description_too_long(part: Part, _context: Context) -> Hit | None:
    """The description has more than 2,048 characters after decoding."""
    return each(part, "description", _description)


def _description(part: Part, child: Element) -> Hit | None:
    return _to_be_cut(part, child, MAX_DESCRIPTION)


@rule(
    "video-uploader-too-long",
    title=N_("Name of an uploader too long"),
    message=N_(
        "The name in <{name}> has {length} characters; Google takes {limit} at most. "
        "It may reject the video or cut the name."
    ),
    kinds=URLSET_ONLY,
)
def video_uploader_too_long(part: Part, _context: Context) -> Hit | None:
    """The name of the uploader has more than 255 characters."""
    return each(part, "uploader", _uploader)


def _uploader(part: Part, child: Element) -> Hit | None:
    return _to_be_cut(part, child, MAX_UPLOADER)


_TAG = re.compile(
    r"</?(?:a|abbr|article|aside|b|big|blockquote|body|br|button|center|cite|code|dd|del|div|dl|dt|"
    r"em|embed|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|"
    r"ins|label|li|main|mark|nav|object|ol|option|p|param|picture|pre|q|s|samp|script|section|"
    r"select|small|source|span|strike|strong|style|sub|sup|svg|table|tbody|td|textarea|tfoot|th|"
    r"thead|time|title|tr|tt|u|ul|var|video|wbr)(?:\s[^<>]*|/)?>",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|([A-Za-z][A-Za-z0-9]{1,31}));")


@rule(
    "video-text-html",
    title=N_("HTML in the text of a video"),
    message=N_(
        "The text of <{name}> still holds “{found}” after it has been decoded; people would see "
        "the markup. Plain text is expected here."
    ),
    kinds=URLSET_ONLY,
)
def video_text_html(part: Part, _context: Context) -> Hit | None:
    """Title or description hold tags or entities of HTML, which are shown as they are.

    Good: ``Fish &amp; chips``. Bad: ``<![CDATA[<b>Fish</b> &amp; chips]]>``.
    """
    return each_of(part, ("title", "description"), _html)


def _html(part: Part, child: Element) -> Hit | None:
    text = child.text
    if "<" not in text and "&" not in text:
        return None
    found = _markup(text)
    if found is None:
        return None
    plain = _plain(text)
    fix = text_fix(child, plain, is_sure=False) if plain else None
    return value_hit(part, child, fix, {"found": found})


def _markup(text: str) -> str | None:
    """The first tag or entity."""
    tag = _TAG.search(text)
    if tag is not None:
        return tag[0][:80]
    return next((one[0] for one in _ENTITY.finditer(text) if _is_entity(one)), None)


def _is_entity(found: re.Match[str]) -> bool:
    return found[1] is None or f"{found[1]};" in html5


def _plain(text: str) -> str | None:
    """The text without tags, entities decoded, as often as it was encoded; None for no text."""
    for _time in range(8):
        if _markup(text) is None:
            return _legal(text) or None
        text = _ENTITY.sub(lambda one: unescape(one[0]), _TAG.sub(_space_for, text))
    return None


def _space_for(tag: re.Match[str]) -> str:
    is_break = re.match(r"</?(?:br|p|div|li|ul|ol|h[1-6]|tr|td|th|hr)\b", tag[0], re.IGNORECASE)
    return " " if is_break else ""


def _legal(text: str) -> str:
    """The text without what XML has no way to write, and without runs of blanks."""
    legal = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "", text)
    return re.sub(r"[ \t]{2,}", " ", legal).strip()


RULES = (
    video_title_too_long,
    video_description_too_long,
    video_text_html,
    video_uploader_too_long,
)
