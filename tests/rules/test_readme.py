"""The README's table of rules says what the program does; the tables here are how it must be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import wrap

from sitemap_editor.protocol.findings import FixKind, Severity
from sitemap_editor.rules.catalogue import CATALOGUE, RuleInfo
from sitemap_editor.rules.help.pages import GROUPS
from sitemap_editor.rules.registry import (
    LEFT_OUT,
    LEFT_OUT_GROUPS,
    REFUSED,
    REPAIR,
    RULES,
    WITHOUT_FIX,
)

README = Path(__file__).parents[2] / "README.md"
HEADINGS = ("group", "rules", "error", "warning", "note", "checked", "fix safe", "fix asks")


def why_left_out(one: RuleInfo) -> str | None:
    """Why nobody reports a rule."""
    why = LEFT_OUT.get(one.code) or LEFT_OUT_GROUPS.get(one.group)
    return why if one.code not in RULES and why not in (REFUSED, REPAIR) else None


def figures(rules: Iterable[RuleInfo]) -> Iterator[int]:
    """The cells of a row; a fix counts where it is carried out."""
    known = list(rules)
    checked = [one for one in known if not why_left_out(one)]
    mended = [one for one in checked if one.code not in WITHOUT_FIX]
    yield len(known)
    yield from (sum(one.severity is word for one in known) for word in Severity)
    yield len(checked)
    yield from (sum(one.fix is kind for one in mended) for kind in (FixKind.SAFE, FixKind.ASK))


def table() -> Iterator[str]:
    """A row a group, and their sum."""
    yield f"| {' | '.join(HEADINGS)} |"
    yield f"|---|{'---:|' * (len(HEADINGS) - 1)}"
    for group, title in GROUPS.items():
        cells = figures(one for one in CATALOGUE.values() if one.group == group)
        yield f"| {title} | {' | '.join(map(str, cells))} |"
    yield f"| all | {' | '.join(map(str, figures(CATALOGUE.values())))} |"


def codes_by_reason(reasons: Iterable[tuple[str, str]]) -> Iterator[str]:
    """A line a reason, with the codes it is given for."""
    found: dict[str, list[str]] = {}
    for code, why in reasons:
        found.setdefault(why, []).append(f"`{code}`")
    for why, codes in found.items():
        line = f"- {len(codes)}, {why}: {', '.join(codes)}"
        yield from wrap(line, 100, subsequent_indent="  ", break_on_hyphens=False)


def left_out() -> Iterator[tuple[str, str]]:
    return ((one.code, why) for one in CATALOGUE.values() if (why := why_left_out(one)))


def test_the_readme_counts_the_rules_as_they_are() -> None:
    assert "\n".join(table()) in README.read_text(encoding="utf-8")


def test_the_readme_names_each_rule_that_is_left_out_and_why() -> None:
    assert "\n".join(codes_by_reason(left_out())) in README.read_text(encoding="utf-8")


def test_the_readme_names_each_fix_that_is_left_out_and_why() -> None:
    assert "\n".join(codes_by_reason(WITHOUT_FIX.items())) in README.read_text(encoding="utf-8")
