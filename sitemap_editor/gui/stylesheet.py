"""The style sheet, made of one theme's colours.

Items of tables and trees are left out on purpose: a rule for them would send every cell through
the style sheet engine, and a table paints more than a thousand of them at a time.
"""

from __future__ import annotations

from string import Template
from typing import TYPE_CHECKING

from sitemap_editor.support.resources import resource_path

if TYPE_CHECKING:
    from .theme import Palette

_BASE = """
QMainWindow, QDialog { background: $window; }
QMainWindow::separator { background: transparent; width: 8px; height: 8px; }
QMainWindow::separator:hover { background: $hover; }
QSplitter::handle { background: transparent; }
QToolTip { background: $tooltip; color: $tooltip_text; border: 0; padding: 4px 6px; }
QDockWidget { color: $dim_text; font-weight: 600; titlebar-close-icon: url($close);
  titlebar-normal-icon: url($float); }
QDockWidget::title { background: transparent; padding: 6px 10px; text-align: left; }
QDockWidget::close-button, QDockWidget::float-button { border: 0; padding: 0;
  background: transparent; border-radius: 4px; }
QDockWidget::close-button:hover, QDockWidget::float-button:hover { background: $hover; }
QStatusBar { background: $window; border: 0; }
QStatusBar::item { border: 0; }

QMenuBar { background: $surface; border: 0; border-bottom: 1px solid $border; padding: 2px 8px; }
QMenuBar::item { background: transparent; padding: 4px 10px; border-radius: 4px; }
QMenuBar::item:selected { background: $hover; color: $text; }
QMenu { background: $raised; border: 1px solid $border_strong; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; min-height: 16px; border-radius: 4px; }
QMenu::icon { padding-left: 8px; }
QMenu::item:selected { background: $selection; color: $text; }
QMenu::item:disabled { color: $disabled_text; background: transparent; }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }

QToolBar { background: $window; border: 0; padding: 6px 8px; spacing: 2px; }
QToolBar::separator { background: $border_strong; width: 1px; margin: 6px 8px; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 5px;
  padding: 4px 7px; }
QToolButton:hover { background: $hover; }
QToolButton:pressed, QToolButton:checked { background: $accent_soft; }
QToolButton:checked { color: $accent; }
QToolButton:focus { border-color: $accent; }
QToolButton:disabled { color: $disabled_text; }
QToolButton::menu-indicator { image: none; width: 0; }
QToolButton[role="link"] { color: $accent; padding: 0 1px; }
QToolButton[role="link"]:disabled { color: $disabled_text; }
QToolButton[role="link"]:hover { background: transparent; text-decoration: underline; }
QToolButton[popupMode="1"] { padding-right: 18px; }
QToolButton#qt_toolbar_ext_button { padding: 0; border: 0; qproperty-icon: url($more); }
"""

_BUTTONS = """
QPushButton { background: $raised; border: 1px solid $border_strong; border-radius: 5px;
  padding: 5px 14px; min-height: 18px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $pressed; }
QPushButton:focus { border-color: $accent; }
QPushButton:disabled { color: $disabled_text; border-color: $border; background: $window; }
QPushButton[role="primary"] { background: $accent; color: $on_accent; border-color: $accent;
  font-weight: 600; }
QPushButton[role="primary"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[role="primary"]:focus { border-color: $text; }
QPushButton[role="primary"]:disabled { background: $track; color: $disabled_text;
  border-color: $track; }
QPushButton[role="danger"] { color: $error; border-color: $error; }
QPushButton[role="danger"]:hover { background: $error_soft; }
QPushButton[role="quiet"] { background: transparent; border-color: transparent; }
QPushButton[role="quiet"]:hover { background: $hover; }
QPushButton[role="quiet"]:focus { border-color: $accent; }
QPushButton[role="link"] { background: transparent; border: 1px solid transparent; color: $accent;
  padding: 2px; text-align: left; }
QPushButton[role="link"]:hover { text-decoration: underline; }
QPushButton[role="count_error"], QPushButton[role="count_warning"],
QPushButton[role="count_info"] { background: transparent; border: 1px solid transparent;
  padding: 1px 4px; font-weight: 600; }
QPushButton[role="count_error"] { color: $error; }
QPushButton[role="count_warning"] { color: $warning; }
QPushButton[role="count_info"] { color: $info; }
QPushButton[role="count_error"]:hover, QPushButton[role="count_warning"]:hover,
QPushButton[role="count_info"]:hover { background: $hover; }
QPushButton[role="count_error"]:focus, QPushButton[role="count_warning"]:focus,
QPushButton[role="count_info"]:focus { border-color: $accent; }
QPushButton[role="link"]:focus { border-color: $accent; }
QPushButton[role="link"]:disabled { color: $disabled_text; }
QToolButton[role="chip"], QPushButton[role="chip"] { background: $hover; color: $dim_text;
  border: 1px solid transparent; border-radius: 11px; padding: 2px 9px; min-height: 16px; }
QToolButton[role="chip"]:hover, QPushButton[role="chip"]:hover { border-color: $border_strong; }
QToolButton[role="chip"]:checked, QPushButton[role="chip"]:checked { background: $accent_soft;
  color: $text; border-color: $accent; }
QToolButton[role="chip"]:focus, QPushButton[role="chip"]:focus { border-color: $accent; }
"""

