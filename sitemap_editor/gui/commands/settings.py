"""The settings: asked for in one form, and in force at once where that is possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sitemap_editor.support import log
from sitemap_editor.support import settings as declared
from sitemap_editor.support.settings import Setting

from . import views
from .context import Context

MEGABYTE = 1024 * 1024


def show(context: Context) -> None:
    """Ask for the settings, and apply those that were changed."""
    values = context.interaction.ask_form("settings", settings=context.settings)
    if not isinstance(values, dict):
        return
    for setting, value in values.items():
        if value != context.settings.get(setting):
            _change(context, setting, value)


def _change(context: Context, setting: Setting[Any], value: Any) -> None:
    apply = _APPLIED.get(setting.key)
    if apply is not None:
        apply(context, value)
    context.settings.set(setting, value)


def set_undo_budget(context: Context, megabytes: int) -> None:
    """Let every open document keep that much for undo."""
    for session in context.workspace.sessions:
        session.doc.history.budget = megabytes * MEGABYTE


_APPLIED: dict[str, Callable[[Context, Any], None]] = {
    declared.THEME.key: lambda context, mode: views.set_theme(mode)(context),
    declared.LANGUAGE.key: lambda context, code: views.set_language(code)(context),
    declared.COMPACT_ROWS.key: lambda context, _is_on: views.toggle_compact(context),
    declared.UNDO_BUDGET_MB.key: set_undo_budget,
    declared.LOG_ADDRESSES.key: lambda _context, is_on: log.write_addresses(is_on),
}
"""What else a change does than being remembered."""
