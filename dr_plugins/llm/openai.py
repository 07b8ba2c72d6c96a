"""OpenAI's chat completions, and the many services and servers that speak the same: DeepSeek, OpenRouter, Qwen, Ollama, ..."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar
from urllib.parse import urlsplit

from pydantic import SecretStr

from dr_core import ModelFailed, ModelRequest, option
from dr_plugins.llm._adapt import Mode, Plan, cap_in, worded
from dr_plugins.llm._base import HttpModel
from dr_plugins.llm._collect import MOST_USD, Collector, is_count, table, words
from dr_plugins.llm._schema import ANTHROPIC_REFUSES, OPENAI_REFUSES, closed, is_closable

# What finish reasons are made of, in the order in which they are looked for: every server has some of its own.
_CUT = ("length", "max", "limit", "window", "budget")
_REFUSED = ("filter", "sensitive", "safety", "refus", "moderation", "policy", "recitation")
_BROKEN = ("error", "abort", "cancel", "insufficient", "resource", "interrupt", "timeout", "fail", "overload")


class OpenAI(HttpModel):
    """OpenAI, or any server with its chat completions API: set ``base_url``.

    ``reasoning_content`` and ``reasoning`` fields (DeepSeek, vLLM, llama.cpp, OpenRouter, Ollama) and ``<think>`` blocks are kept
    apart as reasoning.
    """

    class Options(HttpModel.Options):
        """The options of the provider ``openai``."""

        ends: ClassVar[tuple[str, ...]] = ("/chat/completions",)

        api_key: SecretStr | None = option(None, env="OPENAI_API_KEY", help="The key; an empty one sends none")
        base_url: str = option("https://api.openai.com/v1", env="OPENAI_BASE_URL", help="Where the API is")
        model: str = option("gpt-6.1-sol", help="The model's name at the service", min_length=1)
        reasoning_tokens: int = option(2_048, help="Tokens on top of what a task asks for, to think with", ge=0)
        effort: str = option("low", help="How hard to think; other servers are told only where it is set")

    ladder: ClassVar[tuple[Mode, ...]] = ("schema", "tool", "json", "plain")
    root: ClassVar[str] = "/v1"
    droppable: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "reasoning_effort": ("reasoning_effort", "reasoning.effort", "effort", "reasoning value", "think value"),
        "temperature": ("temperature", "sampling"),
        "stream_options": ("stream_options", "include_usage"),
        "max_completion_tokens": ("max_completion_tokens", "max_tokens"),
        "max_tokens": ("max_completion_tokens", "max_tokens"),
    }

    caps: ClassVar[tuple[str, ...]] = ("max_completion_tokens", "max_tokens")
    domain: ClassVar[str] = "api.openai.com"
    """What all addresses of the service end in."""

    def path(self) -> str:
        """See ``HttpModel``."""
        return "/chat/completions"

    def auth(self, key: str) -> dict[str, str]:
        """See ``HttpModel``."""
        return {"Authorization": f"Bearer {key}"} if key else {}

    @property
    def _is_openai(self) -> bool:
        return "api.openai.com/" in self.options.base_url  # also eu.api.openai.com and the like

    @property
    def is_vendors_own(self) -> bool:
        """Vendors have an address in each part of the world."""
        host = urlsplit(self.options.base_url).hostname or ""
        return f".{host}".endswith(f".{self.domain}") or super().is_vendors_own

    def body(self, request: ModelRequest, plan: Plan) -> dict[str, Any]:
        """See ``HttpModel``."""
        messages = [{"role": role, "content": content} for role, content in worded(request, self.in_words(plan))]
        body: dict[str, Any] = {"model": self.options.model, "messages": messages}
        # The old name is what compatible servers know, the new one what OpenAI's reasoning models insist on.
        names = ("max_completion_tokens", "max_tokens") if self._is_openai else ("max_tokens", "max_completion_tokens")
        if name := next((name for name in names if name not in plan.without), ""):
            body[name] = self.allowed(request, plan)
        elif not cap_in(self.options.extra):
            raise self.endless("max_tokens nor max_completion_tokens")
        if (temperature := self.temperature(request, plan)) is not None:
            body["temperature"] = temperature
        if self.options.effort and self.meant("effort"):
            body.update({name: value for name, value in self.thinking(self.options.effort).items() if name not in plan.without})
        if self.options.stream:
            body["stream"] = True
            if "stream_options" not in plan.without:
                body["stream_options"] = {"include_usage": True}
        if request.answer_schema is not None:
            body.update(self._shape(request.answer_schema, plan.mode))
        return body

    @property
    def refused_keywords(self) -> frozenset[str] | None:
        """What may not stand in a schema that the service holds a model to; None for servers that take every schema as it is."""
        return OPENAI_REFUSES if self._is_openai else None

    def thinking(self, effort: str) -> dict[str, Any]:
        """The parameters that say how hard to think."""
        return {"reasoning_effort": effort}

    def _shape(self, schema: dict[str, Any], mode: Mode) -> dict[str, Any]:
        refused = self.refused_keywords
        strict = refused is not None and is_closable(schema)
        if refused is not None and strict and mode in ("schema", "tool"):
            schema = closed(schema, refused, all_required=True)
        if mode == "schema":
            named = {"name": "answer", "schema": schema, "strict": strict or refused is None}
            return {"response_format": {"type": "json_schema", "json_schema": named}}
        if mode == "tool":
            function = {"name": "answer", "description": "Give the answer.", "parameters": schema}
            return {
                "tools": [{"type": "function", "function": {**function, "strict": True} if strict else function}],
                "tool_choice": {"type": "function", "function": {"name": "answer"}},
            }
        return {"response_format": {"type": "json_object"}} if mode == "json" else {}

    def read_event(self, name: str, value: Mapping[str, Any], found: Collector) -> None:
        """See ``HttpModel``."""
        self._read(value, "delta", found)

    def read_answer(self, value: Mapping[str, Any], found: Collector) -> None:
        """See ``HttpModel``."""
        if not value.get("choices"):
            raise found.unlike(value, "a choice")
        self._read(value, "message", found)

    def _read(self, value: Mapping[str, Any], part: str, found: Collector) -> None:
        found.model = words(value.get("model")) or found.model
        choices = value.get("choices")
        choice = table(choices[0]) if isinstance(choices, list) and choices else {}
        if choice.get("error"):
            self.fail(choice["error"], found)
        said = table(choice, part) or table(choice, "message")  # some servers stream whole messages
        found.add_reasoning(words(said.get("reasoning_content")) or words(said.get("reasoning")))
        found.add_text(_content(said.get("content")))
        calls = said.get("tool_calls")
        for at, call in enumerate(calls if isinstance(calls, list) else []):
            # Parallel calls would run into each other; only the first is the answer. A whole answer does not number them.
            if table(call).get("index", at if part == "message" else 0) in (None, 0):
                found.add_arguments(_arguments(table(call, "function").get("arguments")))
        self._read_usage(table(value, "usage"), found)
        if refusal := words(said.get("refusal")):
            found.refuse(refusal)
        if choice.get("finish_reason") and found.stop != "refusal":
            self._read_finish(words(choice["finish_reason"]), found)

    def _read_finish(self, reason: str, found: Collector) -> None:
        said = reason.lower()
        if any(part in said for part in _BROKEN):
            why = "" if said == "error" else f" ({reason[:60]})"
            found.failure = ModelFailed(f"{self.name} failed in the middle of its answer{why}")
        cut, refused = (any(part in said for part in parts) for parts in (_CUT, _REFUSED))
        found.stop = "length" if cut else "refusal" if refused else "end"

    def _read_usage(self, usage: Mapping[str, Any], found: Collector) -> None:
        cached = table(usage, "prompt_tokens_details").get("cached_tokens")
        written = table(usage, "prompt_tokens_details").get("cache_write_tokens")
        if not is_count(cached):
            cached = usage.get("prompt_cache_hit_tokens")  # DeepSeek's name for it
        found.count_usage(usage.get("prompt_tokens"), usage.get("completion_tokens"), cached, written)
        cost = usage.get("cost")
        if self._tells_cost and isinstance(cost, int | float) and 0 <= cost <= MOST_USD:  # else it is unknown
            found.usd = float(cost)

    _tells_cost: ClassVar[bool] = False


class DeepSeek(OpenAI):
    """DeepSeek's own API. It knows JSON answers, not schemas."""

    class Options(OpenAI.Options):
        """The options of the provider ``deepseek``."""

        api_key: SecretStr | None = option(None, env="DEEPSEEK_API_KEY", help="The key; an empty one sends none")
        base_url: str = option("https://api.deepseek.com", help="Where the API is")
        model: str = option("deepseek-flash", help="The model's name at the service", min_length=1)
        # Left open it thinks hard, and small answers are cut off in the middle of it.
        effort: str = option("none", help="How hard to think: none, low, high, max; empty leaves it to the service")

    ladder: ClassVar[tuple[Mode, ...]] = ("json", "plain")
    domain: ClassVar[str] = "api.deepseek.com"
    root: ClassVar[str] = ""  # its service has none
    droppable: ClassVar[Mapping[str, tuple[str, ...]]] = {**OpenAI.droppable, "thinking": ("thinking",)}

    def thinking(self, effort: str) -> dict[str, Any]:
        """See ``OpenAI``. Whether to think at all is a parameter of its own."""
        return {"thinking": {"type": "disabled"}} if effort == "none" else super().thinking(effort)