_INPUTS = """
QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit, QTextEdit { background: $surface;
  border: 1px solid $border_strong; border-radius: 5px; selection-background-color: $selection;
  selection-color: $text; }
QLineEdit, QComboBox, QAbstractSpinBox { padding: 3px 8px; min-height: 20px; }
QAbstractSpinBox { min-height: 17px; }
QLineEdit:read-only { background: $window; border-color: $border; }
QLineEdit { lineedit-clear-button-icon: url($clear); }
QPlainTextEdit, QTextEdit { padding: 4px; }
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus, QPlainTextEdit:focus, QTextEdit:focus {
  border-color: $accent; }
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled { color: $disabled_text;
  background: $window; border-color: $border; }
QLineEdit[role="error"], QPlainTextEdit[role="error"], QComboBox[role="error"],
QAbstractSpinBox[role="error"] { border-color: $error; background: $error_soft; color: $error; }
QLineEdit[role="warning"], QComboBox[role="warning"], QAbstractSpinBox[role="warning"] {
  border-color: $warning; background: $warning_soft; color: $warning; }
QComboBox::drop-down, QDateEdit::drop-down { border: 0; width: 22px; }
QComboBox::down-arrow, QDateEdit::down-arrow { image: url($down); width: 12px; height: 12px; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $border_strong;
  selection-background-color: $selection; selection-color: $text; outline: 0; padding: 2px; }
QDateEdit > QLineEdit, QComboBox > QLineEdit { border: 0; padding: 0; background: transparent; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { border: 0; width: 18px;
  background: transparent; subcontrol-origin: border; margin: 1px; }
QAbstractSpinBox::up-button { subcontrol-position: top right; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: $hover; }
QAbstractSpinBox::up-arrow { image: url($up); width: 10px; height: 10px; }
QAbstractSpinBox::down-arrow { image: url($down); width: 10px; height: 10px; }
QCheckBox, QRadioButton { spacing: 8px; padding: 2px; border: 1px solid transparent;
  border-radius: 4px; }
QCheckBox:focus, QRadioButton:focus { border-color: $accent; }
QCheckBox::indicator, QRadioButton::indicator { width: 16px; height: 16px; background: $surface;
  border: 1px solid $border_strong; }
QCheckBox::indicator { border-radius: 4px; }
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url($tick); }
QRadioButton::indicator:checked { background: $on_accent; border: 5px solid $accent;
  border-radius: 9px; width: 8px; height: 8px; }
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled { background: $window;
  border-color: $border; }
QCheckBox:disabled, QRadioButton:disabled { color: $disabled_text; }
"""

