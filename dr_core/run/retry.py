"""When a failure is worth another try (S0-16): NETWORK and LLM errors get two more, after 2 s and 4 s."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from dr_core.errors import Category, DRError, ProviderError, RateLimited
from dr_core.state import ErrorRecord

T = TypeVar("T")
RETRIES = 2
WAITS = (2.0, 4.0)
LONGEST_WAIT = 30.0
"""A service may ask for a longer wait; a hostile ``Retry-After`` must not park a run."""


def classify(error: BaseException) -> DRError:
    """Any exception as one of ours, with a category."""
    if isinstance(error, DRError):
        return error
    if isinstance(error, TimeoutError | ConnectionError | OSError):
        return ProviderError(f"{type(error).__name__}: {error}".rstrip(": "))
    return DRError(f"{type(error).__name__}: {error}".rstrip(": "))


def record(error: DRError, step: str, retry_count: int = 0) -> ErrorRecord:
    """An error as the state keeps it."""
    return ErrorRecord(error=str(error), category=error.category, retry_count=retry_count, step=step)


def wait_before(retry: int, error: BaseException | None) -> float:
    """Seconds to wait before a retry (counted from 1)."""
    base = WAITS[min(retry, len(WAITS)) - 1]
    if isinstance(error, RateLimited) and error.retry_after is not None:
        return min(max(base, error.retry_after), LONGEST_WAIT)
    return base


def worth_retrying(error: BaseException) -> bool:
    """Whether the same call may succeed a little later."""
    return isinstance(error, DRError) and error.retryable and error.category in (Category.NETWORK, Category.LLM)


async def retrying(
    call: Callable[[], Awaitable[T]],
    *,
    on_failure: Callable[[DRError, int], None] = lambda error, retry: None,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> T:
    """``call()``, tried again where that is worth it; every failure is told to ``on_failure`` with its retry count."""
    import tenacity

    def failed(outcome: tenacity.RetryCallState) -> None:
        error = outcome.outcome.exception() if outcome.outcome else None
        if isinstance(error, DRError):
            on_failure(error, outcome.attempt_number - 1)

    async def classified() -> T:
        try:
            return await call()
        except Exception as error:
            known = classify(error)
            if known is error:
                raise
            raise known from error

    retry = tenacity.AsyncRetrying(
        retry=tenacity.retry_if_exception(worth_retrying),
        stop=tenacity.stop_after_attempt(RETRIES + 1),
        wait=lambda state: wait_before(state.attempt_number, state.outcome.exception() if state.outcome else None),
        after=failed,
        sleep=sleep,
        reraise=True,
    )
    return await retry(classified)