class OpenRouter(OpenAI):
    """OpenRouter: models of many vendors behind one key. It says what each call cost."""

    class Options(OpenAI.Options):
        """The options of the provider ``openrouter``."""

        api_key: SecretStr | None = option(None, env="OPENROUTER_API_KEY", help="The key; an empty one sends none")
        base_url: str = option("https://openrouter.ai/api/v1", help="Where the API is")
        model: str = option("openrouter/auto", help="vendor/model as OpenRouter names it", min_length=1)
        effort: str = option("", help="How hard to think, as the service names it; empty leaves it open")

    domain: ClassVar[str] = "openrouter.ai"
    _tells_cost: ClassVar[bool] = True

    @property
    def refused_keywords(self) -> frozenset[str] | None:
        """See ``OpenAI``. Whoever answers is a vendor with rules of its own: what none of them refuses is taken by all."""
        return ANTHROPIC_REFUSES if self.is_vendors_own else None

    def ways(self, schema: dict[str, Any]) -> tuple[Mode, ...]:
        """See ``HttpModel``. Not all of those vendors take open objects."""
        return self.ladder if is_closable(schema) or not self.is_vendors_own else ("json", "plain")


class Qwen(OpenAI):
    """Qwen on Aliyun's Model Studio (DashScope), in its OpenAI-compatible mode. It knows JSON answers, not schemas."""

    class Options(OpenAI.Options):
        """The options of the provider ``qwen``."""

        api_key: SecretStr | None = option(None, env="DASHSCOPE_API_KEY", help="The key; an empty one sends none")
        base_url: str = option("https://dashscope.aliyuncs.com/compatible-mode/v1", help="Where the API is")
        model: str = option("qwen-max", help="The model's name at the service", min_length=1)
        context_tokens: int = option(32_768, help="Tokens the model takes, question and answer together", ge=512)
        max_output_tokens: int = option(8_192, help="Tokens of one answer at most, whatever a task asks for", ge=1)
        reasoning_tokens: int = option(0, help="Tokens on top of what a task asks for, to think with", ge=0)
        # Left open, some models think and others do not; those that do may refuse to answer in JSON.
        effort: str = option("none", help="How hard to think: none, low, medium, high; empty leaves it to the model")

    ladder: ClassVar[tuple[Mode, ...]] = ("json", "plain")
    droppable: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **OpenAI.droppable,
        # JSON "is not supported when enable_thinking is true": that is about JSON.
        "enable_thinking": ("enable_thinking parameter", "parameter enable_thinking", "parameter.enable_thinking",
                            "parameter `enable_thinking"),
    }  # fmt: skip
    domain: ClassVar[str] = "aliyuncs.com"
    throttles: ClassVar[bool] = True  # insufficient_quota is its word for the tokens of a minute

    def thinking(self, effort: str) -> dict[str, Any]:
        """See ``OpenAI``. Whether to think at all is a parameter of its own."""
        return {"enable_thinking": False} if effort == "none" else {"enable_thinking": True, **super().thinking(effort)}


