"""The menu Help."""

from __future__ import annotations

from sitemap_editor.gui.action import Action
from sitemap_editor.gui.commands import about, rules
from sitemap_editor.gui.commands.context import always
from sitemap_editor.support.i18n import N_

HELP = (
    Action("help.rule", N_("&What is this rule?"), rules.explain, always, "help", ("F1",)),
    Action("help.rules", N_("All &rules"), rules.show_all, always),
    Action("help.keys", N_("&Keys"), about.keys, always, "keyboard", ("Shift+F1",)),
    Action("help.log", N_("Open &log"), about.log, always, "log"),
    Action("help.about", N_("&About"), about.about, always, "help"),
)
