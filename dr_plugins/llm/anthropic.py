"""Anthropic's Messages API, and servers that speak it (llama.cpp, DeepSeek, ...)."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from pydantic import SecretStr

from dr_core import ModelRequest, option
from dr_plugins.llm._adapt import Mode, Plan, apart, worded
from dr_plugins.llm._base import HttpModel
from dr_plugins.llm._collect import Collector, Stop, is_count, table, words
from dr_plugins.llm._schema import ANTHROPIC_REFUSES, closed, is_closable

_STOPS: dict[str, Stop] = {
    "max_tokens": "length", "model_context_window_exceeded": "length", "pause_turn": "length", "refusal": "refusal",
}  # fmt: skip


class Anthropic(HttpModel):
    """Claude, or any server with the Messages API: set ``base_url`` (without ``/v1``)."""

    class Options(HttpModel.Options):
        """The options of the provider ``anthropic``."""

        ends: ClassVar[tuple[str, ...]] = ("/v1/messages", "/v1")

        api_key: SecretStr | None = option(None, env="ANTHROPIC_API_KEY", help="The key; an empty one sends none")
        base_url: str = option("https://api.anthropic.com", env="ANTHROPIC_BASE_URL", help="Where the API is, without /v1")
        model: str = option("claude-sonnet-5-5", help="The model's name at the service", min_length=1)
        context_tokens: int = option(200_000, help="Tokens the model takes, question and answer together", ge=512)
        reasoning_tokens: int = option(2_048, help="Tokens on top of what a task asks for, to think with", ge=0)
        effort: str = option("low", help="How hard to think; other servers are told only where it is set")

    ladder: ClassVar[tuple[Mode, ...]] = ("schema", "tool", "plain")
    droppable: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "effort": ("effort", "output_config: extra"),
        "temperature": ("temperature", "sampling"),
    }

    caps: ClassVar[tuple[str, ...]] = ("max_tokens",)

    def path(self) -> str:
        """See ``HttpModel``."""
        return "/v1/messages"

    def auth(self, key: str) -> dict[str, str]:
        """See ``HttpModel``."""
        # The versions differ in what they refuse; servers like Anthropic's know the older one.
        version = "2026-10-21" if self.is_vendors_own else "2023-06-01"
        return {"anthropic-version": version, **({"x-api-key": key} if key else {})}

    def ways(self, schema: dict[str, Any]) -> tuple[Mode, ...]:
        """See ``HttpModel``. Claude's schemas must be closed, and the models of today refuse a tool that they must call."""
        if not self.is_vendors_own:
            return self.ladder
        return ("schema", "plain") if is_closable(schema) else ("plain",)

    def body(self, request: ModelRequest, plan: Plan) -> dict[str, Any]:
        """See ``HttpModel``."""
        system, rest = apart(worded(request, self.in_words(plan)))
        body: dict[str, Any] = {
            "model": self.options.model,
            "max_tokens": self.allowed(request, plan),
            "messages": [{"role": role, "content": content} for role, content in rest],
        }
        if system:
            body["system"] = system
        if (temperature := self.temperature(request, plan)) is not None:
            body["temperature"] = min(temperature, 1.0)
        if self.options.stream:
            body["stream"] = True
        config: dict[str, Any] = {}
        if self.options.effort and self.meant("effort") and "effort" not in plan.without:
            config["effort"] = self.options.effort
        if request.answer_schema is not None and plan.mode == "schema":
            schema = request.answer_schema
            if is_closable(schema):
                schema = closed(schema, ANTHROPIC_REFUSES, all_required=False)
            config["format"] = {"type": "json_schema", "schema": schema}
        elif request.answer_schema is not None and plan.mode == "tool":
            body["tools"] = [{"name": "answer", "description": "Give the answer.", "input_schema": request.answer_schema}]
            body["tool_choice"] = {"type": "tool", "name": "answer"}
        if config:
            body["output_config"] = config
        return body

    def sent(self, body: Mapping[str, Any]) -> Collection[str]:
        """See ``HttpModel``."""
        return {*body, *table(body, "output_config")}

    def read_event(self, name: str, value: Mapping[str, Any], found: Collector) -> None:
        """See ``HttpModel``."""
        kind = value.get("type") or name
        if kind == "message_start":
            found.model = words(table(value, "message").get("model"))
            _count(table(value, "message", "usage"), found)
        elif kind == "content_block_start":
            self._read_block(table(value, "content_block"), found, whole=False)
        elif kind == "content_block_delta":
            delta = table(value, "delta")
            found.add_text(words(delta.get("text")))
            found.add_reasoning(words(delta.get("thinking")))
            found.add_arguments(words(delta.get("partial_json")))
        elif kind == "message_delta":
            _count(table(value, "usage"), found)
            found.reason = words(table(value, "delta").get("stop_reason")) or found.reason
        elif kind == "message_stop":
            found.stop = _STOPS.get(found.reason, "end")
        # ping, content_block_stop and what is new by then say nothing we need

    def read_answer(self, value: Mapping[str, Any], found: Collector) -> None:
        """See ``HttpModel``."""
        blocks = value.get("content")
        if not isinstance(blocks, list):
            raise found.unlike(value, "content")
        found.model = words(value.get("model"))
        for block in blocks:
            self._read_block(table(block), found, whole=True)
        _count(table(value, "usage"), found)
        found.stop = _STOPS.get(words(value.get("stop_reason")), "end")

    def _read_block(self, block: Mapping[str, Any], found: Collector, *, whole: bool) -> None:
        found.add_text(words(block.get("text")))
        found.add_reasoning(words(block.get("thinking")))
        if whole and block.get("type") == "tool_use":  # in a stream the arguments come in pieces, and this one is empty
            found.add_arguments(json.dumps(block.get("input"), ensure_ascii=False))


def _count(usage: Mapping[str, Any], found: Collector) -> None:
    """Anthropic counts what came from the cache and what went into it apart from the rest of the prompt."""
    cached, written, fresh = (
        usage.get(key) for key in ("cache_read_input_tokens", "cache_creation_input_tokens", "input_tokens")
    )  # fmt: skip
    prompt = sum(count for count in (cached, written, fresh) if is_count(count)) if is_count(fresh) else None
    found.count_usage(prompt, usage.get("output_tokens"), cached, written)
