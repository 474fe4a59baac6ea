"""How the window looks: colours by role, light and dark, the palette and the style sheet.

Widgets ask for a colour by what it means (``color("error")``) when they paint, never for a value,
and listen to ``signals.theme_changed`` when they keep one.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QStyleFactory, QWidget

from .stylesheet import stylesheet

Mode = Literal["light", "dark", "system"]

GRID = 8
"""Distances in the window are multiples of this (or half of it), in pixels."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme by what they mean, each as ``#rrggbb``.

    ``*_soft`` is a background for text of the colour itself; ``on_accent`` is text on ``accent``;
    ``selection`` is the background of selected rows, on which severities keep their colour.
    """

    is_dark: bool
    window: str
    surface: str
    raised: str
    border: str
    border_strong: str
    hover: str
    pressed: str
    text: str
    dim_text: str
    disabled_text: str
    accent: str
    accent_hover: str
    accent_soft: str
    on_accent: str
    selection: str
    selection_inactive: str
    error: str
    error_soft: str
    warning: str
    warning_soft: str
    info: str
    info_soft: str
    ok: str
    track: str
    current_line: str
    changed_line: str
    changed_mark: str
    found: str
    gutter: str
    gutter_text: str
    syntax_text: str
    syntax_tag: str
    syntax_attribute: str
    syntax_value: str
    syntax_comment: str
    syntax_entity: str
    tooltip: str
    tooltip_text: str


LIGHT = Palette(
    is_dark=False,
    window="#f5f7f9",
    surface="#ffffff",
    raised="#ffffff",
    border="#e1e6eb",
    border_strong="#c5cdd6",
    hover="#eaeff3",
    pressed="#dde4ea",
    text="#17202b",
    dim_text="#586270",
    disabled_text="#9aa4b0",
    accent="#0f766e",
    accent_hover="#0b635c",
    accent_soft="#e2f3f0",
    on_accent="#ffffff",
    selection="#d6eeea",
    selection_inactive="#e7ecf0",
    error="#bf1d36",
    error_soft="#fdecee",
    warning="#8a5300",
    warning_soft="#fff3dc",
    info="#2c5cc5",
    info_soft="#eaf1fe",
    ok="#0f766e",
    track="#e3e8ed",
    current_line="#eef6f5",
    changed_line="#e6f6e8",
    changed_mark="#2f9e57",
    found="#ffe28a",
    gutter="#f7f9fa",
    gutter_text="#646e7a",
    syntax_text="#17202b",
    syntax_tag="#0a5fad",
    syntax_attribute="#8a4b08",
    syntax_value="#1a6b2f",
    syntax_comment="#586270",
    syntax_entity="#8b2fa8",
    tooltip="#1f2933",
    tooltip_text="#f4f7f9",
)

DARK = Palette(
    is_dark=True,
    window="#15181d",
    surface="#1c2026",
    raised="#252a32",
    border="#2b313a",
    border_strong="#434b57",
    hover="#282e37",
    pressed="#313843",
    text="#e6e9ee",
    dim_text="#a2acba",
    disabled_text="#5f6875",
    accent="#2dbfae",
    accent_hover="#4fd1c2",
    accent_soft="#173c3a",
    on_accent="#04211d",
    selection="#1b4441",
    selection_inactive="#2b323c",
    error="#ff8a93",
    error_soft="#3b1e24",
    warning="#f3b04c",
    warning_soft="#3a2c14",
    info="#8fb1ff",
    info_soft="#1e2b47",
    ok="#2dbfae",
    track="#2d343e",
    current_line="#22302f",
    changed_line="#1a3324",
    changed_mark="#46b871",
    found="#6b5200",
    gutter="#191d22",
    gutter_text="#8b95a3",
    syntax_text="#e6e9ee",
    syntax_tag="#7cb8f5",
    syntax_attribute="#e5b07a",
    syntax_value="#8fd19e",
    syntax_comment="#a2acba",
    syntax_entity="#d9a3ee",
    tooltip="#e6e9ee",
    tooltip_text="#15181d",
)

ROLES = tuple(field.name for field in fields(Palette) if field.name != "is_dark")


class Signals(QObject):
    """What the theme announces."""

    theme_changed = Signal()


class _State:
    """The theme in force; one for the process, as the application's palette is."""

    palette = LIGHT
    mode: Mode = "light"
    is_following = False


signals = Signals()


