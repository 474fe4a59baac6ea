"""What the button that mends one finding says: what it will do, where that is said in a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_editor.protocol.findings import Finding, FixKind
from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session
    from sitemap_editor.operations.fixes import Sample

MAX_VALUE = 24
"""Characters of a new value that fit a button."""

MAX_ENTRY = 20_000
"""Bytes of an entry up to which the fix is worked out while the entry is being shown."""


def fix_text(session: Session | None, finding: Finding) -> str:
    """The text of a button; with an ellipsis where more will be asked."""
    text = _done(session, finding)
    if finding.fix is FixKind.SAFE:
        return text or _("Fix")
    return f"{text}\u2009…" if text else _("Fix…")


def _done(session: Session | None, finding: Finding) -> str:
    sample = _only_change(session, finding) if session is not None else None
    if sample is None:
        return ""
    if sample.after is None:
        text = _("Delete entry") if sample.field == "loc" else _("Remove {field}")
        return text.format(field=sample.field)
    if not sample.field or not sample.after or len(sample.after) > MAX_VALUE:
        return ""
    return _("Fix: {value}").format(value=sample.after)


def _only_change(session: Session, finding: Finding) -> Sample | None:
    """What a fix changes, when that is one value."""
    from sitemap_editor.operations.fixes import plan_entry

    doc, entry = session.doc, finding.entry_id
    if finding.fix is FixKind.NONE or entry is None or not doc.has(entry):
        return None
    if session.report is None or len(doc.raw(entry)) > MAX_ENTRY:
        return None
    samples = plan_entry(doc, finding, session.report, session.answers).samples(2)
    return samples[0] if len(samples) == 1 else None
