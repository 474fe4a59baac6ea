"""By what an open document is checked: profiles, public address, and decisions about rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from sitemap_editor.protocol.errors import SitemapError
from sitemap_editor.protocol.ids import EntryId
from sitemap_editor.rules.decisions.policy import NO_POLICY
from sitemap_editor.support.i18n import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sitemap_editor.document.document import Document
    from sitemap_editor.protocol.findings import Severity
    from sitemap_editor.rules.decisions.policy import House, Policy, Scope
    from sitemap_editor.rules.decisions.policy_store import PolicyStore, Step
    from sitemap_editor.support.settings import Settings


class Decisions(QObject):
    """The part of a session that knows the policy of its file.

    ``policy`` is what the last check went by and ``policy_problems`` what is wrong in the files it
    was read from, as texts with file and line. ``policy_changed`` comes when either has changed,
    or whose rules count.
    ``policy_written`` tells the other sessions to check again, and carries this one.
    Methods that write raise SitemapError when the file cannot be read or written.
    """

    address_answered = Signal()
    policy_changed = Signal()
    policy_written = Signal(object)

    doc: Document

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings: Settings | None = None
        self.profiles: tuple[str, ...] | None = None
        self.base_url: str | None = None
        self.guessed_base_url: str | None = None
        self.assumed_base_url: str | None = None
        self.is_address_asked = True
        self._are_profiles_chosen = False
        self.policy: Policy = NO_POLICY
        self.policy_problems: tuple[str, ...] = ()
        self._read: tuple[Policy, tuple[str, ...]] = (NO_POLICY, ())
        self._steps: list[Step] = []

    def start_check(self) -> None:
        """Check the whole document again."""
        raise NotImplementedError

    def check_policy(self) -> None:
        """Read the policy again and let the findings be as it says."""
        raise NotImplementedError

    # By what the document is checked

    def set_profiles(self, profiles: tuple[str, ...]) -> None:
        """Check by the rules of these profiles from now on, whatever the folder's file says."""
        self.profiles = profiles
        self._are_profiles_chosen = True
        self.policy_changed.emit()
        self.start_check()

    def set_base_url(self, base_url: str | None) -> None:
        """Say under which public address the file is found, and check again."""
        self.base_url = base_url
        self.address_answered.emit()
        self.start_check()

    def stop_asking_address(self) -> None:
        """Do without the public address."""
        self.is_address_asked = False
        self.address_answered.emit()

    @property
    def effective_profiles(self) -> tuple[str, ...] | None:
        """The profiles that count: chosen in the window, the folder's, or None for the usual."""
        return self._profiles_by(self.policy)

    @property
    def effective_base_url(self) -> str | None:
        """The public address that counts: given in the window, the folder's, or the assumed one."""
        return self.base_url or self.policy.base_url or self.assumed_base_url

    def check_options(self) -> dict[str, Any]:
        """What a checker is told; reads the policy, and so belongs into the check's job."""
        policy = self.read_policy()
        address = self.base_url or policy.base_url or self.assumed_base_url
        options = {"base_url": address, "policy": policy}
        profiles = self._profiles_by(policy)
        return options if profiles is None else {**options, "profiles": profiles}

    def _profiles_by(self, policy: Policy) -> tuple[str, ...] | None:
        of_folder = None if self._are_profiles_chosen else policy.profiles
        return of_folder or self.profiles

    # What is decided

    def ignore(self, scope: Scope, code: str, entry: EntryId | None = None) -> None:
        """Ignore a rule in this file, this folder or for oneself, or its finding at one entry.

        ``Scope.FINDING`` wants the entry; without one (a finding about the file) the rule is
        ignored in this file.
        """
        loc = None if entry is None or scope != "finding" else self._address(entry)
        self._write(lambda store: store.ignore(scope, code, loc))

    def unignore(self, code: str, entry: EntryId | None = None) -> None:
        """Hear of a rule again, or of its finding at one entry, wherever it was ignored."""
        loc = None if entry is None else self._address(entry)
        self._write(lambda store: store.unignore(code, loc))

    def set_severity(self, code: str, severity: Severity | str | None, scope: Scope) -> None:
        """Let a rule count as bad as this, "off", or as usual (None): in this folder, or for me."""
        self._write(lambda store: store.set_severity(scope, code, severity))

    def set_rules(
        self, words: Mapping[Scope, Mapping[str, str | None]], houses: Mapping[Scope, House]
    ) -> None:
        """Severities and house rules, as one decision."""
        self._write(lambda store: store.set_rules(words, houses))

    def policy_of(self, scope: Scope) -> Policy:
        """What is decided for this folder alone, or for oneself alone."""
        return self._store().policy_of(scope)

    # Taking it back

    @property
    def can_undo_policy(self) -> bool:
        """Whether there is a decision to take back."""
        return bool(self._steps)

    def undo_policy(self) -> bool:
        """Take back the last decision; False when there is none, or its file has changed since."""
        if not self._steps:
            return False
        is_undone = self._steps.pop().undo()
        self._announce()
        return is_undone

    # How

    def read_policy(self) -> Policy:
        """Read what is decided, in the check's job; ``take_policy`` makes it known."""
        self._read = self._store().load()
        return self._read[0]

    def take_policy(self) -> None:
        """Let what was read be seen."""
        before = (self.policy, self.policy_problems)
        self.policy, self.policy_problems = self._read
        if self._read != before:
            self.policy_changed.emit()

    def _store(self) -> PolicyStore:
        from sitemap_editor.rules.decisions.policy_store import PolicyStore

        return PolicyStore(self.doc.path, self.settings)

    def _address(self, entry: EntryId) -> str:
        """What a single finding is recognised by."""
        loc = (self.doc.value_of(entry, "loc") or "").strip()
        if not loc:
            raise SitemapError(
                _("An entry without an address cannot be told from others."),
                advice=_("Ignore the rule in this file instead."),
            )
        return loc

    def _write(self, change: Callable[[PolicyStore], Step | None]) -> None:
        step = change(self._store())
        if step is not None:
            self._steps.append(step)
            self._announce()

    def _announce(self) -> None:
        self.check_policy()
        self.policy_written.emit(self)