_VIEWS = """
QAbstractItemView { background: $surface; outline: 0; }
QTreeView, QTableView, QListView { border: 0; }
QTreeView::branch { background: $surface; }
QTreeView::branch:selected { background: $selection; }
QTreeView#ruleIndex { show-decoration-selected: 1; }
QTableView#ruleTable::item { padding: 0 6px; }
QTreeView#ruleIndex::item { padding: 4px 0; }
QTreeView#mergeFiles::item { padding: 4px 5px; }
QTableView#mergedEntries::item { padding: 0 5px; }
QTreeView#ruleIndex::branch:selected:!active { background: $selection_inactive; }
QTreeView::branch:has-children:closed { image: url($closed); }
QTreeView::branch:has-children:open { image: url($open); }
QHeaderView { background: $surface; border: 0; }
QHeaderView::section { background: $surface; color: $dim_text; border: 0;
  border-bottom: 1px solid $border; padding: 6px 8px; }
QHeaderView::up-arrow, QHeaderView::down-arrow { image: none; width: 0; height: 0; }
QTableCornerButton::section { background: $surface; border: 0; border-bottom: 1px solid $border; }
QCalendarWidget { background: $raised; }
QCalendarWidget QWidget#qt_calendar_navigationbar { background: $raised; }
QCalendarWidget QToolButton { color: $text; font-weight: 600; }
QCalendarWidget QToolButton#qt_calendar_prevmonth { qproperty-icon: url($previous); }
QCalendarWidget QToolButton#qt_calendar_nextmonth { qproperty-icon: url($closed); }
QTabWidget::pane { border: 0; }
QTabBar { qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: $text; border: 1px solid transparent;
  border-radius: 5px; padding: 4px 10px; margin: 4px 2px; }
QTabBar::tab:hover { background: $hover; }
QTabBar::tab:selected { background: $accent_soft; color: $accent; font-weight: 600; }
QTabBar::tab:focus { border-color: $accent; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: $border_strong; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: $disabled_text; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: $surface; border: 0; }
QProgressBar { background: $track; border: 0; border-radius: 3px; min-height: 6px;
  max-height: 6px; text-align: center; color: transparent; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
"""

_ROLES = """
QLabel { background: transparent; }
QLabel[role="title"] { font-size: 17px; font-weight: 600; }
QLabel[role="heading"] { color: $dim_text; font-size: 11px; font-weight: 700; }
QLabel[role="dim"] { color: $dim_text; }
QLabel[role="error"] { color: $error; }
QLabel[role="warning"] { color: $warning; }
QLabel[role="info"] { color: $info; }
QLabel[role="error_title"] { color: $error; font-weight: 600; }
QLabel[role="warning_title"] { color: $warning; font-weight: 600; }
QLabel[role="info_title"] { color: $info; font-weight: 600; }
QLabel[role="key"] { background: $hover; border: 1px solid $border; border-radius: 4px;
  padding: 1px 6px; color: $text; }
QPlainTextEdit[role="plain"], QTextEdit[role="plain"] { border: 0; padding: 0; }
*[role="card"] { background: $surface; border: 1px solid $border; border-radius: 6px; }
*[role="quiet_card"] { background: $window; border-radius: 6px; }
*[role="error_card"] { background: $error_soft; border-radius: 6px; }
*[role="warning_card"] { background: $warning_soft; border-radius: 6px; }
*[role="info_card"] { background: $info_soft; border-radius: 6px; }
"""


def stylesheet(palette: Palette) -> str:
    """The whole sheet in the colours of ``palette``."""
    colors = {name: getattr(palette, name) for name in palette.__slots__ if name != "is_dark"}
    suffix = "dark" if palette.is_dark else "light"
    images = {name: _image(f"{file}-{suffix}") for name, file in _IMAGES.items()}
    text = _BASE + _BUTTONS + _INPUTS + _VIEWS + _ROLES
    return Template(text).substitute(colors | images)


_IMAGES = {
    "down": "chevron-down",
    "up": "chevron-up",
    "closed": "chevron-right",
    "open": "chevron-down",
    "previous": "chevron-left",
    "more": "chevrons-right",
    "tick": "tick",
    "clear": "clear",
    "close": "close",
    "float": "float",
}


def _image(name: str) -> str:
    # A style sheet wants forward slashes on every system.
    return resource_path("icons", "style", f"{name}.svg").as_posix()
