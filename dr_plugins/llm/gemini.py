"""Google's Gemini API (generateContent)."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, ClassVar
from urllib.parse import quote

from pydantic import SecretStr

from dr_core import ModelFailed, ModelRequest, option
from dr_plugins.llm._adapt import Mode, Plan, apart, worded
from dr_plugins.llm._base import HttpModel
from dr_plugins.llm._collect import Collector, is_count, table, words
from dr_plugins.llm._schema import unbounded

_REFUSALS = frozenset({
    "SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "MODEL_ARMOR",
})  # fmt: skip


class Gemini(HttpModel):
    """Gemini, or a gateway with its generateContent API: set ``base_url`` (with the API version)."""

    class Options(HttpModel.Options):
        """The options of the provider ``gemini``."""

        api_key: SecretStr | None = option(
            None, env="GEMINI_API_KEY", or_env="GOOGLE_API_KEY", help="The key; an empty one sends none"
        )
        base_url: str = option("https://generativelanguage.googleapis.com/v1beta", help="Where the API is, with its version")
        model: str = option("gemini-3.8-flash", help="The model's name at the service", min_length=1)
        context_tokens: int = option(1_000_000, help="Tokens the model takes, question and answer together", ge=512)
        reasoning_tokens: int = option(2_048, help="Tokens on top of what a task asks for, to think with", ge=0)
        effort: str = option("low", help="How hard to think (thinkingLevel); empty leaves it open")

    ladder: ClassVar[tuple[Mode, ...]] = ("schema", "json", "plain")
    root: ClassVar[str] = "/v1beta"
    droppable: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "thinkingConfig": ("thinking", "thought"),
        "temperature": ("temperature", "sampling"),
    }

    caps: ClassVar[tuple[str, ...]] = ("maxoutputtokens", "max_output_tokens")

    def path(self) -> str:
        """See ``HttpModel``."""
        method = "streamGenerateContent?alt=sse" if self.options.stream else "generateContent"
        return f"/models/{quote(self.options.model.removeprefix('models/'))}:{method}"

    def auth(self, key: str) -> dict[str, str]:
        """See ``HttpModel``."""
        return {"x-goog-api-key": key} if key else {}

    def body(self, request: ModelRequest, plan: Plan) -> dict[str, Any]:
        """See ``HttpModel``."""
        system, rest = apart(worded(request, self.in_words(plan)))
        config: dict[str, Any] = {"maxOutputTokens": self.allowed(request, plan)}
        if (temperature := self.temperature(request, plan)) is not None:
            config["temperature"] = temperature
        if self.options.effort and self.meant("effort") and "thinkingConfig" not in plan.without:
            config["thinkingConfig"] = {"thinkingLevel": self.options.effort, "includeThoughts": True}
        body: dict[str, Any] = {
            "contents": [{"role": "model" if role == "assistant" else "user", "parts": [{"text": text}]} for role, text in rest],
            "generationConfig": config,
        }
        if system:
            body["systemInstruction"] = {"parts": [{"text": system}]}
        if request.answer_schema is not None and plan.mode in ("schema", "json"):
            config["responseMimeType"] = "application/json"
            if plan.mode == "schema":
                config["responseJsonSchema"] = unbounded(request.answer_schema)
        elif request.answer_schema is not None and plan.mode == "tool":
            function: dict[str, Any] = {"name": "answer", "description": "Give the answer."}
            function["parametersJsonSchema"] = unbounded(request.answer_schema)
            body["tools"] = [{"functionDeclarations": [function]}]
            body["toolConfig"] = {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["answer"]}}
        return body

    def sent(self, body: Mapping[str, Any]) -> Collection[str]:
        """See ``HttpModel``."""
        return table(body, "generationConfig").keys()

    def read_event(self, name: str, value: Mapping[str, Any], found: Collector) -> None:
        """See ``HttpModel``."""
        found.model = words(value.get("modelVersion")) or found.model
        if table(value, "promptFeedback").get("blockReason"):
            found.refuse()
        candidates = value.get("candidates")
        candidate = table(candidates[0]) if isinstance(candidates, list) and candidates else {}
        parts = table(candidate, "content").get("parts")
        for part in map(table, parts if isinstance(parts, list) else []):
            if "functionCall" in part:
                found.add_arguments(json.dumps(table(part, "functionCall").get("args"), ensure_ascii=False))
            (found.add_reasoning if part.get("thought") is True else found.add_text)(words(part.get("text")))
        reason, usage = words(candidate.get("finishReason")), table(value, "usageMetadata")
        written = [count for key in ("candidatesTokenCount", "thoughtsTokenCount") if is_count(count := usage.get(key))]
        ended = bool(reason and usage)  # from then on a count that is not there is 0
        completion = sum(written) if written or ended else None
        found.count_usage(usage.get("promptTokenCount"), completion, usage.get("cachedContentTokenCount"), last=ended)
        self._read_finish(reason, found)

    def _read_finish(self, reason: str, found: Collector) -> None:
        if reason in ("STOP", "MAX_TOKENS"):
            found.stop = found.stop or ("end" if reason == "STOP" else "length")
        elif reason in _REFUSALS:
            found.refuse()
        elif reason and reason != "FINISH_REASON_UNSPECIFIED":
            raise ModelFailed(f"{self.name} gave up on its answer ({reason[:60]})")

    def read_answer(self, value: Mapping[str, Any], found: Collector) -> None:
        """See ``HttpModel``."""
        if not value.keys() & {"candidates", "promptFeedback"}:
            raise found.unlike(value, "candidates")
        self.read_event("", value, found)
