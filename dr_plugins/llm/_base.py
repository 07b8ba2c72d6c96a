"""What models behind HTTP have in common: one deadline, what is asked again and without what, and how an answer is read."""

from __future__ import annotations

import asyncio
import json
import sys
from abc import abstractmethod
from collections.abc import AsyncIterator, Collection, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from dr_core import (
    BadAnswer,
    ModelAnswer,
    ModelFailed,
    ModelRequest,
    OnDelta,
    ProviderError,
)
from dr_plugins.llm._adapt import (
    MODES,
    Mode,
    Plan,
    Refused,
    cap_in,
    code_in,
    failure_of,
    ignored_shape,
    merged,
    secrets_in,
)
from dr_plugins.llm._collect import Collector, table
from dr_plugins.llm._connection import Connected
from dr_plugins.llm._schema import is_closable
from dr_plugins.llm._sse import chained, read_events

if TYPE_CHECKING:
    import httpx

_EVENT = ("data:", "event:", "id:", "retry:", ":")
"""How a line of server-sent events may begin."""
_ATTEMPTS = 8
"""Requests of one call at most: each refused one must have taught something."""


class HttpModel(Connected):
    """A model behind an HTTP API. A vendor's class says where to ask, what to send and how to read what comes back.

    Servers that call themselves compatible refuse now one parameter, now another. A refusal (400, 422) that names a parameter
    we can do without, or the way we asked for JSON, is answered by asking again without it; what helped is remembered for this
    instance.
    """

    ladder: ClassVar[tuple[Mode, ...]] = ("schema", "tool", "plain")
    """The ways to a structured answer, best first."""
    droppable: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Parameters we can do without, with the words by which a refusal names them."""

    caps: ClassVar[tuple[str, ...]] = ()
    """The words by which a refusal names the limit of an answer's length. It is never asked without one."""

    def __init__(self, options: Any = None, context: Any = None) -> None:
        super().__init__(options, context)
        self._without: frozenset[str] = frozenset()
        self._most = 0  # tokens of an answer at most, where the server named a number; 0: it did not

    # --- what a vendor's class says -------------------------------------------------------------------------------------------

    @abstractmethod
    def path(self) -> str:
        """The path to post to, below ``base_url``."""

    @abstractmethod
    def body(self, request: ModelRequest, plan: Plan) -> dict[str, Any]:
        """The request in the vendor's format."""

    def ways(self, schema: dict[str, Any]) -> tuple[Mode, ...]:
        """The ways to an answer of this shape, best first."""
        return self.ladder

    def sent(self, body: Mapping[str, Any]) -> Collection[str]:
        """The names of the droppable parameters in ``body``."""
        return body.keys()

    @abstractmethod
    def read_event(self, name: str, value: Mapping[str, Any], found: Collector) -> None:
        """One event of a stream."""

    @abstractmethod
    def read_answer(self, value: Mapping[str, Any], found: Collector) -> None:
        """A whole answer."""

    # --- what the run asks ----------------------------------------------------------------------------------------------------

    def output_ceiling(self, request: ModelRequest) -> int:
        """The most tokens an answer to ``request`` can cost, reasoning included."""
        thinking = self.options.reasoning_tokens
        if "reasoning_tokens" not in self.options.model_fields_set:
            meant = self.meant("reasoning_tokens") and self.options.effort != "none"
            thinking = min(thinking, thinking if request.thinking is None else request.thinking) if meant else 0
        # What ``extra`` says is laid over what we send; what a server taught us is not asked here, or a resumed run would differ.
        return max(int(min(request.max_tokens, self.options.max_output_tokens) + thinking), cap_in(self.options.extra))

    def allowed(self, request: ModelRequest, plan: Plan) -> int:
        """The limit of an answer's length to send."""
        return min(self.output_ceiling(request), plan.most or sys.maxsize)

    def endless(self, names: str) -> ModelFailed:
        """The error for a server that takes no limit: what it writes could pass any ceiling."""
        failure = ModelFailed(
            f"{self.name} takes neither {names}, so the length of its answers has no limit",
            remedy=f"Name the limit as the service does in extra of [llm.{self.name}], such as {{ max_new_tokens = 4096 }}",
        )
        failure.retryable = False
        return failure

    def meant(self, field: str) -> bool:
        """Whether an option holds for the server we ask: defaults are made for the vendor's own, not for others like it."""
        return field in self.options.model_fields_set or self.is_vendors_own

    def in_words(self, plan: Plan) -> bool:
        """Whether the prompt must ask for the shape. Servers like a vendor's may constrain an answer without telling the model
        what is asked for, or overlook the request for a shape altogether."""
        return plan.mode in ("json", "plain") or not self.is_vendors_own

    def temperature(self, request: ModelRequest, plan: Plan) -> float | None:
        """What to send. The models that vendors serve today refuse, or warn against, any temperature but their own."""
        if "temperature" in plan.without:
            return None
        asked: float | None = self.options.temperature
        return asked if asked is not None or self.is_vendors_own else request.temperature

    async def complete(self, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelAnswer:
        """The answer, within ``timeout`` seconds."""
        self.require_key()
        tries: list[Collector] = []
        try:
            async with asyncio.timeout(self.options.timeout):
                return await self._negotiate(request, on_delta, tries)
        except TimeoutError as exc:
            late = ProviderError(
                f"{self.name}: no whole answer within {self.options.timeout:g} s", remedy=f"Raise timeout in [llm.{self.name}]"
            )
            late.used = tries[-1].used() or True  # it was sent, and may have been answered by now
            raise late from exc
        except (ProviderError, asyncio.CancelledError) as exc:
            exc.used = (tries[-1].used() or self.went_unanswered(exc) or None) if tries else None  # type: ignore[union-attr]
            raise

    # --- asking ---------------------------------------------------------------------------------------------------------------

    async def _negotiate(self, request: ModelRequest, on_delta: OnDelta | None, tries: list[Collector]) -> ModelAnswer:
        without, most, auto = self._without, self._most, self.options.structured == "auto"
        for attempt in range(1, _ATTEMPTS + 1):
            plan = Plan(self._mode(request, without), without, most)
            body = merged(self.body(request, plan), self.options.extra)
            try:
                found = Collector(self.name, on_delta, self.output_ceiling(request), tool=plan.mode == "tool")
                found.shaped = request.answer_schema is not None
                tries.append(found)
                answer = await self._once(request, body, found)
            except Refused as refusal:
                lower = refusal.named_cap(self.caps, self.allowed(request, plan))
                dropped = "" if lower else refusal.to_blame(plan, self.sent(body), self.droppable, self.caps, may_step=auto)
                if not (lower or dropped) or attempt == _ATTEMPTS:
                    raise refusal.failure(self.name, self.check_model()) from None
                most = lower or most
                without |= {dropped} - {""}
                continue
            # Learnt from success only: a request that nothing helps says nothing about the server.
            self._most = most
            learnt = without | ({plan.mode} if auto and ignored_shape(plan, answer) else set())
            # A shape with open objects is refused where others are not: it says nothing about them.
            self._without |= learnt if is_closable(request.answer_schema) else learnt - MODES
            return answer
        raise AssertionError("unreachable")

    def _mode(self, request: ModelRequest, without: Collection[str]) -> Mode:
        if request.answer_schema is None:
            return "plain"
        if self.options.structured == "auto":
            return next((mode for mode in self.ways(request.answer_schema) if mode not in without), "plain")
        chosen: Mode = self.options.structured
        return chosen

    async def _once(self, request: ModelRequest, body: Mapping[str, Any], found: Collector) -> ModelAnswer:
        from dr_core.web import ELSEWHERE, UNREADABLE, provider_errors, secrets_of  # imported here: httpx costs 0.1 s

        with self.reached(), provider_errors(self.name):
            async with self.client().stream("POST", self.options.base_url + self.path(), json=body) as response:
                await self.check(response)
                found.began = True
                found.secrets = (*secrets_of(response), *secrets_in(self.options.extra))
                kind = response.headers.get("content-type", "").lower()
                try:
                    with provider_errors(self.name):
                        await self._read_reply(response, found, streamed="event-stream" in kind)
                except BadAnswer as exc:
                    if "html" in kind or exc.remedy == ELSEWHERE:  # no model answers in HTML, whatever it is called
                        found.began = False
                        raise BadAnswer(exc.message, remedy=f"{ELSEWHERE} in [llm.{self.name}]") from exc
                    if exc.remedy == UNREADABLE:
                        raise
                    remedy = exc.remedy.replace("base_url", f"base_url in [llm.{self.name}]")
                    raise ModelFailed(exc.message, remedy=remedy) from exc  # cut off or garbled on the way: worth another try
        return found.answer(self.options.model, "".join(message.content for message in request.messages))

    async def _read_reply(self, response: httpx.Response, found: Collector, streamed: bool) -> None:
        """The answer, as a stream of events or whole. Some servers call a stream text/plain, or nothing, and some gateways call
        their errors a stream, which are JSON or a page: the first line tells."""
        from dr_core.web import get_lines

        lines, begun = get_lines(self.name, response), []
        async for line in lines:
            begun.append(line)
            if first := line.removeprefix("\ufeff").lstrip():
                streamed = first.startswith(_EVENT) or (streamed and first[0] not in "{[<")
                break
        await (self._read_stream if streamed else self._read_whole)(response, chained(begun, lines), found)

    async def _read_stream(self, response: httpx.Response, lines: AsyncIterator[str], found: Collector) -> None:
        async for event in read_events(lines):
            if event.data.strip() == "[DONE]":
                found.stop = found.stop or "end"
                continue
            try:
                value = json.loads(event.data)
            except (ValueError, RecursionError) as exc:
                if event.name == "error":  # in words
                    self.fail(event.data, found)
                raise ModelFailed(f"{self.name}: the stream has an event that is not whole") from exc
            if error := table(value).get("error"):
                self.fail(error, found)
            self.read_event(event.name, table(value), found)
        if found.stop is None:  # half an answer looks like a whole one
            remedy = f"If it always does, the server does not say where a stream ends: set stream = false in [llm.{self.name}]"
            raise ModelFailed(f"{self.name}: the answer broke off before its end", remedy=remedy)

    async def _read_whole(self, response: httpx.Response, lines: AsyncIterator[str], found: Collector) -> None:
        from dr_core.web import parse_json

        text = "\n".join([line async for line in lines])
        said = parse_json(self.name, response, text.encode())
        value = said if isinstance(said, Mapping) else {"": said} if said else {}  # a list or a word is somebody else's
        if error := value.get("error"):  # OpenRouter says 200 when a model behind it fails
            self.fail(error, found)
        self.read_answer(value, found)

    def fail(self, error: Any, found: Collector) -> NoReturn:
        """Raise what an error within a good answer stands for: by the code of HTTP, which it has or goes by the name of."""
        from dr_core.web import raise_for

        found.began = False  # what has come by then says what it cost
        said, (code, named) = found.quoted(error), code_in(table(error))
        if code in (401, 402, 403, 429):
            told = json.dumps({"error": {"message": said, "type": named}}).encode()
            with self.throttled(code):
                raise_for(self.name, code, {}, told, found.secrets)
        raise failure_of(self.name, code, f"{self.name} failed in its answer: {said}", self.check_model())
