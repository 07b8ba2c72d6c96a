"""What is said where a task was done without a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dr_core.errors import BudgetSpent, DRError
from dr_core.run.allot import NoRoom
from dr_core.run.base import BEFORE, HELD

if TYPE_CHECKING:
    from dr_core.run.base import RunBase


def fell_back(
    run: RunBase, task: str, position: str, errors: Sequence[DRError], reason: str, *, optional: bool, reading: bool
) -> None:
    """Say that a task was done without a model, and whether the budget or the models were the reason."""
    spent = bool(errors) and all(isinstance(error, BudgetSpent) for error in errors)
    if spent and optional:
        return
    entry: dict[str, Any] = {"task": task, "reason": reason, "at": position, **({"budget": True} if spent else {})}
    if small := [error.prompt for error in errors if isinstance(error, NoRoom)] if spent else []:
        entry |= {"prompt": min(small), "spared": reading}
    if not position.startswith("intake/"):  # a question that is settled is not settled again
        run.keep_before(HELD if spent else BEFORE)
    if run.count(f"{position}/fallback"):  # a resumed run may come by again
        run.state.notes.setdefault("fallbacks", []).append(entry)
    run.events.emit("progress", stage=run.stage, status="fallback", task=task, reason=reason, spent=spent and not small)
