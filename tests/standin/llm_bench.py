"""A provider of ours in front of the stand-in service for its wire format."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from standin.llm_anthropic import anthropic
from standin.llm_gemini import gemini
from standin.llm_openai import openai
from standin.llm_server import KEY, LlmServer, Vendor

from dr_core import Context, Delta, ModelAnswer, ModelRequest
from dr_core.types import Message
from dr_plugins.llm._base import HttpModel
from dr_plugins.llm.anthropic import Anthropic
from dr_plugins.llm.gemini import Gemini
from dr_plugins.llm.openai import OpenAI

VENDORS: dict[str, tuple[Vendor, type[HttpModel], str]] = {
    "openai": (openai, OpenAI, "/v1"),
    "anthropic": (anthropic, Anthropic, ""),
    "gemini": (gemini, Gemini, "/v1beta"),
}
SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string", "maxLength": 40}, "people": {"type": "integer"}},
    "required": ["city", "people"],
}


@dataclass
class Bench:
    """A provider in front of its stand-in service."""

    server: LlmServer
    kind: type[HttpModel]
    root: str
    name: str
    _open: list[HttpModel] = field(default_factory=list)

    def provider(self, **options: Any) -> HttpModel:
        values = {"base_url": self.server.url + self.root, "api_key": KEY, "model": "stand-in", "timeout": 20} | options
        built = self.kind(self.kind.Options(**values), Context(instance="mine"))
        self._open.append(built)
        return built

    async def ask(self, schema: dict[str, Any] | None = None, **options: Any) -> tuple[ModelAnswer, list[Delta]]:
        pieces: list[Delta] = []
        answer = await self.provider(**options).complete(request(schema), pieces.append)
        return answer, pieces

    async def aclose(self) -> None:
        for provider in self._open:
            await provider.aclose()


def request(schema: dict[str, Any] | None = None, **more: Any) -> ModelRequest:
    messages = (Message(role="system", content="Be brief."), Message(role="user", content="What is the capital of France?"))
    return ModelRequest(task="test", messages=messages, answer_schema=schema, **more)
