"""``recover DIR``: finish or undo files that were being written when a program ended."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sitemap_editor.document.file_set import recover_folder
from sitemap_editor.operations.splitting.telling import recovered_text
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import N_, _

from .options import Config, Force, Language, MaxInflated
from .terminal import Span, harmless, show


def recover(
    folder: Annotated[str, typer.Argument(metavar="DIR", help=N_("Folder of the files."))],
    language: Language = None,
    force: Force = False,
    config: Config = None,
    max_inflated: MaxInflated = None,
) -> int:
    """Look after DIR, and say what became of it; return the exit code."""
    if not folder:  # as an unset variable leaves it; Path would take the current folder
        raise SitemapError(_("{name} is missing.").format(name="DIR"))
    path = Path(folder)
    if not path.is_dir():
        raise SitemapError(_("There is no such folder."), path=folder)
    done = recover_folder(path)
    if done is None:
        show([(Span(_("Nothing is unfinished in {folder}.").format(folder=harmless(folder))),)])
        return 0
    is_new, names = done
    show([(Span(recovered_text(is_new, len(names))),)])
    show([(Span(f"  {harmless(name)}"),) for name in names])
    return 0
