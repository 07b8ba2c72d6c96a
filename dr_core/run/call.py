"""One call to one model: budget, journal, the service's gate, then the provider; tokens and money counted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from dr_core.errors import AuthFailed, BudgetSpent, DRError, ModelFailed, ProviderError, SettingsError
from dr_core.interfaces import ModelProvider, Provider
from dr_core.run.allot import worst_case
from dr_core.run.gate import gate_of
from dr_core.run.pack import prompt_tokens
from dr_core.run.plugin_call import GRACE, Wanted, call_plugin, call_sync, fault
from dr_core.run.price import cost, is_sound, load_prices, price, sound
from dr_core.run.retry import classify
from dr_core.settings import Settings
from dr_core.state import StageUse
from dr_core.types import Delta, ModelAnswer, ModelRequest, Usage

if TYPE_CHECKING:
    from dr_core.run.base import RunBase

Watch = Callable[[str], None]
"""Is told what a model has written so far, whenever another part of it is whole."""


def provider_of(run: RunBase, name: str) -> ModelProvider:
    """The provider of an instance."""
    provider = run.provider("llm", name)
    assert isinstance(provider, ModelProvider)
    return provider


async def complete(
    run: RunBase, name: str, request: ModelRequest, position: str, *, final: bool = False, watch: Watch | None = None
) -> ModelAnswer:
    """The answer of one model, recorded in the journal, within the budget. ``watch`` sees it grow."""
    call = _Call(run, name, request, final=final, watch=watch)
    asked = {"model": name, "request": request.model_dump()}
    try:
        raw = await run.call(position, asked, call.answer, hold=call.hold, spent=_spent, final=final, tool="respond")
    except DRError as error:
        if isinstance(error.used, Usage):
            count_failure(run, name, error.used, run.journal.failure(position))
        raise
    answer = ModelAnswer.model_validate(raw)
    count_call(run, name, answer, position)
    run.events.emit(
        "progress",
        stage=position.partition("/")[0],
        status="answered",
        task=request.task,
        item=position,
        model=answer.model,
        instance=name,
        reused=run.journal.reused(position),
        **answer.usage.model_dump(include={"prompt_tokens", "completion_tokens", "usd"}),
    )
    return answer


class _Call:
    """A call of one model: what is set aside for it, what it streams, and its answer with what that cost."""

    def __init__(self, run: RunBase, name: str, request: ModelRequest, *, final: bool, watch: Watch | None) -> None:
        self._run, self._name, self._request = run, name, request
        self._final, self._watch = final, watch
        self._provider = provider_of(run, name)
        self.hold = reservation(run, name, request)
        self._written: list[str] = []
        self._began = False

    async def answer(self) -> dict[str, Any]:
        """What the model says, in time and with a price; a failure knows what it cost."""
        run = self._run
        gate = gate_of(self._provider, run.settings.llm.max_concurrent)
        left, sent = run.budget.seconds_left(final=self._final), 0.0
        try:
            async with asyncio.timeout(left if left < float("inf") else None) as clock, gate.slot(run.sleep):
                sent = time.monotonic()
                answer = await self._asked()
        except Exception as error:
            late = clock.expired()
            known = BudgetSpent("the budget of seconds is spent", remedy="Raise --max-seconds") if late else classify(error)
            gate.failed(known, time.monotonic() - sent if sent else 0.0)
            unsure = self._began or (late and bool(sent))
            known.used = cost_of_failure(run, self._name, self._request, error, self.hold, unsure=unsure)
            if known is error:
                raise
            raise known from error
        usage = priced(run, self._name, answer.model, answer.usage, self.hold)
        return answer.model_copy(update={"usage": usage}).model_dump()

    async def _asked(self) -> ModelAnswer:
        answer: ModelAnswer = await call_plugin(
            self._provider,
            self._run.settings,
            "complete",
            self._send,
            seconds=deadline(self._run, self._provider),
            wanted=Wanted(ModelAnswer),
            failure=ModelFailed,
            too_late=ProviderError,
            late=f"Raise llm.deadline, or ask another model than {self._name}",
        )
        if not is_sound(answer.usage):
            wrong = fault(self._provider, self._run.settings, "its complete returned a usage that cannot be", ModelFailed)
            wrong.used = True
            raise wrong
        return answer

    def _send(self) -> Awaitable[ModelAnswer]:
        self._run.journal.sound()
        return self._provider.complete(self._request, self._stream)

    def _stream(self, delta: Delta) -> None:
        self._began = True
        if delta.kind == "reasoning":
            self._run.events.emit("reasoning", stage=self._run.stage, text=delta.text)
        elif self._watch is not None:
            self._written.append(delta.text)
            if "}" in delta.text:
                self._watch("".join(self._written))


def _spent(raw: Any) -> dict[str, float]:
    usage = raw["usage"]
    amounts: dict[str, float] = {"tokens": usage["prompt_tokens"] + usage["completion_tokens"]}
    return amounts | ({"usd": usage["usd"]} if usage["usd"] is not None else {})


def deadline(run: RunBase, provider: ModelProvider) -> float:
    """Seconds for one call: what settings say, or more where the provider has a timeout of its own, which says more itself."""
    own = getattr(provider.options, "timeout", None)
    return max(run.settings.llm.deadline, own + GRACE if isinstance(own, int | float) else 0.0)


def reservation(run: RunBase, name: str, request: ModelRequest) -> dict[str, float]:
    """The worst case of a call: its tokens and, where money has a ceiling, its price."""
    provider = provider_of(run, name)
    prompt = prompt_tokens(request.messages, request.answer_schema or {})
    answer = provider.output_ceiling(request)
    whole = worst_case(prompt, answer)
    hold: dict[str, float] = {"tokens": whole}
    if run.budget.usd is not None:
        model = getattr(provider.options, "model", "") or name
        dear = cost(model, Usage(prompt_tokens=whole - answer, completion_tokens=answer), prices=run.settings.prices)
        if dear is None:
            raise unknown_price(name, model)
        hold["usd"] = dear
    return hold


def priced(run: RunBase, name: str, model: str, usage: Usage, hold: Mapping[str, float]) -> Usage:
    """``usage`` with its price: that of the model that answered, or of the one that was asked where the service calls it
    something that no list knows. Under a ceiling of money an unknown price is what was set aside: it is never nothing."""
    if usage.usd is not None:
        return usage
    names = (model, getattr(provider_of(run, name).options, "model", "") or name)
    found = (cost(known, usage, prices=run.settings.prices) for known in names)
    return usage.model_copy(update={"usd": next((usd for usd in found if usd is not None), hold.get("usd"))})


def cost_of_failure(
    run: RunBase, name: str, request: ModelRequest, error: BaseException, hold: Mapping[str, float], *, unsure: bool
) -> Usage | None:
    """What a failed call is charged with: what the service had counted by then; the worst case where it was at work and nobody
    knows how far it got (``unsure``); nothing where it never began."""
    told = getattr(error, "used", None) or getattr(error.__cause__, "used", None)  # of a call that our clock cut: the cause
    if told is None and not unsure:
        return None
    if not is_sound(told):
        answer = provider_of(run, name).output_ceiling(request)
        told = Usage(prompt_tokens=int(hold["tokens"]) - answer, completion_tokens=answer, estimated=True)
    return priced(run, name, "", sound(told), hold)


def count_failure(run: RunBase, name: str, used: Usage, key: str, *, model: str = "") -> None:
    """Add what a failed call cost to what the run has used; ``key`` is the journal's name for the failure."""
    told = run.settings.llm.options(name) or run.settings.search.options(name)  # an instance of before may be gone by now
    model = model or str(told.get("model") or name)
    count_call(run, name, ModelAnswer(text="", model=model, usage=used), key)


