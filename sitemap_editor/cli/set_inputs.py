"""Several files to read together, standard input among them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_editor.document.opening import open_bytes
from sitemap_editor.operations.sets.gathering import Given, gather
from sitemap_editor.operations.sets.members import SitemapSet
from sitemap_editor.operations.sets.opening import set_of
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.jobs import Progress

from .inputs import read
from .outputs import STANDARD
from .terminal import complain

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.operations.sets.reading import Documents
    from sitemap_editor.operations.sets.survey import Survey


def set_of_inputs(
    files: Sequence[str], cap: int | None, progress: Progress
) -> tuple[SitemapSet, Documents]:
    """The set that the arguments name, and the document that was read from standard input.

    Raises SitemapError for what is not there.
    """
    if len(files) == 1 and STANDARD not in files:
        return set_of(files, progress=progress), {}
    if list(files).count(STANDARD) > 1:
        raise SitemapError(_("Standard input can be read once only."))
    sources = [
        Given(name, doc=_standard(cap, progress)) if name == STANDARD else Given(name, Path(name))
        for name in files
    ]
    gathered = gather(sources, {}, progress)
    return gathered.set, gathered.documents


def _standard(cap: int | None, progress: Progress) -> Document:
    return open_bytes(read(STANDARD), max_inflated=cap, progress=progress)


def tell_mended(found: Survey) -> None:
    """Say on standard error which files had to be mended to be read."""
    for number, facts in enumerate(found.facts):
        if facts is not None and facts.repairs:
            said = ngettext(
                "{name} is broken: {n} repair was needed to read it. {command} tells it.",
                "{name} is broken: {n} repairs were needed to read it. {command} tells them.",
                facts.repairs,
            )
            name, command = found.set.files[number].name, "sitemap-editor repair"
            complain(said.format(name=name, n=format_number(facts.repairs), command=command))
