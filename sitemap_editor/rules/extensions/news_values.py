"""Group K, second part: dates, language, name and title of a news item."""

from __future__ import annotations

import re
from functools import lru_cache

from sitemap_editor.markup.elements import Element
from sitemap_editor.protocol.codes import FORMER_LANGUAGES, is_language
from sitemap_editor.protocol.dates import DateReading, read_date
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.rules import lastmod
from sitemap_editor.rules.base import URLSET_ONLY, Context, Fix, Hit, Rule, ask, rule, run_rules
from sitemap_editor.rules.engine.frame import File
from sitemap_editor.rules.lastmod import DAY
from sitemap_editor.rules.questions import answer_to
from sitemap_editor.rules.values import Value
from sitemap_editor.support.i18n import N_, format_number

from .part_hits import is_readable, text_fix, value_hit
from .parts import Part, splice

HOUR = 3_600
OLDEST = 2 * DAY
MAX_TITLE = 110
MIN_NAME = 3
"""Shorter names of publications stand in titles by chance."""

CHINESE = ("zh-cn", "zh-tw")


def is_item(part: Part) -> bool:
    """Whether a part is a news item."""
    return part.element.local == "news"


def _leaf(part: Part, local: str) -> Element | None:
    """A child that has a text to judge."""
    child = part.child(local) if is_item(part) else None
    return child if child is not None and child.text and is_readable(child) else None


def _in_publication(part: Part, local: str) -> Element | None:
    publication = part.child("publication") if is_item(part) else None
    if publication is None:
        return None
    found = publication.named(local)
    return found[0] if found and found[0].text and is_readable(found[0]) else None


def publication_name(part: Part) -> Element | None:
    """The element with the name of a news item's publication; None when none is known."""
    return _in_publication(part, "name")


def publication_of(part: Part) -> str:
    """The name of the publication of a news item, empty when it has none that is known."""
    name = publication_name(part)
    return "" if name is None else name.text


# Dates


@rule(
    "news-date-invalid",
    title=N_("Date of an article in another form"),
    message=N_(
        "“{value}” is no date; that of an article looks like 2024-05-01 or "
        "2024-05-01T08:30:00+02:00. Google reports it as invalid and leaves the article out."
    ),
    kinds=URLSET_ONLY,
)
def news_date_invalid(part: Part, context: Context) -> Hit | None:
    """The date of an article is not in one of the forms that Google reads.

    Good: ``2024-05-01``, ``2024-05-01T08:30+02:00``. Bad: ``2024``, ``2024-05``, ``1 May 2024``.
    """
    child = _leaf(part, "publication_date")
    if child is None or read_date(child.text).verdict in (None, "no-seconds"):
        return None
    if read_date(child.text).is_valid:
        return value_hit(part, child)._replace(message=_NO_DAY)
    hits = run_rules(lastmod.FORMS, Value("lastmod", child.text), context)
    if not hits:
        return value_hit(part, child)
    form, hit = hits[0]
    found = value_hit(part, child, _date_fix(child, hit.fix), dict(hit.parameters))
    return found._replace(message=hit.message or form.message)


_NO_DAY = N_(
    "“{value}” names no day; the date of an article is a full one, such as 2024-05-01. "
    "Google News does not read others."
)


def _date_fix(child: Element, fix: Fix | None) -> Fix | None:
    """What a rule about lastmod would write, written here."""
    if fix is None or fix.name != "set_field":
        return None
    is_sure = fix.kind is FixKind.SAFE
    mended = text_fix(child, str(fix.parameters["value"]), is_sure=is_sure)
    return mended and mended._replace(question=fix.question, note=fix.note)


def _published(part: Part) -> tuple[Element, DateReading] | None:
    """The date of an article, if it is one that Google reads."""
    child = _leaf(part, "publication_date")
    if child is None:
        return None
    reading = read_date(child.text)
    is_full = reading.verdict in (None, "no-seconds") and reading.instant is not None
    return (child, reading) if is_full else None


def _is_date_only(text: str) -> bool:
    return "T" not in text


