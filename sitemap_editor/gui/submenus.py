"""Menus whose content depends on what is open: recent files, columns, documents, profiles."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from sitemap_editor.protocol.profiles import PROFILES
from sitemap_editor.support import settings as declared
from sitemap_editor.support.i18n import _
from sitemap_editor.support.settings import recent_files

from . import theme
from .action_set import ActionSet
from .actions import LANGUAGES, THEMES
from .actions.sets import SET_MENU
from .commands.context import Context
from .icons import icon
from .menus import add_actions
from .naming import name_menu
from .profiles import profiles_text, toggled
from .session import Session

Fill = Callable[[QMenu], None]


def make_submenus(context: Context, actions: ActionSet) -> dict[str, QMenu]:
    """All submenus by the name they have in the tables of menus."""
    window = context.window
    return {
        "recent": _menu(_("Open &recent"), partial(_fill_recent, context), window, "open"),
        "set": _table_menu(_("&Set of sitemaps"), SET_MENU, actions, window, "index"),
        "columns": _menu(_("C&olumns"), partial(_fill_columns, context), window, "columns"),
        "documents": _menu(_("&Documents"), partial(_fill_documents, context), window),
        "profile": profile_menu(context),
        "theme": _choice_menu(_("&Theme"), actions, [a.id for a in THEMES], window, "theme"),
        "language": _choice_menu(
            _("&Language"), actions, [a.id for a in LANGUAGES], window, "language"
        ),
    }


def _menu(title: str, fill: Fill, parent: QWidget, icon_name: str = "") -> QMenu:
    menu = QMenu(title, parent)
    name_menu(menu)
    if icon_name:
        menu.setIcon(icon(icon_name))

    def refill() -> None:
        menu.clear()
        fill(menu)

    menu.aboutToShow.connect(refill)
    return menu


def _table_menu(
    title: str,
    ids: tuple[str | None, ...],
    actions: ActionSet,
    parent: QWidget,
    icon_name: str,
) -> QMenu:
    menu = QMenu(title, parent)
    name_menu(menu)
    menu.setIcon(icon(icon_name))
    add_actions(menu, actions, ids)
    return menu


def _choice_menu(
    title: str, actions: ActionSet, ids: list[str], parent: QWidget, icon_name: str
) -> QMenu:
    menu = QMenu(title, parent)
    name_menu(menu)
    menu.setIcon(icon(icon_name))
    group = QActionGroup(menu)
    for name in ids:
        group.addAction(actions[name])
        menu.addAction(actions[name])
    return menu


def _fill_recent(context: Context, menu: QMenu) -> None:
    paths = recent_files(context.settings)
    if not paths:
        menu.addAction(_("No file was opened yet")).setEnabled(False)
    for path in paths:
        action = menu.addAction(path.name.replace("&", "&&"))
        action.setToolTip(str(path))
        action.triggered.connect(lambda _on, path=path: context.workspace.open_paths([path]))
    menu.setToolTipsVisible(True)


def _fill_columns(context: Context, menu: QMenu) -> None:
    context.table.header.fill_column_menu(menu)


def _fill_documents(context: Context, menu: QMenu) -> None:
    group = QActionGroup(menu)
    for session in context.workspace.sessions:
        action = menu.addAction(session.name.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(session is context.session)
        action.triggered.connect(lambda _on, session=session: context.workspace.activate(session))
        group.addAction(action)
    if not context.workspace.sessions:
        menu.addAction(_("No file is open.")).setEnabled(False)


# Profiles


def profile_menu(context: Context, parent: QWidget | None = None) -> QMenu:
    """A menu to choose whose rules count."""
    menu = QMenu(_("Whose &rules count"), parent or context.window)
    name_menu(menu)
    menu.aboutToShow.connect(lambda: _fill_profiles(context, menu))
    return menu


def _fill_profiles(context: Context, menu: QMenu) -> None:
    menu.clear()
    chosen = context.profiles
    for name, profile in PROFILES.items():
        action = menu.addAction(_(profile.title))
        action.setObjectName(f"profile.{name}")
        action.setCheckable(True)
        action.setChecked(name in chosen)
        action.setEnabled(chosen != (name,))
        action.triggered.connect(lambda _on, name=name: _toggle_profile(context, name))


def _toggle_profile(context: Context, name: str) -> None:
    profiles = toggled(context.profiles, name)
    context.settings.set(declared.PROFILES, profiles)
    context.workspace.set_profiles(profiles)


class ProfileButton(QToolButton):
    """Says whose rules count, and lets choose; ``renamed`` when it says something else."""

    renamed = Signal()

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self._is_short = False
        self.setObjectName("profileButton")
        theme.set_role(self, "chip")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setMenu(profile_menu(context, self))
        context.settings.on_change.append(lambda _setting: self.refresh())
        context.workspace.session_opened.connect(self._on_session_opened)
        context.workspace.active_changed.connect(self.refresh)
        self.refresh()

    def set_short(self, is_short: bool) -> None:
        """Leave the names to the tooltip."""
        if is_short != self._is_short:
            self._is_short = is_short
            self._show()

    def _on_session_opened(self, session: Session) -> None:
        session.policy_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Show what is chosen."""
        self._show()
        self.renamed.emit()

    def _show(self) -> None:
        chosen = self._context.profiles
        text = _("Rules: {profiles} ▾").format(profiles=profiles_text(chosen))
        self.setText(_("Rules ▾") if self._is_short else text)
        every = ", ".join(_(PROFILES[name].title) for name in chosen)
        said = _("Whose rules count: {profiles}").format(profiles=every)
        self.setAccessibleName(said)
        self.setToolTip(said)
