"""What the verbs share that change a file: they write the document, and tell what was done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Protocol

from sitemap_editor.formats import Target, own_format, target_of, write
from sitemap_editor.formats.reports.json import dumps
from sitemap_editor.formats.xml import XML

from . import outputs
from .terminal import Line, Span, say, show

if TYPE_CHECKING:
    from sitemap_editor.document.document import Document
    from sitemap_editor.protocol.kinds import Kind


class Account(Protocol):
    """What one call did."""

    def as_dict(self) -> Mapping[str, object]:
        """The account for programs."""

    def lines(self) -> Iterable[Line]:
        """The account for people."""


def write_document(doc: Document, name: str, *, force: bool) -> None:
    """Write a document under ``name``, in its own format unless the name asks for another."""
    outputs.write(name, write(doc, _target_for(name, doc.kind)), force=force)


def _target_for(name: str, kind: Kind) -> Target:
    """What a name asks for: without a known suffix, the document stays what it is."""
    own = own_format(kind)
    if outputs.is_standard(name):
        return Target(own)
    target = target_of(name, kind, default=own)
    # A feed may be called .xml; a sitemap of it is what convert makes.
    return Target(own, target.gzip) if kind.is_feed and target.format is XML else target


def tell(account: Account, report_format: str, *, is_taken: bool = False) -> None:
    """Report on standard output, or on standard error where the document took that."""
    is_json = report_format == "json"
    lines = [(Span(dumps(account.as_dict())),)] if is_json else account.lines()
    (say if is_taken else show)(lines)