@rule(
    "news-too-old",
    title=N_("Article too old for a news sitemap"),
    message=N_(
        "The article is of “{value}”; a news sitemap lists those of the last two days. "
        "Older ones can stay in the ordinary sitemap. Google News leaves them out."
    ),
    kinds=URLSET_ONLY,
)
def news_too_old(part: Part, context: Context) -> Hit | None:
    """An article was published more than two days ago. A date without a time counts till its end.

    The address may stay, without the news item.
    """
    found = _published(part)
    if found is None:
        return None
    child, reading = found
    last = (reading.instant or 0) + (DAY if _is_date_only(child.text) else 0)
    if last >= context.now - OLDEST:
        return None
    fix = splice(part.element.removed(), is_sure=False, question="news_old")
    if answer_to("news_old", context.answers) == "entry":
        fix = ask("delete_entry")._replace(question="news_old")
    return value_hit(part, child)._replace(fix=fix)


@rule(
    "news-in-future",
    title=N_("Article from the future"),
    message=N_(
        "The article is of “{value}”, which is still to come; the date is that of its first "
        "publication. Google may not show it until then."
    ),
    kinds=URLSET_ONLY,
)
def news_in_future(part: Part, context: Context) -> Hit | None:
    """An article's date lies more than an hour ahead."""
    found = _published(part)
    if found is None or (found[1].instant or 0) <= context.now + HOUR:
        return None
    return value_hit(part, found[0])


@rule(
    "news-lastmod-newer",
    title=N_("Article newer than its page"),
    message=N_(
        "The article is of “{value}”, but its page changed last on “{example}”. "
        "One of the two dates is wrong."
    ),
    kinds=URLSET_ONLY,
)
def news_lastmod_newer(part: Part, _context: Context) -> Hit | None:
    """An article was published more than a day after the ``lastmod`` of its entry."""
    found = _published(part)
    changed = part.entry.value("lastmod") if found is not None else None
    if found is None or changed is None or not changed.text:
        return None
    reading = read_date(changed.text)
    if reading.instant is None or (found[1].instant or 0) <= reading.instant + DAY:
        return None
    return value_hit(part, found[0], None, {"example": changed.text})


# Language


@lru_cache(maxsize=1024)
def is_news_language(text: str) -> bool:
    """Whether Google News takes a text for a language."""
    return text in CHINESE or is_language(text)


_TAG = re.compile(r"([a-z]{2,3})((?:-[a-z0-9]{2,8})*)")
_IN_CHINA = {"hans": "zh-cn", "cn": "zh-cn", "hant": "zh-tw", "tw": "zh-tw"}
_NEAR_CHINA = {"hk": "zh-tw", "mo": "zh-tw", "sg": "zh-cn", "my": "zh-cn"}


@lru_cache(maxsize=1024)
def news_language(text: str) -> tuple[str | None, bool]:
    """The language that a wrong text means, None when nobody knows, and whether that is sure."""
    found = _TAG.fullmatch(text.strip().lower().replace("_", "-"))
    if found is None:
        return None, False
    language, others = found[1], found[2].split("-")[1:]
    if language in FORMER_LANGUAGES:
        return FORMER_LANGUAGES[language], False
    if not is_language(language):
        return None, False
    if language == "zh" and others:
        return _chinese(others)
    return language, True


def _chinese(others: list[str]) -> tuple[str | None, bool]:
    for tag in others:
        if tag in _IN_CHINA:
            return _IN_CHINA[tag], True
    return next((_NEAR_CHINA[tag] for tag in others if tag in _NEAR_CHINA), "zh"), False


@rule(
    "news-language-invalid",
    title=N_("Language of a publication"),
    message=N_(
        "“{value}” is no language as news have it: two or three small letters of ISO 639, such as "
        "“{example}”, or zh-cn or zh-tw. Google News does not know what the article is written in."
    ),
    kinds=URLSET_ONLY,
)
def news_language_invalid(part: Part, _context: Context) -> Hit | None:
    """The language is not written as two or three small letters of ISO 639.

    Good: ``en``, ``fil``, ``zh-cn``. Bad: ``en-US``, ``EN``, ``English``, ``zh-Hans``.
    """
    child = _in_publication(part, "language")
    if child is None or is_news_language(child.text):
        return None
    right, is_sure = news_language(child.text)
    fix = text_fix(child, right, is_sure=is_sure)
    return value_hit(part, child, fix, {"example": right or "en"})


