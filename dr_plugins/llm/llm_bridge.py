"""A bridge to the ``llm`` package, so that every model plugin of that ecosystem works here."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

from pydantic import SecretStr

from dr_core import (
    AuthFailed,
    DRError,
    ModelAnswer,
    ModelFailed,
    ModelProvider,
    ModelRequest,
    NoSuchModel,
    OnDelta,
    ProviderError,
    option,
)
from dr_plugins.llm._adapt import apart, is_too_long, secrets_in, too_long, worded
from dr_plugins.llm._collect import Collector, table, words

_CUT = ("length", "max_tokens", "max_output_tokens")


class LlmBridge(ModelProvider):
    """A model of the ``llm`` package, by the name or alias that ``llm models`` shows.

    That package's plugins are synchronous, so each call has a daemon thread of its own: a call that hangs is left behind at the
    deadline, and does not keep the process from ending.
    """

    class Options(ModelProvider.Options):
        """The options of the provider ``llm``."""

        model: str = option(..., help="A name or alias that 'llm models' shows", min_length=1)
        api_key: SecretStr | None = option(None, help="In place of the key that 'llm keys' keeps")
        timeout: float = option(300.0, help="Seconds for a whole call", gt=0, le=3600)
        stream: bool = option(True, help="Ask for the answer in pieces")
        context_tokens: int = option(8_192, help="Tokens the model takes, question and answer together", ge=512)
        max_output_tokens: int = option(16_384, help="Tokens of one answer at most, whatever a task asks for", ge=1)
        temperature: float | None = option(None, help="In place of what a task asks for", ge=0, le=2)
        extra: dict[str, Any] = option({}, help="Options of the model, as 'llm models --options' names them")

    _takes_temperature = True
    """Until the model refuses one: those that think do."""

    def output_ceiling(self, request: ModelRequest) -> int:
        """The most tokens an answer can cost, as far as the model lets itself be told."""
        return int(min(request.max_tokens, self.options.max_output_tokens))

    async def complete(self, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelAnswer:
        """The answer, within ``timeout`` seconds."""
        found = Collector(self.name, on_delta, self.output_ceiling(request))
        try:
            async with asyncio.timeout(self.options.timeout):
                async for take in in_thread(lambda: self._run(request, found)):
                    take()
        except TimeoutError as exc:
            late = ProviderError(f"{self.name}: no whole answer within {self.options.timeout:g} s")
            late.used = True  # it was sent, and is answered without us
            raise late from exc
        except ProviderError as exc:
            exc.used = found.used() or None
            raise
        return found.answer(self.options.model, "".join(message.content for message in request.messages))

    def _run(self, request: ModelRequest, found: Collector) -> Iterator[Callable[[], None]]:
        """Runs in the thread; gives what the event loop is to do with each piece."""
        try:
            import llm  # imported here: an extra, and slow to load
        except ImportError as exc:
            raise NoSuchModel("the llm package is not installed", remedy="pip install 'dr-framework[llm]'") from exc
        try:
            model = llm.get_model(self.options.model)
        except llm.UnknownModelError as exc:
            missing = f"{self.name}: llm knows no model '{self.options.model}'"
            raise NoSuchModel(missing, remedy=f"Check model in [llm.{self.name}]; 'llm models' shows what there is") from exc
        warm = self._takes_temperature  # another call may learn better meanwhile
        try:
            response = self._prompt(model, request, warm)
            for event in _events(response):
                if words(event[1]):
                    add = found.add_reasoning if event[0] == "reasoning" else found.add_text
                    yield lambda add=add, text=event[1]: add(text)  # type: ignore[misc]
            usage = response.usage()
        except llm.NeedsKeyException as exc:
            raise AuthFailed(f"{self.name}: {exc}", remedy=f"Or set api_key in [llm.{self.name}]") from exc
        except DRError:
            raise
        except Exception as exc:  # a plugin of another project may raise anything
            if warm and _status(exc) in (400, 422) and "temperature" in str(exc).lower():
                self._takes_temperature = False
                yield from self._run(request, found)
                return
            said = f"{self.name}: {self._clean(exc, model)}"
            if _status(exc) in (401, 403):
                raise AuthFailed(said, remedy=self._key_remedy(model)) from exc
            raise (too_long(self.name, said) if is_too_long(None, said) else ModelFailed(said)) from exc
        found.count_usage(usage.input, usage.output)
        told = table(response.response_json)
        reason = (words(told.get("finish_reason")) or words(told.get("stop_reason"))).lower()
        cut = reason in _CUT or (found.completion_tokens or 0) >= found.ceiling
        found.model = words(getattr(response, "resolved_model", None)) or model.model_id
        found.stop = "length" if cut else "refusal" if reason in ("content_filter", "refusal") else "end"

    def _prompt(self, model: Any, request: ModelRequest, warm: bool) -> Any:
        by_schema = request.answer_schema is not None and getattr(model, "supports_schema", False)
        system, rest = apart(worded(request, in_words=not by_schema))
        # Two roles are all that every plugin understands; a longer exchange is told as one text.
        prompt = rest[0][1] if len(rest) == 1 else "\n\n".join(f"{role.capitalize()}: {text}" for role, text in rest)
        known = model.Options.model_fields
        options: dict[str, Any] = {"max_tokens": self.output_ceiling(request)}
        if warm:
            options["temperature"] = request.temperature if self.options.temperature is None else self.options.temperature
        options = {name: value for name, value in options.items() if name in known} | self.options.extra
        if by_schema:
            options["schema"] = request.answer_schema
        if self.options.api_key:
            options["key"] = self.options.api_key.get_secret_value()
        return model.prompt(prompt, system=system or None, stream=self.options.stream and model.can_stream, **options)

    def _key_remedy(self, model: Any) -> str:
        """Where the key is that was refused: this package looks into its own settings, then into the environment."""
        if self.options.api_key:
            return f"Set api_key in [llm.{self.name}] to a key that works"
        alias, variable = getattr(model, "needs_key", None), getattr(model, "key_env_var", None)
        ways = (f"llm keys set {alias}" if alias else "", f"set {variable}" if variable else "")
        return f"Mend its key: {', or '.join(filter(None, (*ways, f'api_key in [llm.{self.name}]')))}"

    def _clean(self, exc: Exception, model: Any) -> str:
        import llm

        from dr_core.web import tidy  # imported here: it brings the web client's modules

        given = self.options.api_key.get_secret_value() if self.options.api_key else ""
        alias, variable = getattr(model, "needs_key", None), getattr(model, "key_env_var", None)
        key = given or llm.get_key(key_alias=alias, env_var=variable) or ""
        return tidy(f"{type(exc).__name__}: {exc}", (*((key,) if key else ()), *secrets_in(self.options.extra)))


def _status(exc: Exception) -> Any:
    """The status that a service answered with, where the library that asked it says so."""
    return getattr(exc, "status_code", None) or getattr(getattr(exc, "response", None), "status_code", None)


def _events(response: Any) -> Iterator[tuple[str, str]]:
    """(kind, text) of what comes: newer versions of the package tell reasoning from text."""
    if hasattr(response, "stream_events"):
        for event in response.stream_events():
            if event.type in ("text", "reasoning"):
                yield event.type, event.chunk
    else:
        for text in response:
            yield "text", text


async def in_thread(work: Callable[[], Iterator[Callable[[], None]]]) -> Any:
    """What ``work`` yields in a daemon thread of its own, as it comes. Whoever stops listening leaves the thread to itself; it
    ends at its next piece."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[tuple[Callable[[], None] | None, BaseException | None]] = asyncio.Queue()
    left = threading.Event()

    def put(piece: Callable[[], None] | None, error: BaseException | None = None) -> None:
        try:
            loop.call_soon_threadsafe(queue.put_nowait, (piece, error))
        except RuntimeError:
            left.set()  # the loop is closed: nobody listens any more

    def run() -> None:
        try:
            for piece in work():
                if left.is_set():
                    return
                put(piece)
            put(None)
        except BaseException as exc:  # handed over, whatever it is: it is raised where the call was made
            put(None, exc)

    threading.Thread(target=run, daemon=True, name="dr-llm").start()
    try:
        while True:
            piece, error = await queue.get()
            if error is not None:
                raise error
            if piece is None:
                return
            yield piece
    finally:
        left.set()
