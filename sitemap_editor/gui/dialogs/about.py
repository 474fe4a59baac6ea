"""What this program is, which version, and what it is made with."""

from __future__ import annotations

import platform

import PySide6
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget

from sitemap_editor.gui import icons, theme
from sitemap_editor.support.i18n import _
from sitemap_editor.version import __version__

from .base import FormGrid, SheetDialog, fact
from .message import plain_label

PICTURE = 56


class AboutDialog(SheetDialog):
    """Names the versions, which can be copied for a report."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            _("Sitemap Editor {version}").format(version=__version__),
            _(
                "Open, understand, change and save sitemaps without touching what you did not "
                "change."
            ),
            parent,
        )
        self.setWindowTitle(_("About Sitemap Editor"))
        self.setMinimumWidth(460)
        self.only_close()
        picture = QLabel()
        picture.setPixmap(icons.app_pixmap(PICTURE, self.devicePixelRatioF()))
        self.banner.insertWidget(0, picture, 0, Qt.AlignmentFlag.AlignTop)
        form = FormGrid()
        for label, value in versions().items():
            form.add(label, fact(value))
        self.body.addLayout(form)
        promise = plain_label(_("No request goes over the network unless you ask for one."))
        theme.set_role(promise, "dim")
        self.body.addWidget(promise)
        self.body.addStretch(1)
        copying = self.add_button(_("Copy versions"), self.copy_versions, at=0)
        theme.set_role(copying, "link")

    def copy_versions(self) -> None:
        """Put the versions into the clipboard."""
        lines = [f"{name}: {value}" for name, value in versions().items()]
        QGuiApplication.clipboard().setText("\n".join([self.heading.text(), *lines]))


def versions() -> dict[str, str]:
    """What the program runs on, by name."""
    return {
        _("Python"): platform.python_version(),
        _("Qt for Python"): PySide6.__version__,
        _("System"): platform.platform(terse=True),
        _("Licence"): "MIT",
    }
