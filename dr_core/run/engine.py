"""A search engine as a run knows it: how it has fared, and whether it may be asked now."""

from __future__ import annotations

import asyncio
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dr_core.errors import AuthFailed, Blocked, DRError, NothingToSearch, QuotaSpent, RateLimited
from dr_core.interfaces import Provider, SearchProvider
from dr_core.run.plugin_call import in_words
from dr_core.run.plugin_secret import masked
from dr_core.run.price import sound
from dr_core.types import Usage

COOL_DOWN = 60.0
"""Seconds a bot wall is left alone, and the longest a ``Retry-After`` is heeded: a hostile one must not end an engine."""
TRUSTED = 2
"""So often in a row an engine may fail or be too slow before the others go first."""


class Door:
    """What all runs of the process share about one service: its places, and until when it wants to be left alone."""

    def __init__(self) -> None:
        self.cool_until = 0.0
        self.walled = False
        # a semaphore belongs to one event loop, and a process may run several (research() in threads)
        self._slots: weakref.WeakKeyDictionary[Any, dict[int, asyncio.Semaphore]] = weakref.WeakKeyDictionary()

    def slots(self, at_once: int) -> asyncio.Semaphore:
        """The places of the service, for runs that want no more than ``at_once`` calls under way."""
        slots = self._slots.setdefault(asyncio.get_running_loop(), {})
        return slots.setdefault(at_once, asyncio.Semaphore(at_once))

    def cooling(self) -> float:
        """Seconds until it may be asked again."""
        return max(0.0, self.cool_until - time.monotonic())

    def close(self, seconds: float, *, walled: bool) -> None:
        """Leave it alone for a while."""
        self.cool_until = max(self.cool_until, time.monotonic() + seconds)
        self.walled = walled


_doors: dict[tuple[str, str, str], Door] = {}
_lock = threading.Lock()


def door_of(provider: Provider) -> Door:
    """The door of a provider's service: the same for every run with the same instance at the same address."""
    key = (type(provider).__qualname__, provider.name, str(getattr(provider.options, "base_url", "")))
    with _lock:
        return _doors.setdefault(key, Door())


@dataclass
class Engine:
    """An engine and how it has fared in this run."""

    provider: SearchProvider
    calls: int = 0
    hits: int = 0
    failures: int = 0
    strikes: int = 0
    out: str = ""
    error: DRError | None = None
    said_before: str = ""
    left_out: dict[str, Any] = field(default_factory=dict)
    door: Door = field(init=False)

    def __post_init__(self) -> None:
        self.door = door_of(self.provider)
        self.ceiling: Usage | None = None
        self.lacking = ""
        self.out = self._contained("lacks", self._set_lacking)
        if not self.out:
            self.out = self._contained("ceiling", self._set_ceiling)

    def _contained(self, method: str, ask: Callable[[], str]) -> str:
        """Why it cannot be used; one that cannot even say so is out, and the others go on."""
        try:
            return str(ask() or "")
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a plugin may raise whatever it likes
            return f"its {method}() raised {masked(in_words(error), self.provider)}. Mend or deselect the plugin"

    def _set_lacking(self) -> str:
        self.lacking = str(self.provider.lacks() or "")
        return self.lacking

    def _set_ceiling(self) -> str:
        ceiling = self.provider.ceiling()
        self.ceiling = None if ceiling is None else sound(ceiling)
        return ""

    @property
    def name(self) -> str:
        return self.provider.name

    @property
    def last_error(self) -> str:
        """The last failure, in words."""
        return str(self.error or self.said_before)

    def healthy(self) -> bool:
        """Whether it may be asked now."""
        return not self.out and not self.door.cooling()

    def may_return(self) -> bool:
        """Whether waiting helps: it only asked for time. A bot wall does not go away while one stands before it."""
        return not self.out and not (self.door.cooling() and self.door.walled)

    def trusted(self) -> bool:
        """Whether it goes before the others: not one that failed or dawdled several times in a row."""
        return self.strikes < TRUSTED

    def failed(self, error: DRError, *, fresh: bool = True, news: bool = True) -> None:
        """Take note of a failure: out for the run, cooling down, or merely unlucky. A recorded one is not of today (``fresh``),
        and may have been counted before (``news``)."""
        self.calls += news
        self.failures += news
        self.strikes += 1
        self.error = error
        if isinstance(error, QuotaSpent | AuthFailed | NothingToSearch):
            self.out = str(error)
        elif isinstance(error, RateLimited) and fresh:
            wait = COOL_DOWN if error.retry_after is None else error.retry_after
            self.door.close(min(wait, COOL_DOWN), walled=False)
        elif isinstance(error, Blocked) and fresh:
            self.door.close(COOL_DOWN, walled=True)

    def answered(self, hits: int, *, news: bool = True) -> None:
        """Take note of an answer."""
        self.calls += news
        self.hits += hits * news
        self.strikes = 0

    def leaves_out(self, told: Mapping[str, Any]) -> bool:
        """Take note of what it could not search; whether that is news."""
        before = self.left_out
        first = {**before.get("first", {}), **told["first"]}
        self.left_out = {"count": max(before.get("count", 0), told["count"], len(first)), "first": first}
        return self.left_out != before

    def recall(self, told: Mapping[str, Any]) -> None:
        """Take over the counts of an earlier summary."""
        if "left_out" in told:
            self.leaves_out(told["left_out"])
        for name in ("calls", "hits", "failures"):
            setattr(self, name, getattr(self, name) + int(told.get(name, 0)))
        self.said_before = str(told.get("error", ""))

    def summary(self) -> dict[str, Any]:
        """What the provenance box says of it."""
        told = {"calls": self.calls, "hits": self.hits, "failures": self.failures, "error": self.out or self.last_error}
        told["left_out"] = self.left_out
        return {key: value for key, value in told.items() if value or key == "calls"}


def best_first(engines: list[Engine]) -> list[Engine]:
    """Those of whose finds most is worth reading come first (S2-5)."""
    return sorted(engines, key=lambda engine: {"high": 0, "medium": 1}.get(engine.provider.signal, 2))
