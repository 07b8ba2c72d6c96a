"""Who looks at a question: the first selected clarifier that works, then ``adaptive``; failing all, the question stands as it is.

A clarifier that is broken is named, and costs no more than its own word.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from dr_core.clarification import Clarification, Exchange, NextAction
from dr_core.errors import CannotDo, ClarificationFailed, ClarificationNeeded, DRError, PluginNotFound, RunError
from dr_core.interfaces import Clarifier
from dr_core.run.plugin_call import Wanted, call_plugin
from dr_core.run.retry import record
from dr_core.run.run import Run
from dr_core.stage.dialogue import Conversation

LAST = "adaptive"
SHARE = 4
"""A clarifier may take a quarter of the time that is left: the research comes after it."""
MEANT = (CannotDo, ClarificationFailed, ClarificationNeeded, RunError)
"""What a clarifier may rightly raise: words on the question, not on itself, and that the run whose model it asks cannot go on."""


class _BrokenError(Exception):
    """A clarifier failed; the cause says how."""


class _Careful(Clarifier):
    """A clarifier, asked within a deadline; whatever it does wrong is a ``_BrokenError``."""

    def __init__(self, inner: Clarifier, run: Run) -> None:
        super().__init__(inner.options, inner.context)
        self.name = inner.name
        self._inner, self._run = inner, run

    async def assess(self, topic: str, history: Sequence[Exchange] = ()) -> Clarification:
        try:
            word: Clarification = await call_plugin(
                self._inner,
                self._run.settings,
                "assess",
                lambda: self._inner.assess(topic, history),
                seconds=min(self._run.settings.clarify.deadline, max(1.0, self._run.budget.seconds_left() / SHARE)),
                wanted=Wanted(Clarification),
            )
        except MEANT:
            raise
        except DRError as error:
            raise _BrokenError from error
        return word


async def first_that_works(
    question: str, run: Run, talk: Callable[[Clarifier], Awaitable[Conversation]]
) -> tuple[str | None, Conversation, dict[str, str]]:
    """Who clarified the question, what was said, and which clarifiers are broken."""
    broken: dict[str, str] = {}
    for name in dict.fromkeys([*run.settings.clarify.use, LAST]):
        try:
            found = run.provider("clarify", name)
        except PluginNotFound:
            if name in run.settings.clarify.use:
                raise
            continue
        assert isinstance(found, Clarifier)
        try:
            return name, await talk(_Careful(found, run)), broken
        except _BrokenError as caught:
            error = caught.__cause__
            assert isinstance(error, DRError)
            broken[name] = str(error)
            run.state.errors.append(record(error, f"intake/{name}"))
            run.events.emit("error", stage="intake", text=f"{name} cannot clarify the question. {error}", clarifier=name)
    assumed = f"The question is taken as it stands: nobody could look at it ({'; '.join(broken.values())})"
    word = Clarification(action=NextAction.START_RESEARCH, confidence=0, goal=question, refined_query=question)
    return None, Conversation(topic=question, clarification=word, refined_query=question, assumptions=(assumed,)), broken
