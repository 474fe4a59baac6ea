import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QLabel

from sitemap_editor.gui import theme
from sitemap_editor.gui.stylesheet import stylesheet

READABLE = 4.5
"""WCAG 2.2, success criterion 1.4.3 (AA), for text of normal size."""

PAIRS = [
    *[(ink, ground) for ink in ("text", "dim_text") for ground in ("window", "surface", "hover")],
    *[(ink, "selection") for ink in ("text", "dim_text", "error", "warning", "info")],
    *[(ink, "selection_inactive") for ink in ("text", "dim_text", "error", "warning", "info")],
    *[(name, ground) for name in ("error", "warning", "info") for ground in ("window", "surface")],
    *[(name, f"{name}_soft") for name in ("error", "warning", "info")],
    *[("text", f"{name}_soft") for name in ("error", "warning", "info", "accent")],
    *[("dim_text", f"{name}_soft") for name in ("error", "warning", "info")],
    *[("accent", f"{name}_soft") for name in ("error", "warning", "info")],
    *[("accent", ground) for ground in ("window", "surface", "accent_soft")],
    ("on_accent", "accent"),
    ("on_accent", "accent_hover"),
    ("gutter_text", "gutter"),
    ("text", "found"),
    ("tooltip_text", "tooltip"),
    *[
        (f"syntax_{name}", ground)
        for name in ("text", "tag", "attribute", "value", "comment", "entity")
        for ground in ("surface", "current_line", "changed_line", "selection")
    ],
]


def luminance(color: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in (color.redF(), color.greenF(), color.blueF()))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    bright, dark = sorted((luminance(QColor(first)), luminance(QColor(second))), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.fixture
def light_again(qapp):
    yield
    theme.apply(qapp, "light")


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_can_be_read(palette, ink, ground):
    assert contrast(getattr(palette, ink), getattr(palette, ground)) >= READABLE


@pytest.mark.parametrize(("mode", "is_dark"), [("dark", True), ("light", False)])
@pytest.mark.usefixtures("light_again")
def test_a_theme_can_be_forced(qapp, mode, is_dark):
    theme.apply(qapp, mode)
    assert theme.is_dark() is is_dark
    assert qapp.palette().color(QPalette.ColorRole.Base) == theme.color("surface")
    assert theme.color("error") == QColor((theme.DARK if is_dark else theme.LIGHT).error)


@pytest.mark.usefixtures("light_again")
def test_the_system_theme_is_followed_while_the_window_is_open(qapp, qtbot):
    theme.apply(qapp, "system")
    with qtbot.waitSignal(theme.signals.theme_changed):
        qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert theme.is_dark()


def test_a_forced_theme_does_not_follow_the_system(qapp):
    theme.apply(qapp, "light")
    qapp.styleHints().colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert not theme.is_dark()


def test_a_color_handed_out_can_be_changed_without_changing_the_theme(qapp):
    theme.color("accent").setRed(1)
    assert theme.color("accent") == QColor(theme.palette().accent)


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
def test_every_picture_of_the_style_sheet_exists(palette):
    import re
    from pathlib import Path

    paths = re.findall(r"url\(([^)]*)\)", stylesheet(palette))
    assert paths
    assert all(Path(path).is_file() for path in paths)


@pytest.mark.usefixtures("light_again")
def test_a_role_dresses_a_widget_at_once(qapp, qtbot):
    theme.apply(qapp, "dark")
    label = QLabel("x")
    qtbot.addWidget(label)
    theme.set_role(label, "error")
    label.ensurePolished()
    assert label.palette().color(QPalette.ColorRole.WindowText) == theme.color("error")
