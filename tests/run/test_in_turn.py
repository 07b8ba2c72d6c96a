"""Requests that go out one after the other: each before the next is put together, and nobody waits for an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from dr_core.run.together import in_turn


class Asking:
    """Work that puts a request together, sends it, and waits for its answer until it may end."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.answered = asyncio.Event()

    async def say(self, name: str, going: Callable[[], None]) -> str:
        self.told.append(f"{name} put together")
        await asyncio.sleep(0)
        going()
        await asyncio.sleep(0)
        self.told.append(f"{name} sent")
        await self.answered.wait()
        return name


async def test_each_request_is_sent_before_the_next_is_put_together_and_none_waits_for_an_answer() -> None:
    asking = Asking()
    work = [lambda going, name=name: asking.say(name, going) for name in "abc"]
    waiting = asyncio.create_task(in_turn(*work))
    while len(asking.told) < 6:
        await asyncio.sleep(0)
    assert asking.told == [f"{name} {step}" for name in "abc" for step in ("put together", "sent")]
    asking.answered.set()
    assert await waiting == ["a", "b", "c"]


async def test_what_sends_nothing_holds_up_nobody() -> None:
    async def silent(going: Callable[[], None]) -> int:
        return 1

    assert await in_turn(silent, silent, silent) == [1, 1, 1]


async def test_the_first_failure_is_raised_when_the_others_have_ended() -> None:
    ended: list[str] = []

    async def waits(going: Callable[[], None]) -> None:
        going()
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("stopped")

    async def fails(going: Callable[[], None]) -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await in_turn(waits, fails, waits)
    assert ended and set(ended) == {"stopped"}
