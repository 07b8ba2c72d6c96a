"""Typed requests to a model: a name, inputs as data, a prompt file, the schema of the answer, and a fallback without a model.

Each model of the chain is asked in turn; an answer that does not fit is mended, asked again once, and then the next model is
asked. Only when none is left does the run wait and go round again (2 s, then 4 s). With no model configured the fallback does
the work; where models are configured and all of them fail, it steps in and the run is ``partial``. A wrong key stops the run on
the first call, and so do models of which none is there or has anything left to spend: nobody gets a digest they did not ask for.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from dr_core.errors import (
    AuthFailed,
    BadAnswer,
    BudgetSpent,
    DRError,
    ModelFailed,
    NoSuchModel,
    QuotaSpent,
    RunError,
    TooLong,
    Unreachable,
    UsageError,
)
from dr_core.report.vain import ANSWERED
from dr_core.run.ahead import whole_items
from dr_core.run.allot import NoRoom, Share, has_room, prompt_room, to_think
from dr_core.run.call import Watch, complete, provider_of
from dr_core.run.cite import citable, with_ids
from dr_core.run.echo import echoed
from dr_core.run.fit import fit
from dr_core.run.gate import gate_of
from dr_core.run.no_answer import no_model, too_long
from dr_core.run.pack import Draft, Shrink, best_of, packed, prompt_tokens
from dr_core.run.prompt import messages_for
from dr_core.run.retry import RETRIES, record, wait_before, worth_retrying
from dr_core.run.schema import fitted, schema_of, slim
from dr_core.run.without import fell_back
from dr_core.types import Message, ModelAnswer, ModelRequest

if TYPE_CHECKING:
    from dr_core.run.base import RunBase
    from dr_core.state import RunState

Answer = TypeVar("Answer", bound=BaseModel)
_LESS_EVIDENCE = best_of("evidence")
UNHEARD = "unheard"
"""Where they say that a run is done again, and none of its models has answered since."""
LEAST_CONTEXT = 512
"""Tokens; no task fits into less."""
ROOM_TO_THINK, MORE = 4_096, 2
"""Tokens on top of its answer for a model that thought until it was cut off, and the most of them, in calls' room to think."""
THINKERS = "thinkers"
"""Where they say which models need that room, as far as the plan has shown: it is made before all else, and alone."""
HOPELESS = (BadAnswer, NoSuchModel, QuotaSpent, Unreachable)
"""What a model fails with that is not there (something else may be), or whose account is spent. Said by one that has never
answered, it is for the user to mend."""


@dataclass(frozen=True)
class Task(Generic[Answer]):
    """A request of one kind. ``settle`` makes an answer fit its inputs (unknown ids are dropped) or raises ``ModelFailed``.

    ``shrink`` leaves out of the inputs what matters least, where they are too long. ``optional`` tasks make a report better;
    one that the budget has no room for does not make the run ``partial``. Nor does one for ``reading`` for which the ceiling has
    none from the beginning: such a run reads without a model, and says so.
    """

    name: str
    answer: type[Answer]
    fallback: Callable[[Mapping[str, Any]], Answer]
    settle: Callable[[Mapping[str, Any], Answer], Answer] = lambda inputs, answer: answer
    shrink: Shrink | None = _LESS_EVIDENCE
    role: Literal["thinking", "task"] = "task"
    max_tokens: int = 1500
    final: bool = False
    optional: bool = False
    reading: bool = False
    prompt: str = ""
    """The prompt file, where it is not called like the task."""
    whole: str = ""
    """The list of the answer whose whole entries count where it is cut off twice."""


class Unfit(ModelFailed):
    """An answer came, and cannot be used."""


class Declined(Unfit):
    """The model, or a filter before it, will not do the task: asked the same again, it would be paid to say so again."""


