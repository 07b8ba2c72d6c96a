"""Typed requests to a model: a name, inputs as data, a prompt file, the schema of the answer, and a fallback without a model.

Each model of the chain is asked in turn; an answer that does not fit is mended, asked again once, and then the next model is
asked. With no model configured the fallback does the work; where models are configured and all of them fail, it steps in and
the run is ``partial``. A wrong key stops the run on the first call: nobody gets a digest they did not ask for.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from dr_core.errors import AuthFailed, BudgetSpent, DRError, ModelFailed
from dr_core.interfaces import ModelProvider
from dr_core.run.prompt import messages_for
from dr_core.run.retry import record, retrying
from dr_core.types import Delta, Message, ModelAnswer, ModelRequest, Usage

if TYPE_CHECKING:
    from dr_core.run.run import Run

Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True)
class Task(Generic[Answer]):
    """A request of one kind. ``settle`` makes an answer fit its inputs (unknown ids are dropped) or raises ``ModelFailed``."""

    name: str
    answer: type[Answer]
    fallback: Callable[[Mapping[str, Any]], Answer]
    settle: Callable[[Mapping[str, Any], Answer], Answer] = lambda inputs, answer: answer
    role: Literal["thinking", "task"] = "task"
    max_tokens: int = 1500
    final: bool = False


async def ask(
    run: Run,
    task: Task[Answer],
    inputs: Mapping[str, Any],
    position: str,
    *,
    fallback_inputs: Callable[[], Awaitable[Mapping[str, Any]]] | None = None,
) -> Answer:
    """The answer to a task: from the first model that gives a fitting one, else from the fallback.

    ``fallback_inputs`` gives what only the fallback needs, and is awaited only then.
    """
    chain = model_chain(run, task.role)
    if chain:
        run.events.emit("progress", stage=position.partition("/")[0], status="asking", task=task.name, item=position)
    problems: list[str] = []
    for name in chain:
        for attempt in range(2):
            try:
                return await _ask_one(run, task, inputs, name, f"{position}/{name}/{attempt}", problems[-1:] if attempt else [])
            except AuthFailed as error:
                if not run.state.models:
                    raise
                problems.append(_note(run, task, name, error, attempt))
                break
            except BudgetSpent as error:
                problems.append(_note(run, task, name, error, attempt))
                break
            except ModelFailed as error:
                problems.append(_note(run, task, name, error, attempt))
            except DRError as error:
                problems.append(_note(run, task, name, error, attempt))
                break
    if chain:
        run.state.notes.setdefault("fallbacks", []).append({"task": task.name, "reason": problems[-1] if problems else ""})
        run.events.emit("progress", stage=run.stage, status="fallback", task=task.name, reason=problems[-1] if problems else "")
    return task.fallback({**inputs, **(await fallback_inputs() if fallback_inputs else {})})


def model_chain(run: Run, role: str) -> list[str]:
    """The instances to ask for a role: its own first, then the others in order; empty where no model is configured."""
    settings = run.settings.llm
    own = settings.thinking if role == "thinking" else settings.task
    return list(dict.fromkeys([*([own] if own else []), *settings.use]))


async def _ask_one(
    run: Run, task: Task[Answer], inputs: Mapping[str, Any], name: str, position: str, problems: list[str]
) -> Answer:
    from dr_core.run.mend import mend_json

    schema = task.answer.model_json_schema()
    messages = messages_for(task.name, inputs, schema, folder=run.settings.prompts)
    if problems:
        messages = (*messages, Message(role="user", content=f"Your last answer could not be used: {problems[0]}. Answer again."))
    request = ModelRequest(task=task.name, messages=messages, answer_schema=schema, max_tokens=task.max_tokens)
    answer = await complete(run, name, request, position, final=task.final)
    if answer.stop == "refusal":
        raise ModelFailed(f"{answer.model} refused the task '{task.name}'")
    if answer.stop == "length":
        raise ModelFailed(f"{answer.model} was cut off at {task.max_tokens} tokens; answer shorter")
    try:
        fitting = task.answer.model_validate(mend_json(answer.text, schema))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ModelFailed(f"the answer does not fit: {where}: {first['msg']}") from None
    return task.settle(inputs, fitting)


async def complete(run: Run, name: str, request: ModelRequest, position: str, *, final: bool = False) -> ModelAnswer:
    """One journalled call to one model, within the budget."""
    from dr_core.run.price import cost
    from dr_core.text import estimate_tokens

    provider = run.provider("llm", name)
    assert isinstance(provider, ModelProvider)
    prompt = sum(estimate_tokens(message.content) + 4 for message in request.messages)
    worst = Usage(prompt_tokens=int(prompt * 1.25) + 16, completion_tokens=provider.output_ceiling(request))
    hold: dict[str, float] = {"tokens": worst.prompt_tokens + worst.completion_tokens}
    if run.budget.usd is not None:
        hold["usd"] = cost(getattr(provider.options, "model", "") or name, worst, prices=run.settings.prices) or 0.0

    def failed(error: DRError, retry: int) -> None:
        run.state.errors.append(record(error, f"{run.stage}/{request.task}/{name}", retry))

    def stream(delta: Delta) -> None:
        if delta.kind == "reasoning":
            run.events.emit("reasoning", stage=run.stage, text=delta.text)

    async def do() -> dict[str, Any]:
        async def once() -> ModelAnswer:
            answer = await provider.complete(request, stream)
            if not isinstance(answer, ModelAnswer):
                raise ModelFailed(f"llm '{name}' returned {type(answer).__name__}, not a ModelAnswer")
            return answer

        answer = await retrying(once, on_failure=failed)
        usage = answer.usage
        if usage.usd is None:
            usage = usage.model_copy(update={"usd": cost(answer.model, usage, prices=run.settings.prices)})
        return answer.model_copy(update={"usage": usage}).model_dump()

    def spent(raw: Any) -> dict[str, float]:
        usage = raw["usage"]
        amounts: dict[str, float] = {"tokens": usage["prompt_tokens"] + usage["completion_tokens"]}
        return amounts | ({"usd": usage["usd"]} if usage["usd"] is not None else {})

    ask = {"model": name, "request": request.model_dump()}
    answer = ModelAnswer.model_validate(await run.call(position, ask, do, hold=hold, spent=spent, final=final))
    _count(run, name, answer, answer.usage)
    run.events.emit(
        "progress",
        stage=position.partition("/")[0],
        status="answered",
        task=request.task,
        item=position,
        model=answer.model,
        instance=name,
        **answer.usage.model_dump(include={"prompt_tokens", "completion_tokens", "usd"}),
    )
    return answer


def _count(run: Run, name: str, answer: ModelAnswer, usage: Usage) -> None:
    known = run.state.models.setdefault(
        name, {"model": answer.model, "calls": 0, "prompt_tokens": 0, "completion_tokens": 0, "usd": 0.0}
    )
    known["calls"] += 1
    known["prompt_tokens"] += usage.prompt_tokens
    known["completion_tokens"] += usage.completion_tokens
    known["usd"] = None if known["usd"] is None or usage.usd is None else known["usd"] + usage.usd
    total = run.state.usage
    run.state.usage = Usage(
        prompt_tokens=total.prompt_tokens + usage.prompt_tokens,
        completion_tokens=total.completion_tokens + usage.completion_tokens,
        usd=None if any(entry["usd"] is None for entry in run.state.models.values()) else (total.usd or 0.0) + (usage.usd or 0.0),
    )


def _note(run: Run, task: Task[Any], name: str, error: DRError, attempt: int) -> str:
    run.state.errors.append(record(error, f"{run.stage}/{task.name}/{name}", attempt))
    run.events.emit("error", stage=run.stage, text=f"{name}: {error}", model=name, task=task.name)
    return str(error)
