"""Composition of the window: application, settings, language, theme, faults; and pictures of it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication, QMainWindow

from sitemap_editor.support import i18n
from sitemap_editor.support import settings as declared
from sitemap_editor.support.interaction import Interaction
from sitemap_editor.support.settings import Settings
from sitemap_editor.version import __version__

if TYPE_CHECKING:
    from sitemap_editor.gui.theme import Mode

APP_NAME = "sitemap-editor"

_kept: list[object] = []
"""What Qt does not own and Python must not forget: the application and its translators."""


def application() -> QApplication:
    """The one QApplication, made on the first call."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication([APP_NAME])
        app.setApplicationName(APP_NAME)
        app.setApplicationVersion(__version__)
        app.setDesktopFileName(APP_NAME)
        _kept.append(app)
    return app


def create_window(paths: Iterable[str | Path] = ()) -> QMainWindow:
    """Make the window, not shown yet, and begin to open files in it.

    Language and theme are those of the settings unless they were chosen before.
    """
    app = application()
    settings = Settings.of_user()
    if not app.styleSheet():
        dress(app, settings)
    return make_window(settings, paths)


def make_window(
    settings: Settings, paths: Iterable[str | Path] = (), interaction: Interaction | None = None
) -> QMainWindow:
    """Make the window on these settings."""
    from sitemap_editor.gui.icons import app_icon
    from sitemap_editor.gui.window import MainWindow

    application().setWindowIcon(app_icon())
    window = MainWindow(settings, interaction)
    window.open_paths(paths)
    return window


def dress(
    app: QApplication, settings: Settings, language: str | None = None, theme: str | None = None
) -> None:
    """Set language and theme: those asked for, else those of the settings, else the system's."""
    from sitemap_editor.gui import theme as look

    code = i18n.set_language(language or settings.get(declared.LANGUAGE) or None)
    QLocale.setDefault(QLocale(code))
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    translator = QTranslator(app)
    if code != "en" and translator.load(f"qtbase_{code}", folder):
        app.installTranslator(translator)
    mode: Mode = theme or settings.get(declared.THEME)  # type: ignore[assignment]
    look.apply(app, mode)


def run(
    files: Sequence[Path] = (), *, language: str | None = None, theme: str | None = None
) -> int:
    """Show the window on these files until it is closed; the exit code."""
    from sitemap_editor.gui.commands.unfinished import finish_interrupted
    from sitemap_editor.gui.faults import FaultReporter
    from sitemap_editor.gui.screenshot import complain
    from sitemap_editor.gui.window import MainWindow
    from sitemap_editor.support.log import start_logging

    if not _has_screen():
        i18n.set_language(language)
        complain(i18n._("There is no screen here. Use check, or --screenshot for a picture."))
        return 2
    app = application()
    settings = Settings.of_user()
    start_logging(with_addresses=settings.get(declared.LOG_ADDRESSES))
    dress(app, settings, language, theme)
    window = make_window(settings)
    assert isinstance(window, MainWindow)
    FaultReporter(window.workspace, window.context.interaction, window).install()
    window.show()
    window.open_paths(files)
    finish_interrupted(window.context)
    return app.exec()


def _has_screen() -> bool:
    """Whether Qt has something to draw on; where it is not asked, it ends the program."""
    asked = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return sys.platform != "linux" or any(os.environ.get(name) for name in asked)


def screenshot(
    out: Path,
    files: Sequence[Path] = (),
    *,
    size: tuple[int, int] = (1440, 900),
    scale: int = 1,
    panel: str | None = None,
    language: str | None = None,
    theme: str | None = None,
) -> int:
    """Write a picture of the window once the files are open and checked; the exit code."""
    from sitemap_editor.gui.screenshot import PictureInteraction, complain, prepare_platform, take

    prepare_platform(scale)
    app = application()
    settings = Settings(None)
    dress(app, settings, language, theme or "light")
    interaction = PictureInteraction()
    window = make_window(settings, (), interaction)
    code = take(window, out, files, size, panel)
    for message in interaction.messages:
        complain(message)
    return code or int(bool(interaction.messages)) * 2
