"""Tools of an MCP server as a search engine, over stdio, with the official client and a server made with the official package."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import standin

from dr_core import AuthFailed, BadAnswer, Context, Hit, ProviderError, SearchTask
from dr_plugins.search.mcp import MCP

SERVER = Path(next(iter(standin.__path__))) / "mcp_server.py"
TASK = SearchTask(query="heat pumps")
Make = Callable[..., MCP]


@pytest.fixture
async def make(tmp_path: Path) -> AsyncIterator[Make]:
    """``make("structured")``: a provider that calls that tool; closed at the end."""
    made: list[MCP] = []

    def build(tool: str, **options: Any) -> MCP:
        given = {"command": sys.executable, "args": [str(SERVER), str(tmp_path / "pid")], "tool": tool, "timeout": 120, **options}
        made.append(MCP(MCP.Options(**given), Context(instance="wiki")))
        return made[-1]

    yield build
    for provider in made:
        await provider.aclose()


def pid_of(folder: Path) -> int:
    return int((folder / "pid").read_text())


def runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("tool", ["structured", "as_json", "labelled", "links"])
async def test_results_are_found_in_whatever_form_a_tool_answers(make: Make, tool: str) -> None:
    hits = await make(tool).search(TASK, 10)
    assert [(hit.title, hit.url) for hit in hits] == [
        ("Heat pumps", "https://energy.example.org/heat"),
        ("Old heat", "https://energy.example.org/old"),
    ]
    assert {hit.engine for hit in hits} == {"wiki"}
    if tool != "links":
        assert hits[0].snippet == "They move heat."


async def test_dates_and_limits_are_kept(make: Make) -> None:
    provider = make("structured", limit_argument="limit", kind="encyclopedia")
    assert [hit.published for hit in await provider.search(TASK, 10)] == ["2025-03-04", "1999-01-01"]
    assert len(await provider.search(TASK, 1)) == 1
    assert len(await provider.search(SearchTask(query="heat", since="2020-01-01"), 10)) == 1
    assert (await provider.search(TASK, 1))[0].kind == "encyclopedia"
    assert await provider.search(TASK, 0) == []


@pytest.mark.parametrize("tool", ["structured", "as_json"])
async def test_nothing_found_is_an_empty_list(make: Make, tool: str) -> None:
    assert await make(tool).search(SearchTask(query="nothing"), 10) == []


async def test_text_without_an_address_is_a_source_that_says_where_it_came_from(make: Make) -> None:
    hits = await make("prose").search(TASK, 10)
    assert hits == [
        Hit(
            title="prose: heat pumps",
            url="mcp://wiki/prose?query=heat+pumps",
            snippet="What is known about heat pumps: little.",
            content="What is known about heat pumps: little.",
            engine="wiki",
        )
    ]


async def test_a_tool_that_fails_is_quoted_and_the_next_call_works(make: Make) -> None:
    provider = make("failing")
    for _ in range(2):
        with pytest.raises(ProviderError, match="the index is closed"):
            await provider.search(TASK, 10)


async def test_a_tool_that_does_not_exist_is_named(make: Make) -> None:
    with pytest.raises(ProviderError, match="telepathy"):
        await make("telepathy").search(TASK, 10)


async def test_one_server_serves_many_searches_at_once_and_leaves_at_the_end(make: Make, tmp_path: Path) -> None:
    provider = make("structured")
    answers = await asyncio.gather(*(provider.search(TASK, 10) for _ in range(8)))
    assert all(hits == answers[0] for hits in answers)
    pid = pid_of(tmp_path)
    assert runs(pid)
    await provider.aclose()
    assert not runs(pid)


async def test_a_server_that_dies_is_an_error_and_is_started_again(make: Make, tmp_path: Path) -> None:
    provider = make("die")
    with pytest.raises(ProviderError) as caught:
        await provider.search(TASK, 10)
    assert caught.value.retryable
    first = pid_of(tmp_path)
    provider.options = provider.options.model_copy(update={"tool": "structured"})
    assert await provider.search(TASK, 10)
    assert pid_of(tmp_path) != first


async def test_a_server_that_hangs_is_left_in_time_and_stopped(make: Make, tmp_path: Path) -> None:
    provider = make("structured", timeout=60)
    await provider.search(TASK, 10)
    pid = pid_of(tmp_path)
    assert runs(pid)
    provider.options = provider.options.model_copy(update={"tool": "hang", "timeout": 1})
    with pytest.raises(ProviderError, match="in time"):
        await provider.search(TASK, 10)
    assert not runs(pid)


async def test_a_cancelled_search_leaves_the_server_to_the_others(make: Make, tmp_path: Path) -> None:
    provider = make("structured")
    await provider.search(TASK, 10)
    provider.options = provider.options.model_copy(update={"tool": "hang"})
    hanging = asyncio.create_task(provider.search(TASK, 10))
    while not (tmp_path / "pid.hanging").exists():
        await asyncio.sleep(0.01)
    hanging.cancel()
    with pytest.raises(asyncio.CancelledError):
        await hanging
    provider.options = provider.options.model_copy(update={"tool": "prose"})
    assert await provider.search(TASK, 10)


async def test_only_what_is_configured_reaches_the_servers_environment(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEAKED", "yes")
    provider = make("secret", env={"CONFIGURED": "yes"})
    assert (await provider.search(TASK, 1))[0].content == "configured=yes leaked="
    assert "yes" not in repr(provider.options.env)


@pytest.mark.parametrize(
    "command",
    [{"command": "/no/such/program"}, {"command": sys.executable, "args": ["-c", "raise SystemExit(3)"]}],
    ids=["missing", "ends at once"],
)
async def test_a_command_that_does_not_work_is_said_with_a_remedy(make: Make, command: dict[str, Any]) -> None:
    with pytest.raises(ProviderError, match="by hand") as caught:
        await make("structured", timeout=60, **command).search(TASK, 10)
    assert "\n" not in str(caught.value)


async def test_a_dead_address_is_a_network_error() -> None:
    provider = MCP(MCP.Options(url="http://127.0.0.1:9/mcp", tool="x", timeout=60))
    with pytest.raises(ProviderError) as caught:
        await provider.search(TASK, 10)
    assert caught.value.retryable
    await provider.aclose()


@pytest.mark.parametrize(
    ("options", "missing"),
    [({}, "command"), ({"command": "a", "url": "http://x.example", "tool": "t"}, "either"), ({"command": "a"}, "tool")],
)
async def test_what_is_missing_is_named_and_nothing_is_started(options: dict[str, Any], missing: str) -> None:
    provider = MCP(MCP.Options(**options), Context(instance="wiki"))
    with pytest.raises(AuthFailed, match=missing):
        await provider.search(TASK, 10)


async def test_an_argument_that_the_tool_does_not_take_is_the_users_to_mend(make: Make) -> None:
    with pytest.raises((BadAnswer, ProviderError), match="query"):
        await make("structured", query_argument="q").search(TASK, 10)


async def test_an_address_that_is_none_is_not_passed_on(make: Make) -> None:
    found = await make("odd_addresses").search(TASK, 10)
    assert [hit.url for hit in found] == ["https://energy.example.org/heat"]
