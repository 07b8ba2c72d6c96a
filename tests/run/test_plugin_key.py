"""A key that a service refuses: the one line says which variable or setting holds it, for every bundled plugin that takes one."""

from __future__ import annotations

import asyncio
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
from standin.loopback import Loopback, read_request

from dr_core import AuthFailed, Context, DRError, Kernel, SearchTask
from dr_core.options import option_variables
from dr_core.run.plugin_call import ANY, call_plugin
from dr_core.secret import is_secret
from dr_core.settings import Settings
from dr_core.testing import FakeSearch
from dr_core.types import Message, ModelRequest

ASKED = ModelRequest(task="ask", messages=[Message(role="user", content="Hello")], max_tokens=10)
KEY = "sk-0123456789abcdef"
BODY = f'{{"error": {{"message": "no such key: {KEY}"}}}}'.encode()


class Refusing(Loopback):
    """Refuses every key."""

    async def converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await read_request(reader)
        head = f"HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\nContent-Length: {len(BODY)}\r\n\r\n"
        writer.write(head.encode() + BODY)
        await writer.drain()


def _keys() -> list[tuple[str, str, str, str]]:
    """Kind, plugin, option and variable of every key."""
    return [
        (kind, entry.name, option, next(iter(option_variables(field)), ""))
        for kind in ("llm", "search", "fetch")
        for entry in entry_points(group=f"dr.{kind}")
        if entry.value.startswith("dr_plugins.") and entry.name != "llm"  # which keeps keys of its own
        for option, field in entry.load().Options.model_fields.items()
        if is_secret(option)
    ]


async def refused(kind: str, plugin: str, tmp_path: Path, *, user: str = "", **options: Any) -> str:
    async with Refusing() as server:
        url = server.url.replace("://", f"://{user}")
        given = {"plugin": plugin, "base_url": url, **({"model": "m"} if kind == "llm" else {}), **options}
        kernel = Kernel(Settings(**{kind: {"use": ["mine"], "mine": given}}), folder=tmp_path)
        provider: Any = kernel.provider(kind, "mine")
        calls = {
            "llm": lambda: provider.complete(ASKED),
            "search": lambda: provider.search(SearchTask(query="heat pumps"), 3),
            "fetch": lambda: provider.fetch_page("https://example.org/"),
        }
        try:
            with pytest.raises(AuthFailed, match="mine refused the key") as caught:
                await call_plugin(provider, kernel.settings, "ask", calls[kind], seconds=60, wanted=ANY)
        finally:
            await kernel.aclose()
    return str(caught.value)


@pytest.mark.parametrize(("kind", "plugin", "option", "variable"), _keys())
async def test_a_refused_key_is_told_with_its_place(
    kind: str, plugin: str, option: str, variable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in filter(None, {name for *_, name in _keys()}):
        monkeypatch.delenv(name, raising=False)
    told = await refused(kind, plugin, tmp_path, **{option: KEY})
    assert told.endswith(f". Set {option} in [{kind}.mine] to a key that works") and KEY not in told
    if variable:
        monkeypatch.setenv(variable, KEY)
        told = await refused(kind, plugin, tmp_path)
        assert told.endswith(f". Set {variable} to a key that works") and KEY not in told


async def test_the_variable_that_was_read_is_named_and_not_the_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    monkeypatch.setenv("GOOGLE_API_KEY", KEY)
    assert "Set GOOGLE_API_KEY to" in await refused("llm", "gemini", tmp_path)


async def test_of_the_keys_of_several_vendors_that_of_the_one_that_was_asked_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OPENAI_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"):
        monkeypatch.setenv(name, KEY)
    assert "Set OPENROUTER_API_KEY to" in await refused("search", "model", tmp_path, vendor="openrouter")


async def test_a_server_that_wants_a_key_and_got_none_is_told_where_to_put_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    told = await refused("llm", "openai", tmp_path)
    assert told.endswith(". Set OPENAI_API_KEY, or api_key in [llm.mine]")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    told = await refused("llm", "openai", tmp_path, api_key="")
    assert told.endswith(". Set api_key in [llm.mine]"), "an empty one sends none, whatever the variable holds"
    told = await refused("llm", "openai", tmp_path, api_key="", headers={"X-Key": KEY})
    assert told.endswith(". Check headers in [llm.mine]") and KEY not in told


async def test_what_goes_over_the_key_is_named_in_its_place(tmp_path: Path) -> None:
    told = await refused("llm", "openai", tmp_path, api_key=KEY, headers={"Authorization": f"Bearer {KEY}"})
    assert told.endswith(". Check headers in [llm.mine]") and KEY not in told
    told = await refused("llm", "openai", tmp_path, api_key=KEY, headers={"X-Title": "a study"})
    assert told.endswith(". Set api_key in [llm.mine] to a key that works")
    told = await refused("llm", "openai", tmp_path, user="me:hidden-word@", api_key=KEY)
    assert told.endswith(". Check the user and password in base_url of [llm.mine]") and "hidden-word" not in told


async def test_what_a_plugin_says_itself_stands_and_one_without_keys_is_told_of_none() -> None:
    for remedy in ("Ask your admin", ""):
        provider = FakeSearch(None, Context(instance="mine"))
        error = AuthFailed("no", remedy=remedy)

        async def ask(error: DRError = error) -> None:
            raise error

        with pytest.raises(AuthFailed) as caught:
            await call_plugin(provider, Settings(), "search", ask, seconds=60, wanted=ANY)
        assert str(caught.value) == (f"no. {remedy}" if remedy else "no")
