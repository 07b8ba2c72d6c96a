"""Every model provider keeps the promises of its kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import llm
import pytest
from llm.plugins import pm
from standin.llm_bench import VENDORS
from standin.llm_server import KEY, Asked, Reply, Says, served_in_thread

from dr_core.testing.conformance.llm import ModelConformance
from dr_plugins.llm._base import HttpModel
from dr_plugins.llm.anthropic import Anthropic
from dr_plugins.llm.gemini import Gemini
from dr_plugins.llm.llm_bridge import LlmBridge
from dr_plugins.llm.openai import DeepSeek, Ollama, OpenAI, OpenRouter, Qwen

WIRES = {OpenAI: "openai", DeepSeek: "openai", OpenRouter: "openai", Qwen: "openai", Ollama: "openai"}
WIRES |= {Anthropic: "anthropic", Gemini: "gemini"}


def cutting(wire: str) -> Any:
    """The stand-in, with an answer that is cut where the request's ceiling is one token and shaped where a shape is asked for."""
    vendor = VENDORS[wire][0]

    def answer(asked: Asked, says: Says) -> Reply:
        body = asked.json
        ceiling = body.get("max_tokens") or body.get("generationConfig", {}).get("maxOutputTokens")
        if ceiling == 1:
            return vendor(asked, replace(says, text="Hello", stop="length", completion_tokens=1))
        shaped = any(name in str(body) for name in ("response_format", "tools", "output_config", "responseMimeType"))
        return vendor(asked, replace(says, text='{"answer": "Hello"}' if shaped else says.text, reasoning="Five words."))

    return answer


def built(kind: type[HttpModel], says: Says) -> Iterator[HttpModel]:
    with served_in_thread(cutting(WIRES[kind]), says) as server:
        yield kind(kind.Options(base_url=server.url + VENDORS[WIRES[kind]][2], api_key=KEY, model="m"))


class TestHttp(ModelConformance):
    cut = True

    @pytest.fixture(params=WIRES, ids=lambda found: found.__name__.lower())
    def model_class(self, request: pytest.FixtureRequest) -> type[HttpModel]:
        found: type[HttpModel] = request.param
        return found

    @pytest.fixture
    def provider(self, model_class: type[HttpModel]) -> Iterator[HttpModel]:
        yield from built(model_class, Says())

    @pytest.fixture
    def failing_provider(self, model_class: type[HttpModel]) -> Iterator[HttpModel]:
        yield from built(model_class, Says(fault="server"))


class Hello(llm.Model):
    """The least that the other package calls a model."""

    model_id = "hello"
    can_stream = True

    def execute(self, prompt: Any, stream: bool, response: Any, conversation: Any) -> Iterator[str]:
        if "fail" in str(prompt.system):
            raise OSError("out of order")
        yield from ("Hello ", "to ", "all ", "of ", "you.")


class TestBridge(ModelConformance):
    @pytest.fixture(autouse=True)
    def _registered(self) -> Iterator[None]:
        class Plugin:
            @llm.hookimpl
            def register_models(self, register: Any) -> None:
                register(Hello())

        plugin = Plugin()
        pm.register(plugin)
        yield
        pm.unregister(plugin)

    @pytest.fixture
    def provider(self) -> LlmBridge:
        return LlmBridge(LlmBridge.Options(model="hello"))

    @pytest.fixture
    def failing_provider(self) -> LlmBridge:
        return LlmBridge(LlmBridge.Options(model="there-is-none"))
