"""DuckDuckGo through the real ddgs library, led to a local stand-in."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
import textwrap
import threading

import pytest
from standin.server import Reply, Start

from dr_core import BadAnswer, Blocked, SearchTask


async def test_results_are_mapped(start: Start) -> None:
    provider, server = start("duckduckgo")
    hits = await provider.search(SearchTask(query="heat pumps"), 10)
    assert [hit.title for hit in hits] == ["Heat pumps in cold climates", "Wärmepumpen im Winter", "熱泵與寒冷氣候"]
    assert hits[1].url == "https://example.de/waermepumpen?a=1&b=2"
    assert hits[0].snippet == "Heat pumps keep a COP above 2 at -15 °C."
    assert server.requests[0].form["q"] == "heat pumps"


async def test_news_come_with_date_and_image(start: Start) -> None:
    provider, server = start("duckduckgo")
    first = (await provider.search(SearchTask(query="heat pumps", strategy="news"), 10))[0]
    assert (first.kind, first.published) == ("news", "2025-03-04")
    assert first.images == ("https://energy.example.org/n.png",)
    assert [request.path for request in server.requests] == ["/", "/news.js"]


@pytest.mark.parametrize(
    ("tag", "region"), [("zh-Hant", "tw-tzh"), ("zh", "cn-zh"), ("ja", "jp-jp"), ("", "wt-wt"), ("xx", "wt-wt")]
)
async def test_the_language_chooses_the_region(start: Start, tag: str, region: str) -> None:
    provider, server = start("duckduckgo")
    await provider.search(SearchTask(query="q", language=tag), 5)
    assert server.requests[0].form["l"] == region


async def test_a_date_is_a_range_until_today(start: Start) -> None:
    provider, server = start("duckduckgo")
    await provider.search(SearchTask(query="q", since="2025-01-02"), 5)
    assert re.fullmatch(r"2025-01-02\.\.\d{4}-\d\d-\d\d", server.requests[0].form["df"])


@pytest.mark.parametrize(
    "wall",
    [
        Reply(b"<html>If this persists, please email us.</html>", 202, media="text/html"),
        Reply(b"<html><div class='anomaly-modal__title'>Unfortunately, bots use DuckDuckGo too.</div></html>", media="text/html"),
    ],
)
async def test_a_bot_wall_is_told_from_an_empty_result(start: Start, wall: Reply) -> None:
    provider, server = start("duckduckgo")
    server.fault = wall
    with pytest.raises(Blocked):
        await provider.search(SearchTask(query="q"), 5)


async def test_an_engine_that_ddgs_does_not_have_is_named_with_those_it_has(start: Start) -> None:
    provider, _ = start("duckduckgo", backend="altavista")
    with pytest.raises(BadAnswer, match=r"altavista.*duckduckgo"):
        await provider.search(SearchTask(query="q"), 5)


async def test_the_search_runs_in_a_daemon_thread_that_cancelling_leaves_behind(start: Start) -> None:
    provider, server = start("duckduckgo")
    server.fault = Reply(hang=True)
    search = asyncio.create_task(provider.search(SearchTask(query="q"), 5))
    while not server.requests:
        await asyncio.sleep(0.01)
    threads = [thread for thread in threading.enumerate() if thread.name == "dr-duckduckgo"]
    assert threads
    assert all(thread.daemon for thread in threads)
    search.cancel()
    with pytest.raises(asyncio.CancelledError):
        await search


def test_the_interpreter_does_not_wait_for_a_hanging_search_at_exit() -> None:
    program = textwrap.dedent("""
        import asyncio, socket, sys
        from dr_core import SearchTask
        from dr_plugins.search.duckduckgo import DuckDuckGo

        async def main():
            with socket.socket() as deaf:
                deaf.bind(("127.0.0.1", 0))
                deaf.listen()
                provider = DuckDuckGo(DuckDuckGo.Options(base_url=f"http://127.0.0.1:{deaf.getsockname()[1]}", timeout=300))
                search = asyncio.create_task(provider.search(SearchTask(query="q"), 5))
                await asyncio.get_running_loop().run_in_executor(None, deaf.accept)
                search.cancel()

        asyncio.run(main())
        print("left")
    """)
    # The engine would wait 300 s; that the process ends within 60 says that nobody waited for it.
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout) == (0, "left\n"), ended.stderr
