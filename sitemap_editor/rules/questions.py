"""What people have to decide before a fix can be worked out: the question, the answers, the usual.

A fix names its question; the answer comes back in ``Context.answers`` under the same key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sitemap_editor.protocol.fields import CHANGE_FREQUENCIES
from sitemap_editor.support.i18n import N_


@dataclass(frozen=True, slots=True)
class Question:
    """One decision. ``choices`` are answers and what they mean, marked for translation.

    Without choices the answer is typed; ``hint`` shows what it looks like. ``default`` is what a
    fix does when nobody answers, empty when it then does nothing.
    """

    text: str
    choices: tuple[tuple[str, str], ...] = ()
    default: str = ""
    hint: str = ""

    def takes(self, answer: str) -> bool:
        """Whether this can be an answer."""
        return not self.choices or answer in dict(self.choices)


def _offset(minutes: int) -> str:
    sign = "-" if minutes < 0 else "+"
    return f"{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


_HOURS = tuple(range(-12 * 60, 14 * 60 + 1, 60))
_HALF_HOURS = (-570, -210, -150, 210, 270, 330, 345, 390, 525, 570, 630, 765)
ZONES = tuple(_offset(minutes) for minutes in sorted((*_HOURS, *_HALF_HOURS)) if minutes)
"""The offsets that some place on earth has, from west to east; Z stands for none."""

QUESTIONS: Mapping[str, Question] = {
    "date_order": Question(
        N_("In which order do these dates stand?"),
        (("dmy", N_("Day, month, year")), ("mdy", N_("Month, day, year"))),
        "dmy",
    ),
    "zone": Question(
        N_("Which time zone do times without one mean?"),
        (
            ("cut", N_("Unknown: keep the day alone")),
            ("Z", N_("World time (Z)")),
            *((zone, zone) for zone in ZONES),
        ),
        "cut",
    ),
    "future": Question(
        N_("What should become of dates in the future?"),
        (("remove", N_("Remove them")), ("today", N_("Set them to today"))),
        "remove",
    ),
    "keep": Question(
        N_("Which of the entries about one page should stay?"),
        (
            ("first", N_("The first")),
            ("last", N_("The last")),
            ("newest", N_("The one with the newest date")),
            ("richest", N_("The one that says most")),
        ),
        "first",
    ),
    "site_host": Question(
        N_("Which site do these addresses belong to?"), hint="https://www.example.com"
    ),
    "frequency": Question(
        N_("How often do these pages change?"),
        (("remove", N_("Unknown: remove it")), *((word, word) for word in CHANGE_FREQUENCIES)),
        "remove",
    ),
    "slash": Question(
        N_("How should these addresses end?"),
        (
            ("usual", N_("Like most of the others")),
            ("with", N_("With a slash")),
            ("without", N_("Without a slash")),
        ),
        "usual",
    ),
    "backslash": Question(
        N_("What does a backslash in an address mean?"),
        (("encode", N_("Itself: write %5C")), ("slash", N_("A slash: write /"))),
        "encode",
    ),
    "white_space": Question(
        N_("What does white space inside an address mean?"),
        (
            ("join", N_("A break in one address: remove it")),
            ("encode", N_("A space: write %20")),
        ),
        "join",
    ),
    "hash": Question(
        N_("What does # in the address of a sitemap mean?"),
        (
            ("drop", N_("A mark within the page: leave it out")),
            ("encode", N_("Itself: write %23")),
        ),
        "drop",
    ),
    "unknown_element": Question(
        N_("What should become of an image, video or news element without its prefix?"),
        (("prefix", N_("Give it the prefix")), ("remove", N_("Remove it"))),
        "prefix",
    ),
    "video_expired": Question(
        N_("What should become of videos that have expired?"),
        (
            ("block", N_("Take the video out")),
            ("tag", N_("Keep the video, take the date out")),
        ),
        "block",
    ),
    "relationship": Question(
        N_("What do lists of countries and devices mean that do not say it?"),
        (
            ("allow", N_("Show the video there only (allow)")),
            ("deny", N_("Show it everywhere else (deny)")),
        ),
    ),
    "news_name": Question(
        N_("What is the name of the publication, as Google News shows it?"),
        hint="The Example Times",
    ),
    "news_language": Question(
        N_("In which language is the publication?"),
        hint="en",
    ),
    "news_old": Question(
        N_("What should become of articles that are too old?"),
        (
            ("item", N_("Keep the address, remove the news item")),
            ("entry", N_("Remove the whole entry")),
        ),
        "item",
    ),
    "x_default": Question(
        N_("Which of the languages should people of all others get?"), default="en", hint="en"
    ),
    "self_code": Question(
        N_("In which language are the pages that do not name themselves?"), hint="en-GB"
    ),
    "charset": Question(
        N_("In which character set was the file written?"),
        (
            ("guess", N_("As it is shown now")),
            ("windows-1252", N_("Western European (windows-1252)")),
            ("windows-1251", N_("Cyrillic (windows-1251)")),
            ("iso-8859-2", N_("Central European (ISO-8859-2)")),
        ),
        "guess",
    ),
}
"""All questions by key."""


def answer_to(key: str, answers: Mapping[str, str]) -> str:
    """The answer given, or the usual one when there is none or one that cannot be."""
    question = QUESTIONS[key]
    given = answers.get(key, "")
    return given if given and question.takes(given) else question.default