async def ask(
    run: RunBase,
    task: Task[Answer],
    inputs: Mapping[str, Any],
    position: str,
    *,
    share: Share | None = None,
    fallback_inputs: Callable[[], Awaitable[Mapping[str, Any]]] | None = None,
    watch: Watch | None = None,
    going: Callable[[], None] = lambda: None,
) -> Answer:
    """The answer to a task: from the first model that gives a fitting one, else from the fallback.

    ``share`` is the most that one call may use. ``fallback_inputs`` gives what only the fallback needs, and is awaited only then.
    ``watch`` sees an answer grow, where the model streams it; whether the answer is taken in the end is not known then. ``going``
    is called when a request is put together and goes out.
    """
    chain = model_chain(run, task.role)
    if chain:
        run.events.emit("progress", stage=position.partition("/")[0], status="asking", task=task.name, item=position)
        asking = _Asking(run, task, inputs, position, share)
        asking.watch, asking.going = watch, going
        answer = await asking.chain(chain)
        if answer is not None:
            return answer
        if not (heard(run.state) or run.journal.replay):
            asking.refuse(chain)
        about = {"optional": task.optional, "reading": task.reading}
        fell_back(run, task.name, position, asking.errors, asking.reason(), **about)
    return task.fallback({**inputs, **(await fallback_inputs() if fallback_inputs else {})})


def heard(state: RunState) -> bool:
    """Whether any model has answered, however uselessly; of a run that is done again: since then."""
    return bool(state.notes.get(ANSWERED)) and not state.notes.get(UNHEARD)


def model_chain(run: RunBase, role: str) -> list[str]:
    """The instances to ask for a role: its own first, then the chain, then that of the other role; empty where no model is
    configured."""
    settings = run.settings.llm
    own = settings.thinking if role == "thinking" else settings.task
    return list(dict.fromkeys([*([own] if own else []), *settings.use, *settings.roles()]))


