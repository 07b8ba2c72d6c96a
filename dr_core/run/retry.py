"""When a failure is worth another try (S0-16): NETWORK and LLM errors get two more, after 2 s and 4 s."""

from __future__ import annotations

from dr_core.errors import Category, DRError, ProviderError, RateLimited, RunError
from dr_core.state import ErrorRecord

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


def at_boundary(error: BaseException) -> DRError:
    """What ended an attempt at a run, as one of ours: an error that names a file is the disk's, and no second try mends that."""
    if isinstance(error, OSError) and error.filename is not None:
        return RunError(f"cannot use {error.filename}: {error.strerror}", remedy="Check the disk, then: dr resume")
    return classify(error)


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