def check_prices(settings: Settings, provider: Callable[[str, str], Provider]) -> None:
    """Refuse prices that cannot be read, and a ceiling of money that cannot be kept, before anything is spent."""
    if settings.prices:
        load_prices(settings.prices)
    if settings.budget.usd is None:
        return
    for name in dict.fromkeys(filter(None, [settings.llm.thinking, settings.llm.task, *settings.llm.use])):
        model = getattr(provider("llm", name).options, "model", "") or name
        if price(model, prices=settings.prices) is None:
            raise unknown_price(name, model)


def check_keys(settings: Settings, provider: Callable[[str, str], Provider]) -> None:
    """Refuse a run whose first model lacks a key, before anybody is asked anything: its first call would stop the run anyway."""
    llm = settings.llm
    for name in dict.fromkeys(own or llm.use[0] for own in (llm.thinking, llm.task) if own or llm.use):
        model = provider("llm", name)
        assert isinstance(model, ModelProvider)
        if lacking := call_sync(model, settings, "lacks", model.lacks, wanted=Wanted(str)):
            raise AuthFailed(f"{name} cannot be asked", remedy=lacking)


def unknown_price(name: str, model: str) -> SettingsError:
    """A ceiling of money cannot be kept with a model whose price nobody knows."""
    return SettingsError(
        f"budget.usd cannot be kept: the price of {model} ([llm.{name}]) is unknown",
        remedy="Put it into a file named by the setting prices, or drop the ceiling",
    )


def count_call(run: RunBase, name: str, answer: ModelAnswer, position: str) -> None:
    """Add a call to what the run has used; one that a resumed run meets again is counted once."""
    if not run.count(position):
        return
    usage, total = answer.usage, run.state.usage
    known = run.state.models.setdefault(
        name, {"model": answer.model, "calls": 0, "prompt_tokens": 0, "completion_tokens": 0, "cached_tokens": 0, "usd": 0.0}
    )
    known["model"] = answer.model  # a run that is done again may have another one by now
    known["calls"] += 1
    for field in ("prompt_tokens", "completion_tokens", "cached_tokens"):
        known[field] = known.get(field, 0) + getattr(usage, field)
    known["usd"] = None if known["usd"] is None or usage.usd is None else known["usd"] + usage.usd
    stage = run.state.used_by_stage.setdefault(position.partition("/")[0], StageUse())
    stage.calls += 1
    stage.prompt_tokens += usage.prompt_tokens
    stage.completion_tokens += usage.completion_tokens
    stage.usd = None if stage.usd is None or usage.usd is None else stage.usd + usage.usd
    run.state.usage = Usage(
        prompt_tokens=total.prompt_tokens + usage.prompt_tokens,
        completion_tokens=total.completion_tokens + usage.completion_tokens,
        cached_tokens=total.cached_tokens + usage.cached_tokens,
        cache_write_tokens=total.cache_write_tokens + usage.cache_write_tokens,
        estimated=total.estimated or usage.estimated,
        usd=None if any(entry["usd"] is None for entry in run.state.models.values()) else (total.usd or 0.0) + (usage.usd or 0.0),
    )
