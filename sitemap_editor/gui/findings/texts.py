"""What is said about a rule: its title, its help, whose rule it is, whether it can be mended."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.support.i18n import _, pgettext

if TYPE_CHECKING:
    from sitemap_editor.rules.report import RuleGroup


def title_of(code: str) -> str:
    """What is wrong, in a few words."""
    from sitemap_editor.rules.help.pages import page  # all rules: not before the first finding
    from sitemap_editor.rules.registry import RULES

    rule = RULES.get(code)
    if rule is not None:
        return _(rule.title)
    # What no check reports, such as a repair, has its title on its page.
    return page(code).title if code in CATALOGUE else code


def help_of(code: str) -> str:
    """What the rule is about, in paragraphs, with ``code`` between double back-ticks."""
    from sitemap_editor.rules.help.pages import page
    from sitemap_editor.rules.registry import RULES, help_text

    rule = RULES.get(code)
    if rule is not None:
        return _(help_text(rule))
    return page(code).what.replace("`", "``") if code in CATALOGUE else ""


def as_html(text: str) -> str:
    """Help as rich text: paragraphs, and code in the fixed-width font."""
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
    marked = [_CODE.sub(r"<code>\1</code>", escape(breakable(part))) for part in paragraphs]
    return "".join(f'<p style="margin: 0 0 4px 0">{part}</p>' for part in marked)


def breakable(text: str) -> str:
    """``text`` with places to break a line in words that are too long for a narrow panel."""
    return _LONG.sub(lambda found: found[0] + ZERO_WIDTH_SPACE, text)


_CODE = re.compile("``(.+?)``")
_LONG = re.compile(r"[^\s`]{24}(?=[^\s`]{8})")
ZERO_WIDTH_SPACE = "\u200b"


def source_of(code: str) -> str:
    """Who says so."""
    info = CATALOGUE.get(code)
    return info.source_names() if info is not None else ""


def fix_kind_of(group: RuleGroup) -> FixKind:
    """Whether the findings of a group can be mended."""
    return group.fix


def fix_label(group: RuleGroup | None) -> str:
    """The link that mends a group; "…" when it asks first, empty when there is no fix.

    What is ignored is not mended but heard of again, what was repaired is shown.
    """
    if group is not None and group.is_ignored:
        return pgettext("link", "Stop ignoring")
    kind = fix_kind_of(group) if group is not None else FixKind.ASK
    if kind is FixKind.NONE:
        return ""
    if group is not None and group.is_repaired:
        return pgettext("link", "Show")
    return pgettext("link", "Fix…") if kind is FixKind.ASK else pgettext("link", "Fix")
