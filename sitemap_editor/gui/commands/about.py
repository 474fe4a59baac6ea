"""Commands of the help menu."""

from __future__ import annotations

from PySide6.QtGui import QAction, QKeySequence

from sitemap_editor.support.i18n import _

from .context import Context


def keys(context: Context) -> None:
    """Show all keys."""
    context.interaction.ask_form("keys", groups=key_groups(context.window.findChildren(QAction)))


def key_groups(actions: list[QAction]) -> list[tuple[str, list[tuple[str, str]]]]:
    """What each key does, by the family of the action."""
    headings = {
        "file": _("Files"),
        "edit": _("Editing"),
        "entry": _("Entries"),
        "tools": _("Findings"),
        "view": _("View"),
        "window": _("Documents"),
        "help": _("Help"),
    }
    groups: dict[str, list[tuple[str, str]]] = {}
    for action in actions:
        family = action.objectName().partition(".")[0]
        if action.shortcuts() and family in headings:
            row = (plain_text(action), _keys_of(action))
            groups.setdefault(headings[family], []).append(row)
    return list(groups.items())


def plain_text(action: QAction) -> str:
    """What an action is called, without the marks of menus."""
    text = action.text().replace("&&", "\0").replace("&", "").replace("\0", "&")
    return text.rstrip("…")


def _keys_of(action: QAction) -> str:
    native = QKeySequence.SequenceFormat.NativeText
    return ", ".join(key.toString(native) for key in action.shortcuts())


def log(context: Context) -> None:
    """Show the program's log."""
    context.interaction.ask_form("log")


def about(context: Context) -> None:
    """Say what this program is and which version."""
    context.interaction.ask_form("about")
