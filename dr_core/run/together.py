"""Several things at once, as one: where one fails, the others are stopped, and nothing goes on behind the caller's back."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


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
