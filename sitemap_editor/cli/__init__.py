"""The command line: one module a verb, found by the first argument."""

from __future__ import annotations

from collections.abc import Sequence

from sitemap_editor.support.i18n import N_

VERBS = {
    "check": N_("Check files and report what is wrong in them."),
    "repair": N_("Make a broken file readable, write it to OUT, and say what was done."),
    "fix": N_("Mend what can be mended safely, and write the result to OUT."),
    "convert": N_("Write a sitemap in another format; the suffix of OUT decides which."),
    "apply": N_("Take entries out of a sitemap, keep, set or replace them by a list."),
    "address": N_("Change the address of a site: scheme, host, port or folder."),
    "dedupe": N_("Make one entry of those about one page."),
    "merge": N_("Merge several sitemaps into one, or into several under an index."),
    "move": N_("Move or copy entries from one sitemap to another."),
    "replace": N_("Find text or a pattern in a field and put something else in its place."),
    "diff": N_("Tell what came, went, changed or moved between two sitemaps, sets or lists."),
    "split": N_("Split a sitemap into several under an index."),
    "recover": N_("Finish or undo writing that was interrupted in a folder."),
    "rules": N_("List the rules that check knows, or explain one."),
}
"""Each verb with the line that explains it; every one has a module of its name here."""


def main(argv: Sequence[str]) -> int:
    """Run the verb that ``argv`` begins with; return the exit code.

    0: done. 1: findings at or above ``--fail-on``, or differences. 2: wrong usage, or input
    refused. 130: stopped with Ctrl+C.
    """
    from .run import run

    return run(list(argv))
