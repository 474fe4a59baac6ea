"""Which folder a public address stands for; nothing outside of it is ever named."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.urls import norm_eq, split_url
from sitemap_editor.rules.beside.places import segments_of
from sitemap_editor.support.i18n import _


@dataclass(frozen=True, slots=True)
class Mapping:
    """A public prefix, which ends in a slash, and the folder that is published there."""

    prefix: str
    folder: Path

    @classmethod
    def of(cls, address: str, folder: Path) -> Mapping:
        """The mapping of a folder; ``address`` may be that of a file in it.

        Raises SitemapError for what is no whole web address.
        """
        url = split_url(norm_eq(address))
        if not url.is_web or not url.host:
            raise SitemapError(
                _("This is not the public address of a folder: {address}").format(address=address),
                advice=_("It looks like {example}.").format(example="https://www.example.com/"),
            )
        path = url.path[: url.path.rfind("/") + 1] or "/"
        return cls(str(url.replace(path=path, query=None, fragment=None)), folder.resolve())

    def is_below(self, address: str) -> bool:
        """Whether an address is one of the folder or of those in it."""
        return norm_eq(address).startswith(self.prefix)

    def leads_out(self, address: str) -> bool:
        """Whether an address begins like the prefix, and yet is not below it, or names no file."""
        trimmed = address.strip()
        return trimmed.startswith(self.prefix) and self.file_of(trimmed) is None

    def file_of(self, address: str) -> Path | None:
        """The path an address stands for, whether there is a file or not; None outside."""
        if not self.is_below(address):
            return None
        below = segments_of(self.prefix + "x")[:-1]
        names = segments_of(address)[len(below) :]
        if not names:
            return None
        path = self.folder.joinpath(*names)
        try:
            is_inside = path.resolve().is_relative_to(self.folder)
        except (OSError, RuntimeError, ValueError):
            return None
        return path if is_inside else None

    def address_of(self, path: Path) -> str | None:
        """The public address of a file; None when it is not in the folder."""
        try:
            below = path.resolve().relative_to(self.folder)
        except (OSError, RuntimeError, ValueError):
            return None
        return self.prefix + "/".join(quote(part) for part in below.parts)
