"""What is said about a rule: its title, why it matters, whose rule it is, what its fix does."""

from __future__ import annotations

from inspect import cleandoc
from typing import TYPE_CHECKING

from sitemap_editor.protocol.findings import FixKind
from sitemap_editor.rules.catalogue import CATALOGUE
from sitemap_editor.rules.registry import RULES
from sitemap_editor.support.i18n import _, pgettext

if TYPE_CHECKING:
    from sitemap_editor.rules.report import RuleGroup


def title_of(code: str) -> str:
    """What is wrong, in a few words."""
    rule = RULES.get(code)
    return _(rule.title) if rule is not None else code


def why_of(code: str) -> str:
    """Why it matters, and to whom."""
    rule = RULES.get(code)
    return " ".join(_(cleandoc(rule.help)).split()) if rule is not None else ""


def source_of(code: str) -> str:
    """Who says so."""
    info = CATALOGUE.get(code)
    return info.source_names() if info is not None else ""


def fix_kind_of(group: RuleGroup) -> FixKind:
    """Whether the findings of a group can be mended."""
    return group.fix


def fix_label(group: RuleGroup | None) -> str:
    """The link that mends a group; "…" when it asks first, empty when there is no fix."""
    kind = fix_kind_of(group) if group is not None else FixKind.ASK
    if kind is FixKind.NONE:
        return ""
    return pgettext("link", "Fix…") if kind is FixKind.ASK else pgettext("link", "Fix")