class _Asking(Generic[Answer]):
    """One task on its way through the chain. No model is asked more than ``RETRIES + 1`` times."""

    def __init__(self, run: RunBase, task: Task[Answer], inputs: Mapping[str, Any], position: str, share: Share | None) -> None:
        self._run, self._task, self._inputs, self._position, self._share = run, task, inputs, position, share
        self.watch: Watch | None = None
        self.going: Callable[[], None] = lambda: None
        self._watched = False
        self._calls: dict[str, int] = {}
        self._left: list[str] = []
        self._last: dict[str, DRError] = {}
        self._takes: dict[str, int] = {}
        self._sent: dict[str, int] = {}
        self._thinkers: set[str] = set(run.state.notes.get(THINKERS, ()))
        self.errors: list[DRError] = []

    async def chain(self, names: list[str]) -> Answer | None:
        """The first fitting answer; None where no model gives one."""
        import tenacity

        def wait(state: tenacity.RetryCallState) -> float:
            return 0.0 if self._on_record() else wait_before(state.attempt_number, self.errors[-1] if self.errors else None)

        self._left = list(names)
        rounds = tenacity.AsyncRetrying(
            retry=tenacity.retry_if_result(lambda answer: answer is None and bool(self._left)),
            stop=tenacity.stop_after_attempt(RETRIES + 1),
            wait=wait,
            sleep=self._run.sleep,
            retry_error_callback=lambda state: None,
        )
        found: Answer | None = await rounds(self._go_round)
        return found

    def refuse(self, names: list[str]) -> None:
        """Stop the run where none of its models can work, before any has answered; one that only fails is done without."""
        met = [self._last.get(name) for name in names]
        gone = [error for error in met if isinstance(error, HOPELESS)]
        if len(gone) == len(met):
            raise no_model(gone, can_do_without=not self._run.settings.llm.roles()) from gone[0]

    def reason(self) -> str:
        """Why no model did the task: the last thing that went wrong with one, before what the budget had no room for."""
        met = sorted(self._last.items(), key=lambda entry: not isinstance(entry[1], BudgetSpent))
        if not met:
            left_alone: dict[str, str] = self._run.state.notes.get("models_out", {})
            return "; ".join(left_alone.values()) or "no model is left"
        name, error = met[-1]
        if not isinstance(error, Unfit):
            return str(error)
        chosen = hasattr(self._run.provider("llm", name).options, "structured")
        other = "another way to ask it (structured)" if chosen else "have its plugin hand on the shape (answer_schema)"
        way = "" if isinstance(error, Declined) else f", or {other}"
        remedy = error.remedy or f"Choose another model in [llm.{name}]{way}"
        return str(Unfit(f"{name}: {error.message}", remedy=remedy))

    async def _go_round(self) -> Answer | None:
        """Ask each model once, until one answers; those worth another try are left."""
        names, self._left = self._left, []
        again = self._left
        for at, name in enumerate(names):
            if self._is_out(name):
                self._look_again(name)
                continue
            if self._is_last(name) and any(not self._is_last(other) for other in names[at + 1 :]):
                again.append(name)  # another one is asked before anybody waits
                continue
            try:
                return await self._one(name)
            except (UsageError, RunError):
                raise  # a broken prompt file or price file is the user's to mend, not a failing model
            except AuthFailed as error:
                if not heard(self._run.state):
                    raise
                self._out(name, error)
            except (QuotaSpent, NoSuchModel) as error:
                self._out(name, error)
            except (Unfit, BudgetSpent):
                continue
            except DRError as error:
                if worth_retrying(error) and self._calls[name] <= RETRIES:
                    again.append(name)
        return None

    async def _one(self, name: str) -> Answer:
        """The fitting answer of one model, asked again once where the first does not fit."""
        try:
            return self._fitting(name, *await self._call(name, ""))
        except Unfit as error:
            self._note(name, error)
            if isinstance(error, Declined) or self._calls[name] > RETRIES:
                raise
            problem = error.message
        try:
            return self._fitting(name, *await self._call(name, problem), last=True)
        except Unfit as error:
            self._note(name, error)
            raise

    async def _call(self, name: str, problem: str) -> tuple[Mapping[str, Any], ModelRequest, ModelAnswer]:
        """What a model answers, and what it was shown: less, where the service says that this is more than the model takes."""
        while True:
            try:
                return await self._once(name, problem)
            except TooLong as error:
                # Known to this task alone: what the others are shown must not depend on which of them was refused first.
                self._takes[name] = error.takes if 0 < error.takes < self._sent[name] else self._sent[name] * 2 // 3
                if self._takes[name] < LEAST_CONTEXT or self._calls[name] > RETRIES:
                    raise

    async def _once(self, name: str, problem: str) -> tuple[Mapping[str, Any], ModelRequest, ModelAnswer]:
        run, task = self._run, self._task
        number = self._calls.get(name, 0)
        self._calls[name] = number + 1
        position = f"{self._position}/{name}/{number}"
        try:
            inputs, request = self._request(name, problem)
            self.going()
            watch = self._watching if self.watch and not self._watched else None
            answer = await complete(run, name, request, position, final=task.final, watch=watch)
            run.state.notes.setdefault(ANSWERED, {}).setdefault(name, 0)
            if not run.journal.reused(position):  # what was bought before says nothing of whether it still works
                run.state.notes.pop(UNHEARD, None)
            return inputs, request, answer
        except DRError as error:
            self._note(name, error)
            raise

    def _watching(self, written: str) -> None:
        """Show an answer that grows to who watches: the first one that grows, since what is begun for it may be for nothing."""
        self._watched = True
        if self.watch:
            self.watch(written)

    def _request(self, name: str, problem: str) -> tuple[Mapping[str, Any], ModelRequest]:
        """The request, packed to what the share, the budget's reserve and the model itself take."""
        run, task = self._run, self._task
        slimmed = slim(schema_of(task.answer))
        said = f"Your last answer could not be used: {problem}. Answer again."
        again = (Message(role="user", content=said),) if problem else ()
        most = min(task.max_tokens, self._share.answer) if self._share else task.max_tokens
        room = float(prompt_room(self._share)) if self._share else float("inf")
        provider = provider_of(run, name)
        most = min(most, getattr(provider.options, "max_output_tokens", None) or most)
        own = to_think(run.shared_tokens)
        thinking = min(ROOM_TO_THINK, MORE * own) if name in self._thinkers else 0
        bare = ModelRequest(task=task.name, messages=(), answer_schema=slimmed, max_tokens=max(1, most), thinking=own)
        known = (getattr(provider.options, "context_tokens", None), self._takes.get(name))
        takes = min((tokens for tokens in known if tokens), default=0)
        if takes:
            most, thinking = min(most, takes // 3), min(thinking, takes // 3)
            room = min(room, takes * 0.9 - provider.output_ceiling(bare.model_copy(update={"max_tokens": most + thinking})))

        def draw(inputs: Mapping[str, Any]) -> Draft:
            whole = run.context.around(inputs, self._position)
            messages = (*messages_for(task.prompt or task.name, whole, folder=run.settings.prompts), *again)
            schema = fitted(slimmed, citable(inputs), most)
            return Draft(inputs, messages, schema, prompt_tokens(messages, schema))

        drawn = packed(self._inputs, task.shrink, draw, room)
        if self._share and not has_room(self._share._replace(answer=most), drawn.tokens):
            raise NoRoom(drawn.tokens)
        answer = provider.output_ceiling(bare.model_copy(update={"max_tokens": most + thinking}))
        if takes and drawn.tokens > takes - answer:
            raise too_long(name, task.name, takes)
        self._sent[name] = drawn.tokens + answer
        told = {"messages": drawn.messages, "answer_schema": drawn.schema, "max_tokens": most + thinking}
        return drawn.inputs, bare.model_copy(update=told)

    def _fitting(
        self, name: str, inputs: Mapping[str, Any], request: ModelRequest, answer: ModelAnswer, *, last: bool = False
    ) -> Answer:
        from dr_core.run.mend import mend_json

        task = self._task
        if answer.stop == "refusal":
            raise Declined(f"{answer.model} refused the task '{task.name}'")
        if answer.stop == "length" and not answer.text.strip():
            self._needs_room(name)
            thought = f"{answer.model} was cut off while it was thinking; think less"
            raise Unfit(thought, remedy=f"Raise reasoning_tokens in [llm.{name}], or lower its effort")
        whole = whole_items(answer.text, task.whole) if last and task.whole and answer.stop == "length" else []
        if answer.stop == "length" and not whole:
            raise Unfit(f"{answer.model} was cut off; answer shorter")
        try:
            value = {task.whole: whole} if whole else mend_json(answer.text, schema_of(task.answer))
            if echoed(value, request.messages):
                raise Unfit("the answer repeats the instructions")
            ids = citable(inputs)
            fitting = task.settle(inputs, fit(task.answer, with_ids(value, ids) if ids else value))
            self._run.state.notes[ANSWERED][name] += 1
            return fitting
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise Unfit(f"the answer does not fit: {where}: {first['msg']}") from None
        except ModelFailed as error:
            raise Unfit(error.message) from error

    def _needs_room(self, name: str) -> None:
        self._thinkers.add(name)
        if self._position.startswith("plan/"):  # what is asked at once must not depend on which of them was cut off first
            self._run.state.notes[THINKERS] = sorted({*self._run.state.notes.get(THINKERS, ()), name})

    def _on_record(self) -> bool:
        """Whether the next round is on record already, and need not be waited for."""
        return any(self._recorded(name) for name in self._left)

    def _recorded(self, name: str) -> bool:
        return self._run.journal.recorded(f"{self._position}/{name}/{self._calls.get(name, 0)}")

    def _is_last(self, name: str) -> bool:
        if self._recorded(name):
            return False
        return gate_of(provider_of(self._run, name), self._run.settings.llm.max_concurrent).last()

    def _is_out(self, name: str) -> bool:
        """Whether an instance is not asked any more: its account is spent, or (replaying) it was not asked here before."""
        if self._recorded(name):
            return False
        return self._run.journal.replay or name in self._run.state.notes.get("models_out", {})

    def _look_again(self, name: str) -> None:
        """Replaying a task that nobody was asked for: there may have been no room for it, which the journal does not tell."""
        if self._run.journal.replay and name not in self._calls:
            try:
                self._calls[name] = 1
                self._request(name, "")
            except (BudgetSpent, ModelFailed) as error:
                self._note(name, error)

    def _out(self, name: str, error: DRError) -> None:
        self._run.state.notes.setdefault("models_out", {})[name] = str(error)

    def _note(self, name: str, error: DRError) -> None:
        run = self._run
        self.errors.append(error)
        if name not in self._last or not isinstance(error, BudgetSpent):
            self._last[name] = error
        if name not in run.state.notes.get(ANSWERED, {}) and not isinstance(error, BudgetSpent):
            run.state.notes.setdefault("models_silent", {})[name] = str(error)
        step = f"{self._position.partition('/')[0]}/{self._task.name}/{name}"
        if not isinstance(error, BudgetSpent):
            run.events.emit("error", stage=run.stage, text=f"{name}: {error}", model=name, task=self._task.name)
        elif self._task.optional or isinstance(error, NoRoom):
            return  # nothing went wrong
        run.ahead.failed(record(error, step, self._calls[name] - 1))
