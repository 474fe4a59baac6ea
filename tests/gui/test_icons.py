import re

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon

from sitemap_editor.app import make_window
from sitemap_editor.gui import icons, theme
from sitemap_editor.support.resources import resource_path
from sitemap_editor.support.settings import Settings

NAMES = icons.icon_names()
FILLED = {"error", "warning", "info"}


def colors_of(pixmap):
    image = pixmap.toImage()
    pixels = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {pixel.name() for pixel in pixels if pixel.alpha() == 255}


@pytest.fixture
def light_again(qapp):
    yield
    theme.apply(qapp, "light")


@pytest.fixture
def light(qapp):
    theme.apply(qapp, "light")


@pytest.mark.parametrize("name", NAMES)
def test_every_icon_is_of_the_family(name):
    svg = resource_path("icons", f"{name}.svg").read_text(encoding="utf-8")
    assert 'viewBox="0 0 20 20"' in svg
    assert set(re.findall(r'(?:stroke|fill)="([^"]*)"', svg)) <= {"none", "currentColor"}
    assert name in FILLED or 'stroke-width="1.5"' in svg


@pytest.mark.parametrize("name", NAMES)
def test_every_icon_shows_something(qapp, name):
    pixmap = icons.icon(name).pixmap(QSize(20, 20))
    assert not pixmap.toImage().allGray() or colors_of(icons.pixmap(name, 80))


def test_icons_take_the_color_of_the_theme_in_force(qapp, light_again):
    icon = icons.icon("open")
    for mode, palette in (("light", theme.LIGHT), ("dark", theme.DARK)):
        theme.apply(qapp, mode)
        assert colors_of(icon.pixmap(QSize(80, 80))) == {palette.text}


def test_a_disabled_icon_is_dim(light):
    pixmap = icons.icon("open").pixmap(QSize(80, 80), QIcon.Mode.Disabled)
    assert colors_of(pixmap) == {theme.LIGHT.disabled_text}


def test_severities_keep_their_color_when_selected(light):
    pixmap = icons.icon("error").pixmap(QSize(80, 80), QIcon.Mode.Selected)
    assert colors_of(pixmap) == {QColor(theme.LIGHT.error).name()}


def test_icons_are_drawn_from_their_lines_at_twice_the_scale(qapp):
    pixmap = icons.icon("open").pixmap(QSize(20, 20), 2.0)
    assert (pixmap.width(), pixmap.devicePixelRatio()) == (40, 2.0)


def test_an_icon_in_a_wide_place_keeps_its_shape(qapp):
    pixmap = icons.icon("open").pixmap(QSize(60, 20))
    assert pixmap.size() == QSize(20, 20)


def test_an_unknown_name_is_a_fault():
    with pytest.raises(KeyError):
        icons.icon("no-such-icon")


@pytest.mark.parametrize("side", icons.APP_SIZES)
def test_the_programs_icon_is_drawn_for_every_size(qapp, side):
    pixmap = icons.app_icon().pixmap(QSize(side, side), 1.0)
    assert pixmap.size() == QSize(side, side)
    assert len(colors_of(pixmap)) > 3


def test_windows_bear_the_programs_icon(desk, qapp):
    make_window(Settings(None)).close()
    icon = desk.window.windowIcon()
    assert icon.pixmap(32, 32).toImage() == icons.app_icon().pixmap(32, 32).toImage()
