"""What every prompt of a run carries beside its own data (S3-8); each part behind a flag of the table ``[context]``.

``append_only``  what the run has learned so far stands at the beginning of every prompt and only ever grows at its end, so that a
                 service can reuse what it computed for the beginning
``recitation``   the stages done and to do stand at the end of every prompt
``keep_errors``  what failed before stays visible to later steps
``tell_mask``    the model is told which tools the stage has; that it has no others is enforced whether it is told or not
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from dr_core.run.mask import tools_of
from dr_core.settings import Settings
from dr_core.state import ErrorRecord, RunState

STAGES = ("plan", "harvest", "fetch", "extract", "reflect", "analyse", "chart", "draft", "verify", "write")
BESIDE = (("extract", "reflect"), ("analyse", "chart", "draft"))
"""They may run beside each other: what one of them meets while the others work must not change the others' prompts."""
MOST_FAILURES = 5
LONGEST_LINE = 220


def error_line(error: ErrorRecord) -> str:
    """A failure as later prompts tell it."""
    return f"{error.step}: {error.error}"[:LONGEST_LINE]


class Context:
    """The common part of a run's prompts."""

    def __init__(self, settings: Settings, state: Callable[[], RunState]) -> None:
        self._settings, self._state = settings, state

    def learned(self, *lines: str) -> None:
        """Add to what the run has learned; nothing is ever changed or taken back."""
        if self._settings.context.append_only:
            log = self._state().notes.setdefault("context", [])
            log += [" ".join(line.split())[:LONGEST_LINE] for line in lines if line.strip()]

    def around(self, inputs: Mapping[str, Any], position: str) -> dict[str, Any]:
        """``inputs`` with the common parts; a part that is switched off is empty."""
        flags, research = self._settings.context, self._settings.research
        stage = position.partition("/")[0]
        return {
            "question": "",
            "style": research.style,
            "audience": research.audience,
            **inputs,
            "learned": self._state().notes.get("context", []) if flags.append_only else [],
            "todo": self._todo(stage) if flags.recitation else [],
            "failures": self._failures(stage) if flags.keep_errors else [],
            "tools": sorted(tools_of(stage)) if flags.tell_mask else [],
        }

    def _todo(self, stage: str) -> list[str]:
        now = STAGES.index(stage) if stage in STAGES else -1
        return [f"[{'x' if at < now else '>' if at == now else ' '}] {name}" for at, name in enumerate(STAGES)]

    def _failures(self, stage: str) -> list[str]:
        """The last failures of earlier stages; those of this one are not final yet, and would differ in a resumed run. Neither
        would a replay meet those of a stage that was begun again."""
        running = next((group for group in BESIDE if stage in group), (stage,))
        state = self._state()
        earlier = Counter(error_line(error) for error in state.errors if error.step.partition("/")[0] not in running)
        told = earlier - Counter(state.notes.get("aborted", ()))
        return sorted(told)[:MOST_FAILURES]  # sorted: in which order they came may have been chance
