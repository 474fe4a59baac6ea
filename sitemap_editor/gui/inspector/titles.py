"""The short name of what a rule found."""

from __future__ import annotations

from sitemap_editor.protocol.findings import Finding


def title_of(finding: Finding) -> str:
    """Rule's title in words."""
    return finding.code.replace("-", " ").capitalize()
