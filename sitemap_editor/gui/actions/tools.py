"""The menu Tools."""

from __future__ import annotations

from sitemap_editor.gui.action import Action
from sitemap_editor.gui.commands import (
    applying,
    bulk,
    comparing,
    findings,
    merging,
    repairs,
    rules,
    set_bulk,
    splitting,
)
from sitemap_editor.gui.commands.context import always, has_document, why_read_only
from sitemap_editor.support.i18n import N_

TOOLS = (
    Action(
        "tools.check", N_("&Check"), findings.check, has_document, "check", ("F8",), commits=True
    ),
    Action(
        "tools.fix_all",
        N_("&Fix all safe…"),
        findings.fix_all_safe,
        findings.has_safe_fixes,
        "fix",
        tip=N_("Shows what all safe fixes would change, then does it"),
        commits=True,
    ),
    Action(
        "tools.diff",
        N_("C&ompare…"),
        comparing.compare,
        always,
        "compare",
        ("F7",),
        N_("Shows what differs from the file on disk, a backup, or any other sitemap or list"),
        commits=True,
    ),
    Action(
        "tools.apply_list",
        N_("&Apply list…"),
        applying.apply_list,
        applying.can_apply,
        "apply-list",
        ("Ctrl+L",),
        N_("Looks for the pages of a list, to remove, keep, change or compare them"),
        commits=True,
        why_not=why_read_only,
    ),
    Action(
        "tools.address",
        N_("Change a&ddress…"),
        bulk.change_address,
        bulk.has_entries,
        "link",
        tip=N_("Moves addresses to another scheme, host, port or folder"),
        commits=True,
        why_not=why_read_only,
    ),
    Action(
        "tools.address_in_set",
        N_("Change address in all &files…"),
        set_bulk.address_in_set,
        set_bulk.can_change_set,
        "link",
        tip=N_("Moves an index and its sitemaps to another scheme, host, port or folder"),
        commits=True,
    ),
    Action(
        "tools.dedupe",
        N_("Remove d&uplicates…"),
        bulk.dedupe,
        bulk.can_sort,
        "duplicate",
        tip=N_("Makes one entry of those about one page"),
        commits=True,
        why_not=why_read_only,
    ),
    Action(
        "tools.next_finding",
        N_("&Next finding"),
        findings.next_finding,
        findings.has_report,
        "next",
        ("F3",),
    ),
    Action(
        "tools.previous_finding",
        N_("&Previous finding"),
        findings.previous_finding,
        findings.has_report,
        "previous",
        ("Shift+F3",),
    ),
    Action(
        "tools.repairs",
        N_("Re&pairs…"),
        repairs.show,
        repairs.has_repairs,
        "fix",
        tip=N_("Shows what was mended to read the file, and lets you refuse it"),
    ),
    Action(
        "tools.split",
        N_("&Split…"),
        splitting.split,
        splitting.can_split,
        "split",
        tip=N_("Makes several smaller sitemaps and an index that names them"),
        commits=True,
        why_not=splitting.why_not_split,
    ),
    Action(
        "tools.merge",
        N_("&Merge…"),
        merging.merge,
        always,
        "merge",
        tip=N_("Makes one sitemap of several, and of pages that are in several one entry"),
        commits=True,
    ),
    Action("tools.rules", N_("&Rules and profiles…"), rules.settings, always, "settings"),
)
