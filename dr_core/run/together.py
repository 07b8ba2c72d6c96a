"""Several things at once, as one: where one fails, the others are stopped, and nothing goes on behind the caller's back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")

ON_ITS_WAY = 0.005
"""Seconds that a request takes to go out."""


async def together(*waiting: Coroutine[Any, Any, T]) -> list[T]:
    """What each gives, in order; or the first failure, when all the others have ended. (``asyncio.gather`` lets them go on, and
    what they buy is for nobody.)"""
    tasks = [asyncio.ensure_future(one) for one in waiting]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def in_turn(*waiting: Callable[[Callable[[], None]], Coroutine[Any, Any, T]]) -> list[T]:
    """As ``together``; each is begun when the one before says that its request goes out, or has ended. Otherwise the first
    request would go out when all of them are put together."""
    gone: list[asyncio.Future[float]] = [asyncio.get_running_loop().create_future() for _ in waiting]

    def let_on(number: int, wait: float) -> None:
        if not gone[number].done():
            gone[number].set_result(wait)

    async def one(number: int) -> T:
        if number:
            await asyncio.sleep(await gone[number - 1])
        try:
            return await waiting[number](partial(let_on, number, ON_ITS_WAY))
        finally:
            let_on(number, 0.0)

    return await together(*map(one, range(len(waiting))))
