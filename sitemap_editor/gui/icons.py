"""Line icons of one family, drawn in the colours of the theme at the moment they are painted.

The files hold ``currentColor``; an icon never has to be made anew when the theme changes, and is
drawn from its lines at every scale.
"""

from __future__ import annotations

from functools import cache, lru_cache

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from sitemap_editor.support.resources import resource_path

from . import theme

ICON_SIZE = 20
"""The side the lines are drawn for, in pixels."""

_SEVERITIES = ("error", "warning", "info")
_ACCENTED = ("check", "fix")


@cache
def icon(name: str) -> QIcon:
    """The icon ``name``; KeyError when the set has none."""
    return _make(name, "error" if name == "stop" else _role_of(name))


def coloured_icon(name: str, role: str) -> QIcon:
    """The icon ``name`` in the colour ``role`` of the theme."""
    return _make(name, role)


@cache
def _make(name: str, role: str) -> QIcon:
    _source(name)
    engine = _ThemedEngine(name, role)
    _engines.append(engine)
    return QIcon(engine)


def _role_of(name: str) -> str:
    if name in _SEVERITIES:
        return name
    return "accent" if name in _ACCENTED else "text"


def icon_names() -> list[str]:
    """The names of all icons."""
    return sorted(path.stem for path in resource_path("icons").glob("*.svg"))


def pixmap(name: str, size: int = ICON_SIZE, role: str | None = None, ratio: float = 1) -> QPixmap:
    """The icon drawn once, for labels and delegates; ``size`` in pixels before scaling."""
    side = round(size * ratio)
    result = QPixmap(_drawn(name, theme.color(role or _role_of(name)).name(), side))
    result.setDevicePixelRatio(ratio)
    return result


APP_SIZES = (16, 20, 24, 32, 48, 64, 128, 256)
"""Sides that systems ask for in title bars, task bars and switchers."""


@cache
def app_icon() -> QIcon:
    """The program's own icon, in colours of its own."""
    icon = QIcon()
    for side in APP_SIZES:
        icon.addPixmap(app_pixmap(side))
    return icon


def app_pixmap(size: int, ratio: float = 1) -> QPixmap:
    """The program's icon drawn once; ``size`` in pixels before scaling."""
    result = QPixmap(_drawn("app/sitemap-editor", "", round(size * ratio)))
    result.setDevicePixelRatio(ratio)
    return result


# An engine belongs to its icon, but its Python half must live as long as the icon does.
_engines: list[QIconEngine] = []


@cache
def _source(name: str) -> str:
    path = resource_path("icons", f"{name}.svg")
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise KeyError(name) from None


@lru_cache(maxsize=512)
def _drawn(name: str, color: str, side: int) -> QPixmap:
    """Draw an icon of ``side`` device pixels in ``color``."""
    result = QPixmap(side, side)
    result.fill(Qt.GlobalColor.transparent)
    svg = _source(name).replace("currentColor", color)
    painter = QPainter(result)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, side, side))
    painter.end()
    return result


class _ThemedEngine(QIconEngine):
    """Draws one icon in the theme's colour for its state."""

    def __init__(self, name: str, role: str) -> None:
        super().__init__()
        self._name = name
        self._role = role

    def _color(self, mode: QIcon.Mode) -> str:
        role = "disabled_text" if mode is QIcon.Mode.Disabled else self._role
        return theme.color(role).name()

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        device = painter.device()
        ratio = device.devicePixelRatio() if device is not None else 1
        side = min(rect.width(), rect.height())
        drawn = _drawn(self._name, self._color(mode), round(side * ratio))
        target = QRect(0, 0, side, side)
        target.moveCenter(rect.center())
        painter.drawPixmap(target, drawn)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1)

    def scaledPixmap(
        self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float
    ) -> QPixmap:
        # Qt asks for the size before scaling, and wants the ratio noted on the result.
        side = round(min(size.width(), size.height()) * scale)
        drawn = QPixmap(_drawn(self._name, self._color(mode), side))
        drawn.setDevicePixelRatio(scale)
        return drawn

    def clone(self) -> QIconEngine:
        engine = _ThemedEngine(self._name, self._role)
        _engines.append(engine)
        return engine