class Ollama(OpenAI):
    """Models on this machine, served by Ollama. No key."""

    class Options(OpenAI.Options):
        """The options of the provider ``ollama``."""

        api_key: SecretStr | None = option(None, help="Only where a proxy before Ollama wants one")
        base_url: str = option("http://127.0.0.1:11434/v1", help="Where the API is")
        model: str = option("llama3.2", help="A model that 'ollama list' shows", min_length=1)
        # Calls wait there for their turn and for the model to be loaded: given up and sent again, they would only wait longer.
        timeout: float = option(1_800.0, help="Seconds for a whole call, waiting for its turn included", gt=0, le=3600)
        silence: float = option(900.0, help="Seconds without a single byte of an answer in pieces, before it is given up", gt=0)
        context_tokens: int = option(4_096, help="What Ollama gives the model (OLLAMA_CONTEXT_LENGTH)", ge=512)
        reasoning_tokens: int = option(0, help="Tokens on top of what a task asks for, to think with", ge=0)
        # Left open, models that can think do, and are cut off in the middle of it.
        effort: str = option("none", help="How hard to think: none, low, medium, high; empty leaves it to the model")

    starts: ClassVar[str] = "ollama serve"
    lists: ClassVar[str] = "ollama list"

    @property
    def is_vendors_own(self) -> bool:
        """It holds a model to a shape without telling it of any, and takes every temperature."""
        return False

    def meant(self, field: str) -> bool:
        """Wherever it listens, it is Ollama that answers."""
        return True


def _arguments(value: Any) -> str:
    """The arguments of a tool call: a text of JSON, or (some servers) what it would hold."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, Mapping) else words(value)


def _content(value: Any) -> str:
    """The words of a message: a string, or (some servers) a list of parts."""
    if isinstance(value, list):
        return "".join(words(table(part).get("text")) for part in value)
    return words(value)
