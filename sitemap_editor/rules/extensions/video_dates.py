"""Group J, fourth part: when a video was published and when it expires."""

from __future__ import annotations

from sitemap_editor.markup.elements import Element
from sitemap_editor.protocol.dates import read_date
from sitemap_editor.rules.base import URLSET_ONLY, Context, Fix, Hit, rule, run_rules
from sitemap_editor.rules.lastmod import DAY, FORMS, element_empty
from sitemap_editor.rules.questions import answer_to
from sitemap_editor.rules.values import Value
from sitemap_editor.support.i18n import N_

from .addresses import Said
from .part_hits import is_readable, joined, value_hit
from .parts import Part, splice

LONGEST_DATE = 200
DATES = ("publication_date", "expiration_date")
_READERS = (element_empty, *FORMS)
"""One of them has something to say about every text that is no day and no whole time."""


@rule(
    "video-date-invalid",
    title=N_("Date of a video cannot be used"),
    message=N_(
        "The date in <{name}> cannot be used. {reason} A video takes a day, or a day with hours, "
        "minutes, seconds and zone; Search Console says “Invalid date” of anything else."
    ),
    kinds=URLSET_ONLY,
)
def video_date_invalid(part: Part, context: Context) -> Hit | None:
    """A date is neither a day nor a day with a whole time and zone.

    Good: ``2024-05-01``, ``2024-05-01T08:30:00+02:00``. Bad: ``2024-05``, ``2024-05-01T08:30Z``.
    """
    hits = [
        _date(part, child, context)
        for name in DATES
        for child in part.named.get(name, ())
        if not _is_right(child.text) and is_readable(child)
    ]
    return joined(hits) if hits else None


def _is_right(text: str) -> bool:
    return 0 < len(text) <= LONGEST_DATE and read_date(text).verdict is None


def _date(part: Part, child: Element, context: Context) -> Hit:
    text = child.text
    is_whole = len(text) <= LONGEST_DATE
    value = Value(child.local, text[:LONGEST_DATE])
    one, hit = run_rules(_READERS, value, context)[0]
    known = {"value": value.text, "field": part.field(child.local), **hit.parameters}
    fix = _as_splice(child, hit.fix) if is_whole else None
    shown = {"reason": Said(one, known, hit.message), "example": known.get("example", "2024-05-01")}
    return value_hit(part, child, fix, shown)._replace(message=_OWN_WORDS.get(one.code))


_OWN_WORDS = {
    "lastmod-no-seconds": N_(
        "“{value}” in <{name}> has no seconds; dates of videos have them: “{example}”. "
        "Search Console says “Invalid date”."
    ),
    "lastmod-low-precision": N_(
        "“{value}” in <{name}> names no day; dates of videos are whole, such as “{example}”. "
        "Search Console says “Invalid date”."
    ),
    "element-empty": N_(
        "<{name}> is empty; give it a date such as {example} or leave it out. "
        "Search Console says “Invalid date”."
    ),
}
"""What the rules about lastmod say of these does not hold for videos."""


def _as_splice(child: Element, fix: Fix | None) -> Fix | None:
    """The same change made to this element."""
    if fix is None:
        return None
    value = str(fix.parameters.get("value", ""))
    reading = read_date(value)
    if reading.verdict == "no-seconds" and reading.suggestion:
        value = reading.suggestion
    changes = child.with_text(value) if value else child.removed()
    return fix._replace(name="splice", parameters={"splices": changes})


def _moment(part: Part, name: str) -> tuple[Element, int] | None:
    """The first date of this name that is right, and its beginning."""
    child = part.child(name)
    if child is None or not 10 <= len(child.text) <= LONGEST_DATE:
        return None
    instant = read_date(child.text).instant
    return None if instant is None else (child, instant)


@rule(
    "video-expired",
    title=N_("Video has expired"),
    message=N_(
        "The video expired on {value}. Google no longer shows it; take it out of the sitemap, or "
        "the date if the video is still there."
    ),
    kinds=URLSET_ONLY,
)
def video_expired(part: Part, context: Context) -> Hit | None:
    """The expiration date lies in the past.

    A day without a time counts as past when it is over everywhere it was meant.
    """
    found = _moment(part, "expiration_date")
    if found is None:
        return None
    child, instant = found
    end = instant + DAY if len(child.text) == 10 else instant + 1
    if end > context.now:
        return None
    keeps_video = answer_to("video_expired", context.answers) == "tag"
    changes = (child if keeps_video else part.element).removed()
    return value_hit(part, child, splice(changes, is_sure=False, question="video_expired"))


@rule(
    "video-expires-before-published",
    title=N_("Video expires before it is published"),
    message=N_(
        "The video expires on {value} but is published on {example}; one of the dates is wrong. "
        "Google would never show it."
    ),
    kinds=URLSET_ONLY,
)
def video_expires_before_published(part: Part, _context: Context) -> Hit | None:
    """The expiration date is not after the publication date."""
    expires = _moment(part, "expiration_date")
    published = _moment(part, "publication_date") if expires is not None else None
    if expires is None or published is None or expires[1] > published[1]:
        return None
    return value_hit(part, expires[0], None, {"example": published[0].text})


@rule(
    "video-published-in-future",
    title=N_("Video published in the future"),
    message=N_(
        "The publication date {value} lies in the future; it should say when the video was first "
        "published. Google may not show the video until then, or distrust the date."
    ),
    kinds=URLSET_ONLY,
)
def video_published_in_future(part: Part, context: Context) -> Hit | None:
    """The publication date lies more than a day ahead."""
    found = _moment(part, "publication_date")
    return value_hit(part, found[0]) if found and found[1] > context.now + DAY else None


RULES = (
    video_date_invalid,
    video_expired,
    video_expires_before_published,
    video_published_in_future,
)
