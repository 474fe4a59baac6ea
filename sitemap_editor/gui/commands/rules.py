"""What a rule is about, all rules, and how bad each of them counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_editor.gui.jobs import EXPECTED_ERRORS
from sitemap_editor.rules.decisions.policy import Scope
from sitemap_editor.support import settings as declared
from sitemap_editor.support.i18n import _

from .context import Context

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitemap_editor.gui.dialogs.rule_settings import RuleChoices
    from sitemap_editor.gui.help.window import RuleHelp
    from sitemap_editor.gui.jobs import Job
    from sitemap_editor.gui.rules.house_page import Counting
    from sitemap_editor.gui.session import Session
    from sitemap_editor.rules.decisions.house_hits import HouseHits
    from sitemap_editor.rules.decisions.policy import House
    from sitemap_editor.rules.decisions.policy_store import PolicyStore


def explain(context: Context) -> None:
    """Show the page of the finding that people look at, or all rules when there is none."""
    code = code_in_view(context)
    if code is None:
        show_all(context)
    else:
        show_rule(context, code)


def show_rule(context: Context, code: str) -> None:
    """Show the page of a rule."""
    window = _window(context)
    window.show_rule(code)
    _raise(window)


def show_all(context: Context) -> None:
    """Show the list of all rules."""
    window = _window(context)
    _raise(window)
    window.show_index()


def settings(context: Context) -> None:
    """Ask whose rules count and how bad each of them is, and check again."""
    from sitemap_editor.rules.decisions.policy_store import PolicyStore

    session = context.session
    path = session.path if session is not None else None
    store = PolicyStore(path, context.settings)
    scopes = (Scope.USER,) if path is None else (Scope.USER, Scope.FOLDER)
    choices: RuleChoices | None = context.interaction.ask_form(
        "rule_settings",
        policies={scope: store.policy_of(scope) for scope in scopes},
        profiles=context.profiles,
        folder=path.parent.name if path is not None else "",
        counting=_counting(session) if session is not None else None,
    )
    if choices is not None:
        _apply(context, choices, store)


def _apply(context: Context, choices: RuleChoices, store: PolicyStore) -> None:
    session = context.session
    if choices.profiles != context.profiles:
        context.settings.set(declared.PROFILES, choices.profiles)
        context.workspace.set_profiles(choices.profiles)
    try:
        (session or store).set_rules(choices.severities, choices.houses)
    except EXPECTED_ERRORS as error:
        context.report(error)


def _counting(session: Session) -> Counting:
    """Count in a job what house rules hit in a document; a new count ends the one before."""
    running: list[Job] = []

    def count(house: House, on_done: Callable[[HouseHits], None]) -> None:
        from sitemap_editor.rules.decisions.house_hits import count_hits

        for job in running:
            job.cancel()
        running[:] = [
            session.read(
                lambda progress: count_hits(session.doc, house, progress),
                on_done,
                label=_("Counting entries"),
                is_background=True,
            )
        ]

    return count


def code_in_view(context: Context) -> str | None:
    """The rule of the current row of the findings where they have the focus, else of the entry."""
    from sitemap_editor.gui.findings.panel import FindingsPanel

    panel = context.panels.get("findingsPanel")
    listed = panel.current_code if isinstance(panel, FindingsPanel) else None
    focus = context.window.focusWidget()
    if listed and panel is not None and focus is not None and panel.isAncestorOf(focus):
        return listed
    session = context.session
    if session is None or session.report is None:
        return None
    found = session.report.of_entry(session.current) if session.current is not None else []
    return found[0].code if found else listed


def _window(context: Context) -> RuleHelp:
    from sitemap_editor.gui.help.window import RuleHelp

    known = context.window.findChild(RuleHelp)
    return known if isinstance(known, RuleHelp) else RuleHelp(context.window)


def _raise(window: RuleHelp) -> None:
    window.show()
    window.raise_()
    window.activateWindow()
