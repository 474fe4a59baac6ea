"""What can be done with a rule or with one of its findings, as menus."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from sitemap_editor.gui.icons import icon
from sitemap_editor.gui.naming import name_menu
from sitemap_editor.protocol.findings import Finding, FixKind, Severity
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.rules.decisions.policy import Scope
from sitemap_editor.support.i18n import N_, _, format_number, ngettext, pgettext

from .texts import fix_kind_of

if TYPE_CHECKING:
    from sitemap_editor.gui.session import Session
    from sitemap_editor.rules.report import RuleGroup

Ignore = Callable[[Scope, str, EntryId | None], None]

OFF = "off"
"""A severity that switches a rule off."""


class Asked(Protocol):
    """Who carries out what a menu asks for."""

    def go_to(self, entry: EntryId) -> None: ...
    def filter_by(self, code: str) -> None: ...
    def fix(self, code: str, entry: EntryId | None) -> None: ...
    def ignore(self, scope: Scope, code: str, entry: EntryId | None) -> None: ...
    def unignore(self, code: str, entry: EntryId | None) -> None: ...
    def treat(self, code: str, severity: str | None, scope: Scope) -> None: ...
    def copy_rows(self) -> None: ...
    def copy_rule(self, code: str) -> None: ...
    def explain(self, code: str) -> None: ...


class Subject:
    """What a menu is about: a rule, and one of its findings when given."""

    def __init__(
        self, session: Session, group: RuleGroup, finding: Finding | None, entry: EntryId | None
    ) -> None:
        self.session = session
        self.group = group
        self.finding = finding
        self.entry = entry

    @property
    def code(self) -> str:
        """The code of the rule."""
        return self.group.code

    @property
    def has_file(self) -> bool:
        """Whether there is a folder to keep decisions in."""
        return self.session.path is not None


def row_menu(menu: QMenu, subject: Subject, asked: Asked) -> None:
    """Fill a menu with all that can be done."""
    group, entry = subject.group, subject.entry
    if entry is not None:
        _add(menu, _("Go to the entry"), partial(asked.go_to, entry), "goto", "Return")
    if group.ids is not None and not group.is_ignored:
        only = _("Only entries with this finding")
        _add(menu, only, partial(asked.filter_by, group.code), "filter")
    menu.addSeparator()
    if group.is_ignored:
        _add_stop(menu, subject, asked)
    else:
        _add_fixes(menu, subject, asked)
        ignore = _submenu(menu, _("Ignore"), "clear")
        fill_ignore_menu(ignore, subject, asked)
    for scope, title in _TREAT_TITLES.items():
        _treat_menu(_submenu(menu, _(title)), subject, asked, scope)
    menu.addSeparator()
    _add(menu, _("Copy"), asked.copy_rows, "copy", "Ctrl+C")
    if group.count > 1 and not group.is_ignored:
        every = ngettext("Copy {n} finding of this rule", "Copy all {n} findings", group.count)
        text = every.format(n=format_number(group.count))
        _add(menu, text, partial(asked.copy_rule, group.code))
    menu.addSeparator()
    _add(menu, _("About this rule"), partial(asked.explain, group.code), "help", "F1")


def ignore_menu(
    menu: QMenu, code: str, entry: EntryId | None, ignore: Ignore, *, has_file: bool
) -> None:
    """Offer how far to ignore a rule, or its finding at one entry."""
    if entry is not None:
        here = _add(menu, _("Here (this finding)"), partial(ignore, Scope.FINDING, code, entry))
        here.setEnabled(has_file)
    for scope, title in _IGNORE_TITLES.items():
        action = _add(menu, _(title), partial(ignore, scope, code, None))
        action.setEnabled(has_file or scope is Scope.USER)
    if not has_file:
        menu.addSeparator()
        menu.addAction(_("More once the file is saved")).setEnabled(False)


def fill_ignore_menu(menu: QMenu, subject: Subject, asked: Asked) -> None:
    """The same for what a row is about."""
    has_file = subject.has_file
    ignore_menu(menu, subject.code, subject.entry, asked.ignore, has_file=has_file)


def stop_text(subject: Subject) -> str:
    """What hearing of ignored findings again is called."""
    reason = _reason(subject)
    texts = {
        Scope.FILE: N_("Stop ignoring in this file"),
        Scope.FOLDER: N_("Stop ignoring in this folder"),
        Scope.USER: N_("Stop ignoring for me"),
    }
    return _(texts.get(reason, N_("Stop ignoring"))) if reason is not None else _("Stop ignoring")


def _reason(subject: Subject) -> Scope | None:
    reasons = subject.session.policy.ignores_of(subject.code)
    return reasons[0].scope if reasons else None


_IGNORE_TITLES = {
    Scope.FILE: N_("In this file"),
    Scope.FOLDER: N_("In this folder"),
    Scope.USER: N_("For me, everywhere"),
}

_TREAT_TITLES = {
    Scope.FOLDER: N_("Treat as, in this folder"),
    Scope.USER: N_("Treat as, for me"),
}


def _add_stop(menu: QMenu, subject: Subject, asked: Asked) -> None:
    if subject.entry is not None and _reason(subject) is None:
        one = partial(asked.unignore, subject.code, subject.entry)
        _add(menu, _("Stop ignoring this finding"), one)
    _add(menu, stop_text(subject), partial(asked.unignore, subject.code, None), "undo")


def _add_fixes(menu: QMenu, subject: Subject, asked: Asked) -> None:
    group, finding = subject.group, subject.finding
    if group.is_repaired:
        _add(menu, _("Show the repairs"), partial(asked.fix, group.code, None), "fix")
        menu.addSeparator()
        return
    if finding is not None and finding.fix is not FixKind.NONE:
        text = _("Fix this") if finding.fix is FixKind.SAFE else _("Fix this…")
        _add(menu, text, partial(asked.fix, group.code, finding.entry_id), "fix")
    every = fix_kind_of(group)
    if every is not FixKind.NONE and group.count > 1:
        many = ngettext("Fix {n}", "Fix all {n}", group.count)
        text = f"{many.format(n=format_number(group.count))}…"
        _add(menu, text, partial(asked.fix, group.code, None), "fix")
    menu.addSeparator()


def _treat_menu(menu: QMenu, subject: Subject, asked: Asked, scope: Scope) -> None:
    menu.setEnabled(subject.has_file or scope is Scope.USER)
    decided = _decided(subject, scope)
    choices: list[tuple[str, str | None]] = [
        (_("Error"), Severity.ERROR.value),
        (_("Warning"), Severity.WARNING.value),
        (_("Note"), Severity.INFO.value),
        (pgettext("severity", "Off"), OFF),
        (pgettext("severity", "As usual"), None),
    ]
    for text, severity in choices:
        if severity is None:
            menu.addSeparator()
        action = _add(menu, text, partial(asked.treat, subject.code, severity, scope))
        action.setCheckable(True)
        action.setChecked(severity == decided)


def _decided(subject: Subject, scope: Scope) -> str | None:
    """What is decided in this place alone."""
    if scope is Scope.FOLDER and not subject.has_file:
        return None
    policy = subject.session.policy_of(scope)
    if subject.code in policy.disabled:
        return OFF
    severity = policy.severities.get(subject.code)
    return severity.value if severity is not None else None


def _submenu(menu: QMenu, title: str, icon_name: str = "") -> QMenu:
    sub = menu.addMenu(title)
    name_menu(sub)
    if icon_name:
        sub.setIcon(icon(icon_name))
    return sub


def _add(
    menu: QMenu, text: str, command: Callable[[], None], icon_name: str = "", key: str = ""
) -> QAction:
    """Add an action; ``key`` is only told, since the list itself listens to it."""
    shown = text.replace("&", "&&")
    if key:
        native = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
        shown = f"{shown}\t{native}"
    action = menu.addAction(shown)
    if icon_name:
        action.setIcon(icon(icon_name))
    action.triggered.connect(lambda: command())
    return action
