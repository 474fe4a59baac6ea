"""The questions that come up again, with their words; asked through the seam like all others."""

from __future__ import annotations

from collections.abc import Sequence

from sitemap_editor.support.i18n import _, format_number, ngettext
from sitemap_editor.support.interaction import Choice, Interaction

CANCEL = "cancel"


def _cancel() -> Choice:
    return Choice(CANCEL, _("Cancel"), is_cancel=True)


def _may_lose(interaction: Interaction, title: str, text: str, answer: str, verb: str) -> bool:
    """Ask whether to go on where something is lost by that."""
    choice = Choice(answer, verb, is_default=True, is_destructive=True)
    return interaction.ask(text, (_cancel(), choice), title=title) == answer


def ask_unsaved(interaction: Interaction, names: Sequence[str], warning: str = "") -> str:
    """Ask what becomes of unsaved changes: "save", "discard" or "cancel".

    Of one file also "changes": show what would be saved, and ask again. ``warning`` says what else
    discarding means.
    """
    if len(names) == 1:
        title = _("Save the changes in {name}?").format(name=names[0])
        saving = _("Save")
    else:
        title = ngettext(
            "Save the changes in {n} file?", "Save the changes in {n} files?", len(names)
        ).format(n=format_number(len(names)))
        saving = _("Save all")
    look = (Choice("changes", _("What will change…")),) if len(names) == 1 else ()
    choices = (
        *look,
        Choice("discard", _("Discard the changes"), is_destructive=True),
        _cancel(),
        Choice("save", saving, is_default=True),
    )
    text = "\n\n".join(filter(None, (_("What you do not save is lost."), warning)))
    return interaction.ask(text, choices, title=title, details=_list(names))


def _list(names: Sequence[str]) -> str:
    return "\n".join(names) if len(names) > 1 else ""


def ask_changed_on_disk(interaction: Interaction, name: str, *, can_compare: bool = False) -> str:
    """Ask what to do when a file changed since it was read: "reload", "keep", "save_as", "cancel".

    "keep" writes over what is on disk; "compare", where that is possible, shows what differs, and
    then the question comes again.
    """
    looking = (Choice("compare", _("Compare…")),) if can_compare else ()
    choices = (
        *looking,
        Choice("reload", _("Reload")),
        Choice("keep", _("Keep mine"), is_destructive=True),
        _cancel(),
        Choice("save_as", _("Save as…"), is_default=True),
    )
    return interaction.ask(
        _(
            "Another program wrote this file since it was opened. Reload shows what is on disk "
            "now and drops your changes; Keep mine writes your version over it."
        ),
        choices,
        title=_("{name} has changed on disk").format(name=name),
    )


def ask_gone_from_disk(interaction: Interaction, name: str) -> str:
    """Ask what to do when a file is no longer there: "keep", "save_as" or "cancel"."""
    choices = (
        _cancel(),
        Choice("save_as", _("Save as…")),
        Choice("keep", _("Write it again"), is_default=True),
    )
    return interaction.ask(
        _("The file was moved or deleted since it was opened."),
        choices,
        title=_("{name} is no longer on disk").format(name=name),
    )


def ask_save_empty(interaction: Interaction, name: str) -> bool:
    """Ask whether a document without entries is to be saved."""
    return interaction.confirm(
        _("It has no entries. Search engines report an empty sitemap as an error."),
        _("Save without entries"),
        title=_("Save {name}?").format(name=name),
    )


def ask_save_with_errors(interaction: Interaction, name: str, count: int) -> str:
    """Ask whether a document with errors is to be saved: "save", "show" or "cancel"."""
    text = ngettext(
        "{n} error was found. Search engines may refuse the file or leave out the entry.",
        "{n} errors were found. Search engines may refuse the file or leave out the entries.",
        count,
    ).format(n=format_number(count))
    where = _("The panel Findings (Alt+4) lists them. You are asked again when there are more.")
    choices = (
        _cancel(),
        Choice("show", _("Show the errors")),
        Choice("save", _("Save anyway"), is_default=True),
    )
    title = _("Save {name}?").format(name=name)
    return interaction.ask(f"{text}\n\n{where}", choices, title=title)


def ask_open_anyway(interaction: Interaction, name: str, reason: str) -> bool:
    """Ask whether a compressed file that grows suspiciously large is to be opened."""
    advice = _("Open it only if you trust where it comes from: it may fill much of the memory.")
    choices = (
        Choice("open", _("Open anyway")),
        Choice(CANCEL, _("Cancel"), is_default=True, is_cancel=True),
    )
    title = _("{name} is not opened yet").format(name=name)
    return interaction.ask(f"{reason}\n\n{advice}", choices, title=title) == "open"


def ask_reread(interaction: Interaction, name: str) -> bool:
    """Ask whether changes may be dropped for another reading of a broken file."""
    title = _("Read {name} again with other repairs?").format(name=name)
    text = _("Your changes since the file was opened are lost, and cannot be undone.")
    return _may_lose(interaction, title, text, "read", _("Read again, lose the changes"))


def ask_open_as_text(interaction: Interaction, title: str, why: str, line: str = "") -> bool:
    """Say why a file cannot be opened, and ask whether to show it as text; ``line`` is from it."""
    choices = (
        Choice("close", _("Close"), is_cancel=True),
        Choice("text", _("Open as text"), is_default=True),
    )
    return interaction.ask(why, choices, title=title, details=line) == "text"


def ask_discard_text(interaction: Interaction, name: str) -> bool:
    """Ask whether what was typed into the text of a broken file may be lost."""
    title = _("Close the text of {name}?").format(name=name)
    text = _("What you changed in the text is lost.")
    return _may_lose(interaction, title, text, "discard", _("Discard the changes"))


def ask_replace_text(interaction: Interaction, name: str) -> bool:
    """Ask whether a text may take the place of a file."""
    title = _("Replace {name}?").format(name=name)
    text = _("The text is written as it is, whether it can be read as a sitemap or not.")
    return _may_lose(interaction, title, text, "replace", _("Replace the file"))


def ask_reload(interaction: Interaction, name: str) -> bool:
    """Ask whether unsaved changes may be dropped for what is on disk."""
    title = _("Reload {name} from disk?").format(name=name)
    text = _("Your changes since the last save are lost, and cannot be undone.")
    return _may_lose(interaction, title, text, "reload", _("Reload and lose the changes"))


def ask_step_of_several(
    interaction: Interaction,
    step: str,
    further: Sequence[str],
    gone: Sequence[str],
    is_back: bool,
) -> bool:
    """Ask whether a step of several files is undone or redone though it is not alone.

    ``further`` are the steps that have to go with it, ``gone`` the files that cannot follow.
    """
    texts = []
    if gone:
        texts.append(
            _(
                "{names} took part and is no longer open, or has forgotten the step. It stays as "
                "it is, so an entry that was moved may then be in both files, or in none."
            ).format(names=", ".join(gone))
        )
    if further and is_back:
        texts.append(
            _("It changed several files. What was done after it there has to be undone too:")
        )
    elif further:
        texts.append(_("It changes several files. What came before it there is done again first:"))
    title = _("Undo “{step}”?") if is_back else _("Redo “{step}”?")
    verb = _("Undo all of them") if is_back else _("Redo all of them")
    if gone and not further:
        verb = _("Undo in the open files") if is_back else _("Redo in the open files")
    return interaction.confirm(
        "\n\n".join(texts), verb, title=title.format(step=step), details="\n".join(further)
    )