def apply(app: QApplication, mode: Mode = "system") -> None:
    """Dress the application; ``system`` follows the desktop and changes with it."""
    _State.mode = mode
    hints = QGuiApplication.styleHints()
    if not _State.is_following:
        app.setStyle(QStyleFactory.create("Fusion"))
        hints.colorSchemeChanged.connect(_on_scheme_changed)
        _State.is_following = True
    if mode == "system":
        hints.unsetColorScheme()
    else:
        # The frame the window manager draws and Qt's own dialogs follow this one.
        hints.setColorScheme(_SCHEMES[mode])
    # To dress again takes as long as there are widgets.
    if _wanted() is not _State.palette or not app.styleSheet():
        _dress(app, _wanted())


_SCHEMES = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}


def _wanted() -> Palette:
    if _State.mode != "system":
        return DARK if _State.mode == "dark" else LIGHT
    return DARK if QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark else LIGHT


def _on_scheme_changed(scheme: Qt.ColorScheme) -> None:
    app = QApplication.instance()
    wanted = DARK if scheme is Qt.ColorScheme.Dark else LIGHT
    if _State.mode == "system" and isinstance(app, QApplication) and wanted is not _State.palette:
        _dress(app, wanted)


def _dress(app: QApplication, palette: Palette) -> None:
    _State.palette = palette
    app.setPalette(_qt_palette(palette))
    app.setStyleSheet(stylesheet(palette))
    signals.theme_changed.emit()


def palette() -> Palette:
    """The colours in force."""
    return _State.palette


def is_dark() -> bool:
    """Whether the dark colours are in force."""
    return _State.palette.is_dark


def color(role: str) -> QColor:
    """The colour of ``role`` (a name of ROLES) in the theme in force."""
    return QColor(_qcolor(getattr(_State.palette, role)))


@lru_cache(maxsize=256)
def _qcolor(name: str) -> QColor:
    return QColor(name)


SEVERITY_MARKS = {"error": "●", "warning": "▲", "info": "■"}
"""Severity by shape as well as by colour."""


def monospace_font(base: QFont | None = None) -> QFont:
    """The system's fixed-width font in the size of ``base``."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    reference = base or QApplication.font()
    if reference.pointSizeF() > 0:
        font.setPointSizeF(reference.pointSizeF())
    font.setStyleHint(QFont.StyleHint.Monospace)
    return font


def set_role(widget: QWidget, role: str) -> None:
    """Give ``widget`` a look of the style sheet.

    Labels: ``title``, ``heading`` (of a panel), ``dim``, ``error``, ``warning``; buttons:
    ``primary``, ``link``, ``chip``, ``danger``, ``quiet``; frames: ``card``, ``quiet_card``,
    ``error_card``, ``warning_card``, ``info_card``.
    """
    widget.setProperty("role", role)
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, role.endswith("card"))
    widget.style().unpolish(widget)
    widget.style().polish(widget)


def indent(stepper: QAbstractSpinBox) -> None:
    """Set the text of a stepper off from its frame, which no style sheet does."""
    stepper.lineEdit().setTextMargins(GRID - 1, 0, 0, 0)


def _qt_palette(colors: Palette) -> QPalette:
    result = QPalette()
    for role, name in _PALETTE_ROLES.items():
        result.setColor(role, QColor(getattr(colors, name)))
    for role in (_Role.Text, _Role.WindowText, _Role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(colors.disabled_text))
    inactive = QPalette.ColorGroup.Inactive
    result.setColor(inactive, _Role.Highlight, QColor(colors.selection_inactive))
    return result


_Role = QPalette.ColorRole
_PALETTE_ROLES = {
    _Role.Window: "window",
    _Role.WindowText: "text",
    _Role.Base: "surface",
    _Role.AlternateBase: "window",
    _Role.Text: "text",
    _Role.PlaceholderText: "dim_text",
    _Role.Button: "raised",
    _Role.ButtonText: "text",
    _Role.BrightText: "error",
    _Role.Light: "raised",
    _Role.Midlight: "border",
    _Role.Mid: "border_strong",
    _Role.Dark: "border_strong",
    _Role.Shadow: "border_strong",
    _Role.Highlight: "selection",
    _Role.HighlightedText: "text",
    _Role.Link: "accent",
    _Role.LinkVisited: "accent",
    _Role.Accent: "accent",
    _Role.ToolTipBase: "tooltip",
    _Role.ToolTipText: "tooltip_text",
}
