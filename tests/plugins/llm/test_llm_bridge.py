"""The bridge to the ``llm`` package, with models registered there as any of its plugins registers them."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llm
import pytest
from llm.plugins import pm
from pydantic import Field
from standin.llm_bench import SCHEMA, request

from dr_core import AuthFailed, Context, Delta, ModelFailed, ProviderError
from dr_core.registry import load
from dr_core.types import Message, ModelRequest
from dr_plugins.llm.llm_bridge import LlmBridge


class RefusedError(Exception):
    """A status as the libraries of vendors tell it."""

    status_code = 401


class Clerk(llm.KeyModel):
    """A model of another project: says what it was asked, and misbehaves on demand."""

    model_id = "clerk"
    can_stream = True
    supports_schema = True
    needs_key = "clerk"
    key_env_var = "CLERK_KEY"
    release = threading.Event()

    class Options(llm.Options):
        max_tokens: int | None = Field(default=None)

    def execute(self, prompt: Any, stream: bool, response: Any, conversation: Any, key: str | None) -> Iterator[str]:
        text = prompt.prompt
        if "hang" in text:
            self.release.wait(30)
        if "refused" in text:
            raise RefusedError(f"401 for {key}")
        if "raise" in text:
            raise RuntimeError(f"no luck with {key}")
        said = {"key": key, "system": prompt.system, "schema": prompt.schema, "max": prompt.options.max_tokens}
        response.set_usage(input=11, output=4000 if "long" in text else 7)
        response.response_json = {"finish_reason": "content_filter" if "bad" in text else "stop"}
        yield "<think>hm</think>"
        yield json.dumps(said)


class UnsupportedError(Exception):
    """A parameter that the service refuses, as the libraries of vendors tell it."""

    status_code = 400


class Thinker(llm.Model):
    """A model that thinks: it has a temperature among its options, and refuses it."""

    model_id = "thinker"
    asked = 0

    class Options(llm.Options):
        temperature: float | None = Field(default=None)

    def execute(self, prompt: Any, stream: bool, response: Any, conversation: Any) -> Iterator[str]:
        Thinker.asked += 1
        if prompt.options.temperature is not None:
            raise UnsupportedError("Unsupported parameter: 'temperature' is not supported with this model.")
        yield "Here."


class Plain(llm.Model):
    """The least a model can be."""

    model_id = "plain"

    def execute(self, prompt: Any, stream: bool, response: Any, conversation: Any) -> Iterator[str]:
        yield prompt.prompt


class Plugin:
    @llm.hookimpl
    def register_models(self, register: Any) -> None:
        register(Clerk())
        register(Plain(), aliases=("p",))
        register(Thinker())


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("LLM_USER_PATH", str(tmp_path))
    plugin = Plugin()
    pm.register(plugin)
    Clerk.release.clear()
    yield
    Clerk.release.set()
    pm.unregister(plugin)


def bridge(model: str = "clerk", **options: Any) -> LlmBridge:
    return LlmBridge(LlmBridge.Options(model=model, **{"api_key": "secret-key", **options}), Context(instance="mine"))


def ask(text: str, schema: dict[str, Any] | None = None) -> ModelRequest:
    messages = (Message(role="system", content="Be brief."), Message(role="user", content=text))
    return ModelRequest(task="t", messages=messages, answer_schema=schema)


def test_it_is_found_under_its_name() -> None:
    assert load("llm", "llm") is LlmBridge


@pytest.mark.parametrize("stream", [True, False])
async def test_a_model_of_that_ecosystem_answers(stream: bool) -> None:
    pieces: list[Delta] = []
    answer = await bridge(stream=stream).complete(ask("Hello", SCHEMA), pieces.append)
    assert json.loads(answer.text) == {"key": "secret-key", "system": "Be brief.", "schema": SCHEMA, "max": 2048}
    assert (answer.reasoning, answer.stop, answer.model) == ("hm", "end", "clerk")
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (11, 7)
    assert "".join(piece.text for piece in pieces if piece.kind == "text") == answer.text


async def test_a_model_without_schemas_is_asked_in_words() -> None:
    answer = await bridge("p").complete(ask("Hello", SCHEMA))
    assert answer.text.startswith("Hello\n\nAnswer with one JSON value")
    assert answer.usage.estimated


async def test_a_model_that_refuses_a_temperature_is_asked_without_one_from_then_on() -> None:
    Thinker.asked, provider = 0, bridge("thinker", api_key=None)
    assert [(await provider.complete(ask("Hello"))).text for _ in range(2)] == ["Here.", "Here."]
    assert Thinker.asked == 3


async def test_a_long_exchange_is_told_as_one_text() -> None:
    talk = (Message(role="user", content="One"), Message(role="assistant", content="Two"), Message(role="user", content="Three"))
    answer = await bridge("plain").complete(ModelRequest(task="t", messages=talk))
    assert answer.text == "User: One\n\nAssistant: Two\n\nUser: Three"


@pytest.mark.parametrize(("text", "stop"), [("long", "length"), ("bad", "refusal")])
async def test_how_it_stopped_is_told(text: str, stop: str) -> None:
    assert (await bridge().complete(ask(text))).stop == stop


async def test_what_a_plugin_raises_is_a_failed_model_without_the_key() -> None:
    with pytest.raises(ModelFailed, match=r"mine: RuntimeError: no luck with \[key\]"):
        await bridge().complete(ask("raise"))


async def test_a_missing_key_and_an_unknown_model_are_said() -> None:
    with pytest.raises(AuthFailed, match="llm keys set clerk"):
        await bridge(api_key=None).complete(ask("Hello"))
    with pytest.raises(ModelFailed, match="llm knows no model 'nope'") as caught:
        await bridge("nope").complete(request())
    assert not caught.value.retryable


async def test_a_refused_key_is_told_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AuthFailed, match=r"401 for \[key\]\. Set api_key in \[llm\.mine\] to a key that works"):
        await bridge().complete(ask("refused"))
    monkeypatch.setenv("CLERK_KEY", "of-the-clerk-17")
    ways = r"Mend its key: llm keys set clerk, or set CLERK_KEY, or api_key in \[llm\.mine\]"
    with pytest.raises(AuthFailed, match=ways) as caught:
        await bridge(api_key=None).complete(ask("refused"))
    assert "of-the-clerk-17" not in str(caught.value)


async def test_a_call_that_hangs_is_left_behind_at_its_deadline() -> None:
    with pytest.raises(ProviderError, match=r"no whole answer within 0\.2 s"):
        await bridge(timeout=0.2).complete(ask("hang"))
    assert any(thread.daemon and thread.name == "dr-llm" for thread in threading.enumerate())
    assert json.loads((await bridge().complete(ask("Hello"))).text)["max"] == 2048


async def test_calls_run_at_once() -> None:
    provider = bridge()
    hanging = asyncio.create_task(provider.complete(ask("hang")))
    assert (await provider.complete(ask("Hello"))).stop == "end"
    Clerk.release.set()
    assert (await hanging).stop == "end"
