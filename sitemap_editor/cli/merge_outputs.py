"""Where ``merge`` writes: one file, within its limits, or several under an index."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sitemap_editor.formats import own_format, target_of
from sitemap_editor.operations.splitting.wishes import LASTMOD, Limits, Wish, limits_of
from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.support.i18n import _, format_number

from . import outputs
from .options import one_of
from .results import write_document
from .split_options import size_of
from .split_report import Told as ToldParts
from .terminal import progress

if TYPE_CHECKING:
    from sitemap_editor.operations.merging.planning import MergePlan


@dataclass(frozen=True, slots=True)
class Parts:
    """Several files that are to be written, and their folder."""

    folder: Path
    wish: Wish

    @classmethod
    def of(
        cls,
        out_dir: str,
        base_url: str | None,
        max_urls: int | None,
        max_bytes: str | None,
        name: str | None,
        index_name: str | None,
        lastmod: str,
        gzip: bool,
    ) -> Parts:
        """What the options say. Raises SitemapError."""
        one_of("--lastmod", lastmod, LASTMOD)
        if base_url is None:
            raise SitemapError(_("{name} is missing.").format(name="--base-url URL"))
        wish = Wish(
            base_url,
            max_entries=max_urls,
            max_bytes=size_of(max_bytes),
            name=name or "",
            index_name=index_name or "",
            lastmod=lastmod,
            gzip=gzip,
        )
        return cls(Path(out_dir), wish)


class Most(NamedTuple):
    """Limits people set: entries and bytes of a file, None for those of the profiles."""

    entries: int | None = None
    bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Out:
    """Where the result goes: a file, or the folder of ``parts``."""

    name: str
    parts: Parts | None
    profiles: tuple[str, ...]
    force: bool
    most: Most

    @property
    def allowed(self) -> Limits:
        """What one file may hold: by the profiles, and less when that is asked for."""
        allowed = limits_of(self.profiles)
        entries, size = self.most
        return allowed._replace(
            entries=allowed.entries if entries is None else min(allowed.entries, entries),
            bytes=allowed.bytes if size is None else min(allowed.bytes, size),
        )

    def require_other(self, name: str | None) -> None:
        """Raise SitemapError when ``name``, that of another result, is where this one goes."""
        if name is None or outputs.is_standard(name) or outputs.is_standard(self.name):
            return
        real = Path(name).resolve()
        mine = Path(self.name).resolve()
        is_sitemap = real.name.lower().endswith((".xml", ".gz", ".txt"))
        if real == mine or (self.parts is not None and real.parent == mine and is_sitemap):
            raise SitemapError(
                _("The table would take the place of a sitemap that is written."),
                path=name,
                advice=_("Give it a name of its own, such as provenance.csv."),
            )

    def require_free(self) -> None:
        """Raise SitemapError when it cannot be written there; asked before the work."""
        if self.parts is None:
            outputs.require_free(self.name, force=self.force)


def write_one(plan: MergePlan, out: Out, *, dry_run: bool) -> None:
    """Write one file. Raises SitemapError when it would be larger than allowed."""
    from sitemap_editor.operations.merging.joining import TooMany, join

    allowed = out.allowed
    is_limited = _is_sitemap(plan, out.name)
    if is_limited and plan.entries_out > allowed.entries:
        said = _("The merged sitemap would have {n} entries; {limit} are allowed.")
        raise _too_many(
            said.format(
                n=format_number(plan.entries_out),
                limit=format_number(allowed.entries),
            )
        )
    most = allowed.bytes if is_limited else None
    with progress(_("Merging into {name}").format(name=out.name)) as shown:
        try:
            doc = join(plan.survey, plan.decision, plan.target, most_bytes=most, progress=shown)
            made = doc.document(shown)
        except TooMany as error:
            said = _("The merged sitemap would have more than {limit} bytes.")
            raise _too_many(said.format(limit=format_number(allowed.bytes))) from error
        if most is not None and made.size_bytes > most:
            said = _("The merged sitemap would have {n} bytes; {limit} are allowed.")
            raise _too_many(
                said.format(n=format_number(made.size_bytes), limit=format_number(most))
            )
    if not dry_run:
        write_document(made, out.name, force=out.force)


def _too_many(said: str) -> SitemapError:
    return SitemapError(
        said, advice=_("Write several files and an index: --out-dir DIR --base-url URL.")
    )


def _is_sitemap(plan: MergePlan, name: str) -> bool:
    """Whether what is written is read by search engines, and not a table or the like."""
    own = own_format(plan.target.at.kind)
    if outputs.is_standard(name):
        return True
    chosen = target_of(name, plan.target.at.kind, default=own).format
    return chosen is own or bool(chosen.own_kinds)


def write_parts(plan: MergePlan, out: Out, *, dry_run: bool) -> ToldParts:
    """Write several files and an index, all or none. Raises SitemapError."""
    from sitemap_editor.operations.splitting.leftovers import leftovers
    from sitemap_editor.operations.splitting.measuring import measure
    from sitemap_editor.operations.splitting.set_planning import base_of_set, plan_set
    from sitemap_editor.operations.splitting.writing import require_possible, write_plan

    from .split import finish_earlier

    assert out.parts is not None  # who calls this has them
    folder = out.parts.folder
    if not dry_run:
        finish_earlier(folder)
    found = plan.survey
    wish = replace(out.parts.wish, base=base_of_set(found.set), profiles=out.profiles)
    with progress(_("Working out the files of {name}").format(name=out.name)) as shown:
        measured = measure(
            found.set,
            wish,
            selections=dict(enumerate(plan.decision.selections)),
            open_documents=found.open_documents,
            max_inflated=found.max_inflated,
            skip_unreadable=bool(plan.skipped),
            progress=shown,
        )
        made = plan_set(measured, wish, shown)
    told = ToldParts(out.name, made, leftovers(made, folder), is_written=not dry_run)
    if not dry_run:
        require_possible(made, folder, force=out.force)
        with progress(_("Writing {name}").format(name=out.name)) as shown:
            told.outcome = write_plan(made, folder, force=out.force, progress=shown)
    return told