# Name and title

_TRAILING = re.compile(r"\s*\([^()]*\)$")
_PARENTHESIS = re.compile(r"\([^()]*\)")


def plain_name(name: str) -> str:
    """A name without what stands in parentheses at its end."""
    while _TRAILING.search(name):
        name = _TRAILING.sub("", name)
    return name


@rule(
    "news-name-parenthesis",
    title=N_("Parentheses in the name of a publication"),
    message=N_(
        "The name “{value}” has something in parentheses; it must be the name as Google News shows "
        "it, without them: “{example}”. Else Google may not know the publication."
    ),
    kinds=URLSET_ONLY,
)
def news_name_parenthesis(part: Part, _context: Context) -> Hit | None:
    """The name of a publication has a part in parentheses.

    Good: ``The Example Times``. Bad: ``The Example Times (subscription)``.
    """
    child = _in_publication(part, "name")
    if child is None or "(" not in child.text or not _PARENTHESIS.search(child.text):
        return None
    plain = plain_name(child.text)
    is_mended = bool(plain) and plain != child.text
    fix = text_fix(child, plain) if is_mended else None
    example = plain if is_mended else _PARENTHESIS.sub("", child.text).strip()
    return value_hit(part, child, fix, {"example": example or "The Example Times"})


@rule(
    "news-name-parenthesis",
    title=N_("Parentheses in the name of a publication"),
    message=N_(
        "The news items name {count} publications, such as “{value}” and “{example}”. "
        "It must be the same name each time, without parentheses, as Google News shows it."
    ),
    kinds=URLSET_ONLY,
)
def news_names_differ(file: File, context: Context) -> Hit | None:
    """The name of a publication has a part in parentheses, or a file has several names.

    Good: ``The Example Times`` in all news items. Bad: ``The Example Times (subscription)``.
    """
    names: dict[str, int] = {}
    for name, count in file.stats.news_names.items():
        plain = plain_name(name)
        names[plain] = names.get(plain, 0) + count
    names.pop("", None)
    if len(names) < 2:
        return None
    usual, other = sorted(names, key=lambda name: (-names[name], name))[:2]
    right = answer_to("news_name", context.answers).strip() or usual
    fix = ask("name_publication", publication=right)._replace(question="news_name")
    return Hit({"count": format_number(len(names)), "example": other}, fix, value=usual)


_ISO_DATE = re.compile(r"(?<!\d)\d{4}-\d\d-\d\d(?!\d)")


@rule(
    "news-title-noise",
    title=N_("Title of an article with more than the title"),
    message=N_(
        "The title holds “{found}”; it should be that of the article alone, as on its page. "
        "Google News shows name and date beside it."
    ),
    kinds=URLSET_ONLY,
)
def news_title_noise(part: Part, _context: Context) -> Hit | None:
    """The title of an article holds the name of the publication or a date, or is very long."""
    child = _leaf(part, "title")
    if child is None:
        return None
    name = _in_publication(part, "name")
    found = _name_in(child.text, plain_name(name.text)) if name is not None else None
    date = _ISO_DATE.search(child.text)
    if found is None and date is not None:
        found = date[0]
    if found is not None:
        return value_hit(part, child, None, {"found": found})
    if len(child.text) <= MAX_TITLE:
        return None
    shown = {"count": len(child.text), "limit": MAX_TITLE}
    return value_hit(part, child, None, shown)._replace(message=_LONG)


_LONG = N_(
    "The title has {count} characters; more than {limit} are hardly ever shown in full. "
    "It should be that of the article alone."
)


def _name_in(title: str, name: str) -> str | None:
    """The name of the publication as it stands in a title, as words of its own."""
    place = title.lower().find(name.lower())
    if place < 0 or len(name) < MIN_NAME:
        return None
    last = place + len(name)
    around = title[max(place - 1, 0) : place] + title[last : last + 1]
    return None if any(character.isalnum() for character in around) else title[place:last]


RULES: tuple[Rule[Part], ...] = (
    news_date_invalid,
    news_too_old,
    news_in_future,
    news_lastmod_newer,
    news_language_invalid,
    news_name_parenthesis,
    news_title_noise,
)
FILE_RULES: tuple[Rule[File], ...] = (news_names_differ,)
