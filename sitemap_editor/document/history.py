"""Undo and redo: the edits that lead back and forth, under a budget of memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .edits import Edit
    from .together import Together

DEFAULT_BUDGET = 512 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Step:
    """One named step; ``edit`` leads away from where the document stands now.

    ``together`` knows the other documents that took the step, None when there are none.
    """

    label: str
    edit: Edit
    cost: int
    together: Together | None = None


class History:
    """What can be undone and redone; the oldest steps are given up when they cost too much.

    ``budget`` is in bytes of what the edits keep, the new bytes of entries included.
    """

    def __init__(self, budget: int = DEFAULT_BUDGET) -> None:
        self.budget = budget
        self._undo: list[Step] = []
        self._redo: list[Step] = []
        self._state = 0
        self._states: list[int] = [0]
        self._redo_states: list[int] = []

    @property
    def state(self) -> int:
        """A number that stands for the document as it is; undone, the earlier one returns."""
        return self._states[-1]

    @property
    def can_undo(self) -> bool:
        """Whether there is a step back."""
        return bool(self._undo)

    @property
    def can_redo(self) -> bool:
        """Whether there is a step forward."""
        return bool(self._redo)

    @property
    def undo_label(self) -> str:
        """Name of the step that undo would take back; empty when there is none."""
        return self._undo[-1].label if self._undo else ""

    @property
    def redo_label(self) -> str:
        """Name of the step that redo would take again; empty when there is none."""
        return self._redo[-1].label if self._redo else ""

    @property
    def labels(self) -> list[str]:
        """Names of the steps done, oldest first."""
        return [step.label for step in self._undo]

    @property
    def undo_steps(self) -> Sequence[Step]:
        """The steps done, oldest first; never to be written to."""
        return self._undo

    @property
    def redo_steps(self) -> Sequence[Step]:
        """The steps that were taken back, the one that comes next last; never to be written to."""
        return self._redo

    def steps_since(self, state: int) -> list[Step]:
        """The steps taken since a state, oldest first; all of them when it was left by undo."""
        return self._undo[self._states.index(state) if state in self._states else 0 :]

    def push(self, label: str, inverse: Edit, cost: int, together: Together | None = None) -> None:
        """Note a new step; what was undone before it can no longer be redone."""
        self._state += 1
        self._undo.append(Step(label, inverse, cost, together))
        self._states.append(self._state)
        self._drop_redo_to(len(self._redo))
        self._keep_to_budget()

    def drop_redo(self, together: Together) -> None:
        """Let a step not be taken again, nor what came after it."""
        for number, step in enumerate(self._redo):
            if step.together is together:
                self._drop_redo_to(number + 1)
                return

    def _drop_redo_to(self, end: int) -> None:
        dropped = self._redo[:end]
        del self._redo[:end], self._redo_states[:end]
        for step in dropped:
            if step.together is not None:
                step.together.drop_redo()

    def next_undo(self) -> Step:
        """The step undo takes back; IndexError when there is none."""
        return self._undo[-1]

    def next_redo(self) -> Step:
        """The step redo takes again; IndexError when there is none."""
        return self._redo[-1]

    def undone(self, inverse: Edit) -> None:
        """Note that the last step was taken back; ``inverse`` does it again."""
        step = self._undo.pop()
        self._redo.append(replace(step, edit=inverse))
        self._redo_states.append(self._states.pop())

    def redone(self, inverse: Edit) -> None:
        """Note that a step was taken again; ``inverse`` takes it back."""
        step = self._redo.pop()
        self._undo.append(replace(step, edit=inverse))
        self._states.append(self._redo_states.pop())

    def _keep_to_budget(self) -> None:
        total = sum(step.cost for step in self._undo)
        while total > self.budget and len(self._undo) > 1:
            total -= self._undo.pop(0).cost
            del self._states[0]
