"""What people decided about rules, for the files of one call."""

from __future__ import annotations

from dataclasses import dataclass, field

from sitemap_editor.rules.decisions.policy import Policy
from sitemap_editor.rules.decisions.policy_store import PolicyStore
from sitemap_editor.support.settings import Settings

from .inputs import path_of
from .terminal import complain


@dataclass
class Policies:
    """Reads the file beside each sitemap, and keeps what is wrong in there to tell it once."""

    settings: Settings = field(default_factory=Settings.of_user)
    problems: dict[str, None] = field(default_factory=dict)

    def of(self, name: str) -> Policy:
        """The policy for a file of the command line."""
        policy, problems = PolicyStore(path_of(name), self.settings).load()
        self.problems.update(dict.fromkeys(problems))
        return policy

    def complain(self) -> None:
        """Name what is wrong on standard error."""
        for problem in self.problems:
            complain(problem)
        self.problems.clear()
