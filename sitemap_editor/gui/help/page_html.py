"""The page of a rule as rich text, in the colours of the theme."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from sitemap_editor.gui import theme
from sitemap_editor.gui.profiles import profile_titles
from sitemap_editor.gui.severities import severity_word
from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.help.pages import Page, group_title, paragraphs, pieces
from sitemap_editor.support.i18n import _

RULE = "rule:"
"""Scheme of a link to another page; after it comes a code, or nothing for the index."""


def page_html(page: Page) -> str:
    """The whole page."""
    parts = [
        f"<style>{_style()}</style>",
        f'<p class="title">{_mark(page)} {escape(page.title)}</p>',
        f'<p class="facts">{escape(_facts(page))}</p>',
        _texts(page.what),
        _section(_("Why it matters"), _texts(page.why)),
        _section(_("Wrong"), _example(page.bad)),
        _section(_("Right"), _example(page.good)),
        _section(_("How to fix it"), _texts(page.fix)),
        _section(_("Who says so"), _sources(page)),
        _section(_("What other tools call it"), _list(map(escape, page.aliases))),
        f'<p class="code"><code>{escape(page.code)}</code></p>',
    ]
    return "".join(part for part in parts if part)


def _style() -> str:
    # Headings of a text document keep sizes of their own, whatever the style says.
    dim, accent = theme.color("dim_text").name(), theme.color("accent").name()
    ground = theme.color("hover").name()
    return (
        "p { margin: 4px 0; }"
        ".title { font-size: 17px; font-weight: 600; margin: 0 0 2px 0; }"
        f".heading {{ font-size: 11px; font-weight: 700; color: {dim}; margin: 14px 0 2px 0; }}"
        f".facts {{ color: {dim}; margin: 0 0 12px 0; }}"
        f".code {{ color: {dim}; margin: 16px 0 0 0; }}"
        f"a {{ color: {accent}; }}"
        f"pre {{ margin: 2px 0; }} td {{ background: {ground}; }}"
    )


def _mark(page: Page) -> str:
    role = str(page.severity)
    color = theme.color(role).name()
    return f'<span style="color: {color}">{theme.SEVERITY_MARKS[role]}</span>'


def _facts(page: Page) -> str:
    fixes = {FixKind.SAFE: _("safe fix"), FixKind.ASK: _("fix asks")}
    facts = [
        severity_word(page.severity),
        group_title(page.group),
        profile_titles(page.info.profiles),
        fixes.get(page.info.fix, ""),
    ]
    return " · ".join(fact for fact in facts if fact)


def _section(heading: str, body: str) -> str:
    return f'<p class="heading">{escape(heading)}</p>{body}' if body else ""


def _texts(text: str) -> str:
    return "".join(f"<p>{_marked(paragraph)}</p>" for paragraph in paragraphs(text))


def _marked(paragraph: str) -> str:
    """A paragraph with its code, and links where the code is that of a rule."""
    return "".join(
        _code(piece) if is_code else escape(piece) for piece, is_code in pieces(paragraph)
    )


def _code(text: str) -> str:
    shown = f"<code>{escape(text)}</code>"
    return f'<a href="{RULE}{escape(text)}">{shown}</a>' if text in CATALOGUE else shown


def _example(text: str) -> str:
    if not text:
        return ""
    return (
        '<table width="100%" cellpadding="8" cellspacing="0"><tr><td>'
        f'<pre style="white-space: pre-wrap">{escape(text)}</pre></td></tr></table>'
    )


def _sources(page: Page) -> str:
    return _list(
        f'<a href="{escape(source.address)}">{escape(source.name)}</a>'
        if source.address
        else escape(source.name)
        for source in page.sources
    )


def _list(items: Iterable[str]) -> str:
    return "".join(f"<p>{item}</p>" for item in items)
