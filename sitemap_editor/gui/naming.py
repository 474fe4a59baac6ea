"""Names for what Qt makes itself, so that a screen reader does not only say "button"."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QMenu, QToolButton

from sitemap_editor.support.i18n import _

CLEAR_ACTION = "_q_qlineeditclearaction"
"""Qt's own name of the action that empties a line."""


def name_buttons_of(line: QLineEdit) -> None:
    """Name the buttons inside a line by what they do, and a mere picture by the line itself."""
    for button in line.findChildren(QToolButton):
        action = button.defaultAction()
        is_clear = action is not None and action.objectName() == CLEAR_ACTION
        own = _("Clear") if is_clear else action.text() if action is not None else ""
        button.setAccessibleName(own or line.accessibleName())


def name_menu(menu: QMenu, name: str = "") -> None:
    """Name a menu, by its title unless another name is given."""
    menu.setAccessibleName(name or menu.title().replace("&", ""))
