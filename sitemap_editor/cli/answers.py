"""Answers to the questions of fixes, as they are given on the command line."""

from __future__ import annotations

from collections.abc import Iterable

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.rules.questions import QUESTIONS
from sitemap_editor.support.i18n import _


def answers_of(given: Iterable[str]) -> dict[str, str]:
    """Answers by the key of their question; raises SitemapError for what is none."""
    answers: dict[str, str] = {}
    for text in given:
        key, _mark, value = text.partition("=")
        question = QUESTIONS.get(key)
        if question is None:
            said = _("No fix asks for {key}; there are: {choices}.")
            raise SitemapError(said.format(key=key, choices=", ".join(QUESTIONS)))
        if not value or not question.takes(value):
            said = _("{value} is no answer to {key}; there are: {choices}.")
            choices = ", ".join(answer for answer, _text in question.choices) or question.hint
            raise SitemapError(said.format(value=value or "–", key=key, choices=choices))
        answers[key] = value
    return answers
